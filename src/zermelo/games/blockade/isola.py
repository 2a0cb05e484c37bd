"""Isola: step as a king does, and the cell you leave is gone; who cannot step loses.

Bernd Kienitz's game (1972) lets one remove any cell, and is `isolation`; here it is the one that the pawn
leaves. The start on 4 x 4:

    . . O .
    . . . .
    . . . .
    . X . .

A cell that is gone stands on both boards, so that two bits a cell are enough. A move is the cell that it ends
on.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from zermelo.boards.board import each
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, check_bits, whole


class Isola(BoardGame):
    """Step to a free cell beside yours, diagonally too; yours is then gone for ever. Who cannot step loses.

    Pawns begin in the middle of the first and the last row; where `columns` is even, each has one column more
    on its right, as its owner sees it. The start may be seen from any side: all its images are starts. X is
    the player to move, and # a cell that is gone. Values are win and loss.
    """

    columns: int = whole(4, 1, WORD_BITS // 2)
    rows: int = whole(4, 2, WORD_BITS // 2)

    removed_sign: ClassVar[str] = "#"
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"X": ("pawn", 0, ""), "O": ("pawn", 1, "")}

    how_to_play = (
        "Make the last move.",
        "Move your pawn to a free square next to it, diagonally too. The square that it leaves is gone.",
        "The player who cannot move loses; there are no draws.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.columns * self.rows)

    def start(self) -> Position:
        mine = 1 << self.cells - self.columns + (self.columns - 1) // 2
        return self.join_boards(mine, 1 << self.columns // 2, 0, 0)

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        pawn = mine & ~theirs
        yield from each(self.board.touching_by_cell[pawn.bit_length() - 1] & ~(mine | theirs))

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(position, mine | 1 << move, theirs | mine & ~theirs)

    def tier(self, position: int) -> int:
        mine, theirs = self.pieces(position)
        return (mine & theirs).bit_count()

    # Text format: a step is named by the cell that it ends on.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O, # and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Only the number of pawns is checked, not whether play can reach the
        position.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        for sign, pawns in (("X", mine & ~theirs), ("O", theirs & ~mine)):
            if pawns.bit_count() != 1:
                raise unreadable(self, text, f"{sign} has {pawns.bit_count()} pawns", "write one X and one O")
        return position
