"""Boards that dominoes are laid on: domineering and cram.

Cells are numbered by rows from the top, a set bit is a covered cell, and a move is a domino as its two
cells, so that laying it is one or. All the places for upright dominoes are found by one shift:

    0  1  2  3
    4  5  6  7      upright: the cells with a free one below, `columns` bits on
    8  9 10 11      level: those with a free one beside them, one bit on, but for the last column

Bits above the board do not disturb: what they shift into the board is the last row or column.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.core.game import Game
from zermelo.games._parameters import WORD_BITS, check_whole
from zermelo.games._rectangle import Rectangle
from zermelo.games._signs import bits_of, cell_name, read_signs, show_signs

ALL_BITS: Final = (1 << WORD_BITS) - 1


class Dominoes(Rectangle, Game):
    """A board with covered cells, and the dominoes for which there is room."""

    columns: int = 4
    rows: int = 4

    def __post_init__(self) -> None:
        check_whole("columns", self.columns, 1, WORD_BITS - 1)
        check_whole("rows", self.rows, 1, WORD_BITS - 1)

    @cached_property
    def above_others(self) -> int:
        """The cells of all rows but the last."""
        return self.full >> self.columns

    @cached_property
    def left_of_others(self) -> int:
        """The cells of all columns but the last."""
        return self.full & ~(self.first_column << self.columns - 1)

    def upright(self, covered: int) -> Iterator[int]:
        """Yield the upright dominoes that can be laid, row by row."""
        tops = self.above_others & ~(covered | (covered >> self.columns))
        while tops:
            top = tops & -tops
            yield top | (top << self.columns)
            tops ^= top

    def level(self, covered: int) -> Iterator[int]:
        """Yield the level dominoes that can be laid, row by row."""
        lefts = self.left_of_others & ~(covered | (covered >> 1))
        while lefts:
            left = lefts & -lefts
            yield left | (left << 1)
            lefts ^= left

    def dominoes(self, position: int) -> int:
        """Return how many lie on the board, half a one for a cell more."""
        return (position & self.full).bit_count() // 2

    # Free cells that no side joins can be played apart: no domino ever lies on both.

    def regions_apart(self, covered: int) -> Iterator[int]:
        """Yield a board for each region of two free cells or more, moved into the upper left corner.

        All the rest of such a board is covered.
        """
        free = self.full & ~covered
        while free:
            seed, region = 0, free & -free
            while region != seed:
                seed, region = region, self.spread(region, self.left_of_others) & free
            free ^= region
            if region & (region - 1):
                yield self.full & ~self.in_corner(region)

    def spread(self, cells: int, left_of_others: int) -> int:
        """Return the cells and those beside them, of a board or half of one; bits may lie above it."""
        beside = (cells & left_of_others) << 1 | (cells >> 1) & left_of_others
        below = (
            cells << self.columns
        ) & ALL_BITS  # the last row's leave the board, and a word where it is full
        return cells | beside | below | cells >> self.columns

    def in_corner(self, region: int) -> int:
        """Return the region moved up and to the left as far as the board goes."""
        while region & self.first_row == 0:
            region >>= self.columns
        while region & self.first_column == 0:
            region >>= 1
        return region

    # What a person reads: # for a covered cell; a domino by its two cells.

    def show_board(self, position: int) -> str:
        covered = {cell: "#" for cell in range(self.cells) if position >> cell & 1}
        return show_signs(covered, self.columns, self.rows)

    def read_board(self, text: str, rows: list[str] | None = None) -> int:
        """Return the covered cells. Whether dominoes can cover just these is not asked."""
        return bits_of(read_signs(self, text, self.columns, self.rows, "#", rows), "#")

    def name(self, position: int, move: int) -> str:
        first, second = (move & -move).bit_length() - 1, move.bit_length() - 1
        return f"{cell_name(first, self.columns)}-{cell_name(second, self.columns)}"
