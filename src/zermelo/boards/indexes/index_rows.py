"""Rows of an index: 64 indexes in succession, from a multiple of 64, as sets with a bit each.

A row is seen as a square of 8 x 8, place 8 r + f. By a turn f is reversed (7), or r (56), or both, and then
perhaps both are exchanged (64), as in `boards.indexes.king_pair_index`. A set is one signed word: place 63 is
the sign.
"""

from typing import Final

ROW_BITS: Final = 6
ROW: Final = 1 << ROW_BITS
PLACE_BY_PLACE: Final = 1 << 7  # in place of a turn: where one leads is said place by place
ALL_TO_ONE: Final = 1 << 8  # in place of a turn: one leads from all of them to one place
EXCHANGED: Final = 1 << 6
FILES: Final = 7
RANKS: Final = 56
SINGLE_PLACES: Final = (*(1 << place for place in range(ROW - 1)), -1 << ROW - 1)  # of one place each


def map_place_by_turn(place: int, turn: int) -> int:
    """Return where a place comes by a turn."""
    place ^= turn & (FILES | RANKS)
    return place >> 3 | (place & 7) << 3 if turn & EXCHANGED else place
