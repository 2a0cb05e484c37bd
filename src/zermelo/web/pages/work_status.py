"""The status of the work on a game: its size, the progress, the time left, and how to stop it."""

from typing import Any, Final

from zermelo.core import capitalize
from zermelo.web.pages.position_view import PositionView

AGAIN_WORKING, AGAIN_SEARCHING, AGAIN_BUSY = 700, 1_000, 2_000  # milliseconds until a page asks again
NOTHING: Final[dict[str, Any]] = {
    "said": "",
    "search": "",
    "again": 0,
    "plan": [],
    "ask": False,
    "stop": False,
    "share": None,
    "learning": "",
}


def build_work_status_values(view: PositionView) -> dict[str, Any] | None:
    """Return what a page says where a position's value is not looked up, None where it is.

    `again` is in how many milliseconds there will be more to say, 0 for never.
    """
    known, analysis = view.known, view.analysis
    found = dict(NOTHING)
    if analysis is not None:
        found["search"] = str(analysis.count_moves(len(view.scene.choices)))
        found["again"] = AGAIN_SEARCHING if analysis.is_running else 0
    if known.solution is not None or known.equilibria is not None:
        return found if analysis is not None else None
    job = known.job
    if job is None:
        return found | {"said": known.refused, "again": AGAIN_BUSY if known.refused else 0}
    status, more = job.status, job.is_running_or_waiting or job.state == "solved"  # since the page was begun
    if view.review is not None and view.review.is_running:
        found |= {"search": str(view.review), "again": AGAIN_SEARCHING}
    found |= {"again": AGAIN_WORKING if more else found["again"], "learning": status.learning}
    if view.is_over and not job.asked:
        return found
    said = str(status)
    if status.is_too_large and analysis is not None and analysis.count == len(analysis.exact_moves):
        said, found["search"] = f"{found['search']}; {status.ALL_MOVES_KNOWN}", ""
    elif status.is_too_large and analysis is not None:  # what is being found comes first
        said, found["search"] = found["search"], f"{capitalize(said)}."
    share = status.percent_done
    if analysis is not None and analysis.is_running and analysis.count:
        share = 100 * len(analysis.exact_moves) // analysis.count
    return found | {
        "said": said,
        "plan": status.rows(),
        "ask": status.is_offered,
        "stop": job.asked and job.state == "solving",
        "share": share,
    }
