"""Runs of mixes in one object, each in equal shares of the range, from which any bucket can be read.

The first section lists the runs, two words each: a label, and how many bits of a mix say the share. Shares
are small, so looking for a few mixes reads a few shares, and reading a bucket reads the shares that lie in
it. So runs can be written before it is known how many buckets a tier has.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from zermelo.core.errors import DamagedScratch
from zermelo.solver.cluster.solve_job import KEYS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.sorted_keys.sorted_runs import Mixes, subtract_runs
from zermelo.solver.storage.array_sections import ArraySections

GRAIN: Final = 1 << 12  # mixes of a share, about
MOST_SHARE_BITS: Final = 10  # of the number of shares that are made for their size
KNOWN: Final = 0  # the label of positions that are found
NEXT: Final = 1  # of their children in the same tier, which may be known
LATER: Final = 2  # plus a tier's number: of their children in that tier
APART: Final = 4  # shares are read one by one where no more than one in so many is asked for


def split_hashes_by_bucket(mixes: Mixes, bits: int) -> list[Mixes]:
    """Return ascending mixes in as many parts as there are buckets."""
    if bits == 0:
        return [mixes]
    edges = np.arange(1, 1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
    return np.split(mixes, np.searchsorted(mixes, edges))


def choose_share_bits(size: int, grain: int) -> int:
    """Return how many bits say the share where each of them has about `grain` of `size`."""
    return max(0, -(-size // grain) - 1).bit_length()


def write_hash_runs(
    work: TaskContext, tier: int, kind: str, bucket: int, runs: Mapping[int, Mixes], bits: Mapping[int, int]
) -> None:
    """Make an object of runs by their labels; `bits` are the least for a label, 0 where it is not there."""
    words, sections = [], []
    for label, run in runs.items():
        shares = max(bits.get(label, 0), min(MOST_SHARE_BITS, choose_share_bits(len(run), GRAIN)))
        words += [label, shares]
        sections += split_hashes_by_bucket(run, shares)
    work.write_bucket_object(tier, kind, bucket, [np.array(words, np.uint64), *sections], np.uint64)


class HashRuns:
    """An object of `write_hash_runs`; raises `DamagedScratch`."""

    def __init__(self, sections: ArraySections, counted: Callable[[Any], Any] = lambda read: read) -> None:
        self._sections, self._counted = sections, counted
        words = sections.read_section(0).tolist() if len(sections) else [0]
        pairs = list(zip(words[::2], words[1::2], strict=False))
        self._places: dict[int, tuple[int, int]] = {}
        begin = 1
        for label, bits in pairs:
            self._places[label] = begin, bits
            begin += 1 << min(bits, 32)
        if len(words) % 2 or begin != len(sections):
            raise DamagedScratch("an object of the work has other parts than it says: remove it and go on")

    @property
    def run_labels(self) -> list[int]:
        """The labels of its runs."""
        return list(self._places)

    def count_hashes_by_share(self, label: int) -> list[int]:
        """Return how many mixes each share of a run has, of none where there is no such run."""
        if label not in self._places:
            return [0]
        begin, bits = self._places[label]
        return self._sections.section_entry_counts[begin : begin + (1 << bits)]

    def count_hashes_of_run(self, label: int) -> int:
        """Return how many mixes a run has."""
        return sum(self.count_hashes_by_share(label))

    def read_bucket_of_run(self, label: int, bits: int = 0, bucket: int = 0) -> Mixes:
        """Return what of a run is in a bucket, `bits` of a mix saying which."""
        if label not in self._places:
            return np.empty(0, np.uint64)
        begin, own = self._places[label]
        if own >= bits:
            wide = own - bits
            first, beyond = begin + (bucket << wide), begin + ((bucket + 1) << wide)
            return self._counted(self._sections.read_section_range(first, beyond))  # type: ignore[no-any-return]
        share = self._counted(self._sections.read_section(begin + (bucket >> (bits - own))))
        return select_hashes_in_bucket(share, bits, bucket)

    def select_hashes_missing_from_run(
        self, label: int, mixes: Mixes, kept: dict[int, Mixes] | None = None
    ) -> Mixes:
        """Return those of ascending mixes that a run has not; shares that are read are `kept`, if asked."""
        if label not in self._places or not len(mixes):
            return mixes
        begin, bits = self._places[label]
        counts = self.count_hashes_by_share(label)
        shares = compute_share_numbers(mixes, bits)
        wanted = [share for share in np.unique(shares).tolist() if counts[share]]
        if kept is None and len(wanted) * APART > int(shares[-1] - shares[0]):
            run = self._sections.read_section_range(begin + int(shares[0]), begin + int(shares[-1]) + 1)
            return subtract_runs(mixes, self._counted(run))
        kept = {} if kept is None else kept
        for share in wanted:
            if share not in kept:
                kept[share] = self._counted(self._sections.read_section(begin + share))
        runs = [kept[share] for share in wanted]
        return subtract_runs(mixes, np.concatenate(runs)) if runs else mixes


def compute_share_numbers(mixes: Mixes, bits: int) -> Any:
    """Return the share of each mix, int64."""
    if bits == 0:
        return np.zeros(len(mixes), np.int64)
    return (mixes >> np.uint64(64 - bits)).astype(np.int64)


def select_hashes_in_bucket(mixes: Mixes, bits: int, bucket: int) -> Mixes:
    """Return those of ascending mixes that are in a bucket."""
    if bits == 0:
        return mixes
    first = bucket << (64 - bits)
    beyond = first + (1 << (64 - bits))
    begin = int(np.searchsorted(mixes, np.uint64(first)))
    end = len(mixes) if beyond >> 64 else int(np.searchsorted(mixes, np.uint64(beyond)))
    return mixes[begin:end]


def list_buckets_in_mask(mask: int) -> list[int]:
    """Return the buckets that a mask has, ascending."""
    return [bucket for bucket in range(mask.bit_length()) if mask >> bucket & 1]


def build_bucket_mask(buckets: Iterable[int]) -> int:
    """Return the mask of buckets."""
    return sum(1 << bucket for bucket in set(buckets))


def list_overlapping_buckets(mask: int, own: int, bits: int, bucket: int) -> list[int]:
    """Return which of the buckets of a mask, by `own` bits, have something of a bucket by others."""
    if own <= bits:
        wanted = range(bucket >> (bits - own), (bucket >> (bits - own)) + 1)
    else:
        wanted = range(bucket << (own - bits), (bucket + 1) << (own - bits))
    return [each for each in wanted if mask >> each & 1]


def open_hash_runs(work: TaskContext, tier: int, kind: str, bucket: int) -> HashRuns:
    """Return an object of runs."""
    return HashRuns(work.open_bucket_object(tier, kind, bucket), work.add_to_bytes_read)


def read_bucket_keys(work: TaskContext, tier: int, bucket: int) -> Mixes:
    """Return a bucket's positions, of a tier of a cyclic game."""
    return open_hash_runs(work, tier, KEYS, bucket).read_bucket_of_run(KNOWN)
