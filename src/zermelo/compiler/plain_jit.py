"""The interpreter's side: kernels as ordinary Python, the slow reference of the compiled ones."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


class PlainJit:
    """The `Jit` of the interpreter: kernels stay what they are."""

    def with_tag(self, _: str) -> "PlainJit":
        """Return itself: nothing is cached."""
        return self

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return function

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself."""
        return function

    def prefetch(self, array: Any, place: int) -> None:
        """Do nothing: the interpreter has nothing to gain."""

    def find_equal_items(self, array: Any, begin: int, value: Any) -> Any:
        """Return the set of those of 64 items that are a value, as a signed word."""
        found = sum(1 << place for place in range(64) if array[begin + place] == value)
        return np.uint64(found).astype(np.int64)

    def count_ones(self, word: Any) -> int:
        """Return the number of ones in a word that is not negative."""
        return int(word).bit_count()

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, with the arithmetic of 64 bits wrapping silently as machine code's does."""

        @functools.wraps(function)
        def call_without_overflow_warnings(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*arguments)

        return call_without_overflow_warnings


def interpreted_kernel(build: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel that `build(jit)` makes in ordinary Python, for numbers that no word holds."""
    return build(PlainJit())  # type: ignore[no-any-return]  # builders have no types
