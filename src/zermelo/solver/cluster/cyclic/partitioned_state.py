"""Objects kept for a bucket while its tier is solved by rounds: states, steps, links and seeds.

A bucket's *state* is a word for each of its places, `answer << 16 | undecided moves`. Levels are done by
*groups* of buckets, since states take less memory than moves. A *step* is what a group does at once: a
remoteness of a round (see `solver.methods.retrograde_analysis`), or several. A step lists the words that have
changed, and the messages for each group. Messages that are too many for one object are in other objects
beside it, its *mail*. So a state is an older whole state and the changes of the steps since then. Now and
then a step writes its group's states whole. States, links and outsides are split into shares of places, so a
task that needs a few places reads a few shares.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.solver.cluster.hash_runs import list_buckets_in_mask
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.kernels.buckets.partitioned_retrograde import PLACES, SHARE_BITS
from zermelo.solver.storage.array_sections import ArraySections

Column = npt.NDArray[Any]
OUTSIDE: Final = "outside"  # answers of what leads out of a bucket's tier, or is finished
STATE: Final = "state"
EDGES: Final = "edges"  # moves inside: children, a section for each of their buckets
PARENTS: Final = "parents"  # and whose moves these are
LINKS: Final = "links"
SEEDS: Final = "seeds"  # places that their outside may decide, a section for each value and remoteness
STEP: Final = "step"
MAIL: Final = "mail"
COUNTER: Final = 16  # bits of a word
WORDS: Final[dict[int, Any]] = {
    2: np.dtype(np.int32),
    4: np.dtype(np.int64),
}  # that hold one, by the bytes of an answer
STARTED: Final = 2  # sections of a step before those of groups


def format_object_kind_of_width(what: str, width: int, number: int | None = None) -> str:
    """Return the kind of the objects for answers of a number of bytes; steps and states are numbered."""
    return f"{what}{width}" if number is None else f"{what}{width}-{number:05d}"


def split_array_into_shares(array: Column) -> list[Column]:
    """Return what there is of each place of a bucket in shares."""
    return [array[begin : begin + PLACES] for begin in range(0, len(array), PLACES)]


@dataclass
class EntryAllowance:
    """Allowance of entries that may still be held."""

    left: int


class BucketLinks:
    """Links to a bucket's places from all places with a move there, read share by share as they are needed.

    The first shares are held as far as `room` allows. Several buckets share one allowance.
    """

    def __init__(
        self, sections: ArraySections, counted: Callable[[Any], Any], room: "EntryAllowance"
    ) -> None:
        self._sections, self._counted, self._room = sections, counted, room
        self.dtype = sections.dtype
        self._shares = len(sections)
        self._held: dict[int, Column] = {}
        self.size = 0  # entries that are held

    def read_link_rows_of_places(self, places: Column) -> tuple[Column, Column]:
        """Return (rows, begins [shares]) in which the links of places are.

        See `solver.kernels.buckets.partitioned_retrograde`.
        """
        shares = np.unique(places >> SHARE_BITS)
        lacking = [share for share in shares.tolist() if share not in self._held]
        fresh = self._sections.read_sections_by_number(lacking, self._counted)
        for share, each in fresh.items():
            if len(each) <= self._room.left:
                self._held[share] = np.array(each)  # not what was read around it
                self._room.left -= len(each)
                self.size += len(each)
        begins = np.full(self._shares, -1, np.int64)
        found = [fresh[share] if share in fresh else self._held[share] for share in shares.tolist()]
        begins[shares] = np.cumsum([0, *map(len, found[:-1])])
        return np.concatenate(found), begins


class BucketSeeds:
    """The places of a bucket with an outside, by its value and remoteness; `far` where that did not fit."""

    def __init__(self, sections: ArraySections) -> None:
        self._sections = sections
        far, *words = sections.read_section(0).tolist()
        self.far = bool(far)
        self._numbers = {
            pair: number for number, pair in enumerate(zip(words[::2], words[1::2], strict=True), 1)
        }
        self.counts = {pair: sections.section_entry_counts[number] for pair, number in self._numbers.items()}

    def read_seed_places(self, value: int, level: int) -> Column:
        """Return the places, uint32, of which an outside of this value, either sign, has this remoteness."""
        number = self._numbers.get((value, level))
        return np.empty(0, np.uint32) if number is None else np.array(self._sections.read_section(number))


class LevelSchedule:
    """When what is outside of a tier's buckets counts: rounds from the greatest value, and their levels."""

    def __init__(self, seeds: Iterable[BucketSeeds]) -> None:
        self.seed_counts: dict[tuple[int, int], dict[int, int]] = {}
        for bucket, each in enumerate(seeds):
            for pair, count in each.counts.items():
                self.seed_counts.setdefault(pair, {})[bucket] = count
        self._pairs = sorted(self.seed_counts, key=lambda pair: (-pair[0], pair[1]))

    def count_seeds_by_bucket(self, value: int, level: int, before: int) -> dict[int, int]:
        """Return how many seeds of each bucket count in a step; a level that comes again has none."""
        return {} if level == before else self.seed_counts.get((value, level), {})

    def find_first_step(self) -> tuple[int, int, int] | None:
        """Return the first step, (value, level, the level before it), None if there is none."""
        return (*self._pairs[0], -1) if self._pairs else None

    def find_next_step(self, value: int, level: int, rest: int, *, sent: bool) -> tuple[int, int, int] | None:
        """Return the step after one, which has `sent_message_counts` messages or not, None after the last."""
        if sent:
            return value, min(level + 1, rest), level
        for worth, plies in self._pairs:
            if (-worth, plies) > (-value, level):
                return worth, plies, -1
        return None


class StepHeader(NamedTuple):
    """Header of a step."""

    full: bool  # it has written its group's states whole
    far: bool  # a remoteness does not fit
    decided: int
    groups: int  # whose changes it has, all of them or one
    first: int  # of those
    following: tuple[int, int, int] | None  # of a step through several levels: the next one
    parts: int = 0  # of its mail

    def encode_as_integers(self) -> list[int]:
        """Return it as numbers."""
        value, level, before = self.following or (0, 0, -1)
        return [
            self.full + 2 * self.far + 4 * (self.following is not None),
            self.decided & 0xFFFFFFFF,
            self.decided >> 32,
            self.groups,
            self.first,
            value,
            level,
            before + 1,
            self.parts,
        ]


class LevelStep:
    """An object of a step."""

    def __init__(self, sections: ArraySections, counted: Callable[[Any], Any] = lambda read: read) -> None:
        self._sections, self._counted = sections, counted
        flags, low, high, groups, first, value, level, before, parts = sections.read_section(0).tolist()
        following = (value, level, before - 1) if flags & 4 else None
        told = bool(flags & 1), bool(flags & 2), low + (high << 32)
        self.table = StepHeader(*told, groups, first, following, parts)

    @property
    def sent_message_counts(self) -> list[int]:
        """Number of messages for each group, including the mail."""
        found: list[int] = np.array(self._sections.read_section(1)).view(np.uint64).tolist()
        return found

    def count_changed_words(self, group: int) -> int:
        """Return how many words of a group may have changed."""
        return self._sections.section_entry_counts[STARTED + group - self.table.first]

    def read_changed_state_words(self, group: int, word: np.dtype[Any]) -> tuple[Column, Column]:
        """Return the places, ascending, whose words may have changed, and the words."""
        number = STARTED + group - self.table.first
        words = self._counted(self._sections.read_section(number + self.table.groups))
        return self._counted(self._sections.read_section(number)), np.array(words).view(word)

    def read_group_messages(self, group: int) -> Column:
        """Return the messages for a group that are here, uint32: `place * 2 + (1 if the move is good)`."""
        number = STARTED + 2 * self.table.groups + group
        return np.array(self._counted(self._sections.read_section(number)))


def open_level_step(work: TaskContext, number: int, group: int) -> LevelStep:
    """Return a step of the tier in work."""
    task = work.task
    return LevelStep(
        work.open_bucket_object(task.tier, format_object_kind_of_width(STEP, task.width, number), group),
        work.add_to_bytes_read,
    )


def write_level_step(
    work: TaskContext,
    table: StepHeader,
    sent: Column,
    changes: list[tuple[Column, Column]],
    messages: list[Column],
) -> None:
    """Make the object of a step.

    It holds how many messages are `sent` to each group, including the mail, the `changes` of each group that
    the table names, and the messages for each group.
    """
    task = work.task
    places = [np.asarray(each, np.uint32) for each, _ in changes]
    words = [np.ascontiguousarray(each, WORDS[task.width]).view(np.uint32) for _, each in changes]
    told = [np.array(table.encode_as_integers(), np.uint32), np.asarray(sent, np.uint64).view(np.uint32)]
    sections = [*told, *places, *words, *messages]
    work.write_bucket_object(
        task.tier,
        format_object_kind_of_width(STEP, task.width, task.number),
        task.bucket,
        sections,
        np.uint32,
    )


def format_mail_object_kind(width: int, number: int, part: int) -> str:
    """Return what an object is called that has a part of what a step sends."""
    return f"{format_object_kind_of_width(MAIL, width, number)}-{part:05d}"


def yield_group_messages_of_steps(work: TaskContext, group: int) -> Iterator[Column]:
    """Yield the messages for a group, of the steps that the task says: for its places, uint32."""
    task = work.task
    for number, _, mask in task.parts:
        for sender in list_buckets_in_mask(mask):
            step = open_level_step(work, number, sender)
            if step.sent_message_counts[group]:
                for part in range(step.table.parts):
                    kind = format_mail_object_kind(task.width, number, part)
                    yield np.array(
                        work.add_to_bytes_read(
                            work.open_bucket_object(task.tier, kind, sender).read_section(group)
                        )
                    )
                yield step.read_group_messages(group)


def read_changes_of_steps(
    work: TaskContext, group: int, steps: tuple[int, ...]
) -> list[tuple[Column, Column]]:
    """Return what changed in a group in steps, said as in chains: twice the number, 1 more if of all."""
    word = WORDS[work.task.width]
    return [
        open_level_step(work, each >> 1, 0 if each & 1 else group).read_changed_state_words(group, word)
        for each in steps
    ]


def read_bucket_state(work: TaskContext, bucket: int, base: int) -> ArraySections:
    """Return a bucket's state as a step has left it, whole: twice its number; 0 where it begins."""
    return work.open_bucket_object(
        work.task.tier, format_object_kind_of_width(STATE, work.task.width, base >> 1), bucket
    )
