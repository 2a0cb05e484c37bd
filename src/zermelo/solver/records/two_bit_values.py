"""Values alone: two bits a position, four positions a byte.

The position of rank r has the bits 2 * (r % 4) and the one above of byte r // 4: 0 no position, 1 loss, 2
draw, 3 win, as its mover sees it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import MissingCapability

IN_BYTE = 4  # positions
DRAWN = 2  # the pair of a draw: a value and this is its pair

Column = npt.NDArray[Any]


def pack_values(values: Column, legal: Column) -> Column:
    """Return the pairs, uint8, of values from -1 to 1; places without a position fill the last byte."""
    pairs = np.zeros(-(-len(values) // IN_BYTE) * IN_BYTE, np.uint8)
    np.add(values, DRAWN, out=pairs[: len(values)], where=legal, casting="unsafe")
    of_byte = pairs.reshape(-1, IN_BYTE)
    packed = of_byte[:, 0].copy()
    for place in range(1, IN_BYTE):
        packed |= of_byte[:, place] << np.uint8(2 * place)
    return packed


def unpack_values(packed: Column) -> tuple[Column, Column]:
    """Return (values int16, is there a position), four for each byte; 0 where there is none."""
    pairs = np.empty((len(packed), IN_BYTE), np.uint8)
    for place in range(IN_BYTE):
        pairs[:, place] = packed >> np.uint8(2 * place) & np.uint8(3)
    legal = pairs.reshape(-1) != 0
    return np.where(legal, pairs.reshape(-1).astype(np.int16) - DRAWN, 0), legal


def unpack_value_of_rank(packed: Column, rank: int) -> int | None:
    """Return the value of a rank, None where it has no position."""
    pair = int(packed[rank // IN_BYTE]) >> 2 * (rank % IN_BYTE) & 3
    return pair - DRAWN if pair else None


def make_values_only_error(whose: object, wish: str = "this") -> MissingCapability:
    """Return the error of asking for remoteness where only values were kept."""
    return MissingCapability(
        f"{whose}: {wish} needs the remoteness, and the solution keeps values only: "
        "run `zermelo solve` again without --values-only"
    )
