"""Two sets of rules for one game, side by side: what a change of them changes, for whoever designs it.

Both are solved, and what is compared is what the report says of each: fairness, length, choice, openings,
and how many positions are decided. So boards need not be the same; but the games must be kin, as a table of
figures of two unrelated ones says nothing.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.values import Answer
from zermelo.play.report import Report, report
from zermelo.play.report_for_one import ReportForOne
from zermelo.query.solution import Solution
from zermelo.query.statistics import Statistics
from zermelo.work.store import source_of

VOCABULARY = ("zermelo.core.", "zermelo.tabletop.", "builtins", "typing", "abc")  # their classes make no kin
SLIGHT = 0.005  # a change of a share under this is none to speak of


class Row(NamedTuple):
    """One figure of both games; numbers as they are, `said` as a person reads them."""

    what: str
    first: Any
    second: Any
    said: tuple[str, str, str]  # of the first, of the second, and the change


@dataclass(frozen=True)
class Variants:
    """What is compared of two games, as rows of figures; `findings` says in sentences what changed."""

    first: str
    second: str
    rows: tuple[Row, ...]
    findings: tuple[str, ...]

    def __str__(self) -> str:
        heads = ("", "first", "second", "change")
        table = [heads, *((row.what, *row.said) for row in self.rows)]
        widths = [max(len(line[column]) for line in table) for column in range(4)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in table
        ]
        return "\n".join([f"first   {self.first}", f"second  {self.second}", "", *lines, "", *self.findings])

    def as_json(self) -> dict[str, Any]:
        """Return the object that `compare --json` prints of two sets of rules."""
        rows = [{"what": row.what, "first": row.first, "second": row.second} for row in self.rows]
        return {"first": self.first, "second": self.second, "rows": rows, "changes": list(self.findings)}


def variants(
    first: Solution,
    second: Solution,
    budget: Budget | None = None,
    *,
    games: int | None = None,
    seed: int = 1913,
) -> Variants:
    """Return what changes from one set of rules to another; both for two players, or both for one.

    Rates are those of `report`, with its `games` and `seed`. Raises `BadParameter` where the games are not
    kin: of one class, or one made from the other's, or both from a third.
    """
    if not are_kin(type(first.game), type(second.game)) or first.summary.alone != second.summary.alone:
        raise BadParameter(
            f"{first.game!r} and {second.game!r} are no variants of one game: compare games of one class, or "
            "of classes made from one another; --positions compares two tables, position by position"
        )
    same = repr(first.game) == repr(second.game)  # of two files, or of one that was changed
    named = source_of if same else repr
    names = named(first.game), named(second.game)
    one, other = (report(solution, budget, games=games, seed=seed) for solution in (first, second))
    if isinstance(one, ReportForOne) or isinstance(other, ReportForOne):
        return Variants(*names, _rows_for_one(one.statistics, other.statistics), ())
    return Variants(*names, tuple(_rows(one, other)), tuple(_findings(one, other)))


def are_kin(one: type, other: type) -> bool:
    """Return whether two classes of games have one in common, by its name, that is a game of its own.

    By its name, as a file may be read twice, and a copy of it be changed.

    >>> from zermelo.games.mnk import Mnk, TicTacToe
    >>> from zermelo.games.nim import Nim
    >>> are_kin(TicTacToe, Mnk), are_kin(Nim, Mnk)
    (True, False)
    """
    names = (
        {each.__qualname__ for each in kind.__mro__ if not each.__module__.startswith(VOCABULARY)}
        for kind in (one, other)
    )
    return bool(set.intersection(*names))


# Figures.


def _rows(one: Report, other: Report) -> list[Row]:
    random, erring = (2, 2), (1, 1)
    rows = [
        _answer("perfect play", one.statistics.answer, other.statistics.answer),
        _share("first scores, erring", _score(one, erring), _score(other, erring)),
        _share("first scores, random", _score(one, random), _score(other, random)),
        _share("draws, erring", one.tournament.results[1, 1, 1], other.tournament.results[1, 1, 1]),
        _share("draws, random", one.tournament.results[2, 2, 1], other.tournament.results[2, 2, 1]),
        _share("positions decided", _decided(one.statistics), _decided(other.statistics)),
        _share("a move matters", _matters(one.statistics), _matters(other.statistics)),
        _share("a single move keeps", _saving(one.statistics), _saving(other.statistics)),
        _number("plies, erring", one.tournament.plies[1, 1], other.tournament.plies[1, 1]),
        _number("plies, random", one.tournament.plies[2, 2], other.tournament.plies[2, 2]),
        _number("moves a position", one.statistics.mean_branching, other.statistics.mean_branching),
        _count("first moves", len(one.statistics.first_moves), len(other.statistics.first_moves)),
        _count("that keep the value", _keeping(one.statistics), _keeping(other.statistics)),
    ]
    before, after = _spread(one), _spread(other)
    if before is not None and after is not None:
        rows.append(_share("best over worst first move", before, after))
    rows.append(_count("positions", one.statistics.positions, other.statistics.positions))
    return rows


def _rows_for_one(one: Statistics, other: Statistics) -> tuple[Row, ...]:
    rows = [_answer("perfect play", one.answer, other.answer)]
    if one.hardest and other.hardest:
        rows.append(_count("hardest start, moves", one.hardest[0], other.hardest[0]))
        rows.append(_number("moves to solve one", _mean_moves(one), _mean_moves(other)))
    rows += [
        _share("dead ends", 1 - _solvable(one), 1 - _solvable(other)),
        _share("a move matters", _matters(one), _matters(other)),
        _number("moves a position", one.mean_branching, other.mean_branching),
        _count("positions", one.positions, other.positions),
    ]
    return tuple(rows)


def _score(made: Report, pair: tuple[int, int]) -> float:
    """Return the first player's wins and half the draws."""
    wins, draws, _ = made.tournament.results[pair]
    return float(wins + draws / 2)


def _decided(figures: Statistics) -> float:
    return 1 - figures.totals()["draw"] / figures.positions


def _solvable(figures: Statistics) -> float:
    return figures.totals()["win"] / figures.positions


def _matters(figures: Statistics) -> float:
    return figures.matters / max(1, figures.choices)


def _saving(figures: Statistics) -> float:
    return figures.saving / max(1, figures.choices)


def _keeping(figures: Statistics) -> int:
    return sum(each.answer.value == figures.answer.value for each in figures.first_moves)


def _spread(made: Report) -> float | None:
    """Return by how much the best first move scores more than the worst, between erring players."""
    scores = [each.score for each in made.tournament.first_moves]
    return max(scores) - min(scores) if scores else None


def _mean_moves(figures: Statistics) -> float:
    won = [(plies, count) for (value, plies), count in figures.answers.items() if value > 0 and plies]
    return sum(plies * count for plies, count in won) / max(1, sum(count for _, count in won))


# As a person reads them.


def _answer(what: str, one: Answer, other: Answer) -> Row:
    before, after = (math.inf if each.remoteness is None else each.remoteness for each in (one, other))
    change = "the same" if after == before else "longer" if after > before else "shorter"
    if one.value != other.value:
        change = "another result"
    return Row(what, one.as_json(), other.as_json(), (str(one), str(other), change))


def _share(what: str, one: float, other: float) -> Row:
    said = f"{100 * one:.1f}%", f"{100 * other:.1f}%", _signed(100 * (other - one))
    return Row(what, float(one), float(other), said)


def _number(what: str, one: float, other: float) -> Row:
    return Row(what, float(one), float(other), (f"{one:.1f}", f"{other:.1f}", _signed(other - one)))


def _count(what: str, one: int, other: int) -> Row:
    change = f"{other - one:+,}" if other != one else "the same"
    return Row(what, one, other, (f"{one:,}", f"{other:,}", change))


def _signed(change: float) -> str:
    return f"{change:+.1f}" if abs(change) >= 0.05 else "the same"


# Sentences.


def _findings(one: Report, other: Report) -> list[str]:
    found = []
    before, after = one.statistics.answer, other.statistics.answer
    if before.value != after.value:
        found.append(f"Perfect play was a {before} for the first player, and is a {after}.")
    fair = [abs(_score(each, (1, 1)) - 0.5) for each in (one, other)]
    if abs(fair[0] - fair[1]) < SLIGHT:
        found.append("Between erring players it is as fair as before.")
    else:
        is_fair = "fairer" if fair[1] < fair[0] else "less fair"
        scores = [f"{100 * _score(each, (1, 1)):.1f}%" for each in (one, other)]
        found.append(
            f"Between erring players it is {is_fair}: the first scores {scores[0]}, then {scores[1]}."
        )
    plies = [float(each.tournament.plies[1, 1]) for each in (one, other)]
    moves = [each.statistics.mean_branching for each in (one, other)]
    decided = [100 * _decided(each.statistics) for each in (one, other)]
    found += _sentence(("longer", "shorter"), plies, " plies between erring players")
    found += _sentence(("richer in moves", "poorer in moves"), moves, " moves a position")
    found += _sentence(("more decided", "more drawn"), decided, "% of positions are won for one side")
    return found


def _sentence(more_or_less: tuple[str, str], figures: list[float], unit: str) -> list[str]:
    before, after = figures
    if abs(after - before) < 0.05:
        return []
    return [f"It is {more_or_less[after < before]}: {before:.1f}, then {after:.1f}{unit}."]
