"""Notakto: both players put X, and the player who makes the last line loses.

Every board has a field of one bit a cell, the first board lowest; two boards of 3 x 3:

    bit  0  1  2     first       bit   9 10 11     second
         3  4  5                      12 13 14
         6  7  8                      15 16 17

A line kills its board: nothing is put there any more. All dead boards are alike, so a dead one is written
full. It then has no free cell, so rules need no extra check. A full board is always dead, since a line fits
on it. Thane Plambeck and Greg Whitehead, *The Secrets of Notakto: Winning at X-only Tic-Tac-Toe* (2013).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.bitboards.rectangle import LineBoard
from zermelo.boards.notation.sign_grid_text import cell_name, cells_with_sign, read_boards, show_boards
from zermelo.boards.pictures.game_pictures import depict_side_by_side, depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import WIN


class Notakto(Game, LineBoard):
    """Put X on a free cell of a board without a line; `line` in a row on the last such board loses.

    A board with a line, across, down or aslant, is dead: nothing is put there any more. Values are win and
    loss. It is a misere game: a player to move with every board dead wins.
    """

    columns: int = whole(3, 1, WORD_BITS)
    rows: int = whole(3, 1, WORD_BITS)
    line: int = whole(3, 1, WORD_BITS)
    boards: int = whole(1, 1, WORD_BITS)

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        row, turn = f"{self.line} X in a row", "Both players mark a free square with X"
        if self.boards == 1:
            end = f"The player who completes {row} loses; there are no draws."
            return f"Do not complete {row}, across, down or diagonally.", f"{turn}.", end
        return (
            f"Do not complete {row}, across, down or diagonally, on the last board in play.",
            f"{turn}, on any board in play. A board with {row} is out of play.",
            "The player who puts the last board out of play loses; there are no draws.",
        )

    def __post_init__(self) -> None:
        check_bits(f"boards={self.boards} of {self.columns} x {self.rows}", self.boards * self.cells)
        if self.line > max(self.columns, self.rows):
            raise BadParameter(
                f"line={self.line} does not fit on a board of {self.columns} x {self.rows}, so nobody "
                f"could lose: take one up to {max(self.columns, self.rows)}"
            )

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        free = ~position & ((1 << self.boards * self.cells) - 1)
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: int, move: int) -> int:
        position |= 1 << move
        lowest = move // self.cells * self.cells
        if self.has_line((position >> lowest) & self.full):
            position |= self.full << lowest
        return position

    def stuck(self, position: int) -> int:
        return WIN

    # Symmetries: all boards turned alike, and moved round. To turn each board by itself and to order them
    # anyhow is more than pays: with 3,072 images three boards took 30 s, with these 24 they take 6.

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(self.turns * self.boards):
            if image % self.turns > 0:
                position = self.turned(position, self.lowest_bit_of_each_board, image)
            elif image > 0:
                last = (self.boards - 1) * self.cells
                position = (position >> self.cells) | ((position & self.full) << last)
            yield position

    # Boards are played apart: the part is the first board, and all others are dead.

    def parts(self, position: int) -> Iterator[int]:
        for board in range(self.boards):
            marks = (position >> board * self.cells) & self.full
            if marks != self.full:
                yield marks | self.full_boards_after_first

    @cached_property
    def full_boards_after_first(self) -> int:
        """All boards but the first, full."""
        return ((1 << self.boards * self.cells) - 1) & ~self.full

    @cached_property
    def lowest_bit_of_each_board(self) -> int:
        """The lowest bit of each board."""
        return sum(1 << board * self.cells for board in range(self.boards))

    # Text format: the boards side by side, a dead one full.

    def show(self, position: int) -> str:
        fields = (position >> board * self.cells for board in range(self.boards))
        boards = [{cell: "X" for cell in range(self.cells) if marks >> cell & 1} for marks in fields]
        return show_boards(boards, self.columns, self.rows)

    def parse(self, text: str) -> int:
        """Read a position: rows of X and `.` from the top, those of several boards with blanks between.

        A board with a line is a dead one, whatever else stands on it. Raises `UnreadablePosition`.
        """
        boards = read_boards(self, text, self.columns, self.rows, "X", None, count=self.boards)
        position = 0
        for board, signs in enumerate(boards):
            marks = cells_with_sign(signs, "X")
            position |= (self.full if self.has_line(marks) else marks) << board * self.cells
        return position

    def name(self, position: int, move: int) -> str:
        cell = cell_name(move % self.cells, self.columns)
        return cell if self.boards == 1 else f"{move // self.cells + 1}{cell}"

    def depict(self, position: int) -> Picture:
        boards = []
        for board in range(self.boards):
            marks = position >> board * self.cells
            signs = {cell: "X" for cell in range(self.cells) if marks >> cell & 1}
            drawn = depict_signs(signs, {"X": ("cross", None)}, self.columns, self.rows)
            if self.boards > 1:
                places = tuple(replace(place, name=f"{board + 1}{place.name}") for place in drawn.places)
                drawn = replace(drawn, places=places)
            boards.append(drawn)
        heads = [str(board + 1) for board in range(self.boards)]
        return boards[0] if self.boards == 1 else depict_side_by_side(boards, heads, self.columns + 1.4)
