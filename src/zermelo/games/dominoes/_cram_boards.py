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

from zermelo.boards.parameter_checks import WORD_BITS
from zermelo.core.game import Position
from zermelo.games.dominoes._domino_rectangle import DominoRectangle
from zermelo.games.dominoes._domino_rows import LEVEL, UPRIGHT, DominoRows


@dataclass(frozen=True)
class CramWord(DominoRectangle):
    """Covered cells in one word; a move is its two cells."""

    columns: int
    rows: int

    def position_of(self, covered: int) -> Position:
        return covered

    def covered(self, position: Position) -> int:
        """Return the covered cells."""
        return int(position & self.full)

    def moves(self, position: Position) -> Iterator[int]:
        tops = self.tops(position)
        while tops:
            top = tops & -tops
            yield top | (top << self.columns)
            tops ^= top
        lefts = self.lefts(position)
        while lefts:
            left = lefts & -lefts
            yield left | (left << 1)
            lefts ^= left

    def after(self, position: Position, move: int) -> Position:
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
        for part in self.regions_apart(position):
            yield self.full & ~self.least_turn(self.full & ~part)

    def least_turn(self, region: int) -> int:
        """Return the least image of a region that lies in the corner."""
        least = region
        for image in range(1, 4):
            region = self.in_corner(self.flip(region, 1) if image == 2 else self.mirror(region, 1))
            least = min(least, region)
        width, height = self.extent(region)
        if width <= self.rows and height <= self.columns:
            region = self.columns_as_rows(region, height)
            least = min(least, region)
            for image in range(1, 4):
                region = self.in_corner(self.flip(region, 1) if image == 2 else self.mirror(region, 1))
                least = min(least, region)
        return least

    def extent(self, region: int) -> tuple[int, int]:
        """Return how many columns and rows a region in the corner takes."""
        height = (region.bit_length() + self.columns - 1) // self.columns
        cells = 0
        for row in range(height):
            cells |= region >> row * self.columns
        return (cells & self.first_row).bit_length(), height

    def columns_as_rows(self, region: int, height: int) -> int:
        """Return the transposed image of a region in the corner, which must fit the board."""
        image = 0
        for row in range(height):
            image |= self.columns_of[(region >> row * self.columns) & self.first_row] << row
        return image

    @cached_property
    def columns_of(self) -> tuple[int, ...]:
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
                firsts = self.firsts(position, row, way)
                while firsts:
                    yield self.domino(row, firsts & -firsts, way)
                    firsts &= firsts - 1

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in (position, self.transposed(position)) if self.columns == self.rows else (position,):
            mirrored = self.mirrored(image)
            yield from (image, mirrored, self.flipped(image), self.flipped(mirrored))

    def parts(self, position: Position) -> Iterator[Position]:
        yield from self.regions_apart(position, turned=True)


CramBoard = CramWord | CramRows


def cram_board_of(columns: int, rows: int) -> CramBoard:
    """Return the board of so many columns and rows, in one word where it fits."""
    return CramWord(columns, rows) if columns * rows <= WORD_BITS else CramRows(columns, rows)
