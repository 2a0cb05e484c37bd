"""Konane, or Hawaiian draughts: jump over the other's stones. Ernst, *Playing Konane mathematically* (1995).

The start on 4 x 4:

    x o x o
    o . . x      Left and Right have each taken off
    x o x o      one stone in the middle
    o x o x

What can be played apart is found by asking which cells could ever take part in a jump. A player's stone may
come to stand wherever it could land, and a cell may come to be free that a stone could leave or be taken
from, whatever else would have to happen first. That grows to an end; then every jump that play can hold, over
one stone, joins its three cells, and no move changes or depends on cells that are not joined. Stones on cells
in no jump stay for ever. They are kept where another would land on them.
"""

from collections.abc import Iterator

from zermelo.boards.board_constructors import LEFT, UP
from zermelo.core.game import Position
from zermelo.games.capture._stone_captures import StoneCaptures


class Konane(StoneCaptures):
    """Jump over adjacent stones of the other player, once or more in a straight line; no move loses.

    Every jump ends on the free cell behind the stone, which is taken. Left has x and Right has o. The
    start is the `setup` that text gives, rows with `/` between, "xo.xo"; or else a full checkerboard, x in
    the upper left corner, less the stone in the middle (the upper left one of several) and its neighbour
    to the right, or below on one column. Values are win and loss.
    """

    rows: int = 4

    how_to_play = (
        "Make the last jump.",
        "Jump up, down or sideways over a stone of your opponent to the free square behind, and take it. "
        "You may jump on straight ahead.",
        "The player who cannot jump loses; there are no draws.",
    )

    def default_starting_boards(self) -> tuple[int, int]:
        middle = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        removed = (1 << middle | 1 << middle + 1) & self.full
        return self.cells_of_checkerboard_colour(0) & ~removed, self.cells_of_checkerboard_colour(
            1
        ) & ~removed

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        yield from self.straight_jumps(mine, theirs, self.empty_cells(position), self.board.side_directions)

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        start, end = self.start_of(move), self.end_of(move)
        return self.next_position(
            position, mine ^ (1 << start | 1 << end), theirs & ~self.board.between(start, end)
        )

    def parts(self, position: int) -> Iterator[int]:
        """Yield the cells that jumps may join, with their stones and what stands in their way."""
        left, right = self.both_boards(position)
        may_left, may_right, may_free = self.reachable_cells(left, right)
        jumped = self.cells_of_jumps_touching(may_left | may_right, may_left, may_right, may_free)
        while jumped:
            seed, group = 0, jumped & -jumped
            while group != seed:
                seed, group = (
                    group,
                    group | self.cells_of_jumps_touching(group, may_left, may_right, may_free),
                )
            jumped &= ~group
            kept = self.add_blocking_stones(group, may_left, may_right, may_free)
            yield self.move_part_to_corner(left & kept, right & kept, kept)

    def reachable_cells(self, left: int, right: int) -> tuple[int, int, int]:
        """Return the cells where Left's stones and Right's may come to stand, and those that may be free."""
        free = self.full & ~(left | right)
        size = -1
        while left.bit_count() + right.bit_count() + free.bit_count() != size:
            size = left.bit_count() + right.bit_count() + free.bit_count()
            for direction in self.board.side_directions:
                begins = self.jumping_stones(left, right, free, direction)
                others = self.jumping_stones(right, left, free, direction)
                free |= begins | others | self.board.step(begins | others, direction)
                left |= self.board.step(self.board.step(begins, direction), direction)
                right |= self.board.step(self.board.step(others, direction), direction)
        return left, right, free

    def jumping_stones(self, mine: int, theirs: int, free: int, direction: int) -> int:
        """Return the cells from which a stone may jump over one of the others'."""
        back = self.board.opposite[direction]
        return mine & self.board.step(theirs & self.board.step(free, back), back)

    def cells_of_jumps_touching(self, cells: int, left: int, right: int, free: int) -> int:
        """Return the cells of all jumps that may touch one of `cells`."""
        found = 0
        for direction in self.board.side_directions:
            back = self.board.opposite[direction]
            near = cells | self.board.step(cells | self.board.step(cells, back), back)
            begins = self.jumping_stones(left, right, free, direction) | self.jumping_stones(
                right, left, free, direction
            )
            over = self.board.step(begins & near, direction)
            found |= begins & near | over | self.board.step(over, direction)
        return found

    def add_blocking_stones(self, group: int, left: int, right: int, free: int) -> int:
        """Return the group and the stones that stay for ever where one of those returned would land."""
        size, kept = 0, group
        while kept != size:
            size = kept
            for direction in self.board.side_directions:
                for mine, theirs in ((left, right), (right, left)):
                    over = self.board.step(mine & kept, direction) & theirs & kept
                    kept |= self.board.step(over, direction) & ~free
        return kept

    def move_part_to_corner(self, left: int, right: int, cells: int) -> int:
        """Return the cells' pieces in the upper left corner, where that leaves the same jumps, or unmoved.

        Away from the right and the lower edge there may be more.
        """
        there = self.move_pieces_to_corner(left, right, cells)
        moved = -self.board.shift_to_edges(cells, (UP, LEFT))
        before = self.reachable_cells(left, right)
        first, second = self.both_boards(there)
        after = self.reachable_cells(first, second)
        same = before[0] == after[0] << moved and before[1] == after[1] << moved
        return there if same else int(self.join_boards(left, right, 0, 0))
