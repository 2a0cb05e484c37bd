"""Othello: enclose the other's discs between two of yours and they turn over. Hasegawa (1971).

The start, crossed, on 4 x 4, and the cells' bits:

    . . . .      bit  0  1  2  3
    . O X .           4  5  6  7
    . X O .           8  9 10 11
    . . . .          12 13 14 15

X begins. A position is two boards, the mover's discs and the other's, and a move exchanges them: so the turn
needs no storing, and positions that differ only by the player to move are one. The number of words depends on
the size, and `_othello_discs.py` hides it: the rules see the upper and the lower half of each board. The
discs that a move turns over lie between the new one and the mover's next in each of eight directions.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import ClassVar

from zermelo.boards.bitboards.rectangle import DOWN, LEFT, RIGHT, UP
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import FELT, Picture, Place
from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import WORD_BITS, check_whole, whole
from zermelo.core.values import UNDECIDED
from zermelo.games.territory._othello_discs import HALF_BITS, HalfBoards, OthelloDiscs, yield_cell_numbers

LATE = 10  # free cells: from here on discs count more than what can still be done


class OthelloRules(OthelloDiscs, InputPlanes):
    """The rules; `Othello` below adds methods for searches."""

    columns: int = whole(4, 2, WORD_BITS)
    rows: int = whole(4, 2, WORD_BITS)

    scored = True
    seen_by_mover: ClassVar[bool] = True
    shape: ClassVar[str] = "stone"

    how_to_play = (
        "Have more discs than the opponent at the end.",
        "Place a disc so that a line of the opponent's lies between it and another of yours, in any "
        "direction; these discs turn over. Pass only if you cannot.",
        "Play ends when neither player can put a disc; the player with more discs wins, and equal numbers "
        "are a draw.",
    )

    def __post_init__(self) -> None:
        if not self.has_two_words_per_board:
            check_whole("columns * rows", self.cells, 4, WORD_BITS)
        for name, size in (("columns", self.columns), ("rows", self.rows)):
            if size % 2 == 1:
                raise BadParameter(f"{name}={size!r} is odd and leaves no middle: give an even number")

    def start(self) -> Position:
        middle = (self.rows // 2 - 1) * self.columns + self.columns // 2 - 1
        rising = 1 << middle + 1 | 1 << middle + self.columns
        falling = 1 << middle | 1 << middle + self.columns + 1
        return self.pack_position(*self.split_board(rising), *self.split_board(falling))

    def moves(self, position: Position) -> Iterator[int]:
        mine, mine_below, theirs, theirs_below = self.boards(position)
        above, below = self.legal_cells((mine, mine_below), (theirs, theirs_below))
        if above | below == 0:
            yield self.cells  # pass
        for cell in yield_cell_numbers(above, below):
            yield cell

    def legal_cells(self, mine: HalfBoards, theirs: HalfBoards) -> HalfBoards:
        """Return the free cells that end a row of `theirs` which begins beside one of `mine`."""
        found, found_below = 0, 0
        for direction in range(8):
            row = self.ray_cells(mine, theirs, direction)
            above, below = self.shift_discs(row[0], row[1], direction)
            found |= above
            found_below |= below
        cells = self.full_board_halves
        return found & cells[0] & ~(mine[0] | theirs[0]), found_below & cells[1] & ~(mine[1] | theirs[1])

    def play(self, position: Position, move: int) -> Position:
        mine, mine_below, theirs, theirs_below = self.boards(position)
        if move < self.cells:
            disc = self.single_disc(move)
            turned, turned_below = self.flipped_discs((mine, mine_below), (theirs, theirs_below), disc)
            mine |= turned | disc[0]
            theirs &= ~turned
            mine_below |= turned_below | disc[1]
            theirs_below &= ~turned_below
        return self.pack_position(theirs, theirs_below, mine, mine_below)

    def flipped_discs(self, mine: HalfBoards, theirs: HalfBoards, disc: HalfBoards) -> HalfBoards:
        """Return the discs of `theirs` between a new disc and the next of `mine`, in all directions."""
        found, found_below = 0, 0
        for direction in range(8):
            row = self.ray_cells(disc, theirs, direction)
            end = self.shift_discs(row[0], row[1], direction)
            if end[0] & mine[0] | end[1] & mine[1]:
                found |= row[0]
                found_below |= row[1]
        return found, found_below

    def outcome(self, position: Position) -> int:
        mine, mine_below, theirs, theirs_below = self.boards(position)
        if self.count_moves((mine, mine_below), (theirs, theirs_below)) > 0:
            return UNDECIDED
        if self.count_moves((theirs, theirs_below), (mine, mine_below)) > 0:
            return UNDECIDED
        return mine.bit_count() + mine_below.bit_count() - theirs.bit_count() - theirs_below.bit_count()

    def count_moves(self, mine: HalfBoards, theirs: HalfBoards) -> int:
        """Return how many moves `mine` has, passing aside."""
        above, below = self.legal_cells(mine, theirs)
        return above.bit_count() + below.bit_count()

    # Text format. X is always the mover: positions are as the mover sees them.

    def show(self, position: Position) -> str:
        mine, mine_below, theirs, theirs_below = self.boards(position)
        return self.show_boards_and_mover(
            self.join_board_halves(mine, mine_below), self.join_board_halves(theirs, theirs_below), 0
        )

    def join_board_halves(self, above: int, below: int) -> int:
        """Return the board of these halves."""
        return above | below << HALF_BITS

    def parse(self, text: str) -> Position:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Either is accepted; `show` prints the mover's discs as X. Raises `UnreadablePosition`. Only the discs
        on the four cells of the start are checked, not whether play can reach the position.
        """
        first, second, mover = self.read_boards_and_mover(text)
        mine, mine_below, theirs, theirs_below = self.boards(self.start())
        middle = self.join_board_halves(mine | theirs, mine_below | theirs_below)
        if middle & ~(first | second):
            raise unreadable(
                self, text, "discs are never taken off the board", "fill the four cells in the middle"
            )
        mine, theirs = (second, first) if mover else (first, second)
        return self.pack_position(*self.split_board(mine), *self.split_board(theirs))

    def name(self, position: Position, move: int) -> str:
        return "pass" if move == self.cells else self.cell_name(move)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the halves of the mover's board and of the other's."""
        for half in self.boards(position):
            yield half

    def depict(self, position: Position) -> Picture:
        mine, mine_below, theirs, theirs_below = self.boards(position)
        picture = self.depict_boards(
            self.join_board_halves(mine, mine_below), self.join_board_halves(theirs, theirs_below), 0
        )
        return replace(picture, places=lay_felt(picture.places))


@lru_cache(maxsize=16)
def lay_felt(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the places on green felt."""
    return tuple(replace(place, shade=FELT) for place in places)


class Othello(OthelloRules):
    """Enclose rows of the other's discs and they turn over; most discs at the end win.

    Who cannot turn a disc passes; where neither can, play ends. The start is crossed, and `columns` and
    `rows` are even; 8 x 8 is the largest square. Values are scores: the mover's discs minus the other's at
    the end, empty cells counting for nobody.
    """

    # Methods for searches.

    lasting: ClassVar[bool] = True

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the margin within which the game ends, by the discs that are never turned over again."""
        mine, mine_below, theirs, theirs_below = self.boards(position)
        kept = self.count_stable_discs((mine, mine_below))
        lost = self.count_stable_discs((theirs, theirs_below))
        return 2 * kept - self.cells, self.cells - 2 * lost

    def count_stable_discs(self, own: HalfBoards) -> int:
        """Return how many discs stand in a row along the rim from an `own` corner: they are for good."""
        found, found_below = own[0] & self.corners[0], own[1] & self.corners[1]
        if found | found_below == 0:
            return 0
        for direction in (RIGHT, DOWN, LEFT, UP):
            rim = own[0] & self.rim_rows[direction][0], own[1] & self.rim_rows[direction][1]
            above, below = self.ray_cells(
                (own[0] & self.corners[0], own[1] & self.corners[1]), rim, direction
            )
            found |= above
            found_below |= below
        return found.bit_count() + found_below.bit_count()

    def order(self, position: Position, move: int) -> int:
        """Return how promising a move is: corners, the rim, and few replies; beside a free corner is bad."""
        if move == self.cells:
            return 0
        mine, mine_below, theirs, theirs_below = self.boards(self.play(position, move))
        replies = self.count_moves((mine, mine_below), (theirs, theirs_below))
        return self.cell_weights[move] - 4 * replies

    def estimate(self, position: Position) -> int:
        """Return the margin to expect: by moves and corners, and by discs where few cells are free."""
        mine, mine_below, theirs, theirs_below = self.boards(position)
        own, other = (mine, mine_below), (theirs, theirs_below)
        discs = mine.bit_count() + mine_below.bit_count() - theirs.bit_count() - theirs_below.bit_count()
        free = self.cells - (mine | theirs).bit_count() - (mine_below | theirs_below).bit_count()
        moves = self.count_moves(own, other) - self.count_moves(other, own)
        margin = moves + 4 * (self.count_stable_discs(own) - self.count_stable_discs(other))
        if free <= LATE:
            margin = (margin * free + discs * (LATE - free)) // LATE
        return max(-self.cells, min(self.cells, margin))

    def quiet(self, position: Position) -> bool:
        """Return whether the mover cannot take a corner, and need not pass."""
        mine, mine_below, theirs, theirs_below = self.boards(position)
        above, below = self.legal_cells((mine, mine_below), (theirs, theirs_below))
        return above & self.corners[0] | below & self.corners[1] == 0 and above | below != 0

    @cached_property
    def corners(self) -> HalfBoards:
        last = (self.rows - 1) * self.columns
        return self.split_board(1 | 1 << self.columns - 1 | 1 << last | 1 << last + self.columns - 1)

    @cached_property
    def rim_rows(self) -> tuple[HalfBoards, ...]:
        """The rows of the rim that a direction goes along."""
        row = self.first_row | self.first_row << (self.rows - 1) * self.columns
        column = self.first_column | self.first_column << self.columns - 1
        return tuple(self.split_board(cells) for cells in (row, column, row, column))

    @cached_property
    def cell_weights(self) -> tuple[int, ...]:
        """What a cell is worth by where it lies: the nearer to a corner without being it, the less."""

        def compute_cell_weight(row: int, column: int) -> int:
            down, right = min(row, self.rows - 1 - row), min(column, self.columns - 1 - column)
            if down == right == 0:
                return 64
            if max(down, right) == 1:
                return -24 if down == right else -8
            return 4 if 0 in (down, right) else 0

        return tuple(compute_cell_weight(*divmod(cell, self.columns)) for cell in range(self.cells))
