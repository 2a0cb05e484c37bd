"""Lines on a rectangle: the first to have `line` stones in a row, across, down or aslant, wins.

A position is two boards in one word, the mover's stones below and the other's above, and a move
swaps them. Cells are numbered by rows from the top; on 3 x 3:

    bit  0  1  2     the mover's       bit   9 10 11     the other's
         3  4  5                            12 13 14
         6  7  8                            15 16 17

This buys three things. Nobody's turn needs storing: the rules never ask who is X. Lines are looked
for in one board only, that of the player who has just moved, with shifts and no table. And a
symmetry of the board moves both halves of the word at once, a pair of columns or rows with one
exchange of bits, so that the eight images of a 4 x 4 position cost about a hundred instructions.
"""

from collections.abc import Iterator

from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games._grid import read_bits
from zermelo.games._parameters import WORD_BITS, check_bits, check_flag, check_whole
from zermelo.games._placing import PlacingByMover
from zermelo.games._rectangle import LineBoard
from zermelo.games._signs import cell_name, show_signs


class Mnk(LineBoard, PlacingByMover):
    """Put a stone on a free cell; `line` in a row win, or lose where `misere`; a full board is a draw.

    Values are win, draw, loss. A `line` longer than the board can only be drawn.
    """

    columns: int = 3
    rows: int = 3
    line: int = 3
    misere: bool = False

    def __post_init__(self) -> None:
        check_whole("columns", self.columns, 1, WORD_BITS // 2)
        check_whole("rows", self.rows, 1, WORD_BITS // 2)
        check_whole("line", self.line, 1, WORD_BITS)
        check_flag("misere", self.misere)
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.columns * self.rows)

    def outcome(self, position: int) -> int:
        if self.has_line(position >> self.cells):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else UNDECIDED

    def symmetries(self, position: int) -> Iterator[int]:
        # One `yield` in a loop: eight in a row took 29 ns for the same images of a 4 x 4 position, not 9.
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.both, image)
            yield position

    # What a person reads: rows from the top, so that a1 is the upper left cell and b1 stands beside it.

    def show(self, position: int) -> str:
        return show_signs(self.signs_of(position), self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        position = self.position_of(*read_bits(self, text, self.columns, self.rows))
        self.check_end(text, position, self.has_line)
        return position

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.columns)


class TicTacToe(Mnk):
    """Three in a row on three by three: `Mnk` with its own parameters."""
