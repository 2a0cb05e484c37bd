"""Go on small boards, by simple ko: area scoring, two passes end, and play without end brings nobody points.

A cell on both boards is the one that ko forbids to the mover. No history is kept, so play may cycle where
several kos stand; such play is worth 0 here, as a game without result. Rules of area scoring without suicide:
American Go Association (1991), and J. Tromp and B. Taylor's, which have superko and suicide.

E. C. D. van der Werf, H. J. van den Herik and J. W. H. M. Uiterwijk, *Solving Go on small boards*, ICGA
Journal 26 (2003): the whole of 3 x 3 is Black's, who plays in the middle.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import squares
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import UNDECIDED

PASSED = ("", "passed", "over")  # the last line of a text, by the number of passes that have just been made


class Go(BoardGame):
    """Put a stone on a free point; groups without a free point beside them are taken; most area wins.

    A stone that captures nothing must have a free point beside its group. A single stone that has captured a
    single one is not taken at once (ko). Two passes end the game: stones, and free points that only one
    side's stones surround, count. X is the player to move. Values are scores, the mover's points minus the
    other's; play without end is worth 0.
    """

    columns: int = whole(3, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)

    scored = True
    removed_sign: ClassVar[str] = "!"
    extra_bits: ClassVar[int] = 2  # how many passes have just been made
    extra_label: ClassVar[str] = ""  # written in words
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {
        "X": ("stone", 0, ""),
        "O": ("stone", 1, ""),
        "!": ("tile", None, "ko"),
    }

    how_to_play = (
        "Hold more of the board than the opponent.",
        "Put a stone on a free point or pass. The opponent's groups that have no free point beside them "
        "are taken; yours must keep one. A point marked ko is barred.",
        "Two passes end play. Your stones and the free points that they alone border count; more points "
        "win, equal points and endless play are draws.",
    )

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, crossings=True)

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", 2 * self.columns * self.rows + self.extra_bits)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        ko = mine & theirs
        for cell in each(self.full & ~(mine | theirs)):
            stone = 1 << cell
            free = self.full & ~((mine ^ ko) | (theirs ^ ko) | stone)
            if (
                self.board.adjacent(stone) & free
                or self.board.without_liberties(theirs ^ ko, free)
                or self.board.without_liberties(mine ^ ko | stone, free) & stone == 0
            ):
                yield cell
        yield self.pass_move

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        ko = mine & theirs
        mine ^= ko
        theirs ^= ko
        if move == self.pass_move:
            return self.next_position_with(position, mine, theirs, 0, self.extra_number(position) + 1)
        stone = 1 << self.end_of(move)
        mine |= stone
        taken = self.board.without_liberties(theirs, self.full & ~(mine | theirs))
        theirs &= ~taken
        ko = 0
        if taken.bit_count() == 1 and self.board.adjacent(stone) & ~theirs == taken:
            ko = taken
        return self.next_position_with(position, mine | ko, theirs | ko, 0, 0)

    def outcome(self, position: Position) -> int:
        return self.area_lead(position) if self.extra_number(position) == 2 else UNDECIDED

    def area_lead(self, position: Position) -> int:
        """Return the mover's stones and the points that they alone surround, minus the opponent's."""
        mine, theirs = self.pieces(position)
        ko = mine & theirs
        mine ^= ko
        theirs ^= ko
        free = self.full & ~(mine | theirs)
        near_mine = self.board.group(self.board.adjacent(mine), free)
        near_theirs = self.board.group(self.board.adjacent(theirs), free)
        own = (mine | near_mine & ~near_theirs).bit_count()
        return own - (theirs | near_theirs & ~near_mine).bit_count()

    def passed(self, position: Position) -> Position:
        """Return the same position with the other to move, nothing forbidden and nobody having passed."""
        mine, theirs = self.pieces(position)
        return self.next_position_with(position, mine & ~theirs, theirs & ~mine, 0, 0)

    # Text format: `!` is the point that ko forbids; `passed` or `over` stands below.

    def notes(self, position: Position) -> list[str]:
        return [PASSED[self.extra_number(position)]] if self.extra_number(position) else []

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O, `.` and `!` from the top, and `passed` or `over` below.

        Raises `UnreadablePosition`, also where a group has no free point beside it.
        """
        rows = split_rows(text)
        passes = PASSED.index(rows[-1]) if rows and rows[-1] in PASSED else 0
        position = self.read_position_rows(text, rows[:-1] if passes else rows, passes)
        mine, theirs = self.pieces(position)
        ko = mine & theirs
        if ko.bit_count() > 1 or (ko and passes):
            raise unreadable(
                self, text, "ko forbids one point at most, and none after a pass", "write . for it"
            )
        free = self.full & ~(mine | theirs) | ko
        if self.board.without_liberties(mine ^ ko, free) | self.board.without_liberties(theirs ^ ko, free):
            raise unreadable(self, text, "a group has no free point beside it", "take it off")
        return position
