"""Pawns against pawns: what hexapawn and breakthrough have in common.

Boards are those of `_as_they_lie`, kept as they lie: X begins at the bottom and moves up, O comes down
from the top, and a word holds both and the mover. So positions are counted as a person counts them,
who does not turn the board around after each move.

A move is 8 * the cell it ends on + its direction: stepping back from there finds the pawn.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._as_they_lie import Sides
from zermelo.games._rectangle import DOWN, DOWN_LEFT, DOWN_RIGHT, OPPOSITE, UP, UP_LEFT, UP_RIGHT
from zermelo.tabletop.texts import unreadable


class Pawns(Sides):
    """Reach the last rank; a subclass says where a pawn may go aside."""

    ranks: ClassVar[int] = 1  # full of pawns at the start, on either side

    def __post_init__(self) -> None:
        self.check_two_boards(1, 2 * self.ranks, 1)

    def aside(self, free: int, theirs: int) -> int:
        """Return the cells that a diagonal step may end on."""
        raise NotImplementedError

    def start(self) -> int:
        pawns = (1 << self.ranks * self.columns) - 1
        return pawns << (self.rows - self.ranks) * self.columns | pawns << self.cells

    def moves(self, position: int) -> Iterator[int]:
        mover = self.mover(position)
        mine, theirs = self.stones(position, mover), self.stones(position, 1 - mover)
        free = self.full & ~(mine | theirs)
        for direction in (DOWN_LEFT, DOWN, DOWN_RIGHT) if mover else (UP_LEFT, UP, UP_RIGHT):
            allowed = free if direction in (UP, DOWN) else self.aside(free, theirs)
            ends = self.step(mine, direction) & allowed
            while ends:
                yield 8 * ((ends & -ends) - 1).bit_count() + direction
                ends &= ends - 1

    def play(self, position: int, move: int) -> int:
        mover = self.mover(position)
        end = 1 << (move >> 3)
        begin = self.step(end, (move & 7) ^ OPPOSITE)
        taken = self.stones(position, 1 - mover) & end
        return self.moved(position, mover, begin | end, taken) ^ self.turn

    def outcome(self, position: int) -> int:
        return LOSS if position & self.goals else UNDECIDED

    @cached_property
    def goals(self) -> int:
        """The last ranks: the top row of the first board and the bottom row of the second."""
        row = (1 << self.columns) - 1
        return row | row << 2 * self.cells - self.columns

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield self.mirror(position, self.both)

    # What a person reads. Squares are those of chess: a1 is the lower left one.

    def parse(self, text: str) -> int:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the number of pawns
        and that nobody moves on after the end.
        """
        first, second, mover = self.read_boards(text)
        most = self.ranks * self.columns
        for sign, pawns in zip(self.signs, (first, second), strict=True):
            if pawns.bit_count() > most:
                raise unreadable(
                    self, text, f"{sign} has {pawns.bit_count()} pawns", f"leave at most {most} of them"
                )
        position = first | second << self.cells | mover * self.turn
        arrived = self.goals & position
        if arrived.bit_count() > 1 or arrived & self.full << mover * self.cells:
            raise unreadable(
                self,
                text,
                "play had ended when a pawn reached the last rank",
                "leave one there at most, of the player who is not to move",
            )
        return position

    def name(self, position: int, move: int) -> str:
        end = move >> 3
        begin = end - self.distances[move & 7]
        sign = "x" if self.stones(position, 1 - self.mover(position)) >> end & 1 else "-"
        return f"{self.cell_name(begin)}{sign}{self.cell_name(end)}"

    def cell_name(self, cell: int) -> str:
        row, column = divmod(cell, self.columns)
        return super().cell_name((self.rows - 1 - row) * self.columns + column)

    shape: ClassVar[str] = "pawn"
    chequered: ClassVar[bool] = True
