"""Boards of cram: as one word where that holds them, else as a word a row.

A board takes its positions apart and puts them together, and so the rules are written once. In one word the
covered cells are numbered by rows from the top, and a move is its two cells; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7
         8  9 10 11

What a word does not hold is a board of `_domino_rows.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS
from zermelo.games.dominoes._domino_rectangle import DominoRectangle
from zermelo.games.dominoes._domino_rows import LEVEL, UPRIGHT, DominoRows


@dataclass(frozen=True)
class CramWord(DominoRectangle):
    """Covered cells in one word; a move is its two cells."""

    columns: int
    rows: int

    def position_from_covered(self, covered: int) -> Position:
        return covered

    def covered_cells(self, position: Position) -> int:
        """Return the covered cells."""
        return int(position & self.full)

    def moves(self, position: Position) -> Iterator[int]:
        tops = self.vertical_first_cells(position)
        while tops:
            top = tops & -tops
            yield top | (top << self.columns)
            tops ^= top
        lefts = self.horizontal_first_cells(position)
        while lefts:
            left = lefts & -lefts
            yield left | (left << 1)
            lefts ^= left

    def add_domino(self, position: Position, move: int) -> Position:
        """Return the board with one domino more."""
        return position | move

    def first_cell(self, move: int) -> int:
        """Return the upper or left cell of a domino."""
        return (move & -move).bit_length() - 1

    def second_cell(self, position: Position, move: int) -> int:
        """Return the lower or right cell of a domino."""
        return move.bit_length() - 1

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, 1, image)
            yield position

    def parts(self, position: Position) -> Iterator[Position]:
        for part in self.yield_region_boards(position):
            yield self.full & ~self.least_corner_image(self.full & ~part)

    def least_corner_image(self, region: int) -> int:
        """Return the least image of a region that lies in the corner."""
        least = region
        for image in range(1, 4):
            region = self.shift_to_corner(self.flip(region, 1) if image == 2 else self.mirror(region, 1))
            least = min(least, region)
        width, height = self.region_size(region)
        if width <= self.rows and height <= self.columns:
            region = self.transpose_region(region, height)
            least = min(least, region)
            for image in range(1, 4):
                region = self.shift_to_corner(self.flip(region, 1) if image == 2 else self.mirror(region, 1))
                least = min(least, region)
        return least

    def region_size(self, region: int) -> tuple[int, int]:
        """Return how many columns and rows a region in the corner takes."""
        height = (region.bit_length() + self.columns - 1) // self.columns
        cells = 0
        for row in range(height):
            cells |= region >> row * self.columns
        return (cells & self.first_row).bit_length(), height

    def transpose_region(self, region: int, height: int) -> int:
        """Return the transposed image of a region in the corner, which must fit the board."""
        image = 0
        for row in range(height):
            image |= self.row_to_column_masks[(region >> row * self.columns) & self.first_row] << row
        return image

    @cached_property
    def row_to_column_masks(self) -> tuple[int, ...]:
        """For the cells of a row, as wide as it can be turned, the same cells of the first column."""
        widest = min(self.columns, self.rows)
        return tuple(
            sum(1 << cell * self.columns for cell in range(widest) if cells >> cell & 1)
            for cells in range(1 << widest)
        )


@dataclass(frozen=True)
class CramRows(DominoRows):
    """A word for each row."""

    def moves(self, position: Position) -> Iterator[int]:
        for way in (UPRIGHT, LEVEL):
            for row in range(self.rows):
                firsts = self.possible_first_cells(position, row, way)
                while firsts:
                    yield self.domino_move(row, firsts & -firsts, way)
                    firsts &= firsts - 1

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in (position, self.transpose_board(position)) if self.columns == self.rows else (position,):
            mirrored = self.mirror_board(image)
            yield from (image, mirrored, self.flip_board(image), self.flip_board(mirrored))

    def parts(self, position: Position) -> Iterator[Position]:
        yield from self.yield_region_boards(position, turned=True)


CramBoard = CramWord | CramRows


def build_cram_board(columns: int, rows: int) -> CramBoard:
    """Return the board of so many columns and rows, in one word where it fits."""
    return CramWord(columns, rows) if columns * rows <= WORD_BITS else CramRows(columns, rows)
