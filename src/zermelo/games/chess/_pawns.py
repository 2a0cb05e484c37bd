"""Pawns against pawns: what hexapawn and breakthrough have in common.

X begins at the bottom and moves up, O comes down from the top, and boards are kept as they lie. So positions
are counted as a person counts them, who does not turn the board around after each move.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import DOWN, DOWN_LEFT, DOWN_RIGHT, UP, UP_LEFT, UP_RIGHT, squares
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.parameter_checks import WORD_BITS, check_bits, check_whole
from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED


class Pawns(FixedGame):
    """Reach the last rank; a subclass says where a pawn may go aside."""

    columns: int = 3
    rows: int = 3

    ranks: ClassVar[int] = 1  # full of pawns at the start, on either side
    looks: ClassVar[Mapping[str, PieceStyle]] = {"X": ("pawn", 0, ""), "O": ("pawn", 1, "")}

    def __post_init__(self) -> None:
        check_whole("columns", self.columns, 1, WORD_BITS // 2)
        check_whole("rows", self.rows, 2 * self.ranks, WORD_BITS // 2)
        check_bits(f"a board of {self.columns} x {self.rows}", self.men_bits + 1)

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, from_below=True, chequered=True)

    def aside(self, free: int, theirs: int) -> int:
        """Return the cells that a diagonal step may end on."""
        raise NotImplementedError

    def start(self) -> Position:
        pawns = (1 << self.ranks * self.columns) - 1
        return self.joined(pawns << (self.rows - self.ranks) * self.columns, pawns, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.men(position)
        side, free = self.side(position), self.free(position)
        yield from self.steps(mine, free, self.straight[side])
        yield from self.steps(mine, self.aside(free, theirs), self.aslant[side])

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.men(position)
        end = 1 << self.end_of(move)
        return self.then(position, mine ^ (1 << self.start_of(move) | end), theirs & ~end)

    def outcome(self, position: Position) -> int:
        first, second = self.first_and_second(position)
        return LOSS if first & self.goals[0] or second & self.goals[1] else UNDECIDED

    @cached_property
    def straight(self) -> tuple[tuple[int, ...], ...]:
        """Where each player's pawns go straight ahead."""
        return (UP,), (DOWN,)

    @cached_property
    def aslant(self) -> tuple[tuple[int, ...], ...]:
        """Where each player's pawns go aside."""
        return (UP_LEFT, UP_RIGHT), (DOWN_LEFT, DOWN_RIGHT)

    @cached_property
    def goals(self) -> tuple[int, int]:
        """The last rank of each player."""
        return self.board.edge(UP), self.board.edge(DOWN)

    # What a person reads. Squares are those of chess: a1 is the lower left one.

    def parse(self, text: str) -> Position:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the number of pawns
        and that nobody moves on after the end.
        """
        position = super().parse(text)
        boards = self.first_and_second(position)
        most = self.ranks * self.columns
        for sign, pawns in zip(self.signs, boards, strict=True):
            if pawns.bit_count() > most:
                raise unreadable(
                    self, text, f"{sign} has {pawns.bit_count()} pawns", f"leave at most {most} of them"
                )
        arrived = [pawns & goal for pawns, goal in zip(boards, self.goals, strict=True)]
        if sum(pawns.bit_count() for pawns in arrived) > 1 or arrived[self.side(position)]:
            raise unreadable(
                self,
                text,
                "play had ended when a pawn reached the last rank",
                "leave one there at most, of the player who is not to move",
            )
        return position

    def name(self, position: Position, move: int) -> str:
        _, theirs = self.men(position)
        name = super().name(position, move)
        return name.replace("-", "x") if theirs >> self.end_of(move) & 1 else name
