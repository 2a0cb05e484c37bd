r"""Hare and hounds: three hounds, which never go back, try to shut in a hare on eleven points.

The French military game; Berlekamp, Conway and Guy, *Winning Ways* (1982). The points:

      . - . - .
    / | \ | / | \
    . - . - . - . - .
     \ | / | \ | /
      . - . - .

"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import points
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position
from zermelo.core.values import LOSS, UNDECIDED, WIN


class HareAndHounds(FixedGame):
    """Hounds go ahead or aside to shut in the hare, who wins by getting past all of them; no move loses.

    The hounds begin, at the left, and the hare is at the right end. The hare has got past where every hound
    is further to the right. The rule that the hounds lose after ten moves without one ahead is left out,
    because positions do not hold their history: endless play is a draw. Values are win, draw, loss.
    """

    setup: ClassVar[str] = "H../H...R/H.."
    signs: ClassVar[str] = "HR"
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"H": ("hound", 0, ""), "R": ("hare", 1, "")}
    player_names: ClassVar[tuple[str, str]] = ("hounds", "hare")

    how_to_play = (
        "The hare gets past all hounds; the hounds leave it no move.",
        "A hound moves one step along a line to the right, up or down, never to the left; the hare one "
        "step along any line.",
        "The hare wins when every hound is further to the right. A player who cannot move loses; endless "
        "play is a draw.",
    )

    @cached_property
    def board(self) -> Board:
        return points("  .-.-.  ", " /|\\|/|\\ ", ".-.-.-.-.", " \\|/|\\|/ ", "  .-.-.  ", tight=True)

    @cached_property
    def forward_directions(self) -> tuple[int, ...]:
        """The ways that do not lead to the left."""
        return tuple(direction for direction, (_, right) in enumerate(self.board.vectors) if right >= 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        yield from self.steps(
            mine, free, self.board.all_directions if self.side_to_move(position) else self.forward_directions
        )

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )

    def outcome(self, position: Position) -> int:
        hounds, hare = self.both_boards(position)
        if hounds & self.points_up_to_column[self.point_columns[hare.bit_length() - 1]]:
            return UNDECIDED
        return LOSS if self.side_to_move(position) == 0 else WIN

    def tier(self, position: Position) -> int:
        """Return how far the hounds have come, their columns added."""
        hounds, _ = self.both_boards(position)
        return sum((hounds & ~passed).bit_count() for passed in self.points_up_to_column)

    @cached_property
    def point_columns(self) -> tuple[int, ...]:
        """The column of each point, from the left."""
        return tuple("abcde".index(name[0]) for name in self.board.names)

    @cached_property
    def points_up_to_column(self) -> tuple[int, ...]:
        """For each column, its points and those to the left."""
        return tuple(
            sum(1 << point for point, column in enumerate(self.point_columns) if column <= last)
            for last in range(5)
        )

    # Text format: rows from the top; points are named by column and row, a2 the left end.

    def parse(self, text: str) -> Position:
        """Read rows of H (hounds), R (the hare) and `.`, and `hounds to move` or `hare to move` below.

        Raises `UnreadablePosition`. Only the number of hounds is checked, not whether play can reach it.
        """
        position = super().parse(text)
        hounds, hare = self.both_boards(position)
        if hounds.bit_count() != 3 or hare.bit_count() != 1:
            reason = f"it has {hounds.bit_count()} H and {hare.bit_count()} R"
            raise unreadable(self, text, reason, "write three H and one R")
        return position
