"""Places of a bucket's positions: sorted by `mix`, or ranks of a perfect index in their order.

Objects in which buckets ask each other hold mixes. A rank takes the part of a mix, shifted so that its first
bits say the bucket.
"""

from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.errors import DamagedScratch
from zermelo.core.game import has
from zermelo.solver.cluster.cyclic.frontier_search import expand_children_in_tier
from zermelo.solver.cluster.cyclic.tier_notes import read_tier_note
from zermelo.solver.cluster.hash_runs import choose_share_bits, compute_share_numbers, read_bucket_keys
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.solve_job import MOST_BITS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.position_slots import PositionSlots, run_kernel_over_places
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.kernels.buckets.partitioned_retrograde import (
    build_find_places_of_positions_kernel,
    build_list_child_ranks_kernel,
)
from zermelo.solver.kernels.slot_lookup import KEYED
from zermelo.solver.sorted_keys.key_directory import make_key_directory
from zermelo.solver.sorted_keys.sorted_runs import Mixes, merge_runs, select_answers_of_keys

Column = npt.NDArray[Any]
ASKING: Final = 1 << 18  # positions whose children are asked for at once


class HashedBucket:
    """A bucket whose positions were found, and are sorted by `mix`."""

    child: Any = np.int64  # what an edge has of a child: its position
    begin = 0

    def __init__(self, work: TaskContext, tier: int, bucket: int) -> None:
        self.work = work
        self.mixes = read_bucket_keys(work, tier, bucket)
        self.end = len(self.mixes)
        self.tier = tier, 0, 0, True  # as `build_expand_moves_kernel` wants it

    @cached_property
    def places(self) -> PositionSlots:
        """The bucket's positions in their places."""
        return PositionSlots(self.work.at.program, KEYED, (unmix_array(self.mixes),), [0, self.end])

    def find_requests(self) -> dict[int, Mixes]:
        """Return by later tier what moves lead to there, each once."""
        expansion = TierExpansion(self.work.at.program, self.work.array_store, self.work.workers)
        later: dict[int, list[Mixes]] = {}
        for begin in range(0, self.end, ASKING):
            expand_children_in_tier(self.work, expansion, self.mixes[begin : begin + ASKING], later)
        return {tier: merge_runs(parts) for tier, parts in sorted(later.items())}

    def find_places(self, asked: Mixes) -> Column:
        """Return the places that others ask for."""
        found = np.searchsorted(self.mixes, asked)
        if len(asked) and (int(found[-1]) == self.end or (self.mixes[found] != asked).any()):
            raise self._make_lost_child_error()
        return found

    def select_columns(self, rows: Column, asked: Mixes) -> Column:
        """Return of rows [rows, places] what is asked for."""
        return np.stack([select_answers_of_keys(self.mixes, row, asked) for row in rows])

    def build_later_tables(self, parts: list[tuple[int, Mixes, Column]], column: Any) -> tuple[Any, ...]:
        """Return (later, offsets, shift, answers), of parts of later tiers: the tier, mixes and answers."""
        mixes = np.concatenate([np.empty(0, np.uint64), *[asked for _, asked, _ in parts]])
        told = np.concatenate([np.empty(0, column), *[answers for *_, answers in parts]])
        if len(parts) > 1:
            order = np.argsort(mixes, kind="stable")
            mixes, told = mixes[order], told[order]
        later = unmix_array(mixes)
        return later, *make_key_directory(self.work.at.program, later, self.work.workers), told

    def find_buckets(self, children: Column) -> tuple[Column, Column]:
        """Return the buckets of an edge's children, and what that bucket gets of them."""
        return compute_share_numbers(mix_array(children), self.work.task.bits), children

    def find_child_places(self, children: Column) -> Column:
        """Return the places of what an edge has of its children."""
        program, keys = self.work.at.program, self.places.tables[0]
        places = np.empty(len(children), np.uint32)
        find = program.shared_kernel(build_find_places_of_positions_kernel)
        if find(keys, *self._directory, children, places) >= 0:
            raise self._make_lost_child_error()
        return places

    @cached_property
    def _directory(self) -> tuple[Any, Any]:
        return make_key_directory(self.work.at.program, self.places.tables[0], self.work.workers)

    def _make_lost_child_error(self) -> DamagedScratch:
        url = self.work.at.objects.url
        return DamagedScratch(f"{url}: a move leads to no position that was found: begin anew")


class BucketLayout(NamedTuple):
    """Layout of a tier in buckets: its first rank, its size, and the bits of a bucket and a place."""

    first: int
    size: int
    bits: int
    width: int  # bits of a place in its bucket

    @property
    def end_rank(self) -> int:
        """The rank after the last."""
        return self.first + self.size

    @property
    def _hash_shift(self) -> np.uint64:
        return np.uint64(64 - self.bits - self.width)

    def get_rank_span_of_bucket(self, bucket: int) -> tuple[int, int]:
        """Return the first rank of a bucket, and the one after its last."""
        begin, end = (min(self.size, each << self.width) for each in (bucket, bucket + 1))
        return self.first + begin, self.first + end

    def convert_ranks_to_hashes(self, ranks: Column) -> Mixes:
        """Return ranks as hashes, which is how runs are sorted."""
        found: Mixes = (ranks - self.first).astype(np.uint64) << self._hash_shift
        return found

    def convert_hashes_to_ranks(self, marks: Mixes) -> Column:
        """Return the ranks, int64, that such hashes were made of."""
        return (marks >> self._hash_shift).astype(np.int64) + self.first


def build_bucket_layout(places: PositionSlots, tier: int, most: int) -> BucketLayout:
    """Return how a tier is cut into buckets of at most so many places, rounded down to a power of two."""
    first, size = places.bounds[tier], places.bounds[tier + 1] - places.bounds[tier]
    whole = max(1, (size - 1).bit_length())
    width = min(whole, max(1, most.bit_length() - 1, whole - MOST_BITS))
    return BucketLayout(first, size, choose_share_bits(size, 1 << width), width)


def build_task_layout(work: TaskContext, tier: int) -> BucketLayout:
    """Return the layout of a tier, by the buckets that the task says."""
    return build_bucket_layout(get_slots_of_job_index(work.at), tier, work.task.most)


class RankedBucket:
    """A bucket of a perfect index, a range of ranks, of which nothing is kept; see `HashedBucket`."""

    child: Any = np.uint32  # its place in the tier, and then in its bucket

    def __init__(self, work: TaskContext, tier: int, bucket: int) -> None:
        self.work, self.number = work, tier
        self.places = get_slots_of_job_index(work.at)
        self.layout = build_task_layout(work, tier)
        self.begin, self.end = self.layout.get_rank_span_of_bucket(bucket)
        self.tier = self.layout.first, self.layout.end_rank, self.begin, True

    def find_requests(self) -> dict[int, Mixes]:
        """Return by later tier what moves lead to there, each once."""
        places = self.places
        kernel = places.program.kernel(build_list_child_ranks_kernel)
        found: list[Mixes] = []

        def collect_asked_ranks(begin: int, end: int, most: int, arrays: Any) -> tuple[int, int, int]:
            asked = np.empty(most, np.int64)
            stopped, made, status = kernel((*self.tier[:2], places.place_count), begin, end, asked, arrays)
            found.append(np.unique(asked[:made]).astype(np.uint64))
            if len(found) > 1 and sum(map(len, found[1:])) > len(found[0]):
                found[:] = [merge_runs(found)]
            return int(stopped), int(made), int(status)

        fault = run_kernel_over_places(places, self.begin, self.end, np.int32, collect_asked_ranks)
        if fault is not None:
            raise_status_error(places.program.game, places.position_at(fault[0]), fault[1])
        return self.split_ranks_by_tier(merge_runs(found).astype(np.int64))

    def split_ranks_by_tier(self, ranks: Column) -> dict[int, Mixes]:
        """Return by tier, from the bucket's own on, what stands for ascending ranks in runs."""
        cuts = np.searchsorted(ranks, self.places.bounds[self.number + 1 :])
        return {
            number: build_task_layout(self.work, number).convert_ranks_to_hashes(part)
            for number, part in enumerate(np.split(ranks, cuts), self.number)
            if len(part)
        }

    def find_places(self, asked: Mixes) -> Column:
        """Return the places that others ask for."""
        return self.layout.convert_hashes_to_ranks(asked) - self.begin

    def select_columns(self, rows: Column, asked: Mixes) -> Column:
        """Return of rows [rows, places] what is asked for."""
        found: Column = rows[:, self.find_places(asked)]
        return found

    def build_later_tables(self, parts: list[tuple[int, Mixes, Column]], column: Any) -> tuple[Any, ...]:
        """Return (later, offsets, shift, answers), of parts of later tiers: the tier, mixes and answers."""
        ranks = [build_task_layout(self.work, tier).convert_hashes_to_ranks(each) for tier, each, _ in parts]
        later = np.concatenate([np.empty(0, np.int64), *ranks])
        told = np.concatenate([np.empty(0, column), *[answers for *_, answers in parts]])
        return later, *make_rank_directory(later), told

    def find_buckets(self, children: Column) -> tuple[Column, Column]:
        """Return the buckets of an edge's children, and what that bucket gets of them."""
        width = np.uint32(self.layout.width)
        return children >> width, children & ((np.uint32(1) << width) - np.uint32(1))

    def find_child_places(self, children: Column) -> Column:
        """Return the places of what an edge has of its children."""
        return children


def make_rank_directory(ranks: Column) -> tuple[Column, Any]:
    """Return (offsets, shift): the places with `(rank - the least) >> shift == n` begin at `offsets[n]`."""
    if not len(ranks):
        return np.zeros(1, np.uint32), np.int64(0)
    spread = int(ranks[-1]) - int(ranks[0]) + 1
    shift = max(0, (spread // len(ranks)).bit_length() - 1)
    heads = (np.arange((spread >> shift) + 1, dtype=np.int64) << shift) + ranks[0]
    return np.searchsorted(ranks, heads).astype(np.uint32), np.int64(shift)


def open_bucket(work: TaskContext, tier: int | None = None) -> HashedBucket | RankedBucket:
    """Return the task's bucket, of its own tier or another."""
    kind = RankedBucket if has(work.at.game, "rank") else HashedBucket
    return kind(work, work.task.tier if tier is None else tier, work.task.bucket)


def count_bucket_bits(work: TaskContext, tier: int) -> int:
    """Return how many bits say the bucket in a tier."""
    if has(work.at.game, "rank"):
        return build_task_layout(work, tier).bits
    return read_tier_note(work.at, work.job, tier).bits
