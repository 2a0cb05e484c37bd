"""Chomp on rows: a bite takes what lies right of it and below it, all at once."""

from typing import Any

from zermelo.compiler.kernels import DONE, FULL, Jit


def build_chomp(jit: Jit) -> Any:
    """Return chomp(table, columns, place, seen, last) -> DONE or FULL.

    `table` [(columns + 1) ** rows] uint16 gets the nimber of each position: the lengths of the rows, from the
    top, which never grow downwards. Cells that are none are left alone. `place` [rows] int64 begins at zero,
    `seen` [width] int64 at -1. `last` is the value of the position in which the poisoned corner alone is
    left.
    """

    def chomp(table: Any, columns: int, place: Any, seen: Any, last: int) -> int:
        rows, width = len(place), len(seen)
        for cell in range(len(table)):
            is_position = place[0] > 0
            for row in range(1, rows):
                if place[row] > place[row - 1]:
                    is_position = False
            value = last
            if is_position:
                is_end = True
                for row in range(rows):
                    for length in range(1 if row == 0 else 0, place[row]):
                        after = 0
                        for each in range(rows):
                            left = place[each] if each < row else min(place[each], length)
                            after = after * (columns + 1) + left
                        seen[table[after]] = cell
                        is_end = False
                if not is_end:
                    value = 0
                    while value < width and seen[value] == cell:
                        value += 1
                if value >= width:
                    return FULL
                table[cell] = value
            row = rows - 1
            while row >= 0 and place[row] == columns:
                place[row] = 0
                row -= 1
            if row >= 0:
                place[row] += 1
        return DONE

    return jit.kernel(chomp)
