"""The L game: put your L elsewhere, then move a neutral piece if you like. Edward de Bono (1967).

The start, and the bits of one board; the mover's L, the other's and the neutral pieces have one each:

    N X X .     bit  0  1  2  3     mover's L  bits  0-15
    . O X .          4  5  6  7     other's L  bits 16-31
    . O X .          8  9 10 11     neutral    bits 32-47
    . O O N         12 13 14 15

A move is the cells that change on the mover's board and on that of the neutral pieces: playing it is one
exclusive or, and the exchange of the players' boards, as in `_seen_by_mover`.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.games._depicting import Look
from zermelo.games._parameters import check_whole
from zermelo.games._seen_by_mover import SeenByMover
from zermelo.games._text import unreadable

SHAPE = ((0, 0), (1, 0), (2, 0), (2, 1))  # an L, as rows and columns
BEGINNINGS = (0, 15, 4, 11, 8, 7, 12, 3)  # cells of neutral pieces at the start, in order of their number


class LGame(SeenByMover):
    """Put your L somewhere else and then, if you like, a neutral piece; who cannot move his L loses.

    Four by four cells, one L each and `neutrals` pieces alike. X is whoever is to move. The start may be seen
    from any side: all its images are starts. Values are win, draw, loss.
    """

    neutrals: int = 2

    columns = 4
    rows = 4

    signs: ClassVar[str] = "XON"

    def __post_init__(self) -> None:
        check_whole("neutrals", self.neutrals, 0, len(BEGINNINGS))

    def start(self) -> int:
        mine, theirs = 0b0100_0100_0110, 0b0110_0010_0010_0000
        neutral = sum(1 << cell for cell in BEGINNINGS[: self.neutrals])
        return mine | theirs << self.cells | neutral << 2 * self.cells

    def moves(self, position: int) -> Iterator[int]:
        mine = position & self.full
        others = position >> self.cells
        neutral = others >> self.cells
        others = (others | neutral) & self.full
        for place in self.places:
            if place & others == 0 and place != mine:
                yield place ^ mine
                pieces = neutral
                while pieces:
                    free = self.full & ~(place | others)
                    while free:
                        yield place ^ mine | (pieces & -pieces | free & -free) << 2 * self.cells
                        free &= free - 1
                    pieces &= pieces - 1

    def play(self, position: int, move: int) -> int:
        position ^= move
        mine, others = position & self.full, position >> self.cells
        return others & self.full | mine << self.cells | others >> self.cells << 2 * self.cells

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The 48 places of an L."""
        places = set()
        for row, column in ((row, column) for row in range(4) for column in range(4)):
            cells = [(row + down, column + right) for down, right in SHAPE]
            if all(0 <= row < 4 and 0 <= column < 4 for row, column in cells):
                places |= set(self.symmetries(sum(1 << 4 * row + column for row, column in cells)))
        return tuple(sorted(places))

    # What a person reads: the cells of the L, and where a neutral piece went.

    def parse(self, text: str) -> int:
        """Read rows of X, who is to move, O, N and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the number of pieces.
        """
        mine, theirs, neutral = self.read_boards(text)
        for sign, cells in (("X", mine), ("O", theirs)):
            if cells not in self.places:
                raise unreadable(
                    self, text, f"{sign} is no L", "write three cells in a row and one beside an end"
                )
        if neutral.bit_count() != self.neutrals:
            reason = f"it has {neutral.bit_count()} neutral pieces"
            raise unreadable(self, text, reason, f"write {self.neutrals} N")
        return mine | theirs << self.cells | neutral << 2 * self.cells

    def name(self, position: int, move: int) -> str:
        place = (position ^ move) & self.full
        name = "".join(self.cell_name(1 << cell) for cell in range(self.cells) if place >> cell & 1)
        before, change = position >> 2 * self.cells, move >> 2 * self.cells
        if change:
            name += f" {self.cell_name(change & before)}-{self.cell_name(change & ~before)}"
        return name

    looks: ClassVar[Mapping[str, Look]] = {"X": ("tile", 0), "O": ("tile", 1), "N": ("disc", None)}
