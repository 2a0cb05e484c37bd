r"""Pong hau k'i: two men each on five points; whoever cannot move loses.

The square lacks its upper side:

    0   1      bits 0-4 the mover's men, 5-9 the other's
    |\ /|
    | 2 |      the mover begins on 0 and 1, the other on 3 and 4
    |/ \|
    3---4

Four men leave one hole, so a move is the man that slides into it. R. C. Bell, *Board and Table Games from
Many Civilizations* (1979); Philip Straffin, *Position Graphs for Pong Hau K'i and Mu Torere* (1995).
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.games._exchange import exchange
from zermelo.games._points import OneHole

NEIGHBOURS = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))


class PongHauKi(OneHole):
    """Slide one of your two men to the free point; who cannot move loses.

    X, the player who begins, stands on the two points that no line joins. In text X is whoever is to move.
    Values are win, draw, loss: a draw is play without end.
    """

    def start(self) -> int:
        return 0b11000_00011

    def moves(self, position: int) -> Iterator[int]:
        hole = self.hole(position)
        yield from self.slides(position, self.neighbours[(hole - 1).bit_count()])

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, those that lines join to it, a bit each."""
        return tuple(sum(1 << other for other in others) for others in NEIGHBOURS)

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield exchange(position, 0b01001_01001, 1)

    # What a person reads: rows from the top, so that the points are a1, c1, b2, a3 and c3.

    @cached_property
    def picture(self) -> tuple[str, ...]:
        return (".   .", "| . |", ".---.")

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Both sides, the bottom, and the lines to the centre."""
        at = {self.point_name(point): point for point in range(self.points)}
        lines = ("a1 a3", "c1 c3", "a3 c3", "a1 b2", "c1 b2", "a3 b2", "c3 b2")
        return tuple((at[line[:2]], at[line[3:]]) for line in lines)
