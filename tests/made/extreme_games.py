"""Games that a search must refuse, or bear: they never end, raise, or leave the range of values."""

from collections.abc import Iterator
from typing import Any

from zermelo.core.game import Game


class Endless(Game):
    """Two positions, to and fro."""

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield 0

    def play(self, position: int, move: int) -> int:
        return 1 - position


class Raises(Endless):
    def play(self, position: int, move: int) -> int:
        return position // (position - position)


class Growing(Endless):
    """Positions that are tuples of one word, and then of two."""

    def start(self) -> Any:
        return (4,)

    def moves(self, position: Any) -> Iterator[int]:
        yield from range(min(position))

    def play(self, position: Any, move: int) -> Any:
        return (position[0] - 1 - move, move)


class Far(Endless):
    """A number of points, past what values can be, on the way or at the end."""

    scored = True
    step: int = 10_000
    end: int = 0

    def moves(self, position: int) -> Iterator[int]:
        if position < 8:
            yield 0
            yield 1

    def play(self, position: int, move: int) -> int:
        return position + 1

    def mover(self, position: int) -> int:
        return 0

    def gain(self, position: int, move: int) -> int:
        return self.step

    def stuck(self, position: int) -> int:
        return self.end

    def bounds(self, position: int) -> tuple[int, int]:
        return -1_000_000, 1_000_000

    def order(self, position: int, move: int) -> int:
        return (1 << 62) - move
