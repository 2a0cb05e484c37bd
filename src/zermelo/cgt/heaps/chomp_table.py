"""Chomp on a few rows, as a table: for patterns in long rows, which no catalogue of positions shows.

A position is the lengths of its rows, which never grow downwards. A bite cuts a row, and cuts those below it
to the same length; the corner of the first row is poisoned and never bitten. Gale, *A curious Nim-type game*
(1974); of three rows see Zeilberger, *Three-rowed Chomp* (2001).
"""

from typing import Any

import numpy as np

from zermelo.cgt.kernels.chomp_moves import build_chomp
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels import FULL
from zermelo.core.errors import BadParameter

MOST_CELLS = 1 << 28
NO_POSITION = 65_535


def chomp_table(columns: int, rows: int, *, misere: bool = False) -> Any:
    """Return the nimbers of Chomp, uint16 [columns + 1] * rows, by the lengths of the rows from the top.

    65,535 marks what is no position. Where `misere`, the player who leaves the poison alone loses: that
    position is worth 1. Raises `BadParameter` for too large a table.

    >>> table = chomp_table(4, 2)
    >>> [(a, b) for a in range(5) for b in range(5) if table[a, b] == 0]
    [(1, 0), (2, 1), (3, 2), (4, 3)]
    """
    if rows < 1 or columns < 1 or (columns + 1) ** rows > MOST_CELLS:
        raise BadParameter(
            f"Chomp on {rows} rows of {columns} makes no table: give 1 or more of each, and "
            f"{MOST_CELLS:,} cells at most, of rows that may have every length"
        )
    width = 64
    while True:
        table = np.full((columns + 1) ** rows, NO_POSITION, np.uint16)
        place, seen = np.zeros(rows, np.int64), np.full(width, -1, np.int64)
        if shared_kernel(build_chomp)(table, columns, place, seen, int(misere)) != FULL:
            return table.reshape((columns + 1,) * rows)
        width *= 2
