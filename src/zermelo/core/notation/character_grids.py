"""Positions as arrays of characters, many at once: what `show` writes, a character for each place.

Rows of a text that are shorter than others end in blanks, and positions whose texts have fewer rows have
empty ones. Reading takes the blanks away again, and goes through the game's own `parse`, some 100,000
positions a second.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_input import as_position

Cells = npt.NDArray[np.str_]


def decode(game: Game, positions: Sequence[Position]) -> Cells:
    """Return [n, rows, columns] characters of n positions: see `Game.decode`."""
    texts = [game.show(where).split("\n") for where in positions]
    height = max(map(len, texts), default=0)
    width = max((len(row) for rows in texts for row in rows), default=0)
    if not width:
        return np.zeros((len(texts), height, 0), "U1")
    whole = [row.ljust(width) for rows in texts for row in (*rows, *[""] * (height - len(rows)))]
    return np.array(whole, f"U{width}").view("U1").reshape(len(texts), height, width)


def encode(game: Game, cells: Any) -> list[Position]:
    """Return the positions that arrays of characters write: see `Game.encode`."""
    written = np.asarray(cells)
    if written.dtype.kind != "U" or written.ndim != 3 or written.dtype.itemsize != np.dtype("U1").itemsize:
        raise BadParameter(
            f"an array of {written.dtype} of shape {list(written.shape)} holds no boards: "
            "give [n, rows, columns] characters, as decode() returns them"
        )
    _, height, width = written.shape
    if not width:
        return [as_position(game, "\n" * max(height - 1, 0)) for _ in written]
    rows = np.ascontiguousarray(written).view(f"U{width}").reshape(len(written), height)
    return [
        as_position(game, "\n".join(row.rstrip() for row in board).rstrip("\n")) for board in rows.tolist()
    ]
