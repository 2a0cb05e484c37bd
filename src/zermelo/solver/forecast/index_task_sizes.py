"""Sizes of what the tasks of a solve over a perfect index read, make and hold: one task a tier."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from zermelo.solver.cluster.indexed.index_tasks import PART
from zermelo.solver.forecast.index_costs import IndexTierCost
from zermelo.solver.forecast.ply_task_sizes import (
    HELD,
    SolvePhase,
    StoredObjects,
    TaskBatch,
    TaskLoad,
    count_listings,
    sum_loads,
)
from zermelo.solver.records.ranked_records import SLICE

NOTE: Final = 2_000  # bytes of a book, about
SECTION: Final = 2  # requests: where it is, and what it has
RECORDING: Final = 16  # bytes that a task holds for each place of a slice


@dataclass(frozen=True)
class IndexSolveModel:
    """A solve over a perfect index that knows its parents."""

    tiers: list[IndexTierCost]
    width: int  # bytes of a code

    @property
    def file_bytes_per_place(self) -> float:
        """Bytes of a place in the solution's files."""
        return sum(tier.bytes.planned for tier in self.tiers) / max(1, self.place_count)

    @property
    def place_count(self) -> int:
        """All of them."""
        return sum(tier.places for tier in self.tiers)

    @property
    def largest_task_size(self) -> int:
        """The places of the largest task."""
        return max(tier.places for tier in self.tiers)

    @property
    def bucket_count(self) -> int:
        """Of the largest tier: it is one task."""
        return 1

    def yield_phases(self) -> Iterator[SolvePhase]:
        """Yield what is done, in order."""
        numbers = range(len(self.tiers) - 1, -1, -1)  # the last one's first, as they are handed out
        place = {tier: number for number, tier in enumerate(numbers)}
        needs = tuple(tuple(place[each] for each in self.tiers[tier].later_tiers) for tier in numbers)
        yield SolvePhase(
            tuple(self._build_solving_task(tier) for tier in numbers), TaskLoad(gets=1, puts=2), needs=needs
        )
        slices = -(-self.place_count // SLICE)
        yield SolvePhase((self._build_writing_tasks(slices),), TaskLoad(puts=1))
        size, parts = (
            self.file_bytes_per_place * self.place_count,
            sum(self._size_codes(each).count for each in numbers),
        )
        left = 1 + parts + len(self.tiers) + 2 * slices
        moved = TaskLoad(read=size, copied=size, gets=2 * slices)
        yield SolvePhase(driver=moved + TaskLoad(puts=slices + 1 + count_listings(left), drops=left))

    def _size_codes(self, number: int) -> StoredObjects:
        """Return the objects of a tier's codes."""
        places = self.tiers[number].places
        count, slices = max(1, -(-places // PART)), -(-places // SLICE)
        return StoredObjects(count, -(-slices // count), self.width * places)

    def _build_solving_task(self, number: int) -> TaskBatch:
        tier, later = self.tiers[number], [self._size_codes(each) for each in self.tiers[number].later_tiers]
        codes = self._size_codes(number)
        load = TaskLoad(positions=tier.places, children=tier.seconds.planned, written=NOTE, puts=1)
        load += codes.write_load * codes.count + TaskLoad(heads=NOTE, gets=1) * len(later)
        load += sum_loads(each.read_load * each.count for each in later)
        held = codes.entry_bytes + sum(each.entry_bytes for each in later)
        return TaskBatch("solve_index_tier", number, 1, load, HELD + held)

    def _build_writing_tasks(self, slices: int) -> TaskBatch:
        size = self.place_count / slices
        tiers = 1 + (len(self.tiers) - 1) / slices  # that a slice is of, each with a note
        load = TaskLoad(
            positions=size, read=self.width * size, written=self.file_bytes_per_place * size, puts=2
        )
        load += TaskLoad(heads=NOTE, gets=1 + SECTION) * tiers
        return TaskBatch("write_slice", 0, slices, load, HELD + RECORDING * size)
