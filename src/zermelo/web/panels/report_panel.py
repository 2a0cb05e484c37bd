"""The panel of the report: is the game fair, how long is it, what decides it; a link leads to the whole."""

from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from zermelo import Solution
from zermelo.core import BadParameter, about
from zermelo.play import GameReport, PairResults
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelFact,
    PanelRequest,
    list_facts,
    make_time_budget,
)
from zermelo.web.panels.statistics_panel import make_too_large_error
from zermelo.web.requests.position_url import IN_QUERY

MOST_SOLVED: Final = 200_000  # classes of positions


class ReportPanel(PanelAnswer, frozen=True, kw_only=True):
    """The findings of the report on a game."""

    name: Annotated[Literal["report"], about("which panel")] = "report"
    rows: Annotated[tuple[PanelFact, ...], about("the findings")]
    players: Annotated[tuple[PairResults, ...], about("players of three strengths")]
    page: Annotated[str, about("the address of the whole report")]
    _report: Any


def build_report_panel(view: PositionView, request: PanelRequest) -> ReportPanel:
    """Return the findings of the report, each a heading and a sentence."""
    assert view.known.solution is not None
    solved = view.known.solution.summary.solved
    if solved > MOST_SOLVED:
        raise make_too_large_error(view, solved, "report")
    found = view.known.solution.report(budget=request.time_budget)
    rows = found.lines()
    return ReportPanel(
        finding=rows[0][1],
        rows=list_facts(rows[1:]),
        players=found.as_result().pairs if isinstance(found, GameReport) else (),
        _report=found,
        page=f"/-/report?game={quote(view.address.game, safe=IN_QUERY)}",
    )


def build_report_page(solution: Solution, seconds: float) -> str:
    """Return the whole report, a page of its own. Raises `BadParameter` where that takes too long."""
    solved = solution.summary.solved
    if solved > MOST_SOLVED:
        raise BadParameter(
            f"{solved:,} positions are too many for a page: zermelo report writes it to a file"
        )
    return solution.report(budget=make_time_budget(seconds)).html()
