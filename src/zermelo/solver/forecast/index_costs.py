"""Forecast the cost of solving a perfect index: all tiers thinned, and the steps of solving them timed.

How many places are decided, and how often they look again, is not known in advance. A tier's work is
predicted from its thinned tier (`subsampling`) and the cost of each step (`dry_run`). Thinning moves the
targets of moves and so loses chains that depend on exact places. At most all places are decided.

In eight indexes (three of morris and teeko, five endgames of chess) this was 0.66 to 1.04 times the core
seconds that tiers took, and 0.59 to 1.40 times the bytes of their files. An earlier plan solved the smallest
tiers first, and corrected the others by them: it took three to ten times as long, for 0.80 to 2.72.
"""

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
from zermelo.solver.kernels.dense.dense_retrograde import FIRST
from zermelo.solver.methods.answer_codes import COLUMNS
from zermelo.solver.methods.predecessor_sources import sample_moves
from zermelo.solver.solution_files.tier_file_writer import build_values_column, write_answer_slice
from zermelo.solver.storage.temporary_folders import temporary_folder

Column = npt.NDArray[Any]

LOOK_FACTOR: Final = 1.3  # of a position, where all are decided: 0.8 to 1.5 in chess, once 2.9
ROUGH: Final = 1.5  # within which the least and the most are known themselves
COUNTED: Final = 1 << 15  # places of a tier that are looked at to count positions and moves
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
    sampled: int  # places of thinned tiers


def measure_index_costs(program: Program, budget: Budget) -> IndexCosts:
    """Return what solving a perfect index with parents takes, by one thread."""
    places = build_slots_of_index(program)
    thinned: dict[int, SubsampledTier] = {}
    costs: dict[int, IndexTierCost] = {}
    answers: set[int] = set()

    def read_answers_of_ranks(ranks: Column) -> Column:
        """Return the packed answers of ranks of later tiers, as those are thinned."""
        found = np.zeros(len(ranks), np.int64)
        tiers = np.searchsorted(np.array(places.bounds), ranks, "right") - 1
        for tier in np.unique(tiers).tolist():
            found[tiers == tier] = thinned[tier].find_answers_for_ranks(ranks[tiers == tier])
        return found

    with Workers(budget) as workers:
        for tier in reversed(range(places.tier_count)):
            budget.report("plan", 0)
            if places.bounds[tier] < places.bounds[tier + 1]:
                made = thinned[tier] = subsample_tier(places, tier, read_answers_of_ranks)
                made.solve()
                costs[tier] = _estimate_tier_cost(places, tier, made, workers)
                answers.update(np.unique(made.list_packed_answers()).tolist())
            else:
                costs[tier] = IndexTierCost(0, 0.0, 0.0, (), True, CostRange(0, 0, 0), CostRange(0, 0, 0))
    width = next(np.dtype(each).itemsize for each in COLUMNS if FIRST + len(answers) <= np.iinfo(each).max)
    tiers = [costs[tier] for tier in range(places.tier_count)]
    return IndexCosts(tiers, width, sum(len(each.legal) for each in thinned.values()))


def _estimate_tier_cost(
    places: PositionSlots, tier: int, made: SubsampledTier, workers: Workers
) -> IndexTierCost:
    """Return the cost of a tier that is thinned and solved."""
    begin, end = places.bounds[tier], places.bounds[tier + 1]
    size = end - begin
    paces = measure_dry_run_seconds(places, tier, workers)
    looks = made.mean_checks_per_position
    acts, most = (
        paces.send_seconds * sent + paces.check_seconds * looked
        for sent, looked in ((made.decided_share, looks), (1.0, max(looks, LOOK_FACTOR)))
    )
    positions = made.position_count / len(made.legal) * size
    look = sample_moves(places, begin, end, COUNTED)
    return IndexTierCost(
        size,
        look.share * size,
        look.branching * size,
        tuple(sorted(find_later_tiers_by_sample(places.program.game, places, tier))),
        size < 2 * COUNTED,
        _build_cost_range(paces.exit_seconds + acts * positions, paces.exit_seconds + most * positions),
        _build_cost_range(_measure_file_bytes_per_place(places, made) * size, MOST_FILE * size),
    )


def _build_cost_range(planned: float, most: float) -> CostRange:
    return CostRange(planned, planned / ROUGH, max(planned, most) * ROUGH)


def _measure_file_bytes_per_place(places: PositionSlots, made: SubsampledTier) -> float:
    """Return the bytes of a place of a thinned tier in a file."""
    values, remoteness = made.collect_kept_records()
    rows = build_values_column(values, scored=places.program.game.scored), remoteness, made.legal
    with temporary_folder() as folder:
        one, whole = (
            int(write_answer_slice(folder / f"{many}.parquet", *(each[:many] for each in rows))["bytes"])
            for many in (1, len(values))
        )
    return max(0, whole - one) / len(values)  # what every file has is no place's
