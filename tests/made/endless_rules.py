"""Games of which one method does not come to an end, at the start or at the third position."""

from collections.abc import Iterator

from zermelo import Game
from zermelo.core.values import LOSS, UNDECIDED


class Counting(Game):
    """Take one or two; whoever reaches 5 has won."""

    def start(self) -> int:
        return 0

    def outcome(self, position: int) -> int:
        return LOSS if position >= 5 else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, position: int, move: int) -> int:
        return position + move


class Starts(Counting):
    def starts(self) -> Iterator[int]:
        while True:
            yield 0


class Symmetries(Counting):
    def symmetries(self, position: int) -> Iterator[int]:
        while True:
            yield position


class Chances(Counting):
    def mover(self, position: int) -> int:
        return 0

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        while position == 2:
            yield 0.5, 3


class Moves(Counting):
    def moves(self, position: int) -> Iterator[int]:
        yield 1
        while position == 2:
            yield 1


class Recursion(Counting):
    def deep(self, position: int) -> int:
        if position < 0:
            return 0
        return self.deep(position + 1) + 1

    def moves(self, position: int) -> Iterator[int]:
        yield 1
        if position == 2:
            yield 1 + 0 * self.deep(position)
