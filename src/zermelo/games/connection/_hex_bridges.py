"""Hex connections that are certain though they are not complete: bridges.

Two stones of one player with two free cells beside both are as good as connected: when the other takes one
of these cells, the player takes the second. Each stone has six such partners; here are two of them, `*` the
free cells:

    X *          X
     * X        * *
                 X

A stone in the row next to an edge has a bridge to the edge itself. A chain of bridges no two of which share a
cell is certain, whichever player moves, because the opponent breaks into one at a time. The search is a flood
from the upper edge, which takes the bridges as it meets them and uses up their cells. So every connection
found is certain, but not every certain connection is found.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import rhombus
from zermelo.boards.board_symmetries import apply_delta_swaps, find_delta_swaps

RIGHT, DOWN, LEFT, UP = 0, 1, 3, 4  # the ways in which rows and columns lead

# For each bridge, rows down and columns to the right: to the partner, and to the two cells between.
BRIDGES = (
    ((2, -1), (1, 0), (1, -1)),
    ((1, 1), (1, 0), (0, 1)),
    ((1, -2), (1, -1), (0, -1)),
    ((-1, 2), (-1, 1), (0, 1)),
    ((-1, -1), (-1, 0), (0, -1)),
    ((-2, 1), (-1, 0), (-1, 1)),
)


@dataclass(frozen=True)
class HexBridges:
    """Search queries on a rhombus: the player about to connect its edges, and the player who surely will."""

    size: int

    @cached_property
    def board(self) -> Board:
        return rhombus(self.size)

    @cached_property
    def first_row(self) -> int:
        return self.board.edge(UP)

    @cached_property
    def last_row(self) -> int:
        return self.board.edge(DOWN)

    def transpose(self, cells: int) -> int:
        """Return the cells reflected so that rows become columns."""
        return apply_delta_swaps(cells, self.transposition_bit_swaps)

    @cached_property
    def transposition_bit_swaps(self) -> tuple[tuple[int, int], ...]:
        """The exchanges of bits that reflect the board."""
        places = range(self.size)
        return find_delta_swaps(tuple(column * self.size + row for row in places for column in places))

    def connecting_cells(self, mine: int, free: int, begin: int, end: int) -> int:
        """Return the free cells that connect the edges at once."""
        above = self.board.adjacent(self.board.group(begin, mine)) | begin
        below = self.board.adjacent(self.board.group(end, mine)) | end
        return free & above & below

    def connection_distance(self, mine: int, free: int, begin: int, end: int) -> int:
        """Return how many stones more would connect the edges, more than there are cells where none can."""
        reached = self.board.group(begin, mine)
        grown = reached | begin & free
        stones = 0
        while reached & end == 0:
            if grown == reached:
                return self.board.cells + 1
            stones += 1
            reached = self.board.group(grown, mine | grown)
            grown = reached | self.board.adjacent(reached) & free
        return stones

    def is_connection_certain(self, mine: int, free: int) -> bool:
        """Return whether bridges without a common cell connect the first row with the last."""
        reached = self.board.group(self.first_row, mine)
        while True:
            lowest = free >> self.size & free >> self.size - 1 & ~self.board.edge(LEFT)
            if reached & (self.last_row | lowest & self.last_row >> self.size):
                return True
            partner, between = self.find_next_bridge(mine & ~reached, reached, free)
            if partner == 0:
                return False
            free &= ~between
            reached = self.board.group(reached | partner, mine)

    def find_next_bridge(self, stones: int, reached: int, free: int) -> tuple[int, int]:
        """Return one of `stones` with a bridge to `reached` or to the first row, and the cells between.

        Both are 0 without one.
        """
        for bridge in range(6):
            kept, to_partner, one, other = self.bridge_offsets[bridge]
            ends = shift_bits(reached & kept, to_partner) & stones
            ends &= shift_bits(free, one) & shift_bits(free, other)
            if ends:
                partner = ends & -ends
                return partner, shift_bits(partner, -one) | shift_bits(partner, -other)
        ends = stones & self.first_row << self.size & free << self.size & free << self.size - 1
        ends &= ~self.board.edge(RIGHT)
        partner = ends & -ends
        return partner, partner >> self.size | partner >> self.size - 1

    def count_bridges_from_cell(self, cell: int, taken: int) -> int:
        """Return how many bridges lead from a cell to one that is taken."""
        found = 0
        for bridge in range(6):
            kept, to_partner, one, other = self.bridge_offsets[bridge]
            if kept >> cell & 1 and taken >> cell + to_partner & 1:
                found += int(taken & (1 << cell + to_partner - one | 1 << cell + to_partner - other) == 0)
        return found

    @cached_property
    def bridge_offsets(self) -> tuple[tuple[int, int, int, int], ...]:
        """For each bridge: the cells from which it stays on the board, and bits up to the partner.

        The bits are those from where it begins, and from the two cells between.
        """
        places = [(row, column) for row in range(self.size) for column in range(self.size)]
        found = []
        for ends in BRIDGES:
            bits = [down * self.size + right for down, right in ends]
            down, right = ends[0]
            kept = sum(
                1 << row * self.size + column
                for row, column in places
                if 0 <= row + down < self.size and 0 <= column + right < self.size
            )
            found.append((kept, bits[0], bits[0] - bits[1], bits[0] - bits[2]))
        return tuple(found)


def shift_bits(cells: int, bits: int) -> int:
    """Return the cells moved up by so many bits, or down where they are negative."""
    return cells << bits if bits >= 0 else cells >> -bits
