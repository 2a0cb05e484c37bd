"""Dao: pieces slide as far as they can; a row, a square or the four corners win.

Jeff Pickering and Ben van Buskirk (1999). The start:

    X . . O
    . X O .      on 3 x 3     X X .
    . O X .                   X . O
    O . . X                   . O O
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import DOWN, DOWN_RIGHT, RIGHT, squares
from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, UNDECIDED, WIN

STARTS = {3: "XX./X.O/.OO", 4: "X..O/.XO./.OX./O..X"}


class Dao(BoardGame):
    """Slide a piece as far as it goes in one of eight directions; four in a row, square or the corners win.

    A row is across or down, a square is 2 x 2. With `trap` a piece in a corner with three of the opponent's
    around it wins for its owner. On 3 x 3 there are three pieces each, and only rows and traps. X is the
    player to move. Values are win, draw, loss.
    """

    trap: bool = True
    size: int = whole(4, 3, 4)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal = "Get your three pieces in a row, across or down."
        if self.size == 4:
            goal = (
                "Get your four pieces in a row, across or down, in a square of 2 x 2, or in the four corners."
            )
        trap = (
            " So does the owner of a piece in a corner that three opposing pieces shut in."
            if self.trap
            else ""
        )
        return (
            goal,
            "Slide a piece, straight or diagonally, as far as it goes.",
            f"The first player to do so wins.{trap} Endless play is a draw.",
        )

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size)

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """The pieces of the start: only rotations and reflections that keep them are symmetries."""
        return self.pieces(self.start())

    def start(self) -> Position:
        return self.parse(STARTS[self.size])

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        yield from self.full_slides(mine, self.full & ~(mine | theirs), self.board.all_directions)

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )

    def outcome(self, position: int) -> int:
        mine, theirs = self.pieces(position)
        if theirs in self.winning_patterns:
            return LOSS
        if self.trap:
            for corner, around in self.corner_patterns:
                if mine & corner and theirs & around == around:
                    return WIN
                if theirs & corner and mine & around == around:
                    return LOSS
        return UNDECIDED

    @cached_property
    def winning_patterns(self) -> tuple[int, ...]:
        board = self.board
        straight = [
            board.row(1 << cell, direction, self.full)
            for cell in range(self.cells)
            for direction in (RIGHT, DOWN)
        ]
        rows = [line for line in straight if line.bit_count() == self.size]
        squares = [self.square_pattern << cell for cell in each(board.cells_with_next[DOWN_RIGHT])]
        return (*rows, *squares, sum(corner for corner, _ in self.corner_patterns))

    @cached_property
    def square_pattern(self) -> int:
        return 0b11 | 0b11 << self.size

    @cached_property
    def corner_patterns(self) -> tuple[tuple[int, int], ...]:
        """Each corner and the three cells around it."""
        touching = enumerate(self.board.touching_by_cell)
        return tuple((1 << cell, around) for cell, around in touching if around.bit_count() == 3)

    def parse(self, text: str) -> Position:
        """Read rows of X, the player to move, O and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. The number of pieces is checked, but not whether play can lead there.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        for sign, men in (("X", mine), ("O", theirs)):
            if men.bit_count() != self.size:
                reason = f"{sign} has {men.bit_count()} pieces"
                raise unreadable(self, text, reason, f"give both players {self.size}")
        if mine in self.winning_patterns:
            raise unreadable(
                self, text, "X has won already", "X is the player to move, so write O for the winner"
            )
        return position
