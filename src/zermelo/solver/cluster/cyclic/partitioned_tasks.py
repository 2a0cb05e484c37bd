"""Tasks that solve a tier of a cyclic game in buckets, by levels of retrograde analysis.

    expand_moves    a bucket's moves: what its outside is worth, and those inside, for the buckets of their
                    children
    reverse_moves   which places have a move to a bucket's positions, from the moves of all buckets
    advance         a level of a round in a group of buckets; see `bucket_group_levels`
    advance_sparse  levels in which little happens, as many as one task can do, in all groups
    finish_answers  a bucket's answers

Each level is decided before the next begins, as in `solver.methods.retrograde_analysis`, so the answers are
the same.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels import FAR
from zermelo.solver.cluster.cyclic.bucket_places import (
    HashedBucket,
    RankedBucket,
    open_bucket,
)
from zermelo.solver.cluster.cyclic.cyclic_tasks import (
    WIDTHS,
    Column,
    choose_answer_fold_by_width,
    widen_packed_answers,
    yield_answer_replies,
)
from zermelo.solver.cluster.cyclic.partitioned_state import (
    COUNTER,
    EDGES,
    LINKS,
    OUTSIDE,
    PARENTS,
    SEEDS,
    STATE,
    WORDS,
    format_object_kind_of_width,
    read_bucket_state,
    read_changes_of_steps,
    split_array_into_shares,
)
from zermelo.solver.cluster.solve_job import ANSWERS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.position_slots import run_kernel_over_places
from zermelo.solver.kernels.buckets.partitioned_retrograde import (
    PLACES,
    build_count_place_occurrences_kernel,
    build_sort_edges_by_bucket_kernel,
    build_store_predecessor_links_kernel,
)
from zermelo.solver.kernels.retrograde_kernels import MoveSpace, build_expand_moves_kernel
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer

LARGEST: Final = 1 << 16  # values are smaller


def expand_bucket_moves(work: TaskContext) -> None:
    """Look at all moves of a bucket's positions."""
    task, program, bucket = work.task, work.at.program, open_bucket(work)
    question = choose_answer_fold_by_width(program.game, task.width)
    column, size = question.fold.column, bucket.end - bucket.begin
    blank = get_undecided_answer(column)
    told = [
        (source, asked, widen_packed_answers(found, task.width))
        for source, asked, (found,) in yield_answer_replies(work)
    ]
    tables = (bucket.places.tables, *bucket.build_later_tables(told, column))
    answers: Column = np.full(size, blank, column)
    outside: Column = np.empty(size, column)
    counters = np.empty(size, np.uint16)
    dealer = MovesByBucket(work, bucket)
    kernel = program.kernel(
        build_expand_moves_kernel, MoveSpace(bucket.places.lookup, in_bucket=True), question.fold
    )

    def expand_span(begin: int, end: int, most: int, arrays: Any) -> tuple[int, int, int]:
        edges = np.empty(most, bucket.child), np.empty(most, np.uint32)
        stopped, made, status = kernel(
            tables, bucket.tier, begin, end, (answers, outside, counters, blank), edges, arrays,
            question.parameter,
        )  # fmt: skip
        dealer.add_moves(edges, made)
        return int(stopped), int(made), int(status)

    fault = run_kernel_over_places(bucket.places, bucket.begin, bucket.end, column, expand_span)
    if fault is not None and fault[1] == FAR and task.width < max(WIDTHS):
        write_remoteness_overflow_marker(work)
        return
    if fault is not None:
        where = bucket.places.position_at(fault[0])
        raise_status_error(program.game, where, fault[1], question.fold.misfit)
    dealer.write_bucket_objects()
    write_initial_bucket_state(work, answers, outside, counters)


def write_initial_bucket_state(work: TaskContext, answers: Column, outside: Column, counters: Column) -> None:
    """Make what a bucket's levels begin with."""
    question = choose_answer_fold_by_width(work.at.game, work.task.width)
    _write_bucket_sections(work, OUTSIDE, None, split_array_into_shares(outside), outside.dtype)
    words = pack_state_words(answers, counters)
    _write_bucket_sections(work, STATE, 0, split_array_into_shares(words), words.dtype)
    seeds = _build_seed_sections(outside, get_undecided_answer(question.fold.column), question.parameter)
    _write_bucket_sections(work, SEEDS, None, seeds, np.uint32)
    work.report.positions = len(answers)


def write_remoteness_overflow_marker(work: TaskContext) -> None:
    """Say that a remoteness does not fit."""
    _write_bucket_sections(work, SEEDS, None, [np.ones(1, np.uint32)], np.uint32)


def _write_bucket_sections(
    work: TaskContext, what: str, number: int | None, sections: list[Column], dtype: Any
) -> None:
    work.write_bucket_object(
        work.task.tier,
        format_object_kind_of_width(what, work.task.width, number),
        work.task.bucket,
        sections,
        dtype,
    )


def pack_state_words(answers: Column, counters: Column) -> Column:
    """Return the words of places."""
    found: Column = answers.astype(WORDS[answers.dtype.itemsize])
    found <<= COUNTER
    found |= counters
    return found


def _build_seed_sections(outside: Column, blank: int, parameter: int) -> list[Column]:
    """Return the sections of the object of seeds."""
    places = np.flatnonzero(outside != blank)
    known = outside[places].astype(np.int64)
    values, levels = abs(known >> parameter), known & ((1 << parameter) - 1)
    pairs = ((LARGEST - values) << 32) + levels
    order = np.argsort(pairs, kind="stable")
    pairs, places = pairs[order], places[order]
    edges = np.flatnonzero(np.diff(pairs)) + 1
    heads = pairs[np.concatenate([[0], edges])] if len(pairs) else pairs
    table = [0, *[int(word) for pair in heads for word in (LARGEST - (pair >> 32), pair & 0xFFFFFFFF)]]
    parts = np.split(places, edges) if len(places) else []
    return [np.array(table, np.uint32), *parts]


class MovesByBucket:
    """Moves inside a tier, dealt out to the buckets of their children."""

    def __init__(self, work: TaskContext, bucket: HashedBucket | RankedBucket) -> None:
        self.work, self.bucket = work, bucket
        self.parts: list[list[tuple[Column, Column]]] = [[] for _ in range(1 << work.task.bits)]

    def add_moves(self, edges: tuple[Column, Column], made: int) -> None:
        """Take the first so many moves."""
        if not made:
            return
        buckets, children = self.bucket.find_buckets(edges[0][:made])
        counts = np.bincount(buckets, minlength=len(self.parts))
        dealt = np.empty_like(children), np.empty(made, np.uint32)
        ends = np.cumsum(counts)
        deal = self.work.at.program.shared_kernel(build_sort_edges_by_bucket_kernel)
        deal((children, edges[1]), buckets, ends - counts, dealt)
        for bucket, (begin, end) in enumerate(zip((ends - counts).tolist(), ends.tolist(), strict=True)):
            if end > begin:
                self.parts[bucket].append((dealt[0][begin:end], dealt[1][begin:end]))

    def write_bucket_objects(self) -> None:
        """Make the objects."""
        for side, (what, dtype) in enumerate(((EDGES, self.bucket.child), (PARENTS, np.uint32))):
            empty = np.empty(0, dtype)
            sections = [
                np.concatenate([pair[side] for pair in parts]) if parts else empty for parts in self.parts
            ]
            _write_bucket_sections(self.work, what, None, sections, dtype)


def reverse_bucket_moves(work: TaskContext) -> None:
    """Find the places with a move to a bucket's positions; places of buckets have `next_bits` bits."""
    task, program, own = work.task, work.at.program, open_bucket(work)
    size = own.end - own.begin
    count = program.shared_kernel(build_count_place_occurrences_kernel)
    ends = np.zeros(size + 1, np.int64)
    parts = []
    for bucket in range(1 << task.bits):
        children, parents = (
            work.add_to_bytes_read(
                work.open_bucket_object(
                    task.tier, format_object_kind_of_width(what, task.width), bucket
                ).read_section(task.bucket)
            )
            for what in (EDGES, PARENTS)
        )
        places = own.find_child_places(children)
        count(places, ends)
        parts.append((bucket, places, parents))
    np.cumsum(ends, out=ends)
    rows = np.empty(int(ends[-1]), np.uint32 if task.bits + task.next_bits + 1 <= 32 else np.uint64)
    fasten = program.shared_kernel(build_store_predecessor_links_kernel)
    while parts:
        bucket, places, parents = parts.pop()
        fasten(places, parents, bucket << (task.next_bits + 1), ends, rows)
    sections = []
    for begin in range(0, size, PLACES):
        begins = ends[begin : begin + PLACES + 1]
        sections.append(
            np.concatenate([(begins - begins[0]).astype(rows.dtype), rows[begins[0] : begins[-1]]])
        )
    work.report.positions = size
    _write_bucket_sections(work, LINKS, None, sections, rows.dtype)


def write_final_bucket_answers(work: TaskContext) -> None:
    """Make a bucket's answers; a place that is still undecided can neither be lost nor won.

    `chains` has the chain of its group.
    """
    task, question = work.task, WIDTHS[work.task.width]
    base, *since = task.chains[0]
    words = work.add_to_bytes_read(read_bucket_state(work, task.bucket, base).read_all_sections())
    first = (task.bucket & ((1 << task.group) - 1)) << task.next_bits
    for places, news in read_changes_of_steps(work, task.bucket >> task.group, tuple(since)):
        low, high = np.searchsorted(places, [first, first + len(words)])
        words[places[low:high] - np.uint32(first)] = news[low:high]
    answers: Column = (words >> COUNTER).astype(question.fold.column)
    answers[answers == get_undecided_answer(question.fold.column)] = (1 << question.parameter) - 1
    work.report.positions = len(answers)
    work.write_bucket_object(task.tier, ANSWERS, task.bucket, [answers], answers.dtype)
