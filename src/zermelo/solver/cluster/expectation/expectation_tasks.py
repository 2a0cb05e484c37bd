"""Tasks that solve a tier by its buckets' own graphs: with dice, or with points in play of any length.

    solve_expectations  a tier that fits one task: its graph, and from that its bounds or answers
    build_graph         a bucket's graph, and what it asks of others
    find_requested      which of a bucket's places others ask for, and the replies of later tiers to it
    sweep               a bucket's places swept with the last reports of the others; and a report to each of
                        them
    finish              a bucket's bounds or answers, when nothing moves any more

Bounds come closer until nothing moves. In any order of sweeps they end as the bounds that one process finds
(`compiler.kernels.chance_graph_kernels`). An answer with points is found once the answers of all its moves
are found.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.kernels import DONE
from zermelo.compiler.kernels.position_hashing import unmix_array
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.errors import DamagedScratch, LoopFound
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.cyclic_tasks import yield_answer_replies
from zermelo.solver.cluster.cyclic.tier_notes import read_tier_note
from zermelo.solver.cluster.expectation.bucket_graph import (
    HELD,
    MARKED,
    OUTER,
    ROUND_REPORT,
    SWEEPS,
    BucketGraph,
    Column,
    check_bounds_meet,
    make_bucket_graph,
    read_arrays_of_mixed_types,
    read_bucket_graph,
    read_known_values,
    write_arrays_of_mixed_types,
    write_bounds_of_bucket,
    write_bucket_graph,
)
from zermelo.solver.cluster.hash_runs import (
    LATER,
    NEXT,
    open_hash_runs,
    read_bucket_keys,
    split_hashes_by_bucket,
)
from zermelo.solver.cluster.indexed.index_expectation_tasks import RANKS, RankExpectation
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.chance_graph import ChanceGraph
from zermelo.solver.kernels.buckets.bucket_graph_kernels import (
    build_fold_places_kernel,
    build_sweep_bounds_kernel,
)
from zermelo.solver.kernels.position_folds import SCORE, WIDE
from zermelo.solver.methods.value_iteration import (
    compute_bounds_by_value_iteration,
    find_largest_possible_value,
)
from zermelo.solver.sorted_keys.sorted_runs import Mixes, select_answers_of_keys


def uses_bucket_graphs(game: Any) -> bool:
    """Return whether tiers are solved by the graphs of their buckets."""
    return RECURRENCES.choose(game) is not None


def solve_tier_of_one_bucket(work: TaskContext) -> None:
    """Find the bounds or answers of a tier that is one bucket; make nothing where a cycle brings points."""
    recurrence = _get_hashed_recurrence(work)
    keys = read_bucket_keys(work, work.task.tier, 0)
    chart = make_bucket_graph(work, keys)
    if NEXT in chart.asked:
        raise DamagedScratch(f"{work.at.objects.url}: a move leads to no position that was found: begin anew")
    rows = np.concatenate(
        [np.empty((len(recurrence.types) - 1, 0)), *_yield_later_tier_values(work, chart)], axis=1
    )
    work.report.positions = len(keys)
    recurrence.solve_one_bucket_tier(work, chart, keys, rows)


class BucketRecurrence:
    """How the value of a position follows from those of its children, in tasks over buckets' graphs.

    `RankExpectation` is that over a perfect index.
    """

    types: tuple[Any, ...]  # of what is known of a place: bounds or an answer, and whether it is final
    adds_gains: bool  # whether points may come on the way in tiers of several buckets

    def list_initial_place_values(self, top: float) -> tuple[float, ...]:
        """Return what is known of a place before the first sweep, `top` being the largest possible value."""
        raise NotImplementedError

    def solve_one_bucket_tier(self, work: TaskContext, chart: BucketGraph, keys: Mixes, rows: Column) -> None:
        """Write the values of a tier that is one bucket; `rows` are what later tiers say."""
        raise NotImplementedError

    def improve_bucket_values(
        self, work: TaskContext, chart: BucketGraph, table: list[Column], top: float
    ) -> bool:
        """Improve what is known of a bucket's places; return whether another sweep might improve more."""
        raise NotImplementedError

    def write_final_bucket_results(self, work: TaskContext, rows: list[Column], known: Column) -> None:
        """Write the values of a bucket when nothing moves any more."""
        raise NotImplementedError

    def build_and_write_graph(self, work: TaskContext) -> int:
        """Make a bucket's graph, and note what it asks of others; return how many places it has."""
        keys = read_bucket_keys(work, work.task.tier, work.task.bucket)
        write_bucket_graph(work, make_bucket_graph(work, keys))
        return len(keys)

    def read_graph(self, work: TaskContext) -> BucketGraph:
        """Return a bucket's graph."""
        return read_bucket_graph(work)

    def make_place_finder(self, work: TaskContext) -> tuple[int, Callable[[Mixes], Column]]:
        """Return how many places a bucket has, and what finds the places that others ask for."""
        keys = read_bucket_keys(work, work.task.tier, work.task.bucket)

        def find_places(asked: Mixes) -> Column:
            found = np.searchsorted(keys, asked)
            if len(asked) and (int(found[-1]) == len(keys) or (keys[found] != asked).any()):
                raise DamagedScratch(
                    f"{work.at.objects.url}: a move leads to no position that was found: begin anew"
                )
            return found

        return len(keys), find_places

    def read_replied_values(self, work: TaskContext) -> tuple[Column, ...]:
        """Return the rows of the replies of later tiers to a bucket."""
        leads = read_tier_note(work.at, work.job, work.task.tier).later_tiers
        parts = [part for _, part in yield_answer_replies(work)] if leads else []
        return tuple(
            np.concatenate([np.empty(0, dtype), *[part[number] for part in parts]])
            for number, dtype in enumerate(self.types[:-1])
        )


class PointRecurrence(BucketRecurrence):
    """The greatest of what moves bring, points included: a place has an answer when all its moves have."""

    types = np.int32, np.uint8
    adds_gains = True

    def list_initial_place_values(self, top: float) -> tuple[float, ...]:
        """Return an answer that is not known."""
        return 0, 0

    def solve_one_bucket_tier(self, work: TaskContext, chart: BucketGraph, keys: Mixes, rows: Column) -> None:
        """Write the answers; write nothing where a cycle in a tier of the game's own brings points."""
        answers, known = np.zeros(len(chart.graph[1]), np.int32), np.ones(len(chart.graph[1]), np.uint8)
        answers[len(keys) :], known[: len(keys)] = rows[0], 0
        if _fold_answers_of_bucket(work, chart, keys, (answers, known)) == len(keys):
            work.write_bucket_object(work.task.tier, ANSWERS, 0, [answers[: len(keys)]], np.int32)
        elif not has(work.at.game, "tier"):
            _raise_loop_found(work, keys[known[: len(keys)] == 0])

    def improve_bucket_values(
        self, work: TaskContext, chart: BucketGraph, table: list[Column], top: float
    ) -> bool:
        """Find all that follows from what is known, which takes one pass."""
        keys = read_bucket_keys(work, work.task.tier, work.task.bucket)
        _fold_answers_of_bucket(work, chart, keys, (table[0], table[1]))
        return False

    def write_final_bucket_results(self, work: TaskContext, rows: list[Column], known: Column) -> None:
        """Write the answers; raise `LoopFound` where a cycle brings points."""
        if not known.all():
            keys = read_bucket_keys(work, work.task.tier, work.task.bucket)
            _raise_loop_found(work, keys[known == 0])
        work.write_bucket_object(work.task.tier, ANSWERS, work.task.bucket, rows, np.int32)


class ExpectationRecurrence(BucketRecurrence):
    """The mean of what dice bring, and the greatest of what moves bring: bounds that come closer."""

    types = np.float64, np.float64, np.uint8
    adds_gains = False

    def list_initial_place_values(self, top: float) -> tuple[float, ...]:
        """Return the widest bounds."""
        return -top, top, 0

    def solve_one_bucket_tier(self, work: TaskContext, chart: BucketGraph, keys: Mixes, rows: Column) -> None:
        """Write the bounds, iterated until they meet."""
        graph = ChanceGraph(chart.list_all_positions(keys), chart.graph, [], work.at.program.words)
        found = compute_bounds_by_value_iteration(
            work.at.game, graph, work.workers.budget, LazyKernels(compiled=True), rows
        )
        low, high = (each[: len(keys)] for each in found[:2])
        write_bounds_of_bucket(work, low, high, chart.values_of_ends, has_loops=found[2])

    def improve_bucket_values(
        self, work: TaskContext, chart: BucketGraph, table: list[Column], top: float
    ) -> bool:
        """Bring the bounds closer by some sweeps."""
        kernel = work.at.program.shared_kernel(build_sweep_bounds_kernel)
        return bool(kernel(chart.graph, chart.order, tuple(table), top, SWEEPS))

    def write_final_bucket_results(self, work: TaskContext, rows: list[Column], known: Column) -> None:
        """Write the bounds; raise `LoopFound` where players, not dice, may go on for ever."""
        program, (low, high) = work.at.program, rows

        def locate(place: int) -> Any:
            keys = read_bucket_keys(work, work.task.tier, work.task.bucket)
            return program.position_of_key(int(unmix_array(keys[place : place + 1])[0]))

        check_bounds_meet(work, low, high, locate)
        ends = read_bucket_graph(work).values_of_ends
        write_bounds_of_bucket(work, low, high, ends, has_loops=not known.all())


# None where tiers are solved without graphs of buckets.
RECURRENCES: Final = ByKind[BucketRecurrence | None](
    "values of a tier from those of later ones", None, dice=ExpectationRecurrence(), gains=PointRecurrence()
)


def _get_bucket_recurrence(work: TaskContext) -> BucketRecurrence | RankExpectation:
    return RANKS if has(work.at.game, "rank") else _get_hashed_recurrence(work)


def _get_hashed_recurrence(work: TaskContext) -> BucketRecurrence:
    recurrence = RECURRENCES.choose(work.at.game)
    assert recurrence is not None
    return recurrence


def _yield_later_tier_values(work: TaskContext, chart: BucketGraph) -> Iterator[Column]:
    """Yield what later tiers say of the places that are asked for [rows, n], one bucket after another."""
    for label, asked in chart.asked.items():
        bits = read_tier_note(work.at, work.job, label - LATER).bits
        for bucket, mixes in enumerate(split_hashes_by_bucket(asked, bits)):
            if len(mixes):
                rows = read_known_values(work, label - LATER, bucket)
                yield _select_requested_columns(read_bucket_keys(work, label - LATER, bucket), rows, mixes)


def _select_requested_columns(keys: Mixes, rows: Column, asked: Mixes) -> Column:
    return np.stack([select_answers_of_keys(keys, row, asked) for row in rows])


def _fold_answers_of_bucket(
    work: TaskContext, chart: BucketGraph, keys: Mixes, table: tuple[Column, Column]
) -> int:
    """Give an answer to each place whose moves all have theirs; return the number of new answers."""
    kernel = work.at.program.shared_kernel(build_fold_places_kernel)
    place, settled, status = kernel(chart.graph, chart.order, table, WIDE, chart.largest_edge_count)
    if status != DONE:
        raise_status_error(
            work.at.game, work.at.program.position_of_key(int(unmix_array(keys)[place])), status, SCORE.misfit
        )
    return int(settled)


def _raise_loop_found(work: TaskContext, keys: Mixes) -> None:
    where = describe_position(work.at.game, work.at.program.position_of_key(int(unmix_array(keys[:1])[0])))
    raise LoopFound(
        f"{work.at.game!r}: play may cycle from {where}, and points come on the way: give the "
        "rules a tier() that such moves leave, or let them end play"
    )


# In buckets


def build_and_write_bucket_graph(work: TaskContext) -> None:
    """Make a bucket's graph, and note what it asks of others."""
    work.report.positions = _get_bucket_recurrence(work).build_and_write_graph(work)


def write_requested_places(work: TaskContext) -> None:
    """Find the places of a bucket that others ask for, and collect the replies of later tiers."""
    task, recurrence = work.task, _get_bucket_recurrence(work)
    work.report.positions, find_places = recurrence.make_place_finder(work)
    asked = [open_hash_runs(work, task.tier, ASKED, bucket) for bucket in range(1 << task.bits)]
    places = [find_places(runs.read_bucket_of_run(NEXT, task.bits, task.bucket)) for runs in asked]
    write_arrays_of_mixed_types(work, OUTER, recurrence.read_replied_values(work))
    work.write_bucket_object(task.tier, MARKED, task.bucket, places, np.uint32)


def sweep_bucket(work: TaskContext) -> None:
    """Sweep a bucket; `chains` has the round of its last state, `parts` the newest reports of others.

    Reports are named by (round, bucket); round 0 is before the first.
    """
    task, recurrence = work.task, _get_bucket_recurrence(work)
    chart: Any = recurrence.read_graph(work)
    top = find_largest_possible_value(work.at.game)
    table = _build_known_values_table(work, chart, top)
    before = [row[: chart.own_position_count].copy() for row in table]
    work.report.positions = chart.own_position_count
    moved = recurrence.improve_bucket_values(work, chart, table, top)
    own = [row[: chart.own_position_count] for row in table]
    unknown = chart.own_position_count - int(np.count_nonzero(own[-1]))
    marked = work.open_bucket_object(task.tier, MARKED, task.bucket)
    flags, sections = [unknown, int(moved)], []
    for bucket in range(1 << task.bits):
        places = work.add_to_bytes_read(marked.read_section(bucket))
        said = [np.ascontiguousarray(row[places]) for row in own]
        changed = any((row != old[places]).any() for row, old in zip(said, before, strict=True))
        flags.append(int(changed))
        sections.append(np.concatenate([row.view(np.uint8) for row in said]))
    head = np.array(flags, np.int64).view(np.uint8)
    work.write_bucket_object(
        task.tier,
        format_round_object_kind(ROUND_REPORT, task.number),
        task.bucket,
        [head, *sections],
        np.uint8,
    )
    write_arrays_of_mixed_types(work, format_round_object_kind(HELD, task.number), tuple(own))


def format_round_object_kind(kind: str, number: int) -> str:
    """Return what objects of a round are called."""
    return f"{kind}-{number:05d}"


def _build_known_values_table(work: TaskContext, chart: Any, top: float) -> list[Column]:
    """Return the rows of what is known of a chart's places: its own, those beside, those of later tiers."""
    task, recurrence = work.task, _get_bucket_recurrence(work)
    types = recurrence.types
    own, beside = chart.own_position_count, chart.asked_beside
    outer = read_arrays_of_mixed_types(work, OUTER, task.bucket, types[:-1])
    later = own + len(beside)
    size = later + len(outer[0])
    starts = zip(recurrence.list_initial_place_values(top), types, strict=True)
    rows = [np.full(size, start, dtype) for start, dtype in starts]
    ((number,),) = task.chains
    if number:
        for row, held in zip(
            rows,
            read_arrays_of_mixed_types(work, format_round_object_kind(HELD, number), task.bucket, types),
            strict=True,
        ):
            row[:own] = held
    ends = own + np.cumsum([len(part) for part in split_hashes_by_bucket(beside, task.bits)])
    for said, bucket, _ in task.parts:
        begin, end = int(ends[bucket - 1]) if bucket else own, int(ends[bucket])
        if end > begin:
            content = work.open_bucket_object(
                task.tier, format_round_object_kind(ROUND_REPORT, said), bucket
            ).read_section(1 + task.bucket)
            place = 0
            for row, dtype in zip(rows, types, strict=True):
                size_of = (end - begin) * np.dtype(dtype).itemsize
                row[begin:end] = work.add_to_bytes_read(content[place : place + size_of]).view(dtype)
                place += size_of
    for row, replied in zip(rows, outer, strict=False):
        row[later:] = replied
    rows[-1][later:] = 1
    return rows


def write_final_bucket_values(work: TaskContext) -> None:
    """Make a bucket's bounds or answers from the last round of it, which `chains` names.

    Raises `LoopFound` where players, not dice, may go on for ever, or where a cycle brings points.
    """
    task, recurrence = work.task, _get_bucket_recurrence(work)
    ((number,),) = task.chains
    held = format_round_object_kind(HELD, number)
    *rows, known = read_arrays_of_mixed_types(work, held, task.bucket, recurrence.types)
    work.report.positions = len(known)
    recurrence.write_final_bucket_results(work, rows, known)
