"""Taking without splitting: all-but games on a heap, and fixed vectors from a box of heaps."""

from typing import Any

from zermelo.compiler.kernels import DONE, FULL, Jit


def build_all_but_terms_kernel(jit: Jit) -> Any:
    """Return compute_all_but_terms(values, kept, counts, begin, end, least) -> least.

    These are the terms of taking any number but those in `kept`. `counts` [count + 1] int32 is how many of
    the terms before have each value, and `least` is the least value that none has. A forbidden move removes
    one occurrence; so a term costs as many steps as there are forbidden moves.
    """

    def compute_all_but_terms(values: Any, kept: Any, counts: Any, begin: int, end: int, least: int) -> int:
        for heap in range(begin, end):
            value = least
            for taken in kept:
                if taken <= heap:
                    other = values[heap - taken]
                    counts[other] -= 1
                    if counts[other] == 0 and other < value:
                        value = other
            for taken in kept:
                if taken <= heap:
                    counts[values[heap - taken]] += 1
            values[heap] = value
            counts[value] += 1
            while counts[least] > 0:
                least += 1
        return least

    return jit.kernel(compute_all_but_terms)


def build_vector_subtraction_kernel(jit: Jit) -> Any:
    """Return fill_nimber_table(table, shape, vectors, lines, place, seen, last) -> DONE or FULL.

    `table` [cells] uint16, row by row, gets the nimber of each cell of the box `shape` [axes] int64. A move
    takes one of `vectors`, or one of `lines` any number of times; both are int64 [.., axes + 1], and the last
    column is how many cells back that leads. `place` [axes] int64 begins at zero. `last` is the value of a
    cell without a move: 0, or 1 if the player who cannot move wins. FULL: `seen` [width] int64, which begins
    at -1, is too narrow.
    """

    def fill_nimber_table(
        table: Any, shape: Any, vectors: Any, lines: Any, place: Any, seen: Any, last: int
    ) -> int:
        axes, width = len(shape), len(seen)
        for cell in range(len(table)):
            is_end = True
            for index in range(len(vectors)):
                axis = 0
                while axis < axes and place[axis] >= vectors[index, axis]:
                    axis += 1
                if axis == axes:
                    seen[table[cell - vectors[index, axes]]] = cell
                    is_end = False
            for index in range(len(lines)):
                most = cell
                for axis in range(axes):
                    if lines[index, axis] > 0:
                        most = min(most, place[axis] // lines[index, axis])
                for times in range(1, most + 1):
                    seen[table[cell - times * lines[index, axes]]] = cell
                    is_end = False
            value = last if is_end else 0
            while not is_end and value < width and seen[value] == cell:
                value += 1
            if value >= width:
                return FULL
            table[cell] = value
            axis = axes - 1
            while axis >= 0 and place[axis] == shape[axis] - 1:
                place[axis] = 0
                axis -= 1
            if axis >= 0:
                place[axis] += 1
        return DONE

    return jit.kernel(fill_nimber_table)
