"""Cram: dominoes on a rectangle, and both players lay them either way.

Gardner, *Mathematical games* (Scientific American, February 1974). A position is the covered cells:
`_cram_boards.py` takes it apart, and moves too. On a single row this is Dawson's Kayles.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game, Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.dominoes._cram_boards import CramBoard, build_cram_board
from zermelo.games.dominoes._domino_rectangle import (
    DOMINOES,
    domino_name,
    read_covered_cells,
    show_covered_cells,
)
from zermelo.games.dominoes._domino_rows import MOST


class Cram(Game, InputPlanes):
    """Lay a domino on two free cells, upright or level; who cannot loses, or wins where `misere`.

    Values are win and loss.
    """

    columns: int = whole(4, 1, MOST)
    rows: int = whole(4, 1, MOST)
    misere: bool = False

    impartial = True
    lasting = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not lay", "wins") if self.misere else ("Lay", "loses")
        turn = "Lay a domino on two free squares, one above the other or side by side."
        return f"{goal} the last domino.", turn, f"A player who cannot lay a domino {end}."

    @cached_property
    def board(self) -> CramBoard:
        return build_cram_board(self.columns, self.rows)

    def start(self) -> Position:
        return self.board.position_from_covered(0)

    def moves(self, position: Position) -> Iterator[int]:
        yield from self.board.moves(position)

    def play(self, position: Position, move: int) -> Position:
        return self.board.add_domino(position, move)

    def stuck(self, position: Position) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: Position) -> int:
        return self.board.count_dominoes(position)

    def symmetries(self, position: Position) -> Iterator[Position]:
        yield from self.board.symmetries(position)

    # A region lies anywhere on the board and any way round: all these have one form, the least of its turns
    # in the corner, also those that a rectangle has no symmetry for.

    def parts(self, position: Position) -> Iterator[Position]:
        yield from self.board.parts(position)

    # Text format.

    def show(self, position: Position) -> str:
        return show_covered_cells(self.board.covered_cells(position), self.columns, self.rows)

    def parse(self, text: str) -> Position:
        """Read the board, # for each covered cell, its rows apart or with `/` between them.

        Raises `UnreadablePosition`. Any cells may be covered: in a sum of games boards have any shape.
        """
        return self.board.position_from_covered(read_covered_cells(self, text, self.columns, self.rows))

    def name(self, position: Position, move: int) -> str:
        first, second = self.board.first_cell(move), self.board.second_cell(position, move)
        return domino_name(first, second, self.columns)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the covered cells."""
        yield self.board.covered_cells(position)

    def depict(self, position: Position) -> Picture:
        covered = self.board.covered_cells(position)
        signs = {cell: "#" for cell in range(self.columns * self.rows) if covered >> cell & 1}
        return depict_signs(signs, DOMINOES, self.columns, self.rows)
