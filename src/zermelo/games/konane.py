"""Konane, or Hawaiian draughts: jump over the other's stones. Ernst, *Playing Konane mathematically* (1995).

The start on 4 x 4, and the cells' bits in Left's board; those of Right's follow them, then the mover:

    x o x o      bit  0  1  2  3
    o . . x           4  5  6  7      Left and Right have each taken off
    x o x o           8  9 10 11      one stone in the middle
    o x o x          12 13 14 15

A move is 4 * (cells * jumps + the cell it begins on) + its direction, one of the first four.
"""

from collections.abc import Iterator

from zermelo.games._stones import Stones


class Konane(Stones):
    """Jump over adjacent stones of the other player, once or more in a straight line; no move loses.

    Every jump ends on the free cell behind the stone, which is taken. Left has x and Right has o. The
    start is a full checkerboard, x in the upper left corner, less the stone in the middle (the upper
    left one of several) and its neighbour to the right, or below on one column; or it is the `board`
    that text gives, rows with `/` between: "xo.xo". Values are win and loss.
    """

    columns: int = 4
    rows: int = 4
    board: str = ""
    starter: str = "left"

    def default_boards(self) -> int:
        middle = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        removed = (1 << middle | 1 << middle + 1) & self.full
        return super().default_boards() & ~(removed | removed << self.cells)

    def moves_of(self, position: int, player: int) -> Iterator[int]:
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

    def after(self, position: int, player: int, move: int) -> int:
        jumps, begin = divmod(move >> 2, self.cells)
        stone = 1 << begin
        taken = 0
        for _ in range(jumps):
            over = self.step(stone, move & 3)
            taken |= over
            stone = self.step(over, move & 3)
        return self.moved(position, player, stone | 1 << begin, taken)

    def name(self, position: int, move: int) -> str:
        jumps, begin = divmod(move >> 2, self.cells)
        return f"{self.cell_name(begin)}-{self.cell_name(begin + 2 * jumps * self.distances[move & 3])}"
