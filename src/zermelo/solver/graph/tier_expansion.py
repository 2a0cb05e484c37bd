"""One step of the enumeration: from a tier to the next, in batches that alternate two phases.

First every thread expands a slice of the parents into its own buffer and groups the children by
bucket; then every thread takes its share of the buckets and puts all threads' children into the table.
No two threads write to one place, so there are no locks.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.compiler.kernels.forward_expansion import (
    EMPTY,
    build_collect_positions_kernel,
    build_expand_chance_tier_kernel,
    build_expand_tier_kernel,
    build_insert_positions_kernel,
    build_move_buckets_kernel,
    build_scatter_by_bucket_kernel,
)
from zermelo.core.game_kind import ByKind
from zermelo.solver.graph.thread_slices import Workers, split_into_spans
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore, MemoryReservation

LARGE_BUFFER = 1 << 21  # children that a thread holds before they go into the table
SMALL_BUFFER = 1 << 15  # up to as many, one thread is faster than two
BUCKET = 1 << 14  # positions in a bucket: its part of the table stays in the second cache
MOST_BUCKETS = 1 << 12
LOAD = 0.66  # positions for a slot of the table, at the size that is expected

EXPANSIONS: Final = ByKind(
    "kernel that expands a tier",
    build_expand_tier_kernel,
    payoffs=build_expand_tier_kernel,
    dice=build_expand_chance_tier_kernel,
)


class TierExpansion:
    """The buffers of the forward pass, kept from tier to tier."""

    def __init__(self, program: Program, array_store: ArrayStore, workers: Workers) -> None:
        self.program = program
        self.array_store = array_store
        self.workers = workers
        self._expand = program.kernel(EXPANSIONS.choose(program.game))
        self._scatter = program.shared_kernel(build_scatter_by_bucket_kernel)
        self._insert = program.shared_kernel(build_insert_positions_kernel)
        self._move = program.shared_kernel(build_move_buckets_kernel)
        self._collect = program.shared_kernel(build_collect_positions_kernel)
        self.made = 0  # children so far, copies included
        self._capacity = 0
        self._threads = 1
        self._buffers: list[tuple[Keys, Keys]] = []

    def find_next_tier(self, parents: Keys, sizes: list[int]) -> Keys:
        """Return the canonical children of `parents`, each once, sorted by `mix`.

        `sizes` are those of the tiers so far, `parents` being the last.
        """
        expected = _estimate_next_tier_size(sizes)
        self._threads = 1 if expected < SMALL_BUFFER else self.workers.threads
        self._set_batch_capacity(SMALL_BUFFER if expected < SMALL_BUFFER else LARGE_BUFFER)
        buckets = 1
        while buckets * BUCKET < expected and buckets < MOST_BUCKETS:
            buckets *= 2
        buffers = 16 * self._capacity * self.workers.threads
        with self.array_store.reserve(buffers), self.array_store.reserve(0) as reservation:
            table = ChildTable(buckets, int(expected / LOAD), reservation)
            batches = [
                ExpansionBatch(begin, end) for begin, end in self._split_parents_into_batches(len(parents))
            ]
            while batches:
                self.workers.map_items(
                    lambda batch: self._fill_batch_with_children(batch, parents, buckets), batches
                )
                self._insert_batches(batches, table)
                left = sum(batch.end - batch.begin for batch in batches)
                self.workers.budget.report("enumerate", sum(sizes) - left)
                batches = [batch for batch in batches if batch.begin < batch.end]
            return self._collect_sorted_keys(table)

    def _split_parents_into_batches(self, count: int) -> list[tuple[int, int]]:
        return split_into_spans(count, max(1, -(-count // self._threads)))

    def _set_batch_capacity(self, capacity: int) -> None:
        if capacity > self._capacity:
            self._capacity = capacity
            self._buffers = []

    def _take_free_batch_buffer(self) -> tuple[Keys, Keys]:
        """Return two arrays of the capacity that no other batch holds."""
        try:
            return self._buffers.pop()
        except IndexError:
            return np.empty(self._capacity, np.int64), np.empty(self._capacity, np.int64)

    def _fill_batch_with_children(self, batch: "ExpansionBatch", parents: Keys, buckets: int) -> None:
        """Fill the batch with grouped children of its next parents."""
        # One bucket needs no grouping; the kernel still counts two, as a shift by 64 bits is none.
        shift = np.uint64(65 - max(2, buckets).bit_length())
        counts = np.zeros(max(2, buckets), np.int64)
        children, batch.grouped = self._take_free_batch_buffer()
        with track_kernel_positions(self.program, parents[batch.begin : batch.end]):
            batch.begin, produced, status = self._expand(
                parents, batch.begin, batch.end, children, counts, shift
            )
        if status == MANY and len(children) < MOST_MOVES:
            self._set_batch_capacity(len(children) * 8)
            self._fill_batch_with_children(batch, parents, buckets)
            return
        if status not in (DONE, FULL):
            raise_status_error(self.program.game, self.program.position_of_key(parents[batch.begin]), status)
        batch.begins = np.zeros(buckets, np.int64)
        if buckets == 1:
            batch.spare, batch.grouped = batch.grouped, children
            batch.ends = np.array([produced])
            return
        np.cumsum(counts[:-1], out=batch.begins[1:])
        batch.ends = batch.begins.copy()
        self._scatter(children, produced, batch.grouped, batch.ends, shift)
        batch.spare = children

    def _insert_batches(self, batches: "list[ExpansionBatch]", table: "ChildTable") -> None:
        """Put every batch's children into the table, enlarging it as often as it is full."""
        self.made += sum(int((batch.ends - batch.begins).sum()) for batch in batches)
        shares = split_into_spans(table.buckets, -(-table.buckets // self._threads))

        def insert_share(share: tuple[int, int]) -> int:
            for batch in batches:
                if self._insert(batch.grouped, batch.begins, batch.ends, table.slots, table.filled, *share):
                    return FULL
            return DONE

        while FULL in self.workers.map_items(insert_share, shares):
            self._enlarge_table(table, shares)
        for batch in batches:
            if len(batch.grouped) == self._capacity:
                self._buffers.append((batch.spare, batch.grouped))

    def _enlarge_table(self, table: "ChildTable", shares: list[tuple[int, int]]) -> None:
        """Double the table, bucket by bucket."""
        old = table.slots
        size = 2 * table.part
        while True:
            table.allocate_slots(size, old.nbytes)
            if FULL not in self.workers.map_items(
                lambda share: self._move(old, table.slots, table.filled, *share), shares
            ):
                break
            size *= 2  # crowded beyond all likelihood
        table.release_extra_memory()

    def _collect_sorted_keys(self, table: "ChildTable") -> Keys:
        """Return the table's positions in order."""
        ends = np.cumsum(table.filled)
        total = int(ends[-1])
        self.array_store.spill_until_bytes_fit(8 * total)
        keys = np.empty(total, np.int64)

        def collect_keys_of_share(share: tuple[int, int]) -> None:
            for bucket in range(*share):
                end = int(ends[bucket])
                mine = keys[end - int(table.filled[bucket]) : end]
                self._collect(table.slots, bucket * table.part, (bucket + 1) * table.part, mine)

        self.workers.map_items(
            collect_keys_of_share,
            split_into_spans(
                table.buckets,
                max(1, table.buckets // (4 * self._threads) if self._threads > 1 else table.buckets),
            ),
        )
        return keys


@dataclass
class ExpansionBatch:
    """A thread's share of the parents, and the children it has just made, grouped by bucket."""

    begin: int  # the first parent not expanded
    end: int
    grouped: Keys = field(default_factory=lambda: np.empty(0, np.int64))
    begins: Keys = field(default_factory=lambda: np.empty(0, np.int64))
    ends: Keys = field(default_factory=lambda: np.empty(0, np.int64))
    spare: Keys = field(default_factory=lambda: np.empty(0, np.int64))


class ChildTable:
    """A hash table in parts of equal size, one for each bucket."""

    def __init__(self, buckets: int, slots: int, reservation: MemoryReservation) -> None:
        self.buckets = buckets
        self.filled = np.zeros(buckets, np.int64)
        self._reservation = reservation
        self.allocate_slots(slots // buckets + 32)

    def allocate_slots(self, part: int, besides: int = 0) -> None:
        """Take an empty table of `part` slots a bucket; `besides` more bytes are in use meanwhile."""
        self._reservation.resize(8 * part * self.buckets + besides)
        self.part = part
        self.slots = np.full(part * self.buckets, EMPTY, np.int64)
        self.filled[:] = 0

    def release_extra_memory(self) -> None:
        """Count the table alone again."""
        self._reservation.resize(self.slots.nbytes)


def _estimate_next_tier_size(sizes: list[int]) -> int:
    """Return a generous guess of the next tier's size: growth tends to slow down from tier to tier."""
    if len(sizes) < 3:
        return 16 * sizes[-1]
    return int(sizes[-1] * min(16.0, 1.02 * sizes[-1] / sizes[-2])) + 64
