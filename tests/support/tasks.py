"""What tests of solves by tasks share: an executor of one worker, runs that are killed, and a solution's files."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo.cluster import job as jobs
from zermelo.cluster.index_parted_run import PartedIndex
from zermelo.cluster.job import Job
from zermelo.cluster.parted_run import Parted
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.work.room import a_state


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


def in_groups_of(buckets: int, monkeypatch: pytest.MonkeyPatch, *, sent: int = 1 << 21) -> None:
    """Let levels be done by groups of so many buckets, which send so many messages at once."""
    for kind in (Parted, PartedIndex):
        monkeypatch.setattr(kind, "a_place", a_state(2) * buckets)
    monkeypatch.setattr("zermelo.cluster.advancing.SENT", sent)


def perform_away(job: Job, task: Task) -> Report:
    """Do a task as a machine does that has another directory and nothing of the user's on its path."""
    os.chdir("/")
    sys.path[:] = [each for each in sys.path if "pytest" not in each]
    return perform(job, task)


def perform_by_another_package(job: Job, task: Task) -> Report:
    """Do a task as a machine does whose zermelo differs in a file that is no kernel."""
    jobs.package_digest = lambda: "0" * 32  # type: ignore[assignment]
    return perform(job, task)


def perform_by_another_engine(job: Job, task: Task) -> Report:
    """Do a task as a machine does whose kernels differ."""
    jobs.KERNELS_DIGEST = "0" * 32  # type: ignore[misc]
    return perform(job, task)


def perform_by_other_libraries(job: Job, task: Task) -> Report:
    """Do a task as a machine does whose NumPy and Numba call themselves otherwise."""
    import numba
    import numpy

    numpy.__version__, numba.__version__ = "9.9.9", "9.9.9"
    return perform(job, task)


def perform_by_other_rules(job: Job, task: Task) -> Report:
    """Do a task as a machine does on which a module that the rules take from elsewhere is another."""
    import colorsys

    colorsys.ONE_THIRD = 2.0  # type: ignore[misc]
    return perform(job, task)


def perform_and_die(job: Job, task: Task) -> Report:
    """Do no task, as a process that the system has no memory for."""
    os._exit(9)


def files_of(directory: Path | str | None) -> dict[str, bytes]:
    """Return the bytes of a solution's files, none of no directory."""
    return (
        {}
        if directory is None
        else {path.name: path.read_bytes() for path in Path(directory).glob("*.parquet")}
    )
