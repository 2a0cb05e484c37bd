"""Games that break the contract where it is harder to see: only asked twice, only machine code, only some values."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from made.broken_games import Countdown

from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

asked = count()


class MoodyMoves(Countdown):
    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1 + (next(asked) % 2 if position == 4 else 0)


class MoodyGain(Countdown):
    scored = True

    def gain(self, position: int, move: int) -> int:
        return next(asked) % 2 if position == 4 else 0


class MoodyStuck(Countdown):
    def stuck(self, position: int) -> int:
        return LOSS if next(asked) % 2 else DRAW


class MoodyMover(Countdown):
    def mover(self, position: int) -> int:
        return next(asked) % 2 if position == 4 else position % 2


class HalfAPoint(Countdown):
    """A value that machine code would cut to 0."""

    def outcome(self, position: int) -> Any:
        return 0.5 if position == 4 else UNDECIDED


class HalfStuck(Countdown):
    def stuck(self, position: int) -> Any:
        return -0.5


class TwoPoints(Countdown):
    """Points in a game that does not count them."""

    def outcome(self, position: int) -> int:
        return 2 if position == 4 else UNDECIDED


class HalfAStone(Countdown):
    def play(self, position: int, move: int) -> Any:
        return position - move if position != 4 else 1.5


class Uneven(Countdown):
    """Says of 3 stones that they are three alike, of which two are 2 stones."""

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        if position in (2, 3):
            yield 5 - position
            yield 5 - position


class OnlyValues(Countdown):
    """Claims that having no stones is having four: the moves differ, and the outcome."""

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        if position in (0, 4):
            yield 4 - position


class Shifts(Countdown):
    """A power of two that leaves the word: from 63 stones on machine code knows only one move."""

    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1
            if position > 1 and (1 << position) > 0:
                yield 2


class ShiftsEnd(Countdown):
    """The same in an outcome: at 63 stones the power is negative on a machine."""

    def outcome(self, position: int) -> int:
        return WIN if (1 << position) < 0 else UNDECIDED


class NegativeZero(Countdown):
    """Yields `-0` and `0`: one move twice."""

    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1
        if position == 4:
            yield 2 - 1
