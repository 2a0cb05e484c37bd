"""Mu torere, of the Maori: four men each round a star of eight points, and the centre.

The points of the star are numbered round it, and drawn on the rim of a square:

    0 1 2      bits 0-8 the mover's men, 9-17 the other's
    7 8 3
    6 5 4      the mover begins on 0 to 3, the other on 4 to 7

So the neighbours of all points round the star are two turns of eight bits. Eight men leave one hole, and a
move is the man that slides into it. Of the star's sixteen symmetries one keeps the start, besides the
identity. Marcia Ascher, *Mu Torere: An Analysis of a Maori Game* (1987).
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.games._exchange import exchange
from zermelo.games._parameters import check_flag
from zermelo.games._points import OneHole

STAR = 0xFF
CENTRE = 1 << 8


class MuTorere(OneHole):
    """Slide a man to the free point, along the star or between it and the centre; who cannot move loses.

    Where `restricted`, a man may enter the centre only if a man of the other stands beside him on the star,
    at every move of the game. In text X is whoever is to move. Values are win, draw, loss: a draw is play
    without end.
    """

    restricted: bool = True

    def __post_init__(self) -> None:
        check_flag("restricted", self.restricted)

    def start(self) -> int:
        return 0x0F | 0xF0 << 9

    def moves(self, position: int) -> Iterator[int]:
        hole = self.hole(position)
        if hole != CENTRE:
            yield from self.slides(position, self.beside(hole) | CENTRE)
        elif self.restricted:
            yield from self.slides(position, self.beside(position >> 9))
        else:
            yield from self.slides(position, STAR)

    def beside(self, points: int) -> int:
        """Return the points of the star next to any of `points`, none of them the centre."""
        return (points << 1 | points >> 7 | points >> 1 | points << 7) & STAR

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        position = exchange(position, 0x11 | 0x11 << 9, 3)
        yield exchange(position, 0x22 | 0x22 << 9, 1)

    # What a person reads: the star on the rim of a square, rows from the top: a1 is the upper left point.

    @cached_property
    def picture(self) -> tuple[str, ...]:
        return ("...", "...", "...")

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        return ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (1, 1))

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Round the star, and from each of its points to the centre."""
        return (*((point, (point + 1) % 8) for point in range(8)), *((point, 8) for point in range(8)))
