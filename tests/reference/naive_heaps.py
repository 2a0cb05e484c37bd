"""The slow obvious twin of heap games: codes digit by digit, and the definition of a nimber word for word."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

Options = Callable[[int], Iterator[tuple[int, ...]]]


def of_code(code: str) -> Options:
    """Return what a code leaves of a heap: every way to take r, and to leave so many heaps."""
    first, rest = code.split(".")
    digits = [int(digit, 16) for digit in first + rest]

    def options(heap: int) -> Iterator[tuple[int, ...]]:
        for taken in range(min(heap, len(digits) - 1) + 1):
            left = heap - taken
            for heaps in range(4):
                if digits[taken] // 2**heaps % 2 == 1:
                    for cut in product(range(1, left + 1), repeat=heaps):
                        if sum(cut) == left:
                            yield cut

    return options


def of_taking(taken: Sequence[int]) -> Options:
    def options(heap: int) -> Iterator[tuple[int, ...]]:
        for number in taken:
            if number <= heap:
                yield (heap - number,)

    return options


def of_all_but(kept: Sequence[int]) -> Options:
    def options(heap: int) -> Iterator[tuple[int, ...]]:
        for number in range(1, heap + 1):
            if number not in kept:
                yield (heap - number,)

    return options


def of_grundy(heap: int) -> Iterator[tuple[int, ...]]:
    for part in range(1, heap):
        if part != heap - part:
            yield (part, heap - part)


def mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def nim_values(options: Options, count: int) -> list[int]:
    """Return the nimbers of the heaps 0 to count - 1."""
    known: list[int] = []
    for heap in range(count):
        reached = set()
        for left in options(heap):
            total = 0
            for each in left:
                total ^= known[each]
            reached.add(total)
        known.append(mex(reached))
    return known


def least_period(values: Sequence[int]) -> tuple[int, int]:
    """Return (period, preperiod) as the terms show them: repeated to their end, and for half of them at least."""
    for period in range(1, len(values) // 2):
        first = len(values) - period
        while first > 0 and values[first - 1] == values[first - 1 + period]:
            first -= 1
        if 2 * first + 2 * period <= len(values):
            return period, first
    raise AssertionError("no period")


def box(
    vectors: Sequence[tuple[int, ...]], shape: Sequence[int], *, misere: bool = False
) -> dict[tuple[int, ...], int]:
    """Return the nimber of each cell where a move takes one of the vectors."""
    known: dict[tuple[int, ...], int] = {}
    for cell in product(*(range(length) for length in shape)):
        after = [tuple(a - b for a, b in zip(cell, vector, strict=True)) for vector in vectors]
        reached = {known[other] for other in after if min(other) >= 0}
        known[cell] = mex(reached) if reached else int(misere)
    return known


def field_product(first: int, second: int, known: dict[tuple[int, int], int]) -> int:
    """Return the product of two nimbers by its definition: the least number that is no a'b + ab' + a'b'."""
    if (first, second) not in known:
        reached = {
            field_product(less, second, known)
            ^ field_product(first, fewer, known)
            ^ field_product(less, fewer, known)
            for less in range(first)
            for fewer in range(second)
        }
        known[first, second] = mex(reached)
    return known[first, second]


def turned(sets: Callable[[int], Iterator[tuple[int, ...]]], count: int) -> list[int]:
    """Return the nimber of each coin alone, where `sets` yields what turns with it: all rows of coins, one by one.

    Played out on whole rows, so that Lenstra's theorem is not taken for granted.
    """
    known: dict[frozenset[int], int] = {}

    def value(heads: frozenset[int]) -> int:
        if heads not in known:
            known[heads] = mex({value(heads ^ {coin, *others}) for coin in heads for others in sets(coin)})
        return known[heads]

    return [value(frozenset({coin})) for coin in range(1, count + 1)]


def symmetric(coin: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of coins before this one that are symmetric together with it."""
    for size in range(coin):
        for others in combinations(range(1, coin), size):
            row = (*others, coin)
            if all(row[0] + row[-1] - each in row for each in row):
                yield others
