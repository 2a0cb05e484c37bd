"""Count the game's own tiers as tasks find them: positions of each, moves inside, and into later ones.

Tiers that are not counted to their end are modelled on those that were; their sizes then have to be given.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.solver.forecast.solve_phases import TierCounts
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.kernels.tier_checks import build_compute_tiers_kernel
from zermelo.solver.size_estimates.growers import NativeGrower
from zermelo.solver.sorted_keys.sorted_runs import Mixes, SortedRuns, merge_runs
from zermelo.solver.storage.array_store import ArrayStore

LIMIT: Final = 20_000_000  # positions that are counted
SECONDS: Final = 40.0  # of a core
ENOUGH: Final = 300_000  # positions of a tier that are kept, to measure what a child costs


@dataclass(frozen=True)
class CountedTiers:
    """Tiers in order; `exact` of their classes were counted, `orbit` positions are a class in the mean."""

    tiers: list[TierCounts]
    exact: int
    whole: bool
    orbit: float
    largest: Any  # positions of the largest tier, or some of them, int64


CLASS_SIZES: Final = ByKind(
    "mean size of a class that is counted as one", NativeGrower.measure_mean_class_size, dice=lambda *_: 1.0
)


def count_positions_by_tier(
    program: Program, budget: Budget, known: Sequence[int] | None = None
) -> CountedTiers:
    """Return a game's tiers; `known` are positions of its tiers, from that of the least start on.

    Raises `OutOfBudget` where they are too many to be counted and their sizes are not given,
    `BadParameter` where `known` differs from what was counted.
    """
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        counting = _TierCounter(program, budget, workers, array_store)
        counting.expand_all_tiers()
        grower = NativeGrower(program, array_store, workers)
        orbit = CLASS_SIZES.choose(program.game)(grower, unmix_array(counting.largest))
    found = CountedTiers(
        counting.list_tier_counts(),
        sum(counting.sizes.values()),
        counting.whole,
        orbit,
        unmix_array(counting.largest[:ENOUGH]),
    )
    if known is not None:
        return _scale_tiers_to_known_sizes(program.game, found, known)
    if not found.whole:
        raise OutOfBudget(
            f"{program.game!r}: play can cycle, and its tiers have more than {found.exact:,} positions, "
            "how many is not known: give --known with known counts, or smaller parameters"
        )
    return found


class _TierCounter:
    """Tiers while they are counted, the least first."""

    def __init__(self, program: Program, budget: Budget, workers: Workers, array_store: ArrayStore) -> None:
        self.program, self.budget = program, budget
        self.expansion = TierExpansion(program, array_store, workers)
        self.found: dict[int, dict[str, Any]] = {}
        self.sizes: dict[int, int] = {}
        self.waiting: dict[int, list[Mixes]] = {}
        self.largest = np.empty(0, np.uint64)
        self.whole = False

    def expand_all_tiers(self) -> None:
        """Count tiers until all are, or there are too many."""
        keys = list_start_keys(self.program)
        self._distribute_children(keys, None)
        began = 0.0
        while self.waiting:
            tier = min(self.waiting)
            pile, fresh = SortedRuns(), merge_runs(self.waiting.pop(tier))
            begun: dict[str, Any] = {"children": 0, "inside": [], "later": {}, "rounds": []}
            figures = self.found.setdefault(tier, begun)
            while len(fresh):
                pile.add_run(fresh)
                self.sizes[tier] = pile.size
                if not began:
                    began = time.process_time()  # until now kernels were compiled
                if sum(self.sizes.values()) > LIMIT or time.process_time() - began > SECONDS:
                    self._keep_largest_tier(pile.merge_all())
                    return
                fresh = pile.select_items_not_held(self._expand_tier(tier, fresh, figures))
            self._keep_largest_tier(pile.merge_all())
        self.whole = True

    def list_tier_counts(self) -> list[TierCounts]:
        """Return what was counted."""
        numbers = sorted(self.sizes)
        place = {tier: number for number, tier in enumerate(numbers)}
        return [
            TierCounts(
                self.sizes[tier],
                self.found[tier]["children"],
                len(merge_runs(self.found[tier]["inside"])),
                {
                    place[other]: len(merge_runs(runs))
                    for other, runs in self.found[tier]["later"].items()
                    if other in place
                },
                tuple(self.found[tier]["rounds"]),
            )
            for tier in numbers
        ]

    def _keep_largest_tier(self, mixes: Mixes) -> None:
        if len(mixes) > len(self.largest):
            self.largest = mixes

    def _expand_tier(self, tier: int, fresh: Mixes, figures: dict[str, Any]) -> Mixes:
        """Return the children in the same tier, and note all."""
        self.budget.report("plan", 0)
        before = self.expansion.made
        children = self.expansion.find_next_tier(unmix_array(fresh), [1 + len(fresh) // 4] * 2 + [len(fresh)])
        figures["children"] += self.expansion.made - before
        figures["rounds"].append(len(fresh))
        inside = self._distribute_children(children, figures, tier)
        figures["inside"].append(inside)
        return inside

    def _distribute_children(
        self, children: Any, figures: dict[str, Any] | None, own: int | None = None
    ) -> Mixes:
        """Put children where their tiers wait, but for those of this one, which are returned."""
        tiers = np.zeros(len(children), np.int64)
        if has(self.program.game, "tier") and len(children):
            with track_kernel_positions(self.program, children):
                self.program.kernel(build_compute_tiers_kernel)(children, 0, len(children), tiers)
        for number in np.unique(tiers).tolist():
            mixes = np.sort(mix_array(children[tiers == number]))
            if number == own:
                continue
            self.waiting.setdefault(number, []).append(mixes)
            if figures is not None:
                figures["later"].setdefault(number, []).append(mixes)
        found: Mixes = mix_array(children[tiers == own]) if own is not None else np.empty(0, np.uint64)
        return found


def _scale_tiers_to_known_sizes(game: Any, found: CountedTiers, known: Sequence[int]) -> CountedTiers:
    """Return tiers as they are known, of which each is like what was counted of it, or of all."""
    complete = found.tiers if found.whole else found.tiers[:-1]
    for number, tier in enumerate(complete):
        counted = round(tier.positions * found.orbit)
        if number >= len(known) or abs(counted - known[number]) > 0.5 + 0.02 * counted:
            there = known[number] if number < len(known) else 0
            raise BadParameter(f"{game!r}: tier {number} has {counted:,} positions, not {there:,}")
    if found.whole:
        return found
    sizes = [each / found.orbit for each in known]
    usual = _sum_tier_counts(found.tiers)
    tiers = [*complete]
    for number in range(len(complete), len(sizes)):
        like = found.tiers[number] if number < len(found.tiers) and found.tiers[number].children else usual
        offset = number if like is usual else 0
        tiers.append(_scale_tier_counts(like, sizes, number, offset))
    return replace(found, tiers=tiers)


def _sum_tier_counts(tiers: Sequence[TierCounts]) -> TierCounts:
    """Return a tier like all of them together, whose later ones are counted from its own place."""
    later: dict[int, float] = {}
    for number, tier in enumerate(tiers):
        for other, count in tier.later.items():
            later[other - number] = later.get(other - number, 0.0) + count
    positions, children, inside = (
        sum(getattr(tier, name) for tier in tiers) for name in ("positions", "children", "inside")
    )
    return TierCounts(positions, children, inside, later, max((each.frontier for each in tiers), key=len))


def _scale_tier_counts(like: TierCounts, sizes: Sequence[float], number: int, offset: int) -> TierCounts:
    """Return a tier of another size whose positions have as many moves, to tiers as far away."""
    size = sizes[number]
    times = size / max(1.0, like.positions)
    later = {}
    for other, count in like.later.items():
        place = other + offset
        if number < place < len(sizes):
            ways = count * times
            later[place] = sizes[place] * (1 - math.exp(-ways / sizes[place]))
    frontier = [each * size / max(1.0, sum(like.frontier)) for each in like.frontier]
    return TierCounts(size, like.children * times, min(size, like.inside * times), later, tuple(frontier))
