"""What the end of a game brings its players: rewards of a win, a draw and a loss, points, or payoffs."""

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.requirements import is_of_payoffs
from zermelo.learn.environments.episode import Episode
from zermelo.learn.self_play_parameters import OutcomeRewards, as_rewards

POINTS = "points"

Wanted = OutcomeRewards | tuple[float, float, float] | str


class PlayerRewards:
    """How players of a game are paid.

    A game that pays each player by himself (`payoffs`) pays these, whatever is wanted. Else `wanted` are the
    rewards of a win, a draw and a loss, or "points": what a player has more than the other, which are those
    so far where a game is cut off. Raises `BadParameter` where the game has no points.

    >>> from zermelo.games import Subtraction
    >>> course = Episode(Subtraction(heap=1), 1)
    >>> course.play(1)
    >>> PlayerRewards(Subtraction(heap=1), (5, 2, -3)).at_end(course)
    (5.0, -3.0)
    """

    def __init__(self, game: Game, wanted: Wanted) -> None:
        self.players = int(game.players)
        self.by_seats = is_of_payoffs(game)
        self.points = wanted == POINTS
        if self.points and not (game.scored or self.by_seats):
            raise BadParameter(
                f"{game!r} has no points, its ends are won, drawn or lost: take rewards=(1, 0, -1)"
            )
        self.rewards = OutcomeRewards() if self.points else as_rewards(wanted)

    def at_end(self, course: Episode) -> tuple[float, ...]:
        """Return what each player gets of a finished game."""
        return course.payoffs() if self.by_seats else self.of_total(course.total())

    def cut_off(self, course: Episode) -> tuple[float, ...]:
        """Return what each player gets of a game that is broken off: a draw, or the points so far."""
        if self.by_seats:
            return (0.0,) * self.players
        return self.of_total(course.points if self.points else 0)

    def lost_by(self, player: int) -> tuple[float, ...]:
        """Return what each player gets where one has lost by making no move of the game.

        His loss costs him a loss, and the other of two wins; several others get nothing.
        """
        if self.by_seats:
            return tuple(self.rewards.loss if seat == player else 0.0 for seat in range(self.players))
        return self._of_sign(-1 if player == 0 else 1)

    def of_total(self, total: int) -> tuple[float, ...]:
        """Return what each player gets where the first has so many points more, or has won by their sign."""
        if self.points:
            return tuple(float(sign * total) for sign in (1, -1)[: self.players])
        return self._of_sign(total)

    def _of_sign(self, total: int) -> tuple[float, ...]:
        signs = [sign * total for sign in (1, -1)[: self.players]]
        return tuple(float(self.rewards[0 if sign > 0 else 2 if sign < 0 else 1]) for sign in signs)
