"""The player to move, where the board does not show it: the last line of a text, such as `fox to move`.

This module also serves partizan games in which positions hold nothing else of the players: the turn changes
nothing else. Either player's options are then that player's moves as the mover.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from zermelo.boards.notation.board_text import split_rows_and_mover
from zermelo.core.game import Game, Position

STARTERS: Final = ("left", "right")  # the players of most partizan games


class PartizanOptions(Game):
    """Both players' moves, from `mover`, `moves`, `play` and `with_mover`, which a subclass defines."""

    player_names: ClassVar[tuple[str, str]] = STARTERS

    def mover(self, position: Position) -> int:
        raise NotImplementedError

    def with_mover(self, position: Position, player: int) -> Position:
        """Return the same position with this player to move."""
        raise NotImplementedError

    def options(self, position: Position, player: int) -> Iterator[Position]:
        """Yield the positions after a player's moves, with the mover unchanged."""
        mover = self.mover(position)
        seen = self.with_mover(position, player)
        for move in self.moves(seen):
            yield self.with_mover(self.play(seen, move), mover)


def read_rows_and_mover(
    game: Game, text: str, players: tuple[str, str], cells: int = -1
) -> tuple[list[str], int]:
    """Return the rows above the last line, and the player it names; `cells` are those of a board in one row.

    Raises `UnreadablePosition` where it names none.
    """
    return split_rows_and_mover(game, text, players, cells)
