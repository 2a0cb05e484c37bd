"""Drive a solve tier by tier of plies, forwards and backwards, by making what the store lacks."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.arguments import is_count
from zermelo.core.game import has
from zermelo.solver.cluster.hash_runs import split_hashes_by_bucket
from zermelo.solver.cluster.ply_tasks import (
    check_positions_in_tier,
    format_comparison_folder_name,
    format_comparison_note_name,
)
from zermelo.solver.cluster.record_ranges import write_ranges_note
from zermelo.solver.cluster.sealed_notes import create_note_if_missing, read_or_create_note
from zermelo.solver.cluster.solve_driver import (
    FIRST_BRANCHING,
    SolveDriver,
)
from zermelo.solver.cluster.solve_job import (
    ANSWERED,
    ANSWERS,
    FILED,
    FROM,
    KEYS,
    MOST_BITS,
    ORDERED,
    SENT_ANSWERS,
    SORTED,
    TALLY,
    TOGETHER,
    format_object_owner,
)
from zermelo.solver.cluster.task_context import SolveTask, TaskReport, format_slice_note_name
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.plans.bucket_capacity import compute_bucket_capacity
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.runs.integer_run import METHOD, MOST_NARROW_TIERS
from zermelo.solver.storage.array_sections import pack_array_sections


class PlyDriver(SolveDriver):
    """A solve tier by tier of plies."""

    def prepare(self) -> None:
        """See `SolveDriver`."""
        self._branching = FIRST_BRANCHING
        self._kept = 0  # bytes of children that are kept for the way back
        self._bits: list[int] = []
        self._tier = 0  # that is worked on: its children have to stay
        if self.limits is not None and self.limits.disk is not None:
            self.limits.disk.relieve = self._drop_children_to_free_disk

    @property
    def method(self) -> str:
        """See `SolveDriver`."""
        return METHOD

    def solve(self) -> list[dict[str, Any]]:
        """See `SolveDriver`: the notes of tiers. Raises `LoopFound` where plies do not order positions."""
        self.enumerate_positions()
        self.job = replace(self.job, narrow=len(self.figures.sizes) < MOST_NARROW_TIERS)
        return self.find_answers()

    def read_start_answer(self) -> tuple[int, int]:
        """See `SolveDriver`."""
        keys, answers = (self.open_bucket_object(0, kind, 0).read_all_sections() for kind in (KEYS, ANSWERS))
        start = self.at.program.key_of_position(self.find_representative_of_start())
        place = int(np.flatnonzero(keys == mix_array(np.array([start], np.int64)))[0])
        return unpack_answer(int(answers[place]), self.job.choose_answer_fold(self.at.game).parameter)

    # Down

    def enumerate_positions(self) -> None:
        """Find all positions, or take up where a run was that had found them."""
        if self._resume_found_positions():
            return
        bits = self._read_or_choose_bucket_bits(0, 0)
        starts, given = list_start_keys(self.at.program), has(self.at.game, "tier")
        if given:  # each tier is checked when it is made; this one is made here
            game: Any = self.at.game
            check_positions_in_tier(self.at, starts, int(game.tier(next(iter(game.starts())))))
        keys = mix_array(starts)
        for bucket, part in enumerate(split_hashes_by_bucket(np.sort(keys), bits)):
            self._write_bucket_array(0, KEYS, bucket, part)
        size, tier, compared = len(keys), 0, 0
        while size:
            self.figures.sizes.append(size)
            self._tier = tier
            following = self._read_or_choose_bucket_bits(tier + 1, self._estimate_next_tier_size())
            merge = self.list_missing_tasks(
                SolveTask("merge", tier + 1, 0, bits, following), KEYS, range(1 << following)
            )
            reports: list[TaskReport] = []
            if merge:
                self.run_tasks(
                    self.list_missing_tasks(
                        SolveTask("expand", tier, 0, bits, following), FROM, range(1 << bits)
                    )
                )
                reports = self.run_tasks(merge)
            self._drop_children_beyond_disk(tier)
            tier, bits = tier + 1, following
            size = sum(self._count_entries(reports, "merge", tier, KEYS))
            positions = sum(self.figures.sizes)
            if not given and (not size or positions >= max(1024, 2 * compared)):
                self._check_tiers_are_disjoint(positions)
                compared = positions
        sizes = list(zip(self.figures.sizes, self._bits, strict=False))
        create_note_if_missing(self.at.objects, self._format_tiers_note_name, sizes)

    def _drop_children_beyond_disk(self, tier: int) -> None:
        """Drop the children of a tier that do not fit on the disk; the backward pass makes them again."""
        if self.limits is None:
            return
        size = 8 * sum(
            self.open_bucket_object(tier, FROM, bucket).entry_count
            for bucket in self._list_existing_buckets(tier, FROM)
        )
        if self._kept + size > self.limits.children:
            self._drop_objects(tier, FROM)
        else:
            self._kept += size

    def _drop_children_to_free_disk(self, is_enough: Callable[[], bool]) -> None:
        """Drop children that are kept for the way back, those of the largest tiers first."""
        tiers = sorted(range(len(self.figures.sizes)), key=lambda tier: -self.figures.sizes[tier])
        for tier in tiers:
            if is_enough():
                return
            if tier != self._tier:
                self._drop_objects(tier, FROM)

    def _list_existing_buckets(self, tier: int, kind: str) -> list[int]:
        """Return the buckets whose objects of a kind are there."""
        return [
            int(name.rpartition("/")[2])
            for name in self.list_existing_object_names(f"tier-{tier:04d}/{kind}")
        ]

    @property
    def _format_tiers_note_name(self) -> str:
        return f"{self.job.folder}/tiers"

    def _resume_found_positions(self) -> bool:
        """Return whether all positions were found before; then take what is noted of the tiers."""
        if self._format_tiers_note_name not in self.list_existing_object_names("tiers"):
            return False
        tiers = self.read_note(self._format_tiers_note_name, _is_tiers_note)
        self.figures.sizes = [size for size, _ in tiers]
        self._bits = [bits for _, bits in tiers]
        self._read_or_choose_bucket_bits(len(tiers), 0)
        return True

    def _check_tiers_are_disjoint(self, positions: int) -> None:
        """Compare all tiers so far, share by share."""
        bits = max(0, -(-positions // self._choose_bucket_limit()) - 1).bit_length()
        tiers = len(self.figures.sizes)
        model = SolveTask("compare", tiers, 0, bits, bits, all_bits=tuple(self._bits[:tiers]))
        there = self.list_existing_object_names(format_comparison_folder_name(tiers, bits))
        self.run_tasks(
            replace(model, bucket=share)
            for share in range(1 << bits)
            if format_comparison_note_name(self.job, tiers, bits, share) not in there
        )

    def _estimate_next_tier_size(self) -> int:
        sizes = self.figures.sizes
        growth = sizes[-1] / sizes[-2] if len(sizes) > 2 else FIRST_BRANCHING
        return int(sizes[-1] * growth)

    def _choose_bucket_limit(self) -> int:
        """Return how many positions a bucket may have, by what the tier before the last leads to."""
        if self.limits is None:
            return self.bucket
        sizes, branching = self.figures.sizes, float(FIRST_BRANCHING)
        if len(sizes) > 2:
            tier = len(sizes) - 2
            there = self._list_existing_buckets(tier, FROM)
            children = sum(self.open_bucket_object(tier, FROM, bucket).entry_count for bucket in there[:1])
            if children:
                parents = self.open_bucket_object(tier, KEYS, there[0]).entry_count
                branching = self._branching = max(1.0, children / parents)
            else:
                branching = self._branching
        return max(1, min(self.bucket, compute_bucket_capacity(self.limits.memory, branching)))

    def _read_or_choose_bucket_bits(self, tier: int, expected: int) -> int:
        """Return how many bits of a mix say the bucket in a tier: as noted, or noted now."""
        name = f"{self.job.folder}/tier-{tier:04d}/bits"
        bits = min(MOST_BITS, max(0, -(-expected // self._choose_bucket_limit()) - 1).bit_length())
        noted: int = read_or_create_note(self.at.objects, name, bits, _is_bit_count)
        self._bits.append(noted)
        return noted

    # Back

    def find_answers(self) -> list[dict[str, Any]]:
        """Find all answers, and write them; return for each tier the note that says what its file holds.

        A tier's records are sorted by position while the answers of the tier before are found. They are
        written while those answers are sent on. Objects that are not needed again are dropped.
        """
        last = len(self.figures.sizes) - 1
        reached = self._find_first_answered_tier(last)
        if reached == last:
            for bucket in range(1 << self._bits[last + 1]):  # a tier without positions
                self._write_bucket_array(last + 1, ANSWERS, bucket, np.empty(0, self._answer_dtype))
        self.finding = False
        written = self.list_existing_object_names("solution")
        waiting: SolveTask | None = None  # to write the tier after, whose ranges are there
        if (
            reached + 2 <= last and format_slice_note_name(self.job, reached + 2) in written
        ):  # what a killed run left of it
            self._drop_objects(
                reached + 2, KEYS, ANSWERS, SENT_ANSWERS, ORDERED, TOGETHER, SORTED, ANSWERED, TALLY
            )
        for tier in range(reached, -2, -1):
            later, bits = tier + 1, self._bits[tier + 1]
            lacks = later <= last and format_slice_note_name(self.job, later) not in written
            write = SolveTask("write", later, 0, bits, 0) if lacks else None
            arrange, first = list[SolveTask](), self._list_missing_file_tasks(waiting)
            if write and bits:
                arrange = self.list_missing_tasks(
                    SolveTask("merge_records", later, 0, bits, 0), ANSWERED, range(1 << bits)
                )
            if arrange:
                parts = self.list_missing_tasks(
                    SolveTask("split_records", later, 0, bits, 0), TOGETHER, range(1 << bits)
                )
                if parts:
                    self._write_ranges_note(later)
                first = [*first, *parts]
            combine: list[SolveTask] = []
            self._tier = tier
            if tier >= 0:
                before = self._bits[tier]
                combine = self.list_missing_tasks(
                    SolveTask("combine", tier, 0, before, bits), ANSWERS, range(1 << before)
                )
                if combine:
                    self.run_tasks(
                        self.list_missing_tasks(
                            SolveTask("expand", tier, 0, before, bits), FROM, range(1 << before)
                        )
                    )
                    first = [
                        *first,
                        *self.list_missing_tasks(
                            SolveTask("send_answers", later, 0, before, bits), SENT_ANSWERS, range(1 << bits)
                        ),
                    ]
            lacking = len(combine) / (1 << self._bits[tier]) * self.figures.sizes[tier] if combine else 0
            self.solved = sum(self.figures.sizes[max(0, tier) :]) - round(lacking)  # buckets are alike
            self.run_tasks(first)
            if waiting is not None:
                self.write_files_note(later + 1, self.count_tier_files(later + 1))
                self._drop_objects(later + 1, SORTED, ANSWERED, TALLY, FILED)
            waiting = write if bits else None
            reports = self.run_tasks(
                [*arrange, *self._list_missing_file_tasks(None if bits else write), *combine]
            )
            if waiting is not None:
                self.write_record_counts_note(
                    later, self._count_entries(reports, "merge_records", later, SORTED)
                )
            elif write is not None:
                self.write_files_note(later, 1)
            asked = (KEYS, ANSWERS, SENT_ANSWERS) if tier >= 0 else ()
            noted = (FILED,) if waiting is None else ()
            self._drop_objects(later, ORDERED, TOGETHER, *asked, *noted)
            if tier >= 0:
                self._drop_objects(tier, FROM)
        if waiting is not None:
            self.run_tasks(self._list_missing_file_tasks(waiting))
            self.write_files_note(0, self.count_tier_files(0))
        return [self.read_file_note(tier) for tier in range(last + 1)]

    def _find_first_answered_tier(self, last: int) -> int:
        """Return the first tier of which all answers are there, `last` where there is none.

        Those after the next one are written, and may be dropped; of the next one all ranges may be
        there.
        """
        for tier in range(last):
            if not any(
                self.list_missing_tasks(
                    SolveTask("combine", tier, 0, 0, 0), ANSWERS, range(1 << self._bits[tier])
                )
            ):
                return tier
        return last

    def _list_missing_file_tasks(self, model: SolveTask | None) -> list[SolveTask]:
        """Return a task for each file that is not there, of a tier of buckets whose ranges are counted."""
        if model is None:
            return []
        return self.list_missing_file_tasks(model, self.count_tier_files(model.tier) if model.bits else 1)

    def _count_entries(self, reports: list[TaskReport], kind: str, tier: int, made: str) -> list[int]:
        """Return how many positions each bucket's object has: as tasks reported, or as the store shows."""
        counts = {report.task.bucket: report.positions for report in reports if report.task.kind == kind}
        return [
            counts[bucket] if bucket in counts else self.open_bucket_object(tier, made, bucket).entry_count
            for bucket in range(1 << self._bits[tier])
        ]

    def _write_ranges_note(self, tier: int) -> None:
        """Note where ranges of a tier's positions begin, as many as buckets, by those of the first bucket."""
        positions = np.sort(unmix_array(self.open_bucket_object(tier, KEYS, 0).read_all_sections()))
        write_ranges_note(self.at, self.job, tier, positions, 1 << self._bits[tier])

    def _drop_objects(self, tier: int, *kinds: str) -> None:
        """Remove objects that are not needed again."""
        folder = f"{self.job.folder}/tier-{tier:04d}/"
        there = self.list_existing_object_names(f"tier-{tier:04d}")
        self.at.objects.remove(*(each for each in there if each.removeprefix(folder).split("/")[0] in kinds))

    @property
    def _answer_dtype(self) -> Any:
        return self.job.choose_answer_fold(self.at.game).fold.column

    def _write_bucket_array(self, tier: int, kind: str, bucket: int, array: Any) -> None:
        name = self.job.object_name(tier, kind, bucket)
        self.at.objects.put(
            name, pack_array_sections([array], array.dtype, format_object_owner(self.job, name))
        )


def _is_tiers_note(note: Any) -> bool:
    """Return whether a note says of tiers how many positions they have and how many bits say their bucket."""
    return isinstance(note, list) and bool(note) and all(map(_is_tier_entry, note))


def _is_tier_entry(thing: Any) -> bool:
    return isinstance(thing, list) and len(thing) == 2 and is_count(thing[0], 1) and _is_bit_count(thing[1])


def _is_bit_count(thing: Any) -> bool:
    return is_count(thing, 0) and thing <= MOST_BITS
