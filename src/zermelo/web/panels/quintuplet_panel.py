"""The panel of the quintuplet: every position below with its mover, where it leads, and what it is worth."""

import functools
from typing import Annotated, Any, Final, Literal

import zermelo
from zermelo import Game, ZermeloError
from zermelo.core import BadParameter, about, has
from zermelo.solution import Quintuplet
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelFact,
    PanelRequest,
    TooMuchForPage,
    format_equivalent_command,
    list_panel_facts,
    make_position_url,
)

MOST_ROWS: Final = 300


class QuintupletPanel(PanelAnswer, frozen=True, kw_only=True):
    """Every position below, with its mover, where it leads, and what it is worth."""

    name: Annotated[Literal["table"], about("which panel")] = "table"
    answer: Annotated[Quintuplet, about("the positions, first that itself")]
    urls: Annotated[tuple[str, ...], about("the page of each; empty where its text does not say it all")]
    tones: Annotated[tuple[str, ...], about("what each is worth to A: win, draw or loss")]
    _facts: tuple[PanelFact, ...]


def build_quintuplet_panel(view: PositionView, request: PanelRequest) -> QuintupletPanel:
    """Return the table of all that play reaches from here."""
    game, where = view.line.game, view.line.match.position
    try:
        found = zermelo.Game.table(game, where, limit=MOST_ROWS)
    except BadParameter as error:
        if "rows" not in str(error):
            raise
        raise TooMuchForPage(
            f"The table of all positions below has more than {MOST_ROWS:,} rows. Go on with the "
            "game to where less is left, take a smaller one, or ask at a prompt:",
            format_equivalent_command(view, "table", "--limit N"),
        ) from error
    return build_quintuplet_values(view, found)


@functools.lru_cache(maxsize=1_000)
def has_few_rows(game: Game, position: Any) -> bool:
    """Return whether play reaches few enough positions from here for a table on a page."""
    try:
        zermelo.Game.table(game, position, limit=MOST_ROWS)
    except ZermeloError:
        return False
    return True


def build_quintuplet_values(view: PositionView, quintuplet: Quintuplet) -> QuintupletPanel:
    """Return the table as a page shows it."""
    game, rows = view.line.game, quintuplet.positions
    return QuintupletPanel(
        finding=quintuplet.title,
        answer=quintuplet,
        urls=tuple(
            make_position_url(view, row.position, second=row.mover == 2 and not has(game, "mover"))
            for row in rows
        ),
        tones=tuple(zermelo.Answer(row.exact_value, None).outcome for row in rows),
        _facts=list_panel_facts(quintuplet.rows()),
    )
