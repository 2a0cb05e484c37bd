"""The tasks of a tier of a perfect index in buckets, ranges of its places: nothing is found or sorted.

    request_rank_answers  which places of later tiers a bucket's moves lead to, each once
    send_rank_replies     the answers of a bucket of a later tier, to each bucket of a tier that asks
    expand_rank_moves     a bucket's moves: what its outside is worth; those inside, for the buckets of their
                          children
    reverse_rank_moves    the places with a move to a bucket's places, from the moves of all buckets
    write_rank_slice      a slice of the solution: a file, from the answers of the buckets that it is of

Levels are those of `partitioned_tasks`. A place takes the part of a mix, shifted so that its first bits say
the bucket, and the runs of `hash_runs` hold places.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, MOST_MOVES
from zermelo.core.errors import DamagedScratch
from zermelo.core.values import UNTIMED
from zermelo.solver.cluster.cyclic.cyclic_tasks import (
    WIDTHS,
    choose_answer_fold_by_width,
    format_reply_object_kind,
    read_reply_of_bucket,
    widen_packed_answers,
)
from zermelo.solver.cluster.cyclic.partitioned_tasks import (
    MovesByBucket,
    reverse_moves,
    write_initial_bucket_state,
    write_remoteness_overflow_marker,
)
from zermelo.solver.cluster.expectation.bucket_graph import (
    BOUNDS,
    read_known_values,
)
from zermelo.solver.cluster.hash_runs import LATER, choose_share_bits, open_hash_runs, write_hash_runs
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.solve_job import (
    ANSWERS,
    ASKED,
    MOST_BITS,
    OpenedJob,
    SolveJob,
    format_object_owner,
)
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.graph.thread_slices import allocate_move_arrays
from zermelo.solver.kernels.buckets.partitioned_index_kernels import (
    build_count_children_by_bucket_kernel,
    build_expand_rank_moves_kernel,
    build_list_child_ranks_kernel,
    build_sort_rank_edges_by_bucket_kernel,
)
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.kernels.slot_lookup import BLOCK
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer
from zermelo.solver.records.ranked_records import SLICE, InMemoryAnswers, InMemoryExpectations
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.runs.value_tallies import tally_ranked_answers, tally_ranked_expectations
from zermelo.solver.solution_files.file_entries import format_tier_file_name
from zermelo.solver.solution_files.tier_file_writer import (
    build_values_column,
    write_answer_slice,
    write_packed_values,
)
from zermelo.solver.sorted_keys.sorted_runs import Mixes, merge_runs
from zermelo.solver.storage.array_sections import ArraySections
from zermelo.solver.storage.temporary_folders import temporary_folder

Column = npt.NDArray[Any]
RankLook = Callable[[int, int, int, Any], tuple[int, int, int]]
ROOM: Final = 1 << 20  # moves that are made before they are dealt out or put together
SPAN: Final = 1 << 16  # ranks that a call of the rules is for


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
        """Return what stands for ranks in runs."""
        found: Mixes = (ranks - self.first).astype(np.uint64) << self._hash_shift
        return found

    def convert_hashes_to_ranks(self, marks: Mixes) -> Column:
        """Return the ranks that such stand for, int64."""
        return (marks >> self._hash_shift).astype(np.int64) + self.first


def build_bucket_layout(places: PositionSlots, tier: int, most: int) -> BucketLayout:
    """Return how a tier is cut into buckets of at most so many places, rounded down to a power of two."""
    first, size = places.bounds[tier], places.bounds[tier + 1] - places.bounds[tier]
    whole = max(1, (size - 1).bit_length())
    width = min(whole, max(1, most.bit_length() - 1, whole - MOST_BITS))
    return BucketLayout(first, size, choose_share_bits(size, 1 << width), width)


def build_task_layout(work: TaskContext, tier: int) -> BucketLayout:
    """Return the shape of a tier, by the buckets that the task says."""
    return build_bucket_layout(get_slots_of_job_index(work.at), tier, work.task.most)


def run_kernel_over_ranks(
    places: PositionSlots,
    begin: int,
    end: int,
    column: Any,
    look: RankLook,
) -> tuple[int, int] | None:
    """Run a kernel over all moves of ranks; return (rank, status) where it ends in a fault.

    `look(begin, end, most, work)` calls the kernel with buffers for `most` moves, and returns its result.
    """
    program, room, most = places.program, 64 * BLOCK, ROOM
    while begin < end:
        stop = min(end, begin + SPAN)
        positions = (places.position_at(rank) for rank in range(begin, stop))
        with track_kernel_positions(
            program, (program.key_of_position(each) for each in positions if each != -1)
        ):
            stopped, made, status = look(begin, stop, most, allocate_move_arrays(room, column))
        if status == FULL and not made and stopped == begin:
            most *= 8
        elif status == MANY and room < MOST_MOVES:
            room *= 8
        elif status not in (DONE, FULL):
            return stopped, status
        begin = stopped
    return None


def request_rank_answers(work: TaskContext) -> None:
    """Find which places of later tiers a bucket's moves lead to."""
    task, program, places = work.task, work.at.program, get_slots_of_job_index(work.at)
    shape = build_task_layout(work, task.tier)
    kernel = program.kernel(build_list_child_ranks_kernel)
    found: list[Mixes] = []

    def collect_asked_ranks(begin: int, end: int, most: int, arrays: Any) -> tuple[int, int, int]:
        asked = np.empty(most, np.int64)
        stopped, made, status = kernel(
            (shape.first, shape.end_rank, places.place_count), begin, end, asked, arrays
        )
        found.append(np.unique(asked[:made]).astype(np.uint64))
        if len(found) > 1 and sum(map(len, found[1:])) > len(found[0]):
            found[:] = [merge_runs(found)]
        return int(stopped), int(made), int(status)

    begin, end = shape.get_rank_span_of_bucket(task.bucket)
    fault = run_kernel_over_ranks(places, begin, end, np.int32, collect_asked_ranks)
    if fault is not None:
        raise_status_error(program.game, places.position_at(fault[0]), fault[1])
    ranks = merge_runs(found).astype(np.int64)
    cuts = np.searchsorted(ranks, places.bounds[task.tier + 1 :])
    runs, least = {}, {}
    for tier, (low, high) in enumerate(
        zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True), task.tier + 1
    ):
        if high > low:
            other = build_task_layout(work, tier)
            runs[LATER + tier], least[LATER + tier] = (
                other.convert_ranks_to_hashes(ranks[low:high]),
                other.bits,
            )
    work.report.positions = end - begin
    write_hash_runs(work, task.tier, ASKED, task.bucket, runs, least)


def send_rank_replies(work: TaskContext) -> None:
    """Send a bucket's answers to each bucket of the tier that asks; `sources` has the tier that answers."""
    task, (source,) = work.task, work.task.sources
    shape, own = build_task_layout(work, source), build_task_layout(work, task.tier)
    begin, end = shape.get_rank_span_of_bucket(task.bucket)
    rows = read_known_values(work, source, task.bucket)
    found = []
    for bucket in range(1 << own.bits):
        asked = open_hash_runs(work, task.tier, ASKED, bucket).read_bucket_of_run(
            LATER + source, shape.bits, task.bucket
        )
        found.append(rows[:, shape.convert_hashes_to_ranks(asked) - begin].reshape(-1))
    work.report.positions = end - begin
    work.write_bucket_object(task.tier, format_reply_object_kind(source), task.bucket, found, rows.dtype)


class RankMovesByBucket(MovesByBucket):
    """Moves inside a tier of an index, dealt out to the buckets of their children."""

    child = np.uint32  # its place in the bucket
    kernels = build_count_children_by_bucket_kernel, build_sort_rank_edges_by_bucket_kernel

    def __init__(self, work: TaskContext) -> None:
        super().__init__(work)
        self.shift: Any = np.int64(work.task.next_bits)


def expand_rank_moves(work: TaskContext) -> None:
    """Look at all moves of a bucket's places."""
    task, program, places = work.task, work.at.program, get_slots_of_job_index(work.at)
    question = choose_answer_fold_by_width(program.game, task.width)
    column, shape = question.fold.column, build_task_layout(work, task.tier)
    begin, end = shape.get_rank_span_of_bucket(task.bucket)
    blank = get_undecided_answer(column)
    later, told = _read_later_tier_answers(work)
    tables = (later, *make_rank_directory(later), told)
    answers: Column = np.full(end - begin, blank, column)
    outside: Column = np.empty(end - begin, column)
    counters = np.empty(end - begin, np.uint16)
    dealer = RankMovesByBucket(work)
    kernel = program.kernel(build_expand_rank_moves_kernel, question.fold)

    def expand_span(first: int, stop: int, most: int, arrays: Any) -> tuple[int, int, int]:
        edges = np.empty(most, np.uint32), np.empty(most, np.uint32)
        stopped, made, status = kernel(
            tables, (shape.first, shape.end_rank, begin), first, stop, (answers, outside, counters, blank),
            edges, arrays, question.parameter,
        )  # fmt: skip
        dealer.add_moves(edges, made)
        return int(stopped), int(made), int(status)

    fault = run_kernel_over_ranks(places, begin, end, column, expand_span)
    if fault is not None and fault[1] == FAR and task.width < max(WIDTHS):
        write_remoteness_overflow_marker(work)
        return
    if fault is not None:
        raise_status_error(program.game, places.position_at(fault[0]), fault[1], question.fold.misfit)
    dealer.write_bucket_objects()
    write_initial_bucket_state(work, answers, outside, counters)


def _read_later_tier_answers(work: TaskContext) -> tuple[Column, Column]:
    """Return the ranks of later tiers that a bucket asks for, ascending, and their answers."""
    column = WIDTHS[work.task.width].fold.column
    ranks: list[Column] = [np.empty(0, np.int64)]
    told: list[Column] = [np.empty(0, column)]
    for source, marks, parts in yield_rank_replies(work):
        ranks.append(build_task_layout(work, source).convert_hashes_to_ranks(marks))
        told += [widen_answers(part[0], work.task.width) for part in parts]
    return np.concatenate(ranks), np.concatenate(told)


def yield_rank_replies(work: TaskContext) -> Iterator[tuple[int, Mixes, list[Column]]]:
    """Yield for each later tier, ascending, what a bucket has asked of it, and the replies of its buckets.

    Replies are rows, as `read_known_values` returns them.
    """
    task = work.task
    asked = open_hash_runs(work, task.tier, ASKED, task.bucket)
    for source in sorted(label - LATER for label in asked.run_labels if label >= LATER):
        parts = [
            read_reply_of_bucket(work, source, each)
            for each in range(1 << build_task_layout(work, source).bits)
        ]
        yield source, asked.read_bucket_of_run(LATER + source), parts


def make_rank_directory(ranks: Column) -> tuple[Column, Any]:
    """Return (offsets, shift): the places with `(rank - the least) >> shift == n` begin at `offsets[n]`."""
    if not len(ranks):
        return np.zeros(1, np.uint32), np.int64(0)
    spread = int(ranks[-1]) - int(ranks[0]) + 1
    shift = max(0, (spread // len(ranks)).bit_length() - 1)
    heads = (np.arange((spread >> shift) + 1, dtype=np.int64) << shift) + ranks[0]
    return np.searchsorted(ranks, heads).astype(np.uint32), np.int64(shift)


def widen_answers(answers: Column, width: int) -> Column:
    """Return packed answers, or the mark of no position, widened to `width` bytes."""
    found = widen_packed_answers(answers, width)
    if found is not answers:
        found[answers == get_undecided_answer(answers.dtype) + 1] = get_undecided_answer(found.dtype) + 1
    return found


def reverse_rank_moves(work: TaskContext) -> None:
    """Find the places with a move to a bucket's places."""
    begin, end = build_task_layout(work, work.task.tier).get_rank_span_of_bucket(work.task.bucket)
    reverse_moves(work, end - begin, lambda children: children)


def write_rank_slice_file(work: TaskContext) -> None:
    """Write a slice's file of the solution, and note what it holds."""
    game, number = work.at.game, work.task.bucket
    rows = np.concatenate(list(_yield_slice_answers(work, number)), axis=1)
    held: Any
    if rows.dtype.kind == "f":
        held = InMemoryExpectations(compute_interval_midpoints(rows))
        tally = tally_ranked_expectations(held.values)
    else:
        blank = get_undecided_answer(rows.dtype)
        held, tally = InMemoryAnswers(rows[0], WIDE, blank), tally_ranked_answers(rows[0], WIDE, blank)
    records = tally.wins + tally.draws + tally.losses
    with temporary_folder() as folder:
        path = folder / format_tier_file_name(number)
        if work.job.kept.values_only:
            entry = write_packed_values(path, held.read_packed_values_of_slice(0), records)
        else:
            values, *others = held.read_answers_of_slice(0)
            entry = write_answer_slice(path, build_values_column(values, scored=game.scored), *others)
        work.publish_slice_file(number, path, entry, tally)
    work.report.positions = records


def compute_interval_midpoints(rows: Column) -> Column:
    """Return the middle of bounds [2, n], NaN where there is no position."""
    found = np.full(rows.shape[1], np.nan)
    legal = rows[0] <= rows[1]
    found[legal] = (rows[0][legal] + rows[1][legal]) / 2
    return found


def _yield_slice_answers(work: TaskContext, number: int) -> Iterator[Column]:
    """Yield what is known of the ranks of a slice, in their order; answers as wide as the widest."""
    places = get_slots_of_job_index(work.at)
    rank, end = number * SLICE, min((number + 1) * SLICE, places.place_count)
    while rank < end:
        tier = bisect_right(places.bounds, rank) - 1
        shape = build_task_layout(work, tier)
        bucket = (rank - shape.first) >> shape.width
        begin, beyond = shape.get_rank_span_of_bucket(bucket)
        found = read_known_values(work, tier, bucket)
        if found.shape[1] != beyond - begin:
            raise DamagedScratch(f"{work.at.objects.url}: answers of tier {tier} are others: begin anew")
        found = found[:, rank - begin : min(end, beyond) - begin]
        yield found if found.dtype.kind == "f" else widen_answers(found, max(WIDTHS))
        rank = min(end, beyond)


class StoredAnswers:
    """The answers of an index as tasks have left them, of which one is asked for."""

    def __init__(self, at: OpenedJob, job: SolveJob, most: int) -> None:
        self.at, self.job, self.most = at, job, most

    def find_answer_of_rank(self, rank: int) -> tuple[Any, int] | None:
        """Return (value, remoteness, `NO_END` or `UNTIMED`) of a rank, None where it has no position."""
        places = get_slots_of_job_index(self.at)
        tier = bisect_right(places.bounds, rank) - 1
        shape = build_bucket_layout(places, tier, self.most)
        bucket = (rank - shape.first) >> shape.width
        name = self.job.object_name(tier, ANSWERS, bucket)
        sections = ArraySections(self.at.objects, name, format_object_owner(self.job, name))
        place = rank - shape.get_rank_span_of_bucket(bucket)[0]
        if sections.dtype.kind == "f":
            low, high = (float(sections.read_section(row)[place]) for row in range(BOUNDS))
            return ((low + high) / 2, UNTIMED) if low <= high else None
        answers = sections.read_all_sections()
        answer = int(answers[place])
        if answer == get_undecided_answer(answers.dtype) + 1:
            return None
        return unpack_answer(answer, WIDTHS[answers.dtype.itemsize].parameter)
