"""Nimbers as numbers: their sum and their product, under which they are a field.

The sum of a and b is the least number that is neither a' + b nor a + b' for smaller a', b': the exclusive or.
The product is the least number that is no a'b + ab' + a'b': so the whole of it is decided by being a field
(Conway, *On Numbers and Games*, chapter 6). Of two powers 2^(2^n), different ones multiply as usual, and one
by itself gives 3/2 of it. The product decides who wins products of coin-turning games (Tartan games). So the
nimbers below F^2, F such a power, are aF + b with a and b below F, and inverses and square roots come from
the smaller field. Numbers may have any size.
"""

import functools

from zermelo.core.errors import BadParameter


def nim_sum(*nimbers: int) -> int:
    """Return the nim sum of nimbers, their exclusive or.

    Parameters
    ----------
    *nimbers : int
        The nimbers, 0 or more.

    Returns
    -------
    int
        The sum: nimber of the games played side by side.

    Examples
    --------
    >>> nim_sum(1, 2, 4)
    7
    """
    return functools.reduce(lambda total, each: total ^ _require_nimber(each), nimbers, 0)


def nim_product(first: int, second: int) -> int:
    """Return the nim product of two nimbers.

    Parameters
    ----------
    first : int
        A nimber.
    second : int
        Another.

    Returns
    -------
    int
        The product.

    Examples
    --------
    >>> nim_product(19, 23), nim_product(2, 2)
    (86, 3)
    """
    _require_nimber(first)
    _require_nimber(second)
    return _nim_product_ordered(max(first, second), min(first, second))


@functools.lru_cache(maxsize=1 << 16)
def _nim_product_ordered(first: int, second: int) -> int:
    """Return the product for first >= second: both are cut at the largest 2^(2^n) in the first.

    What is remembered is integers alone, 65,536 products at most: no `Theory` has to own them.
    """
    if second < 2:
        return first * second
    half = count_field_bits(first) // 2
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
    if _require_nimber(nimber) == 0:
        raise BadParameter("nimber 0 has no inverse: give one from 1 on")
    return _nim_inverse_by_subfield(nimber)


def _nim_inverse_by_subfield(nimber: int) -> int:
    """Return the inverse by the smaller field: of aF + b it is (aF + a + b) / N.

    F solves x^2 = x + F/2, and so does F + 1; so N, the product of aF + b and a(F + 1) + b, which is
    (a + b)b + a^2 F/2, has no part with F.
    """
    if nimber < 2:
        return nimber
    half = count_field_bits(nimber) // 2
    high, low = nimber >> half, nimber & ((1 << half) - 1)
    both = high ^ low
    norm = nim_product(both, low) ^ nim_product(nim_product(high, high), 1 << half - 1)
    inverse = _nim_inverse_by_subfield(norm)
    return nim_product(high, inverse) << half ^ nim_product(both, inverse)


def nim_quotient(first: int, second: int) -> int:
    """Return the nim quotient: the number whose nim product with the second is the first.

    Parameters
    ----------
    first : int
        A nimber.
    second : int
        Another, not 0.

    Returns
    -------
    int
        The quotient.

    Raises
    ------
    BadParameter
        If the second is 0.

    Examples
    --------
    >>> nim_quotient(86, 23)
    19
    """
    return nim_product(_require_nimber(first), nim_inverse(second))


def nim_square_root(nimber: int) -> int:
    """Return the nim square root: the one number whose nim product with itself is a nimber.

    Parameters
    ----------
    nimber : int
        The nimber.

    Returns
    -------
    int
        The root.

    Examples
    --------
    >>> nim_square_root(3), nim_square_root(2)
    (2, 3)
    """
    if _require_nimber(nimber) < 2:
        return nimber
    half = count_field_bits(nimber) // 2
    high, low = nimber >> half, nimber & ((1 << half) - 1)
    # (aF + b)^2 = a^2 F + a^2 F/2 + b^2
    return nim_square_root(high) << half ^ nim_square_root(low ^ nim_product(high, 1 << half - 1))


def ugly_product(first: int, second: int) -> int:
    """Return the ugly product of two nimbers, which is not the field's product: *Winning ways*, chapter 14.

    Of a power of two n and a smaller k it is k/2, rounded down, and n more where k is odious, with an odd
    number of ones; n by itself gives n/2, rounded up. It is distributive over the nim sum.

    >>> [ugly_product(14, second) for second in range(1, 9)]
    [14, 13, 3, 13, 3, 0, 14, 7]
    """
    product = 0
    for place in range(_require_nimber(first).bit_length()):
        for other in range(_require_nimber(second).bit_length()):
            if first >> place & 1 and second >> other & 1:
                low, high = sorted((place, other))
                product ^= (1 << low) + 1 >> 1 if low == high else 1 << high ^ 1 << low >> 1
    return product


def nim_power(nimber: int, exponent: int) -> int:
    """Return a nim power of a nimber.

    Parameters
    ----------
    nimber : int
        The nimber.
    exponent : int
        Exponent; a negative one takes the power of the inverse.

    Returns
    -------
    int
        The power.

    Raises
    ------
    BadParameter
        If the nimber is 0 and the exponent negative.

    Examples
    --------
    >>> nim_power(2, 2), nim_power(2, 3), nim_power(2, -1), nim_power(0, 0)
    (3, 1, 3, 1)
    """
    if isinstance(exponent, bool) or not isinstance(exponent, int):
        raise BadParameter(f"{exponent!r} is no exponent: give an integer")
    square = nim_inverse(nimber) if exponent < 0 else _require_nimber(nimber)
    if nimber == 0:
        return int(exponent == 0)
    exponent = abs(exponent) % ((1 << count_field_bits(nimber)) - 1)  # a field's elements but 0 are a group
    result = 1
    while exponent:
        if exponent & 1:
            result = nim_product(result, square)
        square = nim_product(square, square)
        exponent >>= 1
    return result


def count_field_bits(nimber: int) -> int:
    """Return the bits of the smallest field that a nimber is in: of those below 2^1, 2^2, 2^4, 2^8 ...

    >>> [count_field_bits(nimber) for nimber in (0, 1, 2, 3, 4, 15, 16, 1 << 64)]
    [1, 1, 2, 2, 4, 4, 8, 128]
    """
    bits = 1
    while _require_nimber(nimber) >> bits:
        bits *= 2
    return bits


def _require_nimber(nimber: int) -> int:
    if isinstance(nimber, bool) or not isinstance(nimber, int) or nimber < 0:
        raise BadParameter(f"{nimber!r} is no nimber: give an integer from 0 on")
    return nimber
