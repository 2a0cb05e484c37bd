"""Othello: enclose the other's discs between two of yours and they turn over. Hasegawa (1971).

The start, crossed, on 4 x 4, and the cells' bits:

    . . . .      bit  0  1  2  3
    . O X .           4  5  6  7
    . X O .           8  9 10 11
    . . . .          12 13 14 15

X begins. A position is two boards, the mover's discs below and the other's above, and a move swaps
them: so nobody's turn needs storing, and a position where both play alike is one, whoever moves. The
discs that a move turns over lie between the new one and the mover's next in each of eight directions.
"""

from collections.abc import Iterator

from zermelo.core.errors import BadParameter
from zermelo.core.values import UNDECIDED
from zermelo.games._grid import unreadable
from zermelo.games._two_boards import TwoBoards


class Othello(TwoBoards):
    """Enclose rows of the other's discs and they turn over; most discs at the end win.

    Who cannot turn a disc passes; where neither can, play ends. The start is crossed, and `columns` and
    `rows` are even. Values are scores: the mover's discs minus the other's at the end, empty cells
    counting for nobody.
    """

    columns: int = 4
    rows: int = 4

    scored = True

    def __post_init__(self) -> None:
        self.check_size(2, 2, 0)
        for name, size in (("columns", self.columns), ("rows", self.rows)):
            if size % 2 == 1:
                raise BadParameter(f"{name}={size!r} is odd and leaves no middle: give an even number")

    def start(self) -> int:
        middle = (self.rows // 2 - 1) * self.columns + self.columns // 2 - 1
        rising = 1 << middle + 1 | 1 << middle + self.columns
        falling = 1 << middle | 1 << middle + self.columns + 1
        return rising | falling << self.cells

    def moves(self, position: int) -> Iterator[int]:
        ends = self.landings(position & self.full, position >> self.cells)
        if ends == 0:
            yield self.cells  # pass
        while ends:
            yield ((ends & -ends) - 1).bit_count()
            ends &= ends - 1

    def play(self, position: int, move: int) -> int:
        mine, theirs = position & self.full, position >> self.cells
        if move < self.cells:
            turned = 0
            for direction in range(8):
                turned |= self.enclosed(mine, theirs, 1 << move, direction)
            mine |= turned | 1 << move
            theirs &= ~turned
        return theirs | mine << self.cells

    def outcome(self, position: int) -> int:
        mine, theirs = position & self.full, position >> self.cells
        if self.landings(mine, theirs) | self.landings(theirs, mine):
            return UNDECIDED
        return mine.bit_count() - theirs.bit_count()

    def landings(self, mine: int, theirs: int) -> int:
        """Return the free cells that end a row of `theirs` which begins beside one of `mine`."""
        free = self.full & ~(mine | theirs)
        found = 0
        for direction in range(8):
            row = self.step(mine, direction) & theirs
            while row:
                row = self.step(row, direction)
                found |= row & free
                row &= theirs
        return found

    def enclosed(self, mine: int, theirs: int, disc: int, direction: int) -> int:
        """Return the discs of `theirs` between a new disc and the next of `mine`."""
        row = 0
        disc = self.step(disc, direction)
        while disc & theirs:
            row |= disc
            disc = self.step(disc, direction)
        return row if disc & mine else 0

    # What a person reads. X is the mover, whoever began: positions are as the mover sees them.

    def show(self, position: int) -> str:
        return self.show_boards(position & self.full, position >> self.cells, 0)

    def parse(self, text: str) -> int:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Either will do; what is shown again is the mover's as X. Raises `UnreadablePosition`. Whether
        play can lead there is not asked, beyond that the four cells of the start keep their discs.
        """
        first, second, mover = self.read_boards(text)
        start = self.start()
        middle = (start | start >> self.cells) & self.full
        if middle & ~(first | second):
            raise unreadable(
                self, text, "discs are never taken off the board", "fill the four cells in the middle"
            )
        return first << mover * self.cells | second << (1 - mover) * self.cells

    def name(self, position: int, move: int) -> str:
        return "pass" if move == self.cells else self.cell_name(move)
