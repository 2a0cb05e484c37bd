"""Hexapawn: one rank of chess pawns a side. Gardner, *Mathematical Games*, Scientific American, March 1962.

The start on 3 x 3:

    O O O     rank 3
    . . .          2
    X X X          1
    a b c
"""

from typing import ClassVar

from zermelo.games.chess._pawns import Pawns


class Hexapawn(Pawns):
    """Pawns step straight ahead or take diagonally; the last rank wins, and having no move loses.

    One rank of pawns a side; no double step. Values are win and loss.
    """

    ranks: ClassVar[int] = 1

    how_to_play = (
        "Bring a pawn to the far side of the board, or leave your opponent no move.",
        "Move a pawn one square straight ahead to a free square, or take a pawn one square diagonally ahead.",
        "The first pawn on the far side wins. A player who cannot move loses; there are no draws.",
    )

    def diagonal_targets(self, free: int, theirs: int) -> int:
        return theirs
