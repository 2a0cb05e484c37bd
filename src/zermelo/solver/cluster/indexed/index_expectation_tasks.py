"""A game of chance over a perfect index by tasks: a bucket is a range of places, with its own edges.

The tasks are those of `expectation_tasks`. Edges are by throw, as in `compiler.kernels.chance_index_kernels`,
and bounds to the bit those of one process. The position after a throw has no place of its own.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.kernels import MISSING, VALUE
from zermelo.compiler.kernels.chance_index_kernels import build_narrow_index_bounds_kernel
from zermelo.solver.cluster.cyclic.bucket_places import RankedBucket, count_bucket_bits, open_bucket
from zermelo.solver.cluster.expectation.bucket_graph import (
    BUCKET_GRAPH,
    SWEEPS,
    check_bounds_meet,
    read_arrays_of_mixed_types,
    write_arrays_of_mixed_types,
    write_bounds_of_bucket,
)
from zermelo.solver.cluster.expectation.bucket_recurrences import ExpectationRecurrence
from zermelo.solver.cluster.hash_runs import LATER, NEXT, open_hash_runs, write_hash_runs
from zermelo.solver.cluster.solve_job import ASKED
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.methods.indexed_value_iteration import build_tier_part
from zermelo.solver.methods.value_iteration import find_largest_possible_value
from zermelo.solver.sorted_keys.sorted_runs import Mixes

Column = npt.NDArray[Any]
TYPES: Final = (np.uint32, np.int32, np.uint8, np.float64, np.float64, np.float64)  # of a chart


class RankGraph(NamedTuple):
    """A bucket's edges, and its places' bounds: those without edges have theirs, others are 0."""

    edges: tuple[Column, Column, Column, Column]  # children are places of the bucket, then those asked for
    low: Column
    high: Column
    asked_beside: Mixes  # what is asked of other buckets of the tier

    @property
    def own_position_count(self) -> int:
        """Number of places in the bucket."""
        return len(self.low)

    @property
    def places_without_edges(self) -> Column:
        """Places without edges."""
        found: Column = np.diff(self.edges[0].astype(np.int64)) == 0
        return found


class RankExpectation(ExpectationRecurrence):
    """The same over a perfect index."""

    def build_and_write_graph(self, work: TaskContext) -> int:
        """See `BucketRecurrence`."""
        return _build_and_write_rank_graph(work)

    def read_graph(self, work: TaskContext) -> RankGraph:
        """See `BucketRecurrence`."""
        task = work.task
        heads, children, codes, worths, low, high = read_arrays_of_mixed_types(
            work, BUCKET_GRAPH, task.bucket, TYPES
        )
        asked = open_hash_runs(work, task.tier, ASKED, task.bucket).read_bucket_of_run(NEXT)
        return RankGraph((heads, children, codes, worths), low, high, asked)

    def read_replied_values(self, work: TaskContext) -> tuple[Column, ...]:
        """See `BucketRecurrence`."""
        low, high = super().read_replied_values(work)
        chart = self.read_graph(work)
        later = chart.own_position_count + len(chart.asked_beside)
        _check_edge_targets(work, chart, np.flatnonzero(low > high) + later)
        return low, high

    def improve_bucket_values(
        self, work: TaskContext, chart: RankGraph, table: list[Column], top: float
    ) -> bool:
        """Bring the bounds closer by some sweeps."""
        low, high, _ = table
        own, ends = chart.own_position_count, chart.places_without_edges
        bounds = np.stack([low, high], axis=1)
        bounds[:own][ends] = np.stack([chart.low, chart.high], axis=1)[ends]
        _check_edge_targets(work, chart, own + np.flatnonzero(low[own:] > high[own:]))
        fresh, moved = np.empty((own, 2)), True
        narrow = work.at.program.shared_kernel(build_narrow_index_bounds_kernel)
        for _ in range(SWEEPS):
            _, moved = narrow(chart.edges, bounds, 0, fresh, 0.0, top)
            bounds[:own] = fresh
            if not moved:
                break
        low[:own], high[:own] = bounds[:own].T
        return bool(moved)

    def write_final_bucket_results(self, work: TaskContext, rows: list[Column], known: Column) -> None:
        """Write the bounds; raise `LoopFound` where players, not dice, may go on for ever."""
        bucket, (low, high), chart = open_bucket(work), rows, self.read_graph(work)
        check_bounds_meet(work, low, high, lambda place: bucket.places.position_at(bucket.begin + place))
        ends = chart.low[chart.places_without_edges & (low <= high)]
        write_bounds_of_bucket(work, low, high, ends, has_loops=False)


RANKS: Final = RankExpectation()


def _build_and_write_rank_graph(work: TaskContext) -> int:
    """Make a bucket's edges, and note what it asks of others; return how many places it has."""
    task, bucket = work.task, RankedBucket(work, work.task.tier, work.task.bucket)
    places, begin, end = bucket.places, bucket.begin, bucket.end
    bounds = np.empty((end - begin, 2))
    heads, children, codes, worths = build_tier_part(places, bucket.layout.first, begin, end, bounds).edges
    low, high = np.ascontiguousarray(bounds[:, 0]), np.ascontiguousarray(bounds[:, 1])
    turned = children < 0
    ranks = np.where(turned, ~children, children)
    outer = (ranks < begin) | (ranks >= end)
    asked = np.unique(ranks[outer])
    ranks[outer] = end - begin + np.searchsorted(asked, ranks[outer])
    ranks[~outer] -= begin
    places_of_children = np.where(turned, ~ranks, ranks).astype(np.int32)
    chart = RankGraph((heads, places_of_children, codes, worths), low, high, np.empty(0, np.uint64))
    is_hole = low > high
    _check_edge_targets(work, chart, np.flatnonzero(is_hole))
    past = np.flatnonzero(
        chart.places_without_edges & ~is_hole & (np.abs(low) > find_largest_possible_value(work.at.game))
    )
    if len(past):
        raise_status_error(work.at.game, places.position_at(begin + int(past[0])), VALUE)
    runs, least = {}, {}
    for tier, mixes in bucket.split_ranks_by_tier(asked.astype(np.int64)).items():
        label = NEXT if tier == task.tier else LATER + tier
        runs[label], least[label] = mixes, count_bucket_bits(work, tier)
    write_hash_runs(work, task.tier, ASKED, task.bucket, runs, least)
    write_arrays_of_mixed_types(work, BUCKET_GRAPH, (*chart.edges, low, high))
    return end - begin


def _check_edge_targets(work: TaskContext, chart: RankGraph, holes: Column) -> None:
    """Raise `BadRules` where edges lead to places, as the chart has them, that have no position."""
    if not len(holes):
        return
    heads, children, _, _ = chart.edges
    wrong = np.flatnonzero(np.isin(np.where(children < 0, ~children, children), holes))
    if len(wrong):
        place = int(np.searchsorted(heads, wrong[0], "right")) - 1
        bucket = open_bucket(work)
        raise_status_error(work.at.game, bucket.places.position_at(bucket.begin + place), MISSING)
