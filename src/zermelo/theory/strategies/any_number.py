"""The rules of a counting game, read for all numbers at once.

Where a position is a number that moves make smaller, the rules are run on *any* number of a stretch, from
`low` to `high` or without end. Such a number n can be added to and taken from; a comparison that comes out
the same for the whole stretch is answered, and one that does not parts the stretch in two, and the rules are
run again on both. Where they come to their end, they have done the same thing for each number of the stretch:
so what they do is known for infinitely many numbers, by running them a few times. (J. C. King, *Symbolic
execution and program testing*, 1976.) Remainders part a stretch likewise.

Of take-1-to-3 four stretches come of it:

    0     over: no move         2     take 1 or 2
    1     take 1                3 ... take 1, 2 or 3

Rules that do anything else with the position (loop up to it, look it up, square it) are run on each number of
a short stretch by itself; on a long one they are not read, and neither are those that say otherwise when
asked about plain numbers.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.core.game import Game
from zermelo.core.rules import end_at, moves_at
from zermelo.core.values import LOSS, UNDECIDED, WIN

MOST_STRETCHES = 400
MOST_MOVES = 2_000
LARGEST = (1 << 63) - 1  # the largest position there is
FAR = 12_345  # beyond where the last stretch begins, for a number that is asked too
COMPARED = 300  # plain numbers that are asked too, and those next to every end of a stretch


class _Apart(Exception):
    """The numbers of a stretch fare differently: those below `at`, or those of another remainder."""

    def __init__(self, at: int = 0, modulus: int = 0) -> None:
        super().__init__(at, modulus)
        self.at, self.modulus = at, modulus


class AnyNumber:
    """Any number n of a stretch, with `more` added: whatever is found of it holds for all of them."""

    __slots__ = ("more", "stretch")
    __hash__ = None  # type: ignore[assignment]  # looking it up would ask which number it is

    def __init__(self, stretch: "Bounds", more: int = 0) -> None:
        self.stretch, self.more = stretch, more

    def __add__(self, other: Any) -> "AnyNumber":
        return AnyNumber(self.stretch, self.more + other) if type(other) is int else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is int:
            return AnyNumber(self.stretch, self.more - other)
        return self.more - other.more if isinstance(other, AnyNumber) else NotImplemented

    def _below(self, other: Any) -> bool:
        """Return whether it is less than `other`, for all numbers of the stretch alike."""
        if isinstance(other, AnyNumber):
            return self.more < other.more
        at = int(other) - self.more
        if self.stretch.high is not None and self.stretch.high < at:
            return True
        if self.stretch.low >= at:
            return False
        raise _Apart(at)

    def __lt__(self, other: Any) -> bool:
        return self._below(other) if isinstance(other, int | AnyNumber) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._below(other + 1) if isinstance(other, int | AnyNumber) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return not self <= other if isinstance(other, int | AnyNumber) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return not self < other if isinstance(other, int | AnyNumber) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return not self < other and self <= other if isinstance(other, int | AnyNumber) else NotImplemented

    def __bool__(self) -> bool:
        return self != 0

    def __mod__(self, modulus: Any) -> int:
        if type(modulus) is not int or modulus <= 0:
            return NotImplemented
        if self.stretch.modulus % modulus:
            raise _Apart(modulus=modulus)
        return (self.stretch.remainder + self.more) % modulus

    def __and__(self, mask: Any) -> int:
        """Return the lowest bits: `n & 1` asks for a remainder."""
        if type(mask) is not int or mask < 0 or mask & (mask + 1):
            return NotImplemented
        return self % (mask + 1)

    __rand__ = __and__


@dataclass(frozen=True)
class Bounds:
    """The numbers from `low` to `high` (None: no end) that leave `remainder` when divided by `modulus`."""

    low: int
    high: int | None
    modulus: int = 1
    remainder: int = 0

    def parts(self, where: _Apart) -> Iterator["Bounds"]:
        """Yield the stretches that this one falls into."""
        if where.modulus:
            modulus = math.lcm(self.modulus, where.modulus)
            for remainder in range(self.remainder, modulus, self.modulus):
                yield Bounds(self.low, self.high, modulus, remainder)
            return
        yield Bounds(self.low, where.at - 1, self.modulus, self.remainder)
        yield Bounds(where.at, self.high, self.modulus, self.remainder)

    def __contains__(self, number: int) -> bool:
        inside = self.low <= number and (self.high is None or number <= self.high)
        return inside and number % self.modulus == self.remainder


@dataclass(frozen=True)
class Stretch:
    """What the rules do with every number within `bounds`."""

    bounds: Bounds
    end: int | None  # the mover's value where play is over, else None
    takes: tuple[int, ...] = ()  # moves to n - take
    lands: tuple[int, ...] = ()  # moves to a number that is always the same


@dataclass(frozen=True)
class Countdown:
    """A counting game's rules, for every number from 0 to `high`, or for every number where that is None."""

    stretches: tuple[Stretch, ...]
    high: int | None

    @cached_property
    def _lows(self) -> list[int]:
        return [stretch.bounds.low for stretch in self.stretches]

    def stretch(self, number: int) -> Stretch:
        """Return the stretch that a number lies in."""
        place = bisect_right(self._lows, number) - 1
        while number not in self.stretches[place].bounds:
            place -= 1
        return self.stretches[place]

    def up_to(self, high: int) -> "Countdown":
        """Return the rules for the numbers up to `high` alone."""
        kept = []
        for stretch in self.stretches:
            low, last = stretch.bounds.low, stretch.bounds.high
            if low <= high:
                last = high if last is None else min(last, high)
                bounds = Bounds(low, last, stretch.bounds.modulus, stretch.bounds.remainder)
                kept.append(Stretch(bounds, stretch.end, stretch.takes, stretch.lands))
        return Countdown(tuple(kept), high)

    def end(self, number: int) -> int | None:
        """Return the mover's value where play is over, else None."""
        return self.stretch(number).end

    def children(self, number: int) -> list[int]:
        """Return the numbers that a move leads to."""
        stretch = self.stretch(number)
        return [*(number - take for take in stretch.takes), *stretch.lands]

    @cached_property
    def takes(self) -> tuple[int, ...]:
        """All numbers that can be taken anywhere, ascending."""
        return tuple(sorted({take for stretch in self.stretches for take in stretch.takes}))


def read_countdown(game: Game) -> Countdown | None:
    """Return a counting game's rules for all numbers, or for all below 2**63; None where they are not read.

    >>> from zermelo.games.subtraction import Subtraction
    >>> rules = read_countdown(Subtraction(take=(1, 3)))
    >>> [(stretch.bounds.low, stretch.takes) for stretch in rules.stretches]
    [(0, ()), (1, (1,)), (3, (1, 3))]
    """
    for high in (None, LARGEST):
        stretches = _read(game, high)
        if stretches is not None:
            rules = Countdown(tuple(sorted(stretches, key=lambda each: each.bounds.low)), high)
            return rules if _agrees(game, rules) else None
    return None


def _read(game: Game, high: int | None) -> list[Stretch] | None:
    """Return the stretches from 0 to `high`; None where the rules are not read, or part them for ever."""
    done: list[Stretch] = []
    open_ones = [Bounds(0, high)]
    while open_ones:
        bounds = open_ones.pop()
        if bounds.low == bounds.high and bounds.low not in bounds:
            continue
        try:
            stretch = _read_stretch(game, bounds)
        except _Apart as where:
            if where.modulus // math.gcd(where.modulus, bounds.modulus) > MOST_STRETCHES:
                return None
            open_ones.extend(reversed(list(bounds.parts(where))))
            if len(done) + len(open_ones) > MOST_STRETCHES:
                return None
            continue
        except Exception:  # whatever foreign rules raise when they are given no plain number
            stretch = None
        if stretch is not None:
            done.append(stretch)
        elif bounds.high is not None and 0 < bounds.high - bounds.low < MOST_STRETCHES:
            open_ones.extend(
                Bounds(each, each) for each in range(bounds.low, bounds.high + 1) if each in bounds
            )
        else:
            return None
    return done


def _read_stretch(game: Game, bounds: Bounds) -> Stretch | None:
    """Return what the rules do within these bounds; raises `_Apart` where that is not one thing."""
    number: Any = bounds.low if bounds.low == bounds.high else AnyNumber(bounds)
    value = game.outcome(number)
    if type(value) is not int:
        return None
    if value != UNDECIDED:
        return Stretch(bounds, value) if value in (WIN, LOSS) else None
    takes, lands = set(), set()
    for count, move in enumerate(game.moves(number)):
        child = game.play(number, move)
        if isinstance(child, AnyNumber):
            if child.more >= 0 or bounds.low + child.more < 0:
                return None
            takes.add(-child.more)
        elif type(child) is int and 0 <= child < bounds.low:
            lands.add(child)
        else:
            return None
        if count > MOST_MOVES:
            return None
    if type(number) is int:
        takes, lands = {number - child for child in lands}, set()
    if not takes and not lands:
        value = game.stuck(number)
        return Stretch(bounds, value) if type(value) is int and value in (WIN, LOSS) else None
    return Stretch(bounds, None, tuple(sorted(takes)), tuple(sorted(lands)))


def _agrees(game: Game, rules: Countdown) -> bool:
    """Return whether the rules say the same of plain numbers, where they were read otherwise by mistake."""
    numbers = set(range(COMPARED))
    for stretch in rules.stretches:
        low, high = stretch.bounds.low, stretch.bounds.high
        numbers.update(range(max(0, low - 2), low + 3))
        numbers.add(high if high is not None else low + FAR)
    try:
        for number in sorted(numbers):
            if rules.high is not None and number > rules.high:
                continue
            children = {game.play(number, move) for move in moves_at(game, number)}
            end = None if children else end_at(game, number)
            if end != rules.end(number) or children != set(rules.children(number)):
                return False
    except Exception:  # rules that cannot be asked beyond their start were not read either
        return False
    return True
