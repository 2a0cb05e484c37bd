"""Levels of retrograde analysis in a group of buckets, whose states one task holds.

A tier that is one group continues, level after level, as long as it sends few messages. Most levels of long
games decide a few places, and cost only the memory of their state. Messages are split by the group that they
are for; those that are too many for one object go into several.
"""

from collections.abc import Iterable
from typing import Final

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

LONG_CHAIN: Final = 16  # steps since states were written whole, at most
THIN: Final = 32  # and as many of a group's places may have changed since: one of so many
SENT: Final = 1 << 21  # messages that a task holds; what it sends beyond becomes mail
SHARES: Final = 64  # whose links are read at once
CACHED: Final = 16  # bytes of the memory that is left, for each entry of links that is kept
TURN: Final = 1 << 27  # messages of a task that goes on and on; a level counts as some more
A_LEVEL: Final = 1 << 14


def compute_state_rewrite_threshold(task: SolveTask) -> int:
    """Return how many places of a group may have changed before its states are written whole."""
    return (1 << (task.next_bits + task.group)) // THIN


def run_levels_of_bucket_group(work: TaskContext) -> None:
    """Do a level of a round in a group; `chains` has its state, `parts` the senders of messages.

    If the group is the whole tier, do the following levels, too.
    """
    task = work.task
    alone = task.bits == task.group
    group = _BucketGroup(work, alone=alone)
    following: tuple[int, int, int] | None = task.level
    messages: Iterable[Column] = yield_group_messages_of_steps(work, task.bucket)
    worked, far, post = 0, False, Outbox(work)
    while following is not None:
        value, level, _ = following
        far = group.decide_places_at_level(messages, following)
        post = Outbox(work)
        group.send_messages_to_predecessors(post)
        following = (
            group.schedule.find_next_step(value, level, group.rest, sent=post.message_count > 0)
            if alone
            else None
        )
        worked += post.message_count + A_LEVEL
        if far or post.parts or worked > TURN:
            break
        messages = post.take_messages_by_group() if following is not None else ()
    full = group.write_states_if_due()
    table = StepHeader(full, far, group.decided, 1, task.bucket, following, post.parts)
    work.report.positions = group.decided
    write_level_step(
        work,
        table,
        post.counts,
        [group.collect_changed_state_words(full=full)],
        post.list_messages_by_group(),
    )


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


class _BucketGroup:
    """The states of a group while a task changes them; of its places each bucket has `next_bits`."""

    def __init__(self, work: TaskContext, *, alone: bool) -> None:
        self.work, task = work, work.task
        self.question = WIDTHS[task.width]
        self.rest = (1 << self.question.parameter) - 1
        self.buckets = range(task.bucket << task.group, (task.bucket + 1) << task.group)
        column = self.question.fold.column
        self.blank = get_undecided_answer(column)
        base, *since = task.chains[0]
        states = [read_bucket_state(work, bucket, base) for bucket in self.buckets]
        self.sizes = [each.entry_count for each in states]
        ends = [(number << task.next_bits) + size for number, size in enumerate(self.sizes) if size]
        room = ends[-1] if ends else 0
        self.answers: Column = np.full(room, self.blank, column)
        self.outside: Column = np.full(room, self.blank, column)
        self.counters = np.zeros(room, np.uint16)
        for bucket, state, size in zip(self.buckets, states, self.sizes, strict=True):
            first = self._compute_first_place_of_bucket(bucket)
            words = work.add_to_bytes_read(state.read_all_sections())
            self.answers[first : first + size] = words >> COUNTER
            self.counters[first : first + size] = words.astype(np.uint16)
            self.outside[first : first + size] = work.read_whole_object(
                task.tier, format_object_kind_of_width(OUTSIDE, task.width), bucket
            )
        since_then = 0
        for places, news in read_changes_of_steps(work, task.bucket, tuple(since)):
            self.answers[places] = news >> COUNTER
            self.counters[places] = news.astype(np.uint16)
            since_then += len(places)
        self.seeds = [
            BucketSeeds(
                work.open_bucket_object(task.tier, format_object_kind_of_width(SEEDS, task.width), bucket)
            )
            for bucket in self.buckets
        ]
        self.schedule = LevelSchedule(self.seeds)
        self.links: dict[int, BucketLinks] = {}
        held = A_TASK + room * compute_slot_state_bytes(task.width)
        self.room = EntryAllowance(max(0, work.workers.budget.array_memory - held) // CACHED if alone else 0)
        self.many = (
            -1 if alone else compute_state_rewrite_threshold(task) - since_then
        )  # places may change before all is written
        self.touched: list[Column] | None = None if self.many < 0 else []  # whose words may have changed
        self.fresh = np.empty(0, np.uint32)  # places decided in the current level, ascending
        self.decided = 0

    def _compute_first_place_of_bucket(self, bucket: int) -> int:
        """Return the first place of a bucket."""
        return (bucket - self.buckets[0]) << self.work.task.next_bits

    def decide_places_at_level(self, incoming: Iterable[Column], level: tuple[int, int, int]) -> bool:
        """Decide what messages and the outside decide in a level; return whether it is too far."""
        program, shift = self.work.at.program, self.question.parameter
        settle, sow = (
            program.shared_kernel(build_decide_by_messages_kernel),
            program.shared_kernel(build_decide_by_exits_kernel),
        )
        value, remoteness, before = level
        arrays = self.answers, self.outside, self.counters, self.blank
        found = [np.empty(0, np.uint32)]
        told = 0
        for messages in incoming:
            self._raise_if_cancelled()
            self._record_changed_places(messages >> 1)
            fresh = np.empty(len(messages), np.uint32)
            answer = (value << shift) + remoteness
            made = settle(messages, 0, len(messages), arrays, answer, shift, fresh, 0)
            found.append(fresh[:made].copy())
            told += made
        for number in self.schedule.count_seeds_by_bucket(*level):
            seeds = self.seeds[number].read_seed_places(value, remoteness) + np.uint32(
                number << self.work.task.next_bits
            )
            self._record_changed_places(seeds)
            fresh = np.empty(len(seeds), np.uint32)
            found.append(fresh[: sow(seeds, 0, len(seeds), arrays, shift, fresh)])
        self.fresh = np.concatenate(found)
        self.fresh.sort()
        self.decided += len(self.fresh)
        return remoteness == self.rest != before and told > 0

    def _record_changed_places(self, places: Column) -> None:
        if self.touched is not None and len(places):
            self.many -= len(places)
            if self.many < 0:
                self.touched = None
            else:
                self.touched.append(np.unique(places))

    def send_messages_to_predecessors(self, post: Outbox) -> None:
        """Send a message to every place with a move to a place that was just decided."""
        width = self.work.task.next_bits
        ends = np.searchsorted(
            self.fresh,
            [self._compute_first_place_of_bucket(bucket) + (1 << width) for bucket in self.buckets],
        ).tolist()
        for bucket, size, begin, end in zip(self.buckets, self.sizes, [0, *ends[:-1]], ends, strict=True):
            if begin < end:
                places = self.fresh[begin:end] - np.uint32(self._compute_first_place_of_bucket(bucket))
                answers = self.answers[self.fresh[begin:end]]
                cuts = np.flatnonzero(np.diff(places >> (SHARE_BITS + SHARES.bit_length() - 1))) + 1
                for some, told in zip(np.split(places, cuts), np.split(answers, cuts), strict=True):
                    self._raise_if_cancelled()
                    post.add_messages(
                        *build_predecessor_messages(
                            self.work, self._get_bucket_links(bucket), some, told, size
                        )
                    )

    def _get_bucket_links(self, bucket: int) -> BucketLinks:
        if bucket not in self.links:
            self.links[bucket] = open_bucket_links(self.work, bucket, self.room)
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
        for bucket, size in zip(self.buckets, self.sizes, strict=True):
            own = slice(
                self._compute_first_place_of_bucket(bucket),
                self._compute_first_place_of_bucket(bucket) + size,
            )
            words = pack_state_words(self.answers[own], self.counters[own])
            self.work.write_bucket_object(
                task.tier, kind, bucket, split_array_into_shares(words), words.dtype
            )
        return True

    def collect_changed_state_words(self, *, full: bool) -> tuple[Column, Column]:
        """Return places whose words may have changed, ascending, and the words; none if all are written."""
        parts = [] if full or self.touched is None else self.touched
        places = np.unique(np.concatenate([np.empty(0, np.uint32), *parts]))
        return places, pack_state_words(self.answers[places], self.counters[places])


def open_bucket_links(work: TaskContext, bucket: int, room: EntryAllowance) -> BucketLinks:
    """Return the links of a bucket, of which as many are kept as `room` allows."""
    return BucketLinks(
        work.open_bucket_object(work.task.tier, format_object_kind_of_width(LINKS, work.task.width), bucket),
        work.add_to_bytes_read,
        room,
    )


def build_predecessor_messages(
    work: TaskContext, links: BucketLinks, places: Column, answers: Column, total: int
) -> tuple[Column, Column]:
    """Return the messages of some of a bucket's `total` places, by group, and how many each group gets.

    They are words like links.
    """
    task, program = work.task, work.at.program
    counts = np.zeros(1 << (task.bits - task.group), np.int64)
    if not len(places):
        return np.empty(0, links.dtype), counts
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
