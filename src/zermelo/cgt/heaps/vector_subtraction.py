"""Tables for several heaps at once, for games in which a move takes a fixed number from each.

A position is a cell of a box, and a move goes back by a vector: Nukit's reactions, a queen that moves to the
corner (Wythoff's game), a rook (Nim), a knight. If the cells are visited row by row, every move leads to an
earlier cell, so one pass fills the table.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from zermelo.cgt.kernels.take_moves import build_vector_subtraction_kernel
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels import FULL
from zermelo.core.errors import BadParameter

MOST_CELLS = 1 << 31
WIDEST = 1 << 16

Vector = tuple[int, ...]


def vector_subtraction_table(
    vectors: Sequence[Vector], shape: Vector, *, lines: Sequence[Vector] = (), misere: bool = False
) -> Any:
    """Return the nimbers of all cells of a box, where a move takes a fixed number from each heap.

    Parameters
    ----------
    vectors : sequence of tuple of int
        Numbers that a move takes.
    shape : tuple of int
        Sides of the box: sizes of the heaps, plus 1.
    lines : sequence of tuple of int, default ()
        Numbers that a move takes as often as wished, at least once.
    misere : bool, default False
        Whether a cell without a move is worth 1 instead of 0. Then 0 is where the player to move loses the
        game in which the last move loses; such values do not add up in sums.

    Returns
    -------
    uint16 [*shape]
        Nimber of each cell.

    Raises
    ------
    BadParameter
        If a vector takes nothing or something negative, or the box is too large.

    Examples
    --------
    >>> vector_subtraction_table((), (3, 4), lines=((1, 0), (0, 1), (1, 1))).tolist()  # Wythoff's game
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    _check_vectors_and_shape(vectors, shape)
    _check_vectors_and_shape(lines, shape)
    steps = [_append_cell_offsets(each, shape) for each in (vectors, lines)]
    width = 64
    while True:
        table = np.zeros(math.prod(shape), np.uint16)
        seen = np.full(width, -1, np.int64)
        place = np.zeros(len(shape), np.int64)
        kernel = shared_kernel(build_vector_subtraction_kernel)
        status = kernel(table, np.array(shape, np.int64), *steps, place, seen, int(misere))
        if status != FULL:
            return table.reshape(shape)
        width *= 2
        if width > WIDEST:
            raise BadParameter(f"a box of {shape} has a nimber of {WIDEST:,} or more: make it smaller")


def _append_cell_offsets(vectors: Sequence[Vector], shape: Vector) -> Any:
    """Return the vectors with how many cells each leads back, int64 [.., axes + 1]."""
    rows = np.zeros((len(vectors), len(shape) + 1), np.int64)
    for row, vector in zip(rows, vectors, strict=True):
        row[:-1] = vector
        for axis, length in enumerate(shape):
            row[-1] = row[-1] * length + vector[axis]
    return rows


def _check_vectors_and_shape(vectors: Sequence[Vector], shape: Vector) -> None:
    if not shape or min(shape) < 1 or math.prod(shape) > MOST_CELLS:
        raise BadParameter(
            f"shape={shape!r} is no box: give each side 1 or more, {MOST_CELLS:,} cells at most"
        )
    for vector in vectors:
        if len(vector) != len(shape):
            raise BadParameter(f"vector {vector!r} has {len(vector)} numbers, and the box {len(shape)} sides")
        if min(vector) < 0 or not any(vector):
            raise BadParameter(
                f"vector {vector!r} has to take something, and nothing negative: play would not end"
            )
