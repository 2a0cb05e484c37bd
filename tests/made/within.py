"""A game that is a draw after so many plies: what is won within them, in a game that may go round."""

from collections.abc import Iterator
from typing import Any

from zermelo.core.game import Game
from zermelo.core.values import DRAW, UNDECIDED

LEFT = 15  # plies are counted down in the lowest bits


class Within(Game):
    """The game `inner`, with positions that are integers and symmetries, for up to 15 plies."""

    inner: Any
    plies: int = 13

    def start(self) -> int:
        return self.inner.start() << 4 | self.plies

    def moves(self, position: int) -> Iterator[int]:
        yield from self.inner.moves(position >> 4)

    def play(self, position: int, move: int) -> int:
        return self.inner.play(position >> 4, move) << 4 | (position & LEFT) - 1

    def outcome(self, position: int) -> int:
        value = self.inner.outcome(position >> 4)
        return DRAW if value == UNDECIDED and position & LEFT == 0 else value

    def tier(self, position: int) -> int:
        return self.plies - (position & LEFT)

    def symmetries(self, position: int) -> Iterator[int]:
        for image in self.inner.symmetries(position >> 4):
            yield image << 4 | position & LEFT
