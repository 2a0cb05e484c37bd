"""Small numbers side by side, each below a bound of its own: hands, phases, a mover's bit.

A word has a field of `width` bits for each number, the first lowest; the index is the same numbers as
digits of mixed radix, the first counting least. `Digits((2,), 1)` is one bit, such as the mover's.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod

from zermelo.boards.indexes.combination_index import MOST_CELLS


@dataclass(frozen=True)
class DigitIndex:
    """The words whose numbers are each below its entry in `bases`."""

    bases: tuple[int, ...]
    width: int

    def __post_init__(self) -> None:
        fits = len(self.bases) * self.width <= MOST_CELLS
        assert fits and all(1 <= base <= 1 << self.width for base in self.bases), f"{self!r} does not fit"

    @cached_property
    def size(self) -> int:
        """How many words there are."""
        return prod(self.bases)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What one of each number counts."""
        return tuple(prod(self.bases[:place]) for place in range(len(self.bases)))

    def rank(self, word: int) -> int:
        """Return the index of a word; -1 where a number is too large, or there is one more."""
        if word >> len(self.bases) * self.width != 0:
            return -1
        index = 0
        for place, base in enumerate(self.bases):
            digit = word >> place * self.width & (1 << self.width) - 1
            if digit >= base:
                return -1
            index += digit * self.weights[place]
        return index

    def unrank(self, index: int) -> int:
        """Return the word with that index."""
        word = 0
        for place, base in enumerate(self.bases):
            word |= index % base << place * self.width
            index //= base
        return word
