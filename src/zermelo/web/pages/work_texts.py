"""The work on a game in words: how it stands, what a plan says, numbers, times and sizes."""

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
        ("positions", f"{least}{format_position_count(plan.positions)}{about}"),
        ("time", f"{least}{format_duration(plan.seconds + plan.seconds_writing)}"),
        ("memory", f"{format_byte_count(plan.least_memory)} of {format_byte_count(plan.budget)}"),
        ("disk", format_byte_count(plan.disk)),
        ("method", plan.method),
    ]
    return rows + [("advice", each) for each in plan.advice]


def compute_percent_done(job: ExplorerJob) -> int | None:
    """Return how much of the current step is done, in per cent, None where that is not known."""
    progress = job.progress
    if job.state != "solving" or progress is None or not progress.total:
        return None
    return int(min(100, 100 * progress.done / progress.total))


def format_position_count(value: float) -> str:
    """Return a number of positions, a large one roughly.

    >>> format_position_count(5478.0), format_position_count(5.4e12)
    ('5,478', '5.4e+12')
    """
    return f"{value:,.0f}" if value < 1e10 else f"{value:.2g}"


def format_byte_count(count: float) -> str:
    """Return a number of bytes in words.

    >>> format_byte_count(2_000_000), format_byte_count(3 << 30), format_byte_count(2e13)
    ('1.9 MB', '3 GB', '18,626 GB')
    """
    amount, unit = (count / 2**30, "GB") if count >= 1 << 30 else (count / 2**20, "MB")
    return f"{amount:.2g} {unit}" if amount < 100 else f"{amount:,.0f} {unit}"


def format_duration(seconds: float) -> str:
    """Return a time in words.

    >>> format_duration(0.3), format_duration(90), format_duration(7200), format_duration(1e9)
    ('under a second', '90 seconds', '2 hours', '32 years')
    """
    if seconds < 1:
        return "under a second"
    for limit, size, word in (
        (120, 1, "second"),
        (7200, 60, "minute"),
        (172_800, 3600, "hour"),
        (6e7, 86_400, "day"),
    ):
        if seconds < limit:
            count = round(seconds / size)
            return f"{count} {word}" + ("" if count == 1 else "s")
    return f"{seconds / 31_557_600:,.0f} years"


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
