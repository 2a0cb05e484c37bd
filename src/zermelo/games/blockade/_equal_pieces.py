"""Men who only change places, as many of each player: a move takes a man from a point to a free one."""

from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.game import Position


class EqualPieces(BoardGame):
    """A `setup` that nobody leaves or enters; a subclass says the moves. The start is seen from one side."""

    setup: ClassVar[str]

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """The men of the start: turns that keep them are symmetries, and there is one start."""
        return self.men(self.start())

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.men(position)
        return self.then(position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs)

    # What a person reads.

    def parse(self, text: str) -> Position:
        """Read the board that `show` prints, its rows apart or with `/` between.

        Raises `UnreadablePosition`. Whether play can lead there is not asked beyond the men's number.
        """
        position = super().parse(text)
        each = self.setup.count("X")
        for sign, men in zip("XO", self.men(position), strict=True):
            if men.bit_count() != each:
                reason = f"{sign} has {men.bit_count()} men"
                raise unreadable(self, text, reason, f"give both players {each}")
        return position
