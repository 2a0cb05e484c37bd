"""Drive a solve of a game in which play comes round: its tiers are found first, and solved from the last."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from zermelo.cluster.job import ANSWERS, KEYS
from zermelo.cluster.loop_tasks import WIDTHS, reached_name, read_reached, starting
from zermelo.cluster.run import Driver
from zermelo.cluster.work import Report, Task, note_name
from zermelo.core.values import NO_END
from zermelo.kernels.hashing import mixed
from zermelo.trust.classes import representative

ALL: Final = 0  # memory of a task: all that its worker may take


class LoopDrive(Driver):
    """A solve by the game's own tiers, or of all as one."""

    def solve(self) -> list[dict[str, Any]]:
        """Make all that is lacking; return the note that says what the solution's file holds."""
        leads = self._reach()
        self._unwind(leads)
        if note_name(self.job, 0) not in self.there("solution"):
            self._do(Task("gather", 0, 0, 0, 0, memory=ALL, sources=tuple(sorted(leads))))
        return [self.note_of(0)]

    def start_answer(self) -> tuple[int, int]:
        """Return the first start's value and remoteness."""
        program, game = self.at.program, self.at.game
        start = program.key(representative(game)(next(iter(game.starts()))))
        wanted = mixed(np.array([start], np.int64))[0]
        for tier in starting(self.at):
            place = np.flatnonzero(self.sections(tier, KEYS, 0).read_all() == wanted)
            if len(place):
                answers = self.sections(tier, ANSWERS, 0).read_all()
                shift = WIDTHS[answers.dtype.itemsize].parameter
                answer, rest = int(answers[int(place[0])]), (1 << shift) - 1
                return answer >> shift, NO_END if answer & rest == rest else answer & rest
        raise AssertionError("a start was not found")

    def _reach(self) -> dict[int, list[int]]:
        """Find all positions; return the tiers that each leads to.

        The least that waits is next: what leads to it is known by then.
        """
        there = self.there("")
        waiting, leads = set(starting(self.at)), dict[int, list[int]]()
        while waiting:
            tier = min(waiting)
            waiting.remove(tier)
            if reached_name(self.job, tier) not in there:
                sources = tuple(each for each, later in leads.items() if tier in later)
                self._do(Task("reach", tier, 0, 0, 0, memory=ALL, sources=sources))
            leads[tier] = read_reached(self.at, self.job, tier)
            waiting |= set(leads[tier])
            self.figures.sizes.append(self.sections(tier, KEYS, 0).total)
        return leads

    def _unwind(self, leads: dict[int, list[int]]) -> None:
        """Find all answers; tiers that only wait for the same later ones are solved side by side."""
        there = self.there("")
        done = {tier for tier in leads if self.job.name(tier, ANSWERS, 0) in there}
        waiting = set(leads) - done

        def ready() -> Iterator[Task | None]:
            while waiting:
                tier = max((each for each in waiting if set(leads[each]) <= done), default=None)
                if tier is None:
                    yield None
                else:
                    waiting.remove(tier)
                    yield Task("unwind", tier, 0, 0, 0, memory=ALL)

        while len(done) < len(leads):
            for report in self.reports(ready()):
                done.add(report.task.tier)

    def _do(self, task: Task) -> list[Report]:
        return list(self.reports([task]))
