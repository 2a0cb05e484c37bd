"""Boards of discs for Othello, up to 8 x 8: each is two halves, the second empty on small boards.

A position's integers hold what fits: two boards in one word where they do, as in `two_player_rectangle.py`;
else a word for each board, (the mover's, the other's); and on 8 x 8, where a board has a bit more than a
word, its rows 1 to 4 and 5 to 8 apart, 32 bits each: (the mover's upper half, the mover's lower half, the
other's upper half, the other's lower half).

Rules are written once, over four words: `boards` takes a position apart and `joined` puts it together.
Where boards are whole their second halves are the constant 0, and machine code has no trace of them. A row
of discs is found in all places at once, by as many steps as the longest row there can be.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.delta_swap import delta_swap
from zermelo.boards.bitboards.two_player_rectangle import TwoPlayerRectangle
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS

HALF_BITS = 32
HALF = (1 << HALF_BITS) - 1
HalfBoards = tuple[int, int]  # rows 1 to 4 and 5 to 8, or the whole board and 0


class OthelloDiscs(TwoPlayerRectangle):
    """Two boards as four words, and rows of cells on them."""

    @cached_property
    def needs_several_words(self) -> bool:
        """Whether a board has a word of its own."""
        return 2 * self.cells > WORD_BITS

    @cached_property
    def has_two_words_per_board(self) -> bool:
        """Whether a board is two words."""
        return self.columns == self.rows == 8

    def boards(self, position: Position) -> tuple[int, int, int, int]:
        """Return the halves of the mover's board and those of the other's."""
        if self.has_two_words_per_board:
            return position[0], position[1], position[2], position[3]
        if self.needs_several_words:
            return position[0], 0, position[1], 0
        return position & self.full, 0, position >> self.cells, 0

    def pack_position(self, mine: int, mine_below: int, theirs: int, theirs_below: int) -> Position:
        """Return the position of these halves."""
        if self.has_two_words_per_board:
            return mine, mine_below, theirs, theirs_below
        if self.needs_several_words:
            return mine, theirs
        return mine | theirs << self.cells

    def split_board(self, board: int) -> HalfBoards:
        """Return the halves of a whole board; for constants and what a person reads."""
        return (board & HALF, board >> HALF_BITS) if self.has_two_words_per_board else (board, 0)

    @cached_property
    def full_board_halves(self) -> HalfBoards:
        return self.split_board(self.full)

    def single_disc(self, cell: int) -> HalfBoards:
        """Return the board with one disc."""
        if self.has_two_words_per_board and cell >= HALF_BITS:
            return 0, 1 << cell - HALF_BITS
        return 1 << cell, 0

    # Directions.

    @cached_property
    def half_cells_with_neighbour(self) -> tuple[HalfBoards, ...]:
        """For each direction, the halves of the cells that have a neighbour there."""
        return tuple(self.split_board(cells) for cells in self.cells_with_neighbour)

    def shift_discs(self, above: int, below: int, direction: int) -> HalfBoards:
        """Return the cells one further in a direction; what would leave the board is dropped."""
        distance = self.bit_distances[direction]
        above &= self.half_cells_with_neighbour[direction][0]
        if not self.has_two_words_per_board:
            return (above << distance if distance > 0 else above >> -distance), 0
        below &= self.half_cells_with_neighbour[direction][1]
        if distance > 0:
            above <<= distance
            return above & HALF, below << distance | above >> HALF_BITS
        return above >> -distance | below << HALF_BITS + distance & HALF, below >> -distance

    def ray_cells(self, begin: HalfBoards, over: HalfBoards, direction: int) -> HalfBoards:
        """Return the cells of `over` that follow those of `begin` in a direction without a gap."""
        above, below = self.shift_discs(begin[0], begin[1], direction)
        above, below = above & over[0], below & over[1]
        for _ in range(self.longest_flip_run_after_first):
            further = self.shift_discs(above, below, direction)
            above |= further[0] & over[0]
            below |= further[1] & over[1]
        return above, below

    @cached_property
    def longest_flip_run_after_first(self) -> int:
        """How many more discs than one can be turned over in a row."""
        return max(self.columns, self.rows) - 3

    # Symmetries, of each board by itself where it has its own word.

    def next_image(self, position: Position, image: int) -> Position:
        """Return the image number `image`, given the one before it."""
        if image == 0:
            return position
        if self.has_two_words_per_board:
            return (
                *self.transform_halves(position[0], position[1], image),
                *self.transform_halves(position[2], position[3], image),
            )
        if self.needs_several_words:
            return self.turned(position[0], 1, image), self.turned(position[1], 1, image)
        return self.turned(position, self.both, image)

    def transform_halves(self, above: int, below: int, image: int) -> HalfBoards:
        """Return what `turned` makes of a board of two halves."""
        step = image % self.turns
        if step == 4:
            return self.transpose_halves(above, below)
        if step % 2 == 1:
            return self.mirror_half(above), self.mirror_half(below)
        return self.flip_half(below), self.flip_half(above)

    def mirror_half(self, half: int) -> int:
        for column in range(4):
            half = delta_swap(half, 0x01010101 << column, 7 - 2 * column)
        return half

    def flip_half(self, half: int) -> int:
        return delta_swap(delta_swap(half, 0x000000FF, 24), 0x0000FF00, 8)

    def transpose_halves(self, above: int, below: int) -> HalfBoards:
        """Exchange cells, then pairs of cells, then quarters of the board, the last between the halves."""
        above, below = delta_swap(above, 0x00AA00AA, 7), delta_swap(below, 0x00AA00AA, 7)
        above, below = delta_swap(above, 0x0000CCCC, 14), delta_swap(below, 0x0000CCCC, 14)
        changed = (above >> 4 ^ below) & 0x0F0F0F0F
        return above ^ changed << 4, below ^ changed


def yield_cell_numbers(above: int, below: int) -> Iterator[int]:
    """Yield the numbers of the cells of both halves."""
    while above:
        yield ((above & -above) - 1).bit_count()
        above &= above - 1
    while below:
        yield HALF_BITS + ((below & -below) - 1).bit_count()
        below &= below - 1
