"""What tests of solves by tasks share: an executor of one worker, runs that are killed, and a solution's files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from zermelo.cluster.job import Job
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task


class Killed(Exception):
    """What a test ends a run with."""


class InOrder:
    """An executor of one worker that does what it is given, or `instead`; where it has to wait, it ends."""

    workers = 1

    def __init__(self, instead: Any = perform) -> None:
        self.instead = instead

    def run(self, job: Job, tasks: Iterable[Task | None]) -> Iterator[Report]:
        for task in tasks:
            if task is None:
                return
            yield self.instead(job, task)

    def close(self) -> None:
        pass


def files_of(directory: Path | str | None) -> dict[str, bytes]:
    """Return the bytes of a solution's files, none of no directory."""
    return (
        {}
        if directory is None
        else {path.name: path.read_bytes() for path in Path(directory).glob("*.parquet")}
    )
