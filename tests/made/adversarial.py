"""Games whose rules are ordinary Python written every which way, for the tests of lowering.

Each method that takes one integer `x` and does not begin with an underscore is a case: it is asked for
every `x` of `inputs`, as written, lowered, and compiled, and must answer the same. The names are chosen to
collide: with builtins, with fields, with each other, and with what a lowering would call things.
"""

import functools
import math
import operator
import types
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag
from typing import ClassVar

import numpy as np

from zermelo.compiler.lowering import library_replacements
from zermelo.core import values
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

OFFSET = 11
NEGATIVE = -3
PRIMES = (2, 3, 5, 7, 11, 13)
LONG = tuple(number * number % 101 for number in range(100))
z_rows_1 = 5  # what a lowering might call one of its own names


class Side(IntEnum):
    LEFT = 1
    RIGHT = -1


class Mark(IntFlag):
    NONE = 0
    CROSS = 1
    NOUGHT = 2


class Constants:
    VALUE = -8


class Plain(Enum):
    ONE = 1


def double(x):
    return 2 * x


def count(x):
    """Shares its name with a method that calls it."""
    return x.bit_count() + 100


def climb(x, step=2, *, most=40):
    return min(x + step, most)


def collatz(x):
    if x <= 1:
        return 0
    return 1 + collatz(x // 2 if x % 2 == 0 else 3 * x + 1)


def steps(x):
    for number in range(x % 5):
        yield number + OFFSET


class Case(Game):
    """The common part: a game in form, whose cases are its other methods."""

    inputs: ClassVar[range] = range(60)

    def start(self):
        return 0

    def moves(self, position):
        yield position

    def play(self, position, move):
        return position + move


class Fields(Case):
    """Fields, class constants, properties, and everything known before play."""

    rows: int = 3
    columns: int = 4
    misere: bool = True
    low: int = -5
    min: int = 2  # a field named like a builtin
    double: int = 9  # a field named like a function
    take: tuple[int, ...] = (1, 3, 4)
    limit: int | None = None
    kind: str = "wide"
    LIMIT: ClassVar[int] = 17
    __secret = 23

    def reads(self, x):
        return self.rows * self.columns + x + self.LIMIT + self.low

    def local_like_field(self, x):
        rows = x + 1
        columns = rows * self.columns
        return rows * self.rows + columns

    def parameter_like_function(self, x):
        return self._shadowed(x, 5)

    def _shadowed(self, double, count):
        return double + count * self.double

    def calls_function_like_field(self, x):
        return double(x) + self.double

    def local_like_builtin(self, x):
        min = x + self.min
        len = min + 1
        range = 3
        return min + len + sum(number for number in (x, range, len)) + any(number == x for number in LONG)

    def local_like_ours(self, x):
        z_rows_2 = x
        z_Fields_reads_1 = z_rows_2 + z_rows_1  # noqa: N806
        return z_Fields_reads_1 + self.reads(x)

    def negative(self, x):
        return x - self.low - NEGATIVE + self.low**2 - NEGATIVE**2 + x * NEGATIVE

    def truths(self, x):
        return (x if self.misere else -x) + self.misere + True + (not self.misere)

    def truth_equals_one(self, x):
        return ((x == 1) == True) + x  # noqa: E712

    def branch(self, x):
        if self.misere:
            return x
        return None.nonsense  # never reached, never lowered

    def choice_by_text(self, x):
        if self.kind == "wide":
            x += 1
        if self.limit is not None:
            x += self.limit
        return x

    def private(self, x):
        return x + self.__secret + self.__hidden(x)

    def __hidden(self, x):
        return x * 2

    @property
    def cells(self):
        return self.rows * self.columns

    @functools.cached_property
    def masks(self):
        table = {}
        for column in range(self.columns):
            table[column] = sum(1 << (column * (self.rows + 1) + row) for row in range(self.rows))
        return tuple(table.values())

    def all_cells(self):
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def odd_cells(self):
        for number in range(1, self.cells, 2):
            yield number

    def uses_properties(self, x):
        return self.cells + self.masks[x % self.columns]

    def loops_over_method(self, x):
        total = 0
        for row, column in self.all_cells():
            total += row * x + column
        for number in self.odd_cells():
            total += number
        return total

    def members(self, x):
        return x in self.take

    def not_members(self, x):
        return x not in {2, 3, 7} and x not in PRIMES and x not in LONG[:40]

    def literal_members(self, x):
        return x % 7 in (x % 3, 5) or x in range(20, 30) or x in frozenset((40, 41))

    def big_constant(self, x):
        return ((1 << 70) - 1 >> 60) + x + (2**40 - 1) % 1000

    def enumerations(self, x):
        if x & Mark.CROSS:
            return Side.RIGHT * x
        return Side.LEFT + Mark.NOUGHT + (Mark.NOUGHT | Mark.CROSS)

    def named_values(self, x):
        if x == 0:
            return WIN
        if x == 1:
            return values.LOSS
        return UNDECIDED if x > 9 else DRAW + LOSS

    def own_class(self, x):
        return type(self).LIMIT + self.__class__.LIMIT + Fields.LIMIT + x

    def folded(self, x):
        return x + len(self.take) + sum(self.take) + max(self.take) + abs(self.low) + math.comb(5, 2)

    def masks_here(self, x):
        masks = [1 << (self.rows * column) for column in range(self.columns)]
        return sum(mask & x for mask in masks)


class Base(Case):
    width: int = 4
    HEIGHT: ClassVar[int] = 2
    TABLE: ClassVar[tuple[int, ...]] = (1, 2, 3)

    @property
    def area(self):
        return self.width * self.HEIGHT

    def value(self, x):
        return x + self.area

    def count(self, x):
        return x

    @staticmethod
    def twice(x):
        return 2 * x

    @classmethod
    def scaled(cls, x):
        return x * cls.HEIGHT + cls.twice(x) + cls.TABLE[x % 3]

    def generated(self, x):
        yield x
        yield from range(x % 3)


class Mixin:
    def value(self, x):
        return super().value(x) * 10 + 1


class Middle(Base):
    HEIGHT: ClassVar[int] = 3

    def value(self, x):
        return super().value(x) * 2 - super().HEIGHT

    def count(this, x):  # noqa: N805
        return count(x) + super().count(x) + Base.count(this, x)

    def generated(self, x):
        yield from super().generated(x + 1)
        for number in super().generated(x):
            yield number * self.HEIGHT


class Derived(Mixin, Middle):
    """Inheritance: super through a mixin, overridden properties and class attributes."""

    TABLE: ClassVar[tuple[int, ...]] = (7, 8, 9)

    @property
    def area(self):
        return super().area + 100

    def value(self, x):
        return super().value(x) + 3

    def min(self, x):
        return min(x, 5) + self.max(x)

    def max(self, x):
        return max(x, 7)

    def statics(self, x):
        return self.twice(x) + Derived.twice(x) + self.scaled(x) + Derived.scaled(x)


class Helpers(Case):
    """Calls: helpers, defaults, keywords, recursion, other modules, functions as arguments."""

    rows: int = 3

    def helpers(self, x):
        return double(x) + climb(x) + climb(x, 5) + climb(most=9, x=x) + climb(x, step=self.rows, most=x)

    def others(self, x):
        return library_replacements.gcd(x, 12) + math.gcd(x, 8) + math.isqrt(x) + math.comb(x % 9, 3)

    def other_module_generator(self, x):
        yield from steps(x)

    def recursive(self, x):
        if x < 2:
            return x
        return self.recursive(x // 2) + self.recursive(x // 3)

    def recursive_function(self, x):
        return collatz(x)

    def recursive_late(self, x):
        return 0 if x <= 0 else 1 + max((self.recursive_late(x - take) for take in (3, 7, 20)), default=0)

    def recursive_any(self, x):
        return x > 0 and not any(self.recursive_any(x - take) for take in (7, 9, 20) if take <= x)

    def keywords(self, x):
        return self._weighted(x, weight=3) + self._weighted(weight=x, x=2) + self._weighted(x)

    def _weighted(self, x, weight=-2, flag=True):
        return x * weight if flag else 0

    def optional(self, x):
        return self._limited(x) + self._limited(x, 5) + self._limited(x, kind="odd")

    def _limited(self, x, limit=None, kind="even"):
        if kind == "odd":
            return -1
        if limit is None:
            return x
        return min(x, limit)

    def passes_function(self, x):
        return self._apply(self._is_big, x) + self._apply(double, x)

    def _apply(self, function, x):
        return function(x) + 1

    def _is_big(self, x):
        return x > 20

    @functools.cache  # noqa: B019
    def cached(self, x):
        return x * 3

    def uses_cached(self, x):
        return self.cached(x) + self.cached(x + 1)

    def tuples(self, x):
        low, high = self._pair(x)
        return low * 100 + high

    def _pair(self, x):
        return (x % 7, x // 7)

    def asserts(self, x):
        assert x >= 0, f"{x} is negative"
        if x > 1000:
            raise values_error(x)
        if x > 2000:
            raise ValueError(f"{x} is too large")
        return x


values_error = ValueError


class Tables(Case):
    """Tables: flat, rectangular, ragged, deeper ragged; indexed, looped over, counted, searched."""

    take: tuple[int, ...] = (1, 3, 4)
    square: tuple[tuple[int, ...], ...] = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    ragged: tuple[tuple[int, ...], ...] = ((0,), (1, 2, 3), (), (4, 5))
    deep: tuple = (((1, 2), (3, 4)), ((5, 6),), ())
    rays: tuple = (((1, 2, 3), (), (4,)), ((5,), (6, 7), ()), ((), (), (8, 9)))
    three: tuple = (((1,), (2, 3)), (), ((4, 5, 6),))
    flags: tuple[bool, ...] = (True, False, True)
    empty: tuple[int, ...] = ()
    hollow: tuple = ((), ())
    GOAL: ClassVar[tuple[int, int]] = (3, 1)
    NESTED_GOAL: ClassVar = ((1, 2), (3, 4))

    def index(self, x):
        return self.take[x % 3] + self.square[x % 3][x % 2] + self.square[-1][-(x % 3)] + LONG[x]

    def index_ragged(self, x):
        place = x % 4
        if place == 2:
            return len(self.ragged[place])
        return self.ragged[place][0] + self.ragged[place - 4][-1] + self.ragged[1][x % 3]

    def index_deep(self, x):
        return self.deep[0][x % 2][1] + self.deep[x % 2][0][x % 2] + len(self.deep[x % 3])

    def index_rays(self, x):
        total = 0
        for cell in self.rays[x % 3][x % 2 - 3]:
            total = total * 10 + cell
        for ray in self.rays[x % 3]:
            total += len(ray)
            for cell in ray:
                total = total * 3 + cell
        return total

    def index_three(self, x):
        part = self.three[x % 3]
        total = len(part)
        for row in part:
            total += sum(row) * 10 + len(row)
        return total + sum(len(row) for part in self.three for row in part)

    def lengths(self, x):
        return (
            len(self.take)
            + len(self.square)
            + len(self.square[x % 3])
            + len(self.ragged)
            + len(self.ragged[x % 4])
        )

    def loops(self, x):
        total = 0
        for line in self.ragged:
            for cell in line:
                total += cell * x
        for row in self.square:
            for cell in row:
                total += cell
        for cell in self.square[x % 3]:
            total = total * 2 + cell
        for one, two, three in self.square:
            total += one * two - three
        for nothing in self.empty:
            total += nothing
        for nothing in self.hollow:
            for less in nothing:
                total += less
        for one, two in self.empty:
            total += one * two
        else:
            total += 7
        for one, (two, three) in self.hollow[x % 2]:
            total += one * two * three
        return total + sum(one for one, two in self.hollow[x % 2]) + all(two for _, two in self.hollow[x % 2])

    def aliases(self, x):
        lines = self.ragged
        line = lines[x % 4]
        x = 1
        row = self.square[x]
        first, second, third = row
        return len(line) + sum(line) + first * second + third + row[-1]

    def enumerated(self, x):
        total = 0
        for number, line in enumerate(self.ragged):
            for place, cell in enumerate(line, 1):
                total += number * cell + place * x
        for number, (one, two, _) in enumerate(self.square):
            total += number * one + two
        for cell, other in zip(self.take, self.square[x % 3]):  # noqa: B905
            total = total * 2 + cell * other
        for row, line in zip(self.square, self.ragged):  # noqa: B905
            total += row[0] * len(line)
        for cell in reversed(self.take):
            total = total * 3 + cell
        for cell in reversed(self.ragged[x % 4]):
            total = total * 3 + cell
        return total

    def members(self, x):
        return (x in self.ragged[x % 4]) + (x in self.square[x % 3]) + (x % 4 in self.take)

    def member_tuples(self, x):
        return (x % 4, x % 3) in ((1, 1), (2, 0), (3, 2)) or (x % 2, 1) == (1, 1)

    def goals(self, x):
        position = (x % 4, x % 2)
        goal = self.GOAL
        return (
            (position == self.GOAL) + 2 * (position < goal) + 4 * (((x % 2, 2), (3, 4)) == self.NESTED_GOAL)
        )

    def flagged(self, x):
        return not self.flags[x % 3]

    def choices(self, x):
        chosen = self.take if x % 2 else PRIMES
        return chosen[x % 3]

    def returns_row(self, x):
        return self.square[x % 3][1] if x % 2 else self.take[0]

    def rows_are_tuples(self, x):
        """Arrays would add and compare item by item."""
        row = self.square[x % 3]
        total = sum(row + self.square[0]) + (row == (4, 5, 6)) + (row < (5, 0, 0))
        for line in self.square:
            total += len(line + row) + (line != row) + (line in self.square)
        if x > 3:  # noqa: SIM108
            other = self.square[0]
        else:
            other = self.square[x % 3]
        first, second, third = other
        return total + first * second + third + self._weighed(other) + self._weighed(row) + self._row(x)[1]

    def _weighed(self, row):
        return sum((row + row)[1:4])

    def _row(self, x):
        return self.square[x % 3]

    def cubes(self, x):
        total = 0
        for face in self.CUBE:
            for (one, two), row in zip(face, self.square):  # noqa: B905
                total = total * 3 + one * two + row[x % 3]
        for (a, b), (c, d) in self.CUBE:
            total += a * b - c * d
        face = self.CUBE[x % 2]
        return (
            total + face[1][0] + (face == ((1, 2), (3, 4))) + (face[0] == (5, 6)) + self.CUBE[x % 2][1][x % 2]
        )

    CUBE: ClassVar = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    RECORDS: ClassVar = ((5, (1, 2), 0), (6, (3,), 1), (7, (), 2))

    def records(self, x):
        total = self.RECORDS[x % 3][0] * len(self.RECORDS[x % 3][1]) + self.RECORDS[x % 2][1][0]
        for mask, cells, number in self.RECORDS:
            for cell in cells:
                total += cell * mask + number * x
        for place, (mask, cells, _) in enumerate(self.RECORDS):
            total += place * mask * len(cells)
        return total

    def slices(self, x):
        return sum(self.take[1:]) + sum(LONG[x % 5 : 9]) + sum(self.ragged[x % 4][1:])


class Loops(Case):
    """Loops and generator expressions."""

    take: tuple[int, ...] = (1, 3, 4)
    n: int = 6

    def any_all(self, x):
        return any(x == cell for cell in self.take) + 2 * all(x > cell for cell in self.take)

    def sums(self, x):
        return sum(cell * x for cell in range(x % 5)) + sum((cell for cell in self.take if cell < x), 100)

    def sum_of_truths(self, x):
        return sum(cell > 2 for cell in self.take) + sum(1 for _ in range(x) if _ % 2)

    def best(self, x):
        return max(cell * (x % 3 - 1) for cell in self.take) * 100 + min(
            (c for c in self.take if c > x), default=-1
        )

    def best_of_nothing(self, x):
        return max([c for c in self.take if c + 55 > x and c == x - 58] or [0]) if False else x

    def nested(self, x):
        return sum(a * b for a in range(4) if a != x for b in range(a) if b % 2 == 0)

    def nested_any(self, x):
        return any(a * b == x for a in range(2, 6) for b in range(2, 9)) and all(
            any(a == b for b in range(x % 7)) for a in range(3)
        )

    def shadowing(self, x):
        cell = 100
        total = sum(cell for cell in range(x)) + cell
        x = any(x == 3 for x in range(x))
        return total + x + cell

    def guarded(self, x):
        return (x > 0 and 60 // x > 2 and any(60 // x == y for y in range(9))) or x == 0

    def guarded_choice(self, x):
        return sum(60 // x for _ in range(2)) if x else -1

    def walrus(self, x):
        if (half := x // 2) > 3 and half < 9:
            return half + x
        return (x := x + 1) + x

    def walrus_order(self, x):
        return x * 100 + (x := x + 1) * 10 + x

    def walrus_augmented(self, x):
        x += (x := x * 2) + sum(x for _ in range(2))
        return x

    def walrus_loop(self, x):
        total = 0
        while (x := x - 3) > 0:
            if x == 7:
                continue
            total += x
        return total

    def walrus_in_generator(self, x):
        if any((hit := cell) > x for cell in self.take):
            return hit
        return -1

    def while_else(self, x):
        while x > 3:
            x -= 2
            if x == 10:
                break
        else:
            x += 50
        return x

    def while_any(self, x):
        while any(x % cell == 0 for cell in (2, 3)) and x > 0:
            x -= 1
        else:
            x += 1000
        return x

    def while_any_break(self, x):
        while (y := x % 5) and any(x % cell == 0 for cell in (2, 3)):
            x -= 1
            if x % 11 == 0:
                break
            if x % 7 == 0:
                continue
        else:
            x += 1000 + y
        return x

    def while_ends(self, x):
        while sum(cell for cell in range(x)) > 20:
            x -= 1
        else:
            return x * 2

    def for_else(self, x):
        for cell in range(2, x):
            if x % cell == 0:
                return cell
        else:
            return x

    def for_ever(self, x):
        while True:
            x += 1
            if x % 7 == 0:
                return x

    def backwards(self, x):
        total = 0
        for cell in reversed(range(x % 9)):
            total = total * 3 + cell
        for cell in reversed(range(2, x)):
            total += cell * total % 5
        for cell in reversed(range(x, 2, -3)):
            total = total % 1000 * 3 + cell
        for cell in reversed(range(1, x, 4)):
            total = total % 1000 * 3 + cell
        return total

    def over_comprehension(self, x):
        total = 0
        for double in (2 * cell for cell in range(x) if cell % 3):
            if double > 20:
                break
            total += double
        else:
            total += 1000
        return total

    def generates(self, x):
        if x == 3:
            return
        yield from range(x % 4)
        yield from self.take
        yield from self._inner(x)
        yield from (x, x + 1)
        yield from (cell + x for cell in self.take if cell != x)
        if x % 2:
            yield x > 5

    def _inner(self, x):
        for cell in self.take:
            if cell <= x:
                yield x - cell

    def returns_range(self, x):
        return sum(self._range(x)) + len(self._range(x))

    def _range(self, x):
        return range(1, x + 1)

    def returns_generator(self, x):
        return sum(self._expression(x)) + sum(self._delegated(x)) * 10

    def _expression(self, x):
        return (cell for cell in range(x) if cell % 2)

    def _delegated(self, x):
        return self._inner(x) if x % 2 else self._expression(x)

    def member_of_generated(self, x):
        return x in self._inner(x + 3) or 5 in (x, x + 1) or x in [cell * 2 for cell in range(x)]

    def generated_tuples(self, x):
        total = 0
        for low, high in self._pairs(x):
            total += low * high
        return total + sum(low for low, _ in self._pairs(x))

    def _pairs(self, x):
        for low in range(x % 5):
            yield low, low + x

    def tuple_arithmetic(self, x):
        pair = (x, x + 1)
        pair += (3,)
        whole = (*pair, x * 2, *pair)
        low, (middle, high) = 1, (x, 4)
        return pair[x % 2] + len(pair) + sum(pair) + max(pair) + whole[3] + sum(whole) + low + middle * high

    def unrolled(self, x):
        return any((x > 5, x == 2)) + all((x, x % 2)) + sum((x, x > 3)) + min((x, 4)) + max(3, x, 7)


class Arithmetic(Case):
    """Arithmetic that Numba does otherwise, or might."""

    inputs: ClassVar[range] = range(-40, 40)

    def inverted_truth(self, x):
        return ~(x > 2) * 10 + ~x + ~True

    def negated_truth(self, x):
        return -(x > 2) + (x > 3) - (x < 7) + abs(x > 2) + ((x > 2) << 3)

    def truth_bits(self, x):
        return ((x > 2) & 6) + ((x > 2) | 6) + ((x > 2) ^ 6) + ((x > 2) ^ (x > 5)) + (x & True)

    def truth_and_number(self, x):
        return x > 2 and x

    def number_or_truth(self, x):
        return x % 5 or x > 3

    def mixed_returns(self, x):
        if x > 7:
            return True
        if x > 4:
            return x
        return x > 2

    def floors(self, x):
        quotient, remainder = divmod(x, 7)
        return x // 3 * 100 + x % 3 + x // -3 + x % -3 + quotient * 7 + remainder + divmod(x, -5)[1]

    def powers(self, x):
        return x**2 + 2 ** (x % 10) + pow(x, 3) + (-x) ** 3 + (-2) ** (x % 5)

    def bits(self, x):
        return (
            x.bit_count() + (x * x).bit_length() * 10 + (x & -x).bit_length() * 100 + bin(x).count("1") * 1000
        )

    def bits_of_truth(self, x):
        return (x > 3).bit_count() + int.bit_count(x) + (-7).bit_count()

    def shifts(self, x):
        word = x & 63
        return (word << 3) + (word >> 2) + (1 << word % 62) + (x >> 3)

    def chains(self, x):
        return (-5 < x <= 8) + 2 * (x == x % 7 < 3) + 4 * (1 < 2 < x)

    def conversions(self, x):
        return int(x > 2) + bool(x) + int(x)

    def conditional(self, x):
        return (1 if x > 0 else -1 if x < 0 else 0) * 3

    def augmented(self, x):
        y = 3
        y += x
        y *= 2
        y -= x
        y |= 1
        y ^= 5
        y &= 255
        y <<= 2
        y >>= 1
        y //= 3
        y %= 50
        y **= 2
        return y

    def several_targets(self, x):
        a = b = x
        a, b = b + 1, a
        a, (b, c) = b, (a, 3)
        return a * 100 + b * 10 + c

    def swaps(self, x):
        a, b = x, 1
        while b < 20:
            a, b = b, a % 5 + b + 1
        return a * 100 + b

    def smallest_word(self, x):
        return -9223372036854775808 + abs(x)

    def annotated(self, x: int) -> int:
        """Has a docstring."""
        y: int = x + 1
        z: int
        z = y
        return z


ARRAY = np.array([[3, 1, 2], [-5, 7, 1 << 40]])
COSTS = {0: 5, 3: -2, 1: 7, -4: 1 << 40, True + 1: 9}
STEPS = {(0, 0): (1, 2), (0, 1): (2, -1), (2, 0): (0, 0), (-1, 5): (3, 3)}
ROUTES = types.MappingProxyType({0: (1, 2), 1: (), 2: (0,)})
RECORDS = {10: (1, (2, 3)), 20: (4, (5, 6))}
WIDE = {number * number % 97: number for number in range(49)}


class Handy(Case):
    """What Python has at hand: dicts, match, next, keys, sorted tuples, items of ranges."""

    inputs: ClassVar[range] = range(-30, 40)
    prices: ClassVar[dict[int, int]] = {0: 4, 1: 6, 2: -8}
    kind: str = "wide"
    nothing: ClassVar[dict[int, int]] = {}

    def divisors(self, x):
        return math.gcd(x, 12, 18) + 10 * math.gcd(x) + 100 * math.gcd(x, x % 7) + 1000 * math.gcd(0, x, 6, 9)

    def multiples(self, x):
        return math.lcm(x, 4, 6) + math.lcm(x) + math.lcm(x % 5, x % 3)

    def repeated(self, x):
        pair = (x, x + 1)
        whole = (x, 1) * 2 + 3 * (x * x,) + pair * 2
        return sum(whole) + whole[x % 11] + len(whole) + len((x, 3) * 0) + max(pair * True) + whole[-1] * 7

    def items_of_ranges(self, x):
        low = x % 9
        there = (
            range(low, low + 20, 3)[x % 6] + range(x, x - 30, -7)[-1] + range(5)[x % 5] + range(2, 50, 4)[-3]
        )
        return there * 100 + range(100)[x] if x >= 0 else there + range(40)[x]

    def arrays(self, x):
        return (
            ARRAY.tolist()[x % 2][x % 3] + sum(ARRAY[0].tolist()) + int(ARRAY.max()) % 7 + len(ARRAY.tolist())
        )

    def entries(self, x):
        sought = self.prices[x % 3] + COSTS.get(x, 100) + COSTS.get(x % 4, x)
        if x in COSTS:
            sought += COSTS[x]
        if x not in self.prices and x not in self.nothing:
            sought += 1
        return sought + self.nothing.get(x, 3) + ((x, 1) in self.nothing) + len(COSTS) + {1: 5, 0: 2}[x % 2]

    def entries_of_pairs(self, x):
        one, other = x % 4 - 1, x % 6
        total = 0
        if (one, other) in STEPS:
            total += STEPS[one, other][0] * 10
        pair = (one, other)
        if pair in STEPS:
            low, high = STEPS[pair]
            total += low * 100 + high * 1000
        low, high = STEPS.get((one, other), (x, 7))
        return total + low + 3 * high + STEPS.get(pair, pair)[1]

    def entries_of_rows(self, x):
        return sum(ROUTES[x % 3]) + len(ROUTES[x % 3]) + RECORDS[10 + x % 2 * 10][0] + RECORDS[20][1][x % 2]

    def many_entries(self, x):
        return WIDE.get(x, -1) + (WIDE[x * x % 97] if x % 97 in WIDE else -5)

    def over_dicts(self, x):
        total = sum(cost for cost in COSTS.values()) % 1000 + sum(key * x for key in COSTS)
        for key, value in self.prices.items():
            total = total * 3 + key * value % 5
        for (row, column), (down, _) in STEPS.items():
            total += row * column + down
        total += x in COSTS.keys()  # noqa: SIM118
        return total + any(cost == x for cost in COSTS.values()) + self._asked(x, COSTS)

    def _asked(self, x, table):
        return table.get(x, 11)

    def first(self, x):
        total = next((cell for cell in range(x, 60) if cell % 7 == 3), -1)
        total += next((a * b for a in range(2, 8) for b in range(2, 9) if a * b > x), 1000)
        total += next(self._cells(x), 4) + next(iter(PRIMES), 1) + next(reversed(PRIMES), 1)
        low, high = next(((a, b) for a in range(5) for b in range(a) if a * b == x % 20), (x, -1))
        return total * 10 + low + high + next(cell for cell in range(9) if cell >= x % 9)

    def _cells(self, x):
        for cell in range(x % 4):
            yield cell + x

    def by_keys(self, x):
        total = min(range(1, 9), key=lambda cell: (cell - x) % 5)
        total += 10 * max((x, 3, -7), key=abs) + min(x, 4, -x, key=lambda cell: cell * cell % 7)
        total += max((cell for cell in range(x % 7) if cell != 3), key=lambda cell: cell % 3, default=50)
        total += min(PRIMES, key=self._distance) + max(PRIMES, key=lambda prime: (prime % 3, -prime))
        total += min(STEPS, key=lambda pair: pair[0] * x + pair[1])[1] + min((4, x), key=None)
        total += max(range(3), key=self.prices.__getitem__)
        return total + max(((a, a % 3) for a in range(2, 9)), key=lambda pair: pair[1] * x % 5)[0]

    def by_plain_keys(self, x):
        total = sorted((x, 1, -x), key=lambda cell: cell)[x % 3] + max((x, -x), key=lambda cell: cell * 0)
        total += min(((x, 1), (3, -x)), key=operator.itemgetter(1))[0] + max(PRIMES, key=abs)
        return total + max(enumerate((x, 1)), key=lambda pair: pair[1])[0] + next(enumerate((x, 3)))[1]

    def _distance(self, prime):
        return (prime - 6) ** 2

    def nested_keys(self, x):
        return min(range(4), key=lambda a: max(range(5), key=lambda b: (a * b - x) % 7) - a)

    def products(self, x):
        return (
            math.prod(cell % 5 + 1 for cell in range(x % 6))
            + math.prod((x, 3, -1))
            + math.prod(PRIMES[:3], start=x)
        )

    def modular(self, x):
        total = (
            pow(x, 5, 13) + pow(3, abs(x), 1000) * 20 + pow(x, 2, -7) + pow(x, 0, 1) + pow(2, 62, 3037000499)
        )
        return total + (pow(x, -1, 31) if x % 31 else 0) + (pow(x, -3, -7) if x % 7 else 0)

    def sorted_tuples(self, x):
        low, middle, high = sorted((x, x % 7, 3))
        whole = tuple(sorted((x % 5, x % 3, 2, -x), reverse=True))
        pairs = tuple(sorted(((x % 2, 3), (1, x), (x % 2, -x))))
        total = low + middle * 10 + high * 100 + whole[0] + whole[3] * 7 + sorted((x, 4))[x % 2] + pairs[1][1]
        for cell in sorted((x % 4, x % 5), reverse=True):
            total = total * 3 + cell
        one, other = sorted((x, 5), key=lambda cell: -cell)
        three = tuple(sorted((x, 2 * x, 7), key=lambda cell: cell % 3, reverse=True))
        more = sorted(whole)[0] + sum(sorted((x, 1))) + (*sorted((x, 9)), x)[1] + len(tuple(sorted(whole)))
        return (
            total * 7
            + one * 5
            + other
            + three[0]
            + three[1] * 3
            + three[2] * 11
            + more
            + ((x > 2) in sorted((x, 1)))
        )

    def matched(self, x):
        match x % 9:
            case 0:
                return 5
            case 1 | 2 | 3 if x > 4:
                return 6
            case 3 | -1 | Constants.VALUE:
                x += 2
            case (4 | 5) as half:
                x -= half
            case other if other + x > 20:
                return other
            case _:
                x *= 3
        return x * 10 + self._matched_pair(x) + self._matched_known(x)

    def _matched_pair(self, x):
        match x % 2, x % 3:
            case 0, 0:
                return 1
            case 0, rest if rest == 1:
                return 20 + rest
            case (1, 2) | (0, 2):
                return 3
            case both:
                return both[0] * 5 + both[1]

    def _matched_known(self, x):
        match self.kind:
            case "narrow":
                return nonsense  # noqa: F821
            case "wide":
                pass
        pair = (x % 2, x % 5)
        for number in range(4):
            match pair:
                case (1, y) if y > number:
                    continue
                case (0, 3):
                    break
                case (_, 4 as y):
                    return y
            x += number
        return x


class Yields(Case):
    """Iterables that `moves` may give without a yield; `branch` picks one."""

    branch: int = 0
    table: tuple[tuple[int, ...], ...] = ((1, 2), (), (3,))
    take: tuple[int, ...] = (1, 3, 4)

    def moves(self, position):
        if self.branch == 0:
            return range(1, position % 5)
        if self.branch == 1:
            return self._inner(position)
        if self.branch == 2:
            return (take for take in self.take if take <= position)
        if self.branch == 3:
            return (position, position + 1)
        if self.branch == 4:
            return range(3) if position % 2 else self.take
        if self.branch == 5:
            return self.table[position % 3]
        if self.branch == 6:
            return [take for take in self.take if take != position]
        if self.branch == 7:
            if position % 3 == 0:
                return ()
            return self._inner(position)
        if self.branch == 8:
            return iter(())
        return self.take

    def _inner(self, position):
        yield position * 2
        if position > 3:
            yield 7


@dataclass(frozen=True)
class Board:
    """A frozen dataclass in a field: its methods are lowered with their own receiver."""

    width: int

    def area(self, x):
        return self.width * x


class Wrapper(Case):
    """Holds another game and a dataclass."""

    inner: Fields = Fields(rows=7)
    other: Fields = Fields(rows=2, take=(5,))
    board: Board = Board(6)

    def wrapped(self, x):
        inner = self.inner
        return self.inner.reads(x) * 1000 + self.other.reads(x) + inner.members(x) + self.board.area(x)

    def moves(self, position):
        return self.inner.moves(position)

    def play(self, position, move):
        return self.inner.play(position, move)

    def rules(self, x):
        total = self.inner.rows
        for move in self.moves(x):
            total += self.play(x, move)
        return total


CASES = (
    Fields(),
    Fields(rows=6, columns=5, misere=True, low=4, take=(5,), limit=4, kind="odd"),
    Derived(),
    Derived(width=9),
    Helpers(),
    Tables(),
    Loops(),
    Arithmetic(),
    Handy(),
    Wrapper(),
)
