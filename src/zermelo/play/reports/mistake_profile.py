"""A mistake profile: a player's mistakes by the distance to the end under best play, one rung per distance.

At each position the player's moves are compared with every perfect move: how often the player gives away
value, and how much of it. A position at which no move gives away value is no decision. The profile also has
the figures of a random player. Far from the end there are often fewer ways to err, and more moves that look
alike.

With dice the distance is the number of moves that perfect play takes on average, rounded; throws are not
counted. A move errs where it loses more than the solver's error.

All positions that play can reach are visited. Where there are too many, the profile covers positions from
random games, and a seed makes them repeatable.
"""

import math
import random
from collections.abc import Mapping
from typing import Annotated

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.result import Count, GameInput, Names, PositionJson, Result, about
from zermelo.core.notation.wording import format_share, format_table_lines, shorten_text
from zermelo.core.requirements import check_question
from zermelo.draw.charts.curve_chart import rate_curves_svg
from zermelo.draw.charts.terminal_chart import draw_terminal_chart
from zermelo.play.matches.match import Match
from zermelo.play.move_probabilities import read_move_probabilities
from zermelo.play.players.basic_players import Player
from zermelo.play.win_rates.expected_payoffs import compute_expected_plies
from zermelo.solution.solution import MoveAnswer, Solution
from zermelo.solver.graph.discovery import Exploration

MOST_POSITIONS = 10_000  # visited, by default
MOST_PLIES = 200  # of a random game
SEED = 1913
LONGEST_NAME = 20  # characters of the player's name, beside a chart
SLACK = 1e-9  # rounding of an expectation: half a ply is rounded up on every machine
MOST_SHOWN = 5  # positions at which most value is given away


class DistanceMistakes(Result, frozen=True, kw_only=True):
    """A player's mistakes at so many plies from the end."""

    remoteness: Annotated[
        Count | None,
        about("plies to the end, with dice as expected; null where play need not end, or of all together"),
    ]
    positions: Annotated[Count, about("that were looked at")]
    decisions: Annotated[Count, about("of these, where some move gives away value")]
    error_rate: Annotated[float, about("the share of decisions at which the player gives some away")]
    mean_given_away: Annotated[
        float, about("how much, in the mean of all decisions: 2 from a win to a loss, else points")
    ]
    slow: Annotated[float, about("positions where the player keeps the value and loses time, as expected")]
    chance_rate: Annotated[float, about("the error rate of a player who makes each move equally often")]


class WorstPosition(Result, frozen=True, kw_only=True):
    """A position at which the player gives away value."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    given_away: Annotated[float, about("as expected")]
    remoteness: Annotated[
        Count | None, about("plies to the end, with dice as expected; null where play need not end")
    ]
    kept_by: Annotated[Names, about("the moves that give away nothing")]
    _game: Game

    def __str__(self) -> str:
        where, kept = describe_position(self._game, self.position), ", ".join(self.kept_by)
        return f"{where}: {self.given_away:.3g} given away, kept by {kept}"


class MistakeProfile(Result, frozen=True, kw_only=True):
    """How a player's mistakes go with the distance to the end."""

    game: GameInput
    player: Annotated[str, about("the player's name")]
    sampled: Annotated[bool, about("whether only positions that random play meets were looked at; else all")]
    seed: Annotated[int | None, about("of that play; null where all were looked at")]
    rungs: Annotated[tuple[DistanceMistakes, ...], about("by plies to the end, endless play last")]
    all: Annotated[DistanceMistakes, about("all rungs together")]
    worst: Annotated[tuple[WorstPosition, ...], about("where most is given away")]

    @property
    def main_finding(self) -> str:
        """The main finding, in a few words."""
        told = [rung for rung in self.rungs if rung.decisions]
        if not any(rung.error_rate for rung in told):
            return f"{self.player} never errs" + (" where it was asked" if self.sampled else "")
        most = max(told, key=lambda rung: rung.error_rate)
        whole = self.all
        return (
            f"{self.player} errs at {format_share(whole.error_rate)} of {whole.decisions:,} "
            f"decision{'s' * (whole.decisions != 1)}, most often {_describe_distance(most.remoteness)}: "
            f"{format_share(most.error_rate)} of {most.decisions:,}"
        )

    @property
    def visited_positions_text(self) -> str:
        """The description of the visited positions."""
        count = f"{self.all.positions:,} positions"
        if self.sampled:
            return f"{count} that games at random have met, seed {self.seed}"
        return f"all {count} with a move"

    def draw_chart(self) -> str:
        """Return the error rates by remoteness as SVG; raises `MissingExtra` without matplotlib."""
        return rate_curves_svg(
            self.main_finding,
            f"{self.game}, {self.visited_positions_text}",
            *self._compute_distances_and_curves(),
            across="plies to the end, under best play",
            upwards="decisions that give away value, %",
        )

    def text_chart(self, *, blocks: bool = True) -> str:
        """Return the chart in a few lines of text, of block characters or in ASCII."""
        return draw_terminal_chart(
            "",
            "decisions that give away value",
            *self._compute_distances_and_curves(),
            across="plies to the end",
            show=lambda rate: format_share(rate / 100),
            blocks=blocks,
        )

    def _compute_distances_and_curves(self) -> tuple[list[int], dict[str, list[float]]]:
        told = [rung for rung in self.rungs if rung.decisions and rung.remoteness is not None]
        return [rung.remoteness or 0 for rung in told], {
            shorten_text(self.player, LONGEST_NAME): [100 * rung.error_rate for rung in told],
            "any move": [100 * rung.chance_rate for rung in told],
        }

    def __str__(self) -> str:
        rows: list[tuple[str, ...]] = [
            ("plies", "positions", "decisions", "errs", "gives away", "slow", "any move errs")
        ]
        rows += [
            _format_row_cells(str(rung.remoteness) if rung.remoteness is not None else "no end", rung)
            for rung in self.rungs
        ]
        rows.append(_format_row_cells("all", self.all))
        lines = [*format_table_lines(rows), *(f"worst at {each}" for each in self.worst[:1])]
        return "\n".join([f"{self.game}: {self.main_finding}", self.visited_positions_text, *lines])


def _format_row_cells(name: str, rung: DistanceMistakes) -> tuple[str, ...]:
    if not rung.decisions:
        return name, f"{rung.positions:,}", "0", "", "", f"{rung.slow:,.1f}", ""
    return (
        name,
        f"{rung.positions:,}",
        f"{rung.decisions:,}",
        format_share(rung.error_rate),
        f"{rung.mean_given_away:.3f}",
        f"{rung.slow:,.1f}",
        format_share(rung.chance_rate),
    )


def _describe_distance(remoteness: int | None) -> str:
    if remoteness is None:
        return "where play need not end"
    return f"{remoteness} {'ply' if remoteness == 1 else 'plies'} from the end"


def profile_mistakes(
    player: Player,
    solution: Solution,
    *,
    name: str = "the player",
    most: int = MOST_POSITIONS,
    seed: int = SEED,
    budget: Budget | None = None,
) -> MistakeProfile:
    """Find how often a player errs, by the distance to the end.

    Parameters
    ----------
    player : Player
        Player, who is asked once at each position.
    solution : Solution
        Solution of the game, with remoteness.
    name : str, default "the player"
        Name of the player in texts.
    most : int
        Number of positions; where more can be reached, so many are drawn from random games.
    seed : int
        Seed of these games.
    budget : Budget, optional
        Memory and time that may be used.

    Returns
    -------
    MistakeProfile
        Error rates by remoteness, and the worst positions; `str` gives a text.

    Raises
    ------
    MissingCapability
        For games of more players, and where only values are known.
    IllegalMove
        Where the player makes no move.
    OutOfBudget
        With dice, where the game's graph is too large for distances.

    Examples
    --------
    >>> import zermelo
    >>> from zermelo.play.players.basic_players import random_player
    >>> solution = zermelo.solve("subtraction(heap=6)")
    >>> found = profile_mistakes(random_player(solution.game), solution)
    >>> [(rung.remoteness, rung.decisions, round(rung.error_rate, 2)) for rung in found.rungs]
    [(1, 2, 0.58), (2, 0, 0.0), (3, 2, 0.67)]
    """
    budget = budget or Budget()
    check_question(solution.game, "ladder")
    find_distance = None
    if solution.summary.answer.is_expected:
        find_distance = compute_expected_plies(solution.game, budget)
    else:
        solution.require_remoteness("a ladder")
    if not (type(most) is int and most >= 1):
        raise BadParameter(f"most={most!r} positions cannot be looked at: give a number from 1")
    positions = _list_all_positions(solution.game, most, budget)
    sampled = positions is None
    rungs: dict[int | None, list[float]] = {}  # by remoteness
    worst: list[WorstPosition] = []
    for number, position in enumerate(positions or _sample_positions(solution.game, most, seed)):
        if number % 64 == 0:
            budget.report("ladder", number, most if positions is None else len(positions))
        answers = solution.moves(position)
        if not answers:
            continue
        remoteness = answers[0].answer.remoteness
        if find_distance is not None:
            remoteness = math.floor(find_distance(position) + 0.5 + SLACK)
        found, judged = _measure_mistakes_at_position(
            solution, position, answers, player(position), remoteness
        )
        counts = rungs.setdefault(remoteness, [0.0] * 6)
        for place, count in enumerate(found):
            counts[place] += count
        if judged.given_away > 0:
            worst.append(judged)
    worst.sort(key=lambda each: -each.given_away)
    order = sorted(rungs, key=lambda remoteness: (remoteness is None, remoteness or 0))
    total = [sum(each) for each in zip(*(rungs[key] for key in order), strict=True)] or [0] * 6
    return MistakeProfile(
        game=repr(solution.game),
        player=name,
        sampled=sampled,
        seed=seed if sampled else None,
        rungs=tuple(_make_rung(key, *rungs[key]) for key in order),
        all=_make_rung(None, *total),
        worst=tuple(worst[:MOST_SHOWN]),
    )


def _make_rung(
    remoteness: int | None,
    positions: float,
    decisions: float,
    errors: float,
    given_away: float,
    slow: float,
    chance_errors: float,
) -> DistanceMistakes:
    """Return a rung from expected counts; `chance_errors` are those of a random player."""
    return DistanceMistakes(
        remoteness=remoteness,
        positions=int(positions),
        decisions=int(decisions),
        error_rate=errors / decisions if decisions else 0.0,
        mean_given_away=given_away / decisions if decisions else 0.0,
        slow=slow,
        chance_rate=chance_errors / decisions if decisions else 0.0,
    )


def _measure_mistakes_at_position(
    solution: Solution,
    position: Position,
    answers: list[MoveAnswer],
    given: Mapping[Move, float],
    remoteness: int | None,
) -> tuple[tuple[float, ...], WorstPosition]:
    """Return what one position adds to the counts of its rung, and the value given away there."""
    best = answers[0].answer
    lost = {answer.move: best.value - answer.answer.value for answer in answers}
    lost = {move: loss if loss > solution.value_tolerance else 0 for move, loss in lost.items()}
    shares = read_move_probabilities(solution.game, position, given, list(lost))
    wrong = sum(share for move, share in shares.items() if lost[move])
    given_away = sum(share * lost[move] for move, share in shares.items())
    perfect = {answer.move for answer in answers if answer.answer.remoteness == best.remoteness}
    slow = sum(share for move, share in shares.items() if not lost[move] and move not in perfect)
    erring = sum(map(bool, lost.values()))
    kept = tuple(answer.name for answer in answers if not lost[answer.move])
    found = (1, erring > 0, wrong, given_away, slow, erring / len(lost))
    return found, WorstPosition(
        position=position,
        given_away=given_away,
        remoteness=remoteness,
        kept_by=kept,
        _game=solution.game,
    )


def _list_all_positions(game: Game, most: int, budget: Budget) -> list[Position] | None:
    """Return every position that play can reach, None where there are more than `most`."""
    walk = Exploration(game, bounded=False)
    for _ in walk.explore_positions(lambda met: budget.report("positions", met)):
        if len(walk.nodes) > most:
            return None
    return list(walk.nodes)


def _sample_positions(game: Game, most: int, seed: int) -> list[Position]:
    """Return up to `most` different positions with a move, from random games."""
    chance, met = random.Random(seed), dict[Position, None]()
    starts = list(game.starts())
    for _ in range(most):  # a game adds at least one, or there are no more
        match = Match(game, [chance.choice(starts)])
        for _ in range(MOST_PLIES):
            if match.throws():  # which need not end either
                match.throw(chance)
                continue
            moves = match.moves()
            if not moves:
                break
            met[match.position] = None
            if len(met) == most:
                return list(met)
            match.play(chance.choice(moves))
    return list(met)
