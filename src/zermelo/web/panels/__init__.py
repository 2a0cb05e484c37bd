"""Panels: further analyses of a position, each computed when it is opened.

A panel is a row of `PANELS`: its name, its title, the games it is for, a function that returns a
`PanelAnswer`, and the tab below the board that lists it. The template of that name lays the answer out, and
`.json` gives it as it is. In a URL a panel may have a detail after a colon, such as the depth in
`panel=tree:3`. An installed package adds panels by entry points of the group "zermelo.panels", each with a
template of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from msgspec.structs import asdict

from zermelo import ZermeloError
from zermelo.core import Cancelled, PluginTable, can_ask, describe_error, has
from zermelo.web.page_templates import render_template, render_template_text
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels import (
    game_value_panel,
    nimber_panel,
    properties_panel,
    quintuplet_panel,
    report_panel,
    rule_list_panel,
    statistics_panel,
    tree_panel,
    why_panel,
)
from zermelo.web.panels.panel_request import TIMES as TIMES
from zermelo.web.panels.panel_request import PanelAnswer, PanelRefusal, PanelRequest, TooMuchForPage
from zermelo.web.requests.timeouts import RuleTimeLimit

NO_LISTS: Final[Mapping[str, Path]] = {}
TABS: Final = {"learn": "Learn", "analyse": "Analyse", "share": "Share"}  # `panel=` opens one by its name too
OpenPanel = PanelAnswer | game_value_panel.ValuePanel | PanelRefusal


@dataclass(frozen=True)
class Panel:
    """A question: its name in addresses, its title, whether it fits here, and the answer.

    `template` is Jinja text that lays the answer out, escaped; without one, a file has the panel's name.
    `tab` is one of `TABS`.
    """

    name: str
    title: str
    fits: Callable[[PositionView], bool]
    answer: Callable[[PositionView, PanelRequest], PanelAnswer | game_value_panel.ValuePanel]
    template: str = ""
    tab: str = "analyse"
    is_listed: Callable[[PositionView], bool] = lambda _: True  # else its address alone opens it
    is_beside: bool = False  # whether the answer stands beside the board, else below it with the page's width


def build_open_panel_and_list(
    view: PositionView, time_limit: RuleTimeLimit, lists: Mapping[str, Path] = NO_LISTS
) -> dict[str, Any]:
    """Return the panel that is opened, and all that can be by tab; `lists` are files of rules by name.

    `lasts` says whether it will say the same another time: not what took too long, or rests on such files.
    """
    rows = [panel for panel in PANELS.values() if _does_panel_fit(panel, view)]
    opened = _find_open_panel(view, rows)
    listed = _list_tabs(view, rows, opened)
    if opened is None:
        return {"name": "", "title": "", "body": "", "tabs": listed}
    found = _compute_panel_answer(opened, view, time_limit, lists)
    try:
        body = _render_panel(opened, found)
    except Exception as error:
        if not opened.template:
            raise
        found = PanelRefusal(name=opened.name, refused=f"the template raises {describe_error(error)}")
        body = _render_panel(opened, found)
    if isinstance(found, PanelRefusal):
        title, lasts = opened.title, False
    else:
        title, lasts = found.finding, not (lists and opened.name == "rules")
    return {
        "name": opened.name,
        "title": title,
        "body": Markup(body),
        "beside": opened.is_beside,
        "tabs": listed,
        "lasts": lasts,
    }


def _list_tabs(view: PositionView, rows: list[Panel], opened: Panel | None) -> list[dict[str, Any]]:
    """Return the tabs with their panels; that of the open panel is shown."""
    address, asked = view.address, view.address.view.panel
    first = "learn" if any(panel.tab == "learn" for panel in rows) else "analyse"  # whose tab is not empty
    shown = opened.tab if opened else "analyse" if asked == "setup" else asked if asked in TABS else first
    return [
        {
            "name": tab,
            "title": title,
            "now": tab == shown,
            "url": f"{address.with_view_options(panel=tab).url()}#panels",
            "panels": [
                {
                    "name": panel.name,
                    "title": panel.title,
                    "now": panel is opened,
                    "url": address.with_view_options(panel=tab).url()
                    if panel is opened
                    else f"{address.with_view_options(panel=panel.name).url()}#panel",
                }
                for panel in rows
                if panel.tab == tab and (panel is opened or panel.is_listed(view))
            ],
        }
        for tab, title in TABS.items()
    ]


def answer_panel_request(
    view: PositionView, time_limit: RuleTimeLimit, lists: Mapping[str, Path] = NO_LISTS
) -> OpenPanel | None:
    """Return what the panel that is opened says, or why it says nothing; None where none is."""
    opened = _find_open_panel(view, [panel for panel in PANELS.values() if _does_panel_fit(panel, view)])
    return None if opened is None else _compute_panel_answer(opened, view, time_limit, lists)


def _does_panel_fit(panel: Panel, view: PositionView) -> bool:
    """Return whether a panel fits; one of a plug-in does not where asking it raises an error."""
    try:
        return panel.fits(view)
    except Exception:
        if not panel.template:
            raise
        return False


def _render_panel(panel: Panel, found: OpenPanel) -> str:
    if isinstance(found, PanelRefusal):
        return render_template("panels/refused.html", **asdict(found))
    if panel.template:
        return render_template_text(panel.template, **asdict(found))
    return render_template(f"panels/{panel.name}.html", **asdict(found))


def _find_open_panel(view: PositionView, rows: list[Panel]) -> Panel | None:
    name = view.address.view.panel.partition(":")[0]
    return next((panel for panel in rows if panel.name == name), None)


def _compute_panel_answer(
    panel: Panel, view: PositionView, time_limit: RuleTimeLimit, lists: Mapping[str, Path]
) -> OpenPanel:
    """Return what a panel says, or why it says nothing."""
    seconds = TIMES * time_limit.seconds
    asked = PanelRequest(view.address.view.panel.partition(":")[2], lists, seconds)
    try:
        with time_limit.limit_time_of_rules(f"{panel.title} of {view.line.game!r}", 1.25 * seconds):
            found = panel.answer(view, asked)
    except TooMuchForPage as error:
        return PanelRefusal(name=panel.name, refused=str(error), command=error.command)
    except Cancelled:
        refused = f"This takes longer than the {seconds:g} seconds that a page waits."
        return PanelRefusal(name=panel.name, refused=refused, command="")
    except ZermeloError as error:
        return PanelRefusal(name=panel.name, refused=str(error))
    except Exception as error:  # rules may raise anything
        return PanelRefusal(name=panel.name, refused=describe_error(error))
    if not isinstance(found, OpenPanel):  # of a plug-in
        return PanelRefusal(
            name=panel.name, refused=f"its answer is no PanelAnswer, but {type(found).__name__}"
        )
    return found


def _can_explain_moves(view: PositionView) -> bool:
    """Return whether moves are put against each other: by a solution, between two, without dice."""
    asked = can_ask(view.line.game, "why") and view.known.solution is not None
    return asked and not view.note and not view.is_over


def _has_statistics(view: PositionView) -> bool:
    return view.known.solution is not None and can_ask(view.line.game, "stats")


def _has_partizan_options(view: PositionView) -> bool:
    return has(view.line.game, "options") and not view.line.game.impartial


def _has_quintuplet(view: PositionView) -> bool:
    return not view.is_over and view.line.game.players > 1 and can_ask(view.line.game, "table")


def _has_few_rows(view: PositionView) -> bool:
    """Return whether the table fits a page; rules of a game that nothing is known of may take long."""
    is_known = view.known.solution is not None or view.known.equilibria is not None
    return is_known and quintuplet_panel.has_few_rows(view.line.game, view.line.match.position)


_OWN_PANELS: Final = (
    Panel("why", "Why?", _can_explain_moves, why_panel.build_why_panel, tab="learn", is_beside=True),
    Panel(
        "rules", "Rules to remember", _can_explain_moves, rule_list_panel.build_rule_list_panel, tab="learn"
    ),
    Panel("nimber", "Nimber", lambda view: view.line.game.impartial, nimber_panel.build_nimber_panel),
    Panel("value", "Value as a game", _has_partizan_options, game_value_panel.build_game_value_panel),
    Panel("tree", "Game tree", lambda view: not view.is_over, tree_panel.build_tree_panel),
    Panel(
        "table",
        "Quintuplet",
        _has_quintuplet,
        quintuplet_panel.build_quintuplet_panel,
        is_listed=_has_few_rows,
    ),
    Panel("statistics", "Statistics", _has_statistics, statistics_panel.build_statistics_panel),
    Panel("report", "Report", _has_statistics, report_panel.build_report_panel),
    Panel(
        "kind", "Properties", lambda view: view.line.game.players > 1, properties_panel.build_properties_panel
    ),
)


def _make_plugin_panel(name: str, row: Any) -> Panel:
    if not isinstance(row, Panel) or row.name != name or not row.template:
        raise TypeError(f"it is no Panel with a template whose name is {name}")
    return row


PANELS: Final = PluginTable(
    "zermelo.panels", {panel.name: panel for panel in _OWN_PANELS}, _make_plugin_panel
)
PANEL_ANSWERS: Final = (
    why_panel.WhyPanel,
    rule_list_panel.RuleListPanel,
    nimber_panel.NimberPanel,
    game_value_panel.ValuePanel,
    tree_panel.TreePanel,
    quintuplet_panel.QuintupletPanel,
    statistics_panel.StatisticsPanel,
    report_panel.ReportPanel,
    properties_panel.PropertiesPanel,
    PanelRefusal,
    PanelAnswer,  # of a plug-in
)
