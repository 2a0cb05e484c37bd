"""Qubic: lines in a cube, along its edges and aslant in its planes and through its space.

A position is two boards in one word, the mover's stones below and the other's above, and a move swaps
them. Cells are numbered by levels, rows and columns; the cube of side 3:

    bit  0  1  2       9 10 11      18 19 20      the other's from bit 27
         3  4  5      12 13 14      21 22 23
         6  7  8      15 16 17      24 25 26

Nobody's turn needs storing, and lines are looked for in one board only, that of the player who has just
moved. A line goes on by one of 13 distances. The game's own cube of side 4 needs 128 bits; Oren
Patashnik showed that there the first player wins (*Qubic: 4 x 4 x 4 tic-tac-toe*, 1980).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.bitboards.stone_placement import StonePlacementByMover
from zermelo.boards.notation.crosses_and_noughts_text import check_xo_counts
from zermelo.boards.notation.sign_grid_text import Signs, cell_name, cells_with_sign, read_boards, show_boards
from zermelo.boards.pictures.game_pictures import CROSSES, depict_side_by_side, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.boards.pictures.picture_places import rectangle_cell_names
from zermelo.core.mix_ins import WinningLines
from zermelo.core.parameters import WORD_BITS, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN


class Qubic(StonePlacementByMover, WinningLines):
    """Put a stone into a cube; `line` in a row win, or lose where `misere`; a full cube is a draw.

    A row goes along an edge, aslant in a plane or aslant through space. Values are win, draw, loss. A `line`
    longer than the cube's side can only be drawn.
    """

    size: int = whole(3, 1, 3)
    line: int = whole(3, 1, WORD_BITS)
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        row, end = f"{self.line} in a row", "loses" if self.misere else "wins"
        goal = f"{'Do not get' if self.misere else 'Get'} {row} in the cube, straight or diagonally."
        turn = "X and O take turns to mark a free cell of the cube. The levels are drawn side by side."
        return goal, turn, f"The first row of {self.line} {end}; a full cube without one is a draw."

    @cached_property
    def cells(self) -> int:
        return self.size**3

    def outcome(self, position: int) -> int:
        if self.has_line(position >> self.cells):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else UNDECIDED

    # Lines: for each direction, how far a step goes and the cells where a line can begin.

    def has_line(self, stones: int) -> bool:
        for step, starts in self.line_directions:
            found = stones & starts
            for further in range(1, self.line):
                found &= stones >> (further * step)
            if found:
                return True
        return False

    @cached_property
    def line_directions(self) -> tuple[tuple[int, int], ...]:
        """Half of the directions, each line once, and of these the ones in which a line fits."""
        found = []
        for down, back, right in product((-1, 0, 1), repeat=3):
            step = (down * self.size + back) * self.size + right
            starts = sum(
                1 << cell
                for cell, place in enumerate(product(range(self.size), repeat=3))
                if all(
                    0 <= along + (self.line - 1) * by < self.size
                    for along, by in zip(place, (down, back, right), strict=True)
                )
            )
            if (down, back, right) > (0, 0, 0) and starts:
                found.append((step, starts))
        return tuple(found)

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        """Every line as the mask of its cells, once."""
        return tuple(
            sorted(
                {
                    sum(1 << cell + further * step for further in range(self.line))
                    for step, starts in self.line_directions
                    for cell in range(self.cells)
                    if starts >> cell & 1
                }
            )
        )

    # Symmetries: the 48 of the cube. Each image is the one before it with a coordinate reflected, as in a
    # Gray code, or, after every eight, with two coordinates exchanged.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(48):
            if image > 0:
                step = ((image & -image) - 1).bit_count() if image % 8 > 0 else 3 + image // 8 % 2
                for mask, distance in self.reflection_mask_shifts[step]:
                    position = delta_swap(position, mask, distance)
            yield position

    @cached_property
    def reflection_mask_shifts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """What reflects each coordinate or exchanges two: masks, and how far above their images are."""
        last, both = self.size - 1, 1 | 1 << self.cells
        steps: list[dict[int, int]] = [{}, {}, {}, {}, {}]
        for cell, (level, row, column) in enumerate(product(range(self.size), repeat=3)):
            images = (
                (level, row, last - column),
                (level, last - row, column),
                (last - level, row, column),
                (level, column, row),
                (row, level, column),
            )
            for masks, image in zip(steps, images, strict=True):
                distance = (image[0] * self.size + image[1]) * self.size + image[2] - cell
                if distance > 0:
                    masks[distance] = masks.get(distance, 0) | both << cell
        return tuple(tuple((mask, distance) for distance, mask in masks.items()) for masks in steps)

    # Text format: the levels side by side, the first one on the left.

    def show(self, position: int) -> str:
        levels: list[Signs] = [{} for _ in range(self.size)]
        for place, sign in self.signs_of(position).items():
            level, cell = divmod(place, self.size**2)
            levels[level][cell] = sign
        return show_boards(levels, self.size, self.size)

    def parse(self, text: str) -> int:
        """Read a position: rows of X, O and `.` from the top, those of the levels with blanks between.

        Rows stand on lines of their own or with `/` between. Raises `UnreadablePosition`, also where no play
        leads there.
        """
        levels = read_boards(self, text, self.size, self.size, "XO", None, count=self.size)
        crosses, noughts = (
            sum(cells_with_sign(signs, sign) << level * self.size**2 for level, signs in enumerate(levels))
            for sign in "XO"
        )
        check_xo_counts(self, text, crosses.bit_count(), noughts.bit_count())
        position: int = self.position_of(crosses, noughts)
        self.check_end(text, position, self.has_line)
        return position

    def name(self, position: int, move: int) -> str:
        level, cell = divmod(move, self.size**2)
        return f"{level + 1}{cell_name(cell, self.size)}"

    def depict(self, position: int) -> Picture:
        levels: list[Signs] = [{} for _ in range(self.size)]
        for place, sign in self.signs_of(position).items():
            levels[place // self.size**2][place % self.size**2] = sign
        cells = rectangle_cell_names(self.size, self.size)
        boards = [
            depict_signs(signs, CROSSES, self.size, self.size, mover=self.tier(position) % 2)
            for signs in levels
        ]
        named = [
            replace(
                board,
                places=tuple(
                    replace(place, name=f"{level}{name}")
                    for place, name in zip(board.places, cells, strict=True)
                ),
            )
            for level, board in enumerate(boards, start=1)
        ]
        return depict_side_by_side(
            named, [f"level {level + 1}" for level in range(self.size)], self.size + 1.4
        )
