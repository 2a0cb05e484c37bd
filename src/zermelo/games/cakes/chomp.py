"""Chomp: eat a square of a chocolate bar and all that lies right of and below it.

Schuh, *Spel van delers* (1952); Gale, *A curious Nim-type game* (1974). What is left of each
row is never longer than the row above it. Every row's length has a field of the same width, the top row
lowest; on 5 x 4:

    bits  11 10 9   8 7 6   5 4 3   2 1 0           P # # # #    5
          row 4     row 3   row 2   row 1           # # # . .    3
             0         3      3       5             # # # . .    3
                                                    . . . . .    0

Row by row this needs fewer bits than a bit for each square: a bar of 10 x 8 has 32.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.sign_grid_text import cell_name
from zermelo.boards.pictures.game_pictures import SignStyle, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, check_bits, whole


class Chomp(Game):
    """Eat a square with all that is right of and below it; who has only the poisoned one left loses.

    The poisoned square is the upper left one, and nobody eats it. Values are win and loss: by
    strategy stealing the player who begins wins on every bar but a single square.
    """

    columns: int = whole(5, 1, 1_000)
    rows: int = whole(4, 1, WORD_BITS)

    impartial = True

    how_to_play = (
        "Leave the opponent only the poisoned square in the upper left corner.",
        (
            "Choose any other square. "
            "It is eaten, with all squares in its row or below that are not to the left of it."
        ),
        "The player who has only the poisoned square left loses.",
    )

    def __post_init__(self) -> None:
        check_bits(f"a bar of {self.columns} x {self.rows}", self.rows * self.bits_per_row)

    @cached_property
    def bits_per_row(self) -> int:
        return self.columns.bit_length()

    def start(self) -> int:
        return self.pack_position([self.columns] * self.rows)

    def row_length(self, position: int, row: int) -> int:
        return (position >> (row * self.bits_per_row)) & ((1 << self.bits_per_row) - 1)

    def moves(self, position: int) -> Iterator[int]:
        for row in range(self.rows):
            for column in range(self.row_length(position, row)):
                if row + column > 0:
                    yield row * self.columns + column

    def play(self, position: int, move: int) -> int:
        first, column = move // self.columns, move % self.columns
        for row in range(first, self.rows):
            eaten = self.row_length(position, row) - column
            if eaten > 0:
                position -= eaten << (row * self.bits_per_row)
        return position

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(2 if self.columns == self.rows else 1):
            yield position if image == 0 else self.transpose_bar(position)

    def transpose_bar(self, position: int) -> int:
        """Return what is left of a square bar with its columns as rows."""
        image = 0
        for row in range(self.rows):
            for column in range(self.row_length(position, row)):
                image += 1 << (column * self.bits_per_row)
        return image

    # Text format: # for a square and P for the poisoned one, the upper left, a1.

    def pack_position(self, lengths: list[int]) -> int:
        return sum(length << row * self.bits_per_row for row, length in enumerate(lengths))

    def show(self, position: int) -> str:
        lengths = [self.row_length(position, row) for row in range(self.rows)]
        bar = "\n".join("#" * length + "." * (self.columns - length) for length in lengths)
        return "P" + bar[1:]

    def parse(self, text: str) -> int:
        """Read the bar, `.` for each eaten square, its rows apart or with `/` between them.

        Raises `UnreadablePosition`.
        """
        bar = split_rows(text)
        if len(bar) != self.rows or any(len(row) != self.columns for row in bar):
            remedy = f"write {self.rows} rows of {self.columns} characters"
            raise unreadable(self, text, "its size is another", remedy)
        if bar[0][0] != "P":
            raise unreadable(self, text, "the poisoned square is eaten", "write P for the upper left square")
        lengths = [row.find(".") % (self.columns + 1) for row in bar]
        squares = ["P" + "#" * (lengths[0] - 1), *("#" * length for length in lengths[1:])]
        for row, left in zip(bar, squares, strict=True):
            if row != left.ljust(self.columns, "."):
                remedy = "write # for each square, then . for each eaten one"
                raise unreadable(self, text, f"the row {row!r} has gaps", remedy)
        if lengths != sorted(lengths, reverse=True):
            remedy = "eat all that is below what is eaten"
            raise unreadable(self, text, "a row is longer than the one above", remedy)
        return self.pack_position(lengths)

    def name(self, position: int, move: int) -> str:
        return cell_name(move, self.columns)

    def depict(self, position: int) -> Picture:
        signs = {
            cell: "#"
            for cell in range(self.columns * self.rows)
            if cell % self.columns < self.row_length(position, cell // self.columns)
        }
        looks: Mapping[str, SignStyle] = {"#": ("chocolate", None), "P": ("poison", None)}
        return depict_signs(signs | {0: "P"}, looks, self.columns, self.rows)
