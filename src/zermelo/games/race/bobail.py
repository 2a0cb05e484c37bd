"""Bobail: step with the bobail, then run with a piece of yours; bring the bobail home, or shut it in.

A game from Africa on five by five, whose inventor nobody knows; boardgamearena.com has it. The start on
3 x 3, the bobail being N, which stands on both players' boards:

    O O O
    . N .
    X X X

A turn is both steps: its move holds the bobail's new cell and, above it, where a piece goes from and to.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import DOWN, UP, squares
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, UNDECIDED, WIN

NO_STEP = 63  # in a move, in place of the bobail's cell: it stays
STEP_BITS = 6
FIRST_TURN = "first turn"


class Bobail(FixedGame):
    """Step with the bobail to a free cell around it, then run as far as a piece goes in one direction.

    A bobail on a player's own row, X's the last and O's the first, ends play and wins for that player,
    whichever player moved it. A player who cannot step with it, or then run, loses. The first turn has no
    step, unless `stepping`. Each player has `size` pieces, in the own row. Play may cycle. Values are win,
    draw, loss.
    """

    size: int = whole(5, 3, 5)
    stepping: bool = False

    removed_sign: ClassVar[str] = "N"
    extra_bits: ClassVar[int] = 1  # the first turn, without a step
    extra_label: ClassVar[str] = ""  # written in words
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"N": ("king", None, "")}

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        first = "" if self.stepping else " In the very first turn the bobail stays."
        return (
            "Bring the bobail to your own row, or leave the opponent no move.",
            "Move the bobail one square in any direction, then a piece of yours in any direction as far "
            f"as it goes.{first}",
            "The bobail on the bottom row wins for X, on the top row for O, whichever player moved it. "
            "A player who cannot move loses; endless play is a draw.",
        )

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size)

    @cached_property
    def home_rows(self) -> tuple[int, int]:
        """The rows of X and of O."""
        return self.board.edge(DOWN), self.board.edge(UP)

    def start(self) -> Position:
        bobail = 1 << self.cells // 2 if self.size % 2 else 1 << self.cells // 2 + self.size // 2
        first, second = self.home_rows
        return self.join_boards(first | bobail, second | bobail, 0, 0 if self.stepping else 1)

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        bobail = mine & theirs
        free = self.full & ~(mine | theirs)
        if self.extra_number(position):
            for run in self.full_slides(mine ^ bobail, free, self.board.all_directions):
                yield run << STEP_BITS | NO_STEP
        else:
            ends = self.board.touching_by_cell[bobail.bit_length() - 1] & free
            first, second = self.home_rows
            while ends:
                end = ends & -ends
                ends ^= end
                cell = (end - 1).bit_count()
                if end & (first | second):
                    yield cell
                else:
                    for run in self.full_slides(
                        mine ^ bobail, free ^ bobail ^ end, self.board.all_directions
                    ):
                        yield run << STEP_BITS | cell

    def play(self, position: int, move: int) -> Position:
        mine, theirs = self.pieces(position)
        step, run = move & NO_STEP, move >> STEP_BITS
        if step != NO_STEP:
            changed = mine & theirs | 1 << step
            mine ^= changed
            theirs ^= changed
        if run > 0:
            mine ^= 1 << self.start_of(run) | 1 << self.end_of(run)
        return self.next_position_with(position, mine, theirs, 0, 0)

    def outcome(self, position: int) -> int:
        mine, theirs = self.pieces(position)
        first, second = self.home_rows
        bobail = mine & theirs
        if bobail & (first | second) == 0:
            return UNDECIDED
        return WIN if (bobail & first != 0) == (self.side_to_move(position) == 0) else LOSS

    # Text format: the bobail's new cell, and the run of the piece.

    def notes(self, position: Position) -> list[str]:
        turn = super().notes(position)
        return [FIRST_TURN, *turn] if self.extra_number(position) else turn

    def parse(self, text: str) -> Position:
        """Read rows of X, O, N (the bobail) and `.`, then `first turn`, if it has no step, and `X to move`.

        Raises `UnreadablePosition`. Only the numbers of pieces are checked, not whether play can reach the
        position.
        """
        rows = split_rows(text)
        is_first = FIRST_TURN in rows[-2:-1]
        position = super().parse("/".join([row for row in rows if row != FIRST_TURN]))
        mine, theirs = self.pieces(position)
        bobail = mine & theirs
        if bobail.bit_count() != 1:
            raise unreadable(self, text, "it has not one bobail", "write one N")
        for sign, men in zip("XO", self.both_boards(position), strict=True):
            if men.bit_count() != self.size + 1:
                reason = f"{sign} has {men.bit_count() - 1} pieces"
                raise unreadable(self, text, reason, f"give both players {self.size}")
        if is_first and (self.stepping or self.side_to_move(position)):
            raise unreadable(self, text, "the first turn is not so", "leave the line out")
        return position | int(is_first) << self.piece_bits

    def name(self, position: Position, move: int) -> str:
        step, run = move & NO_STEP, move >> STEP_BITS
        if step == NO_STEP:
            return super().name(position, run)
        end = self.board.names[step]
        return f"{end} {super().name(position, run)}" if run else end
