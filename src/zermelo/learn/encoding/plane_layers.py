"""Planes of many positions at once, made from a game's layers instead of each position's picture.

Each bit of a layer is compared with each place of each plane, over positions whose pictures are drawn. Where
both are 1 in exactly the same positions, the bit lights the place. If every place that is ever 1 is lit by a
bit, layers are used from then on. In a game that is known whole this is checked at every position. In a
larger one it is checked at some, and relies on the game's contract for its layers. There a position is still
drawn if it has a bit that was never met, or one of two bits that were always met together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.game import Game, Position, has
from zermelo.learn.encoding.word_observer import Observation

WORD: Final = 63  # bits of a layer

Bits = npt.NDArray[np.bool_]
Words = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PlaneLayers:
    """The bit that lights each place of the planes; `width` is the number of layers."""

    width: int
    shape: tuple[int, int, int]  # the shape of the planes
    bit_of_place: npt.NDArray[np.int64] = field(repr=False)  # [planes * places] numbers of bits, -1: unlit
    met: Bits = field(repr=False)  # [layers * 63] whether the bit was ever 1
    first: npt.NDArray[np.int64] = field(repr=False)  # [layers * 63] the first bit that was always equal

    def make_planes(self, layers: Words) -> tuple[Observation, Bits]:
        """Return planes [positions, *shape], and [positions] where these are wrong and must be drawn."""
        bits = unpack_bits(layers)
        unmet = (bits & ~self.met).any(axis=1)
        strange = np.asarray(unmet | (bits != bits[:, self.first]).any(axis=1))
        lit = np.zeros((len(layers), len(self.bit_of_place)), np.float32)
        ever = self.bit_of_place >= 0
        lit[:, ever] = bits[:, self.bit_of_place[ever]]
        return lit.reshape(len(layers), *self.shape), strange


def find_plane_layers(
    game: Game, positions: Sequence[Position], draw: Callable[[Position], Observation]
) -> PlaneLayers | None:
    """Return how layers light the planes that `draw` makes, [planes, rows, columns] of 0 and 1.

    Returns None where the game has no layers, or where they do not give all that is drawn at these positions.
    """
    if not has(game, "layers") or not positions:
        return None
    told = [list(yield_layers(game, position)) for position in positions]
    width = len(told[0])
    if any(len(each) != width for each in told) or not all(
        0 <= layer < 1 << WORD for each in told for layer in each
    ):
        return None
    drawn = np.stack([draw(position) for position in positions])
    seen = drawn.reshape(len(drawn), -1).astype(np.bool_)
    bits = unpack_bits(np.array(told, np.int64).reshape(len(told), width))
    met = np.asarray(bits.any(axis=0))
    by_column: dict[bytes, int] = {}
    first = np.arange(bits.shape[1])
    for bit in np.flatnonzero(met).tolist():
        first[bit] = by_column.setdefault(bits[:, bit].tobytes(), bit)
    bit_of_place = np.full(seen.shape[1], -1)
    for place in np.flatnonzero(seen.any(axis=0)).tolist():
        found = by_column.get(seen[:, place].tobytes())
        if found is None:
            return None
        bit_of_place[place] = found
    planes, rows, columns = drawn.shape[1:]
    return PlaneLayers(width, (planes, rows, columns), bit_of_place, met, first)


def yield_layers(game: Any, position: Position) -> Iterator[int]:
    """Yield the layers of a position."""
    return iter(game.layers(position))


def unpack_bits(layers: Words) -> Bits:
    """Return the bits of layers [positions, layers] as [positions, layers * 63], each word's lowest first."""
    bits: Bits = (layers[:, :, np.newaxis] >> np.arange(WORD) & 1).astype(np.bool_)
    return bits.reshape(len(layers), -1)
