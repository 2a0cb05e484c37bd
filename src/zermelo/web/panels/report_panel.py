"""The panel of the report: is the game fair, how long is it, what decides it; a link leads to the whole."""

from typing import Annotated, Final, Literal
from urllib.parse import quote

from msgspec import Meta

from zermelo import Solution
from zermelo.core import BadParameter, Result
from zermelo.play import GameReport
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


class PlayerResults(Result, frozen=True, kw_only=True):
    """Results of two players against each other."""

    first: Annotated[str, Meta(description="who begins: perfect, erring or random")]
    second: Annotated[str, Meta(description="the other")]
    widths: Annotated[dict[str, float], Meta(description="per cent of `win`, `draw` and `loss` for first")]
    _cells: tuple[str, ...]


class ReportPanel(PanelAnswer, frozen=True, kw_only=True):
    """The findings of the report on a game."""

    name: Annotated[Literal["report"], Meta(description="which panel")] = "report"
    rows: Annotated[tuple[PanelFact, ...], Meta(description="the findings")]
    players: Annotated[tuple[PlayerResults, ...], Meta(description="players of three strengths")]
    page: Annotated[str, Meta(description="the address of the whole report")]
    _title: str = GameReport.PLAYERS_TITLE
    _columns: tuple[str, ...] = GameReport.PLAYER_COLUMNS


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
        players=_list_results_between_players(found) if isinstance(found, GameReport) else (),
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


def _list_results_between_players(report: GameReport) -> tuple[PlayerResults, ...]:
    """Return what players of three strengths come to against each other, in per cent."""
    return tuple(
        PlayerResults(
            first=each.first,
            second=each.second,
            widths={
                word: round(100 * share, 2)
                for word, share in zip(
                    ("win", "draw", "loss"), (each.first_wins, each.draws, each.second_wins), strict=True
                )
            },
            _cells=cells,
        )
        for each, cells in zip(report.as_result().pairs, report.player_rows(), strict=True)
    )
