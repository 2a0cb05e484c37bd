"""Quixo: take a cube from the border, turn it to your own sign, and push it in at another end of its line.

Thierry Chapeau (1995); solved by Tanaka, Bonnet, Tixeuil and Tamura, *Quixo is solved* (2020). Boards are
the cubes of the mover and above them those of the other, on 4 x 4:

    bit  0  1  2  3     the mover's      16 17 18 19     the other's
         4  5  6  7                      20 21 22 23
         8  9 10 11                      24 25 26 27
        12 13 14 15                      28 29 30 31

A push takes out the cube at one end of a segment of a row or a column and moves the others by one cell: a
mask and a shift for both boards at once. Pushes are numbered; what each does stands in tables.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, NamedTuple

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import LEFT, UP, squares
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, UNDECIDED, WIN


class CubePush(NamedTuple):
    """A cube is taken from `begin` and pushed in at `end`, a cell at the other end of a row or column."""

    begin: int
    end: int
    pushed: int  # the cells from there to the one beside `begin`, of both boards
    kept: int  # those outside the segment
    back: int  # how far the pushed cells move to lower bits
    ahead: int  # and to higher ones; one of the two is 0


class Quixo(BoardGame):
    """Push a blank or own border cube in at another end of its row or column; a full line of yours wins.

    Completing a line of the opponent's loses, even with an own line at the same time. X is the player to
    move. Values are win, draw, loss.
    """

    size: int = whole(5, 2, 5)

    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"X": ("cross", 0, ""), "O": ("ring", 1, "")}

    how_to_play = (
        "Get {size} cubes of your sign in a row, across, down or diagonally.",
        "Take a blank cube or one of yours from the edge, turn up your sign, "
        "and push it in at another end of its row or column.",
        "A full line of your sign wins, but you lose if your move completes one of your opponent. "
        "Endless play is a draw.",
    )

    @property
    def line(self) -> int:
        """Number of cubes in a row that ends the game."""
        return self.size

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size)

    @cached_property
    def lowest_bit_of_each_board(self) -> int:
        """The lowest bit of both boards."""
        return 1 | 1 << self.cells

    def moves(self, position: int) -> Iterator[int]:
        theirs = position >> self.cells
        for move, begin in enumerate(self.push_begin_bits):
            if theirs & begin == 0:
                yield move

    def play(self, position: int, move: int) -> int:
        pushed = (
            (position & self.pushed_cells_by_push[move])
            >> self.push_back_shifts[move]
            << self.push_ahead_shifts[move]
        )
        position = (position & self.kept_cells_by_push[move]) | pushed | self.push_end_bits[move]
        return (position >> self.cells) | (position & self.full) << self.cells

    def outcome(self, position: int) -> int:
        found = 0
        for step, starts in self.line_directions:
            cubes = position
            for _ in range(self.size - 1):
                cubes &= cubes >> step
            found |= cubes & starts
        if found & self.full:
            return WIN
        return LOSS if found else UNDECIDED

    def tier(self, position: int) -> int:
        return position.bit_count()

    @cached_property
    def line_directions(self) -> tuple[tuple[int, int], ...]:
        """For each direction, the distance of cells and where a line begins, on both boards."""
        across = (1, self.board.edge(LEFT)), (self.size, self.board.edge(UP))
        aslant = (self.size + 1, 1), (self.size - 1, 1 << self.size - 1)
        return tuple(
            (distance, starts * self.lowest_bit_of_each_board) for distance, starts in (*across, *aslant)
        )

    @cached_property
    def all_pushes(self) -> tuple[CubePush, ...]:
        """The pushes in the order of the cubes, and of the cells they are pushed in at."""
        found = []
        last = self.size - 1
        for row in range(self.size):
            for column in range(self.size):
                if {row, column} & {0, last}:
                    ends = {(0, column), (row, 0), (row, last), (last, column)} - {(row, column)}
                    found += [self.make_push(row, column, *end) for end in sorted(ends)]
        return tuple(found)

    def make_push(self, row: int, column: int, last_row: int, last_column: int) -> CubePush:
        begin, end = row * self.size + column, last_row * self.size + last_column
        distance = 1 if row == last_row else self.size
        segment = sum(1 << cell for cell in range(min(begin, end), max(begin, end) + 1, distance))
        pushed = (segment ^ 1 << begin) * self.lowest_bit_of_each_board
        kept = (self.full ^ segment) * self.lowest_bit_of_each_board
        back, ahead = (distance, 0) if begin < end else (0, distance)
        return CubePush(1 << begin, 1 << end, pushed, kept, back, ahead)

    @cached_property
    def push_begin_bits(self) -> tuple[int, ...]:
        return tuple(push.begin for push in self.all_pushes)

    @cached_property
    def push_end_bits(self) -> tuple[int, ...]:
        return tuple(push.end for push in self.all_pushes)

    @cached_property
    def pushed_cells_by_push(self) -> tuple[int, ...]:
        return tuple(push.pushed for push in self.all_pushes)

    @cached_property
    def kept_cells_by_push(self) -> tuple[int, ...]:
        return tuple(push.kept for push in self.all_pushes)

    @cached_property
    def push_back_shifts(self) -> tuple[int, ...]:
        return tuple(push.back for push in self.all_pushes)

    @cached_property
    def push_ahead_shifts(self) -> tuple[int, ...]:
        return tuple(push.ahead for push in self.all_pushes)

    # Text format: a1-a5 takes the cube of a1 and pushes it in at a5.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O and `.` (blank) from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Whether play can reach the position is checked only for the first cube.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        if mine and not theirs:
            raise unreadable(
                self,
                text,
                "O has no cube and X has",
                "mark one O: the player not to move has just marked one",
            )
        return position

    def name(self, position: Position, move: int) -> str:
        push = self.all_pushes[move]
        return "-".join(self.board.names[end.bit_length() - 1] for end in (push.begin, push.end))
