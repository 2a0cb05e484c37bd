"""Domineering: dominoes on a rectangle; one player lays them upright and the other level.

Göran Andersson's game; Conway, *On numbers and games* (1976). A position is the covered cells, numbered by
rows from the top, and above them the mover, 0 for who lays upright and 1 for who lays level; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

Who covered a cell does not matter for what follows. Upright is Left in combinatorial game theory.
"""

from collections.abc import Iterator

from zermelo.core.errors import BadParameter
from zermelo.core.values import LOSS, WIN
from zermelo.games._dominoes import Dominoes
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import check_bits, check_flag

STARTERS = ("vertical", "horizontal")


class Domineering(Dominoes):
    """One lays dominoes upright and the other level; who cannot loses, or wins where `misere`.

    `starter` is "vertical", who is Left in theory, or "horizontal". Values are win and loss.
    """

    starter: str = "vertical"
    misere: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.starter not in STARTERS:
            raise BadParameter(f"starter={self.starter!r} is no player: write 'vertical' or 'horizontal'")
        check_flag("misere", self.misere)
        check_bits(f"a board of {self.columns} x {self.rows}", self.cells + 1)

    def start(self) -> int:
        return STARTERS.index(self.starter) << self.cells

    def mover(self, position: int) -> int:
        return position >> self.cells

    def moves(self, position: int) -> Iterator[int]:
        if self.mover(position) == 0:
            yield from self.upright(position)
        else:
            yield from self.level(position)

    def play(self, position: int, move: int) -> int:
        return (position | move) ^ (1 << self.cells)

    def options(self, position: int, player: int) -> Iterator[int]:
        if player == 0:
            for domino in self.upright(position):
                yield position | domino
        else:
            for domino in self.level(position):
                yield position | domino

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return self.dominoes(position)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(4):
            if image > 0:
                position = self.mirror(position, 1) if image % 2 == 1 else self.flip(position, 1)
            yield position

    # What a person reads: the board and, in the last line, who moves.

    def show(self, position: int) -> str:
        return f"{self.show_board(position)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the board, # for each covered cell, and who moves; lines apart or with `/` between them.

        Raises `UnreadablePosition`, also where an odd number of cells is covered. In a sum of games either
        player may be to move, whoever began, and so here.
        """
        lines = split_rows(text)
        for mover, player in enumerate(STARTERS):
            if lines and lines[-1] == f"{player} to move":
                return self.read_board(text, lines[:-1]) | mover << self.cells
        remedy = "write vertical to move or horizontal to move at the end"
        raise unreadable(self, text, "it does not say who moves", remedy)
