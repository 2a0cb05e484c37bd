"""The data that a search to a depth writes: its line of play, its notes, and its move ordering."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.kernel_records import new_kernel_record, new_record_rows
from zermelo.compiler.kernels.search_hooks import PositionShape, SearchHooks
from zermelo.compiler.kernels.transposition_table import MOVE_BITS, NO_MOVE
from zermelo.search.kernels.line_of_play import (
    FIRST_RANK,
    build_insert_move_rank_kernel,
    build_position_words_kernels,
    make_move_choice_buffer,
)

HISTORY_BITS: Final = 12
HISTORY: Final = 1 << HISTORY_BITS  # counts for each side: moves share them, by their last bits
MOST_HISTORY: Final = 1 << 15
NO_KILLER: Final = -(1 << 62)
ORDER_AT: Final = 28  # a rank is the game's order, then history, then the place


@dataclass(slots=True)
class SearchNotes:
    """What a search to a depth notes, for its caller and for itself."""

    history: Any  # [2, HISTORY] int64: by side, how often a move has cut off
    stop: int = 0  # 0 while the search goes on; then why it ends: ENOUGH, or what the kernel lacks
    nodes: int = 0  # positions visited
    ply: int = 0  # of the position that is being visited
    guessed: int = 0  # how many guesses were made on the way
    chosen: int = 0  # the place of the best move among the candidates of the root, or NO_MOVE
    chosen_score: int = 0
    finished: int = 0  # moves of the root that were looked at
    generation: int = 0  # of the search, among those that share the table


@dataclass(slots=True)
class SearchLineRow:
    """A position on the line of play."""

    words: Any  # [words] int64, the position
    tier: int = 0
    side: int = 0  # whose turn it is, 0 for who begins the search
    killer: int = NO_KILLER  # the last move that cut off at this ply
    second_killer: int = NO_KILLER


class SearchLine(NamedTuple):
    """The buffers for a line of play, with a row for each ply."""

    rows: Any  # [plies] of Row
    choices: Any  # [plies, most moves] of Choice


def make_search_notes(*, native: bool) -> SearchNotes:
    """Return the notes of a search that has not begun."""
    return new_kernel_record(SearchNotes(np.zeros((2, HISTORY), np.int64)), native=native)


def make_search_line_buffers(plies: int, moves: int, words: int, *, native: bool) -> SearchLine:
    """Return buffers for so many plies, positions of so many words and up to so many moves; no killers."""
    return SearchLine(
        new_record_rows(lambda: SearchLineRow(np.zeros(words, np.int64)), (plies,), native=native),
        make_move_choice_buffer(plies, moves, native=native),
    )


def build_search_line_kernels(shape: PositionShape, jit: Jit) -> tuple[Any, Any]:
    """Return store_row(row, position, tier), and is_repeated(rows, ply, position, tier)."""
    write, is_kept, _ = build_position_words_kernels(shape, jit)

    def store_row(row: SearchLineRow, position: Any, tier: int) -> None:
        write(row.words, position)
        row.tier = tier

    def is_repeated(rows: Any, ply: int, position: Any, tier: int) -> bool:
        for above in range(ply - 1, -1, -1):
            row = rows[above]
            if row.tier != tier:
                return False
            if is_kept(row.words, position):
                return True
        return False

    return jit.inline(store_row), jit.inline(is_repeated)


def build_move_ordering_kernels(hooks: SearchHooks, jit: Jit) -> tuple[Any, Any]:
    """Return write_move_ranks(position, count, first, row, choices, notes), praise(move, depth, row, notes).

    The first sorts the moves of a row, so that ranks tell their places; the second notes one that cut off.
    """
    order = hooks.order
    enrol = build_insert_move_rank_kernel(jit)

    def find_history_slot(move: int) -> int:
        return (move ^ move >> HISTORY_BITS ^ move >> 2 * HISTORY_BITS) & HISTORY - 1

    slot = jit.inline(find_history_slot)

    def write_move_ranks(
        position: Any, count: int, first: int, row: SearchLineRow, choices: Any, notes: SearchNotes
    ) -> None:
        for place in range(count):
            move = int(choices[place].move)  # int: the interpreter's rules want Python's own
            number = NO_MOVE - place
            if place == first:
                number += FIRST_RANK
            else:
                merit = notes.history[row.side, slot(move)]
                if move == row.killer:
                    merit = 2 * MOST_HISTORY - 1
                elif move == row.second_killer:
                    merit = 2 * MOST_HISTORY - 2
                number += (order(position, move) << ORDER_AT) + (merit << MOVE_BITS)
            enrol(choices, place, number)

    def reward_move(move: int, depth: int, row: SearchLineRow, notes: SearchNotes) -> None:
        if move != row.killer:
            row.second_killer = row.killer
            row.killer = move
        place = slot(move)
        bonus = min(depth * depth, 1024)
        merit = notes.history[row.side, place]
        notes.history[row.side, place] = merit + bonus - merit * bonus // MOST_HISTORY

    return jit.inline(write_move_ranks), jit.inline(reward_move)
