"""Cakes that are cut along the lines of a grid: cutcake and maundy cake.

Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982), chapter 2. Cells are numbered
by rows from the top, and a position is two words: the cells whose right edge is cut, and those whose lower
edge is, with the mover above, 0 for Left, who cuts upright, and 1 for Right, who cuts level. On 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 8 of the second word: the mover
         8  9 10 11

The last column has no right edge to cut and the last row no lower one, so that 8 x 8 cells fit. Pieces lie
where they lay in the whole, so each is known by its upper left cell, and all places for cuts are found by one
shift. The last cell of all is never looked at: alone it is a crumb.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture, Stroke
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import WORD_BITS, choice, whole

UPRIGHT, LEVEL, BOTH = "|", "_", "+"


class Cakes(Rectangle, PartizanOptions):
    """Pieces of a rectangle, each of them a rectangle; a subclass defines the cuts."""

    columns: int = whole(4, 1, WORD_BITS - 1)
    rows: int = whole(3, 1, WORD_BITS - 1)
    starter: str = choice(*STARTERS)

    def __post_init__(self) -> None:
        if self.cells - 1 > WORD_BITS or self.cells - self.columns + 1 > WORD_BITS:
            size = f"{self.columns} x {self.rows}"
            raise BadParameter(f"a cake of {size} takes more than two words of {WORD_BITS} bits: take less")

    @cached_property
    def mover_bit(self) -> int:
        """The mover's bit, in the second word."""
        return 1 << self.cells - self.columns

    @cached_property
    def cells_with_right_neighbour(self) -> int:
        """The cells of all columns but the last."""
        return self.full & ~(self.first_column << self.columns - 1)

    @cached_property
    def cells_with_lower_neighbour(self) -> int:
        """The cells of all rows but the last."""
        return self.mover_bit - 1

    def start(self) -> tuple[int, int]:
        return 0, self.mover_bit * STARTERS.index(self.starter)

    def mover(self, position: tuple[int, int]) -> int:
        return int(position[1] & self.mover_bit != 0)

    def with_mover(self, position: tuple[int, int], player: int) -> tuple[int, int]:
        return position[0], position[1] & self.mover_bit - 1 | player * self.mover_bit

    def pieces_after_cut(self, position: tuple[int, int], cell: int) -> tuple[int, int]:
        """Return the pieces after the mover's cut, right of a cell and on downwards, or below it and on."""
        upright, level = position
        edge = 1 << cell
        if self.mover(position) == 0:
            cuts = edge
            while (
                level & self.cells_with_lower_neighbour & edge == 0 and edge & self.cells_with_lower_neighbour
            ):
                edge <<= self.columns
                cuts |= edge
            return upright | cuts, level
        cuts = edge
        while upright & edge == 0 and edge & self.cells_with_right_neighbour:
            edge <<= 1
            cuts |= edge
        return upright, level | cuts

    def piece_upper_left_cells(self, position: tuple[int, int]) -> int:
        """Return the upper left cells of all pieces, but not the last cell."""
        upright, level = position
        return self.first_column_cells(upright) & self.first_row_cells(level)

    @cached_property
    def all_but_last_cell(self) -> int:
        """All cells but the last."""
        return self.full >> 1

    def first_column_cells(self, upright: int) -> int:
        """Return the cells in the first column of their pieces, but not the last cell."""
        return (self.first_column | (upright & self.cells_with_right_neighbour) << 1) & self.all_but_last_cell

    def first_row_cells(self, level: int) -> int:
        """Return the cells in the first row of their pieces, but not the last cell."""
        return (
            self.first_row | (level & self.cells_with_lower_neighbour) << self.columns
        ) & self.all_but_last_cell

    def is_last_cell_separate(self, upright: int, level: int) -> bool:
        """Return whether the last cell is a piece of its own."""
        beside = self.columns == 1 or upright >> self.cells - 2 & 1 == 1
        return beside and (self.rows == 1 or level >> self.cells - 1 - self.columns & 1 == 1)

    def piece_width(self, upright: int, corner: int) -> int:
        """Return the columns of the piece with this upper left cell, a bit."""
        width = 1
        while upright & corner == 0 and corner & self.cells_with_right_neighbour:
            corner = (corner << 1) & self.all_but_last_cell
            width += 1
        return width

    def piece_height(self, level: int, corner: int) -> int:
        """Return the rows of the piece with this upper left cell, a bit."""
        height = 1
        while (
            level & self.cells_with_lower_neighbour & corner == 0 and corner & self.cells_with_lower_neighbour
        ):
            corner = (corner << self.columns) & self.all_but_last_cell
            height += 1
        return height

    def parts(self, position: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield each piece of more than one cell, moved into the upper left corner; the rest is crumbs."""
        upright, level = position
        corners = self.piece_upper_left_cells(position)
        while corners:
            corner = corners & -corners
            corners ^= corner
            width, height = self.piece_width(upright, corner), self.piece_height(level, corner)
            if width > 1 or height > 1:
                rows = self.first_column & (1 << (height - 1) * self.columns + 1) - 1
                inner_upright = ((1 << width - 1) - 1) * rows
                inner_level = ((1 << width) - 1) * (rows & (rows >> self.columns))
                yield (
                    self.cells_with_right_neighbour & ~inner_upright,
                    self.cells_with_lower_neighbour & ~inner_level,
                )

    def symmetries(self, position: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for image in range(4):
            upright, level = position[0], position[1] & self.mover_bit - 1
            if image & 1:
                upright, level = self.mirror_right_edges(upright), self.mirror(level, 1)
            if image & 2:
                upright, level = self.flip(upright, 1), self.flip_lower_edges(level)
            yield upright, level | position[1] & self.mover_bit

    def mirror_right_edges(self, upright: int) -> int:
        """Return right edges mirrored: the last column has none, so the others change places."""
        for column in range((self.columns - 1) // 2):
            upright = delta_swap(upright, self.first_column << column, self.columns - 2 - 2 * column)
        return upright

    def flip_lower_edges(self, level: int) -> int:
        """Return lower edges flipped, of all rows but the last."""
        for row in range((self.rows - 1) // 2):
            mask = self.first_row << row * self.columns
            level = delta_swap(level, mask, (self.rows - 2 - 2 * row) * self.columns)
        return level

    def tier(self, position: tuple[int, int]) -> int:
        """Return the number of pieces, less one."""
        return self.piece_upper_left_cells(position).bit_count() - int(
            not self.is_last_cell_separate(position[0], position[1])
        )

    # Text format: of each cell which edges are cut, and in the last line who moves.

    def show(self, position: tuple[int, int]) -> str:
        upright, level = position
        kinds = {1: UPRIGHT, 2: LEVEL, 3: BOTH}
        signs = {
            cell: (upright >> cell & 1) + 2 * ((level & self.mover_bit - 1) >> cell & 1)
            for cell in range(self.cells)
        }
        rows = show_signs(
            {cell: kinds[kind] for cell, kind in signs.items() if kind}, self.columns, self.rows
        )
        return f"{rows}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> tuple[int, int]:
        """Read which edges of each cell are cut, `|` the right, `_` the lower, `+` both, and who moves.

        Raises `UnreadablePosition`, also where pieces are no rectangles.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        signs = read_signs(self, text, self.columns, self.rows, UPRIGHT + LEVEL + BOTH, rows)
        both = cells_with_sign(signs, BOTH)
        upright, level = cells_with_sign(signs, UPRIGHT) | both, cells_with_sign(signs, LEVEL) | both
        if upright & ~self.cells_with_right_neighbour or level & ~self.cells_with_lower_neighbour:
            raise unreadable(self, text, "the edge of the cake is cut", "cut between two cells")
        whole_upright = whole_level = 0
        corners = self.first_column_cells(upright) & self.first_row_cells(level)
        for cell in range(self.cells):
            if corners >> cell & 1:
                width, height = self.piece_width(upright, 1 << cell), self.piece_height(level, 1 << cell)
                for down in range(height):
                    whole_upright |= 1 << cell + down * self.columns + width - 1
                whole_level |= ((1 << width) - 1) << cell + (height - 1) * self.columns
        if (upright, level) != (
            whole_upright & self.cells_with_right_neighbour,
            whole_level & self.cells_with_lower_neighbour,
        ):
            raise unreadable(self, text, "a cut ends inside a piece", "cut every piece from edge to edge")
        return upright, level | mover * self.mover_bit

    def depict(self, position: tuple[int, int]) -> Picture:
        """Cuts right of a cell and below it, and who cuts next: Left upright, Right level."""
        upright, level = position
        cuts = []
        for cell in range(self.cells):
            x, y = cell % self.columns, cell // self.columns
            if upright >> cell & 1:
                cuts.append(Stroke(x + 0.5, y - 0.5, x + 0.5, y + 0.5, "wall"))
            if level >> cell & 1:
                cuts.append(Stroke(x - 0.5, y + 0.5, x + 0.5, y + 0.5, "wall"))
        notes = (f"{STARTERS[self.mover(position)]} to move",)
        return depict_signs({}, {}, self.columns, self.rows, strokes=tuple(cuts), notes=notes)
