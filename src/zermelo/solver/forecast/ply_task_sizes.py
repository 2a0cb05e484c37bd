"""Sizes of what the tasks of a solve read, make and hold, computed from the sizes of its tiers alone.

Phases are in the order in which `PlyDriver` runs them. All objects of a kind are alike, and so are the tasks
that work on them, since buckets are equal shares of the range of a hash.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from zermelo.solver.cluster.record_ranges import PIECE
from zermelo.solver.cluster.solve_driver import BUCKET, FIRST_BRANCHING
from zermelo.solver.cluster.solve_job import (
    ANSWERED,
    ANSWERS,
    FROM,
    KEYS,
    MOST_BITS,
    ORDERED,
    SENT_ANSWERS,
    SORTED,
    TOGETHER,
)
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
WRITING: Final = 61  # for each position of a range: sorted by position, and packed or encoded
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
class StoredObjects:
    """Equal objects: how many, the sections of each, and the bytes of the entries of all."""

    count: int
    sections: float
    entry_bytes: float

    @property
    def head_bytes(self) -> float:
        """Bytes of an object before its entries."""
        return HEAD + (1 + self.sections) * PLACE.size

    @property
    def stored_bytes(self) -> float:
        """Bytes of all of them."""
        return self.entry_bytes + self.count * self.head_bytes

    @property
    def read_load(self) -> TaskLoad:
        """Load of reading one of them whole."""
        return TaskLoad(read=self.entry_bytes / self.count, heads=self.head_bytes, gets=1)

    @property
    def write_load(self) -> TaskLoad:
        """Load of making one of them."""
        return TaskLoad(written=self.stored_bytes / self.count, puts=1)

    def estimate_section_read_load(self) -> TaskLoad:
        """Return the load of reading one section of each.

        Its place is read, and then its entries; at once in all objects but the first, where they are near.
        """
        count, sections = self.count, round(self.sections)
        one, place = self.entry_bytes / count / sections, 2 * PLACE.size
        near = more = 0.0  # of sections: the share of which that is so, and bytes that are read besides
        numbers = range(0, sections, max(1, sections // SAMPLED))
        for number in numbers:
            rest = PLACE.size * (sections - 1 - number)  # of the head
            until = rest + (number + 1) * one  # from its place to its end
            if until <= NEAR:
                ahead = min(predict_read_ahead_bytes(round(until)), rest + sections * one)
                near += 1 / len(numbers)
                more += max(0.0, ahead - one) / len(numbers)
        others = count - 1
        return TaskLoad(read=one * count, heads=place * count + more * others, gets=2 * count - near * others)


def sum_loads(loads: Iterable[TaskLoad]) -> TaskLoad:
    """Return loads one after the other."""
    return sum(loads, TaskLoad())


class SortedRecords(NamedTuple):
    """Records sorted by position in ranges: how many, bytes of an answer, and of a record in a file."""

    size: float
    width: int
    ranges: int
    file: float

    def list_columns(self, count: int, sections: int, share: float = 1.0) -> list[StoredObjects]:
        """Return the objects of positions and of answers that have a share of the records."""
        return [StoredObjects(count, sections, each * self.size * share) for each in (KEY, self.width)]

    def estimate_merge_load(self, sources: int, pieces: int) -> TaskLoad:
        """Return the load of putting a range together from so many objects, in so many pieces."""
        parts, ranges = self.list_columns(sources, self.ranges), self.list_columns(self.ranges, pieces)
        load = sum_loads(each.estimate_section_read_load() for each in parts)
        return load + sum_loads(each.write_load for each in ranges) + TaskLoad(self.size / self.ranges)

    def estimate_file_load(self) -> TaskLoad:
        """Return the load of writing one of the files."""
        files = count_files(self.size)
        load = TaskLoad(positions=self.size / files, written=self.file * self.size / files, puts=2)
        load += TaskLoad(heads=estimate_counts_note_bytes(self.size, self.ranges), gets=1)
        pieces = self.ranges * math.ceil(self.size / self.ranges / PIECE) + files - 1  # one is of two files
        for each in (KEY, self.width):
            read = (self.size / files + self.piece * (1 - 1 / files)) * each
            load += TaskLoad(read=read, heads=pieces / files * 2 * PLACE.size, gets=2 * pieces / files)
        return load

    @property
    def piece(self) -> float:
        """Number of records that are read at once."""
        return min(PIECE, self.size / self.ranges)


@dataclass(frozen=True)
class PlySolveModel:
    """A solve that might be: the sizes of its tiers, and into what they are cut."""

    tiers: Sequence[TierSize]
    bucket: int = BUCKET
    width: int = 2  # bytes of an answer
    compared: bool = False  # the game does not say its tiers, so they are compared
    file: float = 1.0  # bytes of a position in the solution's files
    digits: int = 19  # of a position, where ranges of them begin

    @cached_property
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

    @property
    def position_count(self) -> float:
        """All of them."""
        return sum(tier.positions for tier in self.tiers)

    def _count_positions(self, number: int) -> float:
        return self.tiers[number].positions if number < len(self.tiers) else 0.0

    def _count_buckets(self, number: int) -> int:
        return 1 << self.bucket_bits_by_tier[number]

    def estimate_requested_children(self, number: int) -> float:
        """Return how many children the buckets of a tier have, each bucket's once."""
        following, ways = self._count_positions(number + 1), self.tiers[number].children
        return estimate_distinct_children(following, ways, self._count_buckets(number))

    def size_objects(self, kind: str, number: int) -> StoredObjects:
        """Return the objects of a kind that a tier has."""
        buckets, size, sections = self._count_buckets(number), self._count_positions(number), 1
        if kind in (ORDERED, TOGETHER):
            sections = buckets
        elif kind in (SORTED, ANSWERED):
            sections = math.ceil(size / buckets / PIECE)
        elif kind in (FROM, SENT_ANSWERS):
            other = number + 1 if kind == FROM else number - 1
            sections, size = self._count_buckets(other), self.estimate_requested_children(min(number, other))
        return StoredObjects(
            buckets, sections, size * (KEY if kind in (KEYS, FROM, ORDERED, SORTED) else self.width)
        )

    def yield_phases(self) -> Iterator[SolvePhase]:
        """Yield what is done, in order."""
        left = 0  # notes of compared shares
        for phase in self._yield_forward_phases():
            left += sum(tasks.count for tasks in phase.tasks if tasks.kind == "compare")
            yield phase
        yield from self._yield_backward_phases()
        tiers = len(self.tiers)
        files = sum(count_files(tier.positions) for tier in self.tiers)
        tasks = sum(self._build_file_writing_tasks(number).count for number in range(tiers))
        ranged = sum(bits > 0 for bits in self.bucket_bits_by_tier[:tiers])
        left += 2 + (1 + tiers) + 1 + 1  # of tier 0, bits, tiers, and which run it is
        left += 2 * ranged + files + tasks + tiers  # ranges and counts, files, notes of tasks and of tiers
        size = self.file * self.position_count
        # Each tier's note is read, and files when they have their names; two objects have the first answer
        moved = TaskLoad(read=size, heads=FILED * tiers, copied=size, gets=tiers + files + 2)
        yield SolvePhase(driver=moved + TaskLoad(puts=files + 1 + count_listings(left), drops=left))

    def _build_tasks(
        self, kind: str, number: int, made: Sequence[str], held: float, *loads: TaskLoad
    ) -> TaskBatch:
        """Return the tasks of a kind for a tier: each makes an object of some kinds, and has other loads.

        It holds `held` bytes.
        """
        objects = [self.size_objects(each, number) for each in made]
        positions = TaskLoad(self._count_positions(number) / objects[0].count)
        load = sum_loads([*loads, *(each.write_load for each in objects), positions])
        return TaskBatch(kind, number, objects[0].count, load, HELD + held)

    def _yield_forward_phases(self) -> Iterator[SolvePhase]:
        compared, positions = 0.0, 0.0
        # Is all found? And how many bits tier 0 has is noted, and its keys
        begins = TaskLoad(gets=1, puts=3, written=self.size_objects(KEYS, 0).stored_bytes)
        for number, tier in enumerate(self.tiers):
            keys, children = self.size_objects(KEYS, number), self.size_objects(FROM, number)
            made = TaskLoad(children=tier.children / keys.count)
            held = EXPANDING * made.children + keys.read_load.read
            expand = self._build_tasks("expand", number, (FROM,), held, keys.read_load, made)
            yield SolvePhase((expand,), begins + TaskLoad(gets=1, puts=2))
            begins = TaskLoad()
            asked = children.estimate_section_read_load()
            moved = TaskLoad(sorted=asked.read * self.bucket_bits_by_tier[number])
            held = MERGING * asked.read / KEY
            merge = self._build_tasks("merge", number + 1, (KEYS,), held, asked, moved)
            yield SolvePhase((merge,), TaskLoad(puts=1))
            positions += tier.positions
            after = self._count_positions(number + 1)
            if self.compared and (not after or positions >= max(1024, 2 * compared)):
                yield SolvePhase((self._build_tier_comparing_tasks(number + 1, positions),), TaskLoad(puts=1))
                compared = positions

    def _build_tier_comparing_tasks(self, tiers: int, positions: float) -> TaskBatch:
        bits = choose_bucket_bits(round(positions), self.bucket, most=64)
        load = TaskLoad(positions=positions / (1 << bits), puts=1)
        for number, own in enumerate(self.bucket_bits_by_tier[:tiers]):
            objects = 1 << max(0, own - bits)  # of this share; or one, of which a part is wanted
            load += self.size_objects(KEYS, number).read_load * objects
        return TaskBatch("compare", tiers, 1 << bits, load, HELD + COMPARING * load.read / KEY)

    def _yield_backward_phases(self) -> Iterator[SolvePhase]:
        last = len(self.tiers) - 1
        # Tiers are noted; of which are there answers, and files? And the empty one has answers
        empty = self.size_objects(ANSWERS, last + 1)
        driver = TaskLoad(puts=2 + last + empty.count, written=empty.stored_bytes)
        waiting: list[TaskBatch] = []  # to write the tier after
        for later in range(last + 1, -1, -1):
            first, second, dropped = waiting, list[TaskBatch](), (TaskLoad(), 0.0)
            if waiting:
                notes = self._count_buckets(later + 1)
                dropped = self._estimate_drop(later + 1, [SORTED, ANSWERED], notes)
                driver += self._estimate_file_note_load(later + 1)
            waiting, kinds = [], list[str]()
            if later <= last and self.bucket_bits_by_tier[later]:
                first, second = (
                    [*first, self._build_record_split_tasks(later)],
                    [self._build_record_merge_tasks(later)],
                )
                waiting, kinds = [self._build_file_writing_tasks(later)], [ORDERED, TOGETHER]
                driver += self._estimate_range_note_load(later)
            elif later <= last:
                second.append(self._build_file_writing_tasks(later))
                driver += self._estimate_file_note_load(later)
            if later:
                first = [*first, self._build_answer_sending_tasks(later)]
                second.append(self._build_answer_combining_tasks(later - 1))
                driver += TaskLoad(puts=3)  # which answers, children and sent answers are there
                kinds += [KEYS, ANSWERS, SENT_ANSWERS]
            if first:
                yield SolvePhase(tuple(first), driver + dropped[0], dropped[1])
            drops, size = self._estimate_drop(later, kinds, kept=3 if ORDERED in kinds else 0)
            more, children = self._estimate_drop(later - 1, [FROM], kept=2) if later else (TaskLoad(), 0.0)
            yield SolvePhase(tuple(second), drops + more, size + children)
            driver = TaskLoad()

    def _estimate_range_note_load(self, number: int) -> TaskLoad:
        """Return what noting where a tier's ranges begin takes, and asking what is there."""
        note = TaskLoad(written=self._count_buckets(number) * (self.digits + SPACED), puts=4)
        return self.size_objects(KEYS, number).read_load + note

    def _list_own_loads(self, number: int) -> list[TaskLoad]:
        """Return the loads of reading a bucket's positions and answers."""
        return [self.size_objects(kind, number).read_load for kind in (KEYS, ANSWERS)]

    def _build_record_split_tasks(self, number: int) -> TaskBatch:
        buckets = self._count_buckets(number)
        noted = TaskLoad(heads=buckets * (self.digits + SPACED), gets=1, puts=1)
        held = PARTING * self._count_positions(number) / buckets
        made = ORDERED, TOGETHER
        return self._build_tasks("split_records", number, made, held, noted, *self._list_own_loads(number))

    def _build_answer_sending_tasks(self, number: int) -> TaskBatch:
        own = self._list_own_loads(number)
        asked = self.size_objects(FROM, number - 1).estimate_section_read_load()
        held = sum(each.read for each in own) + TELLING * asked.read / KEY
        return self._build_tasks("send_answers", number, (SENT_ANSWERS,), held, *own, asked)

    def _build_record_merge_tasks(self, number: int) -> TaskBatch:
        parts = [self.size_objects(each, number).estimate_section_read_load() for each in (ORDERED, TOGETHER)]
        held = WRITING * self._count_positions(number) / self._count_buckets(number)
        return self._build_tasks("merge_records", number, (SORTED, ANSWERED), held, *parts)

    def _build_file_writing_tasks(self, number: int) -> TaskBatch:
        buckets, size = self._count_buckets(number), self._count_positions(number)
        files = count_files(size)
        if buckets == 1:
            load = TaskLoad(positions=size, written=self.file * size, puts=files + 1)
            load += sum_loads(self._list_own_loads(number))
            return TaskBatch("write", number, 1, load, HELD + WRITING * size)
        records = SortedRecords(size, self.width, buckets, self.file)
        counted = TaskLoad(heads=buckets * TALLIED, gets=buckets) * (1 / files)  # the first one sums them
        held = HELD + WRITING * records.piece
        return TaskBatch("write", number, files, records.estimate_file_load() + counted, held)

    def _estimate_file_note_load(self, number: int) -> TaskLoad:
        """Return what the driver asks, and notes, of the files of a tier."""
        tasks, size = self._build_file_writing_tasks(number).count, self._count_positions(number)
        load = TaskLoad(heads=DIGITS * self.file * size / BLOCK + FILED * tasks, gets=tasks, puts=2)
        if self.bucket_bits_by_tier[number]:
            load += TaskLoad(heads=estimate_counts_note_bytes(size, self._count_buckets(number)), gets=1) * 2
        return load

    def _build_answer_combining_tasks(self, number: int) -> TaskBatch:
        tier, keys, children = (
            self.tiers[number],
            self.size_objects(KEYS, number),
            self.size_objects(FROM, number),
        )
        mine = children.read_load.read / KEY
        sent = self.size_objects(SENT_ANSWERS, number + 1).estimate_section_read_load()
        there = 1 - math.exp(-mine / children.sections)  # of the next buckets, those with children of mine
        asked = replace(sent * there, read=sent.read)
        held = (KEY + 4 * self.width) * tier.positions / keys.count + COMBINING * mine
        loads = keys.read_load, children.read_load, asked, TaskLoad(children=tier.children / keys.count)
        return self._build_tasks("combine", number, (ANSWERS,), held, *loads)

    def _estimate_drop(
        self, number: int, kinds: Sequence[str], notes: int = 0, kept: int = 0
    ) -> tuple[TaskLoad, float]:
        """Return what dropping a tier's objects of some kinds takes, and so many notes; and bytes.

        The store lists them, and those of so many kinds that are kept.
        """
        objects = [self.size_objects(each, number) for each in kinds]
        drops = notes + sum(each.count for each in objects)
        load = TaskLoad(puts=count_listings(drops + kept * self._count_buckets(number)), drops=drops)
        return load, sum(each.stored_bytes for each in objects)


def choose_bucket_bits(expected: int, bucket: int, most: int = MOST_BITS) -> int:
    """Return the number of bits for the bucket, for buckets of about a given number of positions."""
    return min(most, max(0, -(-expected // bucket) - 1).bit_length())


def estimate_distinct_children(distinct: float, ways: float, buckets: int) -> float:
    """Return how many children all buckets of a tier have, each bucket's once.

    The tier has so many `distinct` children, to which `ways` moves lead. A bucket is a sample of its tier
    (`solver.size_estimates.tier_sampling`).
    """
    if buckets == 1 or not distinct:
        return distinct
    parents = max(1.0, ways / distinct)
    return max(distinct, min(ways, ways * predict_distinct_share(parents, 1 / buckets, SPREAD)))


def count_files(size: float) -> int:
    """Return the number of files for a number of records."""
    return max(1, math.ceil(size / file_entries.RECORDS))


def count_listings(names: float) -> int:
    """Return the number of store listings for a number of names."""
    return 1 + int(names) // LISTED


def estimate_counts_note_bytes(size: float, ranges: int) -> float:
    """Return the bytes of the note how many records each range has."""
    return ranges * (len(str(round(size / ranges))) + SPACED)
