"""Sets of cells of a known size, numbered by the combinatorial number system.

A set of cells is the bits of an integer. Where its cells are c1 < c2 < ... < cm, its rank is

    C(c1, 1) + C(c2, 2) + ... + C(cm, m)

which numbers the sets of m cells in the order of their integers (D. H. Lehmer, *The machine tools of
combinatorics*, 1964). The rank does not depend on the number of cells, which only sets where the numbers end.

`rank_among` and `unrank_among` do the same among those cells that a mask leaves free, counted as if the
others were not there. So the ranks of several kinds of pieces have no gaps, and masks with holes need no
squeezing. Boards whose rows have spare bits between them have such masks.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

MOST_CELLS = 62  # bits 0 to 61: machine words are signed, and a shift must stay below the last bit
BINOMIALS = tuple(tuple(comb(cells, men) for cells in range(MOST_CELLS + 1)) for men in range(MOST_CELLS + 1))
# WAYS[men][cells]: ranks read a few rows of few cache lines; [cells][men] would read a line for each piece.


@dataclass(frozen=True)
class CombinationIndex:
    """The sets of `men` cells out of `cells`."""

    cells: int
    men: int

    def __post_init__(self) -> None:
        assert 0 <= self.men <= self.cells <= MOST_CELLS, f"{self!r} does not fit a word"

    @cached_property
    def size(self) -> int:
        """How many sets there are."""
        return comb(self.cells, self.men)

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    def rank(self, word: int) -> int:
        """Return the index of a set; -1 where it has not `men` cells, or others than there are."""
        if word.bit_count() != self.men or word & ~self.board != 0:
            return -1
        return rank_among(word, self.board)

    def unrank(self, index: int) -> int:
        """Return the set with that index."""
        return unrank_set(index, self.men, self.cells)


def rank_among(men: int, free: int) -> int:
    """Return the rank of the set `men` among all sets of as many cells of the mask `free`."""
    index = 0
    number = 0
    while men:
        number += 1
        index += BINOMIALS[number][(free & (men & -men) - 1).bit_count()]
        men &= men - 1
    return index


def unrank_among(index: int, men: int, free: int) -> int:
    """Return the set of `men` cells of the mask `free` with that rank."""
    return deposit_bits(unrank_set(index, men, free.bit_count()), free)


def unrank_set(index: int, men: int, cells: int) -> int:
    """Return the set of `men` of the first `cells` cells with that rank: the largest cell first."""
    chosen = 0
    while men > 1:
        cells -= 1
        while BINOMIALS[men][cells] > index:
            cells -= 1
        index -= BINOMIALS[men][cells]
        chosen |= 1 << cells
        men -= 1
    return chosen | 1 << index if men == 1 else chosen


def deposit_bits(word: int, free: int) -> int:
    """Return `word` with its bits moved up, in their order, to the cells of the mask `free`.

    A zero is put in at each cell that is not free, up to the last bit: few steps where few cells are taken.
    """
    taken = ~free
    while taken & -taken <= word:
        below = (taken & -taken) - 1
        word = word & below | (word & ~below) << 1
        taken &= taken - 1
    return word
