"""A process beside the server that plans and solves.

Run it as `python -m zermelo.web.services.solve_worker`, with tasks on its standard input.

Each line of its standard input is an object: `source` names a game, which may open `files` and `spiel` alone,
`store` is where solutions are kept, and `do` is what to do. To "try" is to solve without compiling, within
0.7 seconds of processor time; "small" is to forecast the size, and to solve where that is a matter of
seconds; "plan" is to try, else to forecast, and "solve" is to solve. Unless `keep`, a small game
is not kept, and it is only reported to be small. `seconds` is the most processor time for the task. Lines out
are objects too: a `plan`, the progress, and last `finished`, `longer` (the try), `large` (not solved),
`cancelled` or an `error`. Termination stops the work, which keeps what was finished.
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

import zermelo
from zermelo import Budget, Game, ZermeloError
from zermelo.core import (
    Cancelled,
    MissingCapability,
    OutOfBudget,
    Progress,
    describe_error,
    find_rule_error,
    has,
)
from zermelo.solver import Plan
from zermelo.web.requests.timeouts import RuleTimeLimit, RuleTookTooLong
from zermelo.web.services.worker_process import (
    discard_prints,
    limit_process,
    load_task_game,
    start_compiling_reports,
    write_json_line,
)
from zermelo.web.services.worker_reports import COMPILING, JobProgress

SMALL_SECONDS: Final = 5.0  # of a game that is solved unasked, whatever the number of its positions
SMALL_DISK: Final = 50_000_000  # bytes that it may keep
SMALL_UNPLANNED: Final = 3_000_000  # positions of one that cannot be planned
TRY_SECONDS: Final = 0.7  # of processor time: so long the interpreter is ahead of compiling
TRY_POSITIONS: Final = 50_000  # of a perfect index, which is gone through whole
UNASKED: Final = 0.05  # seconds without a task after which a process prepares itself for one
ENDING: Final = 10.0  # seconds to end in where the server is gone
EVERY: Final = 0.2  # seconds between two lines of progress


class ProgressReporter:
    """Writes lines of progress, at most one per interval."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        """Write the progress of the work, unless it has just been written."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            done = JobProgress(
                phase=progress.phase,
                done=progress.done,
                total=progress.total,
                seconds=progress.seconds,
                left=progress.seconds_left,
            )
            write_json_line(**done.as_json())


def run_solve_task(task: dict[str, Any], budget: Budget) -> None:
    """Do one task, and report how it ended."""
    limit_process(task["seconds"], task["niceness"])
    game, store = load_task_game(task), Path(task["store"])
    if task["do"] == "try":
        if not _try_solve_uncompiled(game, store, budget, is_kept=task["keep"]):
            write_json_line(longer=True)
        return
    if task["do"] == "plan":
        if task["keep"] and _try_solve_uncompiled(game, store, budget, is_kept=True):
            return
        write_json_line(plan=game.plan(budget=budget, quick=True).as_json())
        write_json_line(large=True)
        return
    if task["do"] == "small":
        is_small = _is_quick_to_solve(game, budget)
        if not (is_small and task["keep"]):
            write_json_line(large=True, small=is_small)
            return
    solution = zermelo.solve(game, store=store, budget=budget)
    _report_solution(solution.directory, solution.summary.solved)


def _report_solution(directory: Path | None, positions: int) -> None:
    """Report that a game is solved, and what was kept of it."""
    kept = {} if directory is None else {"name": directory.name, "size": _compute_directory_size(directory)}
    write_json_line(finished=True, kept=kept and kept | {"positions": positions})


def _try_solve_uncompiled(game: Any, store: Path, budget: Budget, *, is_kept: bool) -> bool:
    """Solve a game by the interpreter within the time of a try; return whether that was reported.

    It is solved beside the other solutions: there may be work in the store to go on from, which stays.
    """
    if has(game, "rank") and game.size > TRY_POSITIONS:
        return False
    store.mkdir(parents=True, exist_ok=True)
    until = time.process_time() + TRY_SECONDS
    timed = threading.Event()

    def stop_when_late(progress: Progress) -> None:
        if time.process_time() > until:
            timed.set()
            budget.stop.set()

    budget = Budget(listener=stop_when_late, stop=budget.stop)
    with tempfile.TemporaryDirectory(prefix=".trying-", dir=store, ignore_cleanup_errors=True) as folder:
        try:
            with RuleTimeLimit().limit_time_of_rules(repr(game), TRY_SECONDS):
                solution = zermelo.solve(game, store=folder, budget=budget, interpreted=True)
        except (RuleTookTooLong, OutOfBudget):
            return False
        except Cancelled:
            if not timed.is_set():
                raise
            budget.stop.clear()
            return False
        made = solution.directory
        if made is not None and is_kept:
            try:
                made.rename(store / made.name)
            except OSError:  # there is one, maybe of earlier rules, which only a solve may replace
                zermelo.solve(game, store=store, budget=budget, interpreted=True)
            _report_solution(store / made.name, solution.summary.solved)
        else:
            write_json_line(large=True, small=True)
    return True


def _compute_directory_size(directory: Path) -> int:
    """Return how many bytes the files of a directory have."""
    return sum(file.stat().st_size for file in directory.iterdir())


def _is_quick_to_solve(game: Game, budget: Budget) -> bool:
    """Return whether solving is a matter of seconds; send the plan where there is one."""
    try:
        plan = game.plan(budget=Budget(stop=budget.stop), quick=True)  # whose steps are not those of a solve
    except MissingCapability:  # dice, without an index
        return _try_quick_solve(game)
    write_json_line(plan=plan.as_json())
    return is_solved_unasked(plan)


def is_solved_unasked(plan: Plan) -> bool:
    """Return whether a game takes so little that nobody is asked: two such solves at once fit into memory."""
    known = plan.fits and not plan.open and 2 * plan.least_memory <= plan.budget
    return known and plan.disk <= SMALL_DISK and plan.seconds + plan.seconds_writing <= SMALL_SECONDS


def _try_quick_solve(game: Game) -> bool:
    """Return whether a game that cannot be planned is solved within the processor time, in memory."""
    until = time.process_time() + SMALL_SECONDS
    budget = Budget()

    def stop_when_too_large(progress: Progress) -> None:
        if time.process_time() > until or progress.done > SMALL_UNPLANNED:
            budget.stop.set()

    budget.listener = stop_when_too_large
    with contextlib.suppress(Cancelled):
        zermelo.solve(game, budget=budget)
        return True
    return False


def _report_compiling(done: float, left: float) -> None:
    """Report that rules are compiled."""
    progress = JobProgress(phase=COMPILING, done=0, total=None, seconds=done, left=left)
    write_json_line(**progress.as_json())


def _prepare_for_tasks() -> None:
    """Load what every solve needs, so that the first one is as fast as all others."""
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(ZermeloError, OSError):
        for name in ("hexapawn", "nim(heaps=(1,2))"):
            zermelo.solve(name, store=folder, interpreted=True)


def main() -> None:
    """Do the tasks of the lines, one after another; end soon after the last, or on termination."""
    warnings.simplefilter("ignore")
    discard_prints()
    stop, tasks = threading.Event(), Queue[dict[str, Any] | None]()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's: it terminates its workers

    def read_tasks_from_input() -> None:
        for line in sys.stdin:
            tasks.put(json.loads(line))
        stop.set()  # the server is gone
        tasks.put(None)
        time.sleep(ENDING)
        os._exit(1)

    threading.Thread(target=read_tasks_from_input, daemon=True).start()
    start_compiling_reports(_report_compiling)
    write_json_line(ready=True)
    try:
        tasks.put(tasks.get(timeout=UNASKED))
    except Empty:
        _prepare_for_tasks()
    while not stop.is_set() and (task := tasks.get()) is not None:
        try:
            run_solve_task(task, Budget(listener=ProgressReporter(), stop=stop))
        except Cancelled:
            write_json_line(cancelled=True)
        except ZermeloError as error:
            write_json_line(error=str(error), kind=type(error).__name__)
        except MemoryError:
            write_json_line(error="memory is exhausted", kind="OutOfBudget")
        except BaseException as error:
            if not isinstance(error, Exception) and find_rule_error(error) is None:
                raise
            write_json_line(error=f"the rules cannot be asked: {describe_error(error)}", kind="BadRules")


if __name__ == "__main__":
    main()
