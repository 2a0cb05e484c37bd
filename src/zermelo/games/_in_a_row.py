"""Stones in a row: the rules of `Mnk`, and of boards on which lines run otherwise.

The encoding is that of `_placing.py`: the mover's stones and the other's, which a move exchanges.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Position
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games._grid import read_bits
from zermelo.games._parameters import WORD_BITS, check_bits, check_flag, check_whole
from zermelo.games._placing import PlacingByMover
from zermelo.games._rectangle import LineBoard
from zermelo.games._signs import cell_name, show_signs


class InARow(LineBoard, PlacingByMover):
    """Put a stone on a free cell; `line` in a row win, or lose where `misere`; a full board is a draw."""

    columns: int = 3
    rows: int = 3
    line: int = 3
    misere: bool = False

    def __post_init__(self) -> None:
        check_whole("columns", self.columns, 1, WORD_BITS)
        check_whole("rows", self.rows, 1, WORD_BITS)
        check_whole("line", self.line, 1, WORD_BITS)
        check_flag("misere", self.misere)
        self.check_size()

    def check_size(self) -> None:
        """Refuse a board that is too large for one word; a subclass may know better."""
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.cells)

    def outcome(self, position: Position) -> int:
        _, theirs = self.boards(position)
        if self.has_line(theirs):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else UNDECIDED

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        """Every line as the mask of its cells, once."""
        steps = (1, self.width, self.width + 1, self.width - 1)
        return tuple(
            sorted(
                {
                    sum(1 << cell + far * step for far in range(self.line))
                    for step, starts in zip(steps, self.line_starts, strict=True)
                    for cell in range(self.cells)
                    if starts >> cell & 1
                }
            )
        )

    def symmetries(self, position: Position) -> Iterator[Position]:
        # One `yield` in a loop: eight in a row took 29 ns for the same images of a 4 x 4 position, not 9.
        for image in range(self.turns):
            if image > 0:
                position = self.image_after(position, image)
            yield position

    def image_after(self, position: Position, image: int) -> Position:
        if self.wide:
            return self.turned(position[0], 1, image), self.turned(position[1], 1, image)
        return self.turned(position, self.both, image)

    # What a person reads: rows from the top, so that a1 is the upper left cell and b1 stands beside it.

    def show(self, position: Position) -> str:
        return show_signs(self.signs_of(position), self.columns, self.rows)

    def parse(self, text: str) -> Position:
        """Read a position: rows of X, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        position = self.position_of(*read_bits(self, text, self.columns, self.rows))
        self.check_end(text, position, self.has_line)
        return position

    def name(self, position: Position, move: int) -> str:
        return cell_name(move, self.columns)
