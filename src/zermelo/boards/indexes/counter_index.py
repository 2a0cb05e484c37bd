"""Counters spread over pits: how many lie in each, with a bound on their total number.

Put a bar after each pit's counters, pits one after another: the bars are a set of places, and its rank in
the combinatorial number system is the sum, over the pits, of C(counters so far + pit, pit + 1). The last
pit's bar counts most, so that spreads of few counters come before those of many; the C(n + pits - 1, pits)
spreads of fewer than n come first.

A word has a field of `width` bits for each pit, the first lowest.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

from zermelo.boards.indexes.combination_index import MOST_CELLS


@dataclass(frozen=True)
class CounterIndex:
    """Perfect index of the distributions of at most `counters` counters over pits, fewest first.

    Parameters
    ----------
    pits : int
        Number of pits.
    counters : int
        The most counters in all.
    width : int
        Number of bits of a pit in a word; the first pit is lowest.
    """

    pits: int
    counters: int
    width: int

    def __post_init__(self) -> None:
        fits = self.pits >= 1 and self.pits * self.width <= MOST_CELLS
        assert fits and 0 <= self.counters < 1 << self.width, f"{self!r} does not fit a word"

    @cached_property
    def size(self) -> int:
        """Number of distributions."""
        return comb(self.counters + self.pits, self.pits)

    @cached_property
    def rank_terms_by_pit(self) -> tuple[tuple[int, ...], ...]:
        """What a pit adds to the rank, by [pit][counters in it and in those before]."""
        return tuple(
            tuple(comb(counters + pit, pit + 1) for counters in range(self.counters + 1))
            for pit in range(self.pits)
        )

    def rank(self, word: int) -> int:
        """Return the index of a word.

        Parameters
        ----------
        word : int
            Counters in each pit.

        Returns
        -------
        int
            The index; -1 if the word has more counters or more pits.
        """
        if word >> self.pits * self.width != 0:
            return -1
        index = 0
        counters = 0
        for pit in range(self.pits):
            counters += word >> pit * self.width & (1 << self.width) - 1
            if counters > self.counters:
                return -1
            index += self.rank_terms_by_pit[pit][counters]
        return index

    def unrank(self, index: int) -> int:
        """Return the word with an index.

        Parameters
        ----------
        index : int
            From 0 to `size` - 1.

        Returns
        -------
        int
            Counters in each pit.
        """
        word = 0
        counters = self.counters
        above = 0
        for pit in range(self.pits - 1, -1, -1):
            while self.rank_terms_by_pit[pit][counters] > index:
                counters -= 1
            index -= self.rank_terms_by_pit[pit][counters]
            if pit < self.pits - 1:
                word |= above - counters << (pit + 1) * self.width
            above = counters
        return word | above
