"""Eatcake: one eats a column of a piece of cake, the other a row; who cannot loses.

Jim Bynum's game; Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 8. A
position is the cells that are left, numbered by rows from the top, and the mover: 0, Left, eats columns.
On 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

A column or row that is eaten leaves two pieces that no longer touch, so every piece is a rectangle. A move is
the cells that it eats.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole


class Eatcake(Rectangle, PartizanOptions):
    """Left eats a column of a piece, from edge to edge, and Right a row; who cannot loses.

    `starter` is "left" or "right". Values are win and loss.

    >>> game = Eatcake(columns=2, rows=1)
    >>> [game.show(option)[:2] for option in game.options(game.start(), 1)]
    ['..']
    """

    columns: int = whole(4, 1, WORD_BITS - 1)
    rows: int = whole(3, 1, WORD_BITS - 1)
    starter: str = choice(*STARTERS)

    how_to_play = (
        "Eat the last bite.",
        (
            "Left eats a column of a piece, from top to bottom; Right eats a row, from side to side. "
            "This may leave two pieces."
        ),
        "The player who eats the last bite wins.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a cake of {self.columns} x {self.rows}", self.mover_bit.bit_length())

    @cached_property
    def lowest_bit_of_each_board(self) -> int:
        """The first cell of every board in a position."""
        return 1

    @cached_property
    def mover_bit(self) -> int:
        """The mover's bit, above all boards."""
        return 1 << self.lowest_bit_of_each_board.bit_length() - 1 + self.cells

    def start(self) -> int:
        return self.full | STARTERS.index(self.starter) * self.mover_bit

    def mover(self, position: int) -> int:
        return int(position & self.mover_bit != 0)

    def moves(self, position: int) -> Iterator[int]:
        """Yield the columns of each piece, or its rows."""
        for corner, width, height in self.yield_piece_rectangles(position & self.full):
            if self.does_mover_eat_rows(position, corner):
                for place in range(height):
                    yield corner * ((1 << width) - 1) << place * self.columns
            else:
                for place in range(width):
                    yield corner * self.column_mask_of_height(height) << place

    def does_mover_eat_rows(self, position: int, corner: int) -> bool:
        """Return whether the mover eats rows of the piece with this upper left cell."""
        return self.mover(position) == 1

    def play(self, position: int, move: int) -> int:
        return position & ~move ^ self.mover_bit

    def with_mover(self, position: int, player: int) -> int:
        return position & self.mover_bit - 1 | player * self.mover_bit

    # Pieces.

    def yield_piece_rectangles(self, left: int) -> Iterator[tuple[int, int, int]]:
        """Yield each piece: its upper left cell, a bit, its width and its height."""
        corners = self.piece_upper_left_cells(left)
        while corners:
            corner = corners & -corners
            corners ^= corner
            yield corner, self.piece_width(left, corner), self.piece_height(left, corner)

    def column_mask_of_height(self, height: int) -> int:
        """Return so many cells from the upper left one down."""
        return self.first_column & (1 << (height - 1) * self.columns + 1) - 1

    @cached_property
    def cells_after_first_column(self) -> int:
        return self.full & ~self.first_column

    def piece_upper_left_cells(self, left: int) -> int:
        """Return the upper left cell of each piece."""
        return left & ~((left << 1) & self.cells_after_first_column) & ~(left << self.columns & self.full)

    def piece_width(self, left: int, corner: int) -> int:
        width = 0
        while corner & left and (width == 0 or corner & self.cells_after_first_column):
            corner = (corner << 1) & self.full
            width += 1
        return width

    def piece_height(self, left: int, corner: int) -> int:
        height = 0
        while corner & left:
            corner = (corner << self.columns) & self.full
            height += 1
        return height

    def parts(self, position: int) -> Iterator[int]:
        """Yield each piece, alone in the upper left corner."""
        for _, width, height in self.yield_piece_rectangles(position & self.full):
            yield ((1 << width) - 1) * self.column_mask_of_height(height)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(4):
            if image > 0:
                if image % 2 == 1:
                    position = self.mirror(position, self.lowest_bit_of_each_board)
                else:
                    position = self.flip(position, self.lowest_bit_of_each_board)
            yield position

    # Text format: # for each cell that is left, and in the last line who moves.

    def show(self, position: int) -> str:
        signs = {cell: "#" for cell in range(self.cells) if position >> cell & 1}
        return f"{show_signs(signs, self.columns, self.rows)}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read # for each cell that is left, `.` for each that is eaten, and who moves.

        Raises `UnreadablePosition`, also where pieces are no rectangles.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        left = cells_with_sign(read_signs(self, text, self.columns, self.rows, "#", rows), "#")
        position = left | mover * self.mover_bit
        if left != sum({*self.moves(self.with_mover(position, 0))}) or left != sum(
            {*self.moves(self.with_mover(position, 1))}
        ):
            raise unreadable(self, text, "a piece is no rectangle", "eat every piece from edge to edge")
        return position

    def name(self, position: int, move: int) -> str:
        first, last = (move & -move).bit_length() - 1, move.bit_length() - 1
        return f"{cell_name(first, self.columns)}-{cell_name(last, self.columns)}"

    def depict(self, position: int) -> Picture:
        signs = {cell: "#" for cell in range(self.cells) if position >> cell & 1}
        mover = self.mover(position)
        notes = (f"{STARTERS[mover]} to move",)
        return depict_signs(signs, {"#": ("chocolate", None)}, self.columns, self.rows, notes=notes)
