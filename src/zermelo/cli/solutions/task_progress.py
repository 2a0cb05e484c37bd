"""Progress of a solve by tasks: what is done, what it has cost, how long it may take."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from zermelo.cli.console.progress_meter import find_meter
from zermelo.core import Cancelled, format_bytes, format_duration

if TYPE_CHECKING:
    from zermelo.solver import CloudPrices, SolveProgress, TaskReport

PACE_WINDOW: Final = 60.0  # seconds, of which the pace is that of now
ENOUGH: Final = 5.0  # seconds before which no pace is believed


class SolvePace:
    """The pace of a solve: what workers cost so far, and how fast positions are found or solved."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, clock()
        self._seen: deque[tuple[float, int]] = deque()  # when how many positions were found, or solved
        self._finding: bool | None = None
        self.worker_seconds = 0.0

    def record_progress(self, standing: "SolveProgress") -> None:
        """Record the progress of the solve."""
        now = self._clock()
        self.worker_seconds += standing.workers * (now - self._last)
        self._last = now
        if standing.finding != self._finding:
            self._finding = standing.finding
            self._seen.clear()
        self._seen.append((now, standing.found if standing.finding else standing.solved))
        while len(self._seen) > 2 and self._seen[1][0] <= now - PACE_WINDOW:
            self._seen.popleft()

    def estimate_seconds_left(self, standing: "SolveProgress") -> float | None:
        """Return the seconds that what is known would take at the pace of the last minute, None without one.

        While positions are found that is the way back alone, which takes no less for each than the way down:
        so it is a least.
        """
        (began, before), (ends, after) = self._seen[0], self._seen[-1]
        if ends - began < ENOUGH or after <= before:
            return None
        return (standing.found if standing.finding else standing.left) * (ends - began) / (after - before)

    def format_finished_task(self, report: "TaskReport", dollars_an_hour: float | None = None) -> str:
        """Return what is said when a task is done; `dollars_an_hour` are those of a core."""
        standing = report.standing
        assert standing is not None
        task = report.task
        tiers = f"{standing.tiers} so far" if standing.finding else f"of {standing.tiers}"
        of = f" of {standing.total:,}" if standing.total else ""
        seconds = self.estimate_seconds_left(standing)
        least = "at least " if standing.finding else "about "
        parts = [
            f"{'finding' if standing.finding else 'solving'}: tier {task.tier} ({tiers}), "
            f"task {standing.done:,}{of} ({task.kind})",
            *([] if seconds is None else [f"{least}{format_duration(seconds)} left"]),
            f"{standing.workers:,} workers",
            self.format_cost_so_far(dollars_an_hour),
            f"{standing.tasks:,} tasks",
            f"{format_bytes(standing.read)} read",
            f"{format_bytes(standing.written)} written",
        ]
        return "; ".join(parts)

    def format_cost_so_far(self, dollars_an_hour: float | None) -> str:
        """Return what workers have cost so far, whether they had something to do or not."""
        hours = self.worker_seconds / 3600
        dollars = "" if dollars_an_hour is None else f" = {hours * dollars_an_hour:,.2f} dollars"
        return f"{hours:,.2f} core hours{dollars}"


@contextmanager
def make_solve_progress_listener(
    place: str, prices: "CloudPrices | None"
) -> "Iterator[tuple[SolvePace, Callable[[TaskReport], None]]]":
    """Yield the listener of a solve by tasks; if it is stopped, print what is kept and how to resume."""
    meter, course = find_meter(), SolvePace()
    each = None if prices is None else prices.core_hour
    tasks = 0

    def print_solve_progress(report: "TaskReport") -> None:
        nonlocal tasks
        assert report.standing is not None
        tasks = report.standing.tasks
        course.record_progress(report.standing)
        meter.show_line(course.format_finished_task(report, each))

    try:
        yield course, print_solve_progress
    except KeyboardInterrupt:
        raise Cancelled(
            f"stopped: what {tasks:,} tasks have made is kept in {place}, and the same command goes on from "
            "there; a task that was not at its end is done again"
        ) from None
    finally:
        meter.clear_line()
