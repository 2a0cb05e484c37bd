"""Bit counting for compiled rules: one machine instruction each, with Python's meaning.

Python counts the bits of the absolute value, so `(-1).bit_count()` is 1 and `(-4).bit_length()` is 3.
The smallest 64-bit integer is its own negation in two's complement, and both counts come out right.
"""

from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, register_jitable

_WORD = ir.IntType(64)


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def _population(typing_context: Any, word: Any) -> Any:
    """Count the set bits of a 64-bit word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def _leading_zeros(typing_context: Any, word: Any) -> Any:
    """Count the zero bits above the highest set bit; 64 for zero."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@register_jitable  # type: ignore[untyped-decorator]  # Numba has no types
def bit_count(word: int) -> int:
    """Return the number of ones in the absolute value of `word`."""
    return _population(abs(word))  # type: ignore[no-any-return]  # Numba has no types


@register_jitable  # type: ignore[untyped-decorator]  # Numba has no types
def bit_length(word: int) -> int:
    """Return the number of bits of the absolute value of `word`; 0 for 0."""
    return 64 - _leading_zeros(abs(word))  # type: ignore[no-any-return]  # Numba has no types


NATIVE: Mapping[str, Callable[[int], int]] = {"bit_count": bit_count, "bit_length": bit_length}
