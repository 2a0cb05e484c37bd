"""The code that the partizan games clobber and konane share: pieces that capture pieces.

Left, whose pieces are x, is player 0 even where Right starts. A start given as text sets its own `columns`
and `rows`.
"""

from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import LEFT, UP, squares
from zermelo.boards.board_games.board_game import FixedGame
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions
from zermelo.boards.notation.board_text import split_rows
from zermelo.boards.notation.setup_text import SetupFromText
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole


class StoneCaptures(FixedGame, PartizanOptions, SetupFromText):
    """Left moves x and Right moves o; a subclass defines the moves and their effect."""

    setup: str = ""  # type: ignore[misc]  # the kit's text of the start, here a parameter
    columns: int = whole(4, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)
    starter: str = choice(*STARTERS)

    signs: ClassVar[str] = "xo"
    player_names: ClassVar[tuple[str, str]] = ("x", "o")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bits(f"a board of {self.columns} x {self.rows}", self.piece_bits + 1)

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, chequered=True)

    def start(self) -> int:
        above = STARTERS.index(self.starter)
        if self.setup:
            return int(self.read_position_rows(self.setup, split_rows(self.setup), above))
        return int(self.join_boards(*self.default_starting_boards(), 0, above))

    def default_starting_boards(self) -> tuple[int, int]:
        """Return the pieces of the start that follows from the size alone."""
        return self.cells_of_checkerboard_colour(0), self.cells_of_checkerboard_colour(1)

    def cells_of_checkerboard_colour(self, colour: int) -> int:
        """Return the cells of one colour; 0 is that of the upper left cell."""
        return sum(
            1 << cell
            for cell in range(self.cells)
            if (cell // self.columns + cell % self.columns) % 2 == colour
        )

    def move_pieces_to_corner(self, first: int, second: int, cells: int) -> int:
        """Return the pieces moved up and to the left as far as `cells` can go; Left is the mover."""
        moved = -self.board.shift_to_edges(cells, (UP, LEFT))
        return int(self.join_boards(first >> moved, second >> moved, 0, 0))
