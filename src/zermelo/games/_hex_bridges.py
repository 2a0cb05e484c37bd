"""Hex connections that are certain though they are not complete: bridges.

Two stones of one player with two free cells beside both are as good as connected: when the other takes one
of these cells, the player takes the second. Each stone has six such partners; here are two of them, `*` the
free cells:

    X *          X
     * X        * *
                 X

A stone in the row next to an edge has a bridge to the edge itself. A chain of bridges no two of which share
a cell is certain, whoever moves, as the other breaks into one at a time. It is looked for as a flood from
the upper edge, which takes the bridges as it meets them and uses up their cells: so what is found is
certain, and not all that is certain is found.
"""

from functools import cached_property

from zermelo.games._hex_rhombus import Rhombus

# For each bridge, rows down and columns to the right: to the partner, and to the two cells between.
BRIDGES = (
    ((2, -1), (1, 0), (1, -1)),
    ((1, 1), (1, 0), (0, 1)),
    ((1, -2), (1, -1), (0, -1)),
    ((-1, 2), (-1, 1), (0, 1)),
    ((-1, -1), (-1, 0), (0, -1)),
    ((-2, 1), (-1, 0), (-1, 1)),
)


class Bridges(Rhombus):
    """A rhombus with the questions that a search asks of it: who is about to connect, and who surely will."""

    def completing(self, mine: int, free: int, begin: int, end: int) -> int:
        """Return the free cells that connect the edges at once."""
        above = self.around(self.flood(mine, begin)) | begin
        below = self.around(self.flood(mine, end)) | end
        return free & above & below

    def distance(self, mine: int, free: int, begin: int, end: int) -> int:
        """Return how many stones more would connect the edges, more than there are cells where none can."""
        reached = self.flood(mine, begin)
        grown = reached | begin & free
        stones = 0
        while reached & end == 0:
            if grown == reached:
                return self.cells + 1
            stones += 1
            reached = self.flood(mine | grown, grown)
            grown = reached | self.around(reached) & free
        return stones

    def is_certain(self, mine: int, free: int) -> bool:
        """Return whether bridges that share no cell connect the first row with the last, whoever moves."""
        reached = self.flood(mine, self.first_row)
        while True:
            lowest = free >> self.size & free >> self.size - 1 & ~self.first_column
            if reached & (self.last_row | lowest & self.last_row >> self.size):
                return True
            partner, between = self.next_bridge(mine & ~reached, reached, free)
            if partner == 0:
                return False
            free &= ~between
            reached = self.flood(mine, reached | partner)

    def next_bridge(self, stones: int, reached: int, free: int) -> tuple[int, int]:
        """Return one of `stones` with a bridge to `reached` or to the first row, and the cells between.

        Both are 0 without one.
        """
        for bridge in range(6):
            kept, to_partner, one, other = self.spans[bridge]
            ends = shifted(reached & kept, to_partner) & stones
            ends &= shifted(free, one) & shifted(free, other)
            if ends:
                partner = ends & -ends
                return partner, shifted(partner, -one) | shifted(partner, -other)
        ends = stones & self.first_row << self.size & free << self.size & free << self.size - 1
        ends &= ~self.last_column
        partner = ends & -ends
        return partner, partner >> self.size | partner >> self.size - 1

    def bridges_at(self, cell: int, taken: int) -> int:
        """Return how many bridges lead from a cell to one that is taken."""
        found = 0
        for bridge in range(6):
            kept, to_partner, one, other = self.spans[bridge]
            if kept >> cell & 1 and taken >> cell + to_partner & 1:
                found += int(taken & (1 << cell + to_partner - one | 1 << cell + to_partner - other) == 0)
        return found

    @cached_property
    def spans(self) -> tuple[tuple[int, int, int, int], ...]:
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


def shifted(cells: int, bits: int) -> int:
    """Return the cells moved up by so many bits, or down where they are negative."""
    return cells << bits if bits >= 0 else cells >> -bits
