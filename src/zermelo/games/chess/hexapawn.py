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

    columns: int = 3
    rows: int = 3

    ranks: ClassVar[int] = 1

    def diagonal_targets(self, free: int, theirs: int) -> int:
        return theirs
