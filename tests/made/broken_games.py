"""Games that break the contract, each in one way; `Countdown` keeps it."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from zermelo.core.game import Game
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.values import LOSS, UNDECIDED, WIN


class Countdown(Game):
    """Take one or two stones; whoever takes the last one wins."""

    heap: int = 9

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        for stones in range(1, min(2, position) + 1):
            yield stones

    def play(self, position: int, move: int) -> int:
        return position - move


class RaisesInPlay(Countdown):
    def play(self, position: int, move: int) -> int:
        if position == 3:
            raise ValueError("three is\nunlucky")
        return position - move


class RaisesInMoves(Countdown):
    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1 + 0 * (7 // (position - 3))


class RaisesInOutcome(Countdown):
    def outcome(self, position: int) -> int:
        return UNDECIDED + 0 * (7 // (position - 3))


class RaisesInTier(Countdown):
    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1

    def tier(self, position: int) -> int:
        return self.heap - position + 0 * (7 // (position - 3))


class RaisesInSymmetries(Countdown):
    def symmetries(self, position: int) -> Iterator[int]:
        yield position + 0 * (7 // (position - 3))


class RaisesInStart(Countdown):
    def start(self) -> int:
        raise OSError("no\nstones left")


class RaisesInStuck(Countdown):
    def stuck(self, position: int) -> int:
        return 1 // position


class RaisesInShow(Countdown):
    def show(self, position: int) -> str:
        return "abc"[position]


class RaisesInName(Countdown):
    def name(self, position: int, move: int) -> str:
        return "a"[move]


class Negative(Countdown):
    def play(self, position: int, move: int) -> int:
        return position - move if position != 3 else -1


class Huge(Countdown):
    def play(self, position: int, move: int) -> int:
        return position - move if position != 3 else (1 << 62) + (1 << 62) * (4 - position)


class NegativeImage(Countdown):
    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield position if position != 3 else -position


class NegativeStart(Countdown):
    def start(self) -> int:
        return -1


class NoStart(Countdown):
    def starts(self) -> Iterator[int]:
        yield from ()


class ListStart(Countdown):
    def start(self) -> Any:
        return [1, 2]


class NeverEnds(Countdown):
    """Yields one move for ever where three stones are left."""

    def moves(self, position: int) -> Iterator[int]:
        yield 1
        while position == 3:
            yield 1


class NeverEndsAnew(Countdown):
    """Yields ever new moves where three stones are left."""

    def moves(self, position: int) -> Iterator[int]:
        yield 1
        move = 2
        while position == 3:
            yield move
            move += 1

    def play(self, position: int, move: int) -> int:
        return position - 1


class NeverEndsLate(NeverEnds):
    """The same with a tier that grows by one or two, so that another walk finds the position."""

    def moves(self, position: int) -> Iterator[int]:
        yield 1
        if position > 1:
            yield 2
        while position == 3:
            yield 1

    def tier(self, position: int) -> int:
        return self.heap - position


class Loops(Countdown):
    def play(self, position: int, move: int) -> int:
        return position - move if position > 2 else 5


class HugeScore(Countdown):
    scored = True

    def stuck(self, position: int) -> int:
        return 32_001


class NoAnswer(Countdown):
    def outcome(self, position: int) -> Any:
        if position == 3:
            return None
        return UNDECIDED


class Divides(Countdown):
    """Takes half: `/` makes a float of a position."""

    def play(self, position: int, move: int) -> Any:
        return position / 2 - move


class TwoAlike(Countdown):
    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1
            if position == 4:
                yield 1


calls = count()


class Moody(Countdown):
    def outcome(self, position: int) -> int:
        return WIN if position == 4 and next(calls) % 2 else UNDECIDED


class MoodyPlay(Countdown):
    def play(self, position: int, move: int) -> int:
        return position - 1 - next(calls) % 2 if position == 4 else position - move


class TierFalls(Countdown):
    def tier(self, position: int) -> int:
        return 20 - position if position != 3 else 0


class WrongImage(Countdown):
    """Claims that 3 and 4 stones are alike."""

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield 7 - position if position in (3, 4) else position


class NotItself(Countdown):
    def symmetries(self, position: int) -> Iterator[int]:
        if position != 3:
            yield position


class OtherClass(Countdown):
    """The class of 3 has a member whose own class is smaller."""

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        if position == 3:
            yield 2


class Unreadable(Countdown):
    def parse(self, text: str) -> int:
        return int(text) if text != "3" else 4


class Unparsed(Countdown):
    def show(self, position: int) -> str:
        return f"{position} stones" if position == 3 else str(position)


class SameNames(Countdown):
    def name(self, position: int, move: int) -> str:
        return "take" if position == 3 else str(move)


class LongNames(Countdown):
    def name(self, position: int, move: int) -> str:
        return f"take\n{move}" if position == 3 else str(move)


class ThirdPlayer(Countdown):
    def mover(self, position: int) -> int:
        return 2 if position == 3 else position % 2


class NoMoves(Game):
    def start(self) -> int:
        return 0


class Misere(Countdown):
    impartial = True

    def stuck(self, position: int) -> int:
        return WIN if position == 0 else LOSS


class Listed(Countdown):
    """A field that is a list."""

    row: Any = None


class OptionsOfNobody(Countdown):
    def options(self, position: int, player: int) -> Iterator[int]:
        for move in self.moves(position):
            yield position - move


class FewerOptions(Game):
    """Both players may take one or two; the mover stands in the lowest bit."""

    def start(self) -> int:
        return 18

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, min(2, position >> 1) + 1)

    def play(self, position: int, move: int) -> int:
        return (position - 2 * move) ^ 1

    def mover(self, position: int) -> int:
        return position & 1

    def options(self, position: int, player: int) -> Iterator[int]:
        if position > 1:
            yield position - 2


# A perfect index


PARENTS = "parents are the moves of a tier turned round"


class Shore(Game, RetrogradeIndex):
    """Nine places: 0 to 3 in a ring, then 4 to 7 in another, and 8, where a swimmer lands; a perfect index."""

    @property
    def size(self) -> int:
        return 9

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position < 8:
            yield position // 4 * 4 + (position + 1) % 4
            if position % 4 == 0:
                yield position + 4

    def play(self, position: int, move: int) -> int:
        return move

    def tier(self, position: int) -> int:
        return position // 4

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index

    def parents(self, position: int) -> Iterator[int]:
        if position < 8:
            yield position // 4 * 4 + (position + 3) % 4


class Hole(Shore):
    def unrank(self, index: int) -> int:
        return -1 if index == 4 else index


class WrongRank(Shore):
    def rank(self, position: int) -> int:
        return 4 if position == 5 else position


class SharedRank(Shore):
    """Place 11 is one to which only a move leads, and it is taken for place 2."""

    def moves(self, position: int) -> Iterator[int]:
        if position == 11:
            yield 8
        elif position < 8:
            yield position // 4 * 4 + (position + 1) % 4
            if position == 1:
                yield 11

    def rank(self, position: int) -> int:
        return 2 if position == 11 else position


class OutsideRank(Shore):
    def moves(self, position: int) -> Iterator[int]:
        if position < 8:
            yield position // 4 * 4 + (position + 1) % 4
            if position % 4 == 0:
                yield position + 4 if position == 0 else 9


class WrongParent(Shore):
    def parents(self, position: int) -> Iterator[int]:
        if position < 8:
            yield position // 4 * 4 + (position + 3) % 4
        if position == 2:
            yield 0


class FinishedParent(Shore):
    def moves(self, position: int) -> Iterator[int]:
        yield position // 4 * 4 + (position + 1) % 4

    def tier(self, position: int) -> int:
        return 0

    def parents(self, position: int) -> Iterator[int]:
        if position < 8:
            yield position // 4 * 4 + (position + 3) % 4
        if position == 4:
            yield 8

    def outcome(self, position: int) -> int:
        return LOSS if position == 8 else UNDECIDED


class MissingParent(Shore):
    def parents(self, position: int) -> Iterator[int]:
        if position < 8 and position != 4:
            yield position // 4 * 4 + (position + 3) % 4


class WrongOrder(Shore):
    def rank(self, position: int) -> int:
        return (position + 4) % 8 if position < 8 else 8

    def unrank(self, index: int) -> int:
        return (index + 4) % 8 if index < 8 else 8


class NoSize(Shore):
    @property
    def size(self) -> int:
        return 0


class NobodyThere(Shore):
    def unrank(self, index: int) -> int:
        return -1


class RaisesInRank(Shore):
    def rank(self, position: int) -> int:
        return (0, 1, 2)[position]
