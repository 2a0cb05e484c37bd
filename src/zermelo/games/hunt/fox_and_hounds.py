"""Fox and hounds: hounds, which only move ahead, try to shut in a fox on the dark cells of a board.

The start on 8 x 8, a draughts board, as text shows it, and the numbers of the dark cells:

    .H.H.H.H      0   1   2   3     8
    ........    4   5   6   7       7     hounds go down, one cell aslant;
    ........      8   9  10  11     6     the fox goes one cell aslant in any direction
    ........   12  13  14  15       5
    ........     16  17  18  19     4     bits  0-31  the hounds' cells
    ........   20  21  22  23       3          32-36  the number of the fox's cell
    ........     24  25  26  27     2          37     the mover: 0 the fox, who begins
    ..F.....   28  29  30  31       1
               a b c d e f g h

One fox is a number, so larger boards fit the word. A move is the bits that change: a hound's two cells, or
the difference of two numbers.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.notation.sign_grid_text import Signs, cell_name, cells_with_sign, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture, Place
from zermelo.boards.pictures.picture_places import rectangle_cell_names, square_places
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import check_bits, whole
from zermelo.core.values import LOSS, UNDECIDED, WIN


class FoxAndHounds(Game, InputPlanes):
    """Hounds go down a draughts board to shut in the fox, who wins by passing them; no move loses.

    The hounds stand on all dark cells of the top row, the fox in the middle of the bottom row, and the fox
    begins. It has passed the hounds where every hound is further down, or the fox is in the top row. Values
    are win and loss.
    """

    columns: int = whole(8, 2, 26)
    rows: int = whole(8, 3, 26)

    player_names: ClassVar[tuple[str, str]] = ("fox", "hounds")
    signs: ClassVar[str] = "FH"
    fox_player: ClassVar[int] = 0  # which player has the fox, who begins

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "The fox gets past the hounds; the hounds leave it no move.",
            "The fox moves one square diagonally in any direction, a hound one square diagonally downwards. "
            "Nothing is taken.",
            "The fox wins when it is in the top row or every hound is below it. "
            "A player who cannot move loses; there are no draws.",
        )

    def __post_init__(self) -> None:
        if self.columns % 2:
            raise BadParameter(f"columns={self.columns!r} is odd: give an even number, half of them are dark")
        check_bits(f"a board of {self.columns} x {self.rows}", self.cell_count + self.fox_cell_bits + 1)

    @cached_property
    def dark_cell_count_per_row(self) -> int:
        """The dark cells of a row."""
        return self.columns // 2

    @cached_property
    def cell_count(self) -> int:
        return self.dark_cell_count_per_row * self.rows

    @cached_property
    def fox_cell_bits(self) -> int:
        """The bits of the fox's cell."""
        return (self.cell_count - 1).bit_length()

    @cached_property
    def mover_bit(self) -> int:
        """The bit for the player to move."""
        return 1 << self.cell_count + self.fox_cell_bits

    def start(self) -> int:
        fox = self.cell_count - self.dark_cell_count_per_row + (self.dark_cell_count_per_row - 1) // 2
        return (1 << self.dark_cell_count_per_row) - 1 | fox << self.cell_count

    def moves(self, position: int) -> Iterator[int]:
        hounds, fox = self.hound_cells(position), self.fox_cell(position)
        if self.hounds_turn_bit(position) == 0:
            ends = (self.adjacent_cells_above[fox] | self.adjacent_cells_below[fox]) & ~hounds
            while ends:
                yield (((ends & -ends) - 1).bit_count() ^ fox) << self.cell_count
                ends &= ends - 1
        else:
            occupied = hounds | 1 << fox
            while hounds:
                hound = hounds & -hounds
                ends = self.adjacent_cells_below[(hound - 1).bit_count()] & ~occupied
                while ends:
                    yield hound | ends & -ends
                    ends &= ends - 1
                hounds ^= hound

    def play(self, position: int, move: int) -> int:
        return position ^ move ^ self.mover_bit

    def mover(self, position: int) -> int:
        return self.hounds_turn_bit(position) ^ self.fox_player

    def hounds_turn_bit(self, position: int) -> int:
        return position >> self.cell_count + self.fox_cell_bits

    def hound_cells(self, position: int) -> int:
        return position & (1 << self.cell_count) - 1

    def fox_cell(self, position: int) -> int:
        return position >> self.cell_count & (1 << self.fox_cell_bits) - 1

    def outcome(self, position: int) -> int:
        row = self.fox_cell(position) // self.dark_cell_count_per_row
        if row > 0 and self.hound_cells(position) & self.cells_up_to_row[row]:
            return UNDECIDED
        return WIN if self.hounds_turn_bit(position) == 0 else LOSS

    def tier(self, position: int) -> int:
        """Return the plies played: every second one is a hound's, and takes it down a row."""
        rows = sum((self.hound_cells(position) & ~passed).bit_count() for passed in self.cells_up_to_row)
        return 2 * rows + self.hounds_turn_bit(position)

    @cached_property
    def cells_up_to_row(self) -> tuple[int, ...]:
        """For each row, its dark cells and those above."""
        return tuple((1 << (row + 1) * self.dark_cell_count_per_row) - 1 for row in range(self.rows))

    # The dark cells beside each in the rows above and below it.

    @cached_property
    def adjacent_cells_above(self) -> tuple[int, ...]:
        return tuple(self.neighbours_in_adjacent_row(cell, -1) for cell in range(self.cell_count))

    @cached_property
    def adjacent_cells_below(self) -> tuple[int, ...]:
        return tuple(self.neighbours_in_adjacent_row(cell, 1) for cell in range(self.cell_count))

    def neighbours_in_adjacent_row(self, cell: int, down: int) -> int:
        row, column = divmod(self.dark_cells[cell], self.columns)
        ends = [
            (row + down) * self.columns + column + right
            for right in (-1, 1)
            if 0 <= column + right < self.columns
        ]
        return sum(1 << other for other, place in enumerate(self.dark_cells) if place in ends)

    @cached_property
    def dark_cells(self) -> tuple[int, ...]:
        """The dark cells, numbered among all cells of the board by rows from the top."""
        cells = range(self.columns * self.rows)
        return tuple(cell for cell in cells if (cell // self.columns + cell % self.columns) % 2 == 1)

    # Text format: squares are those of chess, a1 the lower left one, and who moves stands below.

    def show(self, position: int) -> str:
        board = show_signs(self.cell_signs(position), self.columns, self.rows)
        return f"{board}\n{self.player_names[self.hounds_turn_bit(position)]} to move"

    def cell_signs(self, position: int) -> Signs:
        fox, hound = self.signs[0], self.signs[1]
        signs = {place: hound for cell, place in enumerate(self.dark_cells) if position >> cell & 1}
        signs[self.dark_cells[self.fox_cell(position)]] = fox
        return signs

    def parse(self, text: str) -> int:
        """Read rows of F, H and `.` from the top, and `fox to move` or `hounds to move` below.

        Raises `UnreadablePosition`. Only the number of hounds is checked, not whether play can reach it.
        """
        rows, turn = read_rows_and_mover(self, text, self.player_names)
        fox, hound = self.signs[0], self.signs[1]
        signs = read_signs(self, text, self.columns, self.rows, self.signs, rows)
        if set(signs) - set(self.dark_cells):
            raise unreadable(self, text, "an animal stands on a light cell", "the upper left cell is light")
        dark = {self.dark_cells.index(place): sign for place, sign in signs.items()}
        hounds, foxes = cells_with_sign(dark, hound), cells_with_sign(dark, fox)
        if foxes.bit_count() != 1 or hounds.bit_count() != self.dark_cell_count_per_row:
            raise unreadable(
                self,
                text,
                f"it has {foxes.bit_count()} {fox} and {hounds.bit_count()} {hound}",
                f"write one {fox} and {self.dark_cell_count_per_row} {hound}",
            )
        return hounds | foxes.bit_length() - 1 << self.cell_count | turn * self.mover_bit

    def name(self, position: int, move: int) -> str:
        if self.hounds_turn_bit(position) == 0:
            begin = self.fox_cell(position)
            end = move >> self.cell_count ^ begin
        else:
            begin, end = ((move & part).bit_length() - 1 for part in (position, ~position))
        return f"{self.cell_name(begin)}-{self.cell_name(end)}"

    def cell_name(self, cell: int) -> str:
        row, column = divmod(self.dark_cells[cell], self.columns)
        return cell_name((self.rows - 1 - row) * self.columns + column, self.columns)

    def layers(self, position: int) -> Iterator[int]:
        """Yield hounds and fox if the fox is to move, then the same if the hounds are, then the mover."""
        hounds, fox = self.hound_cells(position), 1 << self.fox_cell(position)
        they_move = self.hounds_turn_bit(position)
        yield hounds * (1 - they_move)
        yield fox * (1 - they_move)
        yield hounds * they_move
        yield fox * they_move
        yield self.mover(position)

    def depict(self, position: int) -> Picture:
        fox = self.fox_player
        looks = {"F": ("fox", fox), "H": ("hound", 1 - fox), "G": ("goose", 1 - fox)}
        board = depict_signs(
            self.cell_signs(position),
            looks,
            self.columns,
            self.rows,
            names=self._all_cell_names,
            notes=(f"{self.player_names[self.hounds_turn_bit(position)]} to move",),
            mover=self.mover(position),
        )
        return replace(board, places=self._shaded_cell_places)

    @cached_property
    def _shaded_cell_places(self) -> tuple[Place, ...]:
        """The cells, the playable ones darker."""
        playable = set(self.dark_cells)
        cells = square_places(self.columns, self.rows, self._all_cell_names)
        return tuple(replace(place, shade=int(cell in playable)) for cell, place in enumerate(cells))

    @cached_property
    def _all_cell_names(self) -> tuple[str, ...]:
        return rectangle_cell_names(self.columns, self.rows, from_bottom=True)
