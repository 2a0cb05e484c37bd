"""Games of equally many pieces a side, in which a move takes one piece to a free point."""

from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position


class EqualPieces(BoardGame):
    """A `setup` with a fixed number of pieces; a subclass defines the moves. There is one start."""

    setup: ClassVar[str]

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Leave your opponent no move.",
            "Move one of your pieces along a line to the free point.",
            "A player who cannot move loses; endless play is a draw.",
        )

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """The pieces of the one start; turns of the board that keep them are symmetries."""
        return self.pieces(self.start())

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )

    # Text format.

    def parse(self, text: str) -> Position:
        """Read the board that `show` prints, its rows apart or with `/` between.

        Raises `UnreadablePosition`. Only the numbers of pieces are checked, not whether play can reach the
        position.
        """
        position = super().parse(text)
        each = self.setup.count("X")
        for sign, men in zip("XO", self.pieces(position), strict=True):
            if men.bit_count() != each:
                reason = f"{sign} has {men.bit_count()} pieces"
                raise unreadable(self, text, reason, f"give both players {each}")
        return position
