"""Drive a solve of a cyclic game: find its tiers first, then solve them from the last to the first.

A tier that fits one task is found by one task, and solved by one. A larger tier is found by rounds
(`frontier_driver`), and solved by rounds, in buckets (`partitioned_tier`).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.game_kind import ByKind
from zermelo.core.values import UNTIMED
from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS
from zermelo.solver.cluster.cyclic.frontier_driver import enumerate_tier_positions
from zermelo.solver.cluster.cyclic.frontier_search import make_cyclic_tier_task
from zermelo.solver.cluster.cyclic.partitioned_tier import solve_partitioned_tier
from zermelo.solver.cluster.cyclic.tier_notes import (
    CYCLIC,
    TierNote,
    format_tier_note_name,
    group_starts_by_tier,
    read_tier_note,
)
from zermelo.solver.cluster.expectation.bucket_graph import BOUNDS
from zermelo.solver.cluster.expectation.expectation_driver import ExpectationTier
from zermelo.solver.cluster.expectation.expectation_tasks import uses_bucket_graphs
from zermelo.solver.cluster.hash_runs import KNOWN
from zermelo.solver.cluster.record_ranges import write_ranges_note
from zermelo.solver.cluster.solve_job import ANSWERED, ANSWERS, ASKED, KEYS, SORTED, TOGETHER
from zermelo.solver.cluster.task_context import SolveTask, format_slice_note_name
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.runs.integer_run import METHOD, RETROGRADE

WHOLE: Final = 4  # buckets that are read by one task: of what a tier leads to, and where all is written
SAMPLE: Final = 64  # positions for each range, of which it is known where it begins
UNREPEATED_METHODS: Final = ByKind("method where no tier was gone through twice", RETROGRADE, gains=METHOD)


class CyclicDriver(BucketDriver):
    """A solve by the game's own tiers, or of all as one."""

    def prepare(self) -> None:
        """See `SolveDriver`."""
        super().prepare()
        self.round: set[int] = set()  # tiers where play can cycle in a game with points on the way
        self._tiers: dict[int, TierNote] = {}

    def solve(self) -> list[dict[str, Any]]:
        """See `SolveDriver`: the one note."""
        tiers = self._tiers = self._find_positions_of_all_tiers()
        self._solve_all_tiers(tiers)
        if format_slice_note_name(self.job, 0) not in self.list_existing_object_names("solution"):
            self._write_solution_files(tiers)
        return [self.read_file_note(0)]

    @property
    def method(self) -> str:
        """See `SolveDriver`."""
        return RETROGRADE if self.round else UNREPEATED_METHODS.choose(self.at.game)

    def read_start_answer(self) -> tuple[Any, int]:
        """See `SolveDriver`."""
        start = self.at.program.key_of_position(self.find_representative_of_start())
        wanted = mix_array(np.array([start], np.int64))[0]
        for tier in group_starts_by_tier(self.at):
            bits = self._tiers[tier].bits
            bucket = int(wanted) >> 64 - bits
            keys = self.open_hash_runs(tier, KEYS, bucket).read_bucket_of_run(KNOWN)
            for place in np.flatnonzero(keys == wanted).tolist():
                sections = self.open_bucket_object(tier, ANSWERS, bucket)
                if sections.dtype.kind == "f":
                    low, high = (float(sections.read_section(row)[place]) for row in range(BOUNDS))
                    return (low + high) / 2, UNTIMED
                answers = sections.read_all_sections()
                return unpack_answer(int(answers[place]), WIDTHS[answers.dtype.itemsize].parameter)
        raise AssertionError("a start was not found")

    def list_tiers(self) -> Iterable[int]:
        """See `BucketDriver`."""
        return self._tiers

    def count_bucket_bits(self, tier: int) -> int:
        """See `BucketDriver`."""
        return self._tiers[tier].bits

    def list_later_tiers(self, tier: int) -> list[int]:
        """See `BucketDriver`."""
        return self._tiers[tier].later_tiers

    def _find_positions_of_all_tiers(self) -> dict[int, TierNote]:
        """Find all positions; return what is noted of each tier.

        The least that waits is next: what leads to it is known by then.
        """
        there = self.list_existing_object_names("")
        waiting, tiers = set(group_starts_by_tier(self.at)), dict[int, TierNote]()
        while waiting:
            tier = min(waiting)
            waiting.remove(tier)
            if format_tier_note_name(self.job, tier) not in there:
                enumerate_tier_positions(
                    self, tier, tuple(each for each, known in tiers.items() if tier in known.later_tiers)
                )
            tiers[tier] = read_tier_note(self.at, self.job, tier)
            waiting |= set(tiers[tier].later_tiers)
            self.figures.sizes.append(tiers[tier].size)
        return tiers

    def _solve_all_tiers(self, tiers: dict[int, TierNote]) -> None:
        """Find all answers; tiers that only wait for the same later ones are solved side by side."""
        there = self.list_existing_object_names("")
        self.round = {tier for tier in tiers if f"{self.job.folder}/tier-{tier:04d}/{CYCLIC}" in there}
        alone = "solve_expectations" if uses_bucket_graphs(self.at.game) else "solve_tier"
        done = {
            tier
            for tier, known in tiers.items()
            if all(self.job.object_name(tier, ANSWERS, bucket) in there for bucket in range(1 << known.bits))
        }
        waiting = set(tiers) - done
        self.solved = sum(tiers[tier].size for tier in done)

        def find_next_tier(*, fits: bool) -> int | None:
            """Return the last tier that waits for nothing, of those that one task solves alone, or others."""
            yield_ready_tasks = (each for each in waiting if set(tiers[each].later_tiers) <= done)
            return max(
                (each for each in yield_ready_tasks if self._is_tier_solved_by_one_task(tiers, each) == fits),
                default=None,
            )

        def yield_ready_tasks() -> Iterator[SolveTask | None]:
            while waiting:
                tier = find_next_tier(fits=True)
                if tier is None:
                    yield None
                else:
                    waiting.remove(tier)
                    kind = "solve_tier" if tier in self.round else alone
                    yield make_cyclic_tier_task(kind, tier, sources=tuple(tiers[tier].later_tiers))

        while len(done) < len(tiers):
            for report in self.run_and_yield_reports(yield_ready_tasks()):
                tier = report.task.tier
                if report.task.kind == "solve_expectations" and self.job.object_name(
                    tier, ANSWERS, 0
                ) not in self.list_existing_object_names(f"tier-{tier:04d}/{ANSWERS}"):
                    self._mark_tier_for_retrograde_analysis(tier)
                    waiting.add(tier)
                else:
                    done.add(tier)
            while find_next_tier(fits=True) is None and (found := find_next_tier(fits=False)) is not None:
                waiting.remove(found)
                self._solve_tier_in_buckets(tiers, found)
                done.add(found)

    def _mark_tier_for_retrograde_analysis(self, tier: int) -> None:
        """Note that a tier with points on the way is to be solved by retrograde analysis."""
        self.round.add(tier)
        self.at.objects.put(f"{self.job.folder}/tier-{tier:04d}/{CYCLIC}", b"play comes round here")

    def _write_solution_files(self, tiers: dict[int, TierNote]) -> None:
        """Write the solution's file: where positions are many, range after range."""
        size, most = sum(known.size for known in tiers.values()), WHOLE * self.bucket
        if size > most:
            ranges = -(-size // self.bucket)
            bits = max((size // (SAMPLE * ranges)).bit_length(), *[known.bits for known in tiers.values()])
            runs = [self.open_hash_runs(tier, KEYS, 0).read_bucket_of_run(KNOWN, bits, 0) for tier in tiers]
            write_ranges_note(self.at, self.job, 0, np.sort(unmix_array(np.concatenate(runs))), ranges)
            for tier, known in tiers.items():
                self.run_tasks(
                    self.list_missing_tasks(
                        make_cyclic_tier_task("sort_records", tier), TOGETHER, range(1 << known.bits)
                    )
                )
            model = make_cyclic_tier_task("join_records", 0, sources=tuple(sorted(tiers)))
            self.run_tasks(self.list_missing_tasks(model, ANSWERED, range(ranges)))
            self.write_record_counts_note(
                0, [self.open_bucket_object(0, SORTED, number).entry_count for number in range(ranges)]
            )
        files = self.count_tier_files(0) if size > most else 1
        self.run_tasks(
            self.list_missing_file_tasks(
                make_cyclic_tier_task("write_tiers", 0, sources=tuple(sorted(tiers)), most=most), files
            )
        )
        self.write_files_note(0, files)

    def _is_tier_solved_by_one_task(self, tiers: dict[int, TierNote], tier: int) -> bool:
        """Return whether a tier is solved by one task that reads all that it leads to."""
        if uses_bucket_graphs(self.at.game) and tier not in self.round:
            return tiers[tier].bits == 0
        later = sum(tiers[each].size for each in tiers[tier].later_tiers)
        return tiers[tier].bits == 0 and later <= WHOLE * self.bucket

    def _solve_tier_in_buckets(self, tiers: dict[int, TierNote], tier: int) -> None:
        """Solve a tier whose answers, or those it needs, are too many for one task."""
        bits = tiers[tier].bits
        if uses_bucket_graphs(self.at.game) and tier not in self.round:
            if ExpectationTier(self, tier, tiers[tier].size).solve():
                return
            self._mark_tier_for_retrograde_analysis(tier)
        if tiers[tier].later_tiers:
            self.run_missing_tasks(self.make_task("request_answers", tier, bits=bits), ASKED)
        self.request_later_answers(tier)
        if bits == 0:
            self.run_tasks([make_cyclic_tier_task("solve_tier", tier)])
        else:
            solve_partitioned_tier(self, tier, tiers[tier])
