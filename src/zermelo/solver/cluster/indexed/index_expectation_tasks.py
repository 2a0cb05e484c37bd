"""The tasks of a game of chance over a perfect index: a bucket is a range of places, with its own edges.

    build_graph_ranks     a bucket's edges, by throw as in `compiler.kernels.chance_index_kernels`, and what
                          it asks of others
    find_requested_ranks  which of a bucket's places others ask for, and the replies of later tiers to it
    sweep_ranks           a bucket swept with the last reports of the others; and a report to each of them
    finish_ranks          a bucket's bounds, when nothing moves any more

The tasks are as in `expectation_tasks`, bounds to the bit those of one process. The position after a throw
has no place of its own.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels import MISSING, VALUE
from zermelo.compiler.kernels.chance_index_kernels import build_narrow_index_bounds_kernel
from zermelo.solver.cluster.expectation.bucket_graph import (
    BUCKET_GRAPH,
    read_arrays_of_mixed_types,
    write_arrays_of_mixed_types,
)
from zermelo.solver.cluster.expectation.expectation_tasks import (
    HELD,
    MARKED,
    OUTER,
    ROUND_REPORT,
    SWEEPS,
    format_round_object_kind,
)
from zermelo.solver.cluster.hash_runs import (
    LATER,
    NEXT,
    open_hash_runs,
    split_hashes_by_bucket,
    write_hash_runs,
)
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.indexed.partitioned_index import build_task_layout, yield_rank_replies
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.methods.indexed_value_iteration import build_tier_part
from zermelo.solver.methods.value_iteration import (
    IN_ONE_PROCESS,
    WIDE_APART,
    find_largest_possible_value,
    make_endless_play_error,
)
from zermelo.solver.sorted_keys.sorted_runs import Mixes

Column = npt.NDArray[Any]
TYPES: Final = (np.uint32, np.int32, np.uint8, np.float64, np.float64, np.float64)  # of a chart
PAIR: Final = (np.float64, np.float64)


class RankGraph(NamedTuple):
    """A bucket's edges, and its places' bounds: those without edges have theirs, others are 0."""

    edges: tuple[Column, Column, Column, Column]  # children are places of the bucket, then those asked for
    low: Column
    high: Column

    @property
    def own_place_count(self) -> int:
        """Number of places in the bucket."""
        return len(self.low)

    @property
    def places_without_edges(self) -> Column:
        """Places without edges."""
        found: Column = np.diff(self.edges[0].astype(np.int64)) == 0
        return found


def build_and_write_rank_graph(work: TaskContext) -> None:
    """Make a bucket's edges, and note what it asks of others."""
    task, places = work.task, get_slots_of_job_index(work.at)
    shape = build_task_layout(work, task.tier)
    begin, end = shape.get_rank_span_of_bucket(task.bucket)
    bounds = np.empty((end - begin, 2))
    heads, children, codes, worths = build_tier_part(places, shape.first, begin, end, bounds).edges
    low, high = np.ascontiguousarray(bounds[:, 0]), np.ascontiguousarray(bounds[:, 1])
    turned = children < 0
    ranks = np.where(turned, ~children, children)
    outer = (ranks < begin) | (ranks >= end)
    asked = np.unique(ranks[outer])
    ranks[outer] = end - begin + np.searchsorted(asked, ranks[outer])
    ranks[~outer] -= begin
    chart = RankGraph((heads, np.where(turned, ~ranks, ranks).astype(np.int32), codes, worths), low, high)
    is_hole = low > high
    _check_edge_targets(work, chart, np.flatnonzero(is_hole))
    past = np.flatnonzero(
        chart.places_without_edges & ~is_hole & (np.abs(low) > find_largest_possible_value(work.at.game))
    )
    if len(past):
        raise_status_error(work.at.game, places.position_at(begin + int(past[0])), VALUE)
    runs, least = {}, {}
    cuts = np.searchsorted(asked, places.bounds[task.tier :])
    for tier, (first, beyond) in enumerate(
        zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True), task.tier
    ):
        if beyond > first:
            label, other = NEXT if tier == task.tier else LATER + tier, build_task_layout(work, tier)
            runs[label], least[label] = (
                other.convert_ranks_to_hashes(asked[first:beyond].astype(np.int64)),
                other.bits,
            )
    write_hash_runs(work, task.tier, ASKED, task.bucket, runs, least)
    write_arrays_of_mixed_types(work, BUCKET_GRAPH, (*chart.edges, low, high))
    work.report.positions = end - begin


def _check_edge_targets(work: TaskContext, chart: RankGraph, holes: Column) -> None:
    """Raise `BadRules` where edges lead to places, as the chart has them, that have no position."""
    if not len(holes):
        return
    heads, children, _, _ = chart.edges
    wrong = np.flatnonzero(np.isin(np.where(children < 0, ~children, children), holes))
    if len(wrong):
        place = int(np.searchsorted(heads, wrong[0], "right")) - 1
        begin, _ = build_task_layout(work, work.task.tier).get_rank_span_of_bucket(work.task.bucket)
        raise_status_error(work.at.game, get_slots_of_job_index(work.at).position_at(begin + place), MISSING)


def _read_rank_graph(work: TaskContext) -> RankGraph:
    heads, children, codes, worths, low, high = read_arrays_of_mixed_types(
        work, BUCKET_GRAPH, work.task.bucket, TYPES
    )
    return RankGraph((heads, children, codes, worths), low, high)


def _read_requested_ranks(work: TaskContext) -> Mixes:
    """Return what a bucket asks of others of its tier."""
    return open_hash_runs(work, work.task.tier, ASKED, work.task.bucket).read_bucket_of_run(NEXT, 0, 0)


def write_requested_ranks(work: TaskContext) -> None:
    """Find the places of a bucket that others ask for, and collect the replies of later tiers."""
    task, shape = work.task, build_task_layout(work, work.task.tier)
    begin, end = shape.get_rank_span_of_bucket(task.bucket)
    found = []
    for bucket in range(1 << task.bits):
        asked = open_hash_runs(work, task.tier, ASKED, bucket).read_bucket_of_run(
            NEXT, task.bits, task.bucket
        )
        found.append((shape.convert_hashes_to_ranks(asked) - begin).astype(np.uint32))
    told = [np.concatenate(parts, axis=1) for _, _, parts in yield_rank_replies(work)]
    low, high = np.concatenate([np.empty((2, 0)), *told], axis=1)
    chart = _read_rank_graph(work)
    _check_edge_targets(
        work, chart, np.flatnonzero(low > high) + chart.own_place_count + len(_read_requested_ranks(work))
    )
    write_arrays_of_mixed_types(work, OUTER, (low, high))
    work.report.positions = end - begin
    work.write_bucket_object(task.tier, MARKED, task.bucket, found, np.uint32)


def sweep_rank_bucket(work: TaskContext) -> None:
    """Sweep a bucket; `chains` has the round of its last state, `parts` the newest reports of others.

    Reports are named by (round, bucket); round 0 is before the first.
    """
    task, top = work.task, find_largest_possible_value(work.at.game)
    chart = _read_rank_graph(work)
    table = _load_bounds_table(work, chart, top)
    own = chart.own_place_count
    _check_edge_targets(work, chart, own + np.flatnonzero(table[own:, 0] > table[own:, 1]))
    before, fresh = table[:own].copy(), np.empty((own, 2))
    if task.chains == ((0,),):  # what others take it to be
        before[:, 0], before[:, 1] = -top, top
    narrow = work.at.program.shared_kernel(build_narrow_index_bounds_kernel)
    moved = True
    for _ in range(SWEEPS):
        _, moved = narrow(chart.edges, table, 0, fresh, 0.0, top)
        table[:own] = fresh
        if not moved:
            break
    marked = work.open_bucket_object(task.tier, MARKED, task.bucket)
    flags, sections = [0, int(moved)], []
    for bucket in range(1 << task.bits):
        places = work.add_to_bytes_read(marked.read_section(bucket))
        said = table[places]
        flags.append(int((said != before[places]).any()))
        sections.append(said.reshape(-1).view(np.uint8))
    work.report.positions = own
    head = np.array(flags, np.int64).view(np.uint8)
    work.write_bucket_object(
        task.tier,
        format_round_object_kind(ROUND_REPORT, task.number),
        task.bucket,
        [head, *sections],
        np.uint8,
    )
    write_arrays_of_mixed_types(
        work, format_round_object_kind(HELD, task.number), (table[:own, 0], table[:own, 1])
    )


def _load_bounds_table(work: TaskContext, chart: RankGraph, top: float) -> Column:
    """Return the bounds [n, 2] of a bucket's places, of those beside, and of those of later tiers."""
    task, own = work.task, chart.own_place_count
    beside = _read_requested_ranks(work)
    outer = read_arrays_of_mixed_types(work, OUTER, task.bucket, PAIR)
    table = np.empty((own + len(beside) + len(outer[0]), 2))
    table[:, 0], table[:, 1] = -top, top
    ((number,),) = task.chains
    if number:
        held = read_arrays_of_mixed_types(work, format_round_object_kind(HELD, number), task.bucket, PAIR)
        table[:own, 0], table[:own, 1] = held
    else:
        ends = chart.places_without_edges
        table[:own][ends] = np.stack([chart.low, chart.high], axis=1)[ends]
    stops = own + np.cumsum([len(part) for part in split_hashes_by_bucket(beside, task.bits)])
    for said, bucket, _ in task.parts:
        first, beyond = int(stops[bucket - 1]) if bucket else own, int(stops[bucket])
        if beyond > first:
            content = work.open_bucket_object(
                task.tier, format_round_object_kind(ROUND_REPORT, said), bucket
            ).read_section(1 + task.bucket)
            table[first:beyond] = work.add_to_bytes_read(content).view(np.float64).reshape(-1, 2)
    later = own + len(beside)
    table[later:, 0], table[later:, 1] = outer
    return table


def write_final_rank_bounds(work: TaskContext) -> None:
    """Make the bounds of a bucket from what is known of it; `chains` has the round that left that.

    Raises `LoopFound` where players may go on for ever.
    """
    task, game = work.task, work.at.game
    begin, _ = build_task_layout(work, task.tier).get_rank_span_of_bucket(task.bucket)
    ((number,),) = task.chains
    low, high = read_arrays_of_mixed_types(work, format_round_object_kind(HELD, number), task.bucket, PAIR)
    outer = read_arrays_of_mixed_types(work, OUTER, task.bucket, PAIR)
    chart = _read_rank_graph(work)
    is_legal = low <= high
    widths = np.where(is_legal, high - low, 0.0)
    widest = int(widths.argmax()) if len(widths) else 0
    width = float(widths[widest]) if len(widths) else 0.0
    spread = float((outer[1] - outer[0]).max()) if len(outer[0]) else 0.0
    largest = max(1.0, float(np.abs(high[is_legal]).max(initial=0.0)))
    if width > spread + WIDE_APART * largest:
        raise make_endless_play_error(
            game,
            get_slots_of_job_index(work.at).position_at(begin + widest),
            low[widest],
            high[widest],
            IN_ONE_PROCESS,
        )
    ends = chart.places_without_edges & is_legal
    is_decisive = bool((np.abs(chart.low[ends]) == 1).all())
    work.report.positions = len(low)
    said = np.array([width, is_decisive, 0.0])
    work.write_bucket_object(task.tier, ANSWERS, task.bucket, [low, high, said], np.float64)
