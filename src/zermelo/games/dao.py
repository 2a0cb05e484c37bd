"""Dao: men slide as far as they can; a row, a square or the four corners win.

Jeff Pickering and Ben van Buskirk (1999). Boards are those of `_seen_by_mover`; the start, and the bits of
the mover's men (the other's follow):

    X . . O     bit  0  1  2  3
    . X O .          4  5  6  7
    . O X .          8  9 10 11
    O . . X         12 13 14 15

A move is the two cells that change. Whole sets of men slide at once: those with a free cell ahead go on,
the others have arrived.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games._parameters import check_flag, check_whole
from zermelo.games._rectangle import (
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    LEFT,
    RIGHT,
    UP,
    UP_LEFT,
    UP_RIGHT,
    shifted,
)
from zermelo.games._seen_by_mover import SeenByMover
from zermelo.games._text import unreadable

STARTS = {  # for each size, the mover's men and the other's: the diagonals; around opposite corners
    3: (0b000_001_011, 0b110_100_000),
    4: (0b1000_0100_0010_0001, 0b0001_0010_0100_1000),
}


class Dao(SeenByMover):
    """Slide a man as far as it goes in one of eight directions; four in a row, square or the corners win.

    A row is across or down, a square is 2 x 2. Where `trap`, a man in a corner with three of the other's
    around it wins for its owner. On 3 x 3 there are three men each, and only rows and traps. X is whoever is
    to move. Values are win, draw, loss.
    """

    trap: bool = True
    size: int = 4

    def __post_init__(self) -> None:
        check_flag("trap", self.trap)
        check_whole("size", self.size, 3, 4)

    @cached_property
    def width(self) -> int:
        return self.size

    @cached_property
    def height(self) -> int:
        return self.size

    def start(self) -> int:
        mine, theirs = STARTS[self.size]
        return mine | theirs << self.cells

    def moves(self, position: int) -> Iterator[int]:
        mine = position & self.full
        free = self.full & ~(mine | position >> self.cells)
        for distance, leavable in self.directions:
            going_on = shifted(free, -distance) & leavable  # cells with a free one ahead
            men = mine & going_on
            length = distance
            while men:
                men = shifted(men, distance)
                arrived = men & ~going_on
                while arrived:
                    end = arrived & -arrived
                    yield end | shifted(end, -length)
                    arrived ^= end
                men &= going_on
                length += distance

    def passed(self, position: int) -> int:
        return self.play(position, 0)

    def outcome(self, position: int) -> int:
        mine, theirs = position & self.full, position >> self.cells
        if theirs in self.patterns:
            return LOSS
        if self.trap:
            for corner, around in self.corners:
                if mine & corner and theirs & around == around:
                    return WIN
                if theirs & corner and mine & around == around:
                    return LOSS
        return UNDECIDED

    # The start has a side for each player: what exchanges them is no symmetry, as it moves the start.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(4 if self.size == 4 else 2):
            if image % 2 == 1:
                position = self.transpose(position, self.both)
            elif image > 0:
                position = self.flip(self.mirror(position, self.both), self.both)
            yield position

    @cached_property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """The distance of each direction and the cells with a neighbour there."""
        ways = (UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT)
        return tuple((self.distances[way], self.leavable[way]) for way in ways)

    @cached_property
    def patterns(self) -> tuple[int, ...]:
        rows = [self.first_row << self.size * row for row in range(self.size)]
        columns = [self.first_column << column for column in range(self.size)]
        cells = range(self.cells)
        squares = [self.square << cell for cell in cells if self.leavable[DOWN_RIGHT] >> cell & 1]
        return (*rows, *columns, *squares, sum(corner for corner, _ in self.corners))

    @cached_property
    def square(self) -> int:
        return 0b11 | 0b11 << self.size

    @cached_property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """Each corner and the three cells around it."""
        last, below = self.size - 1, self.cells - self.size
        squares = ((0, 0), (last, last - 1), (below, below - self.size), (self.cells - 1, below - 2))
        return tuple((1 << corner, self.square << cell ^ 1 << corner) for corner, cell in squares)

    # What a person reads.

    def parse(self, text: str) -> int:
        """Read rows of X, who is to move, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the men's number.
        """
        mine, theirs = self.read_boards(text)
        for sign, men in (("X", mine), ("O", theirs)):
            if men.bit_count() != self.size:
                reason = f"{sign} has {men.bit_count()} men"
                raise unreadable(self, text, reason, f"give both players {self.size}")
        if mine in self.patterns:
            raise unreadable(
                self, text, "X has won already", "end play there: X is whoever is to move, write O for him"
            )
        return mine | theirs << self.cells
