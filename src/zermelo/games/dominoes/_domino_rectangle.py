"""Boards that dominoes are laid on, in one word: those of cram, and of domineering where they are small.

Cells are numbered by rows from the top, a set bit is a covered cell, and a move is a domino as its two
cells, so that laying it is one or. All the places for upright dominoes are found by one shift:

    0  1  2  3
    4  5  6  7      upright: the cells with a free one below, `columns` bits on
    8  9 10 11      level: those with a free one beside them, one bit on, but for the last column

Bits above the board do no harm: a shift moves them only into the last row or column.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS

ALL_BITS: Final = (1 << WORD_BITS) - 1
DOMINOES: Final = {"#": ("bone", None)}


class DominoRectangle(Rectangle):
    """A board with covered cells, and the dominoes that fit on it."""

    @cached_property
    def all_rows_but_last(self) -> int:
        """The cells of all rows but the last."""
        return self.full >> self.columns

    @cached_property
    def all_columns_but_last(self) -> int:
        """The cells of all columns but the last."""
        return self.full & ~(self.first_column << self.columns - 1)

    def vertical_first_cells(self, covered: int) -> int:
        """Return the upper cells of the upright dominoes that can be laid."""
        return self.all_rows_but_last & ~(covered | (covered >> self.columns))

    def horizontal_first_cells(self, covered: int) -> int:
        """Return the left cells of the level dominoes that can be laid."""
        return self.all_columns_but_last & ~(covered | (covered >> 1))

    def count_dominoes(self, position: int) -> int:
        """Return how many lie on the board, half a one for a cell more."""
        return (position & self.full).bit_count() // 2

    # Free cells that no side joins can be played apart: no domino ever lies on both.

    def yield_region_boards(self, covered: int) -> Iterator[int]:
        """Yield a board for each region of two free cells or more, moved into the upper left corner.

        All the rest of such a board is covered.
        """
        free = self.full & ~covered
        while free:
            seed, region = 0, free & -free
            while region != seed:
                seed, region = region, self.cells_and_adjacent_cells(region) & free
            free ^= region
            if region & (region - 1):
                yield self.full & ~self.shift_to_corner(region)

    def cells_and_adjacent_cells(self, cells: int) -> int:
        """Return the cells and those beside them; bits may lie above the board."""
        beside = (cells & self.all_columns_but_last) << 1 | (cells >> 1) & self.all_columns_but_last
        below = (
            cells << self.columns
        ) & ALL_BITS  # the last row's leave the board, and a word where it is full
        return cells | beside | below | cells >> self.columns

    def shift_to_corner(self, region: int) -> int:
        """Return the region moved up and to the left as far as the board goes."""
        return region >> self.distance_from_corner(region)


# Text format: # for a covered cell; a domino by its two cells.


def show_covered_cells(covered: int, columns: int, rows: int) -> str:
    """Return a board of covered cells as text."""
    return show_signs({cell: "#" for cell in range(columns * rows) if covered >> cell & 1}, columns, rows)


def read_covered_cells(game: Game, text: str, columns: int, rows: int, lines: list[str] | None = None) -> int:
    """Return the covered cells. Whether dominoes can cover exactly these is not checked."""
    return cells_with_sign(read_signs(game, text, columns, rows, "#", lines), "#")


def domino_name(first: int, second: int, columns: int) -> str:
    """Return the name of the domino on these cells."""
    return f"{cell_name(first, columns)}-{cell_name(second, columns)}"
