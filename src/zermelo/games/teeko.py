"""Teeko: four stones each, put down and then moved; four in a row or in a square win. John Scarne (1937).

Guy Steele solved it in 1998: a draw. Boards are those of `_seen_by_mover`, on 5 x 5:

    bit  0  1  2  3  4     the mover's stones; the other's follow in bits 25-49
         5  6  7  8  9
        10 11 12 13 14     How many stones there are says the phase: eight, and they move.
        15 16 17 18 19
        20 21 22 23 24

A stone is dropped by its bit alone and moved by two: `play` need not know which it was. Steps are found
in four ways across the board, not eight: a cell and its neighbour, one the mover's and the other free.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._parameters import check_flag
from zermelo.games._rectangle import DOWN, DOWN_LEFT, DOWN_RIGHT, RIGHT, LineBoard
from zermelo.games._seen_by_mover import SeenByMover
from zermelo.games._text import unreadable

MEN = 4


class Teeko(SeenByMover, LineBoard):
    """Drop four stones by turns, then move one a step in any direction; four in a row or in a square win.

    The square is 2 x 2, or where `advanced` the corners of an upright one of any size. X is whoever is to
    move. Having no move, which small boards allow, loses. Values are win, draw, loss.
    """

    advanced: bool = False
    columns: int = 5
    rows: int = 5

    line = MEN

    def __post_init__(self) -> None:
        check_flag("advanced", self.advanced)
        self.check_two_boards(3, 3)

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        mine = position & self.full
        free = self.full & ~(mine | position >> self.cells)
        if position.bit_count() < 2 * MEN:
            while free:
                yield free & -free
                free &= free - 1
        else:
            for distance, cells in self.ways:
                steps = (mine & free >> distance | free & mine >> distance) & cells
                while steps:
                    step = steps & -steps
                    yield step | step << distance
                    steps ^= step

    def passed(self, position: int) -> int:
        return self.play(position, 0) if position.bit_count() == 2 * MEN else -1

    def outcome(self, position: int) -> int:
        return LOSS if self.has_pattern(position >> self.cells) else UNDECIDED

    def has_pattern(self, stones: int) -> bool:
        """Return whether the stones of one board stand in a row or in a square."""
        if stones.bit_count() < MEN:
            return False
        found = 0
        for side, corners in self.squares:
            pairs = stones & stones >> side
            found |= pairs & pairs >> side * self.width & corners
        return found != 0 or self.has_line(stones)

    def tier(self, position: int) -> int:
        return position.bit_count()

    @cached_property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """The four lines of steps: the distance of neighbours, and the cells that have one further on."""
        return tuple(
            (self.distances[way], self.leavable[way]) for way in (RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT)
        )

    @cached_property
    def squares(self) -> tuple[tuple[int, int], ...]:
        """For each square's side: it, and the cells where such a square has its upper left corner."""
        longest = min(self.width, self.height) - 1 if self.advanced else 1
        return tuple((side, self.cells_before(side, side)) for side in range(1, longest + 1))

    # What a person reads: a drop is named by its cell, a step by two.

    def parse(self, text: str) -> int:
        """Read rows of X, who is to move, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        mine, theirs = self.read_boards(text)
        counts = f"X has {mine.bit_count()} stones and O has {theirs.bit_count()}"
        if theirs.bit_count() - mine.bit_count() not in (0, 1):
            raise unreadable(self, text, counts, "X is to move, so X has as many as O or one less")
        if theirs.bit_count() > MEN:
            raise unreadable(self, text, counts, f"leave at most {MEN} each")
        if self.has_pattern(mine):
            raise unreadable(
                self, text, "X has won already", "end play there: X is whoever is to move, write O for him"
            )
        return mine | theirs << self.cells

    ground: ClassVar[str] = "point"
