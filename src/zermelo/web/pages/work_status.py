"""The status of the work on a game: its size, the progress, the time left, and how to stop it."""

from typing import Any, Final

from zermelo.web.pages.position_view import PositionView
from zermelo.web.pages.work_texts import (
    can_be_offered,
    compute_percent_done,
    describe_solve_job,
    list_plan_rows,
)

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
        "ask": can_be_offered(job),
        "stop": job.asked and job.state == "solving",
        "share": compute_percent_done(job),
    }


def describe_search_progress(view: PositionView) -> str:
    """Return how far the search of this position's moves is, "" where there is none."""
    analysis = view.analysis
    if analysis is None:
        return ""
    if analysis.error:
        return f"The search has ended: {analysis.error}"
    if analysis.is_compiling:
        return "Compiling the search for these rules, some seconds, the first time only"
    count, exact = len(view.scene.choices), analysis.exact_move_count
    if exact == count:
        return "All moves are known exactly" + (", their lengths are searched" if analysis.is_running else "")
    depths = [move.depth for move in analysis.moves.values() if move.value is None and move.score is not None]
    found = f"{exact} of {count} moves {'is' if exact == 1 else 'are'} known exactly"
    if depths:
        far = f"{min(depths)}" if min(depths) == max(depths) else f"{min(depths)} to {max(depths)}"
        found += (
            f"; {len(depths)} {'is an estimate' if len(depths) == 1 else 'are estimates'}, {far} plies deep"
        )
    if analysis.nodes:
        found += f"; {analysis.nodes:,} positions visited"
    if analysis.nodes and analysis.seconds >= 1:
        found += f", {analysis.nodes / analysis.seconds:,.0f} a second"
    return found + (
        "" if analysis.is_running else ". The search has ended: there may be more in a longer one"
    )
