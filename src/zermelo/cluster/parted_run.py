"""Drive the solve of a tier in buckets: its moves once, then level by level, each where something happens."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zermelo.cluster.job import ANSWERS, KEYS
from zermelo.cluster.loop_driver import LoopDriver
from zermelo.cluster.loop_tasks import WIDTHS, widths_of
from zermelo.cluster.parted_state import LINKS, SEEDS, STEP, Schedule, Seeds, Step, kind_of
from zermelo.cluster.reaching import task_of
from zermelo.cluster.shares import mask_of
from zermelo.cluster.tiers_at import COMES_ROUND, Reached
from zermelo.cluster.work import Task
from zermelo.core.errors import BadRules

FEW: Final = 8  # a level with no more messages than one for so many places of a bucket is done by one task


def solve_parted(drive: LoopDriver, tier: int, reached: Reached) -> None:
    """Find a tier's answers: in the width of those that it needs, or where they do not fit in the next."""
    told = {drive.sections(each, ANSWERS, 0).dtype.itemsize for each in reached.leads}
    for width in widths_of(drive.at.game):
        if width >= max(told, default=0) and Parted(drive, tier, reached, width).solve():
            return
    raise BadRules(f"{drive.at.game!r}: a remoteness is too long: there is no room for it")


class Parted:
    """A tier while it is solved: where its buckets' states are, and who has sent messages to whom."""

    opens, links = "open", "link"  # the tasks that look at its moves, and turn them round

    def __init__(self, drive: LoopDriver, tier: int, reached: Reached, width: int) -> None:
        self.drive, self.tier, self.width, self.bits = drive, tier, width, reached.bits
        self.buckets = range(1 << reached.bits)
        self.rest = (1 << WIDTHS[width].parameter) - 1
        self.few = drive.bucket // FEW
        self.model = task_of(
            "open", tier, width=width, bits=reached.bits, next_bits=max(1, (reached.most - 1).bit_length())
        )
        self.chains: list[tuple[int, ...]] = [(0,) for _ in self.buckets]
        self.number = 0
        self.parts: tuple[tuple[int, int, int], ...] = ()
        self.pending = [0 for _ in self.buckets]

    def solve(self) -> bool:
        """Find the answers; return whether they fit."""
        self._do(self.opens, SEEDS, self.buckets)
        seeds = [Seeds(self.drive.sections(self.tier, self._kind(SEEDS), bucket)) for bucket in self.buckets]
        if any(each.far for each in seeds):
            return False
        self._do(self.links, LINKS, self.buckets)
        self.there = self.drive.there(f"tier-{self.tier:04d}")
        schedule = Schedule(seeds)
        at = schedule.first()
        while at is not None:
            due = schedule.at(*at)
            self.number += 1
            if sum(self.pending) + sum(due.values()) <= self.few:
                far, at = self._trickle(at)
            else:
                far = self._advance(at, due)
                at = schedule.after(*at[:2], self.rest, sent=any(self.pending))
            if far:
                return False
        self._do("close", ANSWERS, self.buckets)
        self._forget()
        return True

    def _forget(self) -> None:
        """Drop what nobody asks for again."""
        kept = re.compile(rf"({KEYS}|{ANSWERS})/\d+|reached|{COMES_ROUND}")
        folder = f"tier-{self.tier:04d}"
        names = self.drive.there(folder)
        self.drive.at.objects.drop(
            *(each for each in names if not kept.fullmatch(each.partition(f"{folder}/")[2]))
        )

    def _trickle(self, at: tuple[int, int, int]) -> tuple[bool, tuple[int, int, int] | None]:
        """Do levels as far as one task goes; return whether one is too long, and which one is next."""
        task = replace(self.model, kind="trickle", number=self.number, parts=self.parts, level=at)
        self._make([replace(task, chains=tuple(self.chains), most=self.few)])
        step = self._step(0)
        for bucket in self.buckets:
            if step.changed(bucket):
                self.chains[bucket] += (2 * self.number + 1,)
        self.pending, self.parts = step.sent, ((self.number, self.bits, 1),)
        return step.table.far, step.table.following

    def _advance(self, at: tuple[int, int, int], due: dict[int, int]) -> bool:
        """Do a level in each bucket in which something happens; return whether it is too long."""
        buckets = [bucket for bucket in self.buckets if self.pending[bucket] or due.get(bucket)]
        model = replace(self.model, kind="advance", number=self.number, parts=self.parts, level=at)
        self._make([replace(model, bucket=each, chains=(self.chains[each],)) for each in buckets])
        self.pending, far = [0 for _ in self.buckets], False
        for bucket in buckets:
            step = self._step(bucket)
            if step.table.full:
                self.chains[bucket] = (2 * self.number,)
            elif step.changed(bucket):
                self.chains[bucket] += (2 * self.number,)
            self.pending = [sum(pair) for pair in zip(self.pending, step.sent, strict=True)]
            far |= step.table.far
        self.parts = ((self.number, self.bits, mask_of(buckets)),)
        return far

    def _step(self, bucket: int) -> Step:
        return Step(self.drive.sections(self.tier, kind_of(STEP, self.width, self.number), bucket))

    def _kind(self, what: str) -> str:
        return what if what == ANSWERS else kind_of(what, self.width)

    def _do(self, task: str, what: str, buckets: Iterable[int]) -> None:
        """Have a task done for every bucket whose object is not there."""
        missing = self.drive.lacking(replace(self.model, kind=task), self._kind(what), buckets)
        self.drive.do([replace(each, chains=(self.chains[each.bucket],)) for each in missing])

    def _make(self, tasks: list[Task]) -> None:
        """Have steps done that are not there."""
        kind = kind_of(STEP, self.width, self.number)
        lacking = [
            task for task in tasks if self.drive.job.name(self.tier, kind, task.bucket) not in self.there
        ]
        self.drive.do(lacking)
