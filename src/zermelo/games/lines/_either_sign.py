"""Boards on which both players may put either sign: all but the end of such a game.

A position is two boards in one word, the crosses below and the noughts above; on 3 x 3:

    bit  0  1  2     crosses     bit   9 10 11     noughts
         3  4  5                      12 13 14
         6  7  8                      15 16 17

Signs belong to nobody, so both players have the same moves everywhere and no turn needs storing. A move is
the bit that it sets, which gives cell and sign at once. Besides the symmetries of the board there is the
exchange of the signs.
"""

from collections.abc import Iterator

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.bitboards.stone_placement import StonePlacement
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import CROSSES, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import UNDECIDED


class EitherSign(LineBoard, StonePlacement):
    """Games that put X or O on a free cell, as the mover likes; subclasses define the end in `outcome`."""

    columns: int = whole(3, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)
    line: int = whole(3, 1, WORD_BITS)

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells)

    def moves(self, position: int) -> Iterator[int]:
        free = self.full & ~(position | (position >> self.cells))
        free |= free << self.cells
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        return position | (1 << move)

    def has_line_of_either_sign(self, position: int) -> bool:
        """Return whether `line` crosses stand in a row, or `line` noughts."""
        return self.has_line(position & self.full) or self.has_line(position >> self.cells)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(2 * self.turns):
            if image == self.turns:
                position = (position >> self.cells) | ((position & self.full) << self.cells)
            elif image > 0:
                position = self.turned(position, self.both, image)
            yield position

    # Text format: rows from the top. Who moves follows from the number of signs.

    def show(self, position: int) -> str:
        return show_signs(self.signs_of(position), self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        signs = read_signs(self, text, self.columns, self.rows, "XO")
        position = cells_with_sign(signs, "X") | cells_with_sign(signs, "O") << self.cells
        last = (1 << place + self.cells * (sign == "O") for place, sign in signs.items())
        if signs and not any(self.outcome(position ^ sign) == UNDECIDED for sign in last):
            raise unreadable(
                self,
                text,
                "play had ended before the last sign",
                "take back the signs after the first line",
            )
        return position

    def name(self, position: int, move: int) -> str:
        return "XO"[move // self.cells] + cell_name(move % self.cells, self.columns)

    def depict(self, position: int) -> Picture:
        return depict_signs(self.signs_of(position), CROSSES, self.columns, self.rows)
