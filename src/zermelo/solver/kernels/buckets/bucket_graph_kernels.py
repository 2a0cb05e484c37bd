"""A bucket's own graph: its edges are made once and kept, and bounds or answers go along them.

The graph is that of `compiler.kernels.chance_graph_kernels`: (heads int64 [n + 1], kinds int8 [n], ends
float64 [n], children int32, weights float64), dice or not. A bucket's places come first, in the order of
`mix`, and then those of others that its edges lead to: their kind is KNOWN, and they have no edges.
"""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, Jit
from zermelo.compiler.kernels.chance_graph_kernels import (
    END,
    KNOWN,
    build_bound_place_rounded_kernel,
)
from zermelo.solver.kernels.position_folds import BAD, SCORE
from zermelo.solver.kernels.slot_lookup import build_find_place_of_key_kernel


def build_find_child_places_kernel(jit: Jit) -> Any:
    """Return find_child_places(keys, offsets, shift, children, places) -> number of children not found.

    `keys` are sorted by `mix`, with their directory. Writes to `places` [edges] int32 where each child stands
    there, `~place` where the mover changes; `children` that are not there, which are left to the caller,
    come to the front of that array, and `places` has the number of keys for each.
    """
    stand = build_find_place_of_key_kernel(jit)

    def find_child_places(keys: Any, offsets: Any, shift: Any, children: Any, places: Any) -> int:
        others = 0
        for edge in range(len(children)):
            child = np.int64(children[edge])
            key = ~child if child < 0 else child
            place = stand(keys, offsets, shift, key) if len(keys) else -1
            if place < 0:
                children[others] = key
                others += 1
                place = len(keys)
            places[edge] = ~place if child < 0 else place
        return others

    return jit.kernel(find_child_places)


def build_fill_missing_places_kernel(jit: Jit) -> Any:
    """Return fill_missing_places(places, first, others): fill in what `find_child_places` did not find.

    `others` [that many] int64 has a number from 0 for each of them, in the order in which they came.
    """

    def fill_missing_places(places: Any, first: int, others: Any) -> int:
        met = 0
        for edge in range(len(places)):
            if places[edge] == first:
                places[edge] = first + others[met]
                met += 1
            elif places[edge] == ~first:
                places[edge] = ~(first + others[met])
                met += 1
        return DONE

    return jit.kernel(fill_missing_places)


def build_sweep_bounds_kernel(jit: Jit) -> Any:
    """Return sweep_bounds(graph, order, table, top, sweeps) -> whether the last sweep moved anything.

    Goes through the places in `order` at most `sweeps` times, until nothing moves, as `narrow` does of
    `compiler.kernels.chance_graph_kernels`; `table` is (low, high, known uint8). A place is known when all
    that it leads to are, and then left alone: in a loop, and before one, none ever is.
    """
    bounded = build_bound_place_rounded_kernel(jit)

    def sweep_bounds(graph: Any, order: Any, table: Any, top: float, sweeps: int) -> bool:
        heads, _, _, children, _ = graph
        low, high, known = table
        moved = True
        for _ in range(sweeps):
            moved = False
            for place in order:
                if known[place]:
                    continue
                least, most = bounded(graph, place, low, high, top)
                if least > low[place]:
                    low[place] = least
                    moved = True
                if most < high[place]:
                    high[place] = most
                    moved = True
                ready = True
                for edge in range(heads[place], heads[place + 1]):
                    child = children[edge]
                    if not known[~child if child < 0 else child]:
                        ready = False
                        break
                if ready:
                    known[place] = 1
                    moved = True
            if not moved:
                break
        return moved

    return jit.kernel(sweep_bounds)


def build_fold_places_kernel(jit: Jit) -> Any:
    """Return fold_places(graph, order, table, parameter, most) -> (place, settled, status).

    Gives each place in `order` its answer with points whose children all have theirs: `table` is (answers,
    known uint8), and one pass suffices where children come before those that lead to them. No place has more
    than `most` edges. `settled` is the number of new answers; FAR: an answer does not fit, at `place`.
    """
    leaf, combine = jit.inline(SCORE.leaf), jit.inline(SCORE.combine)

    def fold_places(graph: Any, order: Any, table: Any, parameter: int, most: int) -> tuple[int, int, int]:
        heads, kinds, ends, children, weights = graph
        answers, known = table
        found: Any = np.empty(most, np.int64)
        signs, gains = np.empty(most, np.int64), np.empty(most, np.int64)
        settled = 0
        for place in order:
            if known[place] or kinds[place] == KNOWN:
                continue
            begin, end = heads[place], heads[place + 1]
            ready = True
            for edge in range(begin, end):
                child = children[edge]
                child, sign = (~child, -1) if child < 0 else (child, 1)
                if not known[child]:
                    ready = False
                    break
                found[edge - begin] = answers[child]
                signs[edge - begin] = sign
                gains[edge - begin] = np.int64(weights[edge])
            if ready:
                if kinds[place] == END:
                    answer = leaf(np.int64(ends[place]), parameter)
                else:
                    answer = combine(found, signs, gains, 0, end - begin, parameter)
                if answer == BAD:
                    return place, settled, FAR
                answers[place] = answer
                known[place] = 1
                settled += 1
        return 0, settled, DONE

    return jit.kernel(fold_places)
