"""Dodgem: drive your cars off the far side of the board.

Colin Vout; Berlekamp, Conway and Guy, *Winning Ways* (1982). X drives to the right and O up. The start on
3 x 3, and the bits of X's board; those of O's follow them, then the mover:

    X . .
    X . .
    . O O

"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import DOWN, LEFT, RIGHT, UP, squares
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import choice, whole
from zermelo.core.values import LOSS, UNDECIDED, WIN


class Dodgem(FixedGame):
    """Drive cars ahead or aside to a free cell; the first player with all off the far side wins.

    X drives right and O up, never back; `size` less one cars each. `blocked` is the result of a player
    without a move: "wins", since the opponent must leave a free way, or "loses". Values are win, draw, loss.
    """

    size: int = whole(3, 2, 5)
    blocked: str = choice("wins", "loses")

    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"X": ("car", 0, ">"), "O": ("car", 1, "^")}

    how_to_play = (
        "Be the first to drive all your cars off the far side.",
        "Move a car one square ahead or aside to a free square, never back; at the far side, ahead is off "
        "the board. X drives to the right, O up.",
        "The first player whose cars have all left wins. A player who cannot move {blocked}; endless "
        "play is a draw.",
    )

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size)

    def start(self) -> Position:
        rows, last = range(self.size), self.size - 1
        drives_right = sum(1 << row * self.size for row in rows[:last])
        drives_up = sum(1 << last * self.size + column for column in rows[1:])
        return self.join_boards(drives_right, drives_up, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        side = self.side_to_move(position)
        mine, theirs = self.pieces(position)
        for car in each(mine & self.exit_cells[side]):
            yield self.encode_move(car, self.exit_target)
        yield from self.steps(mine, self.full & ~(mine | theirs), self.drive_directions[side])

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        mine ^= 1 << self.start_of(move)
        if self.end_of(move) != self.exit_target:
            mine |= 1 << self.end_of(move)
        return self.next_position(position, mine, theirs)

    def outcome(self, position: Position) -> int:
        _, theirs = self.pieces(position)
        return LOSS if theirs == 0 else UNDECIDED

    def stuck(self, position: int) -> int:
        return self.blocked_value

    @cached_property
    def blocked_value(self) -> int:
        return WIN if self.blocked == "wins" else LOSS

    @cached_property
    def exit_target(self) -> int:
        """The end of a move that leaves the board."""
        return self.cells

    @cached_property
    def exit_cells(self) -> tuple[int, int]:
        """The cells from which each player's cars leave."""
        return self.board.edge(RIGHT), self.board.edge(UP)

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """Where each drives to: on two by two the start alone would let the diagonal be a symmetry."""
        return self.exit_cells

    @cached_property
    def drive_directions(self) -> tuple[tuple[int, ...], ...]:
        """Where each player drives."""
        return (RIGHT, UP, DOWN), (UP, LEFT, RIGHT)

    # Text format: rows from the top, so that a1 is the upper left cell, and who moves below.

    def parse(self, text: str) -> Position:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Raises `UnreadablePosition`. Only the number of cars and the end of play are checked, not whether play
        can reach the position.
        """
        position = super().parse(text)
        for sign, own in zip(self.signs, self.both_boards(position), strict=True):
            if own.bit_count() >= self.size:
                reason = f"{sign} has {own.bit_count()} cars"
                raise unreadable(self, text, reason, f"leave at most {self.size - 1} of them")
        if self.pieces(position)[0] == 0:
            raise unreadable(
                self, text, "play had ended when the last car left", "let the player move who still has cars"
            )
        return position

    def name(self, position: Position, move: int) -> str:
        if self.end_of(move) == self.exit_target:
            return f"{self.board.names[self.start_of(move)]}-off"
        return super().name(position, move)
