"""What is said of the work on a game: its size, how far solving is, how long still, and how to stop it."""

from typing import Any, Final

from zermelo.web.jobs import Job
from zermelo.web.views import Seen
from zermelo.web.wording import duration, number, size

AGAIN_WORKING, AGAIN_SEARCHING, AGAIN_BUSY = 700, 1_000, 2_000  # milliseconds until a page asks again
NOTHING: Final[dict[str, Any]] = {
    "said": "",
    "search": "",
    "again": 0,
    "plan": [],
    "ask": False,
    "stop": False,
    "share": None,
}


def work_of(seen: Seen) -> dict[str, Any] | None:
    """Return what a page says where a position's value is not looked up, None where it is.

    `again` is in how many milliseconds there will be more to say, 0 for never.
    """
    known, analysis = seen.known, seen.analysis
    found = NOTHING | {"search": search_said(seen)}
    if analysis is not None and analysis.is_going:
        found["again"] = AGAIN_SEARCHING
    if known.solution is not None or known.equilibria is not None:
        return found if analysis is not None else None
    job = known.job
    if job is None:
        return found | {"said": known.refused, "again": AGAIN_BUSY if known.refused else 0}
    return found | {
        "said": said_of(job),
        "again": AGAIN_WORKING if job.is_going else found["again"],
        "plan": plan_rows(job),
        "ask": job.state in ("large", "stopped", "failed") and (job.plan is None or job.plan["fits"]),
        "stop": job.state == "solving",
        "share": share_of(job),
    }


def search_said(seen: Seen) -> str:
    """Return how far the search of this position's moves is, "" where there is none."""
    analysis = seen.analysis
    if analysis is None:
        return ""
    if analysis.error:
        return f"the search ended: {analysis.error}"
    count = len(seen.scene.choices)
    nodes = 0 if analysis.progress is None else analysis.progress["nodes"]
    exact = f"{analysis.exact} of {count} moves are known exactly"
    visited = (
        f", {nodes:,} positions visited in proving the others" if nodes and analysis.exact < count else ""
    )
    return exact + visited + ("" if analysis.is_going else "; the search has ended")


def said_of(job: Job) -> str:
    """Return how the work on a game stands, in a sentence."""
    if job.state == "solving" and job.progress:
        progress = job.progress
        left = f", {duration(progress['left'])} left of this step" if progress.get("left") else ""
        of = f" of {progress['total']:,}" if progress.get("total") else ""
        return f"being solved: {progress['phase']}, {progress['done']:,}{of} positions{left}"
    if job.state == "large" and job.plan is not None and not job.plan["fits"]:
        return "too large to be solved whole on this machine"
    return {
        "waiting": "waiting to be looked at",
        "planning": "being looked at: how large is it?",
        "large": "not solved yet, as it takes a while",
        "solving": "being solved: it has just begun",
        "solved": "solved",
        "stopped": "stopped; what was finished is kept",
        "failed": f"not solved: {job.error}",
    }[job.state]


def plan_rows(job: Job) -> list[tuple[str, str]]:
    """Return what solving will take, as rows of a table."""
    plan = job.plan
    if plan is None:
        return []
    about = "" if plan["factor"] == 1 else f", right up to a factor of {plan['factor']:.2g}"
    least = "at least " if plan["open"] else ""
    rows = [
        ("positions", f"{least}{number(plan['positions'])}{about}"),
        ("time", f"{least}{duration(plan['seconds'] + plan['seconds_writing'])}"),
        ("memory", f"{size(plan['least_memory'])} of {size(plan['budget'])}"),
        ("disk", size(plan["disk"])),
        ("method", plan["method"]),
    ]
    return rows + [("advice", each) for each in plan["advice"]]


def share_of(job: Job) -> int | None:
    """Return how much of the current step is done, in per cent, None where that is not known."""
    progress = job.progress
    if job.state != "solving" or not progress or not progress.get("total"):
        return None
    return int(min(100, 100 * progress["done"] / progress["total"]))
