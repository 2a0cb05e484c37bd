"""The panel of the quintuplet: every position below with its mover, where it leads, and what it is worth."""

from typing import Annotated, Final, Literal

from msgspec import Meta

import zermelo
from zermelo.core import BadParameter, Result, has
from zermelo.solution import Quintuplet
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelFact,
    PanelRequest,
    TooMuchForPage,
    format_equivalent_command,
    list_facts,
    make_position_url,
)

MOST_ROWS: Final = 300


class QuintupletPanelRow(Result, frozen=True, kw_only=True):
    """A position; what it is worth is worth it to A."""

    number: Annotated[int, Meta(ge=0, description="its number")]
    text: Annotated[str, Meta(description="the position in one line")]
    url: Annotated[str, Meta(description="its page; empty where its text does not say it all")]
    mover: Annotated[str, Meta(description="A, B or chance")]
    successors: Annotated[tuple[int, ...], Meta(description="the numbers of what it leads to")]
    gains: Annotated[tuple[float, ...], Meta(description="where moves bring points: of each successor")]
    probabilities: Annotated[tuple[float, ...] | None, Meta(description="of each successor of chance")]
    payoff: Annotated[float | None, Meta(description="at the end: what A gets")]
    value: Annotated[float, Meta(description="what best play gives A")]
    said: Annotated[str, Meta(description="the value as text")]
    tone: Annotated[str, Meta(description="win, draw or loss")]
    remoteness: Annotated[int | None, Meta(description="plies to the end; null where unknown or endless")]
    reachable: Annotated[bool, Meta(description="whether play from here leads there with that mover")]
    _cells: tuple[str, ...]
    _successors: list[str]


class QuintupletPanel(PanelAnswer, frozen=True, kw_only=True):
    """Every position below, with its mover, where it leads, and what it is worth."""

    name: Annotated[Literal["table"], Meta(description="which panel")] = "table"
    facts: Annotated[tuple[PanelFact, ...], Meta(description="what the columns are")]
    rows: Annotated[tuple[QuintupletPanelRow, ...], Meta(description="the positions, first that itself")]
    _columns: tuple[str, ...]


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


def build_quintuplet_values(view: PositionView, quintuplet: Quintuplet) -> QuintupletPanel:
    """Return the table as a page shows it."""
    game = view.line.game
    rows = tuple(
        QuintupletPanelRow(
            number=number,
            text=row.text,
            url=make_position_url(view, row.position, second=row.mover == 2 and not has(game, "mover")),
            mover=cells[3],
            successors=row.successors,
            gains=row.gains or (),
            probabilities=tuple(map(float, row.probabilities)) if row.probabilities else None,
            payoff=None if row.payoff is None else float(row.payoff),
            value=float(row.exact_value),
            said=cells[6],
            tone=zermelo.Answer(row.exact_value, None).outcome,
            remoteness=row.remoteness,
            reachable=row.reachable,
            _cells=cells,
            _successors=quintuplet.format_successors(number),
        )
        for number, row in enumerate(quintuplet.positions)
        for cells in [quintuplet.format_cells(number)]
    )
    return QuintupletPanel(
        finding=quintuplet.title,
        facts=list_facts(quintuplet.rows()),
        rows=rows,
        _columns=quintuplet.COLUMNS,
    )
