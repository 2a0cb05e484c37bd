"""Sort records by position, range after range, to write the files of a solution.

Buckets are shares of the range of `mix`, so each is a sample of its tier. The positions of one bucket decide
where ranges of about equal size begin. Each bucket's records are sorted and put in sections by range, and
each range is put together from all buckets. The writer of a file reads one range after the other.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from zermelo.core.arguments import is_count
from zermelo.solver.cluster.sealed_notes import create_note_if_missing, read_note
from zermelo.solver.cluster.solve_job import ANSWERED, ORDERED, SORTED, TALLY, TOGETHER, OpenedJob, SolveJob
from zermelo.solver.cluster.task_context import TaskContext, is_tally
from zermelo.solver.records.compact_records import select_compact_records
from zermelo.solver.records.solution_records import RecordBlock, unpack_answers
from zermelo.solver.runs.value_tallies import ValueTally, tally_tier
from zermelo.solver.solution_files.checked_file import hash_blocks_of_file
from zermelo.solver.solution_files.file_entries import Entry, format_tier_file_name, iterate_file_spans
from zermelo.solver.solution_files.tier_file_writer import (
    build_values_column,
    make_first_position_field,
    write_record_blocks,
)
from zermelo.solver.sorted_keys.tier_sort import sort_keys_with_answers
from zermelo.solver.storage.atomic_files import explain_copy_errors, temporary_file

LARGEST = (1 << 63) - 1  # a position
PIECE = 1 << 20  # records of a range that are read at once
Pair = tuple[Any, Any]  # keys or positions, and their packed answers


def split_records_into_ranges(work: TaskContext, tier: int, pair: Pair, ranges: Any, shift: int) -> None:
    """Sort a bucket's records by position, a section for each range, and count them."""
    task = work.task
    tally = tally_tier(work.at.program, *pair, shift, work.workers)
    work.report.positions = len(pair[0])
    positions, answers = sort_keys_with_answers(*select_kept_records(work, tier, pair, shift), work.workers)
    cuts = np.searchsorted(positions, ranges)
    name = work.job.object_name(tier, TALLY, task.bucket)
    create_note_if_missing(work.at.objects, name, list(tally))
    work.write_bucket_object(tier, ORDERED, task.bucket, np.split(positions, cuts), np.int64)
    work.write_bucket_object(tier, TOGETHER, task.bucket, np.split(answers, cuts), answers.dtype)


def select_kept_records(work: TaskContext, tier: int, pair: Pair, shift: int) -> Pair:
    """Return those of a tier's records that the solution keeps."""
    scored = work.at.game.scored
    return select_compact_records(tier, *pair, shift, scored=scored) if work.job.kept.lean else pair


def format_ranges_note_name(job: SolveJob, tier: int) -> str:
    """Return the name of the note where ranges of positions begin, but for the first."""
    return f"{job.folder}/tier-{tier:04d}/ranges"


def write_ranges_note(at: OpenedJob, job: SolveJob, tier: int, sample: Any, count: int) -> None:
    """Note where ranges of positions begin, according to an ascending sample of positions.

    If the sample is empty, all positions are in the first range.
    """
    places = [len(sample) * number // count for number in range(1, count)]
    note = [int(sample[place]) if len(sample) else LARGEST for place in places]
    create_note_if_missing(at.objects, format_ranges_note_name(job, tier), note)


def read_ranges_note(at: OpenedJob, job: SolveJob, tier: int) -> Any:
    """Return what that note says, an array of ascending positions; raises `DamagedScratch`."""
    return np.array(read_note(at.objects, format_ranges_note_name(job, tier), _is_ranges_note), np.int64)


def _is_ranges_note(note: Any) -> bool:
    whole = isinstance(note, list) and all(is_count(each, 0) and each < 1 << 63 for each in note)
    return whole and bool(note == sorted(note))


def read_bucket_tally(work: TaskContext, tier: int, bucket: int) -> ValueTally:
    """Return what was counted of a bucket; raises `DamagedScratch`."""
    return ValueTally(*read_note(work.at.objects, work.job.object_name(tier, TALLY, bucket), is_tally))


def sum_bucket_tallies(work: TaskContext, buckets: Iterable[tuple[int, int]]) -> ValueTally:
    """Return what was counted of buckets of tiers."""
    return sum((read_bucket_tally(work, *each) for each in buckets), ValueTally())


def merge_records_in_range(
    work: TaskContext, buckets: Iterable[tuple[int, range]], even: Callable[[list[Any]], list[Any]] = list
) -> None:
    """Put the records of a range together, sorted by position, from what `split_records_into_ranges` made.

    `even` gives the answers of all buckets one type. The task's bucket is the range's number. All sections
    but the last have `PIECE` records each, so writing a file reads hardly more of a range than it needs.
    """
    task, parts = work.task, []
    for kind in (ORDERED, TOGETHER):
        found = [work.yield_section_of_buckets(tier, kind, those, task.bucket) for tier, those in buckets]
        parts.append(list(chain.from_iterable(found)))
    pair = np.concatenate(parts[0]), np.concatenate(even(parts[1]))
    positions, answers = sort_keys_with_answers(*pair, work.workers)
    work.report.positions = len(positions)
    cuts = range(PIECE, len(positions), PIECE)
    work.write_bucket_object(task.tier, SORTED, task.bucket, np.split(positions, cuts), np.int64)
    work.write_bucket_object(task.tier, ANSWERED, task.bucket, np.split(answers, cuts), answers.dtype)


def format_record_counts_note_name(job: SolveJob, tier: int) -> str:
    """Return the name of the note how many records each range of a tier has."""
    return f"{job.folder}/tier-{tier:04d}/counts"


def read_record_counts_note(at: OpenedJob, job: SolveJob, tier: int) -> list[int]:
    """Return what that note says; raises `DamagedScratch`, and `FileNotFoundError` where there is none."""
    counts: list[int] = read_note(
        at.objects, format_record_counts_note_name(job, tier), _is_record_counts_note
    )
    return counts


def _is_record_counts_note(note: Any) -> bool:
    return isinstance(note, list) and bool(note) and all(is_count(each, 0) for each in note)


def yield_merged_records(work: TaskContext, begin: int, end: int) -> Iterator[Pair]:
    """Yield the records from `begin` to before `end` of the task's tier, piece after piece of its ranges."""
    tier, first = work.task.tier, 0
    for number, count in enumerate(read_record_counts_note(work.at, work.job, tier)):
        here, beyond = max(begin - first, 0), min(end - first, count)
        if here < beyond or begin == end == first:
            columns = [work.open_bucket_object(tier, kind, number) for kind in (SORTED, ANSWERED)]
            for piece in range(here // PIECE, max(1, -(-beyond // PIECE))):
                mine = slice(max(here - piece * PIECE, 0), beyond - piece * PIECE)
                positions, answers = (
                    work.add_to_bytes_read(column.read_section(piece))[mine] for column in columns
                )
                yield positions, answers
        first += count


def write_sorted_tier_files(work: TaskContext, pair: Pair, shift: int, tally: ValueTally) -> None:
    """Write all files of the task's tier, of its sorted records."""
    entries = []
    for part, (begin, end) in enumerate(iterate_file_spans(len(pair[0]))):
        entries.append(
            _write_sorted_records_file(work, part, [(pair[0][begin:end], pair[1][begin:end])], shift)
        )
    work.write_files_note(entries, tally)


def write_merged_tier_file(
    work: TaskContext,
    shift: int,
    tally: Callable[[], ValueTally],
    even: Callable[[Any], Any] = lambda answers: answers,
) -> None:
    """Write a file of the task's tier, the one of the task's bucket; with the first the tally is noted."""
    part, total = work.task.bucket, sum(read_record_counts_note(work.at, work.job, work.task.tier))
    begin, end = list(iterate_file_spans(total))[part]
    pairs = ((positions, even(answers)) for positions, answers in yield_merged_records(work, begin, end))
    work.write_files_note(
        [_write_sorted_records_file(work, part, pairs, shift)], ValueTally() if part else tally()
    )


def _write_sorted_records_file(work: TaskContext, part: int, pairs: Iterable[Pair], shift: int) -> Entry:
    """Write and publish a file of sorted records; return its entry."""
    scored, name = work.at.game.scored, format_tier_file_name(work.task.tier, part)
    records, more = 0, dict[str, int]()

    def yield_record_blocks() -> Iterator[RecordBlock]:
        nonlocal records
        for positions, answers in pairs:
            values, remoteness = unpack_answers(answers, shift)
            block = RecordBlock(positions, build_values_column(values, scored=scored), remoteness)
            if not records:
                more.update(make_first_position_field(name, block))
            records += len(positions)
            yield block

    room = work.at.objects.staging_directory
    with explain_copy_errors(room), temporary_file(room) as path:
        write_record_blocks(path, yield_record_blocks(), work.job.kept)
        work.publish_file(name, path)
        work.report.positions += records
        return {"name": name, "records": records, **hash_blocks_of_file(path), **more}
