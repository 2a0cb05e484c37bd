"""Pentago: put a stone, then turn a quadrant of the board; `line` in a row win.

Tomas Flodén's game (2005). A position is two boards in one word, the mover's stones below and the other's
above, and a move swaps them; on 2 x 2 quadrants of 2 x 2 cells:

    bit  0  1 | 2  3     the mover's      bit  16 17 |18 19     the other's
         4  5 | 6  7                           20 21 |22 23
        ------+------                         ------+------
         8  9 |10 11                           24 25 |26 27
        12 13 |14 15                           28 29 |30 31

Nobody's turn needs storing. A line of the other's ends the game whether or not a quadrant was turned after
the stone, so nothing else needs storing either. The game's own board, 2 x 2 quadrants of 3 x 3 cells with
lines of five, needs 72 bits; Geoffrey Irving found that the first player wins (*Pentago is a first player
win*, 2014).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.bitboards.stone_placement import StonePlacementByMover
from zermelo.boards.notation.crosses_and_noughts_text import read_xo_bits
from zermelo.boards.notation.sign_grid_text import cell_name, show_signs
from zermelo.boards.pictures.game_pictures import DISCS, depict_signs
from zermelo.boards.pictures.picture import Picture, Stroke
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN


class Pentago(LineBoard, StonePlacementByMover):
    """Put a stone, then turn a quadrant by 90 degrees either way; `line` in a row, across, down, aslant, win.

    The board has `columns` x `rows` quadrants of `quadrant` x `quadrant` cells. A line that the stone makes
    wins at once, without turning. After the turn a line wins for its owner, and lines of both are a draw, as
    is a full board without any. Values are win, draw, loss.
    """

    columns: int = whole(2, 1, WORD_BITS)
    rows: int = whole(2, 1, WORD_BITS)
    quadrant: int = whole(2, 2, WORD_BITS)
    line: int = whole(4, 1, WORD_BITS)

    how_to_play = (
        "Get {line} of your stones in a row, across, down or diagonally.",
        "Put a stone on a free square, then turn one block of the board a quarter turn, either way.",
        "A row wins for its owner, at once if a stone makes it. Rows of both, or a full board without, "
        "are a draw.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.width} x {self.height}", 2 * self.cells)

    @cached_property
    def width(self) -> int:
        return self.columns * self.quadrant

    @cached_property
    def height(self) -> int:
        return self.rows * self.quadrant

    @cached_property
    def twist_count(self) -> int:
        """Quadrant 1 clockwise, quadrant 1 counterclockwise, quadrant 2 clockwise, ..."""
        return 2 * self.columns * self.rows

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cell of the stone and the twist in one number; the last twist is none at all."""
        mine = position & self.full
        free = self.full & ~(position | (position >> self.cells))
        while free:
            cell = ((free & -free) - 1).bit_count()
            if self.has_line(mine | (1 << cell)):
                yield cell * (self.twist_count + 1) + self.twist_count
            else:
                for twist in range(self.twist_count):
                    yield cell * (self.twist_count + 1) + twist
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        cell, twist = divmod(move, self.twist_count + 1)
        placed = super().play(position, cell)
        return placed if twist == self.twist_count else self.twist_quadrant(placed, twist)

    def outcome(self, position: int) -> int:
        mine, theirs = position & self.full, position >> self.cells
        if self.has_line(theirs):
            return DRAW if self.has_line(mine) else LOSS
        if self.has_line(mine):
            return WIN
        return DRAW if self.is_full(position) else UNDECIDED

    def twist_quadrant(self, position: int, twist: int) -> int:
        turned = position & ~self.quadrant_cells[twist // 2]
        for cell, image in self.twist_cell_images[twist]:
            turned |= (position >> cell & self.both) << image
        return turned

    @cached_property
    def quadrant_cells(self) -> tuple[int, ...]:
        """The cells of each quadrant in both boards."""
        return tuple(sum(self.both << cell for cell, _ in images) for images in self.twist_cell_images[::2])

    @cached_property
    def twist_cell_images(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each twist, the cells of its quadrant and where their stones go."""
        last = self.quadrant - 1
        found = []
        for number in range(self.columns * self.rows):
            top, left = (self.quadrant * place for place in divmod(number, self.columns))
            clockwise = tuple(
                ((top + down) * self.width + left + right, (top + right) * self.width + left + last - down)
                for down in range(self.quadrant)
                for right in range(self.quadrant)
            )
            found += [clockwise, tuple((image, cell) for cell, image in clockwise)]
        return tuple(found)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns):
            if image > 0:
                position = self.turned(position, self.both, image)
            yield position

    # Text format: rows from the top, without marks between the quadrants, which are numbered by rows.

    def show(self, position: int) -> str:
        return show_signs(self.signs_of(position), self.width, self.height)

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`. Whether play can reach the position is not checked.
        """
        position: int = self.position_of(*read_xo_bits(self, text, self.width, self.height))
        return position

    def name(self, position: int, move: int) -> str:
        """Return such as `a1 2+`: a stone on a1, quadrant 2 clockwise; `-` is counterclockwise."""
        cell, twist = divmod(move, self.twist_count + 1)
        stone = cell_name(cell, self.width)
        return stone if twist == self.twist_count else f"{stone} {twist // 2 + 1}{'+-'[twist % 2]}"

    def depict(self, position: int) -> Picture:
        size = self.quadrant
        board = depict_signs(
            self.signs_of(position), DISCS, self.width, self.height, mover=self.tier(position) % 2
        )
        walls = [
            *(
                Stroke(size * x - 0.5, -0.5, size * x - 0.5, self.height - 0.5, "wall")
                for x in range(1, self.columns)
            ),
            *(
                Stroke(-0.5, size * y - 0.5, self.width - 0.5, size * y - 0.5, "wall")
                for y in range(1, self.rows)
            ),
        ]
        return replace(board, strokes=tuple(walls))
