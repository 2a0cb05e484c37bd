"""Games whose hooks lie to a search, each in one way; `Told` tells the truth."""

from collections.abc import Iterator
from typing import Any

from made.broken_games import Countdown, calls


class Told(Countdown):
    """`Countdown` with every hook: who leaves a multiple of three wins."""

    def estimate(self, position: int) -> int:
        return position % 3

    def order(self, position: int, move: int) -> int:
        return int((position - move) % 3 == 0)

    def quiet(self, position: int) -> bool:
        return position > 3

    def candidates(self, position: int) -> Iterator[int]:
        if position % 3:
            yield position % 3
        else:
            for move in self.moves(position):
                yield move

    def bounds(self, position: int) -> tuple[int, int]:
        return (-1, 1) if position > 5 else (-1, -1) if position % 3 == 0 else (1, 1)

    def length_bounds(self, position: int) -> tuple[int, int]:
        if position == 0:
            return -1, 1
        return (-2, 1) if position > 5 else (-2, -2) if position == 3 else (3, 1)

    def forced(self, position: int) -> int:
        return position % 3 or -1


class HalfEstimate(Told):
    def estimate(self, position: int) -> Any:
        return 0.5 if position == 4 else 0


class HugeEstimate(Told):
    def estimate(self, position: int) -> int:
        return 32_001 if position == 4 else 0


class MoodyEstimate(Told):
    def estimate(self, position: int) -> int:
        return next(calls) % 2 if position == 4 else 0


class NoOrder(Told):
    def order(self, position: int, move: int) -> Any:
        return None if position == 4 else move


class HalfQuiet(Told):
    def quiet(self, position: int) -> Any:
        return 0.5 if position == 4 else True


class NoCandidate(Told):
    def candidates(self, position: int) -> Iterator[int]:
        if position != 4:
            yield 1


class NoMove(Told):
    def candidates(self, position: int) -> Iterator[int]:
        yield 1 if position != 4 else 3


class TwiceTheSame(Told):
    def candidates(self, position: int) -> Iterator[int]:
        yield 1
        if position == 4:
            yield 1


class OneBound(Told):
    def bounds(self, position: int) -> Any:
        return (0,) if position == 4 else (-1, 1)


class BoundsAside(Told):
    def bounds(self, position: int) -> tuple[int, int]:
        return (1, -1) if position == 4 else (-1, 1)


class WorseCandidate(Told):
    """With four stones it names the move that loses."""

    def candidates(self, position: int) -> Iterator[int]:
        yield 2 if position == 4 else 2 - position % 2 * (position % 3 % 2)


class SlowCandidate(Countdown):
    """Five stones and two doors: one way wins at once, the one that is named wins later."""

    def moves(self, position: int) -> Iterator[int]:
        if position == 5:
            yield 5
        for stones in range(1, min(2, position) + 1):
            yield stones

    def candidates(self, position: int) -> Iterator[int]:
        for move in self.moves(position):
            if move != 5:
                yield move


class TooLow(Told):
    def bounds(self, position: int) -> tuple[int, int]:
        return (-1, 0) if position == 4 else (-1, 1)


class TooHigh(Told):
    def bounds(self, position: int) -> tuple[int, int]:
        return (0, 1) if position == 6 else (-1, 1)


class LateWin(Told):
    def length_bounds(self, position: int) -> tuple[int, int]:
        return (5, 5) if position == 4 else (-1, 1)


class SoonLoss(Told):
    def length_bounds(self, position: int) -> tuple[int, int]:
        return (-4, 1) if position == 3 else (-1, 1)


class NoMoveLeft(Told):
    def length_bounds(self, position: int) -> tuple[int, int]:
        return (-2, 1)


class LengthsAside(Told):
    def length_bounds(self, position: int) -> tuple[int, int]:
        return (1, 3) if position == 4 else (-1, 1)


class NoForced(Told):
    def forced(self, position: int) -> int:
        return 3 if position == 4 else -1


class WorseForced(Told):
    def forced(self, position: int) -> int:
        return 1 if position == 5 else -1


class Raises(Told):
    def bounds(self, position: int) -> tuple[int, int]:
        return (-1, 1 + 0 * (7 // (position - 4)))


class HooksShift(Told):
    """A power of two that leaves the word: machine code knows another bound from 63 stones on."""

    def bounds(self, position: int) -> tuple[int, int]:
        return (-1, 1) if (1 << position) > 0 else (0, 0)

    def candidates(self, position: int) -> Iterator[int]:
        for move in self.moves(position):
            yield move
