"""What the tasks of a solve read, make and hold, from the sizes of its tiers alone: no task is done.

The phases follow one another as `run.Drive` has them done, and all tasks of a phase are alike, as buckets are
equal shares of the range of a hash. What a bucket's children are, each once, follows from how many parents a
child has, by the same law as samples of a tier (`graph.thinning`): a bucket is such a sample.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import pairwise
from typing import Final

from zermelo.cluster.job import MOST_BITS
from zermelo.cluster.run import BUCKET
from zermelo.graph.thinning import share_found
from zermelo.storage.sections import HEAD, NEAR, PLACE, ahead

KEY: Final = 8  # bytes of a position
SPREAD: Final = 0.1  # of parents, squared coefficient of variation: 0.05 to 0.2 in six games, then within 2 %
LISTED: Final = 1000  # names in an answer of the store
SAMPLED: Final = 64  # sections of an object that stand for all

# Bytes that a task holds
EXPANDING: Final = 60  # for each child: where children are told apart, sorted, and packed
MERGING: Final = 40  # for each position that is asked for
COMBINING: Final = 48  # for each child of the bucket, once
TELLING: Final = 24  # for each position that is asked for
WRITING: Final = 80  # for each position of the tier: sorted by position, and encoded
COMPARING: Final = 24  # for each position of the share
HELD: Final = 400 << 20  # bytes of a worker before it begins


@dataclass(frozen=True)
class Tier:
    """A tier: classes of positions, and what their moves make, copies included."""

    positions: float
    children: float


@dataclass(frozen=True)
class Load:
    """What a task works on and moves.

    `read` and `written` are bytes as its report tells, `heads` are read besides; `sorted` are bytes as often
    as they are moved where runs become one.
    """

    positions: float = 0.0
    children: float = 0.0
    read: float = 0.0
    written: float = 0.0
    heads: float = 0.0
    sorted: float = 0.0
    gets: float = 0.0
    puts: float = 0.0
    drops: float = 0.0

    @property
    def received(self) -> float:
        """All bytes that are read."""
        return self.read + self.heads

    def __add__(self, other: "Load") -> "Load":
        """Return both, one after the other."""
        return Load(*(mine + yours for mine, yours in zip(astuple(self), astuple(other), strict=True)))

    def __mul__(self, often: float) -> "Load":
        """Return this so many times."""
        return Load(*(each * often for each in astuple(self)))


@dataclass(frozen=True)
class Phase:
    """Tasks of one kind that wait for all of the phase before, and what the driver asks meanwhile."""

    kind: str
    tier: int
    tasks: int
    load: Load  # of each
    memory: float = 0.0  # bytes that each holds
    driver: Load = Load()


@dataclass(frozen=True)
class Solve:
    """A solve that might be: the sizes of its tiers, and into what they are cut."""

    tiers: Sequence[Tier]
    bucket: int = BUCKET
    width: int = 2  # bytes of an answer
    compared: bool = False  # the game does not say its tiers, so they are compared
    file: float = 1.0  # bytes of a position in the solution's files
    parted: bool = False  # as if `write` made a file of each bucket: today one task makes a tier's

    @property
    def bits(self) -> list[int]:
        """Of each tier, and of the empty one that follows: how many say the bucket; as `run` has it."""
        sizes = [round(tier.positions) for tier in self.tiers]
        found = [0]
        for number, size in enumerate(sizes):
            growth = size / sizes[number - 1] if number > 1 else 8
            found.append(_bits(int(size * min(8, growth)), self.bucket))
        return found

    def phases(self) -> Iterator[Phase]:
        """Yield what is done, in order."""
        yield from self._down()
        yield from self._back()
        files, size = len(self.tiers), self.file * self.positions
        last = Load(read=size, written=size, gets=2 * files + 5, puts=files + 2, drops=self.objects)
        held = HELD + self.file * max(tier.positions for tier in self.tiers)
        yield Phase("publish", 0, 0, Load(), held, last)

    def _down(self) -> Iterator[Phase]:
        bits, compared, positions = self.bits, 0.0, 0.0
        for number, tier in enumerate(self.tiers):
            here, following = 1 << bits[number], 1 << bits[number + 1]
            asked = self.asked(number)
            after = self._positions(number + 1)
            size, mine = tier.positions / here, asked / here
            load = _whole(size * KEY, 1) + _made(following, mine * KEY)
            load = replace(load, positions=size, children=tier.children / here)
            held = HELD + EXPANDING * tier.children / here + KEY * size
            yield Phase("expand", number, here, load, held, Load(gets=1, puts=2))
            load = _sections(here, following, asked * KEY) + _made(1, after / following * KEY)
            load = replace(load, positions=after / following, sorted=load.read * bits[number])
            held = HELD + MERGING * asked / following
            yield Phase("merge", number + 1, following, load, held, Load(puts=1))
            positions += tier.positions
            if self.compared and (not after or positions >= max(1024, 2 * compared)):
                yield self._compare(number + 1, positions)
                compared = positions

    def _compare(self, tiers: int, positions: float) -> Phase:
        bits = _bits(round(positions), self.bucket, most=64)
        load = Load(positions=positions / (1 << bits), puts=1, written=0)
        for tier, own in zip(self.tiers[:tiers], self.bits, strict=False):
            objects = 1 << max(0, own - bits)  # of this share; or one, of which a part is wanted
            load += _whole(tier.positions * KEY / (1 << own), 1) * objects
        return Phase("compare", tiers, 1 << bits, load, HELD + COMPARING * load.read / KEY, Load(puts=1))

    def _back(self) -> Iterator[Phase]:
        bits, width, last = self.bits, self.width, len(self.tiers) - 1
        empty = 1 << bits[last + 1]
        for number in range(last, -1, -1):
            tier = self.tiers[number]
            here, following = 1 << bits[number], 1 << bits[number + 1]
            asked, after = self.asked(number), self._positions(number + 1)
            size, mine, wanted = tier.positions / here, asked / here, asked / following
            load = _whole(after / following * KEY, 1) + _whole(after / following * width, 1)
            load += _sections(here, following, asked * KEY) + _made(here, wanted * width)
            load = replace(load, positions=after / following)
            held = HELD + (KEY + width) * after / following + TELLING * wanted
            first = Load(puts=1 + (empty if number == last else 0))
            yield Phase("tell", number + 1, following, load, held, first)
            there = 1 - math.exp(
                -mine / following
            )  # of the next tier's buckets, those that have children of mine
            load = _whole(size * KEY, 1) + _whole(mine * KEY, following)
            load += _sections(following, here, asked * width) * there + _made(1, size * width)
            load = replace(
                load, positions=size, children=tier.children / here, read=_payload(size, mine, width)
            )
            held = HELD + (KEY + 4 * width) * size + COMBINING * mine
            yield Phase("combine", number, here, load, held, Load(puts=1))
            pieces = here if self.parted else 1
            load = (_whole(size * KEY, 1) + _whole(size * width, 1)) * (here / pieces)
            load += Load(
                positions=tier.positions / pieces, written=self.file * tier.positions / pieces, puts=2
            )
            held = HELD + WRITING * tier.positions / pieces
            yield Phase("write", number, pieces, load, held, Load(puts=1 + number // LISTED))

    def asked(self, number: int) -> float:
        """Return how many children the buckets of a tier have, each bucket's once."""
        after, made = self._positions(number + 1), self.tiers[number].children
        buckets = 1 << self.bits[number]
        if not after or buckets == 1:
            return after
        return max(after, min(made, made * share_found(max(1.0, made / after), 1 / buckets, SPREAD)))

    def _positions(self, number: int) -> float:
        return self.tiers[number].positions if number < len(self.tiers) else 0.0

    @property
    def positions(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)

    @property
    def objects(self) -> int:
        """How many objects are made and removed at the end."""
        here = [1 << bits for bits in self.bits]
        return sum(2 * one + 2 * two for one, two in pairwise(here)) + 3 * len(self.tiers)


def _bits(expected: int, bucket: int, most: int = MOST_BITS) -> int:
    return min(most, max(0, -(-expected // bucket) - 1).bit_length())


def _head(sections: float) -> float:
    """Return the bytes before the entries of an object."""
    return HEAD + (1 + sections) * PLACE.size


def _whole(size: float, sections: int) -> Load:
    """Return what reading a whole object takes."""
    return Load(read=size, heads=_head(sections), gets=1)


def _sections(objects: int, sections: int, size: float) -> Load:
    """Return what reading one section of each of some objects takes, all of which have `size` bytes.

    Its place is read, and then its entries; at once in all objects but the first, where they are near.
    """
    one, place = size / objects / sections, 2 * PLACE.size
    near = more = 0.0  # of sections: the share of which that is so, and bytes that are read besides
    numbers = range(0, sections, max(1, sections // SAMPLED))
    for number in numbers:
        rest = PLACE.size * (sections - 1 - number)  # of the head
        until = rest + (number + 1) * one  # from its place to its end
        if until <= NEAR:
            near += 1 / len(numbers)
            more += max(0.0, min(ahead(round(until)), rest + sections * one) - one) / len(numbers)
    others = objects - 1
    return Load(read=one * objects, heads=place * objects + more * others, gets=2 * objects - near * others)


def _made(sections: int, size: float) -> Load:
    return Load(written=_head(sections) + size, puts=1)


def _payload(size: float, mine: float, width: int) -> float:
    """Return the bytes that `combine` works on."""
    return size * KEY + mine * (KEY + width)
