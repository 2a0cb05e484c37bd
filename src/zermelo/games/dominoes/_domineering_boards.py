"""Boards of domineering with their mover: as one word where that holds them, else as two, else a word a row.

A board takes its positions apart and puts them together; the rules see cells, rows and who is to move. So
they are written once, and `build_domineering_board` alone decides which board it is. In one word the mover's
bit stands above the covered cells, and a move is its two cells, so that laying a domino is one or. On 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

Two words hold half of the rows each. The second is a board of one word itself, with the mover above it; the
first has as many rows, or one less. The two cells of a move may lie in both, and a move is one integer: there
it is its first cell, and the mover determines where the second lies. Boards that do not fit two words are
those of `DomineeringRows`, with the mover behind the rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS
from zermelo.games.dominoes._domino_rectangle import DominoRectangle
from zermelo.games.dominoes._domino_rows import DominoRows


@dataclass(frozen=True)
class DomineeringWord(DominoRectangle):
    """Covered cells, and above them the mover: 0 lays upright, 1 level."""

    columns: int
    rows: int

    row_word_count: ClassVar[int] = 1
    first_word_row_count: ClassVar[int] = 0

    @cached_property
    def mover_bit(self) -> int:
        """The mover's bit."""
        return 1 << self.cells

    def position_from_covered(self, covered: int, mover: int) -> Position:
        return covered | mover * self.mover_bit

    def covered_cells(self, position: Position) -> int:
        """Return the covered cells."""
        return int(position & self.full)

    def mover(self, position: Position) -> int:
        return int(position & self.mover_bit != 0)

    def pass_turn(self, position: Position) -> Position:
        """Return the same board with the other player to move."""
        return position ^ self.mover_bit

    def first_cells_of_legal_dominoes(self, position: Position, word: int) -> int:
        """Return the upper or left cells of the mover's dominoes that can be laid."""
        return (
            self.vertical_first_cells(position)
            if self.mover(position) == 0
            else self.horizontal_first_cells(position)
        )

    def move_from_first_cell(self, position: Position, word: int, first: int) -> int:
        """Return the move that lays the mover's domino whose first cell is the one of `first`."""
        return first | first << (self.columns if self.mover(position) == 0 else 1)

    def add_domino(self, position: Position, move: int) -> Position:
        """Return the board with one domino more, and the other player to move."""
        return (position | move) ^ self.mover_bit

    def first_cell(self, move: int) -> int:
        """Return the upper or left cell of a domino."""
        return ((move & -move) - 1).bit_count()

    def second_cell(self, position: Position, move: int) -> int:
        """Return the lower or right cell of the mover's domino."""
        return move.bit_length() - 1

    def free_cells(self, position: Position) -> tuple[int, int]:
        """Return the free cells of a word before this one, which has none, and of this one."""
        return 0, ~position & self.full

    def free_cells_in_row(self, position: Position, row: int) -> int:
        """Return the free cells of a row."""
        return self.first_row & ~int(position >> row * self.columns)

    def mirror_board(self, position: Position) -> Position:
        return self.mirror(position, 1)

    def flip_board(self, position: Position) -> Position:
        return self.flip(position, 1)


@dataclass(frozen=True)
class DomineeringTwoWords:
    """The upper half of the rows, and the lower half with the mover above it."""

    columns: int
    rows: int

    row_word_count: ClassVar[int] = 2

    @cached_property
    def first_word_row_count(self) -> int:
        """The rows of the first word."""
        return self.rows // 2

    @cached_property
    def first_word_cell_count(self) -> int:
        """The cells of the first word."""
        return self.first_word_row_count * self.columns

    @cached_property
    def first_word_last_row_start(self) -> int:
        """Where the last row of the first word begins."""
        return self.first_word_cell_count - self.columns

    @cached_property
    def second_word_rectangle(self) -> DomineeringWord:
        """The second word; the first is like it, or one row less."""
        return DomineeringWord(self.columns, self.rows - self.first_word_row_count)

    def position_from_covered(self, covered: int, mover: int) -> Position:
        return covered & (
            1 << self.first_word_cell_count
        ) - 1, self.second_word_rectangle.position_from_covered(covered >> self.first_word_cell_count, mover)

    def covered_cells(self, position: Position) -> int:
        """Return the covered cells, in one number."""
        return int(
            position[0] | self.second_word_rectangle.covered_cells(position[1]) << self.first_word_cell_count
        )

    def mover(self, position: Position) -> int:
        return self.second_word_rectangle.mover(position[1])

    def pass_turn(self, position: Position) -> Position:
        """Return the same board with the other player to move."""
        return position[0], position[1] ^ self.second_word_rectangle.mover_bit

    def first_cells_of_legal_dominoes(self, position: Position, word: int) -> int:
        """Return the upper or left cells, in a word, of the mover's dominoes that can be laid."""
        upper, lower = self.free_cells(position)
        if self.mover(position) == 1:
            free = upper if word == 0 else lower
            return free & free >> 1 & self.second_word_rectangle.all_columns_but_last
        if word == 0:
            return upper & (
                upper >> self.columns
                | (lower & self.second_word_rectangle.first_row) << self.first_word_last_row_start
            )
        return lower & lower >> self.columns

    def move_from_first_cell(self, position: Position, word: int, first: int) -> int:
        """Return the move that lays the mover's domino whose first cell is the one of `first`, in a word."""
        return word * self.first_word_cell_count + (first - 1).bit_count()

    def add_domino(self, position: Position, move: int) -> Position:
        """Return the board with one domino more, and the other player to move."""
        upper = lower = 0
        for cell in (move, self.second_cell(position, move)):
            if cell < self.first_word_cell_count:
                upper |= 1 << cell
            else:
                lower |= 1 << cell - self.first_word_cell_count
        return position[0] | upper, (position[1] | lower) ^ self.second_word_rectangle.mover_bit

    def first_cell(self, move: int) -> int:
        """Return the upper or left cell of a domino."""
        return move

    def second_cell(self, position: Position, move: int) -> int:
        """Return the lower or right cell of the mover's domino."""
        return move + (self.columns if self.mover(position) == 0 else 1)

    def count_dominoes(self, position: Position) -> int:
        """Return how many lie on the board, half a one for a cell more."""
        return (
            int(position[0]).bit_count()
            + int(position[1] & ~self.second_word_rectangle.mover_bit).bit_count()
        ) // 2

    def free_cells(self, position: Position) -> tuple[int, int]:
        """Return the free cells of both words."""
        return ~position[0] & (1 << self.first_word_cell_count) - 1, ~position[
            1
        ] & self.second_word_rectangle.full

    def free_cells_in_row(self, position: Position, row: int) -> int:
        """Return the free cells of a row."""
        if row < self.first_word_row_count:
            return self.second_word_rectangle.free_cells_in_row(position[0], row)
        return self.second_word_rectangle.free_cells_in_row(position[1], row - self.first_word_row_count)

    # Regions and symmetries.

    def yield_region_boards(self, position: Position) -> Iterator[Position]:
        """Yield a board for each region of two free cells or more, moved into the upper left corner.

        All the rest of such a board is covered.
        """
        upper, lower = self.free_cells(position)
        while upper | lower:
            first = upper & -upper, (0 if upper else lower & -lower)
            region = self.connected_region(first, upper, lower)
            upper, lower = upper ^ region[0], lower ^ region[1]
            if int(region[0]).bit_count() + int(region[1]).bit_count() > 1:
                cells = self.shift_to_corner(region)
                yield (
                    (1 << self.first_word_cell_count) - 1 & ~cells[0],
                    self.second_word_rectangle.full & ~cells[1],
                )

    def connected_region(self, first: tuple[int, int], upper: int, lower: int) -> tuple[int, int]:
        """Return the free cells, in two words, that can be reached from the first ones."""
        seed, region = (0, 0), first
        while region != seed:
            seed = region
            down = (
                self.second_word_rectangle.cells_and_adjacent_cells(seed[0])
                | (seed[1] & self.second_word_rectangle.first_row) << self.first_word_last_row_start
            )
            up = (
                self.second_word_rectangle.cells_and_adjacent_cells(seed[1])
                | seed[0] >> self.first_word_last_row_start
            )
            region = down & upper, up & lower
        return region

    def shift_to_corner(self, region: tuple[int, int]) -> tuple[int, int]:
        """Return a region moved up and to the left as far as the board goes."""
        first_row, first_column = (
            self.second_word_rectangle.first_row,
            self.second_word_rectangle.first_column,
        )
        upper, lower = region
        while upper & first_row == 0:
            upper, lower = (
                upper >> self.columns | (lower & first_row) << self.first_word_last_row_start,
                lower >> self.columns,
            )
        while (upper | lower) & first_column == 0:
            upper, lower = upper >> 1, lower >> 1
        return upper, lower

    def mirror_board(self, position: Position) -> Position:
        return self.second_word_rectangle.mirror(position[0], 1), self.second_word_rectangle.mirror(
            position[1], 1
        )

    def flip_board(self, position: Position) -> Position:
        """Return the board upside down: either half is turned, and stands in the other's place.

        The second half may have a row more, the middle one, which stays.
        """
        turn = position[1] & self.second_word_rectangle.mover_bit
        lower = self.second_word_rectangle.flip(position[0], 1) | position[1] & self.middle_row_cells
        return self.second_word_rectangle.flip(position[1] ^ turn, 1) & self.first_word_cells, lower | turn

    @cached_property
    def first_word_cells(self) -> int:
        """The cells of the first word."""
        return (1 << self.first_word_cell_count) - 1

    @cached_property
    def middle_row_cells(self) -> int:
        """The first row of the second word, where it is the middle one."""
        return self.second_word_rectangle.first_row if self.rows % 2 == 1 else 0


@dataclass(frozen=True)
class DomineeringRows(DominoRows):
    """A word for each row, and behind them the mover."""

    @property
    def row_word_count(self) -> int:
        return self.rows

    def mover(self, position: Position) -> int:
        return int(position[self.rows])

    def pass_turn(self, position: Position) -> Position:
        """Return the same board with the other player to move."""
        return (*position[: self.rows], 1 - self.mover(position))

    def first_cells_of_legal_dominoes(self, position: Position, word: int) -> int:
        """Return the upper or left cells, in a row, of the mover's dominoes that can be laid."""
        return self.possible_first_cells(position, word, self.mover(position))

    def move_from_first_cell(self, position: Position, word: int, first: int) -> int:
        """Return the move that lays the mover's domino whose first cell is the one of `first`, in a row."""
        return self.domino_move(word, first, self.mover(position))

    def add_domino(self, position: Position, move: int) -> Position:
        """Return the board with one domino more, and the other player to move."""
        return self.pass_turn(super().add_domino(position, move))


DomineeringBoard = DomineeringWord | DomineeringTwoWords


def build_domineering_board(columns: int, rows: int) -> DomineeringBoard | DomineeringRows:
    """Return the board of so many columns and rows, in one word where board and mover fit."""
    if columns * rows < WORD_BITS:
        return DomineeringWord(columns, rows)
    return (
        DomineeringTwoWords(columns, rows)
        if (rows + 1) // 2 * columns < WORD_BITS
        else DomineeringRows(columns, rows)
    )
