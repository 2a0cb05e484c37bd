"""Rewards at the end of a game: for a win, a draw and a loss, in points, or in payoffs."""

from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.learn.environments.episode import Episode
from zermelo.learn.self_play_parameters import OutcomeRewards, as_rewards

POINTS = "points"

RewardChoice = OutcomeRewards | tuple[float, float, float] | str


class PlayerRewards:
    """The rewards of a game's players.

    A game with `payoffs` pays these, and ignores `wanted`. Otherwise `wanted` are the rewards of a win, a
    draw and a loss, or "points": a player's lead over the other, from the points so far where a game is cut
    off. Raises `BadParameter` where the game has no points.

    >>> from zermelo.games import Subtraction
    >>> course = Episode(Subtraction(heap=1), 1)
    >>> course.play(1)
    >>> PlayerRewards(Subtraction(heap=1), (5, 2, -3)).compute_final_rewards(course)
    (5.0, -3.0)
    """

    def __init__(self, game: Game, wanted: RewardChoice) -> None:
        self.players = int(game.players)
        self.points = wanted == POINTS
        if self.points:
            self._check_points(game)
        self.rewards = OutcomeRewards() if self.points else as_rewards(wanted)

    def _check_points(self, game: Game) -> None:
        if not game.scored:
            raise BadParameter(
                f"{game!r} has no points, its ends are won, drawn or lost: take rewards=(1, 0, -1)"
            )

    def compute_final_rewards(self, course: Episode) -> tuple[float, ...]:
        """Return each player's reward of a finished game."""
        return self.compute_rewards_of_score(course.final_score())

    def compute_truncation_rewards(self, course: Episode) -> tuple[float, ...]:
        """Return each player's reward of a game that is cut off: a draw, or the points so far."""
        return self.compute_rewards_of_score(course.points if self.points else 0)

    def compute_forfeit_rewards(self, player: int) -> tuple[float, ...]:
        """Return each player's reward where one has lost by an illegal move.

        That player gets a loss, and the other a win.
        """
        return self._compute_rewards_of_outcome(-1 if player == 0 else 1)

    def compute_rewards_of_score(self, total: int) -> tuple[float, ...]:
        """Return each player's reward for player 0's lead in points, or for the win that its sign means."""
        if self.points:
            return tuple(float(sign * total) for sign in (1, -1)[: self.players])
        return self._compute_rewards_of_outcome(total)

    def _compute_rewards_of_outcome(self, total: int) -> tuple[float, ...]:
        signs = [sign * total for sign in (1, -1)[: self.players]]
        return tuple(float(self.rewards[0 if sign > 0 else 2 if sign < 0 else 1]) for sign in signs)


class PayoffRewards(PlayerRewards):
    """What players get where each has a payoff: that, and nothing of a game that is cut off."""

    def _check_points(self, game: Game) -> None:
        pass

    def compute_final_rewards(self, course: Episode) -> tuple[float, ...]:
        """Return each player's payoff."""
        return course.payoffs()

    def compute_truncation_rewards(self, course: Episode) -> tuple[float, ...]:
        """Return nothing for each player."""
        return (0.0,) * self.players

    def compute_forfeit_rewards(self, player: int) -> tuple[float, ...]:
        """Return a loss for the player of an illegal move, and nothing for the others."""
        return tuple(self.rewards.loss if seat == player else 0.0 for seat in range(self.players))


REWARDS: Final = ByKind[type[PlayerRewards]]("rewards of players", PlayerRewards, payoffs=PayoffRewards)
