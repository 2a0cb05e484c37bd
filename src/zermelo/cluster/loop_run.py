"""Drive a solve of a game in which play comes round: its tiers are found first, and solved from the last.

A tier that fits one task is found by one, and solved by one. A larger one is found by rounds (`reaching`),
and solved by rounds, in buckets (`parted_run`).
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from zermelo.cluster.charting import BOUNDS
from zermelo.cluster.driver import Told
from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.job import ANSWERED, ANSWERS, ASKED, KEYS, SORTED, TOGETHER, Job
from zermelo.cluster.loop_driver import LoopDriver
from zermelo.cluster.loop_tasks import WIDTHS, told_kind
from zermelo.cluster.ordered import note_ranges
from zermelo.cluster.parted_run import solve_parted
from zermelo.cluster.reach_run import find
from zermelo.cluster.reaching import task_of
from zermelo.cluster.run import BUCKET
from zermelo.cluster.shares import KNOWN
from zermelo.cluster.tiers_at import COMES_ROUND, Reached, reached_name, read_reached, starting
from zermelo.cluster.weigh_run import weigh_parted
from zermelo.cluster.weighing import is_weighed
from zermelo.cluster.work import Task, note_name
from zermelo.kernels.hashing import mixed, unmixed
from zermelo.solution.records import split_one
from zermelo.storage.sections import Sections
from zermelo.trust.classes import representative

WHOLE: Final = 4  # buckets that are read by one task: of what a tier leads to, and where all is written
SAMPLE: Final = 64  # positions for each range, of which it is known where it begins


class LoopDrive(LoopDriver):
    """A solve by the game's own tiers, or of all as one."""

    def __init__(
        self, job: Job, executor: TaskExecutor, *, bucket: int = BUCKET, listen: Told | None = None
    ) -> None:
        super().__init__(job, executor, bucket=bucket, listen=listen)
        self.round: set[int] = set()  # tiers in which play comes round though points come on the way
        self._tiers: dict[int, Reached] = {}

    def solve(self) -> list[dict[str, Any]]:
        """Make all that is lacking; return the note that says what the solution's file holds."""
        tiers = self._tiers = self._reach()
        self._unwind(tiers)
        if note_name(self.job, 0) not in self.there("solution"):
            self._write(tiers)
        return [self.note_of(0)]

    def start_answer(self) -> tuple[int, int]:
        """Return the first start's value and remoteness."""
        sections, number = self._start()
        answers = sections.read_all()
        return split_one(int(answers[number]), WIDTHS[answers.dtype.itemsize].parameter)

    def start_value(self) -> float:
        """Return the first start's value, with dice."""
        sections, number = self._start()
        low, high = (float(sections.read(row)[number]) for row in range(BOUNDS))
        return (low + high) / 2

    def _start(self) -> tuple[Sections, int]:
        """Return the answers of the first start's bucket, and its place there."""
        program, game = self.at.program, self.at.game
        start = program.key(representative(game)(next(iter(game.starts()))))
        wanted = mixed(np.array([start], np.int64))[0]
        for tier in starting(self.at):
            bits = read_reached(self.at, self.job, tier).bits
            bucket = int(wanted) >> 64 - bits
            place = np.flatnonzero(self.runs(tier, KEYS, bucket).read(KNOWN) == wanted)
            if len(place):
                return self.sections(tier, ANSWERS, bucket), int(place[0])
        raise AssertionError("a start was not found")

    def said_of_dice(self) -> tuple[float, bool, bool]:
        """Return what is said of all bounds: how wide they are, is each end won or lost, do dice loop."""
        said = [
            self.sections(tier, ANSWERS, bucket).read(BOUNDS).tolist()
            for tier, known in self._tiers.items()
            for bucket in range(1 << known.bits)
        ]
        widest, decisive, loops = zip(*said, strict=True)
        return max(widest), all(decisive), any(loops)

    def _reach(self) -> dict[int, Reached]:
        """Find all positions; return what is noted of each tier.

        The least that waits is next: what leads to it is known by then.
        """
        there = self.there("")
        waiting, tiers = set(starting(self.at)), dict[int, Reached]()
        while waiting:
            tier = min(waiting)
            waiting.remove(tier)
            if reached_name(self.job, tier) not in there:
                find(self, tier, tuple(each for each, known in tiers.items() if tier in known.leads))
            tiers[tier] = read_reached(self.at, self.job, tier)
            waiting |= set(tiers[tier].leads)
            self.figures.sizes.append(tiers[tier].size)
        return tiers

    def _unwind(self, tiers: dict[int, Reached]) -> None:
        """Find all answers; tiers that only wait for the same later ones are solved side by side."""
        there = self.there("")
        self.round = {tier for tier in tiers if f"{self.job.folder}/tier-{tier:04d}/{COMES_ROUND}" in there}
        alone = "weigh" if is_weighed(self.at.game) else "unwind"
        done = {
            tier
            for tier, known in tiers.items()
            if all(self.job.name(tier, ANSWERS, bucket) in there for bucket in range(1 << known.bits))
        }
        waiting = set(tiers) - done
        self.solved = sum(tiers[tier].size for tier in done)

        def next_one(*, fits: bool) -> int | None:
            """Return the last tier that waits for nothing, of those that one task solves alone, or others."""
            ready = (each for each in waiting if set(tiers[each].leads) <= done)
            return max((each for each in ready if self._fits(tiers, each) == fits), default=None)

        def ready() -> Iterator[Task | None]:
            while waiting:
                tier = next_one(fits=True)
                if tier is None:
                    yield None
                else:
                    waiting.remove(tier)
                    kind = "unwind" if tier in self.round else alone
                    yield task_of(kind, tier, sources=tuple(tiers[tier].leads))

        while len(done) < len(tiers):
            for report in self.reports(ready()):
                tier = report.task.tier
                if report.task.kind == "weigh" and self.job.name(tier, ANSWERS, 0) not in self.there(
                    f"tier-{tier:04d}/{ANSWERS}"
                ):
                    self._comes_round(tier)
                    waiting.add(tier)
                else:
                    done.add(tier)
            while next_one(fits=True) is None and (found := next_one(fits=False)) is not None:
                waiting.remove(found)
                self._in_buckets(tiers, found)
                done.add(found)

    def _comes_round(self, tier: int) -> None:
        """Note that a tier with points on the way is to be solved by retrograde analysis."""
        self.round.add(tier)
        self.at.objects.put(f"{self.job.folder}/tier-{tier:04d}/{COMES_ROUND}", b"play comes round here")

    def _write(self, tiers: dict[int, Reached]) -> None:
        """Write the solution's file: where positions are many, range after range."""
        size, most = sum(known.size for known in tiers.values()), WHOLE * self.bucket
        if size > most:
            ranges = -(-size // self.bucket)
            bits = max((size // (SAMPLE * ranges)).bit_length(), *[known.bits for known in tiers.values()])
            runs = [self.runs(tier, KEYS, 0).read(KNOWN, bits, 0) for tier in tiers]
            note_ranges(self.at, self.job, 0, np.sort(unmixed(np.concatenate(runs))), ranges)
            for tier, known in tiers.items():
                self.do(self.lacking(task_of("order", tier), TOGETHER, range(1 << known.bits)))
            model = task_of("line_up", 0, sources=tuple(sorted(tiers)))
            self.do(self.lacking(model, ANSWERED, range(ranges)))
            self.note_counts(0, [self.sections(0, SORTED, number).total for number in range(ranges)])
        files = self.files_of(0) if size > most else 1
        self.do(self.to_write(task_of("gather", 0, sources=tuple(sorted(tiers)), most=most), files))
        self.note_all(0, files)

    def _fits(self, tiers: dict[int, Reached], tier: int) -> bool:
        """Return whether a tier is solved by one task that reads all that it leads to."""
        if is_weighed(self.at.game) and tier not in self.round:
            return tiers[tier].bits == 0
        later = sum(tiers[each].size for each in tiers[tier].leads)
        return tiers[tier].bits == 0 and later <= WHOLE * self.bucket

    def _in_buckets(self, tiers: dict[int, Reached], tier: int) -> None:
        """Solve a tier whose answers, or those it needs, are too many for one task."""
        bits = tiers[tier].bits
        if is_weighed(self.at.game) and tier not in self.round:
            if weigh_parted(self, tier, tiers):
                return
            self._comes_round(tier)
        self.do(
            self.lacking(task_of("ask", tier, bits=bits), ASKED, range(1 << bits if tiers[tier].leads else 0))
        )
        for each in tiers[tier].leads:
            model = task_of("reply", tier, bits=bits, next_bits=tiers[each].bits, sources=(each,))
            self.do(self.lacking(model, told_kind(each), range(1 << tiers[each].bits)))
        if bits == 0:
            self.do([task_of("unwind", tier)])
        else:
            solve_parted(self, tier, tiers[tier])
