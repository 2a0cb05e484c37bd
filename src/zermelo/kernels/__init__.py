"""Loops over any game's rules, in the compilable subset of Python.

Every module here has a builder that takes rules and a `jit` and returns kernels closed over them.
`jit.inline` marks a function that kernels call, `jit.kernel` an entry point. With the interpreter's
`jit`, which marks nothing, each kernel runs unchanged as ordinary Python: that is the reference.
Kernels own no memory: every buffer is the caller's. They never raise; they return a status.
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
POINTS: Final = 8  # a move that brings points stays in its tier, where play may go round in a circle

MOST_MOVES: Final = 1 << 20  # past this many moves in one position, `moves` is taken not to end


class Jit(Protocol):
    """How functions become machine code; see `compiler`."""

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a function that kernels call."""

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a function that kernels call and that calls itself, by the name the mark is bound to."""

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Mark an entry point, called from Python without the global lock."""

    @property
    def prefetch(self) -> Callable[[Any, int], None]:
        """What kernels call to say that an item of an array, [n], will be read soon."""

    @property
    def where(self) -> Callable[[Any, int, Any], int]:
        """What kernels call for the set of those of 64 items of an array, from one on, that are a value."""

    @property
    def count(self) -> Callable[[int], int]:
        """What kernels call for the number of ones in a word that is not negative."""
