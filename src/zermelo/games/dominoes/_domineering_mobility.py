"""Compute how a domino changes the mobility, from bits found once for all dominoes of a position.

Mobility is how many upright dominoes fit at most, plus the safe ones again, minus the same for level ones. In
a run of free cells half as many dominoes fit as it has cells, rounded down. So what a run loses by a cell, or
gains, depends on whether the parts before and behind it are odd: `odd_before` has a bit where the run that
ends just before a cell is odd, and `odd_behind` where the one that begins just behind it is.

    two cells of a run are covered    one domino less, and another where both parts are odd
    one cell of a run is covered      one domino less, but none where both parts are even
    cells become shut                 the same, with the opposite sign

Cells are two words, as of a board of two; a board of one word is the second, and the first is empty. What is
found depends on the position alone and has no branches, so the compiler takes it out of the loop over moves,
and each move only adds some bits. Counting the mobility after each move took half of a search's time.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.game import Position
from zermelo.games.dominoes._domineering_boards import DomineeringBoard, DomineeringWord

Cells = tuple[int, int]


@dataclass(frozen=True)
class DominoMobility:
    """The mobility on a board of dominoes. A direction is how dominoes lie: 0 down, 1 to the right."""

    board: DomineeringBoard

    @cached_property
    def second_word_rectangle(self) -> DomineeringWord:
        """The board of the second word; the first is like it, or one row less."""
        return DomineeringWord(self.board.columns, self.board.rows - self.board.first_word_row_count)

    def mobility_change(self, position: Position, direction: int, first: int) -> int:
        """Return by how much a domino changes the mobility, player's minus opponent's, up to a constant.

        The domino begins at the cell `first`, and the constant is the same for all dominoes of a position.
        """
        free = self.board.free_cells(position)
        if direction == 0:
            return self.player_mobility_change(free, 0, first) - self.opponent_mobility_change(free, 0, first)
        return self.player_mobility_change(free, 1, first) - self.opponent_mobility_change(free, 1, first)

    def count_unreachable_cells(self, position: Position, direction: int, first: int) -> int:
        """Return how many cells of a domino the other player's do not reach."""
        shut = self.unreachable_cells(self.board.free_cells(position), direction)
        return self.cell_membership_bit(shut, first) + self.cell_membership_bit(
            self.shift_back(shut, direction), first
        )

    def player_mobility_change(self, free: Cells, direction: int, first: int) -> int:
        """Return the change of the player's mobility, in the domino's line and by shut cells beside it."""
        across, shut = 1 - direction, self.unreachable_cells(free, direction)
        before, behind = (
            self.cells_after_odd_runs(shut, direction),
            self.shift_back(self.cells_before_odd_runs(shut, direction), direction),
        )
        both_odd = intersect_cells(
            self.cells_after_odd_runs(free, direction),
            self.shift_back(self.cells_before_odd_runs(free, direction), direction),
        )
        change = -self.cell_membership_bit(both_odd, first) - self.line_capacity_change(
            shut, before, behind, direction, first
        )
        nearly = subtract_cells(free, self.shift_back(free, across))  # shut, but for the cell before
        moved = (
            self.shift_back(nearly, across),
            self.shift_back(before, across),
            self.shift_back(behind, across),
        )
        change += self.line_capacity_change(moved[0], moved[1], moved[2], direction, first)
        nearly = subtract_cells(free, self.shift_forward(free, across))
        moved = (
            self.shift_forward(nearly, across),
            self.shift_forward(before, across),
            self.shift_forward(behind, across),
        )
        return change + self.line_capacity_change(moved[0], moved[1], moved[2], direction, first)

    def line_capacity_change(
        self, cells: Cells, before: Cells, behind: Cells, direction: int, first: int
    ) -> int:
        """Return how many dominoes more fit with those of two cells that are among `cells` than without.

        The parts of their run are odd where `before` and `behind` have a bit, both of them at the first cell.
        """
        second = self.shift_back(cells, direction)
        two = intersect_cells(cells, second)
        one = unite_cells(
            intersect_cells(subtract_cells(cells, second), before),
            intersect_cells(subtract_cells(second, cells), behind),
        )
        return self.cell_membership_bit(unite_cells(two, one), first) + self.cell_membership_bit(
            intersect_cells(two, intersect_cells(before, behind)), first
        )

    def opponent_mobility_change(self, free: Cells, direction: int, first: int) -> int:
        """Return the change of the opponent's mobility: two lines lose a cell, and one beside may be shut."""
        across = 1 - direction
        odd = unite_cells(self.cells_after_odd_runs(free, across), self.cells_before_odd_runs(free, across))
        change = -self.cell_membership_bit(odd, first) - self.cell_membership_bit(
            self.shift_back(odd, direction), first
        )
        shut = self.unreachable_cells(free, across)
        odd = unite_cells(self.cells_after_odd_runs(shut, across), self.cells_before_odd_runs(shut, across))
        above = self.shift_forward(
            intersect_cells(odd, subtract_cells(free, self.shift_forward(free, direction))), direction
        )
        below = self.shift_back(
            intersect_cells(odd, subtract_cells(free, self.shift_back(free, direction))), direction
        )
        return (
            change
            + self.cell_membership_bit(above, first)
            + self.cell_membership_bit(self.shift_back(below, direction), first)
        )

    def unreachable_cells(self, free: Cells, direction: int) -> Cells:
        """Return the free cells that dominoes across in this direction do not reach."""
        return subtract_cells(
            free, unite_cells(self.shift_forward(free, 1 - direction), self.shift_back(free, 1 - direction))
        )

    def cells_after_odd_runs(self, cells: Cells, direction: int) -> Cells:
        """Return the places just before which a run of an odd number of cells ends, in this direction."""
        odd = 0, 0
        for _ in range((self.board.rows if direction == 0 else self.board.columns) - 1):
            odd = self.shift_forward(subtract_cells(cells, odd), direction)
        return odd

    def cells_before_odd_runs(self, cells: Cells, direction: int) -> Cells:
        """Return the places just behind which a run of an odd number of cells begins."""
        odd = 0, 0
        for _ in range((self.board.rows if direction == 0 else self.board.columns) - 1):
            odd = self.shift_back(subtract_cells(cells, odd), direction)
        return odd

    def shift_forward(self, cells: Cells, direction: int) -> Cells:
        """Return cells moved one on, down or to the right; what would leave the board is dropped."""
        upper, lower = cells
        if direction == 1:
            return (upper & self.second_word_rectangle.all_columns_but_last) << 1, (
                lower & self.second_word_rectangle.all_columns_but_last
            ) << 1
        below = (
            lower & self.second_word_rectangle.all_rows_but_last
        ) << self.board.columns | upper >> self.first_word_last_row_start
        return (upper & self.first_word_without_last_row) << self.board.columns, below

    def shift_back(self, cells: Cells, direction: int) -> Cells:
        """Return cells moved one back, up or to the left."""
        upper, lower = cells
        if direction == 1:
            return (
                upper >> 1 & self.second_word_rectangle.all_columns_but_last,
                lower >> 1 & self.second_word_rectangle.all_columns_but_last,
            )
        above = (
            upper >> self.board.columns
            | (lower & self.second_word_first_row) << self.first_word_last_row_start
        )
        return above, lower >> self.board.columns

    def cell_membership_bit(self, cells: Cells, cell: int) -> int:
        """Return whether a cell is among these, 1 or 0."""
        return (
            cells[0] >> cell & 1
            if cell < self.first_word_cell_count
            else cells[1] >> cell - self.first_word_cell_count & 1
        )

    @cached_property
    def first_word_cell_count(self) -> int:
        """The cells of the first word."""
        return self.board.first_word_row_count * self.board.columns

    @cached_property
    def first_word_last_row_start(self) -> int:
        """Where the last row of the first word begins."""
        return max(0, self.first_word_cell_count - self.board.columns)

    @cached_property
    def first_word_without_last_row(self) -> int:
        """The cells of the first word without its last row."""
        return (1 << self.first_word_last_row_start) - 1

    @cached_property
    def second_word_first_row(self) -> int:
        """The first row of the second word, where there is another above it."""
        return self.second_word_rectangle.first_row if self.first_word_cell_count > 0 else 0


def intersect_cells(some: Cells, others: Cells) -> Cells:
    """Return the cells that are among both."""
    return some[0] & others[0], some[1] & others[1]


def unite_cells(some: Cells, others: Cells) -> Cells:
    """Return the cells that are among either."""
    return some[0] | others[0], some[1] | others[1]


def subtract_cells(some: Cells, others: Cells) -> Cells:
    """Return the cells that are not among the others."""
    return some[0] & ~others[0], some[1] & ~others[1]
