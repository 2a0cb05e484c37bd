"""Isola: step as a king does, and the cell you leave is gone; who cannot step loses.

Bernd Kienitz's game (1972), also called Isolation, lets one remove any cell; here it is the one that the
pawn leaves. Boards are those of `_seen_by_mover`; the start on 4 x 4, and the bits of the mover's board (the
other's follow):

    . . O .     bit  0  1  2  3
    . . . .          4  5  6  7
    . . . .          8  9 10 11
    . X . .         12 13 14 15

A cell that is gone stands on both boards, so that two bits a cell are enough. A move is the bit of the cell
that it ends on.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from zermelo.games._depicting import Look
from zermelo.games._seen_by_mover import SeenByMover
from zermelo.games._text import unreadable


class Isola(SeenByMover):
    """Step to a free cell beside yours, diagonally too; yours is then gone for ever. Who cannot step loses.

    Pawns begin in the middle of the first and the last row; where `columns` is even, each has one column more
    on its right, as its owner sees it. The start may be seen from any side: all its images are starts. X is
    whoever is to move, and # a cell that is gone. Values are win and loss.
    """

    columns: int = 4
    rows: int = 4

    on_both: ClassVar[str] = "#"

    def __post_init__(self) -> None:
        self.check_two_boards(1, 2)

    def start(self) -> int:
        mine = 1 << self.cells - self.columns + (self.columns - 1) // 2
        theirs = 1 << self.columns // 2
        return mine | theirs << self.cells

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = position & self.full, position >> self.cells
        pawn = mine & ~theirs
        ends = self.king_steps[pawn.bit_length() - 1] & ~(mine | theirs)
        while ends:
            yield ends & -ends
            ends &= ends - 1

    def play(self, position: int, move: int) -> int:
        mine, theirs = position & self.full, position >> self.cells
        return theirs | mine & ~theirs | (mine | move) << self.cells

    def tier(self, position: int) -> int:
        return (position & position >> self.cells).bit_count()

    # What a person reads: a step is named by the cell that it ends on.

    def parse(self, text: str) -> int:
        """Read rows of X, who is to move, O, # and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the pawns' number.
        """
        mine, theirs = self.read_boards(text)
        for sign, pawns in (("X", mine & ~theirs), ("O", theirs & ~mine)):
            if pawns.bit_count() != 1:
                raise unreadable(self, text, f"{sign} has {pawns.bit_count()} pawns", "write one X and one O")
        return mine | theirs << self.cells

    looks: ClassVar[Mapping[str, Look]] = {"X": ("pawn", 0), "O": ("pawn", 1), "#": ("block", None)}
