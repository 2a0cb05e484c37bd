"""Replacements for functions of Python's library that Numba does not know or implements differently.

They are lowered along with the rules, like any helper of a game, so they are ordinary integer Python.
"""

import math
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, cast


def resolve_item_index(first: int, end: int, index: int) -> int:
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


def lcm(one: int, other: int) -> int:
    """Return the least common multiple, as `math.lcm` of two."""
    shared = gcd(one, other)
    return abs(one // shared * other) if shared else 0


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """Return the remainder of a power, as `pow` of three."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    size = abs(modulus)
    if size == 1:
        return 0
    base %= size
    if exponent < 0:
        base = inverse_modulo(base, size)
        exponent = -exponent
    answer = 1
    while exponent:
        if exponent & 1:
            answer = answer * base % size
        exponent >>= 1
        if exponent:
            base = base * base % size
    return answer + modulus if modulus < 0 and answer else answer


def inverse_modulo(number: int, modulus: int) -> int:
    """Return what `number`, at least 0, is to be multiplied by for a remainder of 1."""
    one, other, first, second = number, modulus, 1, 0
    while other:
        quotient = one // other
        one, other = other, one - quotient * other
        first, second = second, first - quotient * second
    if one != 1:
        raise ValueError("base is not invertible for the given modulus")
    return first % modulus


def find_in_sorted(keys: Sequence[int], wanted: int) -> int:
    """Return the number of an integer among sorted ones, -1 where it is none of them."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == wanted else -1


def extend_key_number(pairs: Sequence[int], place: int, column: Sequence[int], wanted: int) -> int:
    """Return the number of a beginning of a key and its next integer together, -1 where no key has both."""
    rank = find_in_sorted(column, wanted)
    return -1 if place < 0 or rank < 0 else find_in_sorted(pairs, place * len(column) + rank)


def require_key_number(place: int) -> int:
    """Return a place in a dict; raises `KeyError` where there is none."""
    if place < 0:
        raise KeyError("a key that the dict has not")
    return place


PLACE = cast("FunctionType", resolve_item_index)
FIND, NARROW, ENTRY = (
    cast("FunctionType", each) for each in (find_in_sorted, extend_key_number, require_key_number)
)
POWER = cast("FunctionType", power_modulo)
STANDS_FOR = {math.isqrt: isqrt, math.comb: comb, math.factorial: factorial}
OF_MANY = {
    math.gcd: (cast("FunctionType", gcd), 0),
    math.lcm: (cast("FunctionType", lcm), 1),
}  # of two, and of none


def find_replacement(callee: Any, table: Mapping[Any, Any]) -> Any:
    """Return what a table has for `callee`, None where that is nothing, or no key."""
    try:
        return table.get(callee)
    except TypeError:
        return None
