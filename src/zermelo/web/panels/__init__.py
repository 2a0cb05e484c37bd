"""Panels: what else can be asked at a position, each reckoned when somebody opens it.

A panel is a row of `PANELS`: what it is called, for which games it is, and a function that returns plain
values; the template of its name lays them out, and `.json` gives them as they are. In an address a panel may
have a detail behind a colon, as the depth in `panel=tree:3`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from zermelo.errors import Cancelled, ZermeloError, said_by
from zermelo.web.laying_out import lay_out
from zermelo.web.panels import (
    figures,
    fitting,
    kinds,
    nimbers,
    reasons,
    reports,
    rule_lists,
    tables,
    trees,
    values,
)
from zermelo.web.panels.asked import DRAWN, Asked
from zermelo.web.panels.asked import TIMES as TIMES
from zermelo.web.patience import Patience
from zermelo.web.views import Seen

NO_LISTS: Final[Mapping[str, Path]] = {}


@dataclass(frozen=True)
class Panel:
    """A question: its name in addresses, its title, whether it fits here, and the answer as plain values."""

    name: str
    title: str
    fits: Callable[[Seen], bool]
    answer: Callable[[Seen, Asked], dict[str, Any]]


def contents(seen: Seen, patience: Patience, lists: Mapping[str, Path] = NO_LISTS) -> dict[str, Any]:
    """Return the panel that is opened, and all that can be; `lists` are files of rules by name.

    `lasts` says whether it will say the same another time: not what took too long, or rests on such files.
    """
    rows = [panel for panel in PANELS if panel.fits(seen)]
    opened = _opened(seen, rows)
    listed = [
        {
            "name": panel.name,
            "title": panel.title,
            "now": panel is opened,
            "url": seen.address.looked(panel="").url()
            if panel is opened
            else f"{seen.address.looked(panel=panel.name).url()}#panel",
        }
        for panel in rows
    ]
    if opened is None:
        return {"name": "", "title": "", "body": "", "all": listed}
    found = _asked(opened, seen, patience, lists)
    if "refused" in found:
        body = lay_out("panels/refused.html", **{"command": "", **found})
    else:
        body = lay_out(f"panels/{opened.name}.html", **found)
    lasts = "refused" not in found and not (lists and opened.name == "rules")
    title = found.get("finding") or opened.title
    return {"name": opened.name, "title": title, "body": Markup(body), "all": listed, "lasts": lasts}


def as_json(seen: Seen, patience: Patience, lists: Mapping[str, Path] = NO_LISTS) -> dict[str, Any] | None:
    """Return what the panel that is opened says, None where none is; `refused` says why it says nothing."""
    opened = _opened(seen, [panel for panel in PANELS if panel.fits(seen)])
    if opened is None:
        return None
    found = _asked(opened, seen, patience, lists)
    return {"name": opened.name} | {key: value for key, value in found.items() if key != DRAWN}


def _opened(seen: Seen, rows: list[Panel]) -> Panel | None:
    name = seen.address.view.panel.partition(":")[0]
    return next((panel for panel in rows if panel.name == name), None)


def _asked(panel: Panel, seen: Seen, patience: Patience, lists: Mapping[str, Path]) -> dict[str, Any]:
    """Return a panel's values, or `refused`: why there are none."""
    seconds = TIMES * patience.seconds
    asked = Asked(seen.address.view.panel.partition(":")[2], lists, seconds)
    try:
        with patience.watching(f"{panel.title} of {seen.line.game!r}", 1.25 * seconds):
            return panel.answer(seen, asked)
    except Cancelled:
        return {
            "refused": f"This takes longer than the {seconds:g} seconds that a page waits.",
            "command": "",
        }
    except ZermeloError as error:
        return {"refused": str(error)}
    except Exception as error:  # rules may raise anything
        return {"refused": said_by(error)}


PANELS: Final = (
    Panel("why", "Why?", fitting.has_reasons, reasons.answer),
    Panel("rules", "Rules to remember", fitting.has_reasons, rule_lists.answer),
    Panel("nimber", "Nimber", fitting.has_nimbers, nimbers.answer),
    Panel("value", "Value as a game", fitting.has_options, values.answer),
    Panel("tree", "The tree below", fitting.goes_on, trees.answer),
    Panel("table", "Quintuplet", fitting.has_table, tables.answer),
    Panel("statistics", "Statistics", fitting.has_figures, figures.answer),
    Panel("report", "Report", fitting.has_figures, reports.answer),
    Panel("kind", "What kind of game", fitting.is_of_several, kinds.answer),
)
