"""Two boards in one word: the stones of one player below, those of the other above.

Cells are numbered by rows from the top, as text shows them; on 3 x 3:

    bit  0  1  2     one board         bit   9 10 11     the other
         3  4  5                            12 13 14
         6  7  8                            15 16 17     18 the mover, where the position holds him

A board is a set of cells, and moving a whole set by one cell in one of eight directions is a mask and a
shift (`step`). A symmetry moves both boards at once, a pair of columns or rows with one exchange of
bits, and leaves what lies above them where it is.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.core.game import Game
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import WORD_BITS, check_bits, check_whole
from zermelo.games._rectangle import Rectangle
from zermelo.games._signs import cell_name

# Rows down and columns to the right. The opposite of a direction is its number with bit 1 changed.
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
RIGHT, DOWN, LEFT, UP, DOWN_RIGHT, DOWN_LEFT, UP_LEFT, UP_RIGHT = range(8)
OPPOSITE = 2


class TwoBoards(Rectangle, Game):
    """A rectangle with stones of two players."""

    columns: int = 3
    rows: int = 3

    def check_size(self, least_columns: int, least_rows: int, more_bits: int) -> None:
        """Refuse a board that is too small, or too large for one word with `more_bits` above the boards."""
        check_whole("columns", self.columns, least_columns, WORD_BITS // 2)
        check_whole("rows", self.rows, least_rows, WORD_BITS // 2)
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells + more_bits)

    # Directions.

    def step(self, stones: int, direction: int) -> int:
        """Return the cells one further in `direction`; what would leave the board is dropped."""
        distance = self.distances[direction]
        stones &= self.leavable[direction]
        return stones << distance if distance > 0 else stones >> -distance

    @cached_property
    def distances(self) -> tuple[int, ...]:
        return tuple(down * self.columns + right for down, right in DIRECTIONS)

    @cached_property
    def leavable(self) -> tuple[int, ...]:
        """For each direction, the cells that have a neighbour there."""
        return tuple(
            self.bits(
                row * self.columns + column
                for row in range(self.rows)
                for column in range(self.columns)
                if 0 <= row + down < self.rows and 0 <= column + right < self.columns
            )
            for down, right in DIRECTIONS
        )

    def bits(self, cells: Iterator[int]) -> int:
        return sum(1 << cell for cell in cells)

    # Symmetries: those of the rectangle that map the start to itself.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(len(self.keeps_start)):
            position = self.next_image(position, image)
            if self.keeps_start[image]:
                yield position

    @cached_property
    def keeps_start(self) -> tuple[bool, ...]:
        kept = []
        position = start = self.start()
        for image in range(self.turns):
            position = self.next_image(position, image)
            kept.append(position == start)
        return tuple(kept)

    def next_image(self, position: int, image: int) -> int:
        """Return the image number `image`, given the one before it."""
        return self.turned(position, self.both, image) if image > 0 else position

    # What a person reads: rows from the top, so that a1 is the upper left cell, and who moves below.

    signs: ClassVar[str] = "XO"

    def show_boards(self, first: int, second: int, mover: int) -> str:
        """Return two boards as text, and whose sign is to move."""
        cells = [
            self.signs[0] if first >> cell & 1 else self.signs[1] if second >> cell & 1 else "."
            for cell in range(self.cells)
        ]
        rows = ["".join(cells[cell : cell + self.columns]) for cell in range(0, self.cells, self.columns)]
        return "\n".join([*rows, f"{self.signs[mover]} to move"])

    def read_boards(self, text: str) -> tuple[int, int, int]:
        """Return both boards and the mover; raises `UnreadablePosition` for another size or sign."""
        rows = split_rows(text)
        turns = [f"{sign} to move" for sign in self.signs]
        if not rows or rows[-1] not in turns:
            raise unreadable(
                self, text, "it does not say who moves", f"write {' or '.join(turns)} in the last line"
            )
        mover = turns.index(rows.pop())
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(
                self,
                text,
                f"its rows have lengths {sizes or 0}",
                f"write {self.rows} rows of {self.columns} characters",
            )
        cells = "".join(rows)
        for sign in cells:
            if sign not in self.signs + ".":
                raise unreadable(
                    self, text, f"{sign!r} is no cell", f"write {', '.join(self.signs)} or . for each"
                )
        first, second = (
            self.bits(cell for cell, sign in enumerate(cells) if sign == own) for own in self.signs
        )
        return first, second, mover

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: the column's letter and the row's number, from the top."""
        return cell_name(cell, self.columns)


class Sides(TwoBoards):
    """Two boards that belong to their players, and the mover above them.

    The first board is that of player 0, X in text; a move leaves each board where it is.
    """

    @cached_property
    def turn(self) -> int:
        """The bit that says who moves."""
        return 1 << 2 * self.cells

    def mover(self, position: int) -> int:
        return position >> 2 * self.cells

    def to_move(self, position: int, player: int) -> int:
        return position & self.turn - 1 | player * self.turn

    def stones(self, position: int, player: int) -> int:
        return (position >> player * self.cells) & self.full

    def moved(self, position: int, player: int, changed: int, taken: int) -> int:
        """Return the boards after `player` has changed his stones and taken some of the other's."""
        return position ^ (changed << player * self.cells) ^ (taken << (1 - player) * self.cells)

    def show(self, position: int) -> str:
        return self.show_boards(self.stones(position, 0), self.stones(position, 1), self.mover(position))
