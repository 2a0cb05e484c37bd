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
from typing import Annotated, Any, Self

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, EngineFailed
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, GameInput, PositionJson, Result, about
from zermelo.core.notation.wording import SIDES
from zermelo.core.requirements import check_question
from zermelo.core.values import outcome_word
from zermelo.play.matches.match import Match
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import Solution

NORMAL = 1.959964  # standard deviations that contain 95 per cent
MOST_KEPT = 100  # positions where a player gave away value, in JSON
MOST_SHOWN = 3  # in a text
RESULTS = ("win", "draw", "loss")
MOST_FAILURES = 3  # failed games in a row, after which a program loses the others unasked


class GamesPlayed(Result, frozen=True, kw_only=True):
    """How many games ended how."""

    won: Annotated[Count, about("games that are won")]
    drawn: Annotated[Count, about("those that are drawn")]
    lost: Annotated[Count, about("those that are lost")]

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost


class PlayerScore(GamesPlayed, frozen=True, kw_only=True):
    """How a player fared against all others."""

    player: Annotated[str, about("the player's name")]
    score: Annotated[float, about("the player's share of the points: a win is 1, a draw a half")]
    interval: Annotated[tuple[float, float], about("limits of the score, with 95 per cent confidence")]
    move_count: Annotated[
        Count | None,
        about("moves that the player made where a solution gives their values; null without one"),
    ]
    given_away_count: Annotated[
        Count | None, about("of these, moves that gave away value; null without a solution")
    ]
    failure_count: Annotated[Count, about("games that the player lost as a program that failed to move")]

    @classmethod
    def from_games(cls, won: int, drawn: int, lost: int, **fields: Any) -> Self:
        """Return the score of a player with so many games won, drawn and lost."""
        games = won + drawn + lost
        score = (won + drawn / 2) / games
        interval = compute_wilson_interval(score, games)
        return cls(won=won, drawn=drawn, lost=lost, score=score, interval=interval, **fields)

    @property
    def score_text(self) -> str:
        """The columns of the games, and the score with its interval."""
        low, high = self.interval
        return f"{format_games(self)}  {self.score:.3f}, true in {low:.3f} to {high:.3f} (95%)"


class RepeatedMistake(Result, frozen=True, kw_only=True):
    """A move that gave away value."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    move: Annotated[str, about("the move's name, meaningful in its position")]
    times: Annotated[Count, about("how often")]


class ContestStanding(PlayerScore, frozen=True, kw_only=True):
    """How a player fared."""

    as_first: Annotated[GamesPlayed, about("the games that the player began")]
    as_second: Annotated[GamesPlayed, about("the others")]
    given_away: Annotated[
        tuple[RepeatedMistake, ...] | None,
        about("where value was given away, most often first; null without a solution"),
    ]
    failed: Annotated[str | None, about("how it failed first; null where it did not")]

    def list_mistakes(self, game: Game) -> list[str]:
        """Return how often the player gave away value, and where most often, as lines of text."""
        lines = [f"  gave away value with {self.given_away_count:,} of {self.move_count:,} moves"]
        for each in (self.given_away or ())[:MOST_SHOWN]:
            where = f"    {each.move} at {describe_position(game, each.position)}"
            lines.append(where + (f", {each.times} times" if each.times > 1 else ""))
        return lines


@dataclass
class _Tally:
    """One player's games so far: `ends` [as first or second][win, draw or loss] counts them."""

    player: str
    judged: bool  # whether a solution gives the values of moves
    ends: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    moves: int = 0
    mistakes: Counter[tuple[Position, str]] = field(default_factory=Counter)  # with the move's name
    failures: int = 0  # games lost because the program failed
    in_a_row: int = 0  # failures in the most recent games, without a break
    failed: str | None = None  # the first failure

    def make_standing(self) -> ContestStanding:
        """Return the player's results."""
        first, second = ([ends[word] for word in RESULTS] for ends in self.ends)
        return ContestStanding.from_games(
            *map(sum, zip(first, second, strict=True)),
            player=self.player,
            as_first=GamesPlayed(won=first[0], drawn=first[1], lost=first[2]),
            as_second=GamesPlayed(won=second[0], drawn=second[1], lost=second[2]),
            move_count=self.moves if self.judged else None,
            given_away_count=self.mistakes.total() if self.judged else None,
            given_away=tuple(
                RepeatedMistake(position=position, move=name, times=times)
                for (position, name), times in self.mistakes.most_common(MOST_KEPT)
            )
            if self.judged
            else None,
            failure_count=self.failures,
            failed=self.failed,
        )


class Contest(Result, frozen=True, kw_only=True):
    """Games between two players."""

    game: GameInput
    games: Annotated[Count, about("how many")]
    seed: Annotated[int, about("of what is drawn")]
    first: Annotated[ContestStanding, about("of the player who began the first game")]
    second: Annotated[ContestStanding, about("of the other player")]
    mean_plies: Annotated[float, about("of a game")]
    broken_off: Annotated[Count, about("games that repeated positions and were stopped, as draws")]
    _game: Game

    @property
    def standings(self) -> tuple[ContestStanding, ContestStanding]:
        """The results of both players."""
        return self.first, self.second

    def __str__(self) -> str:
        wide = max(len("  as second"), *(len(standing.player) for standing in self.standings))
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        lines = [f"{self.game}: {games}, seed {self.seed}"]
        lines.append(f"{'':<{wide}}  {'won':>7} {'drawn':>7} {'lost':>7}  score")
        for standing in self.standings:
            lines.append(f"{standing.player:<{wide}}  {standing.score_text}")
            for side, ends in zip(SIDES, (standing.as_first, standing.as_second), strict=True):
                lines.append(f"{'  as ' + side:<{wide}}  {format_games(ends)}")
            lines += [] if standing.given_away is None else standing.list_mistakes(self._game)
            if standing.failed is not None:
                count = f"{standing.failure_count:,} game{'s' * (standing.failure_count != 1)}"
                lines.append(f"  failed in {count}, and lost: {standing.failed}")
        lines.append(f"mean length {self.mean_plies:.1f} plies")
        if self.broken_off:
            lines[-1] += f"; {self.broken_off:,} repeated positions and were stopped as draws"
        return "\n".join(lines)


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
    check_question(game, "contest")
    chance = random.Random(seed)
    tallies = [_Tally(name, judged=solution is not None) for name in names]
    plies = endless = 0
    for number in range(games):
        order = (number % 2, 1 - number % 2)  # the player who begins, and the other
        match = Match(game, [as_position(game, start)])
        seated = [tallies[each] for each in order]
        failed = _play_match(match, (players[order[0]], players[order[1]]), chance, seated)
        result = match.result() if failed is None else 2 * failed - 1
        plies, endless = plies + len(match.played), endless + (result is None)
        for side in range(2):
            value = (1 - 2 * side) * (match.lead if result is None else result)
            seated[side].ends[side][outcome_word(value)] += 1
        if solution is not None:
            _tally_mistakes(match, solution, seated)
    first, second = (tally.make_standing() for tally in tallies)
    return Contest(
        game=repr(game),
        games=games,
        seed=seed,
        first=first,
        second=second,
        mean_plies=plies / games,
        broken_off=endless,
        _game=game,
    )


def _play_match(
    match: Match, players: tuple[Player, Player], rng: random.Random, tallies: Sequence[_Tally]
) -> int | None:
    """Play a match to its end; return the side whose program failed to move, None where neither did."""
    given_up = [side for side in range(2) if tallies[side].in_a_row >= MOST_FAILURES]
    failed = given_up[0] if given_up else None
    if failed is None:
        try:
            match.play_out(players, rng)
        except EngineFailed as error:
            failed = match.mover
            tallies[failed].failed = tallies[failed].failed or str(error)
    for side, tally in enumerate(tallies):
        tally.failures += side == failed
        tally.in_a_row = tally.in_a_row + 1 if side == failed else 0
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


def _tally_mistakes(match: Match, solution: Solution, tallies: Sequence[_Tally]) -> None:
    """Count each side's moves, and those that gave away value; `tallies` are those of first and second."""
    for side, tally in enumerate(tallies):
        tally.moves += match.count_moves(side)
    for mistake in match.find_mistakes(solution):
        where = match.positions[mistake.ply - 1], mistake.played.name
        tallies[mistake.mover].mistakes[where] += 1


def format_games(games: GamesPlayed) -> str:
    """Return columns of the games won, drawn and lost."""
    return " ".join(f"{count:>7,}" for count in (games.won, games.drawn, games.lost))
