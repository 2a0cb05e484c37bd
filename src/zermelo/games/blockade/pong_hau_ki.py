r"""Pong hau k'i: two pieces each on five points; a player who cannot move loses.

The square lacks its upper side:

    X   X
    |\ /|
    | . |
    |/ \|
    O---O

R. C. Bell, *Board and Table Games from Many Civilizations* (1979); Philip Straffin, *Position Graphs for Pong
Hau K'i and Mu Torere* (1995).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import points
from zermelo.core.game import Position
from zermelo.games.blockade._equal_pieces import EqualPieces


class PongHauKi(EqualPieces):
    """Slide one of your two pieces to the free point; a player who cannot move loses.

    X, the player who begins, stands on the two points that no line joins. In text X is the player to move.
    Values are win, draw, loss: a draw is play without end.
    """

    setup: ClassVar[str] = "X   X/| . |/O---O"

    @cached_property
    def board(self) -> Board:
        return points(".   .", "|\\ /|", "| . |", "|/ \\|", ".---.")

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        yield from self.steps(mine, self.full & ~(mine | theirs), self.board.all_directions)
