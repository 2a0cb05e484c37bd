"""A contest: many games between two players who change sides, with a confidence interval for the score.

The players begin in turn, and a seed makes the random moves repeatable. A game that repeats positions is
stopped after a number of plies and counted as a draw. The score is that of chess: a win is 1, a draw a half.
Its interval is Wilson's: all true rates that make the observed score plausible. Unlike the mean plus or minus
a number, it stays within 0 to 1, and it is not empty where every game was won. With draws the games vary less
than the interval assumes, so it is too wide rather than too narrow.

A program that fails to move loses that game, and is started again for the next. After `MOST_FAILURES` failed
games in a row it is not asked again, and loses the remaining games.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, EngineFailed
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position, position_to_json
from zermelo.core.requirements import check_players
from zermelo.core.values import outcome_word
from zermelo.play.matches.match import Match
from zermelo.play.matches.match_score import SIDES
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import Solution

NORMAL = 1.959964  # standard deviations that contain 95 per cent
MOST_KEPT = 100  # positions where a player gave away value, in JSON
MOST_SHOWN = 3  # in a text
MOST_FAILURES = 3  # failed games in a row, after which a program loses the others unasked


@dataclass
class MistakeCount:
    """Moves by which a player gave away value, by a solution: how many, and how often at each position."""

    moves: int = 0
    count: int = 0
    positions: Counter[tuple[Position, str]] = field(default_factory=Counter)  # with the move's name

    def lines(self, game: Game) -> list[str]:
        """Return how often the player gave away value, and where most often, as lines of text."""
        lines = [f"  gave away value with {self.count:,} of {self.moves:,} moves"]
        for (position, name), times in self.positions.most_common(MOST_SHOWN):
            where = f"    {name} at {describe_position(game, position)}"
            lines.append(where + (f", {times} times" if times > 1 else ""))
        return lines

    def as_json(self) -> list[dict[str, Any]]:
        """Return the positions where value was given away, most often first; up to 100."""
        return [
            {
                "position": position_to_json(position),
                "move": name,
                "times": n,
            }
            for (position, name), n in self.positions.most_common(MOST_KEPT)
        ]


@dataclass
class ContestStanding:
    """One player's results: `ends` [as first or second][win, draw or loss] counts games."""

    player: str
    ends: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    mistakes: MistakeCount | None = None  # None without a solution
    failures: int = 0  # games lost because the program failed
    in_a_row: int = 0  # failures in the most recent games, without a break
    failed: str | None = None  # the first failure

    def count_results(self, word: str) -> int:
        """Return how many games had this result: "win", "draw" or "loss"."""
        return self.ends[0][word] + self.ends[1][word]

    @property
    def games(self) -> int:
        """How many games the player has played."""
        return sum(map(self.count_results, ("win", "draw", "loss")))

    @property
    def score(self) -> float:
        """The player's share of the points: a win is 1, a draw a half."""
        return (self.count_results("win") + self.count_results("draw") / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 per cent confidence interval of the player's score."""
        return compute_wilson_interval(self.score, self.games)

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo match --json` prints of one player."""
        found: dict[str, Any] = {"player": self.player, **_result_counts_as_json(self.ends[0] + self.ends[1])}
        found |= {
            f"as_{side}": _result_counts_as_json(ends) for side, ends in zip(SIDES, self.ends, strict=True)
        }
        found |= {"score": self.score, "interval": list(self.interval)}
        found["move_count"] = None if self.mistakes is None else self.mistakes.moves
        found["given_away_count"] = None if self.mistakes is None else self.mistakes.count
        found["given_away"] = None if self.mistakes is None else self.mistakes.as_json()
        found |= {"failure_count": self.failures, "failed": self.failed}
        return found


@dataclass(frozen=True)
class Contest:
    """Games between two players: each one's results, the total length, and how many games were stopped.

    The first of `standings` is the player who began the first game.
    """

    game: Game
    seed: int
    standings: tuple[ContestStanding, ContestStanding]
    plies: int  # of all games together
    endless: int  # stopped games, which count as draws

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.standings[0].games

    def __str__(self) -> str:
        wide = max(len("  as second"), *(len(standing.player) for standing in self.standings))
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        lines = [f"{self.game!r}: {games}, seed {self.seed}"]
        lines.append(f"{'':<{wide}}  {'won':>7} {'drawn':>7} {'lost':>7}  score")
        for standing in self.standings:
            low, high = standing.interval
            counts = " ".join(f"{standing.count_results(word):>7,}" for word in ("win", "draw", "loss"))
            score = f"{standing.score:.3f}, true in {low:.3f} to {high:.3f} (95%)"
            lines.append(f"{standing.player:<{wide}}  {counts}  {score}")
            for side, ends in zip(SIDES, standing.ends, strict=True):
                counts = " ".join(f"{ends[word]:>7,}" for word in ("win", "draw", "loss"))
                lines.append(f"{'  as ' + side:<{wide}}  {counts}")
            lines += [] if standing.mistakes is None else standing.mistakes.lines(self.game)
            if standing.failed is not None:
                count = f"{standing.failures:,} game{'s' * (standing.failures != 1)}"
                lines.append(f"  failed in {count}, and lost: {standing.failed}")
        lines.append(f"mean length {self.plies / self.games:.1f} plies")
        if self.endless:
            lines[-1] += f"; {self.endless:,} repeated positions and were stopped as draws"
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo match --json` prints."""
        return {
            "game": repr(self.game),
            "games": self.games,
            "seed": self.seed,
            "first": self.standings[0].as_json(),
            "second": self.standings[1].as_json(),
            "mean_plies": self.plies / self.games,
            "broken_off": self.endless,
        }


def play_contest(
    game: Game,
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    names: Sequence[str] = ("one", "other"),
    start: Position = START,
    solution: Solution | None = None,
) -> Contest:
    """Play games between two players who take turns to begin.

    Parameters
    ----------
    game : Game
        Game of two adversaries.
    players : sequence of Player
        Two players; the first one begins the first game, the third, and so on.
    games : int
        Number of games.
    seed : int
        Seed of the random numbers.
    names : sequence of str, optional
        Names of the players.
    start : position, optional
        First position; default: the game's start.
    solution : Solution, optional
        Solution of the game, to count moves that gave away value.

    Returns
    -------
    Contest
        Standings of both, with confidence intervals; `str` gives a text. A program that fails loses the game.

    Raises
    ------
    BadParameter
        For fewer than one game.
    MissingCapability
        For games of more players.
    """
    if games < 1:
        raise BadParameter(f"{games} games are no match: play at least 1")
    check_players(game, "matches are", dice=True)
    chance = random.Random(seed)
    standings = [ContestStanding(name, mistakes=MistakeCount() if solution else None) for name in names]
    plies = endless = 0
    for number in range(games):
        order = (number % 2, 1 - number % 2)  # the player who begins, and the other
        match = Match(game, [as_position(game, start)])
        seated = [standings[each] for each in order]
        failed = _play_match(match, (players[order[0]], players[order[1]]), chance, seated)
        result = match.result() if failed is None else 2 * failed - 1
        plies, endless = plies + len(match.played), endless + (result is None)
        for side in range(2):
            value = (1 - 2 * side) * (match.lead if result is None else result)
            seated[side].ends[side][outcome_word(value)] += 1
        if solution is not None:
            _count_mistakes(match, solution, seated)
    return Contest(game, seed, (standings[0], standings[1]), plies, endless)


def _play_match(
    match: Match, players: tuple[Player, Player], rng: random.Random, standings: Sequence[ContestStanding]
) -> int | None:
    """Play a match to its end; return the side whose program failed to move, None where neither did."""
    given_up = [side for side in range(2) if standings[side].in_a_row >= MOST_FAILURES]
    failed = given_up[0] if given_up else None
    if failed is None:
        try:
            match.play_out(players, rng)
        except EngineFailed as error:
            failed = match.mover
            standings[failed].failed = standings[failed].failed or str(error)
    for side, standing in enumerate(standings):
        standing.failures += side == failed
        standing.in_a_row = standing.in_a_row + 1 if side == failed else 0
    return failed


def compute_wilson_interval(score: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 per cent for a score from so many games.

    Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> (
    ...     [round(bound, 4) for bound in compute_wilson_interval(0.5, 100)],
    ...     [round(bound, 4) for bound in compute_wilson_interval(1, 10)],
    ... )
    ([0.4038, 0.5962], [0.7225, 1.0])
    """
    squared = NORMAL * NORMAL / games
    middle = score + squared / 2
    half = NORMAL * math.sqrt(max(0.0, score * (1 - score)) / games + squared / (4 * games))
    return max(0.0, (middle - half) / (1 + squared)), min(1.0, (middle + half) / (1 + squared))


def _count_mistakes(match: Match, solution: Solution, standings: Sequence[ContestStanding]) -> None:
    """Count each side's moves, and those that gave away value; `standings` are those of first and second."""
    for side, standing in enumerate(standings):
        assert standing.mistakes is not None
        standing.mistakes.moves += match.count_moves(side)
    for mistake in match.find_mistakes(solution):
        noted = standings[mistake.mover].mistakes
        assert noted is not None
        noted.count += 1
        noted.positions[match.positions[mistake.ply - 1], mistake.played.name] += 1


def _result_counts_as_json(results: Counter[str]) -> dict[str, int]:
    return {"won": results["win"], "drawn": results["draw"], "lost": results["loss"]}
