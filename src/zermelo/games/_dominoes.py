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

from zermelo.core.game import Game
from zermelo.games._grid import unreadable
from zermelo.games._parameters import WORD_BITS, check_whole
from zermelo.games._rectangle import Rectangle
from zermelo.games._signs import bits_of, cell_name, read_signs, show_signs


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
        """Return how many lie on the board."""
        return (position & self.full).bit_count() // 2

    # What a person reads: # for a covered cell; a domino by its two cells.

    def show_board(self, position: int) -> str:
        covered = {cell: "#" for cell in range(self.cells) if position >> cell & 1}
        return show_signs(covered, self.columns, self.rows)

    def read_board(self, text: str, rows: list[str] | None = None) -> int:
        """Return the covered cells. That dominoes can cover just these is not asked, only an even number."""
        covered = bits_of(read_signs(self, text, self.columns, self.rows, "#", rows), "#")
        if covered.bit_count() % 2 == 1:
            reason = f"{covered.bit_count()} cells are covered"
            raise unreadable(self, text, reason, "dominoes cover an even number")
        return covered

    def name(self, position: int, move: int) -> str:
        first, second = (move & -move).bit_length() - 1, move.bit_length() - 1
        return f"{cell_name(first, self.columns)}-{cell_name(second, self.columns)}"
