"""An index of the pieces of two sides on a board that counts symmetric positions once.

Positions with the same number of pieces of the first side, and of the second, are a subspace. Subspaces
follow one another. In a subspace the pieces of the side with more (the first side if equal) are divided into
classes under the symmetries. For each class the other side's pieces are ranked among the cells that the least
set of the class leaves free:

    begin of the subspace  +  class of the more pieces * C(cells - more, fewer)  +  rank of the fewer

A table by the rank of the more pieces holds their class and the symmetry that turns them into its least set.
One look-up then replaces one image per symmetry. Only a class that some symmetry leaves unchanged needs more:
of the images of the fewer pieces under those symmetries the least has the index, and the indexes of the
others are empty. Such classes come first. They are rarer the more pieces there are, so the classes are those
of the more pieces.

Sets are turned, and ranked, `width` bits at a time, such as a row or a byte of the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Final

from zermelo.boards.indexes.combination_index import BINOMIALS, unrank_among

SYMMETRY: Final = 15  # of an entry of the table: which symmetry; the class stands above
SETS: Final = (1 << 24) - 1  # more than there are entries
LEAST: Final = 31  # bits of a least set, two to a word
MOST_MEN: Final = 14  # of a side
MOST_SETS: Final = 1 << 22  # that tables are made for

Turn = tuple[int, ...]  # where each cell goes


@dataclass(frozen=True)
class TwoSidedIndex:
    """Two sides' pieces on `cells` cells, one subspace (first's pieces, second's pieces) after another.

    `turns` are the board's symmetries, the one that does nothing first; see `fits_tables` for how many there
    may be.
    """

    cells: int
    turns: tuple[Turn, ...]
    subspaces: tuple[tuple[int, int], ...]
    width: int = 5

    def __post_init__(self) -> None:
        assert self.turns[0] == tuple(range(self.cells)), "the first symmetry does nothing"
        assert fits_tables(self.cells, len(self.turns), self.subspaces), (
            f"{self!r} is too large for its tables"
        )

    @cached_property
    def full(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def parts(self) -> int:
        """In how many parts a set is looked up."""
        return -(-self.cells // self.width)

    @cached_property
    def begins(self) -> tuple[int, ...]:
        """Where each subspace begins, and where the last one ends."""
        both = ((max(subspace), min(subspace)) for subspace in self.subspaces)
        sizes = (len(self.least_sets[more]) * comb(self.cells - more, fewer) for more, fewer in both)
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def size(self) -> int:
        """How many indexes there are, with or without a position."""
        return self.begins[-1]

    @cached_property
    def base(self) -> int:
        """One more than the largest number of pieces of a side."""
        return 1 + max(max(subspace) for subspace in self.subspaces)

    @cached_property
    def begin_of(self) -> tuple[int, ...]:
        """The begin of each subspace, by the first's pieces * base + the second's; -1 where there is none."""
        begins = [-1] * self.base**2
        for begin, (first, second) in zip(self.begins, self.subspaces, strict=False):
            begins[first * self.base + second] = begin
        return tuple(begins)

    def rank(self, first: int, second: int) -> int:
        """Return the index of the position; -1 where it has other numbers of pieces, or two on a cell."""
        men, others = first.bit_count(), second.bit_count()
        if men >= self.base or others >= self.base or first & second or (first | second) & ~self.full:
            return -1
        begin = self.begin_of[men * self.base + others]
        if begin < 0:
            return -1
        if others > men:
            first, second = second, first
        return self.index_of(begin, first, second)

    def index_of(self, begin: int, more: int, fewer: int) -> int:
        """Return the index in a subspace that begins there."""
        entry = self.entry(more)
        return self.within(begin, entry, self.turned(more, entry), self.turned(fewer, entry))

    def entry(self, men: int) -> int:
        """Return class << 4 | symmetry of a set: which turns it into the least one of its class."""
        place = self.set_rank(men) + self.first_entry[men.bit_count() & 15] & SETS
        shift = self.entry_bits * (place % self.a_word)
        return self.entries[place // self.a_word] >> shift & (1 << self.entry_bits) - 1

    def set_rank(self, men: int) -> int:
        """Return the rank of a set among the sets of equally many pieces, part by part."""
        place, below = 0, 0
        for part in range(self.parts):
            bits = men >> self.width * part & (1 << self.width) - 1
            place += self.part_ranks[(part << 4 | below & 15) << self.width | bits]
            below += bits.bit_count()
        return place

    def within(self, begin: int, entry: int, least: int, fewer: int) -> int:
        """Return the index in the subspace at `begin` of a least set of pieces and the fewer other pieces."""
        men = least.bit_count()
        set_class = entry >> 4
        if set_class < self.symmetric[men & 15]:
            fewer = self.least_image(fewer, self.first_class[men] + set_class)
        index = begin + set_class * self.ways(fewer.bit_count(), self.cells - men)
        free = self.full & ~least
        number = 0
        while fewer:
            number += 1
            index += self.ways(number, (free & (fewer & -fewer) - 1).bit_count())
            fewer &= fewer - 1
        return index

    def ways(self, men: int, cells: int) -> int:
        """Return the number of placements of so many pieces on so many cells."""
        return self.flat_ways[(men << 5 | cells) & 1023]

    def unrank(self, index: int) -> tuple[int, int]:
        """Return the pieces of the first and of the second, (-1, -1) where the index is empty."""
        first, second, place = self.placed(index)
        if place >= 0:
            fewer = second if first.bit_count() >= second.bit_count() else first
            if self.least_image(fewer, place) != fewer:
                return -1, -1
        return first, second

    def placed(self, index: int) -> tuple[int, int, int]:
        """Return the pieces of the first and of the second at an index, whether it is empty or not.

        Also return the number of their class among all, -1 where no symmetry leaves it unchanged.
        """
        low, high = 0, len(self.subspaces)
        while high - low > 1:
            between = (low + high) >> 1
            if self.begins[between] <= index:
                low = between
            else:
                high = between
        men, others = self.subspaces[low]
        more, fewer = max(men, others), min(men, others)
        index -= self.begins[low]
        ways = BINOMIALS[fewer][self.cells - more]
        set_class = index // ways
        place = self.first_class[more] + set_class
        first = self.least[place // 2] >> LEAST * (place % 2) & (1 << LEAST) - 1
        second = unrank_among(index - set_class * ways, fewer, self.full & ~first)
        if set_class >= self.symmetric[more]:
            place = -1
        return (first, second, place) if men >= others else (second, first, place)

    def turned(self, men: int, symmetry: int) -> int:
        """Return the pieces after one of the symmetries, which the lowest bits of `entry` give."""
        image = 0
        for part in range(self.parts):
            bits = men >> self.width * part & (1 << self.width) - 1
            image |= self.images[(part << 4 | symmetry & SYMMETRY) << self.width | bits]
        return image

    def least_image(self, men: int, place: int) -> int:
        """Return the least image of the fewer pieces under the symmetries that keep the others unchanged."""
        least = men
        kept = self.stabilisers[place]
        while kept:
            least = min(least, self.turned(men, ((kept & -kept) - 1).bit_count()))
            kept &= kept - 1
        return least

    @cached_property
    def images(self) -> tuple[int, ...]:
        """By (part << 4 | symmetry) << width | its bits: where the symmetry sends them."""
        return tuple(
            sum(1 << turn[cell] for cell in cells_of(bits, self.width * part, self.cells))
            for part in range(self.parts)
            for turn in (*self.turns, *[self.turns[0]] * (16 - len(self.turns)))
            for bits in range(1 << self.width)
        )

    # Classes, by numbers of pieces.

    @cached_property
    def symmetries(self) -> range:
        """The symmetries by their numbers."""
        return range(len(self.turns))

    @cached_property
    def back(self) -> tuple[int, ...]:
        """For each symmetry the one that undoes it."""
        undone = [tuple(turn.index(cell) for cell in range(self.cells)) for turn in self.turns]
        return tuple(self.turns.index(turn) for turn in undone)

    @cached_property
    def classes(self) -> tuple[dict[int, int], ...]:
        """For each number of pieces, the classes of its sets as the larger side: see `classes_of`."""
        asked = {max(subspace) for subspace in self.subspaces}
        return tuple(self.classes_of(men) if men in asked else {} for men in range(self.base))

    def classes_of(self, men: int) -> dict[int, int]:
        """Return class << 4 | symmetry of each set of so many pieces, in the order of their ranks."""
        entries = dict.fromkeys(sets_of(men, self.cells), -1)
        least: list[int] = []
        for word in entries:
            if entries[word] < 0:
                for symmetry in self.symmetries:
                    image = self.turned(word, symmetry)
                    if entries[image] < 0:
                        entries[image] = len(least) << 4 | self.back[symmetry]
                least.append(word)
        symmetric = [self.stabiliser(word) > 0 for word in least]
        order = sorted(range(len(least)), key=lambda each: (not symmetric[each], each))
        number = {each: place for place, each in enumerate(order)}
        return {word: number[entry >> 4] << 4 | entry & SYMMETRY for word, entry in entries.items()}

    def stabiliser(self, word: int) -> int:
        """Return the symmetries that leave a set as it is, a bit each, without the one that does nothing."""
        return sum(1 << each for each in self.symmetries[1:] if self.turned(word, each) == word)

    @cached_property
    def least_sets(self) -> tuple[tuple[int, ...], ...]:
        """For each number of pieces, the least set of each class; classes with a symmetry come first."""
        return tuple(
            tuple(
                word
                for word, entry in sorted(classes.items(), key=lambda item: item[1])
                if entry & SYMMETRY == 0
            )
            for classes in self.classes
        )

    @cached_property
    def symmetric(self) -> tuple[int, ...]:
        """For each number of pieces, how many classes have symmetries; 16 numbers, so that a mask fits."""
        found = (sum(self.stabiliser(word) > 0 for word in words) for words in self.least_sets)
        return *found, *[0] * (16 - self.base)

    @cached_property
    def first_class(self) -> tuple[int, ...]:
        """For each number of pieces, where its classes begin in `least`."""
        return tuple(accumulate((len(words) for words in self.least_sets), initial=0))

    @cached_property
    def first_entry(self) -> tuple[int, ...]:
        """For each number of pieces, where its sets begin in `entries`; 16 numbers, so that a mask fits."""
        begins = accumulate((len(classes) for classes in self.classes), initial=0)
        return *begins, *[0] * (15 - self.base)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """Class << 4 | symmetry of every set, as many to a word as fit, since a table is large."""
        every = (entry for classes in self.classes for entry in classes.values())
        return pack_words(every, self.entry_bits, self.a_word)

    @cached_property
    def entry_bits(self) -> int:
        """The bits of an entry."""
        return max(4 + len(words).bit_length() for words in self.least_sets)

    @cached_property
    def a_word(self) -> int:
        """How many entries stand in a word."""
        return 62 // self.entry_bits

    @cached_property
    def part_ranks(self) -> tuple[int, ...]:
        """By (part << 4 | pieces below) << width | its pieces: their contribution to the rank of a set."""
        return tuple(
            sum(
                comb(cell, below + number)
                for number, cell in enumerate(cells_of(bits, self.width * part, self.cells), 1)
            )
            for part in range(self.parts)
            for below in range(16)
            for bits in range(1 << self.width)
        )

    @cached_property
    def flat_ways(self) -> tuple[int, ...]:
        """The binomial coefficients, by the pieces << 5 | the cells."""
        return tuple(comb(cells, men) for men in range(32) for cells in range(32))

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least set of every class, two to a word."""
        return pack_words((word for words in self.least_sets for word in words), LEAST, 2)

    @cached_property
    def stabilisers(self) -> tuple[int, ...]:
        """The symmetries of every class, known up to the last that has any."""
        return tuple(self.stabiliser(word) for words in self.least_sets for word in words)


def fits_tables(cells: int, symmetries: int, subspaces: tuple[tuple[int, int], ...]) -> bool:
    """Return whether tables fit: at most 31 cells, 16 symmetries, 14 pieces and four million sets."""
    asked = {max(subspace) for subspace in subspaces}
    if cells > LEAST or symmetries > 1 + SYMMETRY or max(asked) > MOST_MEN:
        return False
    return sum(comb(cells, men) for men in asked) <= MOST_SETS


def cells_of(bits: int, first: int, cells: int) -> list[int]:
    """Return the cells of some bits from the cell `first`, of so many cells."""
    return [first + bit for bit in range(bits.bit_length()) if bits >> bit & 1 and first + bit < cells]


def sets_of(men: int, cells: int) -> Iterator[int]:
    """Yield the sets of so many of the cells in the order of their ranks."""
    word = (1 << men) - 1
    while word < 1 << cells:
        yield word
        if word == 0:
            return
        lowest = word & -word
        ripple = word + lowest
        word = ripple | ((word ^ ripple) // lowest) >> 2


def pack_words(numbers: Iterator[int], bits: int, many: int) -> tuple[int, ...]:
    """Return the numbers, so many of them to a word, the first lowest."""
    words: list[int] = []
    for place, number in enumerate(numbers):
        if place % many == 0:
            words.append(0)
        words[-1] |= number << bits * (place % many)
    return tuple(words)
