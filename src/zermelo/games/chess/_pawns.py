"""Pawns against pawns: the rules that hexapawn and breakthrough have in common.

X begins at the bottom and moves up; O begins at the top and moves down. The board is not turned after a move,
so positions are counted as on a real board.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import DOWN, DOWN_LEFT, DOWN_RIGHT, UP, UP_LEFT, UP_RIGHT, squares
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import LOSS, UNDECIDED


class Pawns(FixedGame):
    """Reach the last rank with a pawn; a subclass defines which diagonal steps are allowed."""

    columns: int = whole(3, 1, WORD_BITS // 2)
    rows: int = whole(3, 2, WORD_BITS // 2)

    ranks: ClassVar[int] = 1  # full of pawns at the start, on either side
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"X": ("pawn", 0, ""), "O": ("pawn", 1, "")}

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", self.piece_bits + 1)

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, from_below=True, chequered=True)

    def diagonal_targets(self, free: int, theirs: int) -> int:
        """Return the cells on which a diagonal step may end."""
        raise NotImplementedError

    def start(self) -> Position:
        pawns = (1 << self.ranks * self.columns) - 1
        return self.join_boards(pawns << (self.rows - self.ranks) * self.columns, pawns, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        side, free = self.side_to_move(position), self.empty_cells(position)
        yield from self.steps(mine, free, self.straight_directions[side])
        yield from self.steps(mine, self.diagonal_targets(free, theirs), self.diagonal_directions[side])

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        end = 1 << self.end_of(move)
        return self.next_position(position, mine ^ (1 << self.start_of(move) | end), theirs & ~end)

    def outcome(self, position: Position) -> int:
        first, second = self.both_boards(position)
        return LOSS if first & self.goal_ranks[0] or second & self.goal_ranks[1] else UNDECIDED

    @cached_property
    def straight_directions(self) -> tuple[tuple[int, ...], ...]:
        """The straight directions of each player's pawns."""
        return (UP,), (DOWN,)

    @cached_property
    def diagonal_directions(self) -> tuple[tuple[int, ...], ...]:
        """The diagonal directions of each player's pawns."""
        return (UP_LEFT, UP_RIGHT), (DOWN_LEFT, DOWN_RIGHT)

    @cached_property
    def goal_ranks(self) -> tuple[int, int]:
        """The last rank of each player."""
        return self.board.edge(UP), self.board.edge(DOWN)

    # What a person reads. Squares are those of chess: a1 is the lower left one.

    def parse(self, text: str) -> Position:
        """Read rows of X, O and `.` from the top, and `X to move` or `O to move` below.

        Raises `UnreadablePosition`. Two things are checked: the number of pawns, and that play had not ended
        before. Positions that play cannot reach are otherwise accepted.
        """
        position = super().parse(text)
        boards = self.both_boards(position)
        most = self.ranks * self.columns
        for sign, pawns in zip(self.signs, boards, strict=True):
            if pawns.bit_count() > most:
                raise unreadable(
                    self, text, f"{sign} has {pawns.bit_count()} pawns", f"leave at most {most} of them"
                )
        arrived = [pawns & goal for pawns, goal in zip(boards, self.goal_ranks, strict=True)]
        if sum(pawns.bit_count() for pawns in arrived) > 1 or arrived[self.side_to_move(position)]:
            raise unreadable(
                self,
                text,
                "play had ended when a pawn reached the last rank",
                "leave one there at most, of the player who is not to move",
            )
        return position

    def name(self, position: Position, move: int) -> str:
        _, theirs = self.pieces(position)
        name = super().name(position, move)
        return name.replace("-", "x") if theirs >> self.end_of(move) & 1 else name
