"""Games of chance made for tests: random ones, with loops and without, and such as break the contract."""

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Any

from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.values import DRAW, LOSS, UNDECIDED

Plan = tuple[Any, ...]  # ("end", value), ("moves", children) or ("chances", pairs)


class RandomDice(Game):
    """Positions 0 to `size` - 1 with random edges; where `loops`, chances lead anywhere and may lead back.

    Every chance leaves with some probability for an end, and decisions lead to chances or to ends, so that
    play surely ends.
    """

    seed: int = 0
    size: int = 30
    loops: bool = True
    largest: int = 1

    @cached_property
    def scored(self) -> bool:  # type: ignore[override]
        return self.largest > 1

    @cached_property
    def plan(self) -> tuple[Plan, ...]:
        chance = random.Random(repr((self.seed, self.size, self.loops, self.largest)))
        kinds = [chance.choice(("moves", "chances")) for _ in range(self.size)]
        ends = range(self.size - max(2, self.size // 5), self.size)
        return tuple(
            ("end", chance.randint(-self.largest, self.largest))
            if place in ends
            else self._edges(chance, place, kinds, list(ends))
            for place in range(self.size)
        )

    def _edges(self, chance: random.Random, place: int, kinds: list[str], ends: list[int]) -> Plan:
        later = [other for other in range(self.size) if self.loops or other > place]
        if kinds[place] == "moves":
            beyond = [other for other in later if kinds[other] == "chances" or other in ends]
            return "moves", tuple(chance.sample(beyond, min(len(beyond), chance.randint(1, 4))))
        weights = [chance.randint(1, 9) for _ in range(chance.randint(1, 4))]
        leaving = chance.randint(1, 9)
        total = sum(weights) + leaving
        children = [chance.choice(later) for _ in weights] + [chance.choice(ends)]
        pairs = zip([*weights, leaving], children, strict=True)
        return "chances", tuple((weight / total, child) for weight, child in pairs)

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return position * 7 % 5 % 2

    def outcome(self, position: int) -> int:
        kind, what = self.plan[position]
        return what if kind == "end" else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        kind, what = self.plan[position]
        yield from what if kind == "moves" else ()

    def play(self, position: int, move: int) -> int:
        return move

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        kind, what = self.plan[position]
        yield from what if kind == "chances" else ()


class RandomEndless(RandomDice):
    """The same, where nothing says that play ends: moves and throws lead anywhere, and back."""

    size: int = 7

    def _edges(self, chance: random.Random, place: int, kinds: list[str], ends: list[int]) -> Plan:
        children = [chance.randrange(self.size) for _ in range(chance.randint(1, 3))]
        if kinds[place] == "moves":
            return "moves", tuple(dict.fromkeys(children))
        weights = [chance.choice((1, 1, 1, 2, 3)) for _ in children]
        pairs = zip(weights, children, strict=True)
        return "chances", tuple((weight / sum(weights), child) for weight, child in pairs)

    def starts(self) -> Iterator[int]:
        yield from range(self.size)


class RandomPaidEndless(RandomEndless):
    """The same with points: for moves from the lower half of the places, which none leads back to."""

    scored = True

    def _edges(self, chance: random.Random, place: int, kinds: list[str], ends: list[int]) -> Plan:
        kind, what = super()._edges(chance, place, kinds, ends)
        half = self.size // 2
        if place < half:
            return kind, what
        if kind == "moves":
            return kind, tuple(dict.fromkeys(max(child, half) for child in what))
        return kind, tuple((weight, max(child, half)) for weight, child in what)

    def gain(self, position: int, move: int) -> int:
        half = self.size // 2
        return (3 * position + 5 * move) % 7 - 3 if position < half <= move else 0


class Walk(Game):
    """A man on a line throws a coin: from 0 up to `most`, one step either way; the far ends are -1 and +1.

    The value on step n of `most` is 2n / most - 1, as the gambler's ruin says.
    """

    most: int = 10

    def start(self) -> int:
        return 1

    def mover(self, position: int) -> int:
        return 0

    def outcome(self, position: int) -> int:
        if position == 0:
            return -1
        return 1 if position == self.most else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        for never in range(0):
            yield never

    def play(self, position: int, move: int) -> int:
        return move

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        yield 1 / 2, position - 1
        yield 1 / 2, position + 1


class Coin(Game):
    """Throw a coin that says who has won; here everything is as it should be."""

    def start(self) -> int:
        return 0

    def mover(self, position: int) -> int:
        return 0

    def outcome(self, position: int) -> int:
        return UNDECIDED if position < 2 else 5 - 2 * position  # 1 at 2, -1 at 3

    def moves(self, position: int) -> Iterator[int]:
        if position == 0:
            yield 1

    def play(self, position: int, move: int) -> int:
        return move

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 2, 3


class Uneven(Coin):
    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 3, 3


class Impossible(Coin):
    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1.0, 2
            yield 0.0, 3


class MovesToo(Coin):
    def moves(self, position: int) -> Iterator[int]:
        if position < 2:
            yield position + 1


class Far(Coin):
    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 2, -3


class Raises(Coin):
    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 2, 3 // (position - 1)


class RankedCoin(Coin, PerfectIndex):
    """The coin, its four positions ranked, two of six places being empty."""

    size: int = 6

    def rank(self, position: int) -> int:
        return position if position < 4 else -1

    def unrank(self, index: int) -> int:
        return index if index < 4 else -1


class Strays(RankedCoin):
    """Three hundred different probabilities."""

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            for each in range(1, 301):
                yield each / 45_150, 2 + each % 2


class Unranked(RankedCoin):
    """A throw leads to an end without a rank."""

    def rank(self, position: int) -> int:
        return position if position < 3 else -1

    def unrank(self, index: int) -> int:
        return index if index < 3 else -1


class Nowhere(RankedCoin):
    """A throw leads to a rank at which `unrank` has no position."""

    def unrank(self, index: int) -> int:
        return index if index < 3 else -1


class Handing(RankedCoin):
    """A throw leads to a move of the other player's that has no rank."""

    def outcome(self, position: int) -> int:
        return UNDECIDED if position < 3 else DRAW

    def mover(self, position: int) -> int:
        return position // 2

    def moves(self, position: int) -> Iterator[int]:
        if position == 0:
            yield 1
        if position == 2:
            yield 3

    def rank(self, position: int) -> int:
        return position if position != 2 and position < 4 else -1

    def unrank(self, index: int) -> int:
        return index if index != 2 and index < 4 else -1


class Sinking(RankedCoin):
    """A throw leads to an earlier tier."""

    def tier(self, position: int) -> int:
        return position

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 2, 0


class RankedAndPaid(RankedCoin):
    """Points on the way, over an index."""

    scored = True

    def gain(self, position: int, move: int) -> int:
        return 1


asked = count()


class Moody(Coin):
    def chances(self, position: int) -> list[tuple[float, int]]:
        throws = [(each / 100, 2 + each % 2) for each in (1, 2, 97)]
        return throws[:: -1 if next(asked) % 2 else 1] if position == 1 else []


class Dawdling(Coin):
    """The players may pass to each other for ever, and whoever throws a coin instead loses."""

    def mover(self, position: int) -> int:
        return position // 4

    def outcome(self, position: int) -> int:
        return LOSS if position % 4 > 1 else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        if position % 4 == 0:
            yield 4 - position
            yield position + 1

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position % 4 == 1:
            yield 1 / 2, position + 1
            yield 1 / 2, position + 2


class RankedDawdling(Dawdling, PerfectIndex):
    """The players may pass for ever, over an index."""

    size: int = 8

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


class Hesitating(Dawdling):
    """The same, and whoever throws a coin loses with one of its sides alone."""

    def outcome(self, position: int) -> int:
        return (UNDECIDED, UNDECIDED, LOSS, DRAW)[position % 4]


class Shaking(Coin):
    """The player gives up, or throws a coin that gives one more choice, now or after the next throw."""

    def outcome(self, position: int) -> int:
        return LOSS if position == 2 else UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        if position == 0:
            yield 1
            yield 2

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 0
            yield 1 / 2, 1


class Paid(Coin):
    """Points for going round in a circle."""

    scored = True

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2
            yield 1 / 2, 0

    def gain(self, position: int, move: int) -> int:
        return 1


class Words(Coin):
    """Positions are words, which no kernel knows; the loop is one of dice."""

    def start(self) -> str:
        return "begin"

    def mover(self, position: str) -> int:
        return 1 if position == "throw" else 0

    def outcome(self, position: str) -> int:
        return {"won": 1, "lost": -1}.get(position, UNDECIDED)

    def moves(self, position: str) -> list[str]:
        return ["throw", "lost"] if position == "begin" else []

    def play(self, position: str, move: str) -> str:
        return move

    def chances(self, position: str) -> list[tuple[float, str]]:
        return [(1 / 2, "begin"), (3 / 8, "won"), (1 / 8, "lost")] if position == "throw" else []


class Pairs(Walk):
    """The walk with positions of two words."""

    def start(self) -> tuple[int, int]:
        return 1, 0

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0], move

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[int, int]) -> int:
        step = position[0]
        if 0 < step < self.most:
            return UNDECIDED
        value = 1 if step else -1
        return value if position[1] == 0 else -value

    def chances(self, position: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
        yield 1 / 2, (position[0] - 1, 1 - position[1])
        yield 1 / 2, (position[0] + 1, 1 - position[1])


class Mushrooms(Game):
    """Throw a die with three faces and take up to so many mushrooms; each is a point, but some are bad.

    A handful taken from a number divisible by three costs as many points. A position is a tuple: how many are
    left, the die or 0 before the throw, and the mover.
    """

    scored = True
    left: int = 8

    def start(self) -> tuple[int, int, int]:
        return self.left, 0, 0

    def mover(self, position: tuple[int, int, int]) -> int:
        return position[2]

    def outcome(self, position: tuple[int, int, int]) -> int:
        return UNDECIDED if position[0] else DRAW

    def chances(self, position: tuple[int, int, int]) -> Iterator[tuple[float, tuple[int, int, int]]]:
        left, die, mover = position
        for face in range(1, 4):
            if not die:
                yield 1 / 3, (left, face, mover)

    def moves(self, position: tuple[int, int, int]) -> Iterator[int]:
        yield from range(1, min(position[:2]) + 1)

    def play(self, position: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        return position[0] - move, 0, 1 - position[2]

    def gain(self, position: tuple[int, int, int], move: int) -> int:
        return move if position[0] % 3 else -move
