"""A round robin: any number of players, each against each other, and their ranking.

Each pair plays a contest of its own (`play.matches.contest`), in which they change sides. Players are ranked
by their share of all points: a win is 1, a draw a half.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.play.matches.contest import Contest, compute_wilson_interval, play_contest
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import Solution


@dataclass(frozen=True)
class RoundRobinPlace:
    """A player's place: the games against all others, and with a solution the value that was given away."""

    player: str
    won: int
    drawn: int
    lost: int
    moves: int | None
    gave_away: int | None
    failures: int = 0  # games lost because the program failed

    @property
    def games(self) -> int:
        """How many games the player has played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The player's share of the points."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 per cent confidence interval of the player's score against these players."""
        return compute_wilson_interval(self.score, self.games)

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo match --json` prints of a place."""
        return {
            "player": self.player,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "score": self.score,
            "interval": list(self.interval),
            "move_count": self.moves,
            "given_away_count": self.gave_away,
            "failure_count": self.failures,
        }


@dataclass(frozen=True)
class RoundRobin:
    """The contests in the order of play, the players in the order of their scores."""

    game: str
    seed: int
    contests: tuple[Contest, ...]
    places: tuple[RoundRobinPlace, ...]

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo match --json` prints of more than two players."""
        return {
            "game": self.game,
            "seed": self.seed,
            "places": [place.as_json() for place in self.places],
            "contests": [contest.as_json() for contest in self.contests],
        }

    def __str__(self) -> str:
        each = self.contests[0].games
        wide = max(len(place.player) for place in self.places)
        lines = [f"{self.game}: {each:,} game{'s' * (each != 1)} for each pair, seed {self.seed}"]
        lines.append(f"{'':<{wide}}  {'won':>7} {'drawn':>7} {'lost':>7}  score")
        for place in self.places:
            low, high = place.interval
            given = (
                ""
                if place.moves is None
                else f"; gave away value with {place.gave_away:,} of {place.moves:,} moves"
            )
            failed = f"; failed in {place.failures:,} games, and lost them" if place.failures else ""
            lines.append(
                f"{place.player:<{wide}}  {place.won:>7,} {place.drawn:>7,} {place.lost:>7,}  "
                f"{place.score:.3f}, true in {low:.3f} to {high:.3f} (95%){given}{failed}"
            )
        return "\n".join(lines)


def play_round_robin(
    game: Game,
    players: Mapping[str, Player],
    *,
    games: int,
    seed: int,
    start: Position = START,
    solution: Solution | None = None,
) -> RoundRobin:
    """Play games between each two of several players, and rank them.

    Parameters
    ----------
    game : Game
        Game of two adversaries.
    players : mapping of str to Player
        Players by name, at least two.
    games : int
        Number of games of each pair.
    seed : int
        Seed of the random numbers.
    start : position, optional
        First position; default: the game's start.
    solution : Solution, optional
        Solution of the game, to count moves that gave away value.

    Returns
    -------
    RoundRobin
        The contests, and the `places` from the best score to the worst; `str` gives a text.

    Raises
    ------
    BadParameter
        For fewer than two players or one game.

    Examples
    --------
    >>> import zermelo
    >>> from zermelo.play.players.basic_players import random_player, perfect_player
    >>> solution = zermelo.solve("nim(heaps=(3, 4, 5))")
    >>> anybody = random_player(solution.game)
    >>> players = {"best": perfect_player(solution), "any": anybody, "other": anybody}
    >>> found = play_round_robin(solution.game, players, games=20, seed=1)
    >>> found.places[0].player, found.places[0].games
    ('best', 40)
    """
    if len(players) < 2:
        raise BadParameter(f"{len(players)} players are no round robin: give at least 2")
    contests = []
    for number, pair in enumerate(itertools.combinations(players, 2)):
        seated = [players[name] for name in pair]
        contests.append(
            play_contest(
                game, seated, games=games, seed=seed + number, names=pair, start=start, solution=solution
            )
        )
    places = sorted(
        (_combine_results_of_player(name, contests) for name in players), key=lambda place: -place.score
    )
    return RoundRobin(repr(game), seed, tuple(contests), tuple(places))


def _combine_results_of_player(name: str, contests: list[Contest]) -> RoundRobinPlace:
    own = [each for contest in contests for each in contest.standings if each.player == name]
    won, drawn, lost = (sum(each.count_results(word) for each in own) for word in ("win", "draw", "loss"))
    known = [each.mistakes for each in own if each.mistakes is not None]
    moves = sum(each.moves for each in known) if known else None
    gave_away = sum(each.count for each in known) if known else None
    return RoundRobinPlace(name, won, drawn, lost, moves, gave_away, sum(each.failures for each in own))
