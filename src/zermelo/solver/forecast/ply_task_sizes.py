"""Sizes of what the tasks of a solve read, make and hold, computed from the sizes of its tiers alone.

Phases are in the order in which `PlyDriver` runs them. All tasks of a kind are alike, since buckets are equal
shares of the range of a hash. The number of distinct children of a bucket follows from how many parents a
child has. The law is that for samples of a tier (`solver.size_estimates.tier_sampling`): a bucket is such a
sample.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Final

from zermelo.solver.cluster.ply_driver import BUCKET, FIRST_BRANCHING
from zermelo.solver.cluster.record_ranges import PIECE
from zermelo.solver.cluster.solve_job import MOST_BITS
from zermelo.solver.size_estimates.tier_sampling import share_found
from zermelo.solver.solution_files import file_entries
from zermelo.solver.solution_files.checked_file import BLOCK, DIGITS
from zermelo.solver.storage.array_sections import HEAD, NEAR, PLACE, next_read_ahead_bytes

KEY: Final = 8  # bytes of a position
SPREAD: Final = 0.1  # of parents, squared coefficient of variation: 0.05 to 0.2 in six games, then within 2 %
LISTED: Final = 1000  # names in an answer of the store, or that it drops by one request
SAMPLED: Final = 64  # sections of an object that stand for all

# Bytes that a task holds
EXPANDING: Final = 60  # for each child: where duplicates are removed, and children sorted and packed
MERGING: Final = 40  # for each position that is asked for
COMBINING: Final = 48  # for each child of the bucket, once
TELLING: Final = 24  # for each position that is asked for
PARTING: Final = 36  # for each position of the bucket
ARRANGING: Final = 61  # for each position of a range: sorted by position, and packed
WRITING: Final = 61  # the same: sorted where a tier has one, and encoded
COMPARING: Final = 24  # for each position of the share
TALLIED: Final = 58  # bytes of a note of what a bucket's records count, about
FILED: Final = 184  # of one of what a file holds, without its hashes, about
SPACED: Final = 2  # bytes between numbers of a note

HELD: Final = 400 << 20  # bytes of a worker before it begins


@dataclass(frozen=True)
class TierSize:
    """A tier: classes of positions, and what their moves make, copies included."""

    positions: float
    children: float


@dataclass(frozen=True)
class TaskLoad:
    """Load of a task: what it works on and moves.

    `read` and `written` are the bytes of its report, `heads` are read besides, `copied` the store copies
    itself. `sorted` are bytes moved while runs are merged, counted once for each move.
    """

    positions: float = 0.0
    children: float = 0.0
    read: float = 0.0
    written: float = 0.0
    copied: float = 0.0
    heads: float = 0.0
    sorted: float = 0.0
    gets: float = 0.0
    puts: float = 0.0
    drops: float = 0.0

    @property
    def received(self) -> float:
        """All bytes that are read."""
        return self.read + self.heads

    def __add__(self, other: "TaskLoad") -> "TaskLoad":
        """Return both, one after the other."""
        return TaskLoad(*(mine + yours for mine, yours in zip(astuple(self), astuple(other), strict=True)))

    def __mul__(self, often: float) -> "TaskLoad":
        """Return this so many times."""
        return TaskLoad(*(each * often for each in astuple(self)))


@dataclass(frozen=True)
class TaskBatch:
    """Tasks of a kind, all alike."""

    kind: str
    tier: int
    count: int
    load: TaskLoad  # of each
    memory: float = 0.0  # bytes that each holds


@dataclass(frozen=True)
class SolvePhase:
    """Tasks, of one kind or two, that wait for all of the phase before; workers take them in this order.

    `driver` is what the driver alone asks meanwhile, `dropped` the bytes not needed again after it.
    Where tasks wait for others of the phase, `needs` has the numbers of those for each task.
    """

    tasks: tuple[TaskBatch, ...] = ()
    driver: TaskLoad = TaskLoad()
    dropped: float = 0.0
    needs: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class PlySolveModel:
    """A solve that might be: the sizes of its tiers, and into what they are cut."""

    tiers: Sequence[TierSize]
    bucket: int = BUCKET
    width: int = 2  # bytes of an answer
    compared: bool = False  # the game does not say its tiers, so they are compared
    file: float = 1.0  # bytes of a position in the solution's files
    digits: int = 19  # of a position, where ranges of them begin

    @property
    def bucket_bits(self) -> list[int]:
        """Of each tier, and of the empty one that follows: how many say the bucket; as `run` has it."""
        sizes = [round(tier.positions) for tier in self.tiers]
        found = [0]
        for number, size in enumerate(sizes):
            growth = size / sizes[number - 1] if number > 1 else FIRST_BRANCHING
            found.append(expected_bits(int(size * growth), self.bucket))
        return found

    @property
    def largest(self) -> int:
        """About how many positions a task works on at most."""
        return self.bucket

    @property
    def buckets(self) -> int:
        """Number of buckets of the largest tier."""
        return 1 << max(self.bucket_bits)

    def phases(self) -> Iterator[SolvePhase]:
        """Yield what is done, in order."""
        left = 0  # notes of compared shares
        for phase in self._forward_phases():
            left += sum(tasks.count for tasks in phase.tasks if tasks.kind == "compare")
            yield phase
        yield from self._backward_phases()
        tiers = len(self.tiers)
        files = sum(file_count(tier.positions) for tier in self.tiers)
        tasks = sum(map(self._writer_count, range(tiers)))
        ranged = sum(bits > 0 for bits in self.bucket_bits[:tiers])
        left += 2 + (1 + tiers) + 1 + 1  # of tier 0, bits, tiers, and which run it is
        left += 2 * ranged + files + tasks + tiers  # ranges and counts, files, notes of tasks and of tiers
        size = self.file * self.positions
        # Each tier's note is read, and files when they have their names; two objects have the first answer
        yield SolvePhase(
            driver=TaskLoad(
                read=size,
                heads=FILED * tiers,
                copied=size,
                gets=tiers + files + 2,
                puts=files + 1 + _listing_count(left),
                drops=left,
            )
        )

    def _forward_phases(self) -> Iterator[SolvePhase]:
        bits, compared, positions = self.bucket_bits, 0.0, 0.0
        # Is all found? And how many bits tier 0 has is noted, and its keys
        begins = TaskLoad(gets=1, puts=3, written=_header_bytes(1) + self.tiers[0].positions * KEY)
        for number, tier in enumerate(self.tiers):
            here, following = 1 << bits[number], 1 << bits[number + 1]
            asked = self.requested_count(number)
            after = self._tier_positions(number + 1)
            size, mine = tier.positions / here, asked / here
            load = load_of_reading_object(size * KEY, 1) + load_of_making_object(following, mine * KEY)
            load = replace(load, positions=size, children=tier.children / here)
            held = HELD + EXPANDING * tier.children / here + KEY * size
            expand = TaskBatch("expand", number, here, load, held)
            yield SolvePhase((expand,), begins + TaskLoad(gets=1, puts=2))
            begins = TaskLoad()
            load = load_of_reading_sections(here, following, asked * KEY) + load_of_making_object(
                1, after / following * KEY
            )
            load = replace(load, positions=after / following, sorted=load.read * bits[number])
            held = HELD + MERGING * asked / following
            yield SolvePhase((TaskBatch("merge", number + 1, following, load, held),), TaskLoad(puts=1))
            positions += tier.positions
            if self.compared and (not after or positions >= max(1024, 2 * compared)):
                yield SolvePhase((self._comparing_phase(number + 1, positions),), TaskLoad(puts=1))
                compared = positions

    def _comparing_phase(self, tiers: int, positions: float) -> TaskBatch:
        bits = expected_bits(round(positions), self.bucket, most=64)
        load = TaskLoad(positions=positions / (1 << bits), puts=1, written=0)
        for tier, own in zip(self.tiers[:tiers], self.bucket_bits, strict=False):
            objects = 1 << max(0, own - bits)  # of this share; or one, of which a part is wanted
            load += load_of_reading_object(tier.positions * KEY / (1 << own), 1) * objects
        return TaskBatch("compare", tiers, 1 << bits, load, HELD + COMPARING * load.read / KEY)

    def _backward_phases(self) -> Iterator[SolvePhase]:
        last = len(self.tiers) - 1
        # Tiers are noted; of which are there answers, and files? And the empty one has answers
        empty = 1 << self.bucket_bits[last + 1]
        driver = TaskLoad(puts=2 + last + empty, written=empty * _header_bytes(1))
        waiting: list[TaskBatch] = []  # to write the tier after
        for later in range(last + 1, -1, -1):
            first, second = waiting, []
            dropped = TaskLoad(), 0.0
            if waiting:
                dropped = self._drop_ranges_load(later + 1)
                driver += self._file_note_load(later + 1)
            waiting = []
            if later <= last and self.bucket_bits[later]:
                first = [*first, self._split_tasks(later)]
                second.append(self._merge_tasks(later))
                waiting = [self._write_tasks(later)]
                driver += self._range_note_load(later) + TaskLoad(puts=1)
            elif later <= last:
                second.append(self._write_tasks(later))
                driver += self._file_note_load(later)
            if later:
                first = [*first, self._send_tasks(later)]
                second.append(self._combine_tasks(later - 1))
                driver += TaskLoad(puts=3)  # which answers, children and sent answers are there
            if first:
                yield SolvePhase(tuple(first), driver + dropped[0], dropped[1])
            yield SolvePhase(tuple(second), *self._drop_tier_load(later))
            driver = TaskLoad()

    def _range_note_load(self, number: int) -> TaskLoad:
        """Return what noting where a tier's ranges begin takes, and asking what is there."""
        buckets = 1 << self.bucket_bits[number]
        note = TaskLoad(written=buckets * (self.digits + SPACED), puts=3)
        return load_of_reading_object(self.tiers[number].positions / buckets * KEY, 1) + note

    def _split_tasks(self, number: int) -> TaskBatch:
        buckets = 1 << self.bucket_bits[number]
        size = self.tiers[number].positions / buckets
        load = load_of_reading_object(size * KEY, 1) + load_of_reading_object(size * self.width, 1)
        load += TaskLoad(heads=buckets * (self.digits + SPACED), gets=1)
        load += (
            load_of_making_object(buckets, size * KEY)
            + load_of_making_object(buckets, size * self.width)
            + TaskLoad(puts=1)
        )
        return TaskBatch(
            "split_records", number, buckets, replace(load, positions=size), HELD + PARTING * size
        )

    def _send_tasks(self, number: int) -> TaskBatch:
        before, buckets = 1 << self.bucket_bits[number - 1], 1 << self.bucket_bits[number]
        asked, size = self.requested_count(number - 1), self._tier_positions(number) / buckets
        load = load_of_reading_object(size * KEY, 1) + load_of_reading_object(size * self.width, 1)
        load += load_of_reading_sections(before, buckets, asked * KEY) + load_of_making_object(
            before, asked / buckets * self.width
        )
        held = HELD + (KEY + self.width) * size + TELLING * asked / buckets
        return TaskBatch("send_answers", number, buckets, replace(load, positions=size), held)

    def _merge_tasks(self, number: int) -> TaskBatch:
        buckets, all_of_it = 1 << self.bucket_bits[number], self.tiers[number].positions
        load, pieces = TaskLoad(positions=all_of_it / buckets), math.ceil(all_of_it / buckets / PIECE)
        for width in (KEY, self.width):
            load += load_of_reading_sections(buckets, buckets, all_of_it * width) + load_of_making_object(
                pieces, all_of_it / buckets * width
            )
        return TaskBatch("merge_records", number, buckets, load, HELD + ARRANGING * all_of_it / buckets)

    def _write_tasks(self, number: int) -> TaskBatch:
        buckets, size = 1 << self.bucket_bits[number], self.tiers[number].positions
        if buckets == 1:
            load = load_of_reading_object(size * KEY, 1) + load_of_reading_object(size * self.width, 1)
            load += TaskLoad(positions=size, written=self.file * size, puts=file_count(size) + 1)
            return TaskBatch("write", number, 1, load, HELD + WRITING * size)
        load, held = write_file_load(size, buckets, self.width, self.file)
        load += TaskLoad(heads=buckets * TALLIED, gets=buckets) * (
            1 / file_count(size)
        )  # the first one sums them
        return TaskBatch("write", number, file_count(size), load, held)

    def _writer_count(self, number: int) -> int:
        """Return how many tasks write a tier's files."""
        return file_count(self.tiers[number].positions) if self.bucket_bits[number] else 1

    def _file_note_load(self, number: int) -> TaskLoad:
        """Return what the driver asks, and notes, of the files of a tier."""
        tasks, hashes = self._writer_count(number), DIGITS * self.file * self.tiers[number].positions / BLOCK
        load = TaskLoad(heads=hashes + FILED * tasks, gets=tasks, puts=2)
        noted = counts_note_bytes(self.tiers[number].positions, 1 << self.bucket_bits[number])
        return load + (TaskLoad(heads=noted, gets=1) * 2 if self.bucket_bits[number] else TaskLoad())

    def _combine_tasks(self, number: int) -> TaskBatch:
        tier, width = self.tiers[number], self.width
        here, following = 1 << self.bucket_bits[number], 1 << self.bucket_bits[number + 1]
        asked = self.requested_count(number)
        size, mine = tier.positions / here, asked / here
        there = 1 - math.exp(-mine / following)  # of the next tier's buckets, those with children of mine
        load = load_of_reading_object(size * KEY, 1) + load_of_reading_object(mine * KEY, following)
        load += load_of_reading_sections(following, here, asked * width) * there + load_of_making_object(
            1, size * width
        )
        load = replace(
            load, positions=size, children=tier.children / here, read=_combined_bytes(size, mine, width)
        )
        held = HELD + (KEY + 4 * width) * size + COMBINING * mine
        return TaskBatch("combine", number, here, load, held)

    def _drop_tier_load(self, later: int) -> tuple[TaskLoad, float]:
        """Return what dropping a tier's objects takes, and the children of the one before; and bytes."""
        buckets, size = 1 << self.bucket_bits[later], self._tier_positions(later)
        by_ranges = buckets if later < len(self.tiers) and buckets > 1 else 0
        drops, kept = 2 * by_ranges, 0.0
        if by_ranges:
            kept += size * (KEY + self.width) + 2 * buckets * _header_bytes(buckets)
        if later:
            before, asked = 1 << self.bucket_bits[later - 1], self.requested_count(later - 1)
            drops += 3 * buckets + before
            kept += size * (KEY + self.width) + 2 * buckets * _header_bytes(1)  # keys and answers
            kept += asked * self.width + buckets * _header_bytes(before)
            kept += asked * KEY + before * _header_bytes(buckets)
        lists = _listing_count(drops) + (_listing_count(1 << self.bucket_bits[later - 1]) if later else 0)
        return TaskLoad(puts=lists, drops=drops), kept

    def _drop_ranges_load(self, number: int) -> tuple[TaskLoad, float]:
        """Return what dropping a tier's ranges takes, and bytes."""
        buckets = 1 << self.bucket_bits[number]
        kept = self._tier_positions(number) * (KEY + self.width) + 2 * buckets * _header_bytes(1)
        return TaskLoad(puts=_listing_count(3 * buckets), drops=3 * buckets), kept

    def requested_count(self, number: int) -> float:
        """Return how many children the buckets of a tier have, each bucket's once."""
        after, made = self._tier_positions(number + 1), self.tiers[number].children
        buckets = 1 << self.bucket_bits[number]
        if not after or buckets == 1:
            return after
        return max(after, min(made, made * share_found(max(1.0, made / after), 1 / buckets, SPREAD)))

    def _tier_positions(self, number: int) -> float:
        return self.tiers[number].positions if number < len(self.tiers) else 0.0

    @property
    def positions(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)


def expected_bits(expected: int, bucket: int, most: int = MOST_BITS) -> int:
    """Return the number of bits for the bucket, for buckets of about a given number of positions."""
    return min(most, max(0, -(-expected // bucket) - 1).bit_length())


def file_count(size: float) -> int:
    """Return the number of files for a number of records."""
    return max(1, math.ceil(size / file_entries.RECORDS))


def counts_note_bytes(size: float, ranges: int) -> float:
    """Return the bytes of the note how many records each range has."""
    return ranges * (len(str(round(size / ranges))) + SPACED)


def write_file_load(size: float, ranges: int, width: int, file: float) -> tuple[TaskLoad, float]:
    """Return the load of writing one of the files of these records, put together in ranges; and bytes held.

    `width` are the bytes of an answer, `file` those of a record in a file.
    """
    files = file_count(size)
    load = TaskLoad(positions=size / files, written=file * size / files, puts=2)
    load += TaskLoad(heads=counts_note_bytes(size, ranges), gets=1)
    piece = min(PIECE, size / ranges)
    pieces = ranges * math.ceil(size / ranges / PIECE) + files - 1  # one is of two files
    for each in (KEY, width):
        read = (size / files + piece * (1 - 1 / files)) * each
        load += TaskLoad(read=read, heads=pieces / files * 2 * PLACE.size, gets=2 * pieces / files)
    return load, HELD + WRITING * piece


def _listing_count(names: int) -> int:
    """Return the number of store listings for a number of names."""
    return 1 + names // LISTED


def _header_bytes(sections: float) -> float:
    """Return the bytes before the entries of an object."""
    return HEAD + (1 + sections) * PLACE.size


def load_of_reading_object(size: float, sections: int) -> TaskLoad:
    """Return what reading a whole object takes."""
    return TaskLoad(read=size, heads=_header_bytes(sections), gets=1)


def load_of_reading_sections(objects: int, sections: int, size: float) -> TaskLoad:
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
            more += max(0.0, min(next_read_ahead_bytes(round(until)), rest + sections * one) - one) / len(
                numbers
            )
    others = objects - 1
    return TaskLoad(
        read=one * objects, heads=place * objects + more * others, gets=2 * objects - near * others
    )


def load_of_making_object(sections: int, size: float) -> TaskLoad:
    """Return what making an object takes."""
    return TaskLoad(written=_header_bytes(sections) + size, puts=1)


def _combined_bytes(size: float, mine: float, width: int) -> float:
    """Return the bytes that `combine` works on."""
    return size * KEY + mine * (KEY + width)
