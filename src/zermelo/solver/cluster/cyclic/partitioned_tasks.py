"""Tasks that solve a tier of a cyclic game in buckets, by levels of retrograde analysis.

    expand_moves    a bucket's moves: what its outside is worth, and those inside, for the buckets of their
                    children
    reverse_moves   which places have a move to a bucket's positions, from the moves of all buckets
    advance         a level of a round in a group of buckets; see `bucket_group_levels`
    advance_sparse  levels in which little happens, as many as one task can do, in all buckets;
                    see `sparse_levels`
    finish_answers  a bucket's answers

Each level is decided before the next begins, as in `solver.methods.retrograde_analysis`, so the answers are
the same.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, MOST_MOVES
from zermelo.compiler.kernels.position_hashing import unmix_array
from zermelo.core.errors import DamagedScratch
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
from zermelo.solver.cluster.cyclic.tier_notes import read_tier_note
from zermelo.solver.cluster.hash_runs import read_bucket_keys
from zermelo.solver.cluster.solve_job import ANSWERS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.thread_slices import allocate_move_arrays
from zermelo.solver.kernels.buckets.partitioned_retrograde import (
    PLACES,
    build_count_edges_by_bucket_kernel,
    build_count_place_occurrences_kernel,
    build_expand_bucket_moves_kernel,
    build_find_places_of_positions_kernel,
    build_sort_edges_by_bucket_kernel,
    build_store_predecessor_links_kernel,
)
from zermelo.solver.kernels.slot_lookup import BLOCK
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer
from zermelo.solver.sorted_keys.key_directory import make_key_directory

ROOM: Final = 1 << 20  # moves that are dealt out to the buckets of their children at once
SLICE: Final = 1 << 16  # positions that a call of the rules is for
LARGEST: Final = 1 << 16  # values are smaller


def expand_bucket_moves(work: TaskContext) -> None:
    """Look at all moves of a bucket's positions."""
    task, program = work.task, work.at.program
    question = choose_answer_fold_by_width(program.game, task.width)
    keys = unmix_array(read_bucket_keys(work, task.tier, task.bucket))
    later, told = _read_later_tier_answers(work)
    tables = (keys, later, *make_key_directory(program, later, work.workers), told)
    outside: Column = np.empty(len(keys), question.fold.column)
    counters = np.empty(len(keys), np.uint16)
    arrays = outside, counters, get_undecided_answer(question.fold.column)
    dealer = MovesByBucket(work)
    kernel = program.kernel(build_expand_bucket_moves_kernel, question.fold)
    begin, room, most = 0, 64 * BLOCK, ROOM
    while begin < len(keys):
        end = min(len(keys), begin + SLICE)
        edges = np.empty(most, np.int64), np.empty(most, np.uint32)
        with track_kernel_positions(program, keys[begin:end]):
            stopped, made, status = kernel(
                tables, task.tier, begin, end, arrays, edges,
                allocate_move_arrays(room, question.fold.column), question.parameter,
            )  # fmt: skip
        dealer.add_moves(edges, made)
        if status == FULL and not made and stopped == begin:
            most *= 8
        elif status == MANY and room < MOST_MOVES:
            room *= 8
        elif status == FAR and task.width < max(WIDTHS):
            write_remoteness_overflow_marker(work)
            return
        elif status not in (DONE, FULL):
            raise_status_error(
                program.game, program.position_of_key(int(keys[stopped])), status, question.fold.misfit
            )
        begin = stopped
    dealer.write_bucket_objects()
    write_initial_bucket_state(work, np.full(len(keys), arrays[2], question.fold.column), outside, counters)


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


def _read_later_tier_answers(work: TaskContext) -> tuple[Column, Column]:
    """Return the positions of later tiers that a bucket asks for, by `mix`, and their answers."""
    column = WIDTHS[work.task.width].fold.column
    if not read_tier_note(work.at, work.job, work.task.tier).later_tiers:
        return np.empty(0, np.int64), np.empty(0, column)
    pairs = [(asked, answers) for asked, (answers,) in yield_answer_replies(work)]
    mixes = np.concatenate([asked for asked, _ in pairs]) if pairs else np.empty(0, np.uint64)
    told = [widen_packed_answers(each, work.task.width) for _, each in pairs]
    answers = np.concatenate(told) if told else np.empty(0, column)
    if len(pairs) > 1:
        order = np.argsort(mixes, kind="stable")
        mixes, answers = mixes[order], answers[order]
    return unmix_array(mixes), answers


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

    child: Any = np.int64  # what a child is noted as: its position
    kernels = build_count_edges_by_bucket_kernel, build_sort_edges_by_bucket_kernel

    def __init__(self, work: TaskContext) -> None:
        self.work = work
        self.buckets = 1 << work.task.bits
        self.shift: Any = np.uint64(64 - work.task.bits)
        self.parts: list[list[tuple[Column, Column]]] = [[] for _ in range(self.buckets)]

    def add_moves(self, edges: tuple[Column, Column], made: int) -> None:
        """Take the first so many moves."""
        if not made:
            return
        count, deal = (self.work.at.program.shared_kernel(each) for each in self.kernels)
        counts = np.zeros(self.buckets, np.int64)
        count(edges[0], made, self.shift, counts)
        dealt = np.empty(made, self.child), np.empty(made, np.uint32)
        ends = np.cumsum(counts)
        deal(edges, made, self.shift, ends - counts, dealt)
        for bucket, (begin, end) in enumerate(zip((ends - counts).tolist(), ends.tolist(), strict=True)):
            if end > begin:
                self.parts[bucket].append((dealt[0][begin:end], dealt[1][begin:end]))

    def write_bucket_objects(self) -> None:
        """Make the objects."""
        for side, (what, dtype) in enumerate(((EDGES, self.child), (PARENTS, np.uint32))):
            empty = np.empty(0, dtype)
            sections = [
                np.concatenate([pair[side] for pair in parts]) if parts else empty for parts in self.parts
            ]
            _write_bucket_sections(self.work, what, None, sections, dtype)


def reverse_bucket_moves(work: TaskContext) -> None:
    """Find the places with a move to a bucket's positions; places of buckets have `next_bits` bits."""
    program = work.at.program
    keys = unmix_array(read_bucket_keys(work, work.task.tier, work.task.bucket))
    directory = make_key_directory(program, keys, work.workers)
    stand = program.shared_kernel(build_find_places_of_positions_kernel)

    def find_places_of_children(children: Column) -> Column:
        places = np.empty(len(children), np.uint32)
        if stand(keys, *directory, children, places) >= 0:
            raise DamagedScratch(
                f"{work.at.objects.url}: a move leads to no position that was found: begin anew"
            )
        return places

    reverse_moves(work, len(keys), find_places_of_children)


def reverse_moves(work: TaskContext, size: int, places_of: Callable[[Column], Column]) -> None:
    """Reverse the moves to a bucket of so many places; `places_of` returns the places of its children."""
    task, program = work.task, work.at.program
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
        places = places_of(children)
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
