"""Teeko: four stones each, put down and then moved; four in a row or in a square win. John Scarne (1937).

Guy Steele solved it in 1998: a draw. How many stones there are says the phase: eight, and they move.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games._parameters import check_bits, check_flag, check_whole
from zermelo.tabletop.board import each
from zermelo.tabletop.game import WORD_BITS, BoardGame
from zermelo.tabletop.texts import unreadable

MEN = 4


class Teeko(BoardGame):
    """Drop four stones by turns, then move one a step in any direction; four in a row or in a square win.

    The square is 2 x 2, or where `advanced` the corners of an upright one of any size. X is whoever is to
    move. Having no move, which small boards allow, loses. Values are win, draw, loss.
    """

    advanced: bool = False
    columns: int = 5
    rows: int = 5

    def __post_init__(self) -> None:
        check_flag("advanced", self.advanced)
        check_whole("columns", self.columns, 3, WORD_BITS // 3)
        check_whole("rows", self.rows, 3, WORD_BITS // 3)
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.columns * self.rows)

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.men(position)
        free = self.full & ~(mine | theirs)
        if position.bit_count() < 2 * MEN:
            yield from each(free)
        else:
            yield from self.steps(mine, free, self.board.all_ways)

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.men(position)
        if position.bit_count() == 2 * MEN:
            mine ^= 1 << self.start_of(move)
        return self.then(position, mine | 1 << self.end_of(move), theirs)

    def passed(self, position: int) -> Position:
        return super().passed(position) if position.bit_count() == 2 * MEN else -1

    def outcome(self, position: int) -> int:
        _, theirs = self.men(position)
        return LOSS if self.has_pattern(theirs) else UNDECIDED

    def has_pattern(self, stones: int) -> bool:
        """Return whether the stones of one board stand in a row or in a square."""
        if stones.bit_count() < MEN:
            return False
        found = 0
        for side, corners in self.squares:
            pairs = stones & stones >> side
            found |= pairs & pairs >> side * self.columns & corners
        return found != 0 or self.board.has_line(stones, MEN)

    def tier(self, position: int) -> int:
        return position.bit_count()

    @cached_property
    def squares(self) -> tuple[tuple[int, int], ...]:
        """For each square's side: it, and the cells where such a square has its upper left corner."""
        longest = min(self.columns, self.rows) - 1 if self.advanced else 1
        return tuple(
            (side, sum(1 << cell for cell in range(self.cells) if self.has_room(cell, side)))
            for side in range(1, longest + 1)
        )

    def has_room(self, cell: int, side: int) -> bool:
        row, column = divmod(cell, self.columns)
        return row + side < self.rows and column + side < self.columns

    # What a person reads: a drop is named by its cell, a step by two.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`, also where no play leads there.
        """
        position = super().parse(text)
        mine, theirs = self.men(position)
        counts = f"X has {mine.bit_count()} stones and O has {theirs.bit_count()}"
        if theirs.bit_count() - mine.bit_count() not in (0, 1):
            raise unreadable(self, text, counts, "X is to move, so X has as many as O or one less")
        if theirs.bit_count() > MEN:
            raise unreadable(self, text, counts, f"leave at most {MEN} each")
        if self.has_pattern(mine):
            raise unreadable(
                self, text, "X has won already", "end play there: X is whoever is to move, write O for him"
            )
        return position
