"""An executor of one worker, apart as other processes than those of tests take it too."""

from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.cluster.job import Job
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task


class Killed(Exception):
    """What a test ends a run with."""


class InOrder:
    """An executor of one worker that does what it is given, or `instead`; where it has to wait, it ends."""

    def __init__(self, instead: Any = perform) -> None:
        self.instead, self.workers = instead, 1

    def run(self, job: Job, tasks: Iterable[Task | None]) -> Iterator[Report]:
        for task in tasks:
            if task is None:
                return
            yield self.instead(job, task)

    def close(self) -> None:
        pass
