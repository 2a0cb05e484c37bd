"""Find every position that play reaches, in whatever order play reaches it.

One table holds all of them, in parts of equal share of `mix`. Batches alternate two phases as in `expansion`:
threads expand slices of what was found last, then each puts its share of the children into the table; what
was not there yet is expanded next. No two threads write to one place.
"""

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL
from zermelo.compiler.kernels.forward_expansion import build_insert_new_positions_kernel
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers, split_into_spans
from zermelo.solver.graph.tier_expansion import (
    LARGE_BUFFER,
    SMALL_BUFFER,
    ChildTable,
    ExpansionBatch,
    TierExpansion,
)
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore

BUCKETS = 1 << 9
FIRST = 1 << 14  # slots of the first table


class Closure(TierExpansion):
    """The buffers of the walk."""

    def __init__(self, program: Program, array_store: ArrayStore, workers: Workers) -> None:
        super().__init__(program, array_store, workers)
        self._insert_new = program.shared_kernel(build_insert_new_positions_kernel)

    def find_all_positions(self) -> Keys:
        """Return every position that play reaches, one of each class, sorted by `mix`.

        Tiers that a search by plies has left in the array store are not found again, and only the last of
        them is expanded. Raises `BadRules` where the rules break the contract, `OutOfBudget` where the
        positions do not fit in memory.
        """
        with (
            self.array_store.reserve(16 * SMALL_BUFFER) as self._room,
            self.array_store.reserve(0) as reservation,
            self.array_store.reserve(0) as frontier,
        ):
            table = ChildTable(BUCKETS, FIRST, reservation)
            self._threads = 1
            self._set_batch_capacity(SMALL_BUFFER)
            waiting = self._insert_new_keys(list_start_keys(self.program), table)
            tier = 0
            while self.array_store.has(f"keys-{tier}"):
                last = not self.array_store.has(f"keys-{tier + 1}")
                found = self._insert_new_keys(self.array_store.get(f"keys-{tier}"), table)
                waiting = found if last and tier else [*waiting, *found] if last else []
                tier += 1
            waves = [int(table.filled.sum()) - sum(map(len, waiting))]
            while waiting:
                parents = np.concatenate(waiting)
                waves.append(len(parents))
                self.workers.budget.check_tier_sizes(waves, whole=True)
                frontier.resize(16 * len(parents))
                waiting = self._find_new_children(parents, table)
            return self._collect_sorted_keys(table)

    def _insert_new_keys(self, keys: Keys, table: ChildTable) -> list[Keys]:
        """Put keys into the table; return those that were not there."""
        shift = np.uint64(65 - BUCKETS.bit_length())
        fresh = []
        for begin in range(0, len(keys), LARGE_BUFFER):
            part = keys[begin : begin + LARGE_BUFFER]
            buckets = (mix_array(part) >> shift).astype(np.uint16)
            counts = np.bincount(buckets, minlength=BUCKETS)
            ends = np.cumsum(counts)
            grouped = part[np.argsort(buckets, kind="stable")]
            fresh += self._insert_new_children(
                [ExpansionBatch(0, 0, grouped, ends - counts, ends, grouped[:0])], table
            )
        return fresh

    def _find_new_children(self, parents: Keys, table: ChildTable) -> list[Keys]:
        """Return what the moves of `parents` reach for the first time."""
        if len(parents) >= SMALL_BUFFER // 8:
            self._threads = self.workers.threads
            self._room.resize(16 * LARGE_BUFFER * self._threads)
            self._set_batch_capacity(LARGE_BUFFER)
        else:
            self._threads = 1
        fresh: list[Keys] = []
        batches = [
            ExpansionBatch(begin, end) for begin, end in self._split_parents_into_batches(len(parents))
        ]
        while batches:
            self.workers.map_items(
                lambda batch: self._fill_batch_with_children(batch, parents, BUCKETS), batches
            )
            fresh += self._insert_new_children(batches, table)
            self.workers.budget.report("enumerate", int(table.filled.sum()))
            batches = [batch for batch in batches if batch.begin < batch.end]
        return fresh

    def _insert_new_children(self, batches: list[ExpansionBatch], table: ChildTable) -> list[Keys]:
        """Put the batches' children into the table; return those that were not there."""
        self.made += sum(int((batch.ends - batch.begins).sum()) for batch in batches)
        shares = split_into_spans(BUCKETS, -(-BUCKETS // self._threads))
        begins = [batch.begins.copy() for batch in batches]
        kept = [batch.begins.copy() for batch in batches]

        def insert_share(share: tuple[int, int]) -> int:
            for batch, mine in zip(batches, kept, strict=True):
                if self._insert_new(
                    batch.grouped, batch.begins, batch.ends, mine, table.slots, table.filled, *share
                ):
                    return FULL
            return DONE

        while FULL in self.workers.map_items(insert_share, shares):
            self._enlarge_table(table, shares)
        found = []
        for batch, low, high in zip(batches, begins, kept, strict=True):
            sizes = high - low
            if sizes.any():
                starts = np.repeat(low - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
                found.append(batch.grouped[starts + np.arange(int(sizes.sum()))])
            if len(batch.grouped) == self._capacity and len(batch.spare) == self._capacity:
                self._buffers.append((batch.spare, batch.grouped))
        return found
