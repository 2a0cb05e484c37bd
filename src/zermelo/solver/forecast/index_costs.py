"""Forecast the cost of a perfect index by solving its smallest tiers, thinning all, and timing dry runs.

How many places are decided, and how often they look again, is not known in advance. A tier's work is
predicted from its thinned tier (`subsampling`) and the cost of each step (`dry_run`). That is a lower bound,
since thinning moves the targets of moves and so loses chains that depend on exact places. At most all places
are decided. The ratio of actual to predicted work of the largest solved tiers is applied to others.
Between the bounds, a tier's planned work is the higher, the larger the tier is compared with those that were
solved.
"""

import math
import time
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.solver.cluster.indexed.index_driver import find_later_tiers_by_sample
from zermelo.solver.forecast.dry_run import measure_dry_run_seconds
from zermelo.solver.forecast.subsampling import SubsampledTier, subsample_tier
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import FIRST, NONE
from zermelo.solver.methods.answer_codes import COLUMNS, AnswerCodes, CodesExhausted
from zermelo.solver.methods.indexed_retrograde import solve_tier_in_place
from zermelo.solver.methods.predecessor_sources import sample_moves
from zermelo.solver.records.ranked_records import SLICE, InMemoryCodes
from zermelo.solver.solution_files.tier_file_writer import build_values_column, write_answer_slice
from zermelo.solver.storage.temporary_folders import temporary_folder

Column = npt.NDArray[Any]

SECONDS: Final = 12.0  # of a core, for tiers that are solved
SHARE: Final = 0.2  # of all places, at most: a plan is no solve
ALIKE: Final = 16  # tiers count that are no less than such a part of the largest that was solved
ENOUGH: Final = 300_000  # places: smaller tiers take their time for other things than places
FAR: Final = 32  # times as large as all that was solved: half way between the least and the most, by factors
LOOK_FACTOR: Final = 1.3  # of a position, where all are decided: 0.8 to 1.5 in chess, once 2.9
ROUGH: Final = 1.25  # within which the least and the most are known themselves
SAMPLED: Final = 8  # slices of a solved tier that are written, to see what they take
COUNTED: Final = 1 << 15  # places of a tier that are looked at to count positions and moves
FILE: Final = 0.7  # of the bytes of a thinned tier's records, where none was solved: chess
MOST_FILE: Final = 0.56  # bytes of a place in the solution's files, where nearly all are decided: KQvKR


@dataclass(frozen=True)
class CostRange:
    """Range of a tier's cost in core seconds or bytes: planned, least and most."""

    planned: float
    least: float
    most: float


@dataclass(frozen=True)
class IndexTierCost:
    """A tier of an index as it is planned."""

    places: int
    positions: float
    moves: float  # of all its positions
    later_tiers: tuple[int, ...]  # later tiers that its moves lead to, as sixty of its places show
    counted: bool  # whether all places were looked at, and not a sample
    seconds: CostRange
    bytes: CostRange  # in the solution's files


@dataclass(frozen=True)
class IndexCosts:
    """An index as it is planned."""

    tiers: list[IndexTierCost]
    width: int  # bytes of a code
    solved: int  # places of the tiers that were solved for the plan


def measure_index_costs(program: Program, budget: Budget) -> IndexCosts:
    """Return what solving a perfect index with parents takes, by one thread."""
    places = build_slots_of_index(program)
    with Workers(budget) as workers:
        for column in COLUMNS:
            try:
                return _TierMeasurement(places, workers, column).measure_index_costs()
            except CodesExhausted:
                pass
        raise CodesExhausted


@dataclass
class _PredictedTier:
    """Prediction for a tier: core seconds and bytes of its files, at least and at most."""

    least: float
    most: float
    size: float


class _TierMeasurement:
    """The tiers, of which the least are solved to see what they take."""

    def __init__(self, places: PositionSlots, workers: Workers, column: Any) -> None:
        self.places, self.workers = places, workers
        self.book, self.column = AnswerCodes(column), column
        self.codes = np.zeros(places.place_count, column)
        self.bounds = np.array(places.bounds)
        self.later_tiers = [
            tuple(sorted(find_later_tiers_by_sample(places.program.game, places, tier)))
            for tier in range(places.tier_count)
        ]
        self.subsampled: dict[int, SubsampledTier] = {}
        self.predicted: dict[int, _PredictedTier] = {}
        self.seconds: dict[int, float] = {}  # of tiers that were solved
        self.sizes: dict[int, float] = {}  # bytes of a place of those

    def measure_index_costs(self) -> IndexCosts:
        """Solve the least tiers as far as they do not take long, and foretell all."""
        left, room = SECONDS, SHARE * self.places.place_count
        waiting = set(range(self.places.tier_count))
        while ready := [tier for tier in waiting if set(self.later_tiers[tier]) <= set(self.seconds)]:
            tier = min(ready, key=self._count_places)
            waiting.remove(tier)
            self._predict_tier_cost(tier)
            room -= self._count_places(tier)
            if room < 0 or self._estimate_core_seconds(tier).planned > left:
                break
            try:
                self._solve_tier(tier)
            except _TierUnavailable:
                continue  # sixty places have not shown all tiers that it leads to
            left -= self.seconds[tier]
        for tier in reversed(range(self.places.tier_count)):
            if tier not in self.predicted:
                self._predict_tier_cost(tier)
        solved = sum(map(self._count_places, self.seconds))
        known = [self._estimate_tier_cost(tier) for tier in range(self.places.tier_count)]
        return IndexCosts(known, np.dtype(self.column).itemsize, solved)

    def _estimate_tier_cost(self, tier: int) -> IndexTierCost:
        size = self._count_places(tier)
        look = sample_moves(self.places, self.places.bounds[tier], self.places.bounds[tier + 1], COUNTED)
        positions, moves = look.share * size, look.branching * size
        work, written = self._estimate_core_seconds(tier), self._estimate_file_bytes(tier)
        return IndexTierCost(
            size, positions, moves, self.later_tiers[tier], size < 2 * COUNTED, work, written
        )

    def _count_places(self, tier: int) -> int:
        return self.places.bounds[tier + 1] - self.places.bounds[tier]

    # What is foretold

    def _predict_tier_cost(self, tier: int) -> None:
        self.workers.budget.report("plan", 0)
        size = self._count_places(tier)
        if not size:
            self.predicted[tier] = _PredictedTier(0.0, 0.0, 0.0)
            return
        made = self.subsampled[tier] = subsample_tier(self.places, tier, self._read_answers_of_ranks)
        made.solve()
        paces = measure_dry_run_seconds(self.places, tier, self.workers)
        share = made.position_count / len(made.legal)
        acts = paces.send_seconds * made.decided_share + paces.check_seconds * made.mean_checks_per_position
        most = paces.send_seconds + paces.check_seconds * max(made.mean_checks_per_position, LOOK_FACTOR)
        values, remoteness = made.collect_kept_records()
        packed = self._measure_file_bytes_per_place(values, remoteness, made.legal)
        self.predicted[tier] = _PredictedTier(
            paces.exit_seconds + acts * share * size, paces.exit_seconds + most * share * size, packed
        )

    def _read_answers_of_ranks(self, ranks: Column) -> Column:
        """Return the packed answers of ranks: those that were solved, else of thinned tiers."""
        found = np.zeros(len(ranks), np.int64)
        tiers = np.searchsorted(self.bounds, ranks, "right") - 1
        for tier in np.unique(tiers).tolist():
            mine = tiers == tier
            if tier in self.seconds:
                found[mine] = self.book.list_answers_by_code()[self.codes[ranks[mine]]]
            else:
                if tier not in self.predicted:
                    self._predict_tier_cost(tier)
                found[mine] = self.subsampled[tier].find_answers_for_ranks(ranks[mine])
        return found

    # What is solved

    def _solve_tier(self, tier: int) -> None:
        begin, end = self.places.bounds[tier], self.places.bounds[tier + 1]
        if self._count_places(tier) < ENOUGH:  # kernels are loaded first
            solve_tier_in_place(
                self.places, tier, self.workers, self.book, self.codes, self._check_tier_of_place_solved
            )
            self.codes[begin:end] = 0
        began = time.thread_time()
        solve_tier_in_place(
            self.places, tier, self.workers, self.book, self.codes, self._check_tier_of_place_solved
        )
        self.seconds[tier] = time.thread_time() - began
        answers = np.array([0] * FIRST + self.book.answers, np.int32)
        begins = np.arange(begin, end, SLICE)
        begins = (
            begins[np.unique(np.linspace(0, len(begins) - 1, SAMPLED).astype(int))] if len(begins) else begins
        )
        found = [
            InMemoryCodes(self.codes[at : min(end, at + SLICE)], answers, NONE).read_answers_of_slice(0)
            for at in begins
        ]
        self.sizes[tier] = (
            float(np.mean([self._measure_file_bytes_per_place(*each) for each in found])) if found else 0.0
        )

    def _check_tier_of_place_solved(self, place: int) -> None:
        if bisect_right(self.places.bounds, place) - 1 not in self.seconds:
            raise _TierUnavailable

    def _measure_file_bytes_per_place(self, values: Column, remoteness: Column, legal: Column) -> float:
        """Return the bytes of a place in a file that has these records."""
        with temporary_folder() as folder:
            column = build_values_column(values, scored=self.places.program.game.scored)
            rows = column, remoteness, legal
            one, whole = (
                int(write_answer_slice(folder / f"{many}.parquet", *(each[:many] for each in rows))["bytes"])
                for many in (1, len(column))
            )
        return max(0, whole - one) / len(column)  # what every file has is no place's

    # What follows

    def _list_largest_solved_tiers(self) -> list[int]:
        """Return the largest of the solved tiers, whose places take what all takes."""
        largest = max(map(self._count_places, self.seconds), default=0)
        return [
            tier
            for tier in self.seconds
            if ALIKE * self._count_places(tier) >= largest and self._count_places(tier) >= ENOUGH
        ]

    def _estimate_core_seconds(self, tier: int) -> CostRange:
        """Return a core's seconds for a tier."""
        if tier in self.seconds:
            return CostRange(*[self.seconds[tier]] * 3)
        alike = self._list_largest_solved_tiers()
        foretold = sum(self.predicted[each].least for each in alike)
        times = sum(self.seconds[each] for each in alike) / foretold if foretold else 1.0
        return self._build_cost_range(tier, times * self.predicted[tier].least, self.predicted[tier].most)

    def _estimate_file_bytes(self, tier: int) -> CostRange:
        """Return the bytes of a tier in files."""
        size = self._count_places(tier)
        if tier in self.sizes:
            return CostRange(*[self.sizes[tier] * size] * 3)
        alike = self._list_largest_solved_tiers()
        foretold = sum(self.predicted[each].size * self._count_places(each) for each in alike)
        took = sum(self.sizes[each] * self._count_places(each) for each in alike)
        times = took / foretold if foretold else FILE
        return self._build_cost_range(tier, times * self.predicted[tier].size * size, MOST_FILE * size)

    def _build_cost_range(self, tier: int, least: float, most: float) -> CostRange:
        """Return what is planned between the least and the most."""
        planned, most = least, max(least, most)
        largest = max(map(self._count_places, self._list_largest_solved_tiers()), default=1)
        if most > least > 0:
            far = 0.5 * min(1.0, max(0.0, math.log(self._count_places(tier) / largest) / math.log(FAR)))
            planned *= (most / least) ** far
        return CostRange(planned, least / ROUGH, most * ROUGH)


class _TierUnavailable(Exception):
    """A tier that is not solved is asked."""
