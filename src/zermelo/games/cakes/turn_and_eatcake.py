"""Turn-and-eatcake: eatcake in which what is left of a piece is turned by a quarter after every bite.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 8. Pieces stay where
they lie and are marked instead: of a marked piece Left eats rows and Right columns. So a position is that of
eatcake with a second board, of the cells that are marked; on 4 x 3:

    bit  0  1  2  3      12 13 14 15
         4  5  6  7      16 17 18 19      bit 24: the mover
         8  9 10 11      20 21 22 23
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import Signs, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.games.cakes.eatcake import Eatcake


class TurnAndEatcake(Eatcake):
    """Left eats a column of a piece and Right a row, and what is left of it is turned; who cannot loses.

    A piece that is turned an odd number of times, %, stays where it lies: of it Left eats rows and Right
    columns. `starter` is "left" or "right". Values are win and loss.

    >>> game = TurnAndEatcake(columns=2, rows=2)
    >>> [game.show(option).split()[:2] for option in game.options(game.start(), 1)]
    [['..', '%%'], ['%%', '..']]
    """

    how_to_play = (
        "Eat the last bite.",
        (
            "Left eats a column of a piece, Right a row. "
            "The rest of the piece gets a quarter turn: while it shows %, Left eats rows and Right columns."
        ),
        "The player who eats the last bite wins.",
    )

    @cached_property
    def lowest_bit_of_each_board(self) -> int:
        return 1 | 1 << self.cells

    def turned_piece_cells(self, position: int) -> int:
        """Return the cells of the pieces that are turned."""
        return position >> self.cells & self.full

    def does_mover_eat_rows(self, position: int, corner: int) -> bool:
        return (self.mover(position) == 1) != (self.turned_piece_cells(position) & corner != 0)

    def play(self, position: int, move: int) -> int:
        left, marked = position & self.full, self.turned_piece_cells(position)
        piece, seed = move, 0
        while piece != seed:
            seed = piece
            aside = (piece << 1 & self.cells_after_first_column) | (
                piece & self.cells_after_first_column
            ) >> 1
            piece |= (aside | piece << self.columns | piece >> self.columns) & left
        marked = (marked ^ piece) & ~move
        return left & ~move | marked << self.cells | position & self.mover_bit ^ self.mover_bit

    def parts(self, position: int) -> Iterator[int]:
        """Yield each piece, alone in the upper left corner."""
        marked = self.turned_piece_cells(position)
        for corner, width, height in self.yield_piece_rectangles(position & self.full):
            piece = ((1 << width) - 1) * self.column_mask_of_height(height)
            yield piece * self.lowest_bit_of_each_board if marked & corner else piece

    # Text format: # for each cell that is left, % for one of a turned piece, and who moves.

    def cell_signs(self, position: int) -> Signs:
        marked = self.turned_piece_cells(position)
        return {cell: "#%"[marked >> cell & 1] for cell in range(self.cells) if position >> cell & 1}

    def show(self, position: int) -> str:
        board = show_signs(self.cell_signs(position), self.columns, self.rows)
        return f"{board}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read # for each cell that is left, % for one of a turned piece, `.` for the others, and who moves.

        Raises `UnreadablePosition`, also where pieces are no rectangles, or of both signs.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        signs = read_signs(self, text, self.columns, self.rows, "#%", rows)
        marked = cells_with_sign(signs, "%")
        left = cells_with_sign(signs, "#") | marked
        for corner, width, height in self.yield_piece_rectangles(left):
            piece = corner * ((1 << width) - 1) * self.column_mask_of_height(height)
            if marked & piece not in (0, piece):
                raise unreadable(self, text, "a piece has both signs", "write # or % for a whole piece")
        plain = "\n".join(rows).replace("%", "#")
        return super().parse(f"{plain}\n{STARTERS[mover]} to move") | marked << self.cells

    def depict(self, position: int) -> Picture:
        mover = self.mover(position)
        signs = self.cell_signs(position)
        texts = {cell: sign for cell, sign in signs.items() if sign == "%"}
        looks = {"#": ("chocolate", None), "%": ("tile", None)}
        notes = (f"{STARTERS[mover]} to move",)
        return depict_signs(signs, looks, self.columns, self.rows, texts=texts, notes=notes)
