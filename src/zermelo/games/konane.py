"""Konane, or Hawaiian draughts: jump over the other's stones. Ernst, *Playing Konane mathematically* (1995).

The start on 4 x 4, and the cells' bits in Left's board; those of Right's follow them, then the mover:

    x o x o      bit  0  1  2  3
    o . . x           4  5  6  7      Left and Right have each taken off
    x o x o           8  9 10 11      one stone in the middle
    o x o x          12 13 14 15

A move is 4 * (cells * jumps + the cell it begins on) + its direction, one of the first four.

What can be played apart is found by asking which cells could ever take part in a jump. A player's stone may
come to stand wherever it could land, and a cell may come to be free that a stone could leave or be taken
from, whatever else would have to happen first. That grows to an end; then every jump that play can hold, over
one stone, joins its three cells, and no move changes or asks about cells that are not joined. Stones on cells
in no jump stay for ever. They are kept where another would land on them.
"""

from collections.abc import Iterator

from zermelo.games._rectangle import OPPOSITE
from zermelo.games._taking_stones import TakingStones


class Konane(TakingStones):
    """Jump over adjacent stones of the other player, once or more in a straight line; no move loses.

    Every jump ends on the free cell behind the stone, which is taken. Left has x and Right has o. The
    start is the `board` that text gives, rows with `/` between, "xo.xo"; or else a full checkerboard, x in
    the upper left corner, less the stone in the middle (the upper left one of several) and its neighbour
    to the right, or below on one column. Values are win and loss.
    """

    columns: int = 4
    rows: int = 4
    starter: str = "left"

    def default_boards(self) -> tuple[int, int]:
        middle = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        removed = (1 << middle | 1 << middle + 1) & self.full
        return self.checkerboard(0) & ~removed, self.checkerboard(1) & ~removed

    def moves(self, position: int) -> Iterator[int]:
        player = self.mover(position)
        mine, theirs = self.stones(position, player), self.stones(position, 1 - player)
        free = self.full & ~(mine | theirs)
        for direction in range(4):
            stones = mine
            jumps = 0
            while stones:
                # The stones that can jump once more, as the cells where they land.
                stones = self.step(self.step(stones, direction) & theirs, direction) & free
                jumps += 1
                ends = stones
                while ends:
                    begin = ((ends & -ends) - 1).bit_count() - 2 * jumps * self.distances[direction]
                    yield 4 * (self.cells * jumps + begin) + direction
                    ends &= ends - 1

    def play(self, position: int, move: int) -> int:
        jumps, begin = divmod(move >> 2, self.cells)
        stone = 1 << begin
        taken = 0
        for _ in range(jumps):
            over = self.step(stone, move & 3)
            taken |= over
            stone = self.step(over, move & 3)
        return self.moved(position, self.mover(position), stone | 1 << begin, taken) ^ self.turn

    def parts(self, position: int) -> Iterator[int]:
        """Yield the cells that jumps may join, with their stones and what stands in their way."""
        left, right = self.stones(position, 0), self.stones(position, 1)
        may_left, may_right, may_free = self.reach(left, right)
        jumped = self.joined(may_left | may_right, may_left, may_right, may_free)
        while jumped:
            seed, group = 0, jumped & -jumped
            while group != seed:
                seed, group = group, group | self.joined(group, may_left, may_right, may_free)
            jumped &= ~group
            kept = self.in_the_way(group, may_left, may_right, may_free)
            yield self.as_far_up(left & kept | (right & kept) << self.cells, kept)

    def reach(self, left: int, right: int) -> tuple[int, int, int]:
        """Return the cells where Left's stones and Right's may come to stand, and those that may be free."""
        free = self.full & ~(left | right)
        size = -1
        while left.bit_count() + right.bit_count() + free.bit_count() != size:
            size = left.bit_count() + right.bit_count() + free.bit_count()
            for direction in range(4):
                begins = self.jumps(left, right, free, direction)
                others = self.jumps(right, left, free, direction)
                free |= begins | others | self.step(begins | others, direction)
                left |= self.step(self.step(begins, direction), direction)
                right |= self.step(self.step(others, direction), direction)
        return left, right, free

    def jumps(self, mine: int, theirs: int, free: int, direction: int) -> int:
        """Return the cells from which a stone may jump over one of the others'."""
        back = direction ^ OPPOSITE
        return mine & self.step(theirs & self.step(free, back), back)

    def joined(self, cells: int, left: int, right: int, free: int) -> int:
        """Return the cells of all jumps that may touch one of `cells`."""
        found = 0
        for direction in range(4):
            back = direction ^ OPPOSITE
            near = cells | self.step(cells | self.step(cells, back), back)
            begins = self.jumps(left, right, free, direction) | self.jumps(right, left, free, direction)
            over = self.step(begins & near, direction)
            found |= begins & near | over | self.step(over, direction)
        return found

    def in_the_way(self, group: int, left: int, right: int, free: int) -> int:
        """Return the group and the stones that stay for ever where one of those returned would land."""
        size, kept = 0, group
        while kept != size:
            size = kept
            for direction in range(4):
                for mine, theirs in ((left, right), (right, left)):
                    over = self.step(mine & kept, direction) & theirs & kept
                    kept |= self.step(over, direction) & ~free
        return kept

    def as_far_up(self, position: int, cells: int) -> int:
        """Return the cells' stones in the upper left corner, where that leaves the same jumps, or unmoved.

        Away from the right and the lower edge there may be more.
        """
        there = self.in_corner(position, cells)
        distance = (position & -position).bit_length() - (there & -there).bit_length()
        before = self.reach(self.stones(position, 0), self.stones(position, 1))
        after = self.reach(self.stones(there, 0), self.stones(there, 1))
        same = before[0] == after[0] << distance and before[1] == after[1] << distance
        return there if same else position

    def name(self, position: int, move: int) -> str:
        jumps, begin = divmod(move >> 2, self.cells)
        return f"{self.cell_name(begin)}-{self.cell_name(begin + 2 * jumps * self.distances[move & 3])}"
