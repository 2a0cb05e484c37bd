"""Loops over any game's rules, in the subset of Python that compiles.

Every module has builders that take rules and a `jit` and return kernels closed over them. `jit.inline`
marks a function that kernels call, and `jit.kernel` an entry point. The interpreter's `jit` marks
nothing, so each kernel runs unchanged as ordinary Python: that is its reference implementation. Kernels
allocate nothing, print nothing and never raise. The caller owns every buffer, related arguments travel
as a `NamedTuple`, and a kernel returns a status.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

DONE: Final = 0  # the slice is finished
FULL: Final = 1  # a buffer is full: empty it and call again
MANY: Final = 2  # one position has more moves than the buffer holds: enlarge it
RANGE: Final = 3  # `play` or `symmetries` left 0 <= p < 2**63
VALUE: Final = 4  # `outcome`, `stuck` or `gain` left the range of values
MISSING: Final = 5  # a move leads to a position that is not in the table
TIER: Final = 6  # `tier` decreased along a move, or did not grow by exactly one where it was to
FAR: Final = 7  # remoteness or another answer does not fit its column
POINTS: Final = 8  # a move that brings points stays in its tier, where play may cycle

MOST_MOVES: Final = 1 << 20  # past this many moves in one position, `moves` is taken not to end


class Jit(Protocol):
    """How functions become kernels: machine code (`numba_jit.py`) or ordinary Python (`plain_jit.py`)."""

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a function that kernels call."""

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a recursive function; bind the result to the name by which it calls itself."""

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark an entry point, called from Python without the global lock."""

    @property
    def prefetch(self) -> Callable[[Any, int], None]:
        """The function by which kernels announce that an item of an array, [n], will be read soon."""

    @property
    def find_equal_items(self) -> Callable[[Any, int, Any], int]:
        """The function that returns, as bits, which of 64 items of an array from an index on are a value."""

    @property
    def count_ones(self) -> Callable[[int], int]:
        """The function that counts the ones in a word, which must not be negative."""
