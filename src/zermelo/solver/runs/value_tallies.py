"""Count solved positions by value, over whole symmetry classes, and make the summary."""

from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.guards.symmetry_classes import (
    are_starts_closed_under_symmetry,
    build_representative_function,
)
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import measure_peak_memory
from zermelo.core.errors import BadRules
from zermelo.core.game import Game
from zermelo.core.values import NO_END, ROUNDING, UNTIMED
from zermelo.solver.graph.chance_graph import count_expected_outcomes_of_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.backward_pass import build_tally_values_kernel
from zermelo.solver.methods.answer_codes import REST
from zermelo.solver.records.solution_records import Records
from zermelo.solver.records.solve_summary import Summary, make_summary

PART = 1 << 22  # answers counted at once
CODES = 1 << 18  # codes: NumPy makes eight bytes of each to count them
CHANCES = "backward induction with chances"
LOOPS = "value iteration"
ENDLESS = "value iteration with endless play worth 0"
INDEXED = "value iteration over a perfect index"


class ValueTally(NamedTuple):
    """Counts of positions as their own movers see them, and the greatest remoteness."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int = 0

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.wins + self.draws + self.losses

    def __add__(self, other: Any) -> "ValueTally":
        return ValueTally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            max(self.longest, other.longest),
        )


def tally_tier(program: Program, keys: Any, answers: Any, shift: int, workers: Workers) -> ValueTally:
    """Return the tally of a tier of packed answers, or of expectations."""
    if answers.dtype.kind == "f":
        return ValueTally(*count_expected_outcomes_of_keys(program, keys, answers))
    kernel = program.kernel(build_tally_values_kernel)

    def tally_span(begin: int, end: int) -> ValueTally:
        totals = np.zeros(5, np.int64)
        kernel(keys, answers, begin, end, shift, totals)
        return ValueTally(*(int(total) for total in totals[:4]))

    return sum(workers.map_spans(tally_span, len(keys)), ValueTally())


def tally_ranked_answers(answers: Any, shift: int, blank: int) -> ValueTally:
    """Return the tally of a perfect index's packed answers: each legal index is one position."""
    total = ValueTally()
    rest = (1 << shift) - 1
    for begin in range(0, len(answers), PART):
        part = answers[begin : begin + PART]
        part = part[part != blank + 1]
        values, remoteness = part >> shift, part & rest
        ends = remoteness[remoteness != rest]
        wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
        longest = int(ends.max()) if len(ends) else 0
        total += ValueTally(wins, len(part) - wins - losses, losses, longest)
    return total


def tally_ranked_expectations(values: Any) -> ValueTally:
    """Return the tally of a perfect index's expectations, NaN where there is no position."""
    wins, losses = int(np.count_nonzero(values >= ROUNDING)), int(np.count_nonzero(values <= -ROUNDING))
    return ValueTally(wins, int(np.count_nonzero(~np.isnan(values))) - wins - losses, losses)


def tally_coded_answers(codes: Any, pairs: list[tuple[int, int, int]]) -> ValueTally:
    """Return the tally of a perfect index's codes; `pairs` has the (code, value, remoteness) of each."""
    counts = np.zeros(1 + max((code for code, _, _ in pairs), default=0), np.int64)
    for begin in range(0, len(codes), CODES):
        found = np.bincount(codes[begin : begin + CODES])
        counts[: len(found)] += found[: len(counts)]
    known = [(int(counts[code]), value, remoteness) for code, value, remoteness in pairs if counts[code]]
    return ValueTally(
        sum(count for count, value, _ in known if value > 0),
        sum(count for count, value, _ in known if value == 0),
        sum(count for count, value, _ in known if value < 0),
        max((remoteness for _, _, remoteness in known if remoteness != REST), default=0),
    )


def find_start_answer(game: Game, records: Records) -> tuple[Any, int]:
    """Return the first start's value and remoteness; raises `BadRules` where an index does not have it."""
    found = records.find(build_representative_function(game)(next(iter(game.starts()))))
    if found is None:
        raise BadRules(f"{game!r}: rank() gives the start no number below size, or unrank() another position")
    return found


def summarise_solve(
    game: Game,
    method: str,
    start: tuple[Any, int],
    solved: int,
    tally: ValueTally,
    seconds: tuple[float, float],
    domain: str = "reachable",
    **others: Any,
) -> Summary:
    """Return the summary of a solve: `start` is the first start's value and remoteness, or NO_END or UNTIMED.

    `seconds` are those of enumerating and solving, and those of writing; `others` are more fields.
    """
    whole = domain == "index" or are_starts_closed_under_symmetry(game)
    return make_summary(
        game,
        method=method,
        value=start[0],
        remoteness=None if start[1] in (NO_END, UNTIMED) else start[1],
        domain=domain,
        positions=tally.positions if whole else None,
        solved=solved,
        wins=tally.wins if whole else None,
        draws=tally.draws if whole else None,
        losses=tally.losses if whole else None,
        seconds=seconds[0],
        seconds_writing=seconds[1],
        peak_memory=measure_peak_memory(),
        longest=tally.longest,
        **{"values_only": start[1] == UNTIMED} | others,
    )


class SolvedBounds(NamedTuple):
    """What is said of the bounds of all positions of a game of chance."""

    error_bound: float
    is_decisive: bool  # every end is won or lost
    has_loops: bool = False
    is_endless: bool = False  # endless play decides values, which are then no probabilities of winning


def summarise_expectations(
    game: Game,
    value: float,
    solved: int,
    tally: ValueTally,
    seconds: tuple[float, float],
    bounds: SolvedBounds,
    domain: str = "reachable",
) -> Summary:
    """Return the summary of a solve with dice; `value` is the first start's."""
    is_probable = not game.scored and bounds.is_decisive and not bounds.is_endless
    method = INDEXED if domain == "index" else LOOPS if bounds.has_loops else CHANCES
    return summarise_solve(
        game,
        ENDLESS if bounds.is_endless else method,
        (value, UNTIMED),
        solved,
        tally,
        seconds,
        domain,
        values_only=False,
        win_probability=(value + 1) / 2 if is_probable else None,
        error_bound=bounds.error_bound,
    )
