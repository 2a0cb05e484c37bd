"""Two indexes side by side in a word: every pair has its number, the upper word's counting most.

Products are indexes themselves and so go on: `Product(Product(first, second, 9), Digits((2,), 1), 18)` is
two boards of nine cells and a mover above them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from zermelo.boards.indexes.combination_index import MOST_CELLS


class Index(Protocol):
    """What numbers words without gaps: `rank(unrank(i)) == i` for all 0 <= i < size."""

    @property
    def size(self) -> int:
        """How many words it numbers."""

    def rank(self, word: int) -> int:
        """Return the index of a word; -1 for none of its own."""

    def unrank(self, index: int) -> int:
        """Return the word with that index."""


@dataclass(frozen=True)
class ProductIndex:
    """The words that have one of `lower` in their lowest `bits` and one of `upper` above."""

    lower: Index
    upper: Index
    bits: int

    def __post_init__(self) -> None:
        assert 0 <= self.bits <= MOST_CELLS, f"{self!r} does not fit a word"

    @cached_property
    def size(self) -> int:
        """How many pairs there are."""
        return self.lower.size * self.upper.size

    def rank(self, word: int) -> int:
        """Return the index of a word; -1 where either half has none."""
        lower = self.lower.rank(word & (1 << self.bits) - 1)
        upper = self.upper.rank(word >> self.bits)
        return -1 if lower < 0 or upper < 0 else upper * self.lower.size + lower

    def unrank(self, index: int) -> int:
        """Return the word with that index."""
        lower = self.lower.unrank(index % self.lower.size)
        return lower | self.upper.unrank(index // self.lower.size) << self.bits
