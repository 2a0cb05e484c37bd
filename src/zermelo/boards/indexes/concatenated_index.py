"""Several indexes one after another: a number above the word selects one of them.

    bits  above: which part, 0 for the first    |    the lowest `bits`: a word of that part

Parts that come earlier have the lower indexes, as tiers want it.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.boards.indexes.combination_index import MOST_CELLS
from zermelo.boards.indexes.product_index import Index


@dataclass(frozen=True)
class ConcatenatedIndex:
    """The words of each of `parts`, in the order of the parts."""

    parts: tuple[Index, ...]
    bits: int

    def __post_init__(self) -> None:
        fits = self.bits + (len(self.parts) - 1).bit_length() <= MOST_CELLS
        assert self.parts and fits, f"{self!r} does not fit a word"

    @cached_property
    def first(self) -> Index:
        """The first part."""
        return self.parts[0]

    @cached_property
    def rest(self) -> "ConcatenatedIndex":
        """The parts after the first, numbered from 0 again."""
        return ConcatenatedIndex(self.parts[1:], self.bits)

    @cached_property
    def size(self) -> int:
        """How many words there are in all."""
        return sum(part.size for part in self.parts)

    def rank(self, word: int) -> int:
        """Return the index of a word; -1 where it is none of its part, or of no part."""
        if word >> self.bits == 0:
            return self.first.rank(word)
        if len(self.parts) == 1:
            return -1
        index = self.rest.rank(word - (1 << self.bits))
        return -1 if index < 0 else index + self.first.size

    def unrank(self, index: int) -> int:
        """Return the word with that index."""
        if len(self.parts) == 1 or index < self.first.size:
            return self.first.unrank(index)
        return self.rest.unrank(index - self.first.size) + (1 << self.bits)
