"""Levels of retrograde analysis in buckets, whose states a task holds: those of a group, or what it comes to.

A task for a group holds the states of all of its places. A tier that is one group continues, level after
level, as long as it sends few messages. Where little happens in all groups one task does the level for all of
them, and the following ones: it reads shares of states and links where a place is decided, and holds them.
Most levels of long games are of this kind. Messages are split by the group that they are for; those that are
too many for one object go into several.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from zermelo.core.errors import Cancelled
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS, Column
from zermelo.solver.cluster.cyclic.partitioned_state import (
    COUNTER,
    LINKS,
    OUTSIDE,
    SEEDS,
    STATE,
    BucketLinks,
    BucketSeeds,
    EntryAllowance,
    LevelSchedule,
    StepHeader,
    format_mail_object_kind,
    format_object_kind_of_width,
    read_bucket_state,
    read_changes_of_steps,
    split_array_into_shares,
    write_level_step,
    yield_group_messages_of_steps,
)
from zermelo.solver.cluster.cyclic.partitioned_tasks import pack_state_words
from zermelo.solver.cluster.task_context import SolveTask, TaskContext
from zermelo.solver.kernels.buckets.partitioned_retrograde import (
    SHARE_BITS,
    build_count_predecessor_links_kernel,
    build_send_messages_along_links_kernel,
)
from zermelo.solver.kernels.retrograde_kernels import (
    build_decide_by_exits_kernel,
    build_decide_by_messages_kernel,
    build_group_messages_kernel,
)
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer
from zermelo.solver.plans.bucket_capacity import A_TASK, compute_slot_state_bytes
from zermelo.solver.storage.array_sections import ArraySections

LONG_CHAIN: Final = 16  # steps since states were written whole, at most
THIN: Final = 32  # and as many of a group's places may have changed since: one of so many
SENT: Final = 1 << 21  # messages that a task holds; what it sends beyond becomes mail
SHARES: Final = 64  # whose links are read at once
CACHED: Final = 16  # bytes of the memory that is left, for each entry of links that is kept
TURN: Final = 1 << 27  # messages of a task that goes on and on; a level counts as some more
A_LEVEL: Final = 1 << 14
HELD: Final = 64  # entries that a task for all groups holds for each message that it takes on in a level
LEAST: Final = 1 << 16  # and as many in any case
AN_ENTRY: Final = 32  # bytes of the memory that such a task may take, for each: four times what it has itself


def compute_state_rewrite_threshold(task: SolveTask) -> int:
    """Return how many places of a group may have changed before its states are written whole."""
    return (1 << (task.next_bits + task.group)) // THIN


def run_levels(work: TaskContext) -> None:
    """Do a level of a round in a group, or in all groups, and then the following ones.

    `chains` has the states, `parts` the senders of messages. In a group that is a whole tier levels follow,
    too; in all groups as long as no more than `most` messages and seeds are in one.
    """
    task = work.task
    held = _HeldStates(work) if task.kind == "advance" else _HeldShares(work)
    at, following = task.level, None
    incoming: Iterable[tuple[int, Column]] = held.yield_incoming_messages()
    worked = 0
    while True:
        far = held.decide_places_at_level(incoming, at)
        post = Outbox(work)
        held.send_messages_to_predecessors(post)
        if held.goes_on:
            sent = post.message_count > 0
            following = held.schedule.find_next_step(*at[:2], held.rest, sent=sent)
        worked += post.message_count + A_LEVEL
        if following is None or far or post.parts or worked > TURN:
            break
        if held.is_too_much(post.message_count, following):
            break
        at, incoming = following, enumerate(post.take_messages_by_group())
    full = held.write_states_if_due()
    groups, first = len(held.groups), held.groups[0]
    table = StepHeader(full, far, held.decided, groups, first, following, post.parts)
    work.report.positions = held.decided
    changes = held.collect_changed_state_words(full=full)
    write_level_step(work, table, post.counts, changes, post.list_messages_by_group())


class Outbox:
    """Messages of a step, split by group."""

    def __init__(self, work: TaskContext) -> None:
        task = work.task
        self._work, self._groups = work, 1 << (task.bits - task.group)
        self._boxes: list[list[Column]] = [[] for _ in range(self._groups)]
        self._held = self.parts = 0
        self.counts = np.zeros(self._groups, np.int64)

    @property
    def message_count(self) -> int:
        """Number of messages."""
        return int(self.counts.sum())

    def add_messages(self, messages: Column, counts: Column) -> None:
        """Take messages, words like links, sorted by group, of which there are so many for each."""
        task = self._work.task
        if self._held and self._held + len(messages) > SENT:
            kind = format_mail_object_kind(task.width, task.number, self.parts)
            self._work.write_bucket_object(
                task.tier, kind, task.bucket, self.take_messages_by_group(), np.uint32
            )
            self.parts += 1
        local = (messages & ((2 << (task.next_bits + task.group)) - 1)).astype(np.uint32)
        for box, part in zip(self._boxes, np.split(local, np.cumsum(counts)[:-1]), strict=True):
            if len(part):
                box.append(part)
        self._held += len(local)
        self.counts += counts

    def take_messages_by_group(self) -> list[Column]:
        """Return what is held for each group, which is held no longer."""
        found = self.list_messages_by_group()
        self._boxes, self._held = [[] for _ in range(self._groups)], 0
        return found

    def list_messages_by_group(self) -> list[Column]:
        """Return what is held for each group."""
        return [np.concatenate(box) if box else np.empty(0, np.uint32) for box in self._boxes]


class _HeldStates:
    """The states of a group while a task changes them.

    A place has a number in the task's groups, its *code*: each bucket has `2**next_bits` of them. Where in
    the arrays it is `locate` says.
    """

    code: Any = np.uint32  # the type of codes

    def __init__(self, work: TaskContext) -> None:
        self.work, task = work, work.task
        self.groups, self.goes_on = self._list_groups(), self._goes_on()
        self.question, self.width = WIDTHS[task.width], task.next_bits
        self.rest = (1 << self.question.parameter) - 1
        first = self.groups[0] << task.group
        self.buckets = range(first, first + (len(self.groups) << task.group))
        self.seeds = [
            BucketSeeds(
                work.open_bucket_object(task.tier, format_object_kind_of_width(SEEDS, task.width), bucket)
            )
            for bucket in self.buckets
        ]
        self.schedule = LevelSchedule(self.seeds)
        self.links: dict[int, BucketLinks] = {}
        self.blank = get_undecided_answer(self.question.fold.column)
        self.fresh: Column = np.empty(0, self.code)  # codes decided in the current level, ascending
        self.decided = 0
        self.touched: list[Column] | None = []  # codes whose words may have changed, None: too many
        self._states: dict[int, ArraySections] = {}
        self._hold_first_states()

    def _list_groups(self) -> range:
        return range(self.work.task.bucket, self.work.task.bucket + 1)

    def _goes_on(self) -> bool:
        return self.work.task.bits == self.work.task.group

    def _hold_first_states(self) -> None:
        work, task = self.work, self.work.task
        sizes = [self._open_state(bucket).entry_count for bucket in self.buckets]
        room = max((number << self.width) + size for number, size in enumerate(sizes)) if any(sizes) else 0
        self._allocate(room)
        for number, (bucket, size) in enumerate(zip(self.buckets, sizes, strict=True)):
            words = work.add_to_bytes_read(self._open_state(bucket).read_all_sections())
            own = slice(number << self.width, (number << self.width) + size)
            self._take_words(own, words)
            self.outside[own] = work.read_whole_object(
                task.tier, format_object_kind_of_width(OUTSIDE, task.width), bucket
            )
        since_then = 0
        for places, news in read_changes_of_steps(work, task.bucket, task.chains[0][1:]):
            self._take_words(places, news)
            since_then += len(places)
        held = A_TASK + room * compute_slot_state_bytes(task.width)
        memory = max(0, work.workers.budget.array_memory - held)
        self.room = EntryAllowance(memory // CACHED if self.goes_on else 0)
        # places may change before all is written
        self.many = -1 if self.goes_on else compute_state_rewrite_threshold(task) - since_then
        self.touched = None if self.many < 0 else []

    def _allocate(self, room: int) -> None:
        column = self.question.fold.column
        self.answers: Column = np.full(room, self.blank, column)
        self.outside: Column = np.full(room, self.blank, column)
        self.counters = np.zeros(room, np.uint16)

    def _take_words(self, places: Any, words: Column) -> None:
        self.answers[places] = words >> COUNTER
        self.counters[places] = words.astype(np.uint16)

    def _open_state(self, bucket: int) -> ArraySections:
        if bucket not in self._states:
            chain = self.work.task.chains[(bucket >> self.work.task.group) - self.groups[0]]
            self._states[bucket] = read_bucket_state(self.work, bucket, chain[0])
        return self._states[bucket]

    def locate(self, codes: Column) -> Column:
        """Return where in the arrays places are, which then have them."""
        return codes

    def list_codes(self, located: Column) -> Column:
        """Return the codes of what is in the arrays there."""
        return located

    def is_too_much(self, messages: int, following: tuple[int, int, int]) -> bool:
        """Return whether the level that follows is left to another task."""
        return False

    def yield_incoming_messages(self) -> Iterator[tuple[int, Column]]:
        """Yield the messages of the step before, with the number of the group that they are for."""
        for number, group in enumerate(self.groups):
            for messages in yield_group_messages_of_steps(self.work, group):
                yield number, messages

    def decide_places_at_level(
        self, incoming: Iterable[tuple[int, Column]], level: tuple[int, int, int]
    ) -> bool:
        """Decide what messages and the outside decide in a level; return whether it is too far."""
        program, shift = self.work.at.program, self.question.parameter
        settle, sow = (
            program.shared_kernel(build_decide_by_messages_kernel),
            program.shared_kernel(build_decide_by_exits_kernel),
        )
        value, remoteness, before = level
        found = [np.empty(0, np.uint32)]
        told = 0
        for group, messages in incoming:
            self._raise_if_cancelled()
            places = messages >> 1
            located = self._touch_places(places, group << (self.width + self.work.task.group))
            handed = messages if located is places else located * np.uint32(2) + (messages & np.uint32(1))
            fresh = np.empty(len(messages), np.uint32)
            answer = (value << shift) + remoteness
            made = settle(handed, 0, len(handed), self._list_arrays(), answer, shift, fresh, 0)
            found.append(fresh[:made].copy())
            told += made
        for number in self.schedule.count_seeds_by_bucket(*level):
            seeds = self.seeds[number].read_seed_places(value, remoteness)
            seeds = self._touch_places(seeds, number << self.width)
            fresh = np.empty(len(seeds), np.uint32)
            found.append(fresh[: sow(seeds, 0, len(seeds), self._list_arrays(), shift, fresh)])
        self.fresh = np.sort(self.list_codes(np.concatenate(found)))
        self.decided += len(self.fresh)
        return remoteness == self.rest != before and told > 0

    def _touch_places(self, places: Column, base: int) -> Column:
        """Return where places are, counted from the code `base`, whose words may change now."""
        codes = places.astype(self.code, copy=False)
        codes = codes + self.code(base) if base else codes
        if self.touched is not None and len(codes):
            self.many -= len(codes)
            if self.many < 0:
                self.touched = None
            else:
                self.touched.append(np.unique(codes))
        return self.locate(codes)

    def _list_arrays(self) -> tuple[Any, ...]:
        return self.answers, self.outside, self.counters, self.blank

    def send_messages_to_predecessors(self, post: Outbox) -> None:
        """Send a message to every place with a move to a place that was just decided."""
        cuts = np.flatnonzero(np.diff(self.fresh >> self.width)) + 1
        for codes in np.split(self.fresh, cuts) if len(self.fresh) else ():
            number = int(codes[0]) >> self.width
            bucket = self.buckets[number]
            size, links = self._open_state(bucket).entry_count, self._open_links(bucket)
            places, answers = codes - self.code(number << self.width), self.answers[self.locate(codes)]
            cuts = np.flatnonzero(np.diff(places >> (SHARE_BITS + SHARES.bit_length() - 1))) + 1
            for some, told in zip(np.split(places, cuts), np.split(answers, cuts), strict=True):
                self._raise_if_cancelled()
                post.add_messages(*build_predecessor_messages(self.work, links, some, told, size))

    def _open_links(self, bucket: int) -> BucketLinks:
        """Return the links of a bucket, of which as many are kept as there is room for."""
        if bucket not in self.links:
            kind = format_object_kind_of_width(LINKS, self.work.task.width)
            sections = self.work.open_bucket_object(self.work.task.tier, kind, bucket)
            self.links[bucket] = BucketLinks(sections, self.work.add_to_bytes_read, self.room)
        return self.links[bucket]

    def _raise_if_cancelled(self) -> None:
        if self.work.at.stop.is_set():
            raise Cancelled("stopped on request: run again to resume")

    def write_states_if_due(self) -> bool:
        """Write the states whole, where much has changed since that was done; return whether it was so."""
        task = self.work.task
        if self.touched is not None and len(task.chains[0]) <= LONG_CHAIN:
            return False
        kind = format_object_kind_of_width(STATE, task.width, task.number)
        for number, bucket in enumerate(self.buckets):
            first = number << self.width
            own = slice(first, first + self._open_state(bucket).entry_count)
            words = pack_state_words(self.answers[own], self.counters[own])
            self.work.write_bucket_object(
                task.tier, kind, bucket, split_array_into_shares(words), words.dtype
            )
        return True

    def collect_changed_state_words(self, *, full: bool) -> list[tuple[Column, Column]]:
        """Return of each group places whose words may have changed, and the words; none if all is written."""
        parts = [] if full or self.touched is None else self.touched
        codes = np.unique(np.concatenate([np.empty(0, self.code), *parts]))
        located, group = self.locate(codes), self.width + self.work.task.group
        words = pack_state_words(self.answers[located], self.counters[located])
        cuts = np.searchsorted(codes, [number << group for number in range(1, len(self.groups))])
        places = codes & self.code((1 << group) - 1)
        return list(zip(np.split(places, cuts), np.split(words, cuts), strict=True))


class _HeldShares(_HeldStates):
    """Of the states of all groups those of the shares that a task has come to."""

    code: Any = np.int64

    def _list_groups(self) -> range:
        return range(1 << (self.work.task.bits - self.work.task.group))

    def _goes_on(self) -> bool:
        return True

    def _hold_first_states(self) -> None:
        self._share_bits = min(SHARE_BITS, self.width)
        self._numbers = np.zeros(len(self.buckets) << (self.width - self._share_bits), np.int32)
        self._shares = np.empty(0, np.int64)  # that are held, in the order of the arrays
        self._changes: dict[int, list[tuple[Column, Column]]] = {}  # by group, since states were whole
        self._allocate(0)
        self.many = 1 << 62
        entries = self.work.workers.budget.array_memory // AN_ENTRY
        self.room = EntryAllowance(entries)
        self._enough = min(max(LEAST, HELD * self.work.task.most), entries)

    def locate(self, codes: Column) -> Column:
        """See `_HeldStates`; shares that are not held are read."""
        shares = codes >> self._share_bits
        lacking = np.unique(shares[self._numbers[shares] == 0])
        if len(lacking):
            self._read_shares(lacking)
        found = (self._numbers[shares].astype(np.int64) - 1 << self._share_bits) + codes
        located: Column = (found - (shares << self._share_bits)).astype(np.uint32)
        return located

    def list_codes(self, located: Column) -> Column:
        """See `_HeldStates`."""
        shares = self._shares[located >> self._share_bits]
        codes: Column = (shares << self._share_bits) + (located & np.uint32((1 << self._share_bits) - 1))
        return codes

    def _read_shares(self, shares: Column) -> None:
        """Read shares, ascending, and what has changed in them."""
        work, task, bits = self.work, self.work.task, self._share_bits
        size, first = 1 << bits, len(self._shares)
        old = self._list_arrays()
        self._allocate((first + len(shares)) << bits)
        for mine, before in zip(self._list_arrays()[:3], old[:3], strict=True):
            mine[: len(before)] = before
        self._numbers[shares] = np.arange(first + 1, first + 1 + len(shares))
        self._shares = np.concatenate([self._shares, shares])
        buckets = shares >> (self.width - bits)
        for bucket in np.unique(buckets).tolist():
            own = shares[buckets == bucket]
            numbers = (own & ((1 << (self.width - bits)) - 1)).tolist()
            kind = format_object_kind_of_width(OUTSIDE, task.width)
            parts = [
                sections.read_sections_by_number(numbers, work.add_to_bytes_read)
                for sections in (self._open_state(bucket), work.open_bucket_object(task.tier, kind, bucket))
            ]
            for share, number in zip(own.tolist(), numbers, strict=True):
                begin = (int(self._numbers[share]) - 1) * size
                there = slice(begin, begin + len(parts[0][number]))
                self._take_words(there, parts[0][number])
                self.outside[there] = parts[1][number]
        groups = shares >> (self.width + task.group - bits)
        for group in np.unique(groups).tolist():
            base, own = group << (self.width + task.group), shares[groups == group]
            for places, news in self._read_changes(group):
                codes = places.astype(np.int64) + base
                mine = np.isin(codes >> bits, own)
                self._take_words(self.locate(codes[mine]), news[mine])

    def _read_changes(self, group: int) -> list[tuple[Column, Column]]:
        if group not in self._changes:
            since = self.work.task.chains[group][1:]
            self._changes[group] = read_changes_of_steps(self.work, group, since)
        return self._changes[group]

    def is_too_much(self, messages: int, following: tuple[int, int, int]) -> bool:
        """See `_HeldStates`."""
        due = self.schedule.count_seeds_by_bucket(*following)
        changed = sum(len(places) for each in self._changes.values() for places, _ in each)
        held = 2 * len(self.answers) + changed + sum(each.size for each in self.links.values())
        return messages + sum(due.values()) > self.work.task.most or held > self._enough

    def write_states_if_due(self) -> bool:
        """See `_HeldStates`: that is left to tasks for groups."""
        return False


def build_predecessor_messages(
    work: TaskContext, links: BucketLinks, places: Column, answers: Column, total: int
) -> tuple[Column, Column]:
    """Return the messages of some of a bucket's `total` places, by group, and how many each group gets.

    They are words like links.
    """
    task, program = work.task, work.at.program
    counts = np.zeros(1 << (task.bits - task.group), np.int64)
    rows, begins = links.read_link_rows_of_places(places)
    made = int(program.shared_kernel(build_count_predecessor_links_kernel)(places, rows, begins))
    room, width = np.empty(made, links.dtype), task.next_bits + task.group
    sizes = total, width, WIDTHS[task.width].parameter
    program.shared_kernel(build_send_messages_along_links_kernel)(
        places, answers, rows, begins, sizes, room, counts
    )
    if len(counts) == 1:
        return room, counts
    grouped = np.empty(made, links.dtype)
    group = program.shared_kernel(build_group_messages_kernel)
    group(room, made, grouped, np.cumsum(counts) - counts, np.uint64(width + 1))
    return grouped, counts
