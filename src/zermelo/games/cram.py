"""Cram: dominoes on a rectangle, and both players lay them either way.

Gardner, *Mathematical games* (Scientific American, February 1974). A position is the covered cells,
numbered by rows from the top; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7
         8  9 10 11

On a single row this is Dawson's Kayles.
"""

from collections.abc import Iterator

from zermelo.core.values import LOSS, WIN
from zermelo.games._dominoes import Dominoes
from zermelo.games._parameters import check_bits, check_flag


class Cram(Dominoes):
    """Lay a domino on two free cells, upright or level; who cannot loses, or wins where `misere`.

    Values are win and loss.
    """

    misere: bool = False

    impartial = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_flag("misere", self.misere)
        check_bits(f"a board of {self.columns} x {self.rows}", self.cells)

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield from self.upright(position)
        yield from self.level(position)

    def play(self, position: int, move: int) -> int:
        return position | move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return self.dominoes(position)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, 1, image)
            yield position

    # What a person reads.

    def show(self, position: int) -> str:
        return self.show_board(position)

    def parse(self, text: str) -> int:
        """Read the board, # for each covered cell, its rows apart or with `/` between them.

        Raises `UnreadablePosition`, also where an odd number of cells is covered.
        """
        return self.read_board(text)
