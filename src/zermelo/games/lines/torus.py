"""Lines on a torus: what leaves the board on one side comes back on the other.

A position is `Mnk`'s: the mover's stones below and the other's above, and a move swaps them. Columns
and rows can be moved round here, besides the turns of the board, so that a position on 3 x 3 has up to 72
images. A line passes no cell twice. On 3 x 3 two directions aslant make six lines, not two:

    a . .   . b .   . . c      . . a   . b .   c . .
    . a .   . . b   c . .      . a .   b . .   . . c
    . . a   b . .   . c .      a . .   . . b   . c .

With rows and columns they are the twelve lines of the affine plane of order 3, where five stones always
hold one: nobody can draw. Maureen Carroll and Steven Dougherty, *Tic-Tac-Toe on a Finite Plane* (2004).
"""

from collections.abc import Iterator
from functools import cached_property
from math import lcm

from zermelo.core.parameters import check_bits
from zermelo.games.lines.mnk import MnkRules


class Torus(MnkRules):
    """Put a stone; `line` in a row, also round the edges, win, or lose where `misere`; full is a draw.

    Lines go across, down or aslant. Values are win, draw, loss. A line that passes a cell twice does not
    count, so a game with a `line` longer than the way round is a draw.
    """

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, turn, end = super().how_to_play
        return f"{goal[:-1]}, also over the edges.", f"{turn} Opposite edges of the board are joined.", end

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells)

    def has_line(self, stones: int) -> bool:
        return any(stones & line == line for line in self.winning_lines)

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        """Every line as the mask of its cells, once."""
        found = set()
        for right, down, way_round in (
            (1, 0, self.columns),
            (0, 1, self.rows),
            (1, 1, lcm(self.columns, self.rows)),
            (-1, 1, lcm(self.columns, self.rows)),
        ):
            if self.line <= way_round:
                found |= {self.build_line_from_cell(cell, right, down) for cell in range(self.cells)}
        return tuple(sorted(found))

    def build_line_from_cell(self, cell: int, right: int, down: int) -> int:
        row, column = divmod(cell, self.columns)
        return sum(
            1 << (row + step * down) % self.rows * self.columns + (column + step * right) % self.columns
            for step in range(self.line)
        )

    # Symmetries. Both boards at once; for every reflection, every way to move columns and rows round.

    def symmetries(self, position: int) -> Iterator[int]:
        # One loop: with one inside another, square boards took four times as long.
        for image in range(self.cells * self.turns):
            if image % self.columns > 0:
                position = self.shift_stones_cyclically(position, self.last_column, 1, self.columns)
            elif image % self.cells > 0:
                position = self.shift_stones_cyclically(position, self.last_row, self.columns, self.cells)
            elif image > 0:
                position = self.turned(position, self.both, image // self.cells)
            yield position

    def shift_stones_cyclically(self, position: int, last: int, step: int, way_round: int) -> int:
        """Return the position with all stones one `step` on, those of the `last` cells at the beginning."""
        return ((position & ~last) << step) | ((position & last) >> (way_round - step))

    @cached_property
    def last_column(self) -> int:
        return self.first_column * self.both << self.columns - 1

    @cached_property
    def last_row(self) -> int:
        return self.first_row * self.both << self.cells - self.columns
