"""Cram: dominoes on a rectangle, and both players lay them either way.

Gardner, *Mathematical games* (Scientific American, February 1974). A position is the covered cells,
numbered by rows from the top; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7
         8  9 10 11

On a single row this is Dawson's Kayles.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games._depicting import DISCS, depicted
from zermelo.games._dominoes import Dominoes, domino_name, read_covered, show_covered
from zermelo.games._parameters import WORD_BITS, check_bits, check_flag, check_whole
from zermelo.tabletop.picture import Picture


class Cram(Dominoes, Game):
    """Lay a domino on two free cells, upright or level; who cannot loses, or wins where `misere`.

    Values are win and loss.
    """

    columns: int = 4
    rows: int = 4
    misere: bool = False

    impartial = True
    lasting = True

    def __post_init__(self) -> None:
        check_whole("columns", self.columns, 1, WORD_BITS - 1)
        check_whole("rows", self.rows, 1, WORD_BITS - 1)
        check_flag("misere", self.misere)
        check_bits(f"a board of {self.columns} x {self.rows}", self.cells)

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
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

    def play(self, position: int, move: int) -> int:
        return position | move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return self.dominoes(position)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, 1, image)
            yield position

    # A region lies anywhere on the board and any way round: all these have one form, the least of its turns
    # in the corner, also those that a rectangle has no symmetry for.

    def parts(self, position: int) -> Iterator[int]:
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
        """Return the transposed image of a region in the corner, for which there must be room."""
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

    # What a person reads.

    def show(self, position: int) -> str:
        return show_covered(position, self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read the board, # for each covered cell, its rows apart or with `/` between them.

        Raises `UnreadablePosition`. Any cells may be covered: in a sum of games boards have any shape.
        """
        return read_covered(self, text, self.columns, self.rows)

    def name(self, position: int, move: int) -> str:
        return domino_name((move & -move).bit_length() - 1, move.bit_length() - 1, self.columns)

    def layers(self, position: int) -> Iterator[int]:
        """Yield the covered cells."""
        yield position & self.full

    def depict(self, position: int) -> Picture:
        covered = {cell: "#" for cell in range(self.cells) if position >> cell & 1}
        return depicted(covered, DISCS, self.columns, self.rows)
