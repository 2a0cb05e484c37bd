"""The panel of the report: is the game fair, how long is it, what decides it; a link leads to the whole."""

from typing import Any, Final
from urllib.parse import quote

from zermelo import Solution
from zermelo.core import BadParameter
from zermelo.play import GameReport
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest, make_time_budget
from zermelo.web.panels.statistics_panel import build_too_large_message
from zermelo.web.requests.position_url import IN_QUERY

MOST_SOLVED: Final = 200_000  # classes of positions


def build_report_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return the findings of the report, each a heading and a sentence."""
    assert view.known.solution is not None
    solved = view.known.solution.summary.solved
    if solved > MOST_SOLVED:
        return build_too_large_message(view, solved, "report")
    found = view.known.solution.report(budget=request.time_budget)
    rows = found.lines()
    return {
        "finding": rows[0][1],
        "rows": [{"what": what, "said": said} for what, said in rows[1:]],
        "players": _list_results_between_players(found) if isinstance(found, GameReport) else [],
        "page": f"/-/report?game={quote(view.address.game, safe=IN_QUERY)}",
    }


def build_report_page(solution: Solution, seconds: float) -> str:
    """Return the whole report, a page of its own. Raises `BadParameter` where that takes too long."""
    solved = solution.summary.solved
    if solved > MOST_SOLVED:
        raise BadParameter(
            f"{solved:,} positions are too many for a page: zermelo report writes it to a file"
        )
    return solution.report(budget=make_time_budget(seconds)).html()


def _list_results_between_players(report: GameReport) -> list[dict[str, Any]]:
    """Return what players of three strengths come to against each other, in per cent."""
    kinds = ("perfect", "erring", "random")
    rows = []
    for first, kind in enumerate(kinds):
        for second, other in enumerate(kinds):
            wins, draws, losses = (100 * float(each) for each in report.tournament.results[first, second])
            rows.append(
                {
                    "first": kind,
                    "second": other,
                    "widths": {"win": round(wins, 2), "draw": round(draws, 2), "loss": round(losses, 2)},
                }
            )
    return rows
