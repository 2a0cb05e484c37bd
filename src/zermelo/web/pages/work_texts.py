"""The work on a game in words: how it stands, what a plan says, numbers, times and sizes."""

from zermelo.core import format_bytes, format_count, format_duration
from zermelo.web.services.explorer_jobs import ExplorerJob


def describe_solve_job(job: ExplorerJob) -> str:
    """Return how the work on a game stands, in a sentence."""
    if job.state == "solving" and job.progress:
        progress = job.progress
        left = f", {format_duration(progress.left)} left of this step" if progress.left else ""
        of = f" of {progress.total:,}" if progress.total else ""
        return f"being solved: {progress.phase}, {progress.done:,}{of} positions{left}"
    if job.state == "large" and job.plan is not None and not job.plan.fits:
        return "too large to be solved whole on this machine"
    if job.is_unkept:
        return "not solved unasked, as many solutions have been kept so: ask for it"
    return {
        "waiting": "waiting to be looked at",
        "planning": "being looked at: how large is it?",
        "large": "not solved yet, as it takes a while",
        "solving": "being solved: it has just begun",
        "solved": "solved",
        "stopped": "stopped; what was finished is kept",
        "failed": f"not solved: {job.error}",
    }[job.state]


def list_plan_rows(job: ExplorerJob) -> list[tuple[str, str]]:
    """Return what solving will take, as rows of a table."""
    plan = job.plan
    if plan is None:
        return []
    about = "" if plan.factor == 1 else f", right up to a factor of {plan.factor:.2g}"
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
