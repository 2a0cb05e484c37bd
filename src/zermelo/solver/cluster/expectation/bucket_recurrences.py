"""How values follow from those of children, where tiers are solved by the graphs of their buckets.

Bounds come closer until nothing moves. In any order of sweeps they end as the bounds that one process finds
(`compiler.kernels.chance_graph_kernels`). An answer with points is found once the answers of all its moves
are found.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.kernels import DONE
from zermelo.compiler.kernels.position_hashing import unmix_array
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.errors import LoopFound
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.cyclic_tasks import yield_answer_replies
from zermelo.solver.cluster.expectation.bucket_graph import (
    SWEEPS,
    BucketGraph,
    Column,
    check_bounds_meet,
    make_bucket_graph,
    read_bucket_graph,
    write_bounds_of_bucket,
    write_bucket_graph,
)
from zermelo.solver.cluster.hash_runs import read_bucket_keys
from zermelo.solver.cluster.solve_job import ANSWERS
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.graph.chance_graph import ChanceGraph
from zermelo.solver.kernels.buckets.bucket_graph_kernels import (
    build_fold_places_kernel,
    build_sweep_bounds_kernel,
)
from zermelo.solver.kernels.position_folds import SCORE, WIDE
from zermelo.solver.methods.value_iteration import compute_bounds_by_value_iteration
from zermelo.solver.sorted_keys.sorted_runs import Mixes


class BucketRecurrence:
    """How the value of a position follows from those of its children, in tasks over buckets' graphs."""

    types: tuple[Any, ...]  # of what is known of a place: bounds or an answer, and whether it is final
    adds_gains: bool  # whether points may come on the way in tiers of several buckets

    def list_initial_place_values(self, top: float) -> tuple[float, ...]:
        """Return what is known of a place before the first sweep, `top` being the largest possible value."""
        raise NotImplementedError

    def solve_one_bucket_tier(self, work: TaskContext, chart: BucketGraph, keys: Mixes, rows: Column) -> None:
        """Write the values of a tier that is one bucket; `rows` are what later tiers say."""
        raise NotImplementedError

    def improve_bucket_values(self, work: TaskContext, chart: Any, table: list[Column], top: float) -> bool:
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

    def read_graph(self, work: TaskContext) -> Any:
        """Return a bucket's graph."""
        return read_bucket_graph(work)

    def read_replied_values(self, work: TaskContext) -> tuple[Column, ...]:
        """Return the rows of the replies of later tiers to a bucket."""
        parts = [rows for *_, rows in yield_answer_replies(work)]
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

    def improve_bucket_values(self, work: TaskContext, chart: Any, table: list[Column], top: float) -> bool:
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
