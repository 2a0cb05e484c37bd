"""The graph of components: the parts of a partizan game, and each player's options of each part.

A component is a part of a position, the least of its symmetric images. `explore_components` finds
all of them, with both players' options, each option a run of components: its sum. `order_options_first` puts
components after those that their options are made of.

The graph is the tuple of arrays

    found     [capacity] int64, components by place, place 0 first
    table     [slots] int32, places by component
    heads     [capacity, 3] int64: where a component's options begin, Left's and Right's, and where they end
    runs      [capacity] int64: where an option's components begin; they end where the next one's begin
    pieces    [capacity] int32, places of components
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import DONE, FULL, RANGE, VALUE, Jit
from zermelo.compiler.kernels.chance_graph_kernels import build_insert_position_kernel
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.sum_splits import Splits, yield_position_itself
from zermelo.core.values import LOSS, UNDECIDED

FOUND_LACKS: Final = 0
RUNS_LACK: Final = 3
PIECES_LACK: Final = 4

LOOPED: Final = 9  # an option of a component leads back to it


class ComponentArrays(NamedTuple):
    """The arrays of a graph of components; see the module."""

    found: Any
    table: Any
    heads: Any
    runs: Any
    pieces: Any


@dataclass(slots=True)
class ComponentProgress:
    """How far a graph of components has come."""

    status: int = DONE
    found: int = 0  # components
    explored: int = 0  # of these, so many
    options: int = 0
    pieces: int = 0
    lacking: int = 0  # which array is full


def build_explore_components_kernels(splits: Splits, jit: Jit) -> tuple[Any, Any]:
    """Return explore_components(graph, progress, most) and add_position(graph, progress, position).

    explore looks at components not yet explored, up to `most` of them in all;

    admit returns how many components a position falls into, and leaves their places after the last piece.
    VALUE: a position is decided while a player can still move, or having no move does not lose. RANGE: a
    position outgrew its key.
    """
    options, parts, canonical, outcome = splits.options, splits.parts, splits.canonical, splits.outcome
    stuck = splits.stuck
    enter = build_insert_position_kernel(jit)

    def append_components(graph: ComponentArrays, progress: ComponentProgress, position: int) -> Any:
        """Append a position's components to the pieces; return a status."""
        if position < 0:
            return RANGE
        if outcome(position) != UNDECIDED:
            return VALUE
        is_empty = True
        for part in parts(position):
            is_empty = False
            if part < 0:
                return RANGE
            if progress.pieces >= len(graph.pieces):
                progress.lacking = PIECES_LACK
                return FULL
            limit = min(len(graph.found), len(graph.table) // 2)
            place = enter(graph.found, graph.table, canonical(part), progress.found, limit)
            if place < 0:
                progress.lacking = FOUND_LACKS
                return FULL
            progress.found = max(progress.found, place + 1)
            graph.pieces[progress.pieces] = place
            progress.pieces += 1
        if is_empty and stuck(position) != LOSS:
            return VALUE
        return DONE

    take_apart = jit.inline(append_components)

    def explore_components(graph: ComponentArrays, progress: ComponentProgress, most: int) -> None:
        progress.status = DONE
        while progress.explored < min(progress.found, most):
            component = progress.explored
            option, piece = progress.options, progress.pieces
            for player in range(2):
                graph.heads[component, player] = option
                for position in options(int(graph.found[component]), player):
                    if option + 1 >= len(graph.runs):
                        progress.status = FULL
                        progress.lacking = RUNS_LACK
                        progress.pieces = piece
                        return
                    graph.runs[option] = progress.pieces
                    progress.status = take_apart(graph, progress, position)
                    if progress.status != DONE:
                        progress.pieces = piece
                        return
                    option += 1
                if option == graph.heads[component, player] and stuck(int(graph.found[component])) != LOSS:
                    progress.status = VALUE
                    return
            graph.heads[component, 2] = option
            graph.runs[option] = progress.pieces
            progress.options = option
            progress.explored += 1

    def add_position(graph: ComponentArrays, progress: ComponentProgress, position: int) -> Any:
        begin = progress.pieces
        progress.status = take_apart(graph, progress, position)
        count = progress.pieces - begin
        progress.pieces = begin
        return int(count)

    return jit.kernel(explore_components), jit.kernel(add_position)


def build_explore_whole_positions_kernels(splits: Splits, jit: Jit) -> tuple[Any, Any]:
    """Return the same for positions that are not decomposed: each option is one component.

    So the options of component n are `pieces[heads[n, 0] : heads[n, 2]]`, Right's from `heads[n, 1]` on.
    """
    return build_explore_components_kernels(splits._replace(parts=jit.inline(yield_position_itself)), jit)


def build_order_options_first_kernel(jit: Jit) -> Any:
    """Return order_options_first(graph, found, order, depths, trail) -> (how many are in order, status).

    `order` [components] int32 receives the places of those found, each after what its options are made of.
    `depths` [components] int64 is 0 for components that are not visited; `trail` [components, 2] int64 is
    scratch space. LOOPED: the place in `order[0]` is on a loop.
    """

    def order_options_first(
        graph: ComponentArrays, found: int, order: Any, depths: Any, trail: Any
    ) -> tuple[int, int]:
        done = 0
        for root in range(found):
            if depths[root] != 0:
                continue
            length = 1
            trail[0, 0], trail[0, 1] = root, graph.runs[graph.heads[root, 0]]
            depths[root] = 1
            while length > 0:
                component, piece = trail[length - 1, 0], trail[length - 1, 1]
                if piece == graph.runs[graph.heads[component, 2]]:
                    depths[component] = 2
                    order[done] = component
                    done += 1
                    length -= 1
                    continue
                trail[length - 1, 1] = piece + 1
                below = graph.pieces[piece]
                if depths[below] == 1:
                    order[0] = below
                    return done, LOOPED
                if depths[below] == 0:
                    depths[below] = 1
                    trail[length, 0], trail[length, 1] = below, graph.runs[graph.heads[below, 0]]
                    length += 1
        return done, DONE

    return jit.kernel(order_options_first)


def make_empty_components(capacity: int) -> ComponentArrays:
    """Return a graph without components."""
    return ComponentArrays(
        found=np.zeros(capacity, np.int64),
        table=np.full(4 * capacity, EMPTY, np.int32),
        heads=np.zeros((capacity, 3), np.int64),
        runs=np.zeros(8 * capacity, np.int64),
        pieces=np.zeros(16 * capacity, np.int32),
    )
