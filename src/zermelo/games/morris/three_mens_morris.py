"""Three men's morris and related games on nine points: pieces are placed, then moved; three in a row win.

The mover places a piece as long as some are not on the board, so pieces in hand are not stored. H. J. R.
Murray, *A History of Board-Games Other Than Chess* (1952); Stewart Culin, *Philippine Games* (1900).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import points, squares
from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED

LINES = squares(3, 3).lines(3)
STRAIGHT = "| | |", "| | |"
CROSSED = "|\\|/|", "|/|\\|"  # with the diagonals through the centre
WOVEN = "|X|X|", "|X|X|"
STEPS = {  # a step along the lines, in words
    STRAIGHT: "one step across, up or down",
    CROSSED: "one step along a line, through the centre diagonally too,",
    WOVEN: "one step in any direction",
}


class _NinePointGame(BoardGame):
    """Nine points and `men_each` pieces for each player; a subclass defines the lines between points."""

    men_each: ClassVar[int] = 3
    line: ClassVar[int] = 3

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        number = "four" if self.men_each == 4 else "three"
        target = "to any free point" if self.can_fly else f"{STEPS[self.connecting_lines]} to a free point"
        stuck = "passes" if self.must_pass_when_blocked else "loses"
        return (
            "Get three of your pieces in a row, across, down or diagonally.",
            f"Place {number} pieces by turns, then move one {target}.",
            "Three in a row win, while placing too. "
            f"A player who cannot move {stuck}; endless play is a draw.",
        )

    @cached_property
    def connecting_lines(self) -> tuple[str, str]:
        """The lines between the rows of the board, as drawn."""
        return STRAIGHT

    @cached_property
    def can_fly(self) -> bool:
        """Whether pieces move to any free point."""
        return False

    @cached_property
    def must_pass_when_blocked(self) -> bool:
        """Whether a player who cannot move passes."""
        return False

    @cached_property
    def board(self) -> Board:
        upper, lower = self.connecting_lines
        return points(".-.-.", upper, ".-.-.", lower, ".-.-.", tight=True)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        if mine.bit_count() < self.men_each:
            yield from each(free)
        elif self.can_fly:
            for piece in each(mine):
                for end in each(free):
                    yield self.encode_move(piece, end)
        elif self.must_pass_when_blocked and self.board.adjacent(mine) & free == 0:
            yield self.pass_move
        else:
            yield from self.steps(mine, free, self.board.all_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        if move != self.pass_move:
            if mine.bit_count() == self.men_each:
                mine ^= 1 << self.start_of(move)
            mine |= 1 << self.end_of(move)
        return self.next_position(position, mine, theirs)

    def outcome(self, position: Position) -> int:
        _, theirs = self.pieces(position)
        return LOSS if has_three_in_line(theirs) else UNDECIDED

    def tier(self, position: Position) -> int:
        return int(position.bit_count())

    # What a person reads: X for the mover's pieces.

    def parse(self, text: str) -> Position:
        """Read rows of X, the mover's pieces, O and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`, also if the mover has a line, as play had ended before.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        first, second = mine.bit_count(), theirs.bit_count()
        if max(first, second) > self.men_each:
            raise unreadable(
                self, text, f"X has {first} and O has {second}", f"leave each at most {self.men_each}"
            )
        if second - first not in (0, 1):
            remedy = "X is to move, so O has as many as X or one more"
            raise unreadable(self, text, f"X has {first} and O has {second}", remedy)
        if has_three_in_line(mine):
            raise unreadable(self, text, "play had ended before O moved", "break the line of X")
        return position


def has_three_in_line(men: int) -> bool:
    """Return whether the pieces of one board, with no bits above it, hold a row, column or diagonal."""
    return any(men & line == line for line in LINES)


class ThreeMensMorris(_NinePointGame):
    """Place three pieces in turn, then move them along the lines; three in a row win, while placing too.

    Pieces move across and down to the next point, with `diagonals` also along the two diagonals. With
    `flying` they move to any free point, which is the game of nine holes. Rows of the board and its diagonals
    win whether pieces move along them or not. A player who cannot move loses. In text X is the player to
    move. Values are win, draw, loss: a draw is play without end.
    """

    diagonals: bool = False
    flying: bool = False

    @cached_property
    def connecting_lines(self) -> tuple[str, str]:
        return CROSSED if self.diagonals else STRAIGHT

    @cached_property
    def can_fly(self) -> bool:
        return self.flying


class Tapatan(_NinePointGame):
    """Place three pieces in turn, then move them along eight lines; three in a row win, while placing too.

    Three men's morris of the Philippines: the lines are rows, columns and both diagonals, and a piece moves
    along them to the next point. A player who cannot move loses. In text X is the player to move. Values are
    win, draw, loss: a draw is play without end.
    """

    @cached_property
    def connecting_lines(self) -> tuple[str, str]:
        return CROSSED


class Picaria(_NinePointGame):
    """Place three pieces in turn, then move one step in any direction; three in a row win, at any time.

    The game of the Zuni on nine points, where diagonals join the middles of the sides as well. A player who
    cannot move loses. In text X is the player to move. Values are win, draw, loss: a draw is play without
    end.
    """

    @cached_property
    def connecting_lines(self) -> tuple[str, str]:
        return WOVEN


class Achi(_NinePointGame):
    """Place four pieces in turn, then move one to the free point; three in a row win, while placing too.

    Pieces move along rows, columns and, with `diagonals`, the two lines through the centre. A player who
    cannot move loses, or passes with `passing`: sources differ. In text X is the player to move. Values are
    win, draw, loss.
    """

    diagonals: bool = True
    passing: bool = False

    men_each: ClassVar[int] = 4

    @cached_property
    def connecting_lines(self) -> tuple[str, str]:
        return CROSSED if self.diagonals else STRAIGHT

    @cached_property
    def must_pass_when_blocked(self) -> bool:
        return self.passing
