"""Breakthrough: two ranks of pawns a side, which also step diagonally. Dan Troyka (2000).

The start on 4 x 5:

    O O O O     rank 5
    O O O O          4
    . . . .          3
    X X X X          2
    X X X X          1
    a b c d
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_constructors import DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP_LEFT, UP_RIGHT
from zermelo.boards.board_symmetries import apply_delta_swaps, find_delta_swaps
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.chess._pawns import Pawns

FAR = 63  # ranks: more than any pawn has to go to its last rank


class BreakthroughRules(Pawns):
    """The rules; `Breakthrough` below adds move order, bounds and an estimate for searches."""

    columns: int = 4
    rows: int = whole(5, 4, WORD_BITS // 2)

    ranks: ClassVar[int] = 2

    how_to_play = (
        "Bring one of your pawns to the far side of the board.",
        "Move a pawn one square ahead, straight or diagonally, to a free square, "
        "or take a pawn diagonally ahead.",
        "The first pawn on the far side wins. A player who cannot move loses; there are no draws.",
    )

    def diagonal_targets(self, free: int, theirs: int) -> int:
        return free | theirs


class Breakthrough(BreakthroughRules):
    """Pawns step ahead, straight or diagonally, and take diagonally; the last rank wins.

    Each side has two ranks of pawns. A player without pawns cannot move, and loses. Values are win and loss.
    """

    # For searches. The board is turned so that the mover goes up.
    #
    # A pawn on the last rank but one must be taken at once: it may step diagonally, so nothing blocks it.
    # A *runner* is sure to arrive: no pawn of its own side stands straight ahead of it, and no pawn of the
    # opponent is in time to take it. A pawn j ranks ahead of a runner and k columns beside it is in time
    # only if k <= j // 2, as the two meet half way; if the opponent moves first, only if k <= (j + 1) // 2.
    # A player with a runner that has no farther to go than the opponent's foremost pawn wins. Such races
    # end a search many plies early.
    #
    # On a single column pawns can be blocked, and neither forced moves nor races hold.

    def pawns_with_mover_facing_up(self, position: Position) -> tuple[int, int]:
        """Return the mover's and the opponent's pawns, turned upside down if the mover goes down."""
        mine, theirs = self.pieces(position)
        if self.side_to_move(position) == 0:
            return mine, theirs
        return apply_delta_swaps(mine, self.vertical_flip_swaps), apply_delta_swaps(
            theirs, self.vertical_flip_swaps
        )

    @cached_property
    def vertical_flip_swaps(self) -> tuple[tuple[int, int], ...]:
        """The exchanges of rows that turn the board upside down."""
        upside_down = tuple(
            (self.rows - 1 - row) * self.columns + column
            for row in range(self.rows)
            for column in range(self.columns)
        )
        return find_delta_swaps(upside_down)

    def candidates(self, position: Position) -> Iterator[int]:
        """Yield the moves that remain to be searched when a pawn of either side is about to arrive."""
        mine, theirs = self.pawns_with_mover_facing_up(position)
        ends, enough = self.urgent_cells(mine, theirs)
        if self.side_to_move(position) == 1:
            ends = apply_delta_swaps(ends, self.vertical_flip_swaps)
        for move in self.moves(position):
            if ends >> self.end_of(move) & 1:
                yield move
                if enough:
                    break

    def urgent_cells(self, mine: int, theirs: int) -> tuple[int, bool]:
        """Return the cells on which a best move ends, and whether one of these moves is enough."""
        if self.columns == 1:
            return self.full, False
        if mine & self.row_masks[1]:
            return self.goal_ranks[0], True
        reached = self.cells_diagonally_above(mine)
        if theirs & (theirs - 1) == 0 and theirs & reached:
            return theirs, True  # the last pawn: without it the opponent cannot move
        attackers = theirs & self.row_masks[self.rows - 2]
        if attackers:
            if attackers & (attackers - 1) or attackers & reached == 0:
                return self.full, True  # lost in two, whatever is played
            return attackers, False
        arriving = (
            (reached | mine >> self.columns & ~theirs)
            & self.row_masks[1]
            & ~self.cells_diagonally_below(theirs)
        )
        return (arriving, True) if arriving else (self.full, False)

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the lower and upper bound of the mover's value that races of runners prove."""
        if self.columns == 1:
            return LOSS, WIN
        mine, theirs = self.pawns_with_mover_facing_up(position)
        if self.distance_to_first_row(
            self.unstoppable_upward_pawns(mine, theirs)
        ) <= self.distance_to_last_row(theirs):
            return WIN, WIN
        if self.distance_to_last_row(
            self.unstoppable_downward_pawns(theirs, mine)
        ) < self.distance_to_first_row(mine):
            return LOSS, LOSS
        return LOSS, WIN

    def unstoppable_upward_pawns(self, mine: int, theirs: int) -> int:
        """Return the upward pawns that surely arrive if their side is to move."""
        shadow = behind = 0
        spread, own = theirs, mine
        for ahead in range(1, self.rows):
            spread = spread << self.columns & self.full
            own = own << self.columns & self.full
            if ahead % 2 == 0:
                spread |= self.board.step(spread, LEFT) | self.board.step(spread, RIGHT)
            shadow |= spread
            behind |= own
        return mine & ~(shadow | behind)

    def unstoppable_downward_pawns(self, mine: int, theirs: int) -> int:
        """Return the downward pawns that surely arrive if the other side is to move."""
        shadow = behind = 0
        spread, own = theirs, mine
        for ahead in range(1, self.rows):
            spread >>= self.columns
            own >>= self.columns
            if ahead % 2 == 1:
                spread |= self.board.step(spread, LEFT) | self.board.step(spread, RIGHT)
            shadow |= spread
            behind |= own
        return mine & ~(shadow | behind)

    def distance_to_first_row(self, pawns: int) -> int:
        """Return the distance of the foremost pawn from the first row."""
        return ((pawns & -pawns) - 1).bit_count() // self.columns if pawns else FAR

    def distance_to_last_row(self, pawns: int) -> int:
        """Return the distance of the foremost pawn from the last row."""
        return self.rows - 1 - (pawns.bit_length() - 1) // self.columns if pawns else FAR

    def cells_diagonally_above(self, pawns: int) -> int:
        """Return the cells that are diagonally above pawns."""
        return self.board.step(pawns, UP_LEFT) | self.board.step(pawns, UP_RIGHT)

    def cells_diagonally_below(self, pawns: int) -> int:
        """Return the cells that are diagonally below pawns."""
        return self.board.step(pawns, DOWN_LEFT) | self.board.step(pawns, DOWN_RIGHT)

    @cached_property
    def row_masks(self) -> tuple[int, ...]:
        """The cells of each row, from the top."""
        return tuple(self.goal_ranks[0] << row * self.columns for row in range(self.rows))

    def order(self, position: Position, move: int) -> int:
        """Return how promising a move looks: pawns taken, ranks gained, and whether the pawn can be taken."""
        side, end = self.side_to_move(position), self.end_of(move)
        mine, theirs = self.pieces(position)
        row = end // self.columns
        ranks = row if side == 1 else self.rows - 1 - row
        taken = theirs >> end & 1
        takers = self.cells_diagonally_above(1 << end) if side == 0 else self.cells_diagonally_below(1 << end)
        guards = self.cells_diagonally_below(1 << end) if side == 0 else self.cells_diagonally_above(1 << end)
        attacked = (takers & theirs).bit_count()
        guarded = (guards & mine).bit_count() - 1  # the pawn that moves came from there, or straight
        return ranks * ranks + 40 * taken - 24 * int(attacked > guarded) - 4 * attacked

    def estimate(self, position: Position) -> int:
        """Return the mover's pawns and their advance, less the opponent's."""
        mine, theirs = self.pawns_with_mover_facing_up(position)
        worth = 0
        for row in range(self.rows):
            cells = self.row_masks[row]
            worth += (self.rows - 1 - row + 8) * (mine & cells).bit_count()
            worth -= (row + 8) * (theirs & cells).bit_count()
        return 8 * worth

    def quiet(self, position: Position) -> bool:
        """Return whether the mover cannot take a pawn and no pawn is about to arrive."""
        mine, theirs = self.pawns_with_mover_facing_up(position)
        arriving = mine & self.row_masks[1] | theirs & self.row_masks[self.rows - 2]
        return arriving | self.cells_diagonally_above(mine) & theirs == 0
