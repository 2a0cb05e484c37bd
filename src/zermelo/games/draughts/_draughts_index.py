"""The perfect index of draughts positions of given material, which endgame tables use.

The board is the 32 dark squares with their usual numbers, the mover at the bottom. A square's bit is its
number less one, with one spare bit after every second row, so that each direction is one shift:

        1   2   3   4        bits     0   1   2   3
      5   6   7   8                 4   5   6   7          (8 is spare)
        9  10  11  12                 9  10  11  12
     13  14  15  16                13  14  15  16          (17)
       17  18  19  20                18  19  20  21
     21  22  23  24                22  23  24  25          (26)
       25  26  27  28                27  28  29  30
     29  30  31  32                31  32  33  34

The mover's men go up and never stand on the uppermost row, the opponent's never on the lowest: there a man
becomes a king. So men of both players share only the 24 squares between. The number of the mover's men on the
lowest row determines how many squares are left for the opponent's men. Positions with the same material and
the same such number are a slice. Within a slice the index combines five choices: the mover's men on the
lowest row, the mover's other men, the opponent's men, the mover's kings and the opponent's kings. Each is a
choice among the squares that are left. The counts are those of Chinook's tables, and the index has no gaps.
Without slices four pieces would need 2% more numbers, with a square for each piece 5 times as many.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

from zermelo.boards.indexes.combination_index import BINOMIALS, rank_set_among, unrank_set_among

SQUARES = tuple(square + square // 8 for square in range(32))  # the bit of each square
BOARD = sum(1 << bit for bit in SQUARES)
LOWEST = sum(1 << bit for bit in SQUARES[28:])
MIDDLE = sum(1 << bit for bit in SQUARES[4:28])
UPPER = BOARD & ~LOWEST
UPPERMOST = UPPER & ~MIDDLE

Material = tuple[int, int, int, int]  # the mover's men and kings, the opponent's men and kings


@dataclass(frozen=True)
class DraughtsIndex:
    """The positions of each of `materials`, one after another."""

    materials: tuple[Material, ...]

    @cached_property
    def index_slice_table(self) -> tuple[tuple[int, int, int, int, int, int], ...]:
        """By slice: the first index, the mover's men on the lowest row and elsewhere, the other counts."""
        slices = []
        first = 0
        for men, kings, their_men, their_kings in self.materials:
            for lowest in range(max(0, men - 24), min(men, 4) + 1):
                middle = men - lowest
                slices.append((first, lowest, middle, their_men, kings, their_kings))
                free = 32 - men - their_men
                first += (
                    comb(4, lowest)
                    * comb(24, middle)
                    * comb(28 - middle, their_men)
                    * comb(free, kings)
                    * comb(free - kings, their_kings)
                )
        return (*slices, (first, 0, 0, 0, 0, 0))

    @cached_property
    def size(self) -> int:
        """The number of positions."""
        return self.index_slice_table[-1][0]

    @cached_property
    def piece_count_base(self) -> int:
        """One more than the most pieces of a kind."""
        return 1 + max(max(material) for material in self.materials)

    @cached_property
    def first_index_by_slice(self) -> tuple[int, ...]:
        """The first index of the slice with these numbers of men and kings, -1 without one; see `rank`."""
        firsts = [-1] * (5 * self.piece_count_base**4)
        for first, *numbers in self.index_slice_table[:-1]:
            firsts[self.slice_number_of_piece_counts(*numbers)] = first
        return tuple(firsts)

    def slice_number_of_piece_counts(
        self, lowest: int, middle: int, their_men: int, kings: int, their_kings: int
    ) -> int:
        """Return the place of a slice in `first_of`, -1 if no slice has so many pieces of a kind."""
        most = max(lowest + middle, their_men, kings, their_kings)
        if most >= self.piece_count_base:
            return -1
        return (
            ((middle * self.piece_count_base + their_men) * self.piece_count_base + kings)
            * self.piece_count_base
            + their_kings
        ) * 5 + lowest

    def rank(self, mine: int, theirs: int, kings: int) -> int:
        """Return the index of the position with these squares of the mover, the opponent and kings.

        The index is -1 if the material is not included, or if a man stands where it would be a king.
        """
        my_men, my_kings = mine & ~kings, mine & kings
        their_men, their_kings = theirs & ~kings, theirs & kings
        if my_men & UPPERMOST or their_men & LOWEST:
            return -1
        lowest, middle = my_men & LOWEST, my_men & MIDDLE
        middles, others = middle.bit_count(), their_men.bit_count()
        crowned, crowned_others = my_kings.bit_count(), their_kings.bit_count()
        place = self.slice_number_of_piece_counts(
            lowest.bit_count(), middles, others, crowned, crowned_others
        )
        if place < 0 or self.first_index_by_slice[place] < 0:
            return -1
        free = BOARD & ~(my_men | their_men)
        squares = 32 - my_men.bit_count() - others
        index = rank_set_among(lowest, LOWEST)
        index = index * BINOMIALS[middles][24] + rank_set_among(middle, MIDDLE)
        index = index * BINOMIALS[others][28 - middles] + rank_set_among(their_men, UPPER & ~middle)
        index = index * BINOMIALS[crowned][squares] + rank_set_among(my_kings, free)
        index = index * BINOMIALS[crowned_others][squares - crowned] + rank_set_among(
            their_kings, free & ~my_kings
        )
        return self.first_index_by_slice[place] + index

    def unrank(self, index: int) -> tuple[int, int, int]:
        """Return the squares of the mover, of the opponent and of kings of the position with this index."""
        low, high = 0, len(self.index_slice_table) - 1
        while high - low > 1:
            between = (low + high) >> 1
            if self.index_slice_table[between][0] <= index:
                low = between
            else:
                high = between
        first, lowest, middles, others, crowned, crowned_others = self.index_slice_table[low]
        # The last choice comes first, with one division for each: divisions are most of the cost.
        squares = 32 - lowest - middles - others
        rest = index - first
        index, ways = rest, BINOMIALS[crowned_others][squares - crowned]
        rest = index // ways
        choice_of_their_kings = index - rest * ways
        index, ways = rest, BINOMIALS[crowned][squares]
        rest = index // ways
        choice_of_my_kings = index - rest * ways
        index, ways = rest, BINOMIALS[others][28 - middles]
        rest = index // ways
        choice_of_their_men = index - rest * ways
        index, ways = rest, BINOMIALS[middles][24]
        rest = index // ways
        middle = unrank_set_among(index - rest * ways, middles, MIDDLE)
        my_men = middle | unrank_set_among(rest, lowest, LOWEST)
        their_men = unrank_set_among(choice_of_their_men, others, UPPER & ~middle)
        free = BOARD & ~(my_men | their_men)
        my_kings = unrank_set_among(choice_of_my_kings, crowned, free)
        their_kings = unrank_set_among(choice_of_their_kings, crowned_others, free & ~my_kings)
        return my_men | my_kings, their_men | their_kings, my_kings | their_kings
