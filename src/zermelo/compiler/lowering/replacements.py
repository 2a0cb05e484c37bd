"""Functions that stand in for those of Python's library which Numba does not know, or means otherwise.

They are lowered along with the rules, like any helper of a game, so they are ordinary integer Python.
"""

import math
from types import FunctionType
from typing import Any, cast


def place(first: int, end: int, index: int) -> int:
    """Return the number of item `index` among those from `first` to `end`; negative counts from the end."""
    number = first + index if index >= 0 else end + index
    if number < first or number >= end:
        raise IndexError("tuple index out of range")
    return number


def isqrt(number: int) -> int:
    """Return the integer square root, as `math.isqrt`."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 0
    bit = 1 << 31
    while bit > 0:
        larger = root | bit
        if larger <= 3037000499 and larger * larger <= number:  # no larger square fits in a word
            root = larger
        bit >>= 1
    return root


def gcd(one: int, other: int) -> int:
    """Return the greatest common divisor, as `math.gcd` of two."""
    one, other = abs(one), abs(other)
    while other:
        one, other = other, one % other
    return one


def comb(items: int, chosen: int) -> int:
    """Return the number of ways to choose, as `math.comb`."""
    if items < 0 or chosen < 0:
        raise ValueError("comb() needs nonnegative integers")
    if chosen > items:
        return 0
    if chosen > items - chosen:
        chosen = items - chosen
    ways = 1
    for step in range(chosen):
        shared = gcd(ways, step + 1)  # dividing first keeps every product below the answer
        ways = ways // shared * ((items - step) // ((step + 1) // shared))
    return ways


def factorial(number: int) -> int:
    """Return the product of 1 to `number`, as `math.factorial`."""
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    product = 1
    for factor in range(2, number + 1):
        product *= factor
    return product


PLACE = cast("FunctionType", place)
_STANDS_FOR = {math.isqrt: isqrt, math.gcd: gcd, math.comb: comb, math.factorial: factorial}


def find(callee: Any) -> FunctionType | None:
    """Return what stands in for `callee`, or None."""
    try:
        return _STANDS_FOR.get(callee)  # type: ignore[return-value]  # all of them are functions
    except TypeError:
        return None
