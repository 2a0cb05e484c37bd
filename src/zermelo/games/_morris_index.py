"""The perfect index of men on the board of nine men's morris, symmetric positions counted once.

Positions with as many men of the mover and as many of the other are a subspace, and subspaces follow one
another. In one come the classes, under the symmetries, of the men of who has more, the mover where both have
as many; and for each class the other's men among the points that its least set leaves free:

    begin of the subspace  +  class of the more men * C(points - more, fewer)  +  rank of the fewer

A table by the rank of the more men says their class and which symmetry turns them into its least set: one
look-up for what would be sixteen images. Only a class that some symmetry leaves as it is needs more: of the
images of the fewer men under those the least has the index, the others' are empty. Such classes come first.
They are rarer the more men there are, so it is the more men whose classes count: of the indexes with up to
four men each 12% are empty, of those with up to nine 2%. Of three squares and from
3 to 9 men of both these are the 9,074,932,579 indexes that Ralph Gasser's *Solving Nine Men's Morris* gives.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Final

from zermelo.ranking.combinations import WAYS, unrank_among

SIDE: Final = 8  # the points of a square, a byte of men
SYMMETRY: Final = 15  # of an entry of the table: which symmetry; the class stands above
ENTRY: Final = 21  # bits of an entry, three to a word: Numba keeps no tables above a megabyte on disk
SETS: Final = (1 << 24) - 1  # more than there are entries
LEAST: Final = 31  # bits of a least set, two to a word


def seen(square: int, symmetry: int) -> int:
    """Return the men of one square as one of its eight symmetries turns them."""
    places = (place for place in range(SIDE) if square >> place & 1)
    turned = ((-place if symmetry & 4 else place) + 2 * (symmetry & 3) for place in places)
    return sum(1 << place % SIDE for place in turned)


IMAGES = tuple(seen(square, symmetry) for symmetry in range(8) for square in range(1 << SIDE))


@dataclass(frozen=True)
class MorrisIndex:
    """Positions on `rings` squares, one subspace (the mover's men, the other's) after another."""

    rings: int
    subspaces: tuple[tuple[int, int], ...]

    @cached_property
    def points(self) -> int:
        return SIDE * self.rings

    @cached_property
    def full(self) -> int:
        return (1 << self.points) - 1

    @cached_property
    def begins(self) -> tuple[int, ...]:
        """Where each subspace begins, and where the last one ends."""
        both = ((max(subspace), min(subspace)) for subspace in self.subspaces)
        sizes = (len(self.least_sets[more]) * comb(self.points - more, fewer) for more, fewer in both)
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def size(self) -> int:
        """How many indexes there are, with or without a position."""
        return self.begins[-1]

    @cached_property
    def base(self) -> int:
        """One more than the most men of a player."""
        return 1 + max(max(subspace) for subspace in self.subspaces)

    @cached_property
    def begin_of(self) -> tuple[int, ...]:
        """Where a subspace begins, by the mover's men * base + the other's; -1 where there is none."""
        begins = [-1] * self.base**2
        for begin, (mine, theirs) in zip(self.begins, self.subspaces, strict=False):
            begins[mine * self.base + theirs] = begin
        return tuple(begins)

    def rank(self, mine: int, theirs: int) -> int:
        """Return the index of the position, -1 where it has other numbers of men, or two on a point."""
        men, others = mine.bit_count(), theirs.bit_count()
        if men >= self.base or others >= self.base or mine & theirs or theirs > self.full:
            return -1
        begin = self.begin_of[men * self.base + others]
        if begin < 0:
            return -1
        if others > men:
            mine, theirs = theirs, mine
        return self.index_of(begin, mine, theirs)

    def index_of(self, begin: int, more: int, fewer: int) -> int:
        """Return the index in a subspace that begins there."""
        entry = self.entry(more)
        return self.within(begin, entry, self.turned(more, entry), self.turned(fewer, entry))

    def entry(self, men: int) -> int:
        """Return class << 4 | symmetry of a set: which turns it into the least one of its class."""
        place = self.set_rank(men) + self.first_entry[men.bit_count() & 15] & SETS
        return self.entries[place // 3] >> ENTRY * (place % 3) & (1 << ENTRY) - 1

    def set_rank(self, men: int) -> int:
        """Return the rank of a set among those of as many men, square by square."""
        place, below = 0, 0
        for ring in range(self.rings):
            square = men >> SIDE * ring & 255
            place += self.square_ranks[(ring << 4 | below & 15) << SIDE | square]
            below += square.bit_count()
        return place

    def within(self, begin: int, entry: int, least: int, fewer: int) -> int:
        """Return the index in a subspace that begins there, of a least set of men and the fewer others."""
        men = least.bit_count()
        set_class = entry >> 4
        if set_class < self.symmetric[men & 15]:
            fewer = self.least_image(fewer, self.first_class[men] + set_class)
        index = begin + set_class * self.ways(fewer.bit_count(), self.points - men)
        free = self.full & ~least
        number = 0
        while fewer:
            number += 1
            index += self.ways(number, (free & (fewer & -fewer) - 1).bit_count())
            fewer &= fewer - 1
        return index

    def ways(self, men: int, points: int) -> int:
        """Return in how many ways so many men stand on so many points."""
        return self.flat_ways[(men << 5 | points) & 1023]

    def unrank(self, index: int) -> tuple[int, int]:
        """Return the men of the mover and of the other, (-1, -1) where the index is empty."""
        mine, theirs, place = self.placed(index)
        if place >= 0:
            fewer = theirs if mine.bit_count() >= theirs.bit_count() else mine
            if self.least_image(fewer, place) != fewer:
                return -1, -1
        return mine, theirs

    def placed(self, index: int) -> tuple[int, int, int]:
        """Return the men of the mover and of the other at an index, be it empty or not.

        And the number of their class among all, -1 where no symmetry leaves it as it is.
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
        ways = WAYS[fewer][self.points - more]
        set_class = index // ways
        place = self.first_class[more] + set_class
        mine = self.least[place // 2] >> LEAST * (place % 2) & (1 << LEAST) - 1
        theirs = unrank_among(index - set_class * ways, fewer, self.full & ~mine)
        if set_class >= self.symmetric[more]:
            place = -1
        return (mine, theirs, place) if men >= others else (theirs, mine, place)

    def turned(self, men: int, symmetry: int) -> int:
        """Return the men as one of the symmetries turns them; those from 8 on turn the board inside out."""
        if symmetry & 8:
            men = self.inside_out(men)
        row = (symmetry & 7) << SIDE
        return (
            IMAGES[row | men & 255] | IMAGES[row | men >> 8 & 255] << 8 | IMAGES[row | men >> 16 & 255] << 16
        )

    def inside_out(self, men: int) -> int:
        """Return the men with the outermost square and the innermost exchanged."""
        far = SIDE * (self.rings - 1)
        changed = (men ^ men >> far) & 255
        return men ^ changed ^ changed << far

    def least_image(self, theirs: int, place: int) -> int:
        """Return the least image of the other's men that leaves the mover's, of a symmetric class, alone."""
        least = theirs
        kept = self.stabilisers[place]
        while kept:
            least = min(least, self.turned(theirs, ((kept & -kept) - 1).bit_count()))
            kept &= kept - 1
        return least

    # Classes, by numbers of men.

    @cached_property
    def symmetries(self) -> range:
        return range(16 if self.rings > 1 else 8)

    @cached_property
    def counts(self) -> range:
        """The numbers of men that a mover has; tables begin with none, so that they are known by number."""
        return range(self.base)

    @cached_property
    def classes(self) -> tuple[dict[int, int], ...]:
        """For each number of men, what is known of its sets: see `classes_of`."""
        return tuple(self.classes_of(men) for men in self.counts)

    def classes_of(self, men: int) -> dict[int, int]:
        """Return class << 4 | symmetry of each set of so many men, in the order of their ranks."""
        entries = dict.fromkeys(sets_of(men, self.points), -1)
        least: list[int] = []
        for word in entries:
            if entries[word] < 0:
                for symmetry in self.symmetries:
                    image = self.turned(word, symmetry)
                    if entries[image] < 0:
                        entries[image] = len(least) << 4 | self.back(symmetry)
                least.append(word)
        symmetric = [self.stabiliser(word) > 0 for word in least]
        order = sorted(range(len(least)), key=lambda each: (not symmetric[each], each))
        number = {each: place for place, each in enumerate(order)}
        return {word: number[entry >> 4] << 4 | entry & SYMMETRY for word, entry in entries.items()}

    def back(self, symmetry: int) -> int:
        """Return the symmetry that undoes one."""
        return symmetry if symmetry & 4 else symmetry & 8 | -symmetry & 3

    def stabiliser(self, word: int) -> int:
        """Return the symmetries that leave a set as it is, a bit each, without the one that does nothing."""
        return sum(1 << each for each in self.symmetries[1:] if self.turned(word, each) == word)

    @cached_property
    def least_sets(self) -> tuple[tuple[int, ...], ...]:
        """For each number of men, the least set of each class: those with a symmetry of their own first."""
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
        """For each number of men, how many classes have symmetries of their own; 16, so that a mask fits."""
        found = (sum(self.stabiliser(word) > 0 for word in words) for words in self.least_sets)
        return *found, *[0] * (16 - self.base)

    @cached_property
    def first_class(self) -> tuple[int, ...]:
        """For each number of men, where its classes begin in `least`."""
        return tuple(accumulate((len(words) for words in self.least_sets), initial=0))

    @cached_property
    def first_entry(self) -> tuple[int, ...]:
        """For each number of men, where its sets begin in `entries`; 16 numbers, so that a mask fits."""
        begins = accumulate((len(classes) for classes in self.classes), initial=0)
        return *begins, *[0] * (15 - self.base)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """Class << 4 | symmetry of every set, three to a word."""
        return packed((entry for classes in self.classes for entry in classes.values()), ENTRY, 3)

    @cached_property
    def square_ranks(self) -> tuple[int, ...]:
        """By (square << 4 | men below) << SIDE | its men: what they add to the rank of a set."""
        return tuple(
            sum(
                comb(SIDE * ring + point, below + number)
                for number, point in enumerate((place for place in range(SIDE) if men >> place & 1), 1)
            )
            for ring in range(self.rings)
            for below in range(16)
            for men in range(1 << SIDE)
        )

    @cached_property
    def flat_ways(self) -> tuple[int, ...]:
        """The binomial coefficients, by the men << 5 | the points."""
        return tuple(comb(points, men) for men in range(32) for points in range(32))

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least set of every class, two to a word."""
        return packed((word for words in self.least_sets for word in words), LEAST, 2)

    @cached_property
    def stabilisers(self) -> tuple[int, ...]:
        """The symmetries of every class, known up to the last that has any."""
        return tuple(self.stabiliser(word) for words in self.least_sets for word in words)


def sets_of(men: int, points: int) -> Iterator[int]:
    """Yield the sets of so many points in the order of their ranks."""
    word = (1 << men) - 1
    while word < 1 << points:
        yield word
        if word == 0:
            return
        lowest = word & -word
        ripple = word + lowest
        word = ripple | ((word ^ ripple) // lowest) >> 2


def packed(numbers: Iterator[int], bits: int, many: int) -> tuple[int, ...]:
    """Return the numbers, so many of them to a word, the first lowest."""
    words = []
    for place, number in enumerate(numbers):
        if place % many == 0:
            words.append(0)
        words[-1] |= number << bits * (place % many)
    return tuple(words)
