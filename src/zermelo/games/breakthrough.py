"""Breakthrough: two ranks of pawns a side, which also step diagonally. Dan Troyka (2000).

The start on 4 x 5:

    O O O O     rank 5
    O O O O          4
    . . . .          3
    X X X X          2
    X X X X          1
    a b c d

The encoding is that of `_pawns`: both boards as they lie, and the mover.
"""

from typing import ClassVar

from zermelo.games._pawns import Pawns


class Breakthrough(Pawns):
    """Pawns step ahead, straight or diagonally, and take diagonally; the last rank wins.

    Two ranks of pawns a side; who has lost them all cannot move, and loses. Values are win and loss.
    """

    columns: int = 4
    rows: int = 5

    ranks: ClassVar[int] = 2

    def aside(self, free: int, theirs: int) -> int:
        return free | theirs
