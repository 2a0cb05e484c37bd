"""Rows of 64 places as sets of bits: turning them, and checking all that a row leads to at once.

A set is a signed word. Operations here wrap, and sign bits that a shift drags along are masked away.
"""

from typing import Any

import numpy as np

from zermelo.boards.indexes.index_rows import EXCHANGED, FILES, PLACE_BY_PLACE, RANKS, ROW, ROW_BITS
from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.complete_rules import KernelRules


def mirror_files_of_set(places: Any) -> Any:
    """Return the set with f reversed in each place 8 r + f."""
    places = places >> 1 & 0x5555555555555555 | (places & 0x5555555555555555) << 1
    places = places >> 2 & 0x3333333333333333 | (places & 0x3333333333333333) << 2
    return places >> 4 & 0x0F0F0F0F0F0F0F0F | (places & 0x0F0F0F0F0F0F0F0F) << 4


def mirror_ranks_of_set(places: Any) -> Any:
    """Return the set with r reversed in each place 8 r + f."""
    places = places >> 8 & 0x00FF00FF00FF00FF | (places & 0x00FF00FF00FF00FF) << 8
    places = places >> 16 & 0x0000FFFF0000FFFF | (places & 0x0000FFFF0000FFFF) << 16
    return places >> 32 & 0x00000000FFFFFFFF | places << 32


def transpose_set(places: Any) -> Any:
    """Return the set with r and f exchanged in each place 8 r + f."""
    change = (places ^ places >> 7) & 0x00AA00AA00AA00AA
    places = places ^ change ^ change << 7
    change = (places ^ places >> 14) & 0x0000CCCC0000CCCC
    places = places ^ change ^ change << 14
    change = (places ^ places >> 28) & 0x00000000F0F0F0F0
    return places ^ change ^ change << 28


def build_set_symmetry_functions(jit: Jit) -> tuple[Any, Any]:
    """Return (turned, turned_back): turned(places, turn) -> the set as a turn makes it."""
    files, ranks, exchange = (
        jit.inline(mirror_files_of_set),
        jit.inline(mirror_ranks_of_set),
        jit.inline(transpose_set),
    )

    def turn_set(places: Any, turn: int) -> Any:
        if turn & FILES:
            places = files(places)
        if turn & RANKS:
            places = ranks(places)
        return exchange(places) if turn & EXCHANGED else places

    def turn_set_back(places: Any, turn: int) -> Any:
        if turn & EXCHANGED:
            places = exchange(places)
        if turn & RANKS:
            places = ranks(places)
        return files(places) if turn & FILES else places

    return jit.inline(turn_set), jit.inline(turn_set_back)


def build_find_lowest_place_kernel(jit: Jit) -> Any:
    """Return find_lowest_place(places) -> the first place of a set that is not empty."""
    count = jit.count_ones

    def find_lowest_place(places: Any) -> int:
        return int(count((places & -places) - 1))

    return jit.inline(find_lowest_place)


def build_keep_places_without_open_moves_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return find_places_with_closed_moves(row, places, tier) -> those places of the row.

    `tier` is (first index, index after the last, closed [rows] int64: their sets).
    """
    beside, within = rules.row_moves_within_tier, rules.row_neighbours_of_place
    _, turned_back = build_set_symmetry_functions(jit)
    lowest = build_find_lowest_place_kernel(jit)
    back = False

    def find_places_with_closed_moves(row: int, places: Any, tier: Any) -> Any:
        first, beyond, closed = tier
        for other, there, turn in beside(row, back):
            if other < first or other + ROW > beyond:
                continue  # a row without a position, of which no tier knows
            open_ones = ~closed[(other - first) >> ROW_BITS]
            if turn == PLACE_BY_PLACE:
                asked = places
                while asked:
                    place = lowest(asked)
                    if np.int64(within(row, place, back)) & open_ones:
                        places ^= asked & -asked
                    asked &= asked - 1
            else:
                places &= ~(turned_back(open_ones, turn) & np.int64(there))
            if places == 0:
                break
        return places

    return jit.inline(find_places_with_closed_moves)
