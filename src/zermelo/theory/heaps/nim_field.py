"""Nimbers as numbers: their sum and their product, under which they are a field.

The sum of a and b is the least number that is neither a' + b nor a + b' for smaller a', b': the exclusive or.
The product is the least number that is no a'b + ab' + a'b': so the whole of it is decided by being a field
(Conway, *On Numbers and Games*, chapter 6). Of two powers 2^(2^n), different ones multiply as usual, and one
by itself gives 3/2 of it. The product tells who wins in products of coin-turning games (Tartan games).
"""

import functools

from zermelo.core.errors import BadParameter


def nim_sum(*nimbers: int) -> int:
    """Return the sum of nimbers: the nimber of games played side by side.

    >>> nim_sum(1, 2, 4)
    7
    """
    return functools.reduce(lambda total, each: total ^ _checked(each), nimbers, 0)


def nim_product(first: int, second: int) -> int:
    """Return the product of two nimbers.

    >>> nim_product(19, 23), nim_product(2, 2)
    (86, 3)
    """
    _checked(first)
    _checked(second)
    return _product(max(first, second), min(first, second))


@functools.lru_cache(maxsize=1 << 16)
def _product(first: int, second: int) -> int:
    """Return the product for first >= second: both are cut at the largest 2^(2^n) in the first.

    What is remembered is integers alone, 65,536 products at most: no `Theory` has to own them.
    """
    if second < 2:
        return first * second
    half = 1
    while first >> 2 * half:
        half *= 2
    high, low = first >> half, first & ((1 << half) - 1)
    other_high, other_low = second >> half, second & ((1 << half) - 1)
    highs = nim_product(high, other_high)
    lows = nim_product(low, other_low)
    crossed = nim_product(high ^ low, other_high ^ other_low) ^ lows  # high × high + high × low + low × high
    return crossed << half ^ lows ^ nim_product(highs, 1 << half - 1)


def nim_inverse(nimber: int) -> int:
    """Return the number whose product with a nimber is 1; raises `BadParameter` for 0.

    >>> nim_product(7, nim_inverse(7))
    1
    """
    if _checked(nimber) == 0:
        raise BadParameter("nimber 0 has no inverse: give one from 1 on")
    size = 1
    while nimber >> size:
        size *= 2  # the nimbers below 2^size are a field, in which the power 2^size - 1 of each but 0 is 1
    inverse = 1
    power = nim_product(nimber, nimber)
    for _ in range(size - 1):  # 2 + 4 + ... + 2^(size - 1) = 2^size - 2
        inverse = nim_product(inverse, power)
        power = nim_product(power, power)
    return inverse


def _checked(nimber: int) -> int:
    if isinstance(nimber, bool) or not isinstance(nimber, int) or nimber < 0:
        raise BadParameter(f"{nimber!r} is no nimber: give an integer from 0 on")
    return nimber
