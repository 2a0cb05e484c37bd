"""Who does tasks in tests, and how: imported by processes that need none of the games that tests are made of."""

import itertools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.compiler.game_compiler import interpret_game
from zermelo.solver.cluster import solve_job as jobs
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport


class Killed(Exception):
    """What a test ends a run with."""


class InOrder:
    """An executor of one worker that does what it is given, or `instead`; where it has to wait, it ends."""

    def __init__(self, instead: Any = perform_task) -> None:
        self.instead, self.worker_count = instead, 1

    def run(self, job: SolveJob, tasks: Iterable[SolveTask | None]) -> Iterator[TaskReport]:
        for task in tasks:
            if task is None:
                return
            yield self.instead(job, task)

    def close(self) -> None:
        pass


def until(number: int, kind: str = "") -> Callable[[SolveJob, SolveTask], TaskReport]:
    """Return what does so many tasks, or so many of a kind, and is killed before the next."""
    count = itertools.count(1)

    def done(job: SolveJob, task: SolveTask) -> TaskReport:
        if kind in ("", task.kind) and next(count) > number:
            raise Killed
        return perform_task(job, task)

    return done


def perform_plainly(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task with kernels as ordinary Python, in a process where nothing was patched."""
    jobs.compile_game = interpret_game
    return perform_task(job, task)


def perform_away(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task as a machine does that has another directory and nothing of the user's on its path.

    Kernels run as ordinary Python there.
    """
    os.chdir("/")
    sys.path[:] = [each for each in sys.path if "pytest" not in each]
    return perform_plainly(job, task)


def perform_by_another_package(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task as a machine does whose zermelo differs in a file that is no kernel."""
    jobs.hash_package_sources = lambda: "0" * 32  # type: ignore[assignment]
    return perform_task(job, task)


def perform_by_another_engine(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task as a machine does whose kernels differ."""
    jobs.KERNELS_DIGEST = "0" * 32  # type: ignore[misc]
    return perform_task(job, task)


def perform_by_other_libraries(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task as a machine does whose NumPy and Numba call themselves otherwise."""
    import numba
    import numpy

    numpy.__version__, numba.__version__ = "9.9.9", "9.9.9"
    return perform_task(job, task)


def perform_by_other_rules(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do a task as a machine does on which a module that the rules take from elsewhere is another."""
    import colorsys

    colorsys.ONE_THIRD = 2.0  # type: ignore[misc]
    return perform_task(job, task)


def perform_and_die(job: SolveJob, task: SolveTask) -> TaskReport:
    """Do no task, as a process that the system has no memory for."""
    os._exit(9)
