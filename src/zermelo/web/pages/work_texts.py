"""The work on a game in words: how it stands, what a plan says, numbers, times and sizes."""

import math
from typing import Final

from zermelo.core import format_bytes, format_count, format_duration
from zermelo.solver import Plan
from zermelo.web.services.explorer_jobs import ExplorerJob
from zermelo.web.services.worker_process import COMPILING
from zermelo.web.services.worker_reports import JobProgress

LONGEST_OFFERED: Final = 86_400.0  # seconds of a solve that is offered


def describe_solve_job(job: ExplorerJob) -> str:
    """Return how the work on a game stands: what is being done, how long it takes, what a person can do."""
    if job.progress is not None and job.progress.phase == COMPILING:
        return _describe_compiling(job.progress.left)
    if job.state == "solving" and job.progress:
        return _describe_progress(job.progress)
    if job.state == "large":
        return _describe_large_game(job)
    return {
        "waiting": "waiting for its turn: other games are being solved",
        "planning": "estimating the size of this game (a few seconds)",
        "solving": "being solved, just begun",
        "solved": "solved",
        "stopped": "you have stopped solving it; what was finished is kept, and solving goes on from there",
        "failed": f"not solved: {job.error}",
    }[job.state]


def _describe_compiling(left: float | None) -> str:
    """Return that rules are compiled, and for how long yet."""
    if not left:
        return "compiling the rules for this machine, longer than usual: it may be busy"
    return f"compiling the rules for this machine, about {math.ceil(left)} s, the first time only"


def _describe_progress(progress: JobProgress) -> str:
    """Return how far a solve is, how fast, and how long its step takes yet."""
    left = f", {format_duration(progress.left)} left of this step" if progress.left else ""
    of = f" of {progress.total:,}" if progress.total else ""
    pace = f", {progress.done / progress.seconds:,.0f} a second" if progress.seconds >= 1 else ""
    return f"being solved: {progress.phase}, {progress.done:,}{of} positions{pace}{left}"


def _describe_large_game(job: ExplorerJob) -> str:
    """Return why a game is not solved while its page opens, and what there is in its place."""
    if job.is_unkept:
        return "many solutions have been kept already, so this one is solved when you ask for it"
    if can_be_offered(job):
        return f"solving all of it takes {'' if job.plan is None else _describe_cost(job.plan)}"
    size = ""
    if job.plan is not None:
        least = "at least " if job.plan.open else "about "
        size = f", {least}{format_count(job.plan.positions, 'position')}"
    return f"too large to be solved whole on this machine{size}: each position is searched when you open it"


def _describe_cost(plan: Plan) -> str:
    seconds = format_duration(plan.seconds + plan.seconds_writing)
    memory, disk = format_bytes(plan.least_memory), format_bytes(plan.disk)
    return f"about {seconds}, {memory} of memory and {disk} of disk"


def can_be_offered(job: ExplorerJob) -> bool:
    """Return whether a person is offered to solve a game: it fits this machine, and ends within a day."""
    if job.is_unkept or (job.asked and job.state in ("stopped", "failed")):
        return True
    plan = job.plan
    if plan is None or job.state not in ("large", "stopped", "failed"):
        return False
    return plan.fits and not plan.open and plan.seconds + plan.seconds_writing <= LONGEST_OFFERED


def list_plan_rows(job: ExplorerJob) -> list[tuple[str, str]]:
    """Return what solving will take, as rows of a table; none where it is not offered."""
    plan = job.plan
    if plan is None or not (can_be_offered(job) or job.asked):
        return []
    about = "" if plan.factor == 1 else f" (estimate, within a factor of {plan.factor:.2g})"
    least = "at least " if plan.open else ""
    rows = [
        ("positions", f"{least}{format_count(plan.positions, 'position')}{about}"),
        ("time", f"{least}{format_duration(plan.seconds + plan.seconds_writing)}"),
        ("memory", f"{format_bytes(plan.least_memory)} of {format_bytes(plan.budget)}"),
        ("disk", format_bytes(plan.disk)),
        ("method", plan.method),
    ]
    return rows + [("advice", each) for each in plan.advice]


def compute_percent_done(job: ExplorerJob) -> int | None:
    """Return how much of the current step is done, in per cent, None where that is not known."""
    progress = job.progress
    if job.state != "solving" or progress is None or not progress.total:
        return None
    return int(min(100, 100 * progress.done / progress.total))


def join_wrapped_lines(text: str) -> list[str]:
    r"""Return the lines of a text, each with those that go on from it, which are set in farther.

    >>> join_wrapped_lines("why c1: win\n  it forks, with lines\n    on a2 and a3")
    ['Why c1: win', 'It forks, with lines on a2 and a3']
    """
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("    ") and found:
            found[-1] += f" {line.strip()}"
        elif line.strip():
            found.append(line.strip())
    return [each[:1].upper() + each[1:] for each in found]
