"""Work that a request does not wait for: games being planned and solved, in processes beside the server.

There are four lanes. In the first, games that need no compiling are solved unasked, while their page opens;
every other game goes on to the second lane, which compiles its rules, forecasts its size, and solves it where
that takes seconds. The game asked for last comes first; one that nobody looks at waits. In the
third, requested games are solved, one at a time. A requested job reports its progress, can be stopped, and is
noted in the store, so that a restarted server continues it. The fourth goes through the games of the first
page where nothing else is to be done: it solves those that need no compiling, and forecasts the others.

A busy machine fails no game: processes are limited by their processor time, and a process that ends before
its work is done is replaced by another.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import asdict

from zermelo import Game, ZermeloError
from zermelo.games import GivenFiles
from zermelo.solver import Plan
from zermelo.web.services.store_notes import AutomaticSolves, GameSizeNotes, read_note, write_note
from zermelo.web.services.worker_process import CLOSING, WorkerProcess
from zermelo.web.services.worker_reports import (
    COMPILING,
    JobProgress,
    JobState,
    JobStatus,
    RequestedSolve,
    RequestedSolves,
)

NOTES: Final = ".explorer.json"  # in the store: what was asked for and has not ended
MOST_SMALL: Final = 40  # games that wait to be looked at; past that the one that waits longest is forgotten
MOST_LARGE: Final = 10  # games that wait to be solved
MOST_KEPT: Final = 500  # games of which is remembered how it went
LARGEST_TRIED: Final = 300_000  # positions: no game that is known to have more is tried without compiling
MOST_ATTEMPTS: Final = 3  # processes that a game is given to, where they end too early
LEFT: Final = 4.0  # seconds after which nobody waits for a game: pages ask more often
FORGOTTEN: Final = 20.0  # seconds after which a game that was ended for another is left until somebody looks
SOON: Final = 1.0  # seconds in which a small game is solved, so that nothing is searched meanwhile
UNLIMITED: Final = math.inf
EVERY: Final = 0.05  # seconds between two looks at what another lane does
WORKER: Final = "zermelo.web.services.solve_worker"
NO_FILES: Final = GivenFiles()
PLANNING: Final = "plan"  # phases of a job that are not yet those of its solve
LOST: Final = (
    f"its process has ended {MOST_ATTEMPTS} times before it was done, as where memory runs out: close other "
    "programs, then ask again"
)


class Lane(NamedTuple):
    """What is done with the games of a queue, and what their processes may take."""

    task: Literal["try", "small", "solve", "plan"]
    processes: int = 1
    processor_seconds: float = UNLIMITED  # for a game
    seconds: float = UNLIMITED  # by the clock: for rules that wait, and so take no processor time
    niceness: int = 0


QUICK: Final = Lane("try", 2, processor_seconds=3, seconds=20)
SMALL: Final = Lane("small", 2, processor_seconds=120, seconds=1_800, niceness=10)
LARGE: Final = Lane("solve", niceness=10)
ASIDE: Final = Lane("plan", 1, processor_seconds=120, seconds=1_800, niceness=19)


class TooBusy(ZermeloError, RuntimeError):
    """Too many games are waiting already, so no more is accepted."""


@dataclass
class ExplorerJob:
    """One game: what is known of its size, and of the work on it."""

    source: str  # names the game, as `zermelo.game` reads it
    state: JobState = "waiting"
    asked: bool = False  # it was requested, and may be stopped
    plan: Plan | None = None
    progress: JobProgress | None = None
    error: str = ""
    begun_at: float = 0.0  # when it was asked for first, by the clock of the jobs
    looked_at: float = 0.0  # and last
    started_at: float = 0.0  # when a process began with it, 0 while it waits
    attempts: int = 0  # processes that ended before it was done
    tried: threading.Event = field(default_factory=threading.Event)  # it is solved, or takes longer
    ended: threading.Event = field(default_factory=threading.Event)
    game: Game | None = None  # as it was read when the work began
    is_stop_requested: bool = False
    makes_room: bool = False  # its process is ended for another game, and it waits again
    is_unkept: bool = False  # it is small, and browsing may keep no more
    kept: dict[str, Any] = field(default_factory=dict)  # the name and the size of what was kept of it
    after: "ExplorerJob | None" = None  # the same game in another lane: what comes of that comes first

    @property
    def is_running_or_waiting(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "planning", "solving")

    @property
    def is_solved_soon(self) -> bool:
        """Whether it may be solved within a moment, so that nothing else need be found out meanwhile."""
        return not self.tried.is_set() and self.looked_at - self.begun_at < SOON

    @property
    def status(self) -> JobStatus:
        """What a program may know of it."""
        return JobStatus(
            state=self.state,
            plan=self.plan,
            progress=self.progress,
            error=self.error or None,
            seconds=self.looked_at - (self.started_at or self.begun_at),
            is_requested=self.asked,
            is_unkept=self.is_unkept,
        )


class JobQueue:
    """A queue of games; each of its threads works through a process. Games that take longer go to `then`."""

    def __init__(
        self, jobs: "ExplorerJobs", access: GivenFiles, lane: Lane, then: "JobQueue | None" = None
    ) -> None:
        self.jobs, self.access, self.lane, self.then = jobs, access, lane, then
        self.waiting: deque[ExplorerJob] = deque()
        self.idle: deque[str] = deque()  # games whose size alone is asked for
        self.at_work: list[tuple[ExplorerJob, WorkerProcess]] = []
        self._resting: list[WorkerProcess] = []  # processes that have nothing to do
        self._woken = threading.Condition()
        self.is_closed = False
        self._threads = [
            threading.Thread(target=self._run_worker_thread, daemon=True, name=lane.task)
            for _ in range(lane.processes)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_unasked(self) -> bool:
        """Whether its games are worked on because somebody looks at them, not because somebody asked."""
        return self.lane.task != "solve"

    def add_job(self, job: ExplorerJob, most: int) -> None:
        """Put a game on the queue; if too many wait, raise `TooBusy`, or drop one that nobody requested."""
        with self._woken:
            if len(self.waiting) >= most:
                if not self.is_unasked:
                    raise TooBusy(
                        f"{len(self.waiting)} games are waiting to be solved: come back when some are done"
                    )
                forgotten = min(self.waiting, key=lambda each: each.looked_at)
                self.waiting.remove(forgotten)
                _end_job(forgotten, "stopped")
            self.waiting.append(job)
            self._woken.notify()
        self.end_unwatched_process()

    def end_unwatched_process(self) -> None:
        """Where a game waits, end the process of one that nobody looks at any more; it waits again.

        Tries end soon by themselves, sooner than another process begins.
        """
        with self._woken:
            if not self.waiting or len(self.at_work) < self.lane.processes or self.lane.task != "small":
                return
            for job, worker in self.at_work:
                if self.jobs.clock() - job.looked_at > LEFT and not job.makes_room:
                    job.makes_room = True
                    worker.terminate_process()
                    return

    def request_game_sizes(self, sources: Iterable[str]) -> None:
        """Have games solved or forecast by a process of the lowest priority."""
        with self._woken:
            known = set(self.idle)
            self.idle.extend(
                each for each in sources if each not in known and not self.jobs.sizes.was_size_requested(each)
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
                job = self._take_next_job()
                doing = job, self._find_or_start_worker()
                self.at_work.append(doing)
            self._run_job(*doing)
            if self.is_unasked and job.kept:
                self.jobs.unasked.record_solution_size(job.kept["name"], job.kept["size"])
            if self.is_unasked and (job.kept or job.plan is not None or self.lane is ASIDE):
                self.jobs.sizes.record_game_size(job.source, job.plan, job.kept.get("positions"))
            with self._woken:
                self.at_work.remove(doing)
                self._resting.append(doing[1])
                if not job.ended.is_set() and not self.is_closed:
                    self._continue_job(job)
                self._woken.notify_all()

    def _take_next_job(self) -> ExplorerJob:
        """Return the job to start next: of those nobody requested, the one whose game was viewed last."""
        if not self.waiting:
            return ExplorerJob(self.idle.popleft())
        if not self.is_unasked:
            return self.waiting.popleft()
        chosen = max(self.waiting, key=lambda each: each.looked_at)
        self.waiting.remove(chosen)
        return chosen

    def _continue_job(self, job: ExplorerJob) -> None:
        """Let a job wait again that has not ended, here or in the lane for what takes longer."""
        job.state, job.progress, job.makes_room = "waiting", None, False
        if self.then is None or not job.tried.is_set():
            if self.is_unasked and self.jobs.clock() - job.looked_at > FORGOTTEN:
                _end_job(job, "stopped")  # which begins again when somebody looks
            else:
                self.waiting.append(job)
        else:
            self.then.add_job(job, MOST_SMALL)

    def _find_or_start_worker(self) -> WorkerProcess:
        """Return a process that can take a task; those that have ended are closed."""
        while self._resting:
            found = self._resting.pop()
            if found.is_running:
                return found
            found.end_process()
        return WorkerProcess(WORKER, self.access)

    def _run_job(self, job: ExplorerJob, worker: WorkerProcess) -> None:
        """Run a job in a process and record its reports; a job that the process does not end waits again."""
        job.state, job.started_at = "planning" if self.is_unasked else "solving", self.jobs.clock()
        if job.after is not None and self._wait_for_conflicting_job(job, job.after):
            _end_job(job, "solved")
            return
        clock = threading.Timer(min(self.lane.seconds, threading.TIMEOUT_MAX), worker.terminate_process)
        clock.daemon = True
        clock.start()
        try:
            worker.send_message(
                source=job.source,
                store=str(self.jobs.store),
                do=self.lane.task,
                keep=not self.is_unasked or self.jobs.unasked.has_room_for_solution(),
                seconds=None if self.lane.processor_seconds == UNLIMITED else self.lane.processor_seconds,
                niceness=self.lane.niceness,
            )
            while (said := worker.read_message()) is not None:
                if _record_worker_report(job, said):
                    return
        except OSError:
            pass
        finally:
            is_late = not clock.is_alive() and not job.makes_room
            clock.cancel()
        self._record_lost_process(job, worker, is_late=is_late)

    def _record_lost_process(self, job: ExplorerJob, worker: WorkerProcess, *, is_late: bool) -> None:
        """Note that a process ended before its job was done; unless it was slow, another takes over."""
        is_exhausted = worker.has_exhausted_processor_time()
        if job.is_stop_requested:
            _end_job(job, "stopped")
        elif job.makes_room or self.is_closed:
            return
        elif is_exhausted or is_late:
            if self.then is not None:
                job.tried.set()
            else:
                _end_job(job, "large")
        else:
            job.attempts += 1
            if job.attempts >= MOST_ATTEMPTS:
                _end_job(job, "failed", LOST)

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
        job.progress = None if report["phase"] == PLANNING else JobProgress(**report)
        if report["phase"] not in (PLANNING, COMPILING):
            job.state = "solving"
    elif "longer" in report:
        job.tried.set()
        return True
    elif "finished" in report:
        job.kept = report["kept"]
        _end_job(job, "solved")
    elif "large" in report:
        job.is_unkept = bool(report.get("small"))
        _end_job(job, "large")
    elif "cancelled" in report:
        if job.is_stop_requested:
            _end_job(job, "stopped")
        return True
    elif "error" in report:
        _end_job(job, "failed", report["error"])
    return job.ended.is_set()


def _end_job(job: ExplorerJob, state: JobState, error: str = "") -> None:
    job.state, job.error, job.progress = state, error, None
    job.ended.set()
    job.tried.set()


class ExplorerJobs:
    """All work, by the texts that name the games."""

    def __init__(
        self, store: Path, access: GivenFiles = NO_FILES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.store, self.sizes, self.unasked = store, GameSizeNotes(store), AutomaticSolves(store)
        self.clock = clock
        self.small = JobQueue(self, access, SMALL)
        self.quick = JobQueue(self, access, QUICK, then=self.small)
        self.large = JobQueue(self, access, LARGE)
        self.aside = JobQueue(self, access, ASIDE)
        self._jobs: dict[str, ExplorerJob] = {}
        self._lock, self._noting = threading.Lock(), threading.Lock()

    def find_job(self, source: str) -> ExplorerJob | None:
        """Return what is known of the work on a game, None where there was none."""
        return self._jobs.get(source)

    def plan_or_solve(self, source: str, game: Game, *, again: bool = False) -> ExplorerJob:
        """Solve a game where that takes seconds, else find out what it takes; `again` if it was solved.

        Results for earlier rules of a file are not used for its present rules.
        """
        with self._lock:
            job = self._jobs.get(source)
            is_of_others = job is not None and not job.is_running_or_waiting and job.game not in (None, game)
            is_forgotten = job is not None and job.state == "stopped" and not job.asked
            is_gone = again and job is not None and job.state == "solved"
            if job is None or is_of_others or is_forgotten or is_gone:
                job = self._jobs[source] = self._make_job(source, game)
                job.begun_at = job.looked_at = self.clock()
                size = self.sizes.find_game_size(source)
                if size is not None and size.positions > LARGEST_TRIED:
                    job.tried.set()  # a try would not end, and keeps small games waiting
                (self.small if job.tried.is_set() else self.quick).add_job(job, MOST_SMALL)
            else:
                job.looked_at = self.clock()
        if job.state == "waiting":
            self.small.end_unwatched_process()
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
                is_removed = any(lane.remove_waiting_job(before) for lane in (self.quick, self.small))
                job.after = None if is_removed else before
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

    def make_requested_solves(self) -> RequestedSolves:
        """Return the same for programs."""
        return RequestedSolves(
            work=tuple(
                RequestedSolve(source=job.source, **asdict(job.status))
                for job in self.list_requested_solves()
            )
        )

    def read_earlier_requests(self) -> list[str]:
        """Return the games that an earlier server was solving when it ended."""
        return (read_note(self.store / NOTES, list[str]) or [])[:MOST_LARGE]

    def stop_all_work(self) -> None:
        """Stop all work; what was asked for stays noted."""
        self.sizes.write_new_sizes()
        closing = [
            threading.Thread(target=lane.stop_all_work)
            for lane in (self.quick, self.small, self.large, self.aside)
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
        with self._noting:
            sources = [job.source for job in self.list_requested_solves() if not job.ended.is_set()]
            write_note(self.store / NOTES, sources)
