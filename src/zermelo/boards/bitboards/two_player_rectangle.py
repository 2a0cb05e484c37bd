"""Two boards in one word: the stones of one player below, those of the other above.

Cells are numbered by rows from the top, as text shows them; on 3 x 3:

    bit  0  1  2     one board         bit   9 10 11     the other
         3  4  5                            12 13 14
         6  7  8                            15 16 17     18 the mover, where the position holds it

A symmetry moves both boards at once, a pair of columns or rows with one exchange of bits, and leaves what
lies above them where it is.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.board_games.partizan_options import read_rows_and_mover
from zermelo.boards.notation.sign_grid_text import (
    boards_to_signs,
    cell_name,
    read_signs,
    show_signs,
    signs_to_boards,
)
from zermelo.boards.pictures.game_pictures import SignStyle, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game


class TwoPlayerRectangle(Rectangle, Game):
    """A rectangle with stones of two players."""

    columns: int = 3
    rows: int = 3

    # Symmetries: those of the rectangle that map the start to itself.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(len(self.is_start_kept_by_image)):
            position = self.next_image(position, image)
            if self.is_start_kept_by_image[image]:
                yield position

    @cached_property
    def is_start_kept_by_image(self) -> tuple[bool, ...]:
        kept = []
        position = start = self.start()
        for image in range(self.turns):
            position = self.next_image(position, image)
            kept.append(position == start)
        return tuple(kept)

    def next_image(self, position: int, image: int) -> int:
        """Return the image number `image`, given the one before it."""
        return self.turned(position, self.both, image) if image > 0 else position

    # Text format: rows from the top, so that a1 is the upper left cell, and who moves below.

    signs: ClassVar[str] = "XO"  # of the boards
    on_both: ClassVar[str] = ""  # the sign of a cell that stands on both boards
    player_names: ClassVar[tuple[str, str]] = ("X", "O")  # the players, where text names who is to move

    def show_two_boards(self, first: int, second: int) -> str:
        """Return two boards as text."""
        return show_signs(boards_to_signs((first, second), self.signs, self.on_both), self.columns, self.rows)

    def show_boards_and_mover(self, first: int, second: int, mover: int) -> str:
        """Return two boards as text, and who is to move."""
        return f"{self.show_two_boards(first, second)}\n{self.player_names[mover]} to move"

    def read_two_boards(self, text: str, rows: list[str] | None = None) -> tuple[int, int]:
        """Return both boards of a text, or of those `rows` of it.

        Raises `UnreadablePosition` for another size or sign.
        """
        signs = read_signs(self, text, self.columns, self.rows, self.signs + self.on_both, rows)
        first, second = signs_to_boards(signs, self.signs, self.on_both)
        return first, second

    def read_boards_and_mover(self, text: str) -> tuple[int, int, int]:
        """Return both boards and the mover; raises `UnreadablePosition` for another size or sign."""
        rows, mover = read_rows_and_mover(self, text, self.player_names, self.cells)
        return *self.read_two_boards(text, rows), mover

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: the column's letter and the row's number, from the top."""
        return cell_name(cell, self.columns)

    shape: ClassVar[str] = "disc"
    shape_on_both: ClassVar[str] = "block"
    chequered: ClassVar[bool] = False

    def depict_boards(
        self, first: int, second: int, mover: int | None, notes: tuple[str, ...] = ()
    ) -> Picture:
        """Return two boards as a picture."""
        looks: Mapping[str, SignStyle] = {
            self.signs[0]: (self.shape, 0),
            self.signs[1]: (self.shape, 1),
            self.on_both: (self.shape_on_both, None),
        }
        return depict_signs(
            boards_to_signs((first, second), self.signs, self.on_both),
            looks,
            self.columns,
            self.rows,
            names=[self.cell_name(cell) for cell in range(self.cells)],
            chequered=self.chequered,
            notes=notes,
            mover=mover,
        )


class FixedSidesRectangle(TwoPlayerRectangle):
    """Two boards that belong to their players, and the mover above them.

    The first board is that of player 0, X in text; a move leaves each board where it is.
    """

    @cached_property
    def turn_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << 2 * self.cells

    def mover(self, position: int) -> int:
        return position >> 2 * self.cells

    def with_mover(self, position: int, player: int) -> int:
        return position & self.turn_bit - 1 | player * self.turn_bit

    def stones(self, position: int, player: int) -> int:
        return (position >> player * self.cells) & self.full

    def moved(self, position: int, player: int, changed: int, taken: int) -> int:
        """Return the boards after `player` has changed own stones and taken some of the other's."""
        return position ^ (changed << player * self.cells) ^ (taken << (1 - player) * self.cells)

    def show(self, position: int) -> str:
        return self.show_boards_and_mover(
            self.stones(position, 0), self.stones(position, 1), self.mover(position)
        )

    def parse(self, text: str) -> int:
        """Read rows of both signs and `.` from the top, and who is to move below.

        Raises `UnreadablePosition`. Whether play can reach the position is not checked: any stones may stand.
        """
        first, second, mover = self.read_boards_and_mover(text)
        return first | second << self.cells | mover * self.turn_bit

    def depict(self, position: int) -> Picture:
        mover = self.mover(position)
        notes = (f"{self.player_names[mover]} to move",)
        return self.depict_boards(self.stones(position, 0), self.stones(position, 1), mover, notes)
