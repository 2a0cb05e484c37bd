"""A bucket's own graph: its positions and their edges, kept with what it asks of other buckets.

With dice, or points on the way, edges are used more than once. So the rules are asked once, and the edges are
kept. Children outside the bucket are asked of others, in runs by bucket of the same tier or by later tier.
See `solver.kernels.buckets.bucket_graph_kernels`.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernels import DONE, MANY, MOST_MOVES, VALUE
from zermelo.compiler.kernels.chance_graph_kernels import (
    END,
    KNOWN,
    build_expand_keys_kernel,
    build_find_components_kernel,
)
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.solver.cluster.cyclic.tier_notes import find_tiers_of_positions, read_tier_note
from zermelo.solver.cluster.hash_runs import LATER, NEXT, open_hash_runs, write_hash_runs
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.kernels.buckets.bucket_graph_kernels import (
    build_fill_missing_places_kernel,
    build_find_child_places_kernel,
)
from zermelo.solver.methods.value_iteration import (
    IN_ONE_PROCESS,
    WIDE_APART,
    find_largest_possible_value,
    make_endless_play_error,
)
from zermelo.solver.sorted_keys.key_directory import make_key_directory
from zermelo.solver.sorted_keys.sorted_runs import Mixes

Column = npt.NDArray[Any]
GraphColumns = tuple[Column, Column, Column, Column, Column]
BUCKET_GRAPH: Final = "chart"
BOUNDS: Final = 2  # sections of the answers to dice: lower and upper bounds; what is said of them all follows
MARKED: Final = "marked"  # places of a bucket that others ask for, a section for each of them
OUTER: Final = "outer"  # replies of later tiers to a bucket, in the order of its chart's places
HELD: Final = "held"  # and a number: what is known of a bucket's places after so many rounds
ROUND_REPORT: Final = "said"  # and a number: what of that others ask for, a section for each
SWEEPS: Final = 4  # through a bucket before it reports to others
SLICE: Final = 1 << 16  # positions that a call of the rules is for
EDGES: Final = 8  # of a position, at first
TYPES: Final = (np.int64, np.int8, np.float64, np.int32, np.float64, np.int32)  # of what is kept of a chart


class BucketGraph(NamedTuple):
    """A bucket's graph: its own places by `mix`, and after them those it asks for, run by run."""

    graph: GraphColumns  # as in `compiler.kernels.chance_graph_kernels`
    order: Column  # of its own places, int32: a place comes after its children, but in a loop
    asked: dict[int, Mixes]  # NEXT: of other buckets of the tier; LATER + tier: of later ones; ascending

    @property
    def own_position_count(self) -> int:
        """Number of positions in the bucket."""
        return len(self.order)

    @property
    def values_of_ends(self) -> Column:
        """Values of its own places where play ends."""
        kinds, ends = (each[: self.own_position_count] for each in self.graph[1:3])
        found: Column = ends[kinds == END]
        return found

    @property
    def asked_beside(self) -> Mixes:
        """What is asked of other buckets of the tier."""
        return self.asked.get(NEXT, np.empty(0, np.uint64))

    @property
    def largest_edge_count(self) -> int:
        """Largest number of edges of a place."""
        heads = self.graph[0]
        return int(np.diff(heads).max(initial=0))

    def list_all_positions(self, keys: Mixes) -> Column:
        """Return the positions of all places, the bucket's being `keys`."""
        found: Column = unmix_array(np.concatenate([keys, *self.asked.values()]))
        return found


def make_bucket_graph(work: TaskContext, keys: Mixes) -> BucketGraph:
    """Return the chart of a bucket's positions, of which the rules are asked here."""
    positions = unmix_array(keys)
    heads, kinds, ends, children, weights = _expand_bucket_edges(work, positions)
    past = np.flatnonzero(np.abs(ends) > find_largest_possible_value(work.at.game))
    if len(past):
        raise_status_error(work.at.game, work.at.program.position_of_key(int(positions[past[0]])), VALUE)
    places, others = _find_places_of_children(work, positions, children)
    found, numbers = np.unique(mix_array(others), return_inverse=True)
    tiers = find_tiers_of_positions(work.at, unmix_array(found))
    labels = np.where(tiers == work.task.tier, NEXT, LATER + tiers)
    by_label = np.argsort(labels, kind="stable")
    ranks = np.empty(len(found), np.int64)
    ranks[by_label] = np.arange(len(found))
    work.at.program.shared_kernel(build_fill_missing_places_kernel)(places, len(keys), ranks[numbers])
    asked = {int(label): found[labels == label] for label in np.unique(labels)}
    return _add_requested_places((heads, kinds, ends, places, weights), None, asked, work)


def _expand_bucket_edges(work: TaskContext, positions: Column) -> GraphColumns:
    """Return (heads, kinds, ends, children, weights), children being positions, or `~position`."""
    program, size = work.at.program, len(positions)
    kernel = program.kernel(build_expand_keys_kernel)
    heads, kinds, ends = np.zeros(size + 1, np.int64), np.empty(size, np.int8), np.zeros(size)
    children, weights = np.empty(EDGES * size + 1, np.int64), np.empty(EDGES * size + 1)
    begin, table = 0, np.empty(0, np.int32)
    while begin < size:
        end = min(size, begin + SLICE)
        graph = heads, kinds, ends, children, weights
        with track_kernel_positions(program, positions[begin:end]):
            begin, _, status = kernel(positions, table, graph, begin, end, 0)
        made = int(heads[begin])
        if status == MANY and len(children) - made <= MOST_MOVES:
            more = max(len(children), 1 << 10)
            children, weights = (
                np.concatenate([each, np.empty_like(each, shape=more)]) for each in graph[3:]
            )
        elif status != DONE:
            raise_status_error(program.game, program.position_of_key(int(positions[begin])), status)
    return heads, kinds, ends, children[: heads[-1]], weights[: heads[-1]].copy()


def _find_places_of_children(work: TaskContext, positions: Column, children: Column) -> tuple[Column, Column]:
    """Return the places of children, and those that are others', in the order in which they come."""
    program = work.at.program
    places = np.empty(len(children), np.int32)
    directory = make_key_directory(program, positions, work.workers)
    others = program.shared_kernel(build_find_child_places_kernel)(positions, *directory, children, places)
    return places, children[:others].copy()


def _add_requested_places(
    graph: tuple[Column, ...], order: Column | None, asked: dict[int, Mixes], work: TaskContext
) -> BucketGraph:
    """Return a chart with places of those it asks for; without an `order` its places are put in one."""
    heads, kinds, ends, children, weights = graph
    size, others = len(kinds), sum(map(len, asked.values()))
    heads = np.concatenate([heads, np.full(others, heads[-1])])
    kinds = np.concatenate([kinds, np.full(others, KNOWN, np.int8)])
    ends = np.concatenate([ends, np.zeros(others)])
    if order is None:
        places = size + others
        found, bounds = np.empty(places, np.int32), np.empty(places + 1, np.int64)
        room = (*np.empty((5, places), np.int32), np.empty(places, np.int64))
        work.at.program.shared_kernel(build_find_components_kernel)(heads, children, found, bounds, room)
        order = found[found < size]
    return BucketGraph((heads, kinds, ends, children, weights), order, asked)


# Kept as an object


def write_bucket_graph(work: TaskContext, chart: BucketGraph) -> None:
    """Keep a bucket's chart: what it asks for first, then all else."""
    least = {
        label: work.task.bits if label == NEXT else read_tier_note(work.at, work.job, label - LATER).bits
        for label in chart.asked
    }
    write_hash_runs(work, work.task.tier, ASKED, work.task.bucket, chart.asked, least)
    own = chart.own_position_count
    heads, kinds, ends, children, weights = chart.graph
    write_arrays_of_mixed_types(
        work, BUCKET_GRAPH, (heads[: own + 1], kinds[:own], ends[:own], children, weights, chart.order)
    )


def read_bucket_graph(work: TaskContext) -> BucketGraph:
    """Return a bucket's chart."""
    task = work.task
    runs = open_hash_runs(work, task.tier, ASKED, task.bucket)
    heads, kinds, ends, children, weights, order = read_arrays_of_mixed_types(
        work, BUCKET_GRAPH, task.bucket, TYPES
    )
    graph = heads, kinds, ends, children, weights
    return _add_requested_places(
        graph, order, {label: runs.read_bucket_of_run(label) for label in sorted(runs.run_labels)}, work
    )


def write_arrays_of_mixed_types(work: TaskContext, kind: str, arrays: tuple[Column, ...]) -> None:
    """Keep arrays of several types as one object, a section each."""
    sections = [np.ascontiguousarray(each).view(np.uint8) for each in arrays]
    work.write_bucket_object(work.task.tier, kind, work.task.bucket, sections, np.uint8)


def read_arrays_of_mixed_types(
    work: TaskContext, kind: str, bucket: int, types: tuple[Any, ...]
) -> list[Column]:
    """Return the arrays of such an object."""
    sections = work.open_bucket_object(work.task.tier, kind, bucket)
    return [
        work.add_to_bytes_read(sections.read_section(number)).view(each).copy()
        for number, each in enumerate(types)
    ]


def count_rows_of_known_values(values: Any) -> int:
    """Return how many rows values stand in: bounds are floating-point numbers."""
    return BOUNDS if values.dtype.kind == "f" else 1


def read_known_values(work: TaskContext, tier: int, bucket: int) -> Column:
    """Return what is known of a bucket's positions [rows, n]: lower and upper bounds, or answers alone."""
    sections = work.open_bucket_object(tier, ANSWERS, bucket)
    rows = count_rows_of_known_values(sections)
    found = sections.read_all_sections() if rows == 1 else np.array(sections.read_section_range(0, rows))
    return work.add_to_bytes_read(found).reshape(rows, -1)


def write_bounds_of_bucket(
    work: TaskContext, low: Column, high: Column, ends: Column, *, has_loops: bool
) -> None:
    """Keep the bounds of a bucket, and after them how wide they are, is it won or lost, do dice loop.

    `ends` are the values of places where play ends; places with no position have a lower bound above the
    upper one.
    """
    widest = float((high - low).max(initial=0.0))
    said = np.array([widest, bool((np.abs(ends) == 1).all()), has_loops])
    work.write_bucket_object(work.task.tier, ANSWERS, work.task.bucket, [low, high, said], np.float64)


def check_bounds_meet(work: TaskContext, low: Column, high: Column, locate: Callable[[int], Any]) -> None:
    """Raise `LoopFound` where players, not dice, may go on for ever; `locate(place)` returns a position."""
    outer = read_arrays_of_mixed_types(work, OUTER, work.task.bucket, (np.float64, np.float64))
    spread = float((outer[1] - outer[0]).max(initial=0.0))
    widths = high - low
    largest = max(1.0, float(np.abs(high[widths >= 0]).max(initial=0.0)))
    if float(widths.max(initial=0.0)) > spread + WIDE_APART * largest:
        widest = int(widths.argmax())
        raise make_endless_play_error(work.at.game, locate(widest), low[widest], high[widest], IN_ONE_PROCESS)
