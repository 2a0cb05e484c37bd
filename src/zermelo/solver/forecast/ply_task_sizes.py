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

from zermelo.solver.cluster.record_ranges import PIECE
from zermelo.solver.cluster.solve_driver import BUCKET, FIRST_BRANCHING
from zermelo.solver.cluster.solve_job import MOST_BITS
from zermelo.solver.size_estimates.tier_sampling import predict_distinct_share
from zermelo.solver.solution_files import file_entries
from zermelo.solver.solution_files.checked_file import BLOCK, DIGITS
from zermelo.solver.storage.array_sections import HEAD, NEAR, PLACE, predict_read_ahead_bytes

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
    def received_bytes(self) -> float:
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
    def bucket_bits_by_tier(self) -> list[int]:
        """Of each tier, and of the empty one that follows: how many say the bucket; as `run` has it."""
        sizes = [round(tier.positions) for tier in self.tiers]
        found = [0]
        for number, size in enumerate(sizes):
            growth = size / sizes[number - 1] if number > 1 else FIRST_BRANCHING
            found.append(choose_bucket_bits(int(size * growth), self.bucket))
        return found

    @property
    def largest_task_size(self) -> int:
        """About how many positions a task works on at most."""
        return self.bucket

    @property
    def bucket_count(self) -> int:
        """Number of buckets of the largest tier."""
        return 1 << max(self.bucket_bits_by_tier)

    def yield_phases(self) -> Iterator[SolvePhase]:
        """Yield what is done, in order."""
        left = 0  # notes of compared shares
        for phase in self._yield_forward_phases():
            left += sum(tasks.count for tasks in phase.tasks if tasks.kind == "compare")
            yield phase
        yield from self._yield_backward_phases()
        tiers = len(self.tiers)
        files = sum(count_files(tier.positions) for tier in self.tiers)
        tasks = sum(map(self._count_file_writing_tasks, range(tiers)))
        ranged = sum(bits > 0 for bits in self.bucket_bits_by_tier[:tiers])
        left += 2 + (1 + tiers) + 1 + 1  # of tier 0, bits, tiers, and which run it is
        left += 2 * ranged + files + tasks + tiers  # ranges and counts, files, notes of tasks and of tiers
        size = self.file * self.position_count
        # Each tier's note is read, and files when they have their names; two objects have the first answer
        yield SolvePhase(
            driver=TaskLoad(
                read=size,
                heads=FILED * tiers,
                copied=size,
                gets=tiers + files + 2,
                puts=files + 1 + _count_store_listings(left),
                drops=left,
            )
        )

    def _yield_forward_phases(self) -> Iterator[SolvePhase]:
        bits, compared, positions = self.bucket_bits_by_tier, 0.0, 0.0
        # Is all found? And how many bits tier 0 has is noted, and its keys
        begins = TaskLoad(gets=1, puts=3, written=_count_header_bytes(1) + self.tiers[0].positions * KEY)
        for number, tier in enumerate(self.tiers):
            here, following = 1 << bits[number], 1 << bits[number + 1]
            asked = self.estimate_requested_children(number)
            after = self._count_tier_positions(number + 1)
            size, mine = tier.positions / here, asked / here
            load = estimate_object_read_load(size * KEY, 1) + estimate_object_write_load(
                following, mine * KEY
            )
            load = replace(load, positions=size, children=tier.children / here)
            held = HELD + EXPANDING * tier.children / here + KEY * size
            expand = TaskBatch("expand", number, here, load, held)
            yield SolvePhase((expand,), begins + TaskLoad(gets=1, puts=2))
            begins = TaskLoad()
            load = estimate_section_read_load(here, following, asked * KEY) + estimate_object_write_load(
                1, after / following * KEY
            )
            load = replace(load, positions=after / following, sorted=load.read * bits[number])
            held = HELD + MERGING * asked / following
            yield SolvePhase((TaskBatch("merge", number + 1, following, load, held),), TaskLoad(puts=1))
            positions += tier.positions
            if self.compared and (not after or positions >= max(1024, 2 * compared)):
                yield SolvePhase((self._build_tier_comparing_tasks(number + 1, positions),), TaskLoad(puts=1))
                compared = positions

    def _build_tier_comparing_tasks(self, tiers: int, positions: float) -> TaskBatch:
        bits = choose_bucket_bits(round(positions), self.bucket, most=64)
        load = TaskLoad(positions=positions / (1 << bits), puts=1, written=0)
        for tier, own in zip(self.tiers[:tiers], self.bucket_bits_by_tier, strict=False):
            objects = 1 << max(0, own - bits)  # of this share; or one, of which a part is wanted
            load += estimate_object_read_load(tier.positions * KEY / (1 << own), 1) * objects
        return TaskBatch("compare", tiers, 1 << bits, load, HELD + COMPARING * load.read / KEY)

    def _yield_backward_phases(self) -> Iterator[SolvePhase]:
        last = len(self.tiers) - 1
        # Tiers are noted; of which are there answers, and files? And the empty one has answers
        empty = 1 << self.bucket_bits_by_tier[last + 1]
        driver = TaskLoad(puts=2 + last + empty, written=empty * _count_header_bytes(1))
        waiting: list[TaskBatch] = []  # to write the tier after
        for later in range(last + 1, -1, -1):
            first, second = waiting, []
            dropped = TaskLoad(), 0.0
            if waiting:
                dropped = self._estimate_drop_ranges_load(later + 1)
                driver += self._estimate_file_note_load(later + 1)
            waiting = []
            if later <= last and self.bucket_bits_by_tier[later]:
                first = [*first, self._build_record_split_tasks(later)]
                second.append(self._build_record_merge_tasks(later))
                waiting = [self._build_file_writing_tasks(later)]
                driver += self._estimate_range_note_load(later) + TaskLoad(puts=1)
            elif later <= last:
                second.append(self._build_file_writing_tasks(later))
                driver += self._estimate_file_note_load(later)
            if later:
                first = [*first, self._build_answer_sending_tasks(later)]
                second.append(self._build_answer_combining_tasks(later - 1))
                driver += TaskLoad(puts=3)  # which answers, children and sent answers are there
            if first:
                yield SolvePhase(tuple(first), driver + dropped[0], dropped[1])
            yield SolvePhase(tuple(second), *self._estimate_drop_tier_load(later))
            driver = TaskLoad()

    def _estimate_range_note_load(self, number: int) -> TaskLoad:
        """Return what noting where a tier's ranges begin takes, and asking what is there."""
        buckets = 1 << self.bucket_bits_by_tier[number]
        note = TaskLoad(written=buckets * (self.digits + SPACED), puts=3)
        return estimate_object_read_load(self.tiers[number].positions / buckets * KEY, 1) + note

    def _build_record_split_tasks(self, number: int) -> TaskBatch:
        buckets = 1 << self.bucket_bits_by_tier[number]
        size = self.tiers[number].positions / buckets
        load = estimate_object_read_load(size * KEY, 1) + estimate_object_read_load(size * self.width, 1)
        load += TaskLoad(heads=buckets * (self.digits + SPACED), gets=1)
        load += (
            estimate_object_write_load(buckets, size * KEY)
            + estimate_object_write_load(buckets, size * self.width)
            + TaskLoad(puts=1)
        )
        return TaskBatch(
            "split_records", number, buckets, replace(load, positions=size), HELD + PARTING * size
        )

    def _build_answer_sending_tasks(self, number: int) -> TaskBatch:
        before, buckets = 1 << self.bucket_bits_by_tier[number - 1], 1 << self.bucket_bits_by_tier[number]
        asked, size = (
            self.estimate_requested_children(number - 1),
            self._count_tier_positions(number) / buckets,
        )
        load = estimate_object_read_load(size * KEY, 1) + estimate_object_read_load(size * self.width, 1)
        load += estimate_section_read_load(before, buckets, asked * KEY) + estimate_object_write_load(
            before, asked / buckets * self.width
        )
        held = HELD + (KEY + self.width) * size + TELLING * asked / buckets
        return TaskBatch("send_answers", number, buckets, replace(load, positions=size), held)

    def _build_record_merge_tasks(self, number: int) -> TaskBatch:
        buckets, all_of_it = 1 << self.bucket_bits_by_tier[number], self.tiers[number].positions
        load, pieces = TaskLoad(positions=all_of_it / buckets), math.ceil(all_of_it / buckets / PIECE)
        for width in (KEY, self.width):
            load += estimate_section_read_load(
                buckets, buckets, all_of_it * width
            ) + estimate_object_write_load(pieces, all_of_it / buckets * width)
        return TaskBatch("merge_records", number, buckets, load, HELD + ARRANGING * all_of_it / buckets)

    def _build_file_writing_tasks(self, number: int) -> TaskBatch:
        buckets, size = 1 << self.bucket_bits_by_tier[number], self.tiers[number].positions
        if buckets == 1:
            load = estimate_object_read_load(size * KEY, 1) + estimate_object_read_load(size * self.width, 1)
            load += TaskLoad(positions=size, written=self.file * size, puts=count_files(size) + 1)
            return TaskBatch("write", number, 1, load, HELD + WRITING * size)
        load, held = estimate_file_write_load(size, buckets, self.width, self.file)
        load += TaskLoad(heads=buckets * TALLIED, gets=buckets) * (
            1 / count_files(size)
        )  # the first one sums them
        return TaskBatch("write", number, count_files(size), load, held)

    def _count_file_writing_tasks(self, number: int) -> int:
        """Return how many tasks write a tier's files."""
        return count_files(self.tiers[number].positions) if self.bucket_bits_by_tier[number] else 1

    def _estimate_file_note_load(self, number: int) -> TaskLoad:
        """Return what the driver asks, and notes, of the files of a tier."""
        tasks, hashes = (
            self._count_file_writing_tasks(number),
            DIGITS * self.file * self.tiers[number].positions / BLOCK,
        )
        load = TaskLoad(heads=hashes + FILED * tasks, gets=tasks, puts=2)
        noted = estimate_counts_note_bytes(
            self.tiers[number].positions, 1 << self.bucket_bits_by_tier[number]
        )
        return load + (TaskLoad(heads=noted, gets=1) * 2 if self.bucket_bits_by_tier[number] else TaskLoad())

    def _build_answer_combining_tasks(self, number: int) -> TaskBatch:
        tier, width = self.tiers[number], self.width
        here, following = 1 << self.bucket_bits_by_tier[number], 1 << self.bucket_bits_by_tier[number + 1]
        asked = self.estimate_requested_children(number)
        size, mine = tier.positions / here, asked / here
        there = 1 - math.exp(-mine / following)  # of the next tier's buckets, those with children of mine
        load = estimate_object_read_load(size * KEY, 1) + estimate_object_read_load(mine * KEY, following)
        load += estimate_section_read_load(
            following, here, asked * width
        ) * there + estimate_object_write_load(1, size * width)
        load = replace(
            load,
            positions=size,
            children=tier.children / here,
            read=_estimate_combined_bytes(size, mine, width),
        )
        held = HELD + (KEY + 4 * width) * size + COMBINING * mine
        return TaskBatch("combine", number, here, load, held)

    def _estimate_drop_tier_load(self, later: int) -> tuple[TaskLoad, float]:
        """Return what dropping a tier's objects takes, and the children of the one before; and bytes."""
        buckets, size = 1 << self.bucket_bits_by_tier[later], self._count_tier_positions(later)
        by_ranges = buckets if later < len(self.tiers) and buckets > 1 else 0
        drops, kept = 2 * by_ranges, 0.0
        if by_ranges:
            kept += size * (KEY + self.width) + 2 * buckets * _count_header_bytes(buckets)
        if later:
            before, asked = (
                1 << self.bucket_bits_by_tier[later - 1],
                self.estimate_requested_children(later - 1),
            )
            drops += 3 * buckets + before
            kept += size * (KEY + self.width) + 2 * buckets * _count_header_bytes(1)  # keys and answers
            kept += asked * self.width + buckets * _count_header_bytes(before)
            kept += asked * KEY + before * _count_header_bytes(buckets)
        lists = _count_store_listings(drops) + (
            _count_store_listings(1 << self.bucket_bits_by_tier[later - 1]) if later else 0
        )
        return TaskLoad(puts=lists, drops=drops), kept

    def _estimate_drop_ranges_load(self, number: int) -> tuple[TaskLoad, float]:
        """Return what dropping a tier's ranges takes, and bytes."""
        buckets = 1 << self.bucket_bits_by_tier[number]
        kept = self._count_tier_positions(number) * (KEY + self.width) + 2 * buckets * _count_header_bytes(1)
        return TaskLoad(puts=_count_store_listings(3 * buckets), drops=3 * buckets), kept

    def estimate_requested_children(self, number: int) -> float:
        """Return how many children the buckets of a tier have, each bucket's once."""
        after, made = self._count_tier_positions(number + 1), self.tiers[number].children
        buckets = 1 << self.bucket_bits_by_tier[number]
        if not after or buckets == 1:
            return after
        return max(
            after, min(made, made * predict_distinct_share(max(1.0, made / after), 1 / buckets, SPREAD))
        )

    def _count_tier_positions(self, number: int) -> float:
        return self.tiers[number].positions if number < len(self.tiers) else 0.0

    @property
    def position_count(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)


def choose_bucket_bits(expected: int, bucket: int, most: int = MOST_BITS) -> int:
    """Return the number of bits for the bucket, for buckets of about a given number of positions."""
    return min(most, max(0, -(-expected // bucket) - 1).bit_length())


def count_files(size: float) -> int:
    """Return the number of files for a number of records."""
    return max(1, math.ceil(size / file_entries.RECORDS))


def estimate_counts_note_bytes(size: float, ranges: int) -> float:
    """Return the bytes of the note how many records each range has."""
    return ranges * (len(str(round(size / ranges))) + SPACED)


def estimate_file_write_load(size: float, ranges: int, width: int, file: float) -> tuple[TaskLoad, float]:
    """Return the load of writing one of the files of these records, put together in ranges; and bytes held.

    `width` are the bytes of an answer, `file` those of a record in a file.
    """
    files = count_files(size)
    load = TaskLoad(positions=size / files, written=file * size / files, puts=2)
    load += TaskLoad(heads=estimate_counts_note_bytes(size, ranges), gets=1)
    piece = min(PIECE, size / ranges)
    pieces = ranges * math.ceil(size / ranges / PIECE) + files - 1  # one is of two files
    for each in (KEY, width):
        read = (size / files + piece * (1 - 1 / files)) * each
        load += TaskLoad(read=read, heads=pieces / files * 2 * PLACE.size, gets=2 * pieces / files)
    return load, HELD + WRITING * piece


def _count_store_listings(names: int) -> int:
    """Return the number of store listings for a number of names."""
    return 1 + names // LISTED


def _count_header_bytes(sections: float) -> float:
    """Return the bytes before the entries of an object."""
    return HEAD + (1 + sections) * PLACE.size


def estimate_object_read_load(size: float, sections: int) -> TaskLoad:
    """Return what reading a whole object takes."""
    return TaskLoad(read=size, heads=_count_header_bytes(sections), gets=1)


def estimate_section_read_load(objects: int, sections: int, size: float) -> TaskLoad:
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
            more += max(0.0, min(predict_read_ahead_bytes(round(until)), rest + sections * one) - one) / len(
                numbers
            )
    others = objects - 1
    return TaskLoad(
        read=one * objects, heads=place * objects + more * others, gets=2 * objects - near * others
    )


def estimate_object_write_load(sections: int, size: float) -> TaskLoad:
    """Return what making an object takes."""
    return TaskLoad(written=_count_header_bytes(sections) + size, puts=1)


def _estimate_combined_bytes(size: float, mine: float, width: int) -> float:
    """Return the bytes that `combine` works on."""
    return size * KEY + mine * (KEY + width)
