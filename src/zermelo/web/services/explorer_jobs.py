"""Work that a request does not wait for: games being planned and solved, in processes beside the server.

There are three lanes. In the first, small games are solved unasked, two at a time, by processes that stay;
games that turn out large are planned and left. In the second, requested games are solved, one at a time. A
requested job reports its progress, can be stopped, and is noted in the store, so that a restarted server
continues it. The third plans the games of the first page, at a lower priority than all other processes.
"""

import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import asdict

from zermelo import Game, ZermeloError
from zermelo.core import Result, open_input_file
from zermelo.games import GivenFiles
from zermelo.solver import OutputFile, Plan
from zermelo.web.services.automatic_solves import AutomaticSolves
from zermelo.web.services.game_size_notes import GameSizeNotes
from zermelo.web.services.worker_process import CLOSING, WorkerProcess
from zermelo.web.services.worker_reports import JobProgress

LARGEST: Final = 1 << 20  # bytes of notes
NOTES: Final = ".explorer.json"  # in the store: what was asked for and has not ended
MOST_SMALL: Final = 40  # games that wait to be looked at
MOST_LARGE: Final = 10  # games that wait to be solved
MOST_KEPT: Final = 500  # games of which is remembered how it went
SMALL_TIMEOUT: Final = 60.0  # seconds for a small one
SMALL_ONES: Final = 2  # processes for small games: what turns out large then keeps no other waiting
EVERY: Final = 0.05  # seconds between two looks at what another lane does
WORKER: Final = "zermelo.web.services.solve_worker"
NO_FILES: Final = GivenFiles()
JobState = Literal["waiting", "planning", "large", "solving", "solved", "failed", "stopped"]


class TooBusy(ZermeloError, RuntimeError):
    """Too many games are waiting already, so no more is accepted."""


class JobStatus(Result, frozen=True, kw_only=True):
    """The work on a game that is not solved."""

    state: Annotated[JobState, Meta(description="how it stands")]
    plan: Annotated[Plan | None, Meta(description="what it will take")]
    progress: Annotated[JobProgress | None, Meta(description="how far it is")]
    error: Annotated[str | None, Meta(description="why it failed")]


class RequestedSolve(JobStatus, frozen=True, kw_only=True):
    """A game that is solved on request."""

    source: Annotated[str, Meta(description="the game")]


class RequestedSolves(Result, frozen=True, kw_only=True):
    """What is being planned and solved on request."""

    work: Annotated[tuple[RequestedSolve, ...], Meta(description="games")]


@dataclass
class ExplorerJob:
    """One game: what is known of its size, and of the work on it."""

    source: str  # names the game, as `zermelo.game` reads it
    state: JobState = "waiting"
    asked: bool = False  # it was requested, and may be stopped
    plan: Plan | None = None
    progress: JobProgress | None = None
    error: str = ""
    begun: float = field(default_factory=time.time)
    ended: threading.Event = field(default_factory=threading.Event)
    game: Game | None = None  # as it was read when the work began
    is_stop_requested: bool = False
    is_unkept: bool = False  # it is small, and browsing may keep no more
    kept: dict[str, Any] = field(default_factory=dict)  # the name and the size of what was kept of it
    after: "ExplorerJob | None" = None  # the same game in another lane: what comes of that comes first

    @property
    def is_running_or_waiting(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "planning", "solving")

    @property
    def status(self) -> JobStatus:
        """What a program may know of it."""
        return JobStatus(state=self.state, plan=self.plan, progress=self.progress, error=self.error or None)


class JobQueue:
    """Games that `count` threads work on, each of which gives a process its tasks."""

    def __init__(
        self,
        store: Path,
        sizes: GameSizeNotes,
        unasked: AutomaticSolves,
        access: GivenFiles,
        *,
        small: bool,
        count: int = 1,
    ) -> None:
        self.store, self.sizes, self.unasked, self.small = store, sizes, unasked, small
        self.access = access
        self.waiting: deque[ExplorerJob] = deque()
        self.idle: deque[str] = deque()  # games whose size alone is asked for
        self.at_work: list[tuple[ExplorerJob, WorkerProcess]] = []
        self._resting: list[WorkerProcess] = []  # processes that have nothing to do
        self._woken = threading.Condition()
        self.is_closed = False
        name = "small" if small else "large"
        self._threads = [
            threading.Thread(target=self._run_worker_thread, daemon=True, name=name) for _ in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def add_job(self, job: ExplorerJob, most: int) -> None:
        """Put a game on the queue; raises `TooBusy` where too many wait."""
        with self._woken:
            if len(self.waiting) >= most:
                raise TooBusy(
                    f"{len(self.waiting)} games are waiting to be solved: come back when some are done"
                )
            self.waiting.append(job)
            self._woken.notify()

    def request_game_sizes(self, sources: Iterable[str]) -> None:
        """Ask for the sizes of games, in a process of the lowest priority."""
        with self._woken:
            known = set(self.idle)
            self.idle.extend(
                each for each in sources if each not in known and not self.sizes.was_size_requested(each)
            )
            self._woken.notify()

    def stop_job(self, job: ExplorerJob) -> None:
        """Remove a game from the queue, waiting or running."""
        self.remove_waiting_job(job)
        with self._woken:
            for each, worker in self.at_work:
                if each is job:
                    job.is_stop_requested = True  # whether or not the process lives to say so
                    worker.terminate_process()

    def remove_waiting_job(self, job: ExplorerJob) -> bool:
        """Remove a game from the queue unless it is running; return whether it was removed."""
        with self._woken:
            if job in self.waiting:
                self.waiting.remove(job)
                _end_job(job, "stopped")
        return job.ended.is_set()

    def stop_all_work(self) -> None:
        """Stop everything."""
        with self._woken:
            self.is_closed = True
            self.waiting.clear()
            self.idle.clear()
            workers = [*self._resting, *(worker for _, worker in self.at_work)]
            self._woken.notify_all()
        ending = [threading.Thread(target=worker.end_process, args=(CLOSING,)) for worker in workers]
        for thread in ending:
            thread.start()
        for thread in (*ending, *self._threads):
            thread.join()

    def list_jobs(self) -> list[ExplorerJob]:
        """Return the running jobs and the waiting ones; every job is one of the two."""
        with self._woken:
            return [*(job for job, _ in self.at_work), *self.waiting]

    def start_idle_process(self) -> None:
        """Start a process before there is a task for it."""
        with self._woken:
            if not (self._resting or self.at_work or self.is_closed):
                self._resting.append(WorkerProcess(WORKER, self.access))

    def _run_worker_thread(self) -> None:
        while True:
            with self._woken:
                while not (self.waiting or self.idle or self.is_closed):
                    self._woken.wait()
                if self.is_closed:
                    return
                is_idle = not self.waiting
                job = ExplorerJob(self.idle.popleft()) if is_idle else self.waiting.popleft()
                doing = job, self._find_or_start_worker()
                self.at_work.append(doing)
            self._run_job(*doing, "plan" if is_idle else self._choose_task_for_waiting_game())
            if self.small and job.kept:
                self.unasked.record_solution_size(job.kept["name"], job.kept["size"])
            if self.small and (job.plan is not None or is_idle):
                self.sizes.record_game_size(job.source, job.plan)
            with self._woken:
                self.at_work.remove(doing)
                self._resting.append(doing[1])
                self._woken.notify_all()

    def _choose_task_for_waiting_game(self) -> str:
        """Return the task for a waiting game."""
        if not self.small:
            return "solve"
        return "small" if self.unasked.has_room_for_solution() else "look"

    def _find_or_start_worker(self) -> WorkerProcess:
        """Return a process that can take a task; those that have ended are closed."""
        while self._resting:
            found = self._resting.pop()
            if found.is_running:
                return found
            found.end_process()
        return WorkerProcess(WORKER, self.access)

    def _run_job(self, job: ExplorerJob, worker: WorkerProcess, task: str) -> None:
        """Have a process do the task of a job, and record what it reports."""
        job.state = "planning" if self.small else "solving"
        if job.after is not None and self._wait_for_conflicting_job(job, job.after):
            _end_job(job, "solved")
            return
        clock = threading.Timer(SMALL_TIMEOUT, worker.terminate_process)
        if self.small:
            clock.start()
        try:
            worker.send_message(source=job.source, store=str(self.store), do=task)
            while (said := worker.read_message()) is not None:
                if _record_worker_report(job, said):
                    return
        except OSError:
            pass
        finally:
            clock.cancel()
        if job.is_stop_requested and not job.ended.is_set():
            _end_job(job, "stopped")
        if not job.ended.is_set():
            _end_job(job, "failed", "its process has ended: out of memory, or out of time")

    def _wait_for_conflicting_job(self, job: ExplorerJob, other: ExplorerJob) -> bool:
        """Wait until another lane is done with a game, as two may not solve it; return whether it has."""
        while not (other.ended.wait(EVERY) or job.is_stop_requested or self.is_closed):
            pass
        return other.ended.is_set() and other.state == "solved"


def _record_worker_report(job: ExplorerJob, report: dict[str, Any]) -> bool:
    """Record what a process reports on a game; return whether that was its last line."""
    if "plan" in report:
        job.plan = Plan(**report["plan"])
    elif "phase" in report:
        if report["phase"] != "plan":
            job.progress, job.state = JobProgress(**report), "solving"
    elif "finished" in report:
        job.kept = report["kept"]
        _end_job(job, "solved")
    elif "large" in report:
        job.is_unkept = bool(report.get("small"))
        _end_job(job, "large")
    elif "cancelled" in report:
        _end_job(job, "stopped")
    elif "error" in report:
        _end_job(job, "failed", report["error"])
    return job.ended.is_set()


def _end_job(job: ExplorerJob, state: JobState, error: str = "") -> None:
    job.state, job.error, job.progress = state, error, None
    job.ended.set()


class ExplorerJobs:
    """All work, by the texts that name the games."""

    def __init__(self, store: Path, access: GivenFiles = NO_FILES) -> None:
        self.store, self.sizes, self.unasked = store, GameSizeNotes(store), AutomaticSolves(store)
        self.small = JobQueue(store, self.sizes, self.unasked, access, small=True, count=SMALL_ONES)
        self.large = JobQueue(store, self.sizes, self.unasked, access, small=False)
        self.aside = JobQueue(store, self.sizes, self.unasked, access, small=True)
        self._jobs: dict[str, ExplorerJob] = {}
        self._lock, self._noting = threading.Lock(), threading.Lock()

    def find_job(self, source: str) -> ExplorerJob | None:
        """Return what is known of the work on a game, None where there was none."""
        return self._jobs.get(source)

    def plan_or_solve(self, source: str, game: Game, *, again: bool = False) -> ExplorerJob:
        """Plan a game, and solve it where that takes seconds, `again` if need be; raises `TooBusy`.

        Results for earlier rules of a file are not used for its present rules.
        """
        with self._lock:
            job = self._jobs.get(source)
            is_of_others = job is not None and not job.is_running_or_waiting and job.game not in (None, game)
            if job is None or is_of_others or (again and job.state == "solved"):
                job = self._make_job(source, game)
                self.small.add_job(job, MOST_SMALL)
                self._jobs[source] = job
            return job

    def start_solve(self, source: str, game: Game | None = None) -> ExplorerJob:
        """Solve a game, however large; raises `TooBusy`."""
        with self._lock:
            before = self._jobs.get(source)
            if before is not None and (before.state == "solving" or before in self.large.list_jobs()):
                return before
            job = self._make_job(source, game)
            job.asked = True
            if before is not None:
                job.plan = before.plan
                job.after = None if self.small.remove_waiting_job(before) else before
            self.large.add_job(job, MOST_LARGE)
            self._jobs[source] = job
        self._save_requests()
        threading.Thread(target=self._forget_request_when_ended, args=(job,), daemon=True).start()
        return job

    def stop_solve(self, source: str) -> None:
        """Stop the work on a game; what was finished of it is kept."""
        job = self._jobs.get(source)
        if job is not None:
            self.large.stop_job(job)

    def list_requested_solves(self) -> list[ExplorerJob]:
        """Return what is being solved on request, and what waits for it."""
        return self.large.list_jobs()

    def describe_requested_solves(self) -> RequestedSolves:
        """Return the same for programs."""
        return RequestedSolves(
            work=tuple(
                RequestedSolve(source=job.source, **asdict(job.status))
                for job in self.list_requested_solves()
            )
        )

    def read_earlier_requests(self) -> list[str]:
        """Return the games that an earlier server was solving when it ended."""
        try:
            with open_input_file(self.store / NOTES, "remove it", LARGEST) as opened:
                found = json.load(opened)
        except (ZermeloError, ValueError, RecursionError):
            return []
        return (
            [each for each in found if isinstance(each, str)][:MOST_LARGE] if isinstance(found, list) else []
        )

    def stop_all_work(self) -> None:
        """Stop all work; what was asked for stays noted."""
        self.sizes.write_new_sizes()
        closing = [
            threading.Thread(target=lane.stop_all_work) for lane in (self.small, self.large, self.aside)
        ]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()

    def _make_job(self, source: str, game: Game | None) -> ExplorerJob:
        if len(self._jobs) >= MOST_KEPT:
            for name in [name for name, job in self._jobs.items() if not job.is_running_or_waiting][
                : MOST_KEPT // 2
            ]:
                del self._jobs[name]
        return ExplorerJob(source, game=game)

    def _forget_request_when_ended(self, job: ExplorerJob) -> None:
        """Note that a game is no longer waited for, once that is so."""
        job.ended.wait()
        if not self.large.is_closed:  # else it is to be continued
            self._save_requests()

    def _save_requests(self) -> None:
        """Write down what is asked for now; one thread at a time, so that none writes what was before."""
        with self._noting, contextlib.suppress(ZermeloError, OSError):
            sources = [job.source for job in self.list_requested_solves() if not job.ended.is_set()]
            self.store.mkdir(parents=True, exist_ok=True)
            OutputFile(self.store / NOTES, replace=True).write((json.dumps(sources) + "\n").encode())
