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
from functools import cached_property

from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games._grid import Cell, read_grid, show_grid, unreadable
from zermelo.games._parameters import WORD_BITS, check_bits, check_flag, check_whole


class Mnk(Game):
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

    @cached_property
    def cells(self) -> int:
        return self.columns * self.rows

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        free = self.full & ~(position | (position >> self.cells))
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        mine = (position & self.full) | (1 << move)
        return (position >> self.cells) | (mine << self.cells)

    def outcome(self, position: int) -> int:
        theirs = position >> self.cells
        if self.has_line(theirs):
            return WIN if self.misere else LOSS
        if ((position | theirs) & self.full) == self.full:
            return DRAW
        return UNDECIDED

    def tier(self, position: int) -> int:
        return position.bit_count()

    # Lines. Where the board is too small for a direction, its shifts could pass the end of the word: then
    # `line_starts` is 0 and they are not made.

    @cached_property
    def line_starts(self) -> tuple[int, int, int, int]:
        """The cells where a line can begin that goes right, down, down and right, down and left."""
        right, down = range(self.columns - self.line + 1), range(self.rows - self.line + 1)
        left, columns, rows = range(self.line - 1, self.columns), range(self.columns), range(self.rows)
        across, upright, falling, rising = (
            sum(1 << row * self.columns + column for row in first_rows for column in first_columns)
            for first_columns, first_rows in ((right, rows), (columns, down), (right, down), (left, down))
        )
        return across, upright, falling, rising

    def has_line(self, stones: int) -> bool:
        found = self.lines(stones, 1, self.line_starts[0])
        found |= self.lines(stones, self.columns, self.line_starts[1])
        found |= self.lines(stones, self.columns + 1, self.line_starts[2])
        found |= self.lines(stones, self.columns - 1, self.line_starts[3])
        return found != 0

    def lines(self, stones: int, step: int, starts: int) -> int:
        """Return the cells of `starts` from which `line` stones stand, each `step` bits after the last."""
        if starts == 0:
            return 0
        length = 1
        while 2 * length <= self.line:
            stones &= stones >> (length * step)
            length *= 2
        return stones & (stones >> ((self.line - length) * step)) & starts

    # Symmetries. Both boards at once: each mask holds its cells in both halves of the word.

    def symmetries(self, position: int) -> Iterator[int]:
        # One `yield` in a loop: eight in a row took 29 ns for the same images of a 4 x 4 position, not 9.
        for image in range(8 if self.columns == self.rows else 4):
            if image == 4:
                position = self.transpose(position)
            elif image > 0:
                position = self.mirror(position) if image % 2 == 1 else self.flip(position)
            yield position

    def exchange(self, position: int, mask: int, distance: int) -> int:
        """Return the position with each bit of `mask` exchanged with the one `distance` above it."""
        changed = (position ^ (position >> distance)) & mask
        return position ^ changed ^ (changed << distance)

    @cached_property
    def first_column(self) -> int:
        return sum(1 << row * self.columns for row in range(2 * self.rows))

    @cached_property
    def first_row(self) -> int:
        row = (1 << self.columns) - 1
        return row | row << self.cells

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """For each distance, the cells above the main diagonal by that much, in both boards."""
        size = min(self.columns, self.rows)
        boards = 1 | 1 << self.cells
        return tuple(
            boards * sum(1 << row * self.columns + row + above for row in range(size - above))
            for above in range(size)
        )

    def mirror(self, position: int) -> int:
        for column in range(self.columns // 2):
            distance = self.columns - 1 - 2 * column
            position = self.exchange(position, self.first_column << column, distance)
        return position

    def flip(self, position: int) -> int:
        for row in range(self.rows // 2):
            distance = (self.rows - 1 - 2 * row) * self.columns
            position = self.exchange(position, self.first_row << row * self.columns, distance)
        return position

    def transpose(self, position: int) -> int:
        for above in range(1, self.columns):
            position = self.exchange(position, self.diagonals[above], above * (self.columns - 1))
        return position

    # What a person reads: rows from the top, so that a1 is the upper left cell and b1 stands beside it.

    def cell(self, index: int) -> Cell:
        return index // self.columns, index % self.columns

    def show(self, position: int) -> str:
        mine = {self.cell(bit) for bit in range(self.cells) if position >> bit & 1}
        theirs = {self.cell(bit) for bit in range(self.cells) if position >> self.cells + bit & 1}
        if len(mine) == len(theirs):
            return show_grid(self.columns, self.rows, mine, theirs)
        return show_grid(self.columns, self.rows, theirs, mine)

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        first, second = read_grid(self, text, self.columns, self.rows)
        crosses, noughts = (
            sum(1 << row * self.columns + column for row, column in cells) for cells in (first, second)
        )
        mine, theirs = (crosses, noughts) if len(first) == len(second) else (noughts, crosses)
        last = [bit for bit in range(self.cells) if theirs >> bit & 1]
        possible = not last or any(not self.has_line(theirs ^ 1 << bit) for bit in last)
        if self.has_line(mine) or not possible:
            raise unreadable(
                self,
                text,
                "play had ended before the last stone",
                "take back the stones after the first line",
            )
        return mine | theirs << self.cells

    def name(self, position: int, move: int) -> str:
        row, column = self.cell(move)
        letter = chr(ord("a") + column % 26)
        return f"{'a' * (column // 26)}{letter}{row + 1}"


class TicTacToe(Mnk):
    """Three in a row on three by three: `Mnk` with its own parameters."""
