"""A process beside the server that plans and solves.

Run it as `python -m zermelo.web.services.solve_worker`, with tasks on its standard input.

Each line of its standard input is an object: `source` names a game, which may open `files` and `spiel` alone,
`store` is where solutions are kept, and `do` is plan, solve, small, which is to solve it where that is a
matter of seconds, or look, which is to say only whether it is. Lines out are objects too: a `plan`, the
progress, and last `finished`, `large` (not solved), `cancelled` or an `error`. Termination stops the work,
which keeps what was finished.
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
import warnings
from pathlib import Path
from queue import Queue
from typing import Any, Final

import zermelo
from zermelo import Budget, Game, ZermeloError
from zermelo.core import Cancelled, MissingCapability, Progress, describe_error, find_rule_error
from zermelo.web.services.worker_process import load_task_game, redirect_prints_to_stderr, write_json_line
from zermelo.web.services.worker_reports import JobProgress

SMALL: Final = 3_000_000  # positions that are solved unasked
SMALL_SECONDS: Final = 10.0
NICE: Final = 19  # niceness of a process whose work no request waits for
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
                phase=progress.phase, done=progress.done, total=progress.total, left=progress.seconds_left
            )
            write_json_line(**done.as_json())


def run_solve_task(task: dict[str, Any], budget: Budget) -> None:
    """Do one task, and report how it ended."""
    game = load_task_game(task)
    if task["do"] == "plan":
        os.nice(NICE)
        write_json_line(plan=game.plan(budget=budget, quick=True).as_json())
        write_json_line(large=True)
        return
    if task["do"] in ("look", "small"):
        is_small = _is_quick_to_solve(game, budget)
        if not is_small or task["do"] == "look":
            write_json_line(large=True, small=is_small)
            return
    directory = zermelo.solve(game, store=Path(task["store"]), budget=budget).directory
    kept = {} if directory is None else {"name": directory.name, "size": _compute_directory_size(directory)}
    write_json_line(finished=True, kept=kept)


def _compute_directory_size(directory: Path) -> int:
    """Return how many bytes the files of a directory have."""
    return sum(file.stat().st_size for file in directory.iterdir())


def _is_quick_to_solve(game: Game, budget: Budget) -> bool:
    """Return whether solving is a matter of seconds; send the plan where there is one."""
    try:
        plan = game.plan(budget=budget, quick=True)
    except MissingCapability:  # dice, without an index
        return _try_quick_solve(game)
    write_json_line(plan=plan.as_json())
    known = plan.fits and not plan.open
    return known and plan.positions <= SMALL and plan.seconds + plan.seconds_writing <= SMALL_SECONDS


def _try_quick_solve(game: Game) -> bool:
    """Return whether a game that cannot be planned is solved within the time, in memory."""
    until = time.monotonic() + SMALL_SECONDS
    budget = Budget()

    def stop_when_too_large(progress: Progress) -> None:
        if time.monotonic() > until or progress.done > SMALL:
            budget.stop.set()

    budget.listener = stop_when_too_large
    with contextlib.suppress(Cancelled):
        zermelo.solve(game, budget=budget)
        return True
    return False


def main() -> None:
    """Do the tasks of the lines, one after another; end soon after the last, or on termination."""
    warnings.simplefilter("ignore")
    redirect_prints_to_stderr()
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
    write_json_line(ready=True)
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
