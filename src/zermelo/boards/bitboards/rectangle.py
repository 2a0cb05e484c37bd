"""Boards in one word: mirror images and turns, steps to neighbours, and a search for lines.

Cells are numbered by rows from the top. Boards may stand side by side in a word, and `boards` then selects
some of them: it has the lowest bit of each. So one exchange of bits moves a pair of columns of both boards of
a game at once, or of one board out of several:

    bit  0  1  2     first       bit   9 10 11     second        boards = 1 | 1 << 9: both
         3  4  5                      12 13 14                   boards = 1 << 9: the second alone
         6  7  8                      15 16 17

A board is a set of cells, and moving a whole set by one cell in one of eight directions is a mask and a shift
(`step`).
"""

from collections.abc import Iterable
from functools import cached_property

from zermelo.boards.bitboards.delta_swap import delta_swap

# Rows down and columns to the right. The opposite of a direction is its number with bit 1 changed.
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
RIGHT, DOWN, LEFT, UP, DOWN_RIGHT, DOWN_LEFT, UP_LEFT, UP_RIGHT = range(8)
OPPOSITE = 2


class Rectangle:
    """A board of `width` x `height` cells, its four symmetries, eight where it is a square, and steps on it.

    A game inherits it besides `Game`. Its parameters `columns` and `rows` are the size of the board, unless
    the game overrides it.
    """

    columns: int
    rows: int

    @cached_property
    def width(self) -> int:
        return self.columns

    @cached_property
    def height(self) -> int:
        return self.rows

    @cached_property
    def cells(self) -> int:
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def both(self) -> int:
        """The lowest bit of both boards, where two stand in a word."""
        return 1 | 1 << self.cells

    def mask_of_cells(self, cells: Iterable[int]) -> int:
        """Return the board with these cells, of which each stands there once."""
        return sum(1 << cell for cell in cells)

    # Directions.

    def step(self, stones: int, direction: int) -> int:
        """Return the cells one further in `direction`; what would leave the board is dropped."""
        return shift_cells(stones & self.cells_with_neighbour[direction], self.bit_distances[direction])

    @cached_property
    def bit_distances(self) -> tuple[int, ...]:
        """For each direction, how many bits further the neighbour there is."""
        return tuple(down * self.width + right for down, right in DIRECTIONS)

    @cached_property
    def cells_with_neighbour(self) -> tuple[int, ...]:
        """For each direction, the cells that have a neighbour there."""
        return tuple(self.cells_with_offset_neighbour(down, right) for down, right in DIRECTIONS)

    def cells_with_offset_neighbour(self, down: int, right: int) -> int:
        """Return the cells that have one so far down and to the right of them."""
        return self.mask_of_cells(
            row * self.width + column
            for row in range(self.height)
            for column in range(self.width)
            if 0 <= row + down < self.height and 0 <= column + right < self.width
        )

    def distance_from_corner(self, cells: int) -> int:
        """Return by how many bits cells, of which there are some, can be moved up and to the left."""
        distance = 0
        while cells >> distance & self.first_row == 0:
            distance += self.width
        while cells >> distance & self.first_column == 0:
            distance += 1
        return distance

    # Symmetries.

    @cached_property
    def turns(self) -> int:
        """The number of symmetries of one board."""
        return 8 if self.width == self.height else 4

    def turned(self, position: int, boards: int, image: int) -> int:
        """Return the image after the one before, `image` counting from 1; `turns` images are all of them.

        One reflection leads from each to the next, and it does not matter from which the count began.
        """
        step = image % self.turns
        if step == 4:
            return self.transpose(position, boards)
        if step % 2 == 1:
            return self.mirror(position, boards)
        return self.flip(position, boards)

    @cached_property
    def first_column(self) -> int:
        return sum(1 << row * self.width for row in range(self.height))

    @cached_property
    def first_row(self) -> int:
        return (1 << self.width) - 1

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """For each distance, the cells above the main diagonal by that much."""
        size = min(self.width, self.height)
        return tuple(
            sum(1 << row * self.width + row + above for row in range(size - above)) for above in range(size)
        )

    def mirror(self, position: int, boards: int) -> int:
        for column in range(self.width // 2):
            mask = self.first_column * boards << column
            position = delta_swap(position, mask, self.width - 1 - 2 * column)
        return position

    def flip(self, position: int, boards: int) -> int:
        for row in range(self.height // 2):
            mask = self.first_row * boards << row * self.width
            position = delta_swap(position, mask, (self.height - 1 - 2 * row) * self.width)
        return position

    def transpose(self, position: int, boards: int) -> int:
        for above in range(1, self.width):
            position = delta_swap(position, self.diagonals[above] * boards, above * (self.width - 1))
        return position


class LineBoard(Rectangle):
    """A rectangle on which `line` stones in a row, across, down or aslant, are looked for."""

    line: int

    # Where the board is too small for a direction, its shifts could pass the end of the word: then
    # `line_starts` is 0 and they are not made.

    @cached_property
    def line_starts(self) -> tuple[int, int, int, int]:
        """The cells where a line can begin that goes right, down, down and right, down and left."""
        right, down = range(self.width - self.line + 1), range(self.height - self.line + 1)
        left, columns, rows = range(self.line - 1, self.width), range(self.width), range(self.height)
        across, upright, falling, rising = (
            sum(1 << row * self.width + column for row in first_rows for column in first_columns)
            for first_columns, first_rows in ((right, rows), (columns, down), (right, down), (left, down))
        )
        return across, upright, falling, rising

    def has_line(self, stones: int) -> bool:
        """Return whether the stones of one board, with nothing above it, hold a line."""
        found = self.lines(stones, 1, self.line_starts[0])
        found |= self.lines(stones, self.width, self.line_starts[1])
        found |= self.lines(stones, self.width + 1, self.line_starts[2])
        found |= self.lines(stones, self.width - 1, self.line_starts[3])
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


def shift_cells(cells: int, distance: int) -> int:
    """Return the cells `distance` bits further on."""
    return cells << distance if distance > 0 else cells >> -distance
