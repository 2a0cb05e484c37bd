"""What is kept of a bucket while its tier is solved by rounds: states, steps, links and seeds, as objects.

A bucket's *state* is a word for each of its places, `answer << 16 | undecided moves`. A *step* is one
remoteness of a round (see `solvers.retrograde`): it says which words have changed, and has the messages for
each bucket. So a state is an older one, whole, and the changes of the steps since; now and then a step writes
it whole.
States, links and outsides are in shares of places, so that who comes to a few places reads a few shares.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.cluster.shares import APART
from zermelo.cluster.work import Work
from zermelo.kernels.parted import PLACES, SHARE_BITS
from zermelo.storage.sections import Sections

Column = npt.NDArray[Any]
OUTSIDE: Final = "outside"  # answers of what leads out of a bucket's tier, or is finished
STATE: Final = "state"
EDGES: Final = "edges"  # moves inside: children, a section for each of their buckets
PARENTS: Final = "parents"  # and whose moves these are
LINKS: Final = "links"
SEEDS: Final = "seeds"  # places that their outside may decide, a section for each value and remoteness
STEP: Final = "step"
COUNTER: Final = 16  # bits of a word
TABLE: Final = 8  # words of a step's table
STARTED: Final = 1  # sections before those of buckets


def kind_of(what: str, width: int, number: int | None = None) -> str:
    """Return what objects are called where answers have so many bytes; steps and states are counted."""
    return f"{what}{width}" if number is None else f"{what}{width}-{number:05d}"


def in_shares(array: Column) -> list[Column]:
    """Return what there is of each place of a bucket in shares."""
    return [array[begin : begin + PLACES] for begin in range(0, len(array), PLACES)]


def shares_at(sections: Sections, shares: Column, counted: Callable[[Any], Any]) -> dict[int, Column]:
    """Return some ascending shares of an object; where they are many, all between them are read."""
    if not len(shares):
        return {}
    first, beyond = int(shares[0]), int(shares[-1]) + 1
    if len(shares) * APART > beyond - first:
        ends = np.cumsum([0, *sections.counts[first:beyond]]).tolist()
        content = counted(sections.read_some(first, beyond))
        return {share: content[ends[share - first] : ends[share - first + 1]] for share in shares.tolist()}
    return {share: counted(sections.read(share)) for share in shares.tolist()}


class Links:
    """Who has a move to a bucket's places: rows of links, read share by share as they are needed."""

    def __init__(self, sections: Sections, counted: Callable[[Any], Any]) -> None:
        self._sections, self._counted = sections, counted
        self.dtype = sections.dtype
        self.held: dict[int, Column] = {}
        self.size = 0  # entries that are held

    def rows(self, places: Column) -> tuple[Column, Column]:
        """Return (rows, begins [shares]) in which the links of places are; see `kernels.parted`."""
        shares = np.unique(places >> SHARE_BITS)
        lacking = np.array([share for share in shares.tolist() if share not in self.held], np.int64)
        fresh = shares_at(self._sections, lacking, self._counted)
        self.held |= fresh
        self.size += sum(map(len, fresh.values()))
        begins = np.full(len(self._sections), -1, np.int64)
        sizes = [len(self.held[share]) for share in shares.tolist()]
        begins[shares] = np.cumsum([0, *sizes[:-1]])
        return np.concatenate([self.held[share] for share in shares.tolist()]), begins


class Seeds:
    """The places of a bucket with an outside, by its value and remoteness; `far` where that did not fit."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections
        far, *words = sections.read(0).tolist()
        self.far = bool(far)
        self._numbers = {
            pair: number for number, pair in enumerate(zip(words[::2], words[1::2], strict=True), 1)
        }
        self.counts = {pair: sections.counts[number] for pair, number in self._numbers.items()}

    def read(self, value: int, level: int) -> Column:
        """Return the places, uint32, of which an outside of this value, either sign, has this remoteness."""
        number = self._numbers.get((value, level))
        return np.empty(0, np.uint32) if number is None else np.array(self._sections.read(number))


class Schedule:
    """When what is outside of a tier's buckets counts: rounds from the greatest value, and their levels."""

    def __init__(self, seeds: Iterable[Seeds]) -> None:
        self.due: dict[tuple[int, int], dict[int, int]] = {}
        for bucket, each in enumerate(seeds):
            for pair, count in each.counts.items():
                self.due.setdefault(pair, {})[bucket] = count
        self._pairs = sorted(self.due, key=lambda pair: (-pair[0], pair[1]))

    def at(self, value: int, level: int, before: int) -> dict[int, int]:
        """Return how many seeds of each bucket count in a step; a level that comes again has none."""
        return {} if level == before else self.due.get((value, level), {})

    def first(self) -> tuple[int, int, int] | None:
        """Return the first step, (value, level, the level before it), None where there is none."""
        return (*self._pairs[0], -1) if self._pairs else None

    def after(self, value: int, level: int, rest: int, *, sent: bool) -> tuple[int, int, int] | None:
        """Return the step after one, which has `sent` messages or not, None after the last."""
        if sent:
            return value, min(level + 1, rest), level
        for worth, plies in self._pairs:
            if (-worth, plies) > (-value, level):
                return worth, plies, -1
        return None


class Table(NamedTuple):
    """What a step says of itself."""

    full: bool  # it has written its bucket's state whole
    far: bool  # a remoteness does not fit
    decided: int
    buckets: int  # whose changes it has, all of them or one
    first: int  # of those
    following: tuple[int, int, int] | None  # of a step through several levels: the next one

    def words(self) -> list[int]:
        """Return it as numbers."""
        value, level, before = self.following or (0, 0, -1)
        return [
            self.full + 2 * self.far + 4 * (self.following is not None),
            self.decided & 0xFFFFFFFF,
            self.decided >> 32,
            self.buckets,
            self.first,
            value,
            level,
            before + 1,
        ]


class Step:
    """An object of a step."""

    def __init__(self, sections: Sections, counted: Callable[[Any], Any] = lambda read: read) -> None:
        self._sections, self._counted = sections, counted
        flags, low, high, buckets, first, value, level, before = sections.read(0).tolist()
        following = (value, level, before - 1) if flags & 4 else None
        self.table = Table(bool(flags & 1), bool(flags & 2), low + (high << 32), buckets, first, following)

    @property
    def sent(self) -> list[int]:
        """How many messages there are for each bucket."""
        return self._sections.counts[STARTED + 2 * self.table.buckets :]

    def changed(self, bucket: int) -> int:
        """Return how many words of a bucket have changed."""
        return self._sections.counts[STARTED + bucket - self.table.first]

    def changes(self, bucket: int) -> tuple[Column, Column]:
        """Return the places whose words have changed, and the words, int64."""
        number = STARTED + bucket - self.table.first
        words = self._counted(self._sections.read(number + self.table.buckets))
        return self._counted(self._sections.read(number)), words.view(np.int64)

    def messages(self, bucket: int) -> Column:
        """Return the messages for a bucket, uint32: `place * 2 + (1 if the move is good)`."""
        number = STARTED + 2 * self.table.buckets + bucket
        return np.array(self._counted(self._sections.read(number)))


def step_at(work: Work, number: int, bucket: int) -> Step:
    """Return a step of the tier in work."""
    task = work.task
    return Step(work.sections(task.tier, kind_of(STEP, task.width, number), bucket), work.counted)


def put_step(work: Work, table: Table, changes: list[tuple[Column, Column]], messages: list[Column]) -> None:
    """Make the object of a step: `changes` of each bucket that the table says, messages for each bucket."""
    task = work.task
    places = [np.asarray(each, np.uint32) for each, _ in changes]
    words = [np.ascontiguousarray(each, np.int64).view(np.uint32) for _, each in changes]
    sections = [np.array(table.words(), np.uint32), *places, *words, *messages]
    work.put(task.tier, kind_of(STEP, task.width, task.number), task.bucket, sections, np.uint32)


def whole_state(work: Work, bucket: int, chain: tuple[int, ...]) -> tuple[Column, int]:
    """Return the words of a bucket, int64, and how many changes there were since they were written whole.

    `chain` has the step that did so, and those since: twice the number, and 1 more where it is of all.
    """
    task = work.task
    base, *since = chain
    state = work.sections(task.tier, kind_of(STATE, task.width, base >> 1), bucket)
    words = np.array(work.counted(state.read_all()))
    changed = 0
    for each in since:
        places, news = step_at(work, each >> 1, 0 if each & 1 else bucket).changes(bucket)
        words[places] = news
        changed += len(places)
    return words, changed
