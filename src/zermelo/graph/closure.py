"""Find every position that play reaches, in whatever order play reaches it.

One table holds all of them, in parts of equal share of `mix`. Batches alternate two phases as in `expansion`:
threads expand slices of what was found last, then each puts its share of the children into the table; what
was not there yet is expanded next. No two threads write to one place.
"""

import numpy as np

from zermelo.compiler import Program
from zermelo.graph.directory import Keys
from zermelo.graph.enumeration import start_keys
from zermelo.graph.expansion import LARGE_BUFFER, SMALL_BUFFER, Batch, Expansion, Table
from zermelo.graph.slices import Workers, spans
from zermelo.kernels import DONE, FULL
from zermelo.kernels.forward import build_insert_new
from zermelo.storage.shelf import Shelf

BUCKETS = 1 << 9
FIRST = 1 << 14  # slots of the first table


class Closure(Expansion):
    """The buffers of the walk."""

    def __init__(self, program: Program, shelf: Shelf, workers: Workers) -> None:
        super().__init__(program, shelf, workers)
        self._insert_new = program.shared_kernel(build_insert_new)

    def run(self) -> Keys:
        """Return every position that play reaches, one of each class, sorted by `mix`.

        Raises `BadRules` where the rules break the contract, `OutOfBudget` where they do not fit in memory.
        """
        buffers = 16 * LARGE_BUFFER * self.workers.threads
        with self.shelf.reserved(buffers), self.shelf.reserved(0) as reservation:
            table = Table(BUCKETS, FIRST, reservation)
            self._threads = 1
            self._set_capacity(SMALL_BUFFER)
            waiting = [self._put_starts(table)]
            held = self.shelf.reserved(0)
            with held as frontier:
                while waiting:
                    parents = np.concatenate(waiting)
                    frontier.set(16 * len(parents))
                    waiting = self._expand_all(parents, table)
                return self._gather(table)

    def _put_starts(self, table: Table) -> Keys:
        starts = start_keys(self.program)
        order = np.argsort(self._bucket_of(starts), kind="stable")
        counts = np.bincount(self._bucket_of(starts).astype(np.int64), minlength=BUCKETS)
        ends = np.cumsum(counts)
        batch = Batch(0, 0, starts[order], ends - counts, ends, starts)
        return np.concatenate(self._store_new([batch], table))

    def _bucket_of(self, keys: Keys) -> Keys:
        from zermelo.kernels.hashing import mixed

        found: Keys = mixed(keys) >> np.uint64(65 - BUCKETS.bit_length())
        return found

    def _expand_all(self, parents: Keys, table: Table) -> list[Keys]:
        """Return what the moves of `parents` reach for the first time."""
        if len(parents) >= SMALL_BUFFER // 8:
            self._threads = self.workers.threads
            self._set_capacity(LARGE_BUFFER)
        else:
            self._threads = 1
        fresh: list[Keys] = []
        batches = [Batch(begin, end) for begin, end in self._parts(len(parents))]
        while batches:
            self.workers.each(lambda batch: self._produce(batch, parents, BUCKETS), batches)
            fresh += self._store_new(batches, table)
            self.workers.budget.report("enumerate", int(table.filled.sum()))
            batches = [batch for batch in batches if batch.begin < batch.end]
        return fresh

    def _store_new(self, batches: list[Batch], table: Table) -> list[Keys]:
        """Put the batches' children into the table; return those that were not there."""
        self.made += sum(int((batch.ends - batch.begins).sum()) for batch in batches)
        shares = spans(BUCKETS, -(-BUCKETS // self._threads))
        begins = [batch.begins.copy() for batch in batches]
        kept = [batch.begins.copy() for batch in batches]

        def store(share: tuple[int, int]) -> int:
            for batch, mine in zip(batches, kept, strict=True):
                if self._insert_new(
                    batch.grouped, batch.begins, batch.ends, mine, table.slots, table.filled, *share
                ):
                    return FULL
            return DONE

        while FULL in self.workers.each(store, shares):
            self._enlarge(table, shares)
        found = []
        for batch, low, high in zip(batches, begins, kept, strict=True):
            sizes = high - low
            if sizes.any():
                starts = np.repeat(low - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
                found.append(batch.grouped[starts + np.arange(int(sizes.sum()))])
            if len(batch.grouped) == self._capacity and len(batch.spare) == self._capacity:
                self._buffers.append((batch.spare, batch.grouped))
        return found
