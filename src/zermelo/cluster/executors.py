"""Who does the tasks: threads of this process, processes of this machine, or a cluster of Ray's.

An executor holds nothing: what it loses is found missing in the store, and done again.
"""

import itertools
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from typing import Any, Final, Protocol

from zermelo.cluster.job import Job
from zermelo.cluster.tasks import Report, Task, perform
from zermelo.core.errors import MissingExtra, StorageFailed

AHEAD: Final = 4  # tasks for each worker that are handed out at a time
TRIES: Final = 5  # of a task whose store does not answer


class TaskExecutor(Protocol):
    """Whoever does tasks."""

    workers: int

    def run(self, job: Job, tasks: Iterable[Task]) -> Iterator[Report]:
        """Do the tasks in any order, and yield the report of each when it is done.

        Raises the first error of a task that trying again does not mend.
        """

    def close(self) -> None:
        """Let the workers go."""


class LocalExecutor:
    """Workers of this machine: threads of this process, or processes of their own."""

    def __init__(self, workers: int, *, processes: bool = False) -> None:
        self.workers = workers
        self._pool: Executor
        if processes:
            self._pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
        else:
            self._pool = ThreadPoolExecutor(workers)

    def run(self, job: Job, tasks: Iterable[Task]) -> Iterator[Report]:
        """See `TaskExecutor`."""
        waiting = iter(tasks)
        running: set[Future[Report]] = set()
        try:
            while True:
                for task in itertools.islice(waiting, AHEAD * self.workers - len(running)):
                    running.add(self._pool.submit(persistent, job, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """See `TaskExecutor`."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def persistent(job: Job, task: Task) -> Report:
    """Do a task, again where the store does not answer."""
    for _ in range(TRIES - 1):
        try:
            return perform(job, task)
        except StorageFailed:
            continue
    return perform(job, task)


class RayExecutor:
    """A cluster of Ray's: it places tasks on nodes, and does them again where a node is lost."""

    def __init__(self, address: str) -> None:
        """`address` is the head's, or "local" for a cluster of this process's own."""
        try:
            import ray
        except ImportError as error:
            raise MissingExtra("a cluster needs Ray: pip install 'zermelo[cluster]'") from error
        self._ray: Any = ray
        self._began = not ray.is_initialized()
        if self._began:
            options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False}
            ray.init(address=None if address == "local" else address, **options)
        remote: Callable[..., Any] = ray.remote(max_retries=-1, num_cpus=1)
        self._perform: Any = remote(persistent)

    @property
    def workers(self) -> int:
        """How many tasks run at once, now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, job: Job, tasks: Iterable[Task]) -> Iterator[Report]:
        """See `TaskExecutor`."""
        waiting = iter(tasks)
        running: list[Any] = []
        while True:
            for task in itertools.islice(waiting, max(0, AHEAD * self.workers - len(running))):
                running.append(self._perform.remote(job, task))
            if not running:
                return
            done, running = self._ray.wait(running, num_returns=1)
            for each in done:
                yield self._ray.get(each)

    def close(self) -> None:
        """See `TaskExecutor`."""
        if self._began:
            self._ray.shutdown()
