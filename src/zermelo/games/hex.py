"""Hex: two players connect their edges of a rhombus, and exactly one of them can. Hein (1942), Nash (1948).

A position is two boards in one word, X below and O above. Cells are numbered by rows from the top, and
each row stands half a cell further to the right than the one above it; on 3 x 3:

    bit  0  1  2          X        bit   9 10 11          O
           3  4  5                         12 13 14
             6  7  8                         15 16 17

So a cell has six neighbours: left, right, above, above and right, below, below and left. X connects top
and bottom, O left and right. A full board has one of the two connections and never both (John Nash; David
Gale, *The Game of Hex and the Brouwer Fixed-Point Theorem*, 1979), so that nothing is drawn, and by Nash's
argument the first player wins. A connection is found by flooding: from one edge outwards, all cells at
once.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._grid import read_bits, unreadable
from zermelo.games._parameters import WORD_BITS, check_bits, check_whole
from zermelo.games._placing import Placing
from zermelo.games._rectangle import Rectangle
from zermelo.games._signs import cell_name, show_signs


class Hex(Rectangle, Placing):
    """Put a stone on a free cell of a rhombus; X wins by connecting top and bottom, O left and right.

    Cells touch left and right, above and below, and aslant where the column is one more and the row one
    less or the other way round. Nothing is drawn: values are win and loss.
    """

    size: int = 3

    def __post_init__(self) -> None:
        check_whole("size", self.size, 1, WORD_BITS)
        check_bits(f"a board of {self.size} x {self.size}", 2 * self.cells)

    @cached_property
    def width(self) -> int:
        return self.size

    @cached_property
    def height(self) -> int:
        return self.size

    def play(self, position: int, move: int) -> int:
        x_moves = position.bit_count() % 2 == 0
        return position | (1 << move if x_moves else 1 << move + self.cells)

    def outcome(self, position: int) -> int:
        x_moved = position.bit_count() % 2 == 1
        if x_moved:
            won = self.connects(position & self.full, self.first_row, self.last_row)
        else:
            won = self.connects(position >> self.cells, self.first_column, self.last_column)
        return LOSS if won else UNDECIDED

    def connects(self, stones: int, begin: int, end: int) -> bool:
        """Return whether some of the stones lead from the cells of `begin` to those of `end`."""
        reached = 0
        grown = stones & begin
        while grown != reached:
            reached = grown
            rightwards = reached & ~self.last_column
            leftwards = reached & ~self.first_column
            grown |= (rightwards << 1) | (leftwards >> 1) | (reached << self.size) | (reached >> self.size)
            grown |= (rightwards >> (self.size - 1)) | (leftwards << (self.size - 1))
            grown &= stones
        return reached & end != 0

    @cached_property
    def last_column(self) -> int:
        return self.first_column << self.size - 1

    @cached_property
    def last_row(self) -> int:
        return self.first_row << self.cells - self.size

    def symmetries(self, position: int) -> Iterator[int]:
        """Yield the position and its half turn; a reflection would exchange the players, not only movers."""
        for image in range(2):
            if image > 0:
                position = self.mirror(self.flip(position, self.both), self.both)
            yield position

    # What a person reads: rows from the top, each one blank further to the right.

    def show(self, position: int) -> str:
        rows = show_signs(self.signs_of(position), self.size, self.size).split("\n")
        return "\n".join(" " * index + row for index, row in enumerate(rows))

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, each on its line or with `/` between.

        The blanks before them may be left out. Raises `UnreadablePosition`, also where no play leads there.
        """
        crosses, noughts = read_bits(self, text, self.size, self.size)
        position = crosses | noughts << self.cells
        last, above = (crosses, 0) if crosses.bit_count() > noughts.bit_count() else (noughts, self.cells)
        before = [position ^ 1 << above + cell for cell in range(self.cells) if last >> cell & 1]
        if before and not any(self.is_open(earlier) for earlier in before):
            raise unreadable(
                self,
                text,
                "play had ended before the last stone",
                "take back the stones after the connection",
            )
        return position

    def is_open(self, position: int) -> bool:
        """Return whether neither player has connected his edges."""
        crosses, noughts = position & self.full, position >> self.cells
        top_to_bottom = self.connects(crosses, self.first_row, self.last_row)
        return not (top_to_bottom or self.connects(noughts, self.first_column, self.last_column))

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.size)
