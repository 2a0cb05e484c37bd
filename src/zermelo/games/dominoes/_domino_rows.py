"""Boards of dominoes that words do not hold, row by row: cram past 63 cells, domineering past two words.

A position is a tuple: the covered cells of each row from the top, bit 0 the leftmost, and in domineering
behind them the mover, 0 for who lays upright and 1 for who lays level. On 4 x 3 it would be

    row 0    bit  0  1  2  3
    row 1         0  1  2  3      (0, 6, 0, 1): b2 and c2 are covered, and who lays level moves
    row 2         0  1  2  3

Such boards are for positions that fall into small regions, whose values are found region by region. The
interpreter answers: tuples that are made of a loop do not compile, and sets of cells are easier to read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from zermelo.core.game import Position

MOST: Final = 62  # columns, and rows: a row, and one cell more, fit a word
UPRIGHT, LEVEL = 0, 1  # how a domino lies; who lays upright is mover 0 of domineering

Cells = set[tuple[int, int]]  # of each its row and its column


@dataclass(frozen=True)
class DominoRows:
    """A board as a word a row. What stands behind the rows in a position is left as it is.

    A move is the first cell of a domino, numbered by rows, and as much more as there are cells where the
    domino lies level.
    """

    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def full_row_mask(self) -> int:
        return (1 << self.columns) - 1

    def position_from_covered(self, covered: int, *behind: int) -> Position:
        """Return the position with these cells covered, numbered by rows."""
        rows = (covered >> row * self.columns & self.full_row_mask for row in range(self.rows))
        return (*rows, *behind)

    def covered_cells(self, position: Position) -> int:
        """Return the covered cells, in one number."""
        return sum(position[row] << row * self.columns for row in range(self.rows))

    def free_cells(self, position: Position) -> Cells:
        """Return the free cells."""
        return {
            (row, column)
            for row in range(self.rows)
            if position[row] != self.full_row_mask
            for column in range(self.columns)
            if not position[row] >> column & 1
        }

    def replace_free_cells(self, free: Cells, position: Position) -> Position:
        """Return the board with these cells free and all others covered, and what stands behind as it is."""
        rows = [self.full_row_mask] * self.rows
        for row, column in free:
            rows[row] ^= 1 << column
        return (*rows, *position[self.rows :])

    # Dominoes.

    def count_dominoes(self, position: Position) -> int:
        """Return how many lie on the board, half a one for a cell more."""
        return sum(int(position[row]).bit_count() for row in range(self.rows)) // 2

    def possible_first_cells(self, position: Position, row: int, way: int) -> int:
        """Return the upper, or left, cells of a row where a domino can be laid upright, or level."""
        free = self.full_row_mask & ~int(position[row])
        if way == LEVEL:
            return free & free >> 1
        return free & ~int(position[row + 1]) if row + 1 < self.rows else 0

    def domino_move(self, row: int, first: int, way: int) -> int:
        """Return the move whose first cell is the one of `first`, in a row."""
        return way * self.cells + row * self.columns + first.bit_length() - 1

    def add_domino(self, position: Position, move: int) -> Position:
        """Return the board with one domino more."""
        rows = list(position)
        for cell in (self.first_cell(move), self.second_cell(position, move)):
            row, column = divmod(cell, self.columns)
            rows[row] |= 1 << column
        return tuple(rows)

    def first_cell(self, move: int) -> int:
        """Return the upper or left cell of a domino."""
        return move % self.cells

    def second_cell(self, position: Position, move: int) -> int:
        """Return the lower or right cell of a domino."""
        return self.first_cell(move) + (self.columns if move < self.cells else 1)

    # Regions and symmetries.

    def row_texts(self, position: Position) -> list[str]:
        """Return each row as a binary number, its last column first."""
        return [f"{position[row]:0{self.columns}b}" for row in range(self.rows)]

    def mirror_board(self, position: Position) -> Position:
        return (*(int(bits[::-1], 2) for bits in self.row_texts(position)), *position[self.rows :])

    def flip_board(self, position: Position) -> Position:
        return (*reversed(position[: self.rows]), *position[self.rows :])

    def transpose_board(self, position: Position) -> Position:
        """Return the image of a board that is a square."""
        columns = [int("".join(bits), 2) for bits in zip(*reversed(self.row_texts(position)), strict=True)]
        return (*reversed(columns), *position[self.rows :])

    def yield_region_boards(self, position: Position, *, turned: bool = False) -> Iterator[Position]:
        """Yield a board for each region of two free cells or more, in the upper left corner.

        All the rest of such a board is covered. Of the images of a region the least is taken. Where a region
        may be `turned`, the transposed images that fit count too.
        """
        free = self.free_cells(position)
        while free:
            region, edge = set(), {min(free)}
            while edge:
                region |= edge
                edge = {
                    beside
                    for row, column in edge
                    for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
                } & free - region
            free -= region
            if len(region) > 1:
                yield min(
                    self.replace_free_cells(image, position)
                    for image in self.yield_region_images(region, turned=turned)
                )

    def yield_region_images(self, region: Cells, *, turned: bool) -> Iterator[Cells]:
        """Yield the images of a region that fit on the board, each in the upper left corner."""
        transposed = [{(column, row) for row, column in region}] if turned else []
        for cells in (region, *transposed):
            for down in (1, -1):
                for right in (1, -1):
                    image = {(down * row, right * column) for row, column in cells}
                    top, left = min(row for row, _ in image), min(column for _, column in image)
                    image = {(row - top, column - left) for row, column in image}
                    if all(row < self.rows and column < self.columns for row, column in image):
                        yield image
