"""Sizes of what the tasks of a solve read, make and hold, tier by tier, for cyclic games and dice games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.solver.cluster.cyclic.cyclic_driver import WHOLE
from zermelo.solver.forecast.cyclic_tier_counts import TierCounts
from zermelo.solver.forecast.partitioned_task_sizes import LEVELS, PartitionedTierModel
from zermelo.solver.forecast.ply_task_sizes import (
    EXPANDING,
    HELD,
    KEY,
    SPACED,
    WRITING,
    SolvePhase,
    SortedRecords,
    StoredObjects,
    TaskBatch,
    TaskLoad,
    choose_bucket_bits,
    count_files,
    count_listings,
    sum_loads,
)

GRAIN: Final = 1 << 12  # positions of a share of a run
REACHING: Final = 32  # bytes that a task holds for each position that it finds
UNWINDING: Final = 40  # for each position of its tier and of those that it leads to, and for each move
A_MOVE: Final = 8
WEIGHING: Final = 80  # for each position of a tier with dice, and for each of its edges
AN_EDGE: Final = 24
BOUND: Final = 8  # bytes; each position has two


@dataclass(frozen=True)
class CyclicSolveModel:
    """A solve by the game's own tiers: one that fits a task is one, others go by rounds and levels."""

    tiers: Sequence[TierCounts]
    bucket: int
    width: int  # bytes of an answer, or of a bound of an expectation
    known: int  # bytes of what is known of a position while it is solved
    file: float  # bytes of a position in the solution's file
    weighed: bool = False  # tiers are solved by their graphs, with dice or points on the way
    circles: bool = False  # play can cycle with points on the way: a task finds this, and gives up
    digits: int = 19
    levels: int = LEVELS

    @property
    def position_count(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)

    @property
    def largest_task_size(self) -> int:
        """About how many positions a task works on at most."""
        return min(self.bucket, round(max(tier.positions for tier in self.tiers)))

    @property
    def bucket_count(self) -> int:
        """Number of buckets of the largest tier."""
        return max(tier.bucket_count for tier in self._partitioned_tiers)

    @property
    def _partitioned_tiers(self) -> list[PartitionedTierModel]:
        """Each tier as it is in buckets."""
        given = self.tiers, self.bucket, self.known, self.levels
        return [PartitionedTierModel(number, *given) for number in range(len(self.tiers))]

    def yield_phases(self) -> Iterator[SolvePhase]:
        """Yield what is done, in order."""
        for number, tier in enumerate(self.tiers):
            if tier.positions <= self.bucket:
                yield SolvePhase((self._build_finding_task(number),), TaskLoad(gets=4, puts=3))
            else:
                leading = sum(source.later.get(number, 0.0) for source in self.tiers[:number])
                yield from self._partitioned_tiers[number].yield_finding_phases(leading or 1.0)
        yield from self._yield_backward_phases()
        yield from self._yield_writing_phases()
        size, left = self.file * self.position_count, 3 * len(self.tiers) + 4
        moved = TaskLoad(read=size, copied=size, gets=4, puts=1 + count_listings(left), drops=left)
        yield SolvePhase(driver=moved)

    def _is_tier_solved_by_one_task(self, number: int) -> bool:
        """Return whether one task finds a tier's answers, which reads all that it leads to."""
        later = sum(self.tiers[each].positions for each in self.tiers[number].later)
        return self.tiers[number].positions <= self.bucket and (self.weighed or later <= WHOLE * self.bucket)

    def _yield_backward_phases(self) -> Iterator[SolvePhase]:
        """Yield how answers are found: tiers that only wait for the same later ones are side by side."""
        tasks: list[TaskBatch] = []
        needs: list[tuple[int, ...]] = []
        last: dict[int, int] = {}  # the task after which a tier is solved, of those not yielded yet
        for number in range(len(self.tiers) - 1, -1, -1):
            if not self._is_tier_solved_by_one_task(number):
                if tasks:
                    yield SolvePhase(tuple(tasks), TaskLoad(puts=1), needs=tuple(needs))
                    tasks, needs, last = [], [], {}
                yield from self._yield_large_tier_phases(number)
                continue
            waits = tuple(last[each] for each in self.tiers[number].later if each in last)
            if self.weighed:
                tasks.append(self._build_solving_task(number, "solve_expectations"))
                needs.append(waits)
            if not self.weighed or (self.circles and self.tiers[number].inside):
                tasks.append(self._build_solving_task(number, "solve_tier"))
                needs.append((len(tasks) - 2,) if self.weighed else waits)
            last[number] = len(tasks) - 1
        if tasks:
            yield SolvePhase(tuple(tasks), TaskLoad(puts=1), needs=tuple(needs))

    def _yield_large_tier_phases(self, number: int) -> Iterator[SolvePhase]:
        """Yield how a tier's answers are found that are too many for one task, or those that it needs."""
        parted, tier = self._partitioned_tiers[number], self.tiers[number]
        if parted.bucket_bits:
            yield from parted.yield_solving_phases()
            return
        yield from parted.yield_request_phases()
        asked = sum(tier.later.values())
        load = TaskLoad(tier.positions, tier.children, gets=4.0)
        load += TaskLoad(read=KEY * tier.positions + (KEY + self.known) * asked)
        load += StoredObjects(1, 1, self.known * tier.positions).write_load
        held = HELD + UNWINDING * (tier.positions + asked) + A_MOVE * tier.children
        yield SolvePhase((TaskBatch("solve_tier", number, 1, load, held),), TaskLoad(puts=1))

    def _build_finding_task(self, number: int) -> TaskBatch:
        """Return the task that finds a tier, from all that leads to it."""
        tier = self.tiers[number]
        sources = [source.later[number] for source in self.tiers[:number] if number in source.later]
        runs = [tier.positions, *tier.later.values()]
        made = StoredObjects(1, 1 + sum(map(_count_run_shares, runs)), KEY * sum(runs))
        load = TaskLoad(tier.positions, tier.children) + sum_loads(map(_estimate_run_read_load, sources))
        held = HELD + REACHING * tier.positions + EXPANDING * sum(tier.later.values())
        return TaskBatch("find_positions", number, 1, load + made.write_load, held)

    def _build_solving_task(self, number: int, kind: str) -> TaskBatch:
        """Return the task that finds a tier's answers, or that finds a cycle and gives up."""
        tier, sizes = self.tiers[number], [self.tiers[each].positions for each in self.tiers[number].later]
        later = sum(sizes)
        load = TaskLoad(tier.positions, tier.children)
        load += sum_loads(map(_estimate_run_read_load, [tier.positions, *sizes]))
        for size in sizes:
            load += StoredObjects(1, 1, self.known * size).read_load + TaskLoad(gets=1, heads=200)
        if kind == "solve_tier" or not (self.circles and tier.inside):
            load += StoredObjects(1, 1, self.known * tier.positions).write_load
        if kind == "solve_expectations":
            held = WEIGHING * tier.positions + AN_EDGE * tier.children + (KEY + self.known) * later
        else:
            held = UNWINDING * (tier.positions + later) + A_MOVE * tier.children
            load = replace(load, sorted=KEY * later)
        return TaskBatch(kind, number, 1, load, HELD + held)

    def _yield_writing_phases(self) -> Iterator[SolvePhase]:
        """Yield how the file is written: at once, or range after range."""
        size, tiers = self.position_count, len(self.tiers)
        one = KEY + self.known
        if size <= WHOLE * self.bucket:
            load = TaskLoad(positions=size, written=self.file * size, puts=count_files(size) + 1)
            load += TaskLoad(gets=3 * tiers, heads=300 * tiers) + TaskLoad(read=one * size)
            yield SolvePhase((TaskBatch("write_tiers", 0, 1, load, HELD + WRITING * size),))
            return
        records = SortedRecords(size, self.width, -(-round(size) // self.bucket), self.file)
        ranges, buckets = records.ranges, [tier.bucket_count for tier in self._partitioned_tiers]
        for number, (tier, count) in enumerate(zip(self.tiers, buckets, strict=True)):
            mine = tier.positions / count
            load = TaskLoad(mine, read=one * mine, heads=(self.digits + SPACED) * ranges, gets=5, puts=1)
            parts = records.list_columns(count, ranges, tier.positions / size)
            load += sum_loads(each.write_load for each in parts)
            held = HELD + WRITING * mine
            yield SolvePhase((TaskBatch("sort_records", number, count, load, held),), TaskLoad(puts=1))
        load, held = records.estimate_merge_load(sum(buckets), 1), HELD + WRITING * size / ranges
        asked = TaskLoad(read=KEY * size, gets=tiers, puts=2)
        yield SolvePhase((TaskBatch("join_records", 0, ranges, load, held),), asked)
        files, held = count_files(size), HELD + WRITING * records.piece
        load = records.estimate_file_load() + TaskLoad(gets=2 * tiers + tiers / files)
        asked = TaskLoad(gets=ranges, puts=2)
        yield SolvePhase((TaskBatch("write_tiers", 0, files, load, held),), asked)


def _count_run_shares(size: float) -> int:
    """Return in how many shares a run is."""
    return 1 << choose_bucket_bits(round(size), GRAIN, most=10)


def _estimate_run_read_load(size: float) -> TaskLoad:
    """Return the load of reading a run of so many positions."""
    return StoredObjects(1, _count_run_shares(size), KEY * size).read_load + TaskLoad(gets=1)
