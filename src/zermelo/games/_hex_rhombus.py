"""A rhombus of hexagons: a rectangle whose rows each stand half a cell further to the right.

Cells are numbered by rows from the top; on 3 x 3:

    0  1  2
      3  4  5        beside 4: left and right 3 and 5, above 1 and 2, below 6 and 7
        6  7  8

A connection is found by flooding: from one edge outwards, all cells at once.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.games._rectangle import Rectangle


@dataclass(frozen=True)
class Rhombus(Rectangle):
    """A board of `size` x `size` hexagons: what is beside cells, and which stones are connected."""

    size: int

    @cached_property
    def width(self) -> int:
        return self.size

    @cached_property
    def height(self) -> int:
        return self.size

    @cached_property
    def last_column(self) -> int:
        return self.first_column << self.size - 1

    @cached_property
    def last_row(self) -> int:
        return self.first_row << self.cells - self.size

    def half_turned(self, position: int, boards: int) -> int:
        """Return boards turned by half, which leaves each pair of edges where it is."""
        return self.mirror(self.flip(position, boards), boards)

    def around(self, cells: int) -> int:
        """Return the cells, and all that are beside them."""
        rightwards = cells & ~self.last_column
        leftwards = cells & ~self.first_column
        found = cells | (rightwards << 1) | (leftwards >> 1) | (cells << self.size) | (cells >> self.size)
        found |= (rightwards >> (self.size - 1)) | (leftwards << (self.size - 1))
        return found & self.full

    def flood(self, stones: int, begin: int) -> int:
        """Return the stones that are connected with those of `begin`."""
        reached = 0
        grown = stones & begin
        while grown != reached:
            reached = grown
            grown = self.around(reached) & stones
        return reached

    def connects(self, stones: int, begin: int, end: int) -> bool:
        """Return whether some of the stones lead from the cells of `begin` to those of `end`."""
        return self.flood(stones, begin) & end != 0
