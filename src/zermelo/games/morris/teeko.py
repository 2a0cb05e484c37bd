"""Teeko: four stones each, placed and then moved; four in a row or in a square win. John Scarne (1937).

Guy Steele solved it in 1998: a draw. The number of stones determines the phase: with eight, stones move. All
positions have a perfect index, which gives symmetric positions one number.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import each
from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.indexes.two_sided_index import TwoSidedIndex
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import LOSS, UNDECIDED

MEN = 4


class Teeko(BoardGame, RetrogradeIndex):
    """Drop four stones by turns, then move one a step in any direction; four in a row or in a square win.

    The square is 2 x 2, or with `advanced` the corners of an upright square of any size. X is the player to
    move. A player without a move, possible on small boards, loses. Values are win, draw, loss.
    """

    advanced: bool = False
    columns: int = whole(5, 3, WORD_BITS // 3)
    rows: int = whole(5, 3, WORD_BITS // 3)

    line: ClassVar[int] = MEN

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        square = "at the corners of an upright square" if self.advanced else "in a square of 2 x 2"
        return (
            f"Get your four pieces in a row, across, down or diagonally, or {square}.",
            "Place four pieces by turns, then move one a step in any direction.",
            "The first player to do so wins, while placing too. A player who cannot move loses; "
            "endless play is a draw.",
        )

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.columns * self.rows)

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        if position.bit_count() < 2 * MEN:
            yield from each(free)
        else:
            yield from self.steps(mine, free, self.board.all_directions)

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        if position.bit_count() == 2 * MEN:
            mine ^= 1 << self.start_of(move)
        return self.next_position(position, mine | 1 << self.end_of(move), theirs)

    def passed(self, position: int) -> Position:
        return super().passed(position) if position.bit_count() == 2 * MEN else -1

    def outcome(self, position: int) -> int:
        _, theirs = self.pieces(position)
        return LOSS if self.has_winning_pattern(theirs) else UNDECIDED

    def has_winning_pattern(self, stones: int) -> bool:
        """Return whether the stones of one board stand in a row or in a square."""
        if stones.bit_count() < MEN:
            return False
        found = 0
        for side, corners in self.square_corners_by_side_length:
            pairs = stones & stones >> side
            found |= pairs & pairs >> side * self.columns & corners
        return found != 0 or self.board.has_line(stones, MEN)

    def tier(self, position: int) -> int:
        return position.bit_count()

    # The index, with fewer stones first. Steps stay in the last tier; drops lead to the next.

    @cached_property
    def index(self) -> TwoSidedIndex:
        stones = range(2 * MEN + 1)
        return TwoSidedIndex(
            self.cells, self.symmetries_kept_by_rules, tuple((many // 2, many - many // 2) for many in stones)
        )

    @cached_property
    def size(self) -> int:
        return self.index.size

    def rank(self, position: int) -> int:
        mine, theirs = self.pieces(position)
        return self.index.rank(mine, theirs)

    def unrank(self, index: int) -> int:
        """Return the position of an index, -1 if the index is empty or the mover has won before."""
        mine, theirs = self.index.unrank(index)
        return -1 if mine < 0 or self.has_winning_pattern(mine) else self.join_boards(mine, theirs, 0, 0)

    def parents(self, position: int) -> Iterator[Position]:
        """Yield the positions with eight stones from which a step leads here."""
        mine, theirs = self.pieces(position)
        if position.bit_count() == 2 * MEN:
            free = self.full & ~(mine | theirs)
            stones = theirs
            while stones:
                stone = stones & -stones
                stones ^= stone
                origins = self.board.touching_by_cell[(stone - 1).bit_count()] & free
                while origins:
                    before = theirs ^ stone | origins & -origins
                    origins &= origins - 1
                    if not self.has_winning_pattern(mine) and not self.has_winning_pattern(before):
                        yield self.join_boards(before, mine, 0, 0)

    def moves_to_later_tiers(self, position: int) -> Iterator[int]:
        """Yield the drops."""
        mine, theirs = self.pieces(position)
        if position.bit_count() < 2 * MEN:
            yield from each(self.full & ~(mine | theirs))

    def neighbour_indexes_in_tier(self, index: int, back: bool) -> Iterator[int]:
        """Yield the indexes to which steps lead, or, if `back`, from which they come.

        The player who does not move keeps the same stones. Where the index begins with them, their class is
        found once.
        """
        mine, theirs, _ = self.index.decode_sets_at_index(index)
        moved, other = (theirs, mine) if back else (mine, theirs)
        entry = 0 if back else self.index.class_and_symmetry(other)
        if not back:
            moved, other = self.index.apply_symmetry(moved, entry), self.index.apply_symmetry(other, entry)
        left = (
            moved if index >= self.first_index_with_all_stones and not self.has_winning_pattern(other) else 0
        )
        free = self.full & ~(moved | other)
        while left:
            stone = left & -left
            left ^= stone
            targets = self.board.touching_by_cell[(stone - 1).bit_count()] & free
            while targets:
                after = moved ^ stone | targets & -targets
                targets &= targets - 1
                if back:
                    if not self.has_winning_pattern(after):
                        yield self.index.index_in_subspace_of_sides(
                            self.first_index_with_all_stones, after, other
                        )
                else:
                    yield self.index.index_in_subspace(self.first_index_with_all_stones, entry, other, after)

    @cached_property
    def first_index_with_all_stones(self) -> int:
        """The first index of eight stones."""
        return self.index.subspace_begins[-2]

    @cached_property
    def square_corners_by_side_length(self) -> tuple[tuple[int, int], ...]:
        """For each side length: the length, and the cells that can be the upper left corner of a square."""
        longest = min(self.columns, self.rows) - 1 if self.advanced else 1
        return tuple(
            (side, sum(1 << cell for cell in range(self.cells) if self.fits_square(cell, side)))
            for side in range(1, longest + 1)
        )

    def fits_square(self, cell: int, side: int) -> bool:
        row, column = divmod(cell, self.columns)
        return row + side < self.rows and column + side < self.columns

    # What a person reads: a drop is named by its cell, a step by two.

    def parse(self, text: str) -> Position:
        """Read rows of X, the player to move, O and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`, also if the counts of stones or a pattern of X rule the position out.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        counts = f"X has {mine.bit_count()} stones and O has {theirs.bit_count()}"
        if theirs.bit_count() - mine.bit_count() not in (0, 1):
            raise unreadable(self, text, counts, "X is to move, so X has as many as O or one less")
        if theirs.bit_count() > MEN:
            raise unreadable(self, text, counts, f"leave at most {MEN} each")
        if self.has_winning_pattern(mine):
            raise unreadable(
                self, text, "X has won already", "X is the player to move, so write O for the winner"
            )
        return position
