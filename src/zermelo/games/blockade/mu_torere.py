r"""Mu torere, a Maori game: four pieces each on a star of eight points and its centre.

The star is drawn on the rim of a square:

    X-X-X
    |\|/|
    O-.-X
    |/|\|
    O-O-O

Marcia Ascher, *Mu Torere: An Analysis of a Maori Game* (1987).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import points
from zermelo.core.game import Position
from zermelo.games.blockade._equal_pieces import EqualPieces


class MuTorere(EqualPieces):
    """Slide a piece to the free point, along the star or to or from the centre; who cannot move loses.

    Where `restricted`, a piece may enter the centre only if a piece of the opponent stands beside it on the
    star, at every move of the game. In text X is the player to move. Values are win, draw, loss: a draw is
    play without end.
    """

    restricted: bool = True

    setup: ClassVar[str] = "XXX/O.X/OOO"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, turn, end = super().how_to_play
        centre = " It may enter the centre only from a point next to a piece of your opponent."
        return goal, turn + centre if self.restricted else turn, end

    @cached_property
    def board(self) -> Board:
        return points(".-.-.", "|\\|/|", ".-.-.", "|/|\\|", ".-.-.", tight=True, straight=False)

    @cached_property
    def centre(self) -> int:
        return self.board.cells_named("b2")

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        if free == self.centre and self.restricted:
            mine &= self.board.adjacent(theirs)
        yield from self.steps(mine, free, self.board.all_directions)
