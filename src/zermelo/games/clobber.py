"""Clobber: move a stone onto one of the other's beside it. Albert, Grossman, Nowakowski and Wolfe (2005).

The start on 4 x 3, and the cells' bits in Left's board; those of Right's follow them, then the mover:

    x o x o      bit  0  1  2  3
    o x o x           4  5  6  7
    x o x o           8  9 10 11

A move is 8 * the cell it ends on + its direction. Wherever one player can move, so can the other: all
values are infinitesimal.
"""

from collections.abc import Iterator

from zermelo.games._stones import Stones
from zermelo.games._two_boards import OPPOSITE


class Clobber(Stones):
    """Move a stone onto an adjacent one of the other player, which is taken; no move loses.

    Left has x and Right has o. The start is a checkerboard with x in the upper left corner, or the
    `board` that text gives, rows with `/` between: "xox/oxo". Values are win and loss.
    """

    columns: int = 4
    rows: int = 3
    board: str = ""
    starter: str = "left"

    def moves_of(self, position: int, player: int) -> Iterator[int]:
        mine, theirs = self.stones(position, player), self.stones(position, 1 - player)
        for direction in range(4):
            ends = self.step(mine, direction) & theirs
            while ends:
                yield 8 * ((ends & -ends) - 1).bit_count() + direction
                ends &= ends - 1

    def after(self, position: int, player: int, move: int) -> int:
        end = 1 << (move >> 3)
        begin = self.step(end, (move & 7) ^ OPPOSITE)
        return self.moved(position, player, begin | end, end)

    def tier(self, position: int) -> int:
        return 2 * self.cells - (position & (self.turn - 1)).bit_count()

    def name(self, position: int, move: int) -> str:
        end = move >> 3
        return f"{self.cell_name(end - self.distances[move & 7])}-{self.cell_name(end)}"
