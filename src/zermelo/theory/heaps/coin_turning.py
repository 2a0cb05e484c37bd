"""Coins in a row: a move turns some of them, the rightmost from heads to tails.

Lenstra: a position is the sum of its heads, each alone (Berlekamp, Conway and Guy, *Winning Ways*, chapter
14). So one nimber a coin is enough: the least number that is no sum of the other coins that a move turns
along with it. Coins are numbered from 1.
"""

from collections.abc import Callable, Iterator

from zermelo.core.errors import BadParameter, UnreadablePosition

MOST_COINS = 1_000


def mock_turtles(nimbers: list[int], coin: int) -> Iterator[int]:
    """Turn one coin, two or three."""
    yield 0
    for first in range(1, coin):
        yield nimbers[first]
        for second in range(1, first):
            yield nimbers[first] ^ nimbers[second]


def turning_turtles(nimbers: list[int], coin: int) -> Iterator[int]:
    """Turn one coin or two: Nim."""
    yield 0
    yield from nimbers[1:coin]


def ruler(nimbers: list[int], coin: int) -> Iterator[int]:
    """Turn any coins that lie side by side."""
    total = 0
    yield total
    for first in range(coin - 1, 0, -1):
        total ^= nimbers[first]
        yield total


def turnips(nimbers: list[int], coin: int) -> Iterator[int]:
    """Turn three coins at equal distances."""
    for distance in range(1, (coin - 1) // 2 + 1):
        yield nimbers[coin - distance] ^ nimbers[coin - 2 * distance]


def sym(nimbers: list[int], coin: int) -> Iterator[int]:
    """Turn any coins that lie symmetrically to the middle of the leftmost and the rightmost of them."""
    yield 0
    for first in range(coin - 1, 0, -1):
        sums = {nimbers[first]}
        left, right = first + 1, coin - 1
        while left <= right:
            pair = nimbers[left] ^ nimbers[right] if left < right else nimbers[left]
            sums |= {pair ^ each for each in sums}
            left, right = left + 1, right - 1
        yield from sums


COMPANIES: dict[str, Callable[[list[int], int], Iterator[int]]] = {
    "mock_turtles": mock_turtles,
    "turning_turtles": turning_turtles,
    "ruler": ruler,
    "turnips": turnips,
    "sym": sym,
}


def coin_nimbers(company: str, count: int) -> list[int]:
    """Return the nimbers of the coins 1 to `count`.

    Raises `BadParameter` for a name that is not in `COMPANIES`, and for too many coins.

    >>> coin_nimbers("ruler", 12)
    [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
    """
    if company not in COMPANIES:
        raise BadParameter(f"{company!r} is no game of turning coins: use one of {', '.join(COMPANIES)}")
    if not 0 <= count <= MOST_COINS:
        raise BadParameter(f"{count} coins are out of range: ask for 0 to {MOST_COINS:,}")
    nimbers = [0]
    for coin in range(1, count + 1):
        reached = set(COMPANIES[company](nimbers, coin))
        value = 0
        while value in reached:
            value += 1
        nimbers.append(value)
    return nimbers[1:]


def row_nimber(company: str, row: str) -> int:
    """Return the nimber of a row of coins, h for heads and t for tails.

    >>> row_nimber("mock_turtles", "htththtth")
    29
    """
    if set(row) - set("ht"):
        raise UnreadablePosition(f"{row!r} is no row of coins: write h for heads and t for tails")
    total = 0
    for sign, nimber in zip(row, coin_nimbers(company, len(row)), strict=True):
        total ^= nimber if sign == "h" else 0
    return total
