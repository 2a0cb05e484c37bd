"""Drive the search for a tier's positions in a cyclic game: one task where it fits one, else rounds."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.frontier_search import format_run_object_kind, make_cyclic_tier_task
from zermelo.solver.cluster.cyclic.tier_notes import (
    TierNote,
    group_starts_by_tier,
    read_tier_note,
    write_tier_note,
)
from zermelo.solver.cluster.hash_runs import KNOWN, LATER, NEXT, build_bucket_mask, choose_share_bits
from zermelo.solver.cluster.solve_job import KEYS, MOST_BITS
from zermelo.solver.cluster.task_context import SolveTask

MOST_RUNS: Final = 6  # in which the known positions of a tier are, before some of them become one
CROWD: Final = 4  # mixes that are looked at, for each of a bucket: most of them are known, or there twice

Made = tuple[int, int, int]  # a run: its number, the bits that say the bucket, and which buckets there are


def enumerate_tier_positions(drive: BucketDriver, tier: int, sources: tuple[int, ...]) -> None:
    """Find a tier, and note it; `sources` are the tiers that lead to it."""
    FrontierSearch(drive, tier, sources).enumerate_whole_tier()


class FrontierSearch:
    """A tier while it is found: runs of what is known, and of each round what its children are."""

    def __init__(self, drive: BucketDriver, tier: int, sources: tuple[int, ...]) -> None:
        self.drive, self.tier, self.sources = drive, tier, sources
        self.there = drive.list_existing_object_names(f"tier-{tier:04d}")
        self.number = 0
        self.known: list[tuple[Made, int]] = []  # each with how many positions it has
        self.rounds: list[Made] = []
        self.size = 0

    def enumerate_whole_tier(self) -> None:
        """Find the tier, and note it."""
        waiting = self._count_candidates_of_first_round()
        counts: list[int] = []
        while waiting:
            whole, waiting, counts = self._run_frontier_round(waiting, counts)
            if whole:
                self._write_found_tier_note(0)
                return
            if len(self.known) > MOST_RUNS:
                self._merge_last_runs()
        bits = min(MOST_BITS, choose_share_bits(self.size, self.drive.bucket))
        runs, rounds = tuple(made for made, _ in self.known), tuple(self.rounds)
        self._run_missing_tasks(
            make_cyclic_tier_task("merge_runs", self.tier, bits=bits, runs=runs, parts=rounds),
            KEYS,
            range(1 << bits),
        )
        self._write_found_tier_note(bits)

    def _count_candidates_of_first_round(self) -> int:
        """Return how many mixes lead to the tier, some more than once."""
        drive, waiting = self.drive, len(group_starts_by_tier(self.drive.at).get(self.tier, ()))
        for source in self.sources:
            for bucket in range(1 << read_tier_note(drive.at, drive.job, source).bits):
                waiting += drive.open_hash_runs(source, KEYS, bucket).count_hashes_of_run(LATER + self.tier)
        return waiting

    def _run_frontier_round(self, waiting: int, counts: list[int]) -> tuple[bool, int, list[int]]:
        """Do a round; return whether the tier is whole, how many mixes are next, how many of each share."""
        bits, number, job = self._choose_next_bucket_bits(waiting), self.number, self.drive.job
        kind, buckets, first = (
            format_run_object_kind(number),
            list_nonempty_buckets(counts, bits),
            not self.rounds,
        )
        self.number += 1
        model = make_cyclic_tier_task(
            "find_positions",
            self.tier,
            bits=bits,
            runs=tuple(made for made, _ in self.known),
            parts=tuple(self.rounds[-1:]),
            number=number,
            most=self.drive.bucket,
            sources=self.sources if first else (),
        )
        if first and not bits:  # it makes the whole tier, or if that is too large a run
            begun, whole = job.object_name(self.tier, kind, 0), job.object_name(self.tier, KEYS, 0)
            if begun not in self.there and whole not in self.there:
                self.drive.run_tasks([model])
                self.there |= self.drive.list_existing_object_names(f"tier-{self.tier:04d}/{kind}")
            if begun not in self.there:
                return True, 0, []
        else:
            self._run_missing_tasks(model, kind, buckets)
        found = [self.drive.open_hash_runs(self.tier, kind, bucket) for bucket in buckets]
        made = number, bits, build_bucket_mask(buckets)
        size = sum(run.count_hashes_of_run(KNOWN) for run in found)
        self.known.append((made, size))
        self.rounds.append(made)
        self.size += size
        return False, *sum_counts_by_share([run.count_hashes_by_share(NEXT) for run in found])

    def _choose_next_bucket_bits(self, waiting: int) -> int:
        """Return how many bits say the bucket in the next round: none where one task may do it all."""
        bucket = self.drive.bucket
        if waiting <= bucket:
            return 0
        known = self.size + min(waiting, self.size + bucket)
        return min(MOST_BITS, max(1, choose_share_bits(max(known, waiting // CROWD), bucket)))

    def _merge_last_runs(self) -> None:
        """Make one run of the last ones, as many as are together no less than half the one before them."""
        runs = [self.known.pop(), self.known.pop()]
        while self.known and 2 * sum(size for _, size in runs) >= self.known[-1][1]:
            runs.append(self.known.pop())
        size = sum(each for _, each in runs)
        bits, number = min(MOST_BITS, choose_share_bits(size, self.drive.bucket)), self.number
        self.number += 1
        made = tuple(made for made, _ in runs)
        model = make_cyclic_tier_task("merge_runs", self.tier, bits=bits, runs=made, number=number)
        self._run_missing_tasks(model, format_run_object_kind(number), range(1 << bits))
        self.known.append(((number, bits, build_bucket_mask(range(1 << bits))), size))

    def _run_missing_tasks(self, model: SolveTask, kind: str, buckets: Iterable[int]) -> None:
        """Make the missing objects."""
        missing = [
            each for each in buckets if self.drive.job.object_name(self.tier, kind, each) not in self.there
        ]
        self.drive.run_tasks(replace(model, bucket=bucket) for bucket in missing)

    def _write_found_tier_note(self, bits: int) -> None:
        """Note what is found."""
        found = [self.drive.open_hash_runs(self.tier, KEYS, bucket) for bucket in range(1 << bits)]
        leads = sorted({label - LATER for run in found for label in run.run_labels if label >= LATER})
        sizes = [run.count_hashes_of_run(KNOWN) for run in found]
        write_tier_note(
            self.drive.at, self.drive.job, self.tier, TierNote(leads, bits, max(sizes), sum(sizes))
        )


def list_nonempty_buckets(counts: list[int], bits: int) -> list[int]:
    """Return the nonempty buckets, from the number of mixes in each share; all if no counts are given."""
    shares = len(counts).bit_length() - 1
    if not counts or shares < bits:
        return list(range(1 << bits))
    return sorted({share >> (shares - bits) for share, count in enumerate(counts) if count})


def sum_counts_by_share(found: list[list[int]]) -> tuple[int, list[int]]:
    """Return how many there are in all, and in each share, in as many shares as the least of runs has."""
    least = min((len(counts) for counts in found if any(counts)), default=1)
    totals = [0] * least
    for counts in found:
        if any(counts):
            wide = len(counts) // least
            for share in range(least):
                totals[share] += sum(counts[share * wide : (share + 1) * wide])
    return sum(totals), totals
