"""The panel of the report: is the game fair, how long is it, what decides it; a link leads to the whole."""

from typing import Annotated, Final, Literal
from urllib.parse import quote

from markupsafe import Markup
from msgspec.structs import replace

from zermelo import Solution
from zermelo.core import BadParameter, about
from zermelo.games import format_game_name
from zermelo.play import GameReport, PairResults
from zermelo.web.page_templates import render_template
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelFact,
    PanelRequest,
    list_panel_facts,
    make_time_budget,
)
from zermelo.web.panels.statistics_panel import make_too_large_error
from zermelo.web.requests.position_url import IN_QUERY, make_game_path
from zermelo.web.services.solution_cache import compute_once

MOST_SOLVED: Final = 200_000  # classes of positions


class ReportPanel(PanelAnswer, frozen=True, kw_only=True):
    """The findings of the report on a game."""

    name: Annotated[Literal["report"], about("which panel")] = "report"
    rows: Annotated[tuple[PanelFact, ...], about("the findings")]
    players: Annotated[tuple[PairResults, ...], about("players of three strengths")]
    page: Annotated[str, about("the address of the whole report")] = ""
    _columns: tuple[str, ...] = ()  # of a table of the players' results
    _cells: tuple[tuple[str, ...], ...] = ()


def build_report_panel(view: PositionView, request: PanelRequest) -> ReportPanel:
    """Return the findings of the report, each a heading and a sentence."""
    assert view.known.solution is not None
    solved = view.known.solution.summary.solved
    if solved > MOST_SOLVED:
        raise make_too_large_error(view, solved, "report")
    panel: ReportPanel = compute_once(
        view.known.solution, ("report panel",), lambda: _make_panel(view, request)
    )
    return replace(panel, page=f"/-/report?game={quote(view.address.game, safe=IN_QUERY)}")


def _make_panel(view: PositionView, request: PanelRequest) -> ReportPanel:
    """Return the panel without its link, which does not hold the solution."""
    assert view.known.solution is not None
    found = view.known.solution.report(budget=request.time_budget)
    rows = found.lines()
    panel = ReportPanel(finding=rows[0][1], rows=list_panel_facts(rows[1:]), players=())
    if not isinstance(found, GameReport):
        return panel
    cells = tuple(found.player_rows())
    columns = found.PLAYER_COLUMNS[: len(cells[0])]
    return replace(panel, players=found.as_result().pairs, _columns=columns, _cells=cells)


def build_report_page(game: str, solution: Solution, seconds: float) -> str:
    """Return the whole report, a page of its own. Raises `BadParameter` where that takes too long."""
    solved = solution.summary.solved
    if solved > MOST_SOLVED:
        raise BadParameter(
            f"{solved:,} positions are too many for a page: zermelo report writes it to a file"
        )
    name = format_game_name(game.partition("(")[0])

    def frame(title: str, main: str) -> str:
        return render_template(
            "report.html", title=title, main=Markup(main), back=make_game_path(game), name=name
        )

    return solution.report(budget=make_time_budget(seconds)).html(frame)
