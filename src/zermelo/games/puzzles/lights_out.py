"""Lights out: pressing a light turns it and those beside it on or off, until all are out.

A position is the lights that are on, a bit each, by rows from the top, and a move is an exclusive or. So
every number is a position, which is its own index, and the predecessors of a position are its successors.
Which lights can be put out is linear algebra over two elements (Anderson and Feil, *Turning lights out with
linear algebra*, Mathematics Magazine 71, 1998): on 5 x 5 a quarter of all, in at most 15 moves.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.boards.pictures.picture_places import column_letters, coordinate_marks, row_numbers
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN


class LightsOut(PuzzleForOne, RetrogradeIndex):
    """Put out all lights of a board, which at first are all on. Every set of lights is a position."""

    columns: int = whole(3, 1, WORD_BITS)
    rows: int = whole(3, 1, WORD_BITS)

    how_to_play = (
        "Put out all lights.",
        "Press any light, on or off: it changes, and so do those above, below, left and right of it.",
        "It is solved when no light is on; the fewer presses, the better.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", self.cell_count + 1)

    @cached_property
    def cell_count(self) -> int:
        return self.columns * self.rows

    @cached_property
    def size(self) -> int:
        return 1 << self.cell_count

    @cached_property
    def toggled_lights(self) -> tuple[int, ...]:
        """For every light the set of those that pressing it turns."""
        places = [divmod(cell, self.columns) for cell in range(self.cell_count)]
        return tuple(
            sum(1 << cell for cell, (y, x) in enumerate(places) if abs(y - row) + abs(x - column) <= 1)
            for row, column in places
        )

    def start(self) -> int:
        return self.size - 1

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index

    def moves(self, position: int) -> Iterator[int]:
        yield from range(self.cell_count)

    def play(self, position: int, cell: int) -> int:
        return position ^ self.toggled_lights[cell]

    def parents(self, position: int) -> Iterator[int]:
        for cell in range(self.cell_count):
            if position ^ self.toggled_lights[cell] != 0:  # play is over there
                yield position ^ self.toggled_lights[cell]

    def outcome(self, position: int) -> int:
        return WIN if position == 0 else UNDECIDED

    # Text format: rows from the top, O where a light is on.

    def show(self, position: int) -> str:
        lit = {cell: "O" for cell in range(self.cell_count) if position >> cell & 1}
        return show_signs(lit, self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read rows of O, lights that are on, and `.`. Raises `UnreadablePosition`."""
        return cells_with_sign(read_signs(self, text, self.columns, self.rows, "O"), "O")

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.columns)

    def depict(self, position: int) -> Picture:
        """Return the board with a lamp on each light that is on."""
        places = [(cell, cell % self.columns, cell // self.columns) for cell in range(self.cell_count)]
        return Picture(
            places=tuple(Place(cell_name(cell, self.columns), x, y, shade=1) for cell, x, y in places),
            things=tuple(Thing("lamp", x, y, side=0) for cell, x, y in places if position >> cell & 1),
            marks=coordinate_marks(column_letters(self.columns), row_numbers(self.rows)),
        )
