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

from zermelo.boards.indexes.combination_index import BINOMIALS, unrank_set_among

SYMMETRY: Final = 15  # of an entry of the table: which symmetry; the class stands above
SETS: Final = (1 << 24) - 1  # more than there are entries
LEAST: Final = 31  # bits of a least set, two to a word
MOST_MEN: Final = 14  # of a side
MOST_SETS: Final = 1 << 22  # that tables are made for

Turn = tuple[int, ...]  # where each cell goes


@dataclass(frozen=True)
class TwoSidedIndex:
    """Index of the pieces of two sides on a board that counts symmetric positions once.

    A subspace is all positions with given numbers of pieces of both sides. Subspaces follow one another.

    Parameters
    ----------
    cells : int
        Number of cells.
    turns : tuple of tuple of int
        Symmetries of the board, where each cell goes; the identity first.
    subspaces : tuple of (int, int)
        Numbers of pieces of the first side and of the second.
    width : int
        Number of cells, such as a row, that a table look-up handles at once.
    """

    cells: int
    turns: tuple[Turn, ...]
    subspaces: tuple[tuple[int, int], ...]
    width: int = 5

    def __post_init__(self) -> None:
        assert self.turns[0] == tuple(range(self.cells)), "the first symmetry does nothing"
        assert do_tables_fit(self.cells, len(self.turns), self.subspaces), (
            f"{self!r} is too large for its tables"
        )

    @cached_property
    def full(self) -> int:
        """Set of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def part_count(self) -> int:
        """Number of parts of `width` cells."""
        return -(-self.cells // self.width)

    @cached_property
    def subspace_begins(self) -> tuple[int, ...]:
        """First index of each subspace, and the end of the last one."""
        both = ((max(subspace), min(subspace)) for subspace in self.subspaces)
        sizes = (len(self.least_sets_by_size[more]) * comb(self.cells - more, fewer) for more, fewer in both)
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def size(self) -> int:
        """Number of indexes, with or without a position."""
        return self.subspace_begins[-1]

    @cached_property
    def piece_count_base(self) -> int:
        """One more than the largest number of pieces of a side."""
        return 1 + max(max(subspace) for subspace in self.subspaces)

    @cached_property
    def subspace_begin_by_counts(self) -> tuple[int, ...]:
        """First index of a subspace, by first's pieces * base + second's; -1 where there is none."""
        begins = [-1] * self.piece_count_base**2
        for begin, (first, second) in zip(self.subspace_begins, self.subspaces, strict=False):
            begins[first * self.piece_count_base + second] = begin
        return tuple(begins)

    def rank(self, first: int, second: int) -> int:
        """Return the index of a position.

        Parameters
        ----------
        first, second : int
            Pieces of both sides.

        Returns
        -------
        int
            The index; -1 for other numbers of pieces, or two pieces on a cell.
        """
        pieces, others = first.bit_count(), second.bit_count()
        if (
            pieces >= self.piece_count_base
            or others >= self.piece_count_base
            or first & second
            or (first | second) & ~self.full
        ):
            return -1
        begin = self.subspace_begin_by_counts[pieces * self.piece_count_base + others]
        if begin < 0:
            return -1
        if others > pieces:
            first, second = second, first
        return self.index_in_subspace_of_sides(begin, first, second)

    def index_in_subspace_of_sides(self, begin: int, more: int, fewer: int) -> int:
        """Return the index of a position in a subspace.

        Parameters
        ----------
        begin : int
            First index of the subspace.
        more, fewer : int
            Pieces of the side with more pieces (the first if equal), and of the other.

        Returns
        -------
        int
            The index.
        """
        entry = self.class_and_symmetry(more)
        return self.index_in_subspace(
            begin, entry, self.apply_symmetry(more, entry), self.apply_symmetry(fewer, entry)
        )

    def class_and_symmetry(self, pieces: int) -> int:
        """Return the symmetry class of a set, and the symmetry that makes it the least of its class.

        Parameters
        ----------
        pieces : int
            Set of cells.

        Returns
        -------
        int
            Class << 4 | symmetry.
        """
        place = self._rank_of_set(pieces) + self.first_entry_by_size[pieces.bit_count() & 15] & SETS
        shift = self.entry_bits * (place % self.entries_per_word)
        return self.packed_class_entries[place // self.entries_per_word] >> shift & (1 << self.entry_bits) - 1

    def _rank_of_set(self, pieces: int) -> int:
        """Return the rank of a set among the sets of equally many pieces, part by part."""
        place, below = 0, 0
        for part in range(self.part_count):
            bits = pieces >> self.width * part & (1 << self.width) - 1
            place += self.rank_addend_by_part_below_and_bits[(part << 4 | below & 15) << self.width | bits]
            below += bits.bit_count()
        return place

    def index_in_subspace(self, begin: int, entry: int, least: int, fewer: int) -> int:
        """Return the index of a least set of pieces with the pieces of the other side.

        Parameters
        ----------
        begin : int
            First index of the subspace.
        entry : int
            What `class_and_symmetry` returns for the set.
        least : int
            Least set of its class.
        fewer : int
            Pieces of the other side, turned alike.

        Returns
        -------
        int
            The index.
        """
        pieces = least.bit_count()
        set_class = entry >> 4
        if set_class < self.symmetric_class_counts[pieces & 15]:
            fewer = self._find_least_image(fewer, self.first_class_by_size[pieces] + set_class)
        index = begin + set_class * self._count_placements(fewer.bit_count(), self.cells - pieces)
        free = self.full & ~least
        number = 0
        while fewer:
            number += 1
            index += self._count_placements(number, (free & (fewer & -fewer) - 1).bit_count())
            fewer &= fewer - 1
        return index

    def _count_placements(self, pieces: int, cells: int) -> int:
        """Return the number of placements of so many pieces on so many cells."""
        return self.binomials[(pieces << 5 | cells) & 1023]

    def unrank(self, index: int) -> tuple[int, int]:
        """Return the position with an index.

        Parameters
        ----------
        index : int
            From 0 to `size` - 1.

        Returns
        -------
        tuple of (int, int)
            Pieces of the first side and of the second; (-1, -1) if the index is empty.
        """
        first, second, place = self.decode_sets_at_index(index)
        if place >= 0:
            fewer = second if first.bit_count() >= second.bit_count() else first
            if self._find_least_image(fewer, place) != fewer:
                return -1, -1
        return first, second

    def decode_sets_at_index(self, index: int) -> tuple[int, int, int]:
        """Return the pieces at an index, even if the index is empty.

        Parameters
        ----------
        index : int
            From 0 to `size` - 1.

        Returns
        -------
        tuple of (int, int, int)
            Pieces of both sides, and the number of their class; -1 if no symmetry keeps the class.
        """
        low, high = 0, len(self.subspaces)
        while high - low > 1:
            between = (low + high) >> 1
            if self.subspace_begins[between] <= index:
                low = between
            else:
                high = between
        pieces, others = self.subspaces[low]
        more, fewer = max(pieces, others), min(pieces, others)
        index -= self.subspace_begins[low]
        ways = BINOMIALS[fewer][self.cells - more]
        set_class = index // ways
        place = self.first_class_by_size[more] + set_class
        first = self.packed_least_sets[place // 2] >> LEAST * (place % 2) & (1 << LEAST) - 1
        second = unrank_set_among(index - set_class * ways, fewer, self.full & ~first)
        if set_class >= self.symmetric_class_counts[more]:
            place = -1
        return (first, second, place) if pieces >= others else (second, first, place)

    def apply_symmetry(self, pieces: int, symmetry: int) -> int:
        """Return the pieces after a symmetry.

        Parameters
        ----------
        pieces : int
            Set of cells.
        symmetry : int
            Number of the symmetry in the lowest four bits; further bits are ignored.

        Returns
        -------
        int
            Set of cells.
        """
        image = 0
        for part in range(self.part_count):
            bits = pieces >> self.width * part & (1 << self.width) - 1
            image |= self.part_images[(part << 4 | symmetry & SYMMETRY) << self.width | bits]
        return image

    def _find_least_image(self, pieces: int, place: int) -> int:
        """Return the least image of the fewer pieces under the symmetries that keep the others unchanged."""
        least = pieces
        kept = self.class_stabilisers[place]
        while kept:
            least = min(least, self.apply_symmetry(pieces, ((kept & -kept) - 1).bit_count()))
            kept &= kept - 1
        return least

    @cached_property
    def part_images(self) -> tuple[int, ...]:
        """Image of each part, by (part << 4 | symmetry) << width | its bits."""
        return tuple(
            sum(1 << turn[cell] for cell in list_set_cells(bits, self.width * part, self.cells))
            for part in range(self.part_count)
            for turn in (*self.turns, *[self.turns[0]] * (16 - len(self.turns)))
            for bits in range(1 << self.width)
        )

    # Classes, by numbers of pieces.

    @cached_property
    def symmetry_numbers(self) -> range:
        """Numbers of the symmetries."""
        return range(len(self.turns))

    @cached_property
    def inverse_symmetries(self) -> tuple[int, ...]:
        """For each symmetry, the one that undoes it."""
        undone = [tuple(turn.index(cell) for cell in range(self.cells)) for turn in self.turns]
        return tuple(self.turns.index(turn) for turn in undone)

    @cached_property
    def set_classes_by_size(self) -> tuple[dict[int, int], ...]:
        """For each number of pieces, `class << 4 | symmetry` of each of its sets as the larger side."""
        asked = {max(subspace) for subspace in self.subspaces}
        return tuple(
            self._compute_set_classes(pieces) if pieces in asked else {}
            for pieces in range(self.piece_count_base)
        )

    def _compute_set_classes(self, pieces: int) -> dict[int, int]:
        """Return class << 4 | symmetry of each set of so many pieces, in the order of their ranks."""
        entries = dict.fromkeys(yield_sets_of_size(pieces, self.cells), -1)
        least: list[int] = []
        for word in entries:
            if entries[word] < 0:
                for symmetry in self.symmetry_numbers:
                    image = self.apply_symmetry(word, symmetry)
                    if entries[image] < 0:
                        entries[image] = len(least) << 4 | self.inverse_symmetries[symmetry]
                least.append(word)
        symmetric = [self._find_stabiliser(word) > 0 for word in least]
        order = sorted(range(len(least)), key=lambda each: (not symmetric[each], each))
        number = {each: place for place, each in enumerate(order)}
        return {word: number[entry >> 4] << 4 | entry & SYMMETRY for word, entry in entries.items()}

    def _find_stabiliser(self, word: int) -> int:
        """Return the symmetries that leave a set as it is, a bit each, without the one that does nothing."""
        return sum(1 << each for each in self.symmetry_numbers[1:] if self.apply_symmetry(word, each) == word)

    @cached_property
    def least_sets_by_size(self) -> tuple[tuple[int, ...], ...]:
        """For each number of pieces, the least set of each class; classes with a symmetry come first."""
        return tuple(
            tuple(
                word
                for word, entry in sorted(classes.items(), key=lambda item: item[1])
                if entry & SYMMETRY == 0
            )
            for classes in self.set_classes_by_size
        )

    @cached_property
    def symmetric_class_counts(self) -> tuple[int, ...]:
        """For each number of pieces, the number of classes with symmetries; 16 numbers to fit a mask."""
        found = (sum(self._find_stabiliser(word) > 0 for word in words) for words in self.least_sets_by_size)
        return *found, *[0] * (16 - self.piece_count_base)

    @cached_property
    def first_class_by_size(self) -> tuple[int, ...]:
        """For each number of pieces, the position of its first class in `packed_least_sets`."""
        return tuple(accumulate((len(words) for words in self.least_sets_by_size), initial=0))

    @cached_property
    def first_entry_by_size(self) -> tuple[int, ...]:
        """For each number of pieces, the position of its first set in `packed_class_entries`; 16 numbers."""
        begins = accumulate((len(classes) for classes in self.set_classes_by_size), initial=0)
        return *begins, *[0] * (15 - self.piece_count_base)

    @cached_property
    def packed_class_entries(self) -> tuple[int, ...]:
        """`class << 4 | symmetry` of every set, several to a word, since the table is large."""
        every = (entry for classes in self.set_classes_by_size for entry in classes.values())
        return pack_into_words(every, self.entry_bits, self.entries_per_word)

    @cached_property
    def entry_bits(self) -> int:
        """Number of bits of an entry."""
        return max(4 + len(words).bit_length() for words in self.least_sets_by_size)

    @cached_property
    def entries_per_word(self) -> int:
        """Number of entries in a word."""
        return 62 // self.entry_bits

    @cached_property
    def rank_addend_by_part_below_and_bits(self) -> tuple[int, ...]:
        """What a part adds to the rank of a set, by (part << 4 | pieces below) << width | its pieces."""
        return tuple(
            sum(
                comb(cell, below + number)
                for number, cell in enumerate(list_set_cells(bits, self.width * part, self.cells), 1)
            )
            for part in range(self.part_count)
            for below in range(16)
            for bits in range(1 << self.width)
        )

    @cached_property
    def binomials(self) -> tuple[int, ...]:
        """Binomial coefficients, by pieces << 5 | cells."""
        return tuple(comb(cells, pieces) for pieces in range(32) for cells in range(32))

    @cached_property
    def packed_least_sets(self) -> tuple[int, ...]:
        """Least set of every class, two to a word."""
        return pack_into_words((word for words in self.least_sets_by_size for word in words), LEAST, 2)

    @cached_property
    def class_stabilisers(self) -> tuple[int, ...]:
        """Symmetries that keep each class, a bit each, up to the last class that has any."""
        return tuple(self._find_stabiliser(word) for words in self.least_sets_by_size for word in words)


def do_tables_fit(cells: int, symmetries: int, subspaces: tuple[tuple[int, int], ...]) -> bool:
    """Return whether tables fit: at most 31 cells, 16 symmetries, 14 pieces and four million sets."""
    asked = {max(subspace) for subspace in subspaces}
    if cells > LEAST or symmetries > 1 + SYMMETRY or max(asked) > MOST_MEN:
        return False
    return sum(comb(cells, pieces) for pieces in asked) <= MOST_SETS


def list_set_cells(bits: int, first: int, cells: int) -> list[int]:
    """Return the cells of some bits from the cell `first`, of so many cells."""
    return [first + bit for bit in range(bits.bit_length()) if bits >> bit & 1 and first + bit < cells]


def yield_sets_of_size(pieces: int, cells: int) -> Iterator[int]:
    """Yield the sets of so many of the cells in the order of their ranks."""
    word = (1 << pieces) - 1
    while word < 1 << cells:
        yield word
        if word == 0:
            return
        lowest = word & -word
        ripple = word + lowest
        word = ripple | ((word ^ ripple) // lowest) >> 2


def pack_into_words(numbers: Iterator[int], bits: int, many: int) -> tuple[int, ...]:
    """Return the numbers, so many of them to a word, the first lowest."""
    words: list[int] = []
    for place, number in enumerate(numbers):
        if place % many == 0:
            words.append(0)
        words[-1] |= number << bits * (place % many)
    return tuple(words)
