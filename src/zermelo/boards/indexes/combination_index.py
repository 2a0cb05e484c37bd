"""Sets of cells of a known size, numbered by the combinatorial number system.

A set of cells is the bits of an integer. Where its cells are c1 < c2 < ... < cm, its rank is

    C(c1, 1) + C(c2, 2) + ... + C(cm, m)

which numbers the sets of m cells in the order of their integers (D. H. Lehmer, *The machine tools of
combinatorics*, 1964). The rank does not depend on the number of cells, which only sets where the numbers end.

`rank_set_among` and `unrank_set_among` do the same among those cells that a mask leaves free, counted as if
the others were not there. So the ranks of several kinds of pieces have no gaps, and masks with holes need no
squeezing. Boards whose rows have spare bits between them have such masks.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

MOST_CELLS = 62  # bits 0 to 61: machine words are signed, and a shift must stay below the last bit
BINOMIALS = tuple(
    tuple(comb(cells, pieces) for cells in range(MOST_CELLS + 1)) for pieces in range(MOST_CELLS + 1)
)
# [pieces][cells]: ranks read a few rows of few cache lines; [cells][pieces] would read a line for each piece.


@dataclass(frozen=True)
class CombinationIndex:
    """Perfect index of the sets of a fixed number of cells.

    Parameters
    ----------
    cells : int
        Number of cells.
    pieces : int
        Number of cells in each set.

    Examples
    --------
    >>> triples = CombinationIndex(9, 3)
    >>> triples.size, triples.rank(0b111), triples.unrank(83) == 0b111_000_000
    (84, 0, True)
    """

    cells: int
    pieces: int

    def __post_init__(self) -> None:
        assert 0 <= self.pieces <= self.cells <= MOST_CELLS, f"{self!r} does not fit a word"

    @cached_property
    def size(self) -> int:
        """Number of sets."""
        return comb(self.cells, self.pieces)

    @cached_property
    def full(self) -> int:
        """Set of all cells."""
        return (1 << self.cells) - 1

    def rank(self, word: int) -> int:
        """Return the index of a set.

        Parameters
        ----------
        word : int
            Set of cells.

        Returns
        -------
        int
            The index; -1 if the set has another size, or other cells.
        """
        if word.bit_count() != self.pieces or word & ~self.full != 0:
            return -1
        return rank_set_among(word, self.full)

    def unrank(self, index: int) -> int:
        """Return the set with an index.

        Parameters
        ----------
        index : int
            From 0 to `size` - 1.

        Returns
        -------
        int
            Set of cells.
        """
        return unrank_set(index, self.pieces, self.cells)


def rank_set_among(pieces: int, free: int) -> int:
    """Return the rank of the set `pieces` among all sets of as many cells of the mask `free`."""
    index = 0
    number = 0
    while pieces:
        number += 1
        index += BINOMIALS[number][(free & (pieces & -pieces) - 1).bit_count()]
        pieces &= pieces - 1
    return index


def unrank_set_among(index: int, pieces: int, free: int) -> int:
    """Return the set of `pieces` cells of the mask `free` with that rank."""
    return deposit_bits(unrank_set(index, pieces, free.bit_count()), free)


def unrank_set(index: int, pieces: int, cells: int) -> int:
    """Return the set of `pieces` of the first `cells` cells with that rank: the largest cell first."""
    chosen = 0
    while pieces > 1:
        cells -= 1
        while BINOMIALS[pieces][cells] > index:
            cells -= 1
        index -= BINOMIALS[pieces][cells]
        chosen |= 1 << cells
        pieces -= 1
    return chosen | 1 << index if pieces == 1 else chosen


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
