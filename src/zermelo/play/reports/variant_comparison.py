"""Compare two sets of rules for one game: what changes from one to the other.

Both games are solved, and the figures of their reports are compared: fairness, length, choice, openings, and
the number of decided positions. The boards may differ, but the games must be related, because a table of two
unrelated games has no meaning.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Result, about
from zermelo.core.values import Answer
from zermelo.play.reports.game_report import GameReport, make_report
from zermelo.play.reports.payoff_report import PayoffReport
from zermelo.play.reports.puzzle_report import PuzzleReport
from zermelo.play.win_rates.tournament import KINDS
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import Statistics
from zermelo.solution.subgame_perfect_play import Equilibria
from zermelo.solver.solution_files.solution_store import source_of

GENERAL_MODULES = (
    "zermelo.core.",
    "zermelo.boards.board",
    "builtins",
    "typing",
    "abc",
)  # a common base among these does not relate two games
ANOTHER_RESULT = "another result"
SLIGHT_SHARE = 0.01  # a smaller change of a share is negligible
SLIGHT_PART = 0.05  # of any other number: a smaller part of the greater one is negligible


Figure = float | Answer | None


class VariantRow(Result, frozen=True, kw_only=True):
    """A figure of both games."""

    what: Annotated[str, about("what it is")]
    first: Annotated[Figure, about("a number, or the answer of the start")]
    second: Annotated[Figure, about("a number, or the answer of the start")]
    _texts: tuple[str, str, str]  # of the first, of the second, and the change
    _slight: float = 0.0  # a smaller difference is negligible

    @property
    def numbers(self) -> tuple[float, float]:
        """Both figures, which are numbers."""
        assert isinstance(self.first, int | float) and isinstance(self.second, int | float)
        return self.first, self.second


class VariantPhrases(NamedTuple):
    """The phrases of a sentence for a figure that is greater than before, smaller, or about the same."""

    greater: str
    smaller: str
    same: str
    unit: str = ""


SENTENCES = {
    "draws, erring": VariantPhrases(
        "A larger share of games between erring players is drawn",
        "A smaller share of games between erring players is drawn",
        "About the same share of games between erring players is drawn",
    ),
    "draws, random": VariantPhrases(
        "A larger share of games between random players is drawn",
        "A smaller share of games between random players is drawn",
        "About the same share of games between random players is drawn",
    ),
    "positions decided": VariantPhrases(
        "A larger share of positions is won for one side",
        "A smaller share of positions is won for one side",
        "About the same share of positions is won for one side",
    ),
    "one side has more to come": VariantPhrases(
        "In a larger share of positions one side has more points to come",
        "In a smaller share of positions one side has more points to come",
        "In about the same share of positions one side has more points to come",
    ),
    "a move matters": VariantPhrases(
        "In a larger share of positions with a choice some move loses value",
        "In a smaller share of positions with a choice some move loses value",
        "In about the same share of positions with a choice some move loses value",
    ),
    "plies, erring": VariantPhrases(
        "Games between erring players are longer",
        "Games between erring players are shorter",
        "Games between erring players are about as long",
        " plies",
    ),
    "moves a position": VariantPhrases(
        "There are more moves to choose from",
        "There are fewer moves to choose from",
        "There are about as many moves to choose from",
        " a position",
    ),
    "luck, random": VariantPhrases(
        "Between random players, dice cause a larger share of the variance of results",
        "Between random players, dice cause a smaller share of the variance of results",
        "Between random players, dice cause about the same share of the variance of results",
    ),
    "payoffs differ by, erring": VariantPhrases(
        "Between erring players the payoffs of the seats differ by more",
        "Between erring players the payoffs of the seats differ by less",
        "Between erring players the payoffs of the seats differ by about as much",
    ),
    "kingmaking": VariantPhrases(
        "In a larger share of positions with a choice the mover decides only what others get",
        "In a smaller share of positions with a choice the mover decides only what others get",
        "In about the same share of positions with a choice the mover decides only what others get",
    ),
    "hardest start, moves": VariantPhrases(
        "The hardest position needs more moves",
        "The hardest position needs fewer moves",
        "The hardest position needs about as many moves",
        " moves",
    ),
    "moves to solve one": VariantPhrases(
        "It takes more moves to solve one",
        "It takes fewer moves to solve one",
        "It takes about as many moves to solve one",
        " in the mean",
    ),
    "dead ends": VariantPhrases(
        "A larger share of positions is a dead end",
        "A smaller share of positions is a dead end",
        "About the same share of positions is a dead end",
    ),
}


class VariantComparison(Result, frozen=True, kw_only=True):
    """What another set of rules changes."""

    first: Annotated[str, about("the first game")]
    second: Annotated[str, about("the second game")]
    rows: Annotated[tuple[VariantRow, ...], about("figures of both")]
    changes: Annotated[tuple[str, ...], about("what changed, in sentences")]

    def __str__(self) -> str:
        heads = ("", "first", "second", "change")
        table = [heads, *((row.what, *row._texts) for row in self.rows)]
        widths = [max(len(line[column]) for line in table) for column in range(4)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in table
        ]
        return "\n".join([f"first   {self.first}", f"second  {self.second}", "", *lines, "", *self.changes])


def compare_variants(
    first: Solution | Equilibria,
    second: Solution | Equilibria,
    budget: Budget | None = None,
    *,
    games: int | None = None,
    seed: int = 1913,
) -> VariantComparison:
    """Return what changes from one set of rules to another; both of one kind.

    Rates are those of `make_report`, with its `games` and `seed`. Raises `BadParameter` where the games are
    not related: of one class, or one made from the other's, or both from a third.
    """
    if not are_games_related(type(first.game), type(second.game)):
        raise BadParameter(
            f"{first.game!r} and {second.game!r} are no variants of one game: compare games of one class, or "
            "of classes made from one another; --positions compares two tables, position by position"
        )
    same = repr(first.game) == repr(second.game)  # the games of two files, or of one file that was changed
    named = source_of if same else repr
    names = named(first.game), named(second.game)
    one, other = (make_report(solution, budget, games=games, seed=seed) for solution in (first, second))
    if isinstance(one, PuzzleReport) and isinstance(other, PuzzleReport):
        rows = _make_puzzle_rows(one.statistics, other.statistics)
    elif isinstance(one, GameReport) and isinstance(other, GameReport):
        rows = tuple(_make_rows(one, other))
    elif isinstance(one, PayoffReport) and isinstance(other, PayoffReport) and one.has_dice == other.has_dice:
        rows = tuple(_yield_payoff_rows(one, other))
    else:
        raise BadParameter(
            f"{names[0]} and {names[1]} are of different kinds: "
            "compare two with the same players, dice or payoffs"
        )
    return VariantComparison(first=names[0], second=names[1], rows=rows, changes=tuple(list_findings(rows)))


def are_games_related(one: type, other: type) -> bool:
    """Return whether two classes of games have a common base, by its name, that is itself a game.

    Names are compared because a file may be read twice, and a copy of it be changed.

    >>> from zermelo.games.lines.mnk import Mnk, TicTacToe
    >>> from zermelo.games.heaps.nim import Nim
    >>> are_games_related(TicTacToe, Mnk), are_games_related(Nim, Mnk)
    (True, False)
    """
    names = (
        {each.__qualname__ for each in kind.__mro__ if not each.__module__.startswith(GENERAL_MODULES)}
        for kind in (one, other)
    )
    return bool(set.intersection(*names))


# Figures.


def _make_rows(one: GameReport, other: GameReport) -> list[VariantRow]:
    random, erring = (2, 2), (1, 1)
    both = one.tournament, other.tournament
    margin = math.hypot(*(each.margin for each in both))  # of sampled rates
    rows = [
        _make_answer_row("perfect play", one.statistics.answer, other.statistics.answer),
        _make_share_row(
            "first scores, erring",
            _compute_first_player_score(one, erring),
            _compute_first_player_score(other, erring),
            margin,
        ),
        _make_share_row(
            "first scores, random",
            _compute_first_player_score(one, random),
            _compute_first_player_score(other, random),
            margin,
        ),
        _make_share_row("draws, erring", both[0].results[1, 1, 1], both[1].results[1, 1, 1], margin),
        _make_share_row("draws, random", both[0].results[2, 2, 1], both[1].results[2, 2, 1], margin),
    ]
    gains = {each.solution.summary.is_to_come for each in (one, other)}
    if len(gains) == 1:  # else the two games' values count different things
        what = "one side has more to come" if gains == {True} else "positions decided"
        rows.append(
            _make_share_row(
                what, _compute_decided_share(one.statistics), _compute_decided_share(other.statistics)
            )
        )
    rows += [
        _make_share_row(
            "a move matters",
            _compute_share_where_moves_matter(one.statistics),
            _compute_share_where_moves_matter(other.statistics),
        ),
        _make_share_row(
            "a single move keeps",
            _compute_share_with_single_saving_move(one.statistics),
            _compute_share_with_single_saving_move(other.statistics),
        ),
        _make_number_row("plies, erring", both[0].plies[1, 1], both[1].plies[1, 1], 0.5),
        _make_number_row("plies, random", both[0].plies[2, 2], both[1].plies[2, 2], 0.5),
        _make_number_row(
            "moves a position", one.statistics.mean_branching, other.statistics.mean_branching, 0.1
        ),
        _make_count_row("first moves", len(one.statistics.first_moves), len(other.statistics.first_moves)),
        _make_count_row(
            "that keep the value",
            _count_value_keeping_first_moves(one.statistics),
            _count_value_keeping_first_moves(other.statistics),
        ),
    ]
    before, after = _compute_first_move_spread(one), _compute_first_move_spread(other)
    if before is not None and after is not None:
        rows.append(_make_share_row("best over worst first move", before, after))
    rows.append(_make_count_row("positions", one.statistics.positions, other.statistics.positions))
    return rows


def _make_puzzle_rows(one: Statistics, other: Statistics) -> tuple[VariantRow, ...]:
    rows = [_make_answer_row("perfect play", one.answer, other.answer)]
    if one.hardest and other.hardest:
        rows.append(_make_count_row("hardest start, moves", one.hardest[0], other.hardest[0]))
        rows.append(_make_number_row("moves to solve one", one.mean_moves, other.mean_moves, 0.5))
    rows += [
        _make_share_row("dead ends", 1 - _compute_solvable_share(one), 1 - _compute_solvable_share(other)),
        _make_share_row(
            "a move matters", _compute_share_where_moves_matter(one), _compute_share_where_moves_matter(other)
        ),
        _make_number_row("moves a position", one.mean_branching, other.mean_branching, 0.1),
        _make_count_row("positions", one.positions, other.positions),
    ]
    return tuple(rows)


def _yield_payoff_rows(one: PayoffReport, other: PayoffReport) -> Iterator[VariantRow]:
    pairs = {kind: (one.find_expected(kind), other.find_expected(kind)) for kind in KINDS}
    for kind, (before, after) in pairs.items():
        if one.decisive and other.decisive:
            wins = before.win_probability, after.win_probability
            yield _make_share_row(f"first scores, {kind}", *wins)
        elif one.has_dice:
            yield _make_number_row(f"first expects, {kind}", before.payoffs[0], after.payoffs[0], 0.05, 3)
        else:
            for number, payoffs in enumerate(zip(before.payoffs, after.payoffs, strict=False), 1):
                yield _make_number_row(f"player {number} expects, {kind}", *payoffs, 0.05, 3)
            yield _make_number_row(f"payoffs differ by, {kind}", before.spread, after.spread, 0.05, 3)
    for kind in KINDS[1:]:
        before, after = pairs[kind]
        if before.luck is not None and after.luck is not None:  # else a result does not vary
            yield _make_share_row(f"luck, {kind}", before.luck, after.luck)
    choices = [max(1, each.decisions) for each in (one, other)]
    yield _make_share_row("a move matters", one.matters / choices[0], other.matters / choices[1])
    if not one.has_dice:
        yield _make_share_row("kingmaking", one.kingmakers / choices[0], other.kingmakers / choices[1])
    for kind, (before, after) in pairs.items():
        yield _make_number_row(f"plies, {kind}", before.plies, after.plies, 0.5)
    yield _make_number_row("moves a position", one.mean_moves, other.mean_moves, 0.1)
    yield _make_count_row("positions", one.positions, other.positions)


def _compute_first_player_score(report: GameReport, pair: tuple[int, int]) -> float:
    """Return the first player's wins and half the draws."""
    wins, draws, _ = report.tournament.results[pair]
    return float(wins + draws / 2)


def _compute_decided_share(figures: Statistics) -> float:
    return 1 - figures.draws / figures.positions


def _compute_solvable_share(figures: Statistics) -> float:
    return figures.wins / figures.positions


def _compute_share_where_moves_matter(figures: Statistics) -> float:
    return figures.matters / max(1, figures.choices)


def _compute_share_with_single_saving_move(figures: Statistics) -> float:
    return figures.saving / max(1, figures.choices)


def _count_value_keeping_first_moves(figures: Statistics) -> int:
    return sum(each.answer.value == figures.answer.value for each in figures.first_moves)


def _compute_first_move_spread(report: GameReport) -> float | None:
    """Return the score of the best first move minus that of the worst, between erring players."""
    scores = [each.score for each in report.tournament.first_moves]
    return max(scores) - min(scores) if scores else None


# Texts of the rows.


def _make_answer_row(label: str, one: Answer, other: Answer) -> VariantRow:
    plies, then = (math.inf if each.remoteness is None else each.remoteness for each in (one, other))
    change = "the same" if then == plies else "longer" if then > plies else "shorter"
    if one.value != other.value:
        change = ANOTHER_RESULT
    return VariantRow(what=label, first=one, second=other, _texts=(str(one), str(other), change))


def _make_share_row(label: str, one: float, other: float, margin: float = 0.0) -> VariantRow:
    """Return a share of 1 as a row; `margin` is the possible error of the difference."""
    said = _make_rounded_texts_and_change(100 * one, 100 * other)
    return VariantRow(
        what=label,
        first=float(one),
        second=float(other),
        _texts=(f"{said[0]}%", f"{said[1]}%", said[2]),
        _slight=max(SLIGHT_SHARE, margin),
    )


def _make_number_row(label: str, one: float, other: float, slight: float, digits: int = 1) -> VariantRow:
    """Return a number with so many decimals as a row; a difference under `slight` is negligible."""
    return VariantRow(
        what=label,
        first=float(one),
        second=float(other),
        _texts=_make_rounded_texts_and_change(one, other, digits),
        _slight=max(slight, SLIGHT_PART * max(one, other)),
    )


def _make_count_row(label: str, one: int, other: int) -> VariantRow:
    change = f"{other - one:+,}" if other != one else "the same"
    return VariantRow(
        what=label,
        first=one,
        second=other,
        _texts=(f"{one:,}", f"{other:,}", change),
        _slight=max(1.0, SLIGHT_PART * max(one, other)),
    )


def _make_rounded_texts_and_change(one: float, other: float, digits: int = 1) -> tuple[str, str, str]:
    """Return two numbers rounded to so many decimals, and the change between the rounded numbers."""
    before, after = f"{one:.{digits}f}", f"{other:.{digits}f}"
    change = "the same" if before == after else f"{float(after) - float(before):+.{digits}f}"
    return before, after, change


# Sentences: each describes one row, and only what the row shows.


def list_findings(rows: Sequence[VariantRow]) -> list[str]:
    """Return the findings as sentences, each from one row of figures, with the row's figures.

    A negligible difference counts as about the same. Other rows have no sentence.
    """
    spoken = {*SENTENCES, "perfect play", "first scores, erring"}
    return [_format_finding(row) for row in rows if row.what in spoken]


def _format_finding(row: VariantRow) -> str:
    before, after, _ = row._texts
    if row.what == "perfect play":
        result = "another" if row._texts[2] == ANOTHER_RESULT else "the same"
        return f"Perfect play has {result} result for the player who begins: {before}, then {after}."
    if row.what == "first scores, erring":
        away, then = (abs(score - 0.5) for score in row.numbers)
        is_fair = ("fairer", "less fair", "about as fair")[_find_comparison_index(then, away, row._slight)]
        return f"Between erring players it is {is_fair}: the first scores {before}, then {after}."
    phrases = SENTENCES[row.what]
    said = phrases[_find_comparison_index(*row.numbers, row._slight)]
    return f"{said}: {before}, then {after}{phrases.unit}."


def _find_comparison_index(before: float, after: float, slight: float) -> int:
    """Return 0 where a number is greater than before, 1 where it is smaller, 2 where it is about the same."""
    if before == after or abs(after - before) < slight:
        return 2
    return int(after < before)
