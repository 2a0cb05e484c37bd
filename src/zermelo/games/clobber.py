"""Clobber: move a stone onto one of the other's beside it. Albert, Grossman, Nowakowski and Wolfe (2005).

The start on 4 x 3, and the cells' bits in Left's board; those of Right's follow them, then the mover:

    x o x o      bit  0  1  2  3
    o x o x           4  5  6  7
    x o x o           8  9 10 11

A move is 8 * the cell it ends on + its direction. Wherever one player can move, so can the other: all
values are infinitesimal.

No stone ever enters a free cell. So stones that do not touch are played apart, and those of one colour
alone are not played at all. Where stones ride (rooks and queens), two touch that see each other.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.games._rectangle import OPPOSITE
from zermelo.games._taking_stones import TakingStones

PIECES = ("wazir", "king", "rook", "queen")


class Clobber(TakingStones):
    """Move a stone onto an adjacent one of the other player, which is taken; no move loses.

    Left has x and Right has o. The start is the `board` that text gives, rows with `/` between,
    "xox/oxo", or else a checkerboard with x in the upper left corner. `piece` says how stones move: a
    "wazir" to one of four cells beside it, a "king" also aslant; a "rook" and a "queen" as far as cells
    are free, too. Values are win and loss.

    >>> game = Clobber("xxo")
    >>> [game.show(option)[:3] for option in game.options(game.start(), 0)]
    ['x.x']
    """

    columns: int = 4
    rows: int = 3
    starter: str = "left"
    piece: str = "wazir"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.piece not in PIECES:
            raise BadParameter(f"piece={self.piece!r} is no piece: give one of {', '.join(PIECES)}")

    @cached_property
    def directions(self) -> int:
        """How many directions there are, the first of all eight."""
        return 8 if self.piece in ("king", "queen") else 4

    @cached_property
    def rides(self) -> bool:
        return self.piece in ("rook", "queen")

    def met(self, stones: int, free: int, direction: int) -> int:
        """Return the cells, none of them free, that stones meet in a direction."""
        reached = self.step(stones, direction)
        if not self.rides:
            return reached & ~free
        found = 0
        while reached:
            found |= reached & ~free
            reached = self.step(reached & free, direction)
        return found

    def free(self, position: int) -> int:
        return self.full & ~(self.stones(position, 0) | self.stones(position, 1))

    def moves(self, position: int) -> Iterator[int]:
        player = self.mover(position)
        mine, theirs = self.stones(position, player), self.stones(position, 1 - player)
        for direction in range(self.directions):
            ends = self.met(mine, self.free(position), direction) & theirs
            while ends:
                yield 8 * ((ends & -ends) - 1).bit_count() + direction
                ends &= ends - 1

    def begun(self, position: int, move: int) -> int:
        """Return the cell, as a bit, that a move leaves."""
        return self.met(1 << (move >> 3), self.free(position), (move & 7) ^ OPPOSITE)

    def play(self, position: int, move: int) -> int:
        end = 1 << (move >> 3)
        changed = self.begun(position, move) | end
        return self.moved(position, self.mover(position), changed, end) ^ self.turn

    def parts(self, position: int) -> Iterator[int]:
        """Yield the stones that touch, in groups of both colours, each alone in the upper left corner."""
        free = self.free(position)
        stones = self.full & ~free
        while stones:
            seed, group = 0, stones & -stones
            while group != seed:
                seed = group
                for direction in range(self.directions):
                    group |= self.met(seed, free, direction)
            stones ^= group
            boards = position & (group | group << self.cells)
            if self.stones(boards, 0) and self.stones(boards, 1):
                yield self.in_corner(boards, group)

    def tier(self, position: int) -> int:
        return 2 * self.cells - (position & (self.turn - 1)).bit_count()

    def name(self, position: int, move: int) -> str:
        begin = self.begun(position, move).bit_length() - 1
        return f"{self.cell_name(begin)}-{self.cell_name(move >> 3)}"
