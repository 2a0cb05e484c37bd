"""Executors of tasks: threads of this process, processes of this machine, or a Ray cluster.

An executor holds nothing: what it loses is found missing in the store, and done again.
"""

import itertools
import multiprocessing
import os
import socket
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from typing import Any, Final, Protocol

from zermelo.core.errors import (
    BadRules,
    Cancelled,
    MissingExtra,
    OutOfBudget,
    StorageFailed,
    ZermeloError,
    describe_error,
)
from zermelo.core.rule_errors import must_propagate
from zermelo.games.user_rule_files import is_rules_module
from zermelo.solver.cluster.ply_tasks import perform_task

AHEAD: Final = 4  # tasks for each worker that are handed out at a time
TRIES: Final = 5  # pools in a row of which no worker did anything

Perform = Callable[[Any, Any], Any]  # of a job and a task, as any process finds it: makes a report


def run_task(perform: Perform, job: Any, task: Any) -> Any:
    """Do a task; errors name the task and the machine.

    Errors keep their types. An unexpected error of the rules becomes `BadRules`, with the line that raised
    it. Lack of memory becomes `OutOfBudget`.
    """
    try:
        return perform(job, task)
    except Cancelled:
        raise
    except ZermeloError as error:
        error.args = (f"{error} ({_format_task_and_machine(task)})", *error.args[1:])
        raise
    except MemoryError as error:
        raise OutOfBudget(
            f"{job.source}: memory is exhausted: take smaller buckets ({_format_task_and_machine(task)})"
        ) from error
    except BaseException as error:
        if _is_rules_error(error) and not must_propagate(error):
            raise BadRules(
                f"{job.source}: the rules raise {describe_error(error)} ({_format_task_and_machine(task)})"
            ) from error
        error.add_note(f"zermelo: {_format_task_and_machine(task)}")
        raise


def _format_task_and_machine(task: Any) -> str:
    return f"in {task}, on {socket.gethostname()}, process {os.getpid()}"


def _is_rules_error(error: BaseException) -> bool:
    """Return whether rules were running when an error was raised: a user's own, or the catalogue's."""
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(map(is_rules_module, modules))


class TaskExecutor(Protocol):
    """An executor of tasks."""

    @property
    def worker_count(self) -> int:
        """Number of tasks done at once now."""

    def run(self, job: Any, tasks: Iterable[Any]) -> Iterator[Any]:
        """Do the tasks of a job in any order, and yield the report of each when it is done.

        None among the tasks means that the next has to wait for a report; where no task is running, it is
        the end. Raises the first error of a task that trying again does not fix.
        """

    def close(self) -> None:
        """Release the workers."""


class LocalExecutor:
    """Workers of this machine: threads of this process, or processes of their own, which may be killed."""

    def __init__(self, workers: int, *, processes: bool = False, perform: Perform = perform_task) -> None:
        self._workers, self._processes, self._perform = workers, processes, perform
        self._pool = self._make_process_pool()

    @property
    def worker_count(self) -> int:
        """See `TaskExecutor`."""
        return self._workers

    def run(self, job: Any, tasks: Iterable[Any]) -> Iterator[Any]:
        """See `TaskExecutor`."""
        waiting = iter(tasks)
        again: list[Any] = []
        running: dict[Future[Any], Any] = {}
        broken = 0  # pools in a row that have done nothing
        try:
            while True:
                while len(running) < AHEAD * self._workers:
                    task = again.pop() if again else next(waiting, None)
                    if task is None:
                        break
                    running[self._pool.submit(run_task, self._perform, job, task)] = task
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                lost = [running.pop(each) for each in done if isinstance(each.exception(), BrokenExecutor)]
                for each in done:
                    if each in running:
                        del running[each]
                        broken = 0
                        yield each.result()
                if lost:
                    again = [*again, *lost, *running.values()]
                    running.clear()
                    broken += 1
                    if broken == TRIES:
                        raise StorageFailed(
                            f"{job.source}: workers are killed as soon as they begin ({lost[0]}, on "
                            f"{socket.gethostname()}), for lack of memory perhaps: take smaller buckets"
                        )
                    self._pool.shutdown(wait=False)
                    self._pool = self._make_process_pool()
        except Exception:
            wait([future for future in running if not future.cancel()])  # so that no task writes after it
            raise
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """See `TaskExecutor`."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _make_process_pool(self) -> Executor:
        if self._processes:
            return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))
        return ThreadPoolExecutor(self._workers)


class RayExecutor:
    """A cluster of Ray's: it places tasks on nodes, and does them again where a node is lost."""

    def __init__(self, address: str, *, perform: Perform = perform_task) -> None:
        """`address` is the head's, or "local" for a cluster of this process's own."""
        try:
            import ray
        except ImportError as error:
            raise MissingExtra("a cluster needs Ray: pip install 'zermelo[cluster]'") from error
        self._ray: Any = ray
        self._began = not ray.is_initialized()
        if self._began:
            options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False}
            if address == "local":
                ray.init(_node_ip_address="127.0.0.1", **options)
            else:
                ray.init(address=address, **options)
        remote: Callable[..., Any] = ray.remote(max_retries=-1, num_cpus=1)
        self._do: Any = remote(run_task)
        self._perform = perform

    @property
    def worker_count(self) -> int:
        """Number of tasks that run at once now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, job: Any, tasks: Iterable[Any]) -> Iterator[Any]:
        """See `TaskExecutor`."""
        waiting = iter(tasks)
        running: list[Any] = []
        while True:
            for task in itertools.islice(waiting, max(0, AHEAD * self.worker_count - len(running))):
                if task is None:
                    break
                running.append(self._do.options(name=str(task)).remote(self._perform, job, task))
            if not running:
                return
            done, running = self._ray.wait(running, num_returns=1)
            for each in done:
                try:
                    yield self._ray.get(each)
                except self._ray.exceptions.RayTaskError as error:
                    raise error.cause from None

    def close(self) -> None:
        """See `TaskExecutor`."""
        if self._began:
            self._ray.shutdown()
