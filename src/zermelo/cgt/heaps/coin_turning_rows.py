"""Coins in a row: a move turns some of them, the rightmost from heads to tails.

Lenstra: a position is the sum of its heads, each alone (Berlekamp, Conway and Guy, *Winning Ways*, chapter
14). So one nimber a coin is enough: the least number that is no sum of the other coins that a move turns
along with it. Coins are numbered from 1.

If any coins up to a limit may be turned, there are many sets but few sums. A table keeps for each number the
least number of coins with this sum. Its length is a power of 2 above the greatest nimber.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from zermelo.core.errors import BadParameter

MOST_COINS = 1_000
MOST_SUMS = 1 << 24  # cells of the table of sums, of a byte each
NO_SUM = 255
MOST_TURNED = 200  # less than NO_SUM - 1, as the table counts them

Others = tuple[int, ...]  # coins that are turned together with the rightmost


@dataclass(frozen=True)
class CoinTurningRule:
    """Which coins may be turned with one on their right: the sets, and the sums of their nimbers.

    `sums` may yield a sum of several sets once. Where it is None any coins are turned, `least` to `most` with
    the rightmost, and a table has the sums.
    """

    words: str
    sets: Callable[[int], Iterator[Others]]
    sums: Callable[[list[int], int], Iterator[int]] | None = None
    least: int = 1
    most: int = 1


def make_rule_by_coin_count(words: str, least: int, most: int) -> CoinTurningRule:
    """Return the rule of `least` to `most` coins anywhere."""

    def yield_sets_of_other_coins(coin: int) -> Iterator[Others]:
        for size in range(least - 1, min(most, coin)):
            yield from combinations(range(1, coin), size)

    return CoinTurningRule(words, yield_sets_of_other_coins, None, least, most)


def make_rule_from_coin_sets(words: str, sets: Callable[[int], Iterator[Others]]) -> CoinTurningRule:
    """Return the rule of sets that are few enough for each to be added up."""

    def yield_nim_sums_of_others(nimbers: list[int], coin: int) -> Iterator[int]:
        for others in sets(coin):
            total = 0
            for other in others:
                total ^= nimbers[other]
            yield total

    return CoinTurningRule(words, sets, yield_nim_sums_of_others)


def make_adjacent_sets_lister(most: int) -> Callable[[int], Iterator[Others]]:
    """Return the sets of coins side by side, `most` with the rightmost."""

    def yield_sets_of_other_coins(coin: int) -> Iterator[Others]:
        for first in range(coin, max(0, coin - most), -1):
            yield tuple(range(first, coin))

    return yield_sets_of_other_coins


def make_lister_of_sets_within_five(least: int) -> Callable[[int], Iterator[Others]]:
    """Return the sets of `least` to three coins of which all lie among five side by side."""

    def yield_sets_of_other_coins(coin: int) -> Iterator[Others]:
        for size in range(least - 1, 3):
            yield from combinations(range(max(1, coin - 4), coin), size)

    return yield_sets_of_other_coins


def yield_ruler_nimber_sums(nimbers: list[int], coin: int) -> Iterator[int]:
    """Yield the sums of coins that lie side by side up to this one."""
    total = 0
    yield total
    for first in range(coin - 1, 0, -1):
        total ^= nimbers[first]
        yield total


def yield_turnips_coin_sets(coin: int) -> Iterator[Others]:
    """Yield the two coins before this one of three at equal distances."""
    for distance in range(1, (coin - 1) // 2 + 1):
        yield coin - 2 * distance, coin - distance


def yield_grunt_coin_sets(coin: int) -> Iterator[Others]:
    """Yield the first coin of the row and two more that lie symmetrically between it and this one."""
    for second in range(2, (coin + 1) // 2 + 1):
        if second < coin + 1 - second:
            yield 1, second, coin + 1 - second


def yield_symmetric_coin_sets(first: int, coin: int) -> Iterator[Others]:
    """Yield the sets that begin with `first`, left of this coin, and are symmetric together with it."""
    pairs = [(left, first + coin - left) for left in range(first + 1, (first + coin) // 2 + 1)]
    for size in range(len(pairs) + 1):
        for inside in combinations(pairs, size):
            yield tuple(sorted({first, *(each for pair in inside for each in pair)}))


def yield_symmetric_nimber_sums(nimbers: list[int], first: int, coin: int) -> Iterator[int]:
    """Yield the sums of those sets."""
    sums = {nimbers[first]}
    left, right = first + 1, coin - 1
    while left <= right:
        pair = nimbers[left] ^ nimbers[right] if left < right else nimbers[left]
        sums |= {pair ^ each for each in sums}
        left, right = left + 1, right - 1
    yield from sums


def yield_sym_coin_sets(coin: int) -> Iterator[Others]:
    """Yield the sets that are symmetric together with this coin."""
    yield ()
    for first in range(coin - 1, 0, -1):
        yield from yield_symmetric_coin_sets(first, coin)


def yield_sym_nimber_sums(nimbers: list[int], coin: int) -> Iterator[int]:
    """Yield the sums of those sets."""
    yield 0
    for first in range(coin - 1, 0, -1):
        yield from yield_symmetric_nimber_sums(nimbers, first, coin)


def yield_sympler_coin_sets(coin: int) -> Iterator[Others]:
    """Yield the sets with the first coin of the row that are symmetric together with this coin."""
    if coin == 1:
        yield ()
    else:
        yield from yield_symmetric_coin_sets(1, coin)


def yield_sympler_nimber_sums(nimbers: list[int], coin: int) -> Iterator[int]:
    """Yield the sums of those sets."""
    if coin == 1:
        yield 0
    else:
        yield from yield_symmetric_nimber_sums(nimbers, 1, coin)


COIN_TURNING_RULES: dict[str, CoinTurningRule] = {
    "turning_turtles": make_rule_by_coin_count("one coin or two", 1, 2),
    "mock_turtles": make_rule_by_coin_count("one coin, two or three", 1, 3),
    "moebius": make_rule_by_coin_count("one coin to five", 1, 5),
    "mogul": make_rule_by_coin_count("one coin to seven", 1, 7),
    "moidores": make_rule_by_coin_count("one coin to nine", 1, 9),
    "motley": make_rule_by_coin_count("any coins", 1, MOST_TURNED),
    "twins": make_rule_by_coin_count("two coins", 2, 2),
    "triplets": make_rule_by_coin_count("three coins", 3, 3),
    "ruler": CoinTurningRule(
        "any coins side by side", make_adjacent_sets_lister(MOST_COINS), yield_ruler_nimber_sums
    ),
    "ruler_fives": make_rule_from_coin_sets("one coin to five, side by side", make_adjacent_sets_lister(5)),
    "mock_turtle_fives": make_rule_from_coin_sets(
        "one coin to three, among five side by side", make_lister_of_sets_within_five(1)
    ),
    "triplet_fives": make_rule_from_coin_sets(
        "three coins, among five side by side", make_lister_of_sets_within_five(3)
    ),
    "turnips": make_rule_from_coin_sets("three coins at equal distances", yield_turnips_coin_sets),
    "grunt": make_rule_from_coin_sets(
        "four coins that lie symmetrically, the first of the row among them", yield_grunt_coin_sets
    ),
    "sym": CoinTurningRule("any coins that lie symmetrically", yield_sym_coin_sets, yield_sym_nimber_sums),
    "sympler": CoinTurningRule(
        "any coins that lie symmetrically, the first of the row among them",
        yield_sympler_coin_sets,
        yield_sympler_nimber_sums,
    ),
}


def find_coin_turning_rule(name: str) -> CoinTurningRule:
    """Return the rule of a name, or of `at_most(4)` and `exactly(4)`.

    Raises `BadParameter` for any other text.
    """
    counted = re.fullmatch(r"(at_most|exactly)\((\d{1,4})\)", "".join(name.split()))
    if counted and 1 <= int(counted[2]) <= MOST_TURNED:
        most = int(counted[2])
        if counted[1] == "at_most":
            return make_rule_by_coin_count(f"at most {most} coins", 1, most)
        return make_rule_by_coin_count(f"exactly {most} coins", most, most)
    if counted:
        raise BadParameter(f"{name!r} turns {counted[2]} coins: give a number from 1 to {MOST_TURNED}")
    if name not in COIN_TURNING_RULES:
        raise BadParameter(
            f"{name!r} is no game of turning coins: use one of {', '.join(COIN_TURNING_RULES)}, "
            "at_most(4), exactly(4)"
        )
    return COIN_TURNING_RULES[name]


def coin_nimbers(rule: str, count: int) -> list[int]:
    """Return the nimbers of coins in a row, of a coin-turning game.

    Parameters
    ----------
    rule : str
        Name of the rule, as for `read_coin_game`.
    count : int
        Number of coins, at most 1,000.

    Returns
    -------
    list of int
        Nimbers of the coins 1 to `count`.

    Raises
    ------
    BadParameter
        If there is no such rule, or too many coins.

    Examples
    --------
    >>> coin_nimbers("ruler", 12)
    [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
    """
    turned = find_coin_turning_rule(rule)
    if not 0 <= count <= MOST_COINS:
        raise BadParameter(f"{count} coins are out of range: ask for 0 to {MOST_COINS:,}")
    if turned.sums is None and turned.least == 1:
        return _compute_nimbers_turning_at_most(rule, turned.most, count)
    if turned.sums is None:
        return _compute_nimbers_turning_exactly(rule, turned.most, count)
    nimbers = [0]
    for coin in range(1, count + 1):
        reached = set(turned.sums(nimbers, coin))
        value = 0
        while value in reached:
            value += 1
        nimbers.append(value)
    return nimbers[1:]


def _compute_nimbers_turning_at_most(rule: str, most: int, count: int) -> list[int]:
    """Return the nimbers where up to `most` coins are turned: each is no sum of most - 1 before."""
    fewest = np.zeros(1, np.uint8)  # [number] of how few coins it is the sum, so far
    nimbers: list[int] = []
    for _ in range(count):
        beyond = np.flatnonzero(fewest >= most)
        value = int(beyond[0]) if len(beyond) else len(fewest)
        while value >= len(fewest):
            if 2 * len(fewest) > MOST_SUMS:
                raise BadParameter(
                    f"{count} coins of {rule} have nimbers above {MOST_SUMS:,}: "
                    f"ask for at most {len(nimbers)}"
                )
            fewest = np.concatenate((fewest, np.full(len(fewest), NO_SUM, np.uint8)))
        with_it = np.minimum(fewest, NO_SUM - 1) + np.uint8(1)  # [number] NO_SUM where there is no sum
        fewest = np.minimum(fewest, with_it[np.arange(len(fewest)) ^ value])
        nimbers.append(value)
    return nimbers


def _compute_nimbers_turning_exactly(rule: str, exact: int, count: int) -> list[int]:
    """Return the nimbers where `exact` coins are turned: each is no sum of exact - 1 before."""
    sums = [{0}, *(set[int]() for _ in range(exact - 1))]  # [size] the sums of so many coins
    nimbers: list[int] = []
    for _ in range(count):
        value = 0
        while value in sums[-1]:
            value += 1
        for size in range(exact - 1, 0, -1):
            sums[size] |= {value ^ each for each in sums[size - 1]}
        if sum(map(len, sums)) > MOST_SUMS >> 4:
            raise BadParameter(f"{count} coins of {rule} have too many sums: ask for at most {len(nimbers)}")
        nimbers.append(value)
    return nimbers
