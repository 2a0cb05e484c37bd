r"""Hare and hounds: three hounds, which never go back, try to shut in a hare on eleven points.

The French military game; Berlekamp, Conway and Guy, *Winning Ways* (1982). The points and their bits:

         0 - 1 - 2
       / | \ | / | \
      3 - 4 - 5 - 6 - 7     bits  0-10  the hounds
       \ | / | \ | /             11-21  the hare
         8 - 9 - 10              22     the mover: 0 the hounds, who begin

The rows above and below change place with one exchange of bits. A move is the two points that change.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games._exchange import exchange
from zermelo.games._text import unreadable
from zermelo.games._to_move import read_mover
from zermelo.tabletop.grounds import joined, stood
from zermelo.tabletop.picture import Mark, Picture, Place

PLAYERS = ("hounds", "hare")
POINTS = 11
COLUMN = (1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3)  # of each point, from the left
ROWS = ((0, 3), (3, 8), (8, 11))  # the points of each row, the first and the one after the last
EDGES = (  # points that are neighbours
    (0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (6, 7), (8, 9), (9, 10),
    (0, 4), (4, 8), (1, 5), (5, 9), (2, 6), (6, 10),
    (0, 3), (3, 8), (0, 5), (8, 5), (2, 5), (10, 5), (2, 7), (10, 7),
)  # fmt: skip
ALL = (1 << POINTS) - 1
TURN = 1 << 2 * POINTS  # the bit that says who moves


class HareAndHounds(Game):
    """Hounds go ahead or aside to shut in the hare, who wins by getting past all of them; no move loses.

    The hounds begin, at the left, and the hare is at the right end. He has got past where every hound is
    further to the right. The rule that ten moves of hounds without one ahead lose is left out, as positions
    do not hold how they came about: endless play is a draw. Values are win, draw, loss.
    """

    def start(self) -> int:
        return 1 << 0 | 1 << 3 | 1 << 8 | 1 << 7 + POINTS

    def moves(self, position: int) -> Iterator[int]:
        free = ALL & ~(position | position >> POINTS)
        hounds_move = self.mover(position) == 0
        board = 0 if hounds_move else POINTS
        animals = position >> board & ALL
        while animals:
            animal = animals & -animals
            point = (animal - 1).bit_count()
            ends = (self.ahead[point] if hounds_move else self.beside[point]) & free
            while ends:
                yield (animal | ends & -ends) << board
                ends &= ends - 1
            animals ^= animal

    def play(self, position: int, move: int) -> int:
        return position ^ move ^ TURN

    def mover(self, position: int) -> int:
        return position >> 2 * POINTS

    def passed(self, position: int) -> int:
        return position ^ TURN

    def outcome(self, position: int) -> int:
        hare = (position >> POINTS & ALL).bit_length() - 1
        if position & self.up_to[COLUMN[hare]]:
            return UNDECIDED
        return LOSS if self.mover(position) == 0 else WIN

    def tier(self, position: int) -> int:
        """Return how far the hounds have come, their columns added."""
        return sum((position & ALL & ~passed).bit_count() for passed in self.up_to)

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield exchange(position, 0b111 | 0b111 << POINTS, 8)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """The neighbours of each point."""
        pairs = EDGES + tuple((end, begin) for begin, end in EDGES)
        return tuple(sum(1 << end for begin, end in pairs if begin == point) for point in range(POINTS))

    @cached_property
    def ahead(self) -> tuple[int, ...]:
        """The neighbours of each point that are not to its left."""
        return tuple(
            sum(1 << end for end in range(POINTS) if beside >> end & 1 and COLUMN[end] >= COLUMN[point])
            for point, beside in enumerate(self.beside)
        )

    @cached_property
    def up_to(self) -> tuple[int, ...]:
        """For each column, its points and those to the left."""
        return tuple(sum(1 << point for point in range(POINTS) if COLUMN[point] <= last) for last in range(5))

    # What a person reads: rows from the top; points are named by column and row, a2 the left end.

    def show(self, position: int) -> str:
        signs = "".join(
            "H" if position >> point & 1 else "R" if position >> point + POINTS & 1 else "."
            for point in range(POINTS)
        )
        rows = (signs[first:end].center(5).rstrip() for first, end in ROWS)
        return "\n".join([*rows, f"{PLAYERS[self.mover(position)]} to move"])

    def parse(self, text: str) -> int:
        """Read rows of H (hounds), R (the hare) and `.`, and `hounds to move` or `hare to move` below.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the number of hounds.
        """
        rows, mover = read_mover(self, text, PLAYERS)
        if [len(row) for row in rows] != [end - first for first, end in ROWS]:
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(
                self, text, f"its rows have lengths {sizes or 0}", "write rows of 3, 5 and 3 points"
            )
        signs = "".join(rows)
        for sign in signs:
            if sign not in "HR.":
                raise unreadable(self, text, f"{sign!r} is no point", "write H, R or . for each")
        if signs.count("H") != 3 or signs.count("R") != 1:
            reason = f"it has {signs.count('H')} H and {signs.count('R')} R"
            raise unreadable(self, text, reason, "write three H and one R")
        hounds, hare = (sum(1 << point for point in range(POINTS) if signs[point] == sign) for sign in "HR")
        return hounds | hare << POINTS | mover * TURN

    def name(self, position: int, move: int) -> str:
        move = (move | move >> POINTS) & ALL
        mine = position >> self.mover(position) * POINTS & ALL
        begin, end = ((move & part).bit_length() - 1 for part in (mine, ~mine))
        return f"{point_name(begin)}-{point_name(end)}"

    def depict(self, position: int) -> Picture:
        places = tuple(
            Place(point_name(point), COLUMN[point], int(point_name(point)[1:]) - 1, "point")
            for point in range(POINTS)
        )
        things = stood(
            places,
            lambda point: (
                ("man", 0, "")
                if position >> point & 1
                else ("crowned", 1, "")
                if position >> point + POINTS & 1
                else None
            ),
        )
        lines = [
            (point, other)
            for point in range(POINTS)
            for other in range(point)
            if self.beside[point] >> other & 1
        ]
        mover = self.mover(position)
        marks = (
            *(Mark(name, x, -0.72) for x, name in enumerate("abcde")),
            *(Mark(str(y + 1), -0.78, y) for y in range(3)),
        )
        return Picture(
            places,
            joined(places, lines),
            things,
            marks,
            (f"{PLAYERS[mover]} to move",),
            mover,
            ("man", "crowned"),
        )


def point_name(point: int) -> str:
    """Return a point's column, a letter, and its row from the top."""
    row = next(row for row, (_, end) in enumerate(ROWS) if point < end)
    return f"{'abcde'[COLUMN[point]]}{row + 1}"
