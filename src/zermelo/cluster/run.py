"""Drive a solve: see what the store lacks, have it made, tier by tier down and back, and publish it.

The driver holds nothing but sizes, and finds those in the store too: killed at any time, it goes on.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.job import ANSWERS, FROM, KEYS, MOST_BITS, TOLD, At, Job, opened, owned
from zermelo.cluster.shares import by_bucket
from zermelo.cluster.tasks import compared_name
from zermelo.cluster.work import Report, Task, note_name
from zermelo.core.arguments import is_count
from zermelo.core.errors import DamagedScratch
from zermelo.core.game import has
from zermelo.graph.enumeration import start_keys
from zermelo.kernels.hashing import mixed
from zermelo.solution.manifest import entry_fault
from zermelo.storage.sections import Sections, packed

BUCKET: Final = 1 << 20  # positions that a task works on


def is_tally(thing: Any) -> bool:
    """Return whether a thing is four counts: wins, draws, losses, the longest remoteness."""
    return isinstance(thing, list) and len(thing) == 4 and all(is_count(each, 0) for each in thing)


Told = Callable[[Report], object]


@dataclass
class Figures:
    """What a solve has moved and made so far."""

    tasks: int = 0
    repeated: int = 0  # made by somebody else at the same time, or given up for what they lacked
    read: int = 0
    written: int = 0
    sizes: list[int] = field(default_factory=list)

    def add(self, others: "Figures") -> None:
        """Count what others did, too; sizes are of one way alone."""
        self.tasks += others.tasks
        self.repeated += others.repeated
        self.read += others.read
        self.written += others.written


class Driver:
    """What drives a solve on an executor; `listen` is told of every task that is done."""

    def __init__(self, job: Job, executor: TaskExecutor, *, listen: Told | None = None) -> None:
        self.job, self.executor, self.listen = job, executor, listen
        self.at: At = opened(job)
        self.figures = Figures()

    def reports(self, tasks: Iterable[Task | None]) -> Iterator[Report]:
        """Have tasks done, and yield what each of them tells."""
        for report in self.executor.run(self.job, tasks):
            self.figures.tasks += 1
            self.figures.repeated += not report.made
            self.figures.read += report.read
            self.figures.written += report.written
            if self.listen is not None:
                self.listen(report)
            yield report

    def sections(self, tier: int, kind: str, bucket: int) -> Sections:
        """Return a bucket's object; raises `DamagedScratch` where it is not there any more."""
        name = self.job.name(tier, kind, bucket)
        try:
            return Sections(self.at.objects, name, owned(self.job, name))
        except FileNotFoundError:
            raise DamagedScratch(f"{self.at.objects.url}/{name} went away: run again") from None

    def there(self, folder: str) -> set[str]:
        """Return the names that the store has in a folder of the work."""
        return set(self.at.objects.names(f"{self.job.folder}/{folder}"))

    def note_of(self, number: int) -> dict[str, Any]:
        """Return what is noted of a file of the solution; anybody may have written it."""
        name = note_name(self.job, number)
        note = self.read(name)
        whole = isinstance(note, dict) and set(note) == {"entry", "tally"}
        if not whole or entry_fault(note["entry"], number) is not None or not is_tally(note["tally"]):
            raise DamagedScratch(f"{self.at.objects.url}/{name} is damaged: remove it and go on")
        found: dict[str, Any] = note
        return found

    def read(self, name: str) -> Any:
        """Return a note's JSON, None where it is none."""
        try:
            return json.loads(self.at.objects.get(name))
        except ValueError:
            return None


class Drive(Driver):
    """A solve tier by tier of plies."""

    def __init__(
        self, job: Job, executor: TaskExecutor, *, bucket: int = BUCKET, listen: Told | None = None
    ) -> None:
        super().__init__(job, executor, listen=listen)
        self.bucket = bucket
        self._bits: list[int] = []

    def solve(self) -> list[dict[str, Any]]:
        """Make all that is lacking; return what `back` does."""
        self.down()
        return self.back()

    # Down

    def down(self) -> None:
        """Find all positions."""
        bits = self._noted_bits(0, 0)
        keys = mixed(start_keys(self.at.program))
        for bucket, part in enumerate(by_bucket(np.sort(keys), bits)):
            self._put(0, KEYS, bucket, part)
        size, tier, compared = len(keys), 0, 0
        given = has(self.at.game, "tier")  # then each tier is checked when it is made
        while size:
            self.figures.sizes.append(size)
            following = self._noted_bits(tier + 1, self._expected())
            self._do(Task("expand", tier, 0, bits, following), FROM, range(1 << bits))
            self._do(Task("merge", tier + 1, 0, bits, following), KEYS, range(1 << following))
            tier, bits = tier + 1, following
            size = self._counted(tier, bits)
            positions = sum(self.figures.sizes)
            if not given and (not size or positions >= max(1024, 2 * compared)):
                self._compare(positions)
                compared = positions

    def _compare(self, positions: int) -> None:
        """Have all tiers so far compared, share by share."""
        bits = max(0, -(-positions // self.bucket) - 1).bit_length()
        tiers = len(self.figures.sizes)
        model = Task("compare", tiers, 0, bits, bits, all_bits=tuple(self._bits[:tiers]))
        there = self.there(f"compared-{tiers:04d}")
        shares = range(1 << bits)
        self._run(model, [share for share in shares if compared_name(self.job, tiers, share) not in there])

    def _expected(self) -> int:
        sizes = self.figures.sizes
        growth = sizes[-1] / sizes[-2] if len(sizes) > 2 else 8
        return int(sizes[-1] * min(8, growth))

    def _noted_bits(self, tier: int, expected: int) -> int:
        """Return how many bits of a mix say the bucket in a tier: as noted, or noted now."""
        name = f"{self.job.folder}/tier-{tier:04d}/bits"
        bits = min(MOST_BITS, max(0, -(-expected // self.bucket) - 1).bit_length())
        self.at.objects.put(name, json.dumps(bits).encode())
        noted = self.read(name)
        if not is_count(noted, 0) or noted > MOST_BITS:
            raise DamagedScratch(f"{self.at.objects.url}/{name} is damaged: remove it and go on")
        self._bits.append(noted)
        return int(noted)

    def _counted(self, tier: int, bits: int) -> int:
        """Return how many positions a tier has."""
        return sum(self.sections(tier, KEYS, bucket).total for bucket in range(1 << bits))

    # Back

    def back(self) -> list[dict[str, Any]]:
        """Find all answers, and write them; return of each tier the note that says what its file holds."""
        last = len(self.figures.sizes) - 1
        for bucket in range(1 << self._bits[last + 1]):  # a tier without positions
            self._put(last + 1, ANSWERS, bucket, np.empty(0, self._column))
        for tier in range(last, -1, -1):
            bits, following = self._bits[tier], self._bits[tier + 1]
            self._do(Task("tell", tier + 1, 0, bits, following), TOLD, range(1 << following))
            self._do(Task("combine", tier, 0, bits, following), ANSWERS, range(1 << bits))
            self._do(Task("write", tier, 0, bits, following), None, range(1))
        return [self.note_of(tier) for tier in range(last + 1)]

    @property
    def _column(self) -> Any:
        return self.job.question(self.at.game).fold.column

    # Tasks

    def _do(self, model: Task, kind: str | None, buckets: Iterable[int]) -> None:
        """Have a task done for every bucket whose object is not there."""
        if kind is None:
            there = self.there("solution")
            missing = [bucket for bucket in buckets if note_name(self.job, model.tier) not in there]
        else:
            there = self.there(f"tier-{model.tier:04d}/{kind}")
            missing = [bucket for bucket in buckets if self.job.name(model.tier, kind, bucket) not in there]
        self._run(model, missing)

    def _run(self, model: Task, buckets: list[int]) -> None:
        for _ in self.reports(replace(model, bucket=bucket) for bucket in buckets):
            pass

    def _put(self, tier: int, kind: str, bucket: int, array: Any) -> None:
        name = self.job.name(tier, kind, bucket)
        self.at.objects.put(name, packed([array], array.dtype, owned(self.job, name)))
