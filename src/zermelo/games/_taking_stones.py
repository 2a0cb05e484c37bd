"""Stones that take stones: what the partizan games clobber and konane have in common.

Boards are those of `_as_they_lie`, kept as they lie, below the mover. Left, whose stones are x, is
player 0 whoever starts.

A board given as text sets its own `columns` and `rows`.
"""

from typing import ClassVar

from zermelo.core.errors import BadParameter
from zermelo.games._as_they_lie import Sides
from zermelo.games._start_as_text import StartAsText
from zermelo.games._to_move import EitherMoves

STARTERS = ("left", "right")


class TakingStones(Sides, EitherMoves, StartAsText):
    """Left moves x and Right moves o; a subclass says which moves there are and what they do."""

    columns: int = 4
    rows: int = 3
    starter: str = "left"

    signs: ClassVar[str] = "xo"
    called: ClassVar[tuple[str, str]] = ("x", "o")

    def __post_init__(self) -> None:
        self.settle_board()
        if self.starter not in STARTERS:
            raise BadParameter(f"starter={self.starter!r} is no player: give 'left' or 'right'")
        self.check_two_boards(1, 1, 1)

    def start(self) -> int:
        first, second = self.read_cells(self.board) if self.board else self.default_boards()
        return first | second << self.cells | STARTERS.index(self.starter) * self.turn

    def default_boards(self) -> tuple[int, int]:
        """Return the boards of the start that the size alone says."""
        return self.checkerboard(0), self.checkerboard(1)

    def checkerboard(self, colour: int) -> int:
        """Return the cells of one colour; 0 is that of the upper left cell."""
        return self.bits(
            cell for cell in range(self.cells) if (cell // self.columns + cell % self.columns) % 2 == colour
        )

    def in_corner(self, position: int, cells: int) -> int:
        """Return both boards moved up and to the left as far as `cells` can go; Left is the mover."""
        return (position & self.turn - 1) >> self.from_corner(cells)

    chequered: ClassVar[bool] = True
