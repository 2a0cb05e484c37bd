"""The status of the work on a game: its size, the progress, the time left, and how to stop it."""

from typing import Any, Final

from zermelo.web.pages.position_view import PositionView
from zermelo.web.pages.work_texts import compute_percent_done, describe_solve_job, list_plan_rows

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


def build_work_status_values(view: PositionView) -> dict[str, Any] | None:
    """Return what a page says where a position's value is not looked up, None where it is.

    `again` is in how many milliseconds there will be more to say, 0 for never.
    """
    known, analysis = view.known, view.analysis
    found = NOTHING | {"search": describe_search_progress(view)}
    if analysis is not None and analysis.is_running:
        found["again"] = AGAIN_SEARCHING
    if known.solution is not None or known.equilibria is not None:
        return found if analysis is not None else None
    job = known.job
    if job is None:
        return found | {"said": known.refused, "again": AGAIN_BUSY if known.refused else 0}
    more = job.is_running_or_waiting or job.state == "solved"  # since this page began to be made
    return found | {
        "said": describe_solve_job(job),
        "again": AGAIN_WORKING if more else found["again"],
        "plan": list_plan_rows(job),
        "ask": job.state in ("large", "stopped", "failed") and (job.plan is None or job.plan.fits),
        "stop": job.asked and job.state == "solving",
        "share": compute_percent_done(job),
    }


def describe_search_progress(view: PositionView) -> str:
    """Return how far the search of this position's moves is, "" where there is none."""
    analysis = view.analysis
    if analysis is None:
        return ""
    if analysis.error:
        return f"the search ended: {analysis.error}"
    count = len(view.scene.choices)
    exact = f"{analysis.exact_move_count} of {count} moves are known exactly"
    visited = (
        f", {analysis.nodes:,} positions visited in proving the others"
        if analysis.nodes and analysis.exact_move_count < count
        else ""
    )
    return exact + visited + ("" if analysis.is_running else "; the search has ended")
