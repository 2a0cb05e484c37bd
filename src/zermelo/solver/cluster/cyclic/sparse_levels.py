"""Levels with few decided places, done for all buckets by one task, which holds only these places.

Most levels of long games are of this kind. A task for each bucket would read the bucket's state to change a
few words of it. Here shares of states and links are read only where a place is decided, and held for the
following levels.
"""

from typing import Any, Final

import numpy as np

from zermelo.solver.cluster.cyclic.bucket_group_levels import build_predecessor_messages, open_bucket_links
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS, Column
from zermelo.solver.cluster.cyclic.partitioned_state import (
    COUNTER,
    OUTSIDE,
    SEEDS,
    BucketSeeds,
    EntryAllowance,
    LevelSchedule,
    StepHeader,
    format_object_kind_of_width,
    read_bucket_state,
    read_changes_of_steps,
    write_level_step,
    yield_group_messages_of_steps,
)
from zermelo.solver.cluster.cyclic.partitioned_tasks import pack_state_words
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.kernels.buckets.partitioned_retrograde import PLACES, SHARE_BITS
from zermelo.solver.kernels.retrograde_kernels import (
    build_decide_by_exits_kernel,
    build_decide_by_messages_kernel,
)
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer

HELD: Final = 64  # entries that a task holds, mostly links, for each message that it takes on in a level
LEAST: Final = 1 << 16  # and as many in any case
AN_ENTRY: Final = 32  # bytes of the memory that a task may take, for each: four times what it has itself


def run_sparse_levels(work: TaskContext) -> None:
    """Do levels of rounds as long as no more than `most` messages and seeds are in one, and the first."""
    task = work.task
    question = WIDTHS[task.width]
    rest = (1 << question.parameter) - 1
    buckets = range(1 << task.bits)
    seeds = [
        BucketSeeds(
            work.open_bucket_object(task.tier, format_object_kind_of_width(SEEDS, task.width), bucket)
        )
        for bucket in buckets
    ]
    schedule, held = LevelSchedule(seeds), _SparseState(work)
    enough = min(max(LEAST, HELD * task.most), work.workers.budget.array_memory // AN_ENTRY)
    messages = _read_incoming_messages(work)
    following: tuple[int, int, int] | None = task.level
    far, decided = False, 0
    while following is not None and not far:
        value, level, before = following
        due = schedule.count_seeds_by_bucket(value, level, before)
        many = len(messages) + sum(due.values()) > task.most
        if following != task.level and (many or held.entry_count > enough):
            break
        planted = [
            (np.int64(bucket) << task.next_bits)
            | seeds[bucket].read_seed_places(value, level).astype(np.int64)
            for bucket in sorted(due)
        ]
        places = np.concatenate([np.empty(0, np.int64), *planted])
        held.add_states_of_new_places(np.union1d(messages >> 1, places))
        fresh, told = held.decide_by_messages(messages, (value << question.parameter) + level)
        far = told > 0 and level == rest != before
        fresh = np.concatenate([fresh, held.decide_by_exit_answers(places)])
        decided += len(fresh)
        messages = held.build_predecessor_messages(fresh)
        following = schedule.find_next_step(value, level, rest, sent=len(messages) > 0)
    work.report.positions = decided
    groups = range(1 << (task.bits - task.group))
    table = StepHeader(False, far, decided, len(groups), 0, following)
    group_of = messages >> (held.width + 1)
    local = (messages & ((2 << held.width) - 1)).astype(np.uint32)
    sent = np.bincount(group_of, minlength=len(groups))
    write_level_step(
        work, table, sent, held.collect_changed_state_words(), [local[group_of == group] for group in groups]
    )


def _read_incoming_messages(work: TaskContext) -> Column:
    """Return the messages of the step before, as in links, int64."""
    task = work.task
    width = task.next_bits + task.group + 1
    parts = [np.empty(0, np.int64)]
    for group in range(1 << (task.bits - task.group)):
        parts += [
            (group << width) | each.astype(np.int64) for each in yield_group_messages_of_steps(work, group)
        ]
    return np.concatenate(parts)


class _SparseState:
    """The places that a task has come to, ascending by bucket and place, and what is known of each."""

    def __init__(self, work: TaskContext) -> None:
        self.work = work
        self.question = WIDTHS[work.task.width]
        column = self.question.fold.column
        self.codes = np.empty(0, np.int64)
        self.words = np.empty(0, np.int64)  # as they were
        self.answers: Column = np.empty(0, column)
        self.outside: Column = np.empty(0, column)
        self.counters = np.empty(0, np.uint16)
        self.blank = get_undecided_answer(column)
        self.width = work.task.next_bits + work.task.group  # bits of a place in its group
        self.room = EntryAllowance(work.workers.budget.array_memory // AN_ENTRY)
        self.buckets: dict[int, _BucketReader] = {}
        self.groups: dict[int, list[tuple[Column, Column]]] = {}  # what has changed since states were whole

    @property
    def entry_count(self) -> int:
        """Number of entries held."""
        changed = sum(len(places) for each in self.groups.values() for places, _ in each)
        return len(self.codes) + changed + sum(each.entry_count for each in self.buckets.values())

    def add_states_of_new_places(self, codes: Column) -> None:
        """Read what is known of places that were not met before."""
        fresh = np.setdiff1d(codes, self.codes, assume_unique=True)
        if not len(fresh):
            return
        pairs = [
            self._get_bucket_reader(bucket).read_place_states(places)
            for bucket, places in self._group_places_by_bucket(fresh)
        ]
        words, outside = (np.concatenate(side) for side in zip(*pairs, strict=True))
        places = np.searchsorted(self.codes, fresh)
        self.codes = np.insert(self.codes, places, fresh)
        self.words = np.insert(self.words, places, words)
        self.answers = np.insert(self.answers, places, (words >> COUNTER).astype(self.answers.dtype))
        self.outside = np.insert(self.outside, places, outside)
        self.counters = np.insert(self.counters, places, words.astype(np.uint16))

    def decide_by_messages(self, messages: Column, answer: int) -> tuple[Column, int]:
        """Hand out messages; return the held places that are decided, and how many."""
        places = np.searchsorted(self.codes, messages >> 1)
        handed = (places * 2 + (messages & 1)).astype(np.uint32)
        fresh = np.empty(len(handed), np.uint32)
        kernel = self.work.at.program.shared_kernel(build_decide_by_messages_kernel)
        made = kernel(
            handed, 0, len(handed), self._list_state_arrays(), answer, self.question.parameter, fresh, 0
        )
        return fresh[:made], made

    def decide_by_exit_answers(self, codes: Column) -> Column:
        """Decide what the outside decides, of places; return the held places that are."""
        seeds = np.searchsorted(self.codes, codes).astype(np.uint32)
        fresh = np.empty(len(seeds), np.uint32)
        kernel = self.work.at.program.shared_kernel(build_decide_by_exits_kernel)
        made = kernel(seeds, 0, len(seeds), self._list_state_arrays(), self.question.parameter, fresh)
        return fresh[:made]

    def build_predecessor_messages(self, decided: Column) -> Column:
        """Return the messages of held places, as in links, int64."""
        order = np.sort(decided)
        parts = [np.empty(0, np.int64)]
        for bucket, places in self._group_places_by_bucket(self.codes[order]):
            shares = self._get_bucket_reader(bucket)
            answers = self.answers[np.searchsorted(self.codes, places + (bucket << self.work.task.next_bits))]
            messages, _ = build_predecessor_messages(self.work, shares.links, places, answers, shares.places)
            parts.append(messages.astype(np.int64))
        return np.concatenate(parts)

    def collect_changed_state_words(self) -> list[tuple[Column, Column]]:
        """Return of each group which places' words have changed, and the words."""
        news = pack_state_words(self.answers, self.counters)
        changed = np.flatnonzero(news != self.words)
        codes, news = self.codes[changed], news[changed]
        groups = 1 << (self.work.task.bits - self.work.task.group)
        cuts = np.searchsorted(codes, np.arange(1, groups, dtype=np.int64) << self.width)
        places = codes & ((1 << self.width) - 1)
        return list(zip(np.split(places, cuts), np.split(news, cuts), strict=True))

    def _list_state_arrays(self) -> tuple[Any, ...]:
        return self.answers, self.outside, self.counters, self.blank

    def _get_bucket_reader(self, bucket: int) -> "_BucketReader":
        if bucket not in self.buckets:
            group = bucket >> self.work.task.group
            if group not in self.groups:
                self.groups[group] = read_changes_of_steps(self.work, group, self.work.task.chains[group][1:])
            self.buckets[bucket] = _BucketReader(self.work, bucket, self.groups[group], self.room)
        return self.buckets[bucket]

    def _group_places_by_bucket(self, codes: Column) -> list[tuple[int, Column]]:
        """Return the places of each bucket, of ascending codes."""
        width = self.work.task.next_bits
        buckets = codes >> width
        places = codes & ((1 << width) - 1)
        return [(bucket, places[buckets == bucket]) for bucket in np.unique(buckets).tolist()]


class _BucketReader:
    """State, outside, links and changes of a bucket, read share by share."""

    def __init__(
        self, work: TaskContext, bucket: int, changes: list[tuple[Column, Column]], room: EntryAllowance
    ) -> None:
        task = work.task
        self._counted = work.add_to_bytes_read
        self._held: tuple[dict[int, Column], dict[int, Column]] = ({}, {})  # shares of the state and outside
        self._entries = 0  # in these
        self._state = read_bucket_state(work, bucket, task.chains[bucket >> task.group][0])
        self._outside = work.open_bucket_object(
            task.tier, format_object_kind_of_width(OUTSIDE, task.width), bucket
        )
        self.links = open_bucket_links(work, bucket, room)
        self.places = self._state.entry_count
        self._first = (bucket & ((1 << task.group) - 1)) << task.next_bits
        self._changes = changes

    @property
    def entry_count(self) -> int:
        """Number of entries held."""
        return self.links.size + self._entries

    def read_place_states(self, places: Column) -> tuple[Column, Column]:
        """Return the words of ascending places, and their outsides."""
        state, outsides = self._held
        words, outside = (
            self._read_entries_of_places(self._state, state, places),
            self._read_entries_of_places(self._outside, outsides, places),
        )
        codes = places + self._first
        for changed, news in self._changes:
            at = np.searchsorted(changed, codes)
            at[at == len(changed)] = 0
            same = changed[at] == codes if len(changed) else np.zeros(len(places), bool)
            words[same] = news[at[same]]
        return words, outside

    def _read_entries_of_places(self, sections: Any, held: dict[int, Column], places: Column) -> Column:
        shares, begins = np.unique(places >> SHARE_BITS, return_index=True)
        fresh = sections.read_sections_by_number(
            [share for share in shares.tolist() if share not in held], self._counted
        )
        held |= {share: np.array(each) for share, each in fresh.items()}  # not what was read around it
        self._entries += sum(map(len, fresh.values()))
        parts = np.split(places, begins[1:])
        found = [held[share][part & (PLACES - 1)] for share, part in zip(shares.tolist(), parts, strict=True)]
        return np.concatenate(found)
