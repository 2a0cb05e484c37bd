"""Boards as the mover sees them: his stones below, the other's above, in one word, and a move swaps them.

Cells are numbered by rows from the top; on 3 x 3:

    bit  0  1  2     the mover's       bit   9 10 11     the other's
         3  4  5                            12 13 14
         6  7  8                            15 16 17

Where stones only change places, a move is the cells that change on the mover's board: the one he leaves
and the one he goes to. So `play` is one exclusive or and the exchange of the boards, and the two ways
along an edge of the board are one question: is one end the mover's and the other free?
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.core.game import Game
from zermelo.games._depicting import DISCS, Look, depicted, go_lines
from zermelo.games._rectangle import Rectangle
from zermelo.games._signs import Signs, boards_of_signs, cell_name, read_signs, show_signs, signs_of_boards
from zermelo.tabletop.picture import Picture


class SeenByMover(Rectangle, Game):
    """A rectangle with the stones of two players; in text X is whoever is to move.

    A subclass says the start, the moves and the end. Where the symmetries move the start, all its images are
    starts: then they are symmetries of the whole game.
    """

    signs: ClassVar[str] = "XO"  # of the boards: the mover's, the other's, and maybe more
    on_both: ClassVar[str] = ""  # the sign of a cell that stands on both players' boards

    @cached_property
    def boards(self) -> int:
        """The lowest bit of each board."""
        return sum(1 << board * self.cells for board in range(len(self.signs)))

    def starts(self) -> Iterator[int]:
        yield from dict.fromkeys(self.symmetries(self.start()))

    def play(self, position: int, move: int) -> int:
        mine = (position ^ move) & self.full
        return (position >> self.cells) | (mine << self.cells)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.boards, image)
            yield position

    # What a person reads: rows from the top, so that a1 is the upper left cell.

    def signs_of(self, position: int) -> Signs:
        """Return what stands on each cell."""
        boards = [position >> board * self.cells & self.full for board in range(len(self.signs))]
        return signs_of_boards(boards, self.signs, self.on_both)

    def show(self, position: int) -> str:
        return show_signs(self.signs_of(position), self.width, self.height)

    def read_boards(self, text: str) -> tuple[int, ...]:
        """Return the boards, the mover's first; raises `UnreadablePosition` for another size or sign."""
        signs = read_signs(self, text, self.width, self.height, self.signs + self.on_both)
        return boards_of_signs(signs, self.signs, self.on_both)

    def name(self, position: int, move: int) -> str:
        end = self.cell_name(move & ~position)
        return f"{self.cell_name(move & position)}-{end}" if move & position else end

    def cell_name(self, stone: int) -> str:
        """Return the name of the cell of one bit."""
        return cell_name(stone.bit_length() - 1, self.width)

    looks: ClassVar[Mapping[str, Look]] = DISCS
    ground: ClassVar[str] = "square"

    def depict(self, position: int) -> Picture:
        lines = go_lines(self.width, self.height) if self.ground == "point" else ()
        signs = self.signs_of(position)
        return depicted(
            signs, self.looks, self.width, self.height, ground=self.ground, strokes=lines, mover=0
        )
