"""An index of several kinds of pieces, each kind on the cells that the kinds before it leave free.

A word holds the cells of each kind, the first kind lowest; of 9 cells and two kinds

    bit  0  1  2     the first     bit   9 10 11     the second
         3  4  5                        12 13 14
         6  7  8                        15 16 17

The number of words is the multinomial coefficient, a product of one binomial for each kind; the first
kind's choice counts most.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from zermelo.boards.indexes.combination_index import MOST_CELLS, rank_among, unrank_among


@dataclass(frozen=True)
class PieceKindIndex:
    """The placements of `men[0]` pieces of one kind, `men[1]` of the next ... on `cells` cells."""

    cells: int
    men: tuple[int, ...]

    def __post_init__(self) -> None:
        fits = sum(self.men) <= self.cells and self.cells * len(self.men) <= MOST_CELLS
        assert fits and min(self.men) >= 0, f"{self!r} does not fit a word"

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """For each kind, the number of its placements once the kinds before it have been placed."""
        left = (self.cells - sum(self.men[:kind]) for kind in range(len(self.men)))
        return tuple(comb(free, men) for free, men in zip(left, self.men, strict=True))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """For each kind, the product of the ways of those after it."""
        return tuple(prod(self.ways[kind + 1 :]) for kind in range(len(self.men)))

    @cached_property
    def size(self) -> int:
        """How many ways there are."""
        return prod(self.ways)

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    def rank(self, word: int) -> int:
        """Return the index of a word; -1 where a kind has another number of pieces, or two share a cell."""
        if word >> self.cells * len(self.men) != 0:
            return -1
        index = 0
        free = self.board
        for kind, men in enumerate(self.men):
            chosen = word >> kind * self.cells & self.board
            if chosen.bit_count() != men or chosen & ~free != 0:
                return -1
            index += rank_among(chosen, free) * self.weights[kind]
            free &= ~chosen
        return index

    def unrank(self, index: int) -> int:
        """Return the word with that index."""
        word = 0
        free = self.board
        for kind, men in enumerate(self.men):
            chosen = unrank_among(index // self.weights[kind], men, free)
            index %= self.weights[kind]
            word |= chosen << kind * self.cells
            free &= ~chosen
        return word
