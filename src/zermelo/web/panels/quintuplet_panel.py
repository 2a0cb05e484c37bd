"""The panel of the quintuplet: every position below with its mover, where it leads, and what it is worth."""

from typing import Annotated, Final, Literal

from msgspec import Meta

import zermelo
from zermelo.core import BadParameter, Result, has
from zermelo.solution import Quintuplet
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelAnswer,
    PanelRequest,
    TooMuchForPage,
    format_equivalent_command,
    make_position_url,
)

MOST_ROWS: Final = 300
PLAYERS: Final = "AB"


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


class QuintupletRoot(Result, frozen=True, kw_only=True):
    """The position itself."""

    text: Annotated[str, Meta(description="the position in one line")]
    mover: Annotated[str, Meta(description="A, B or chance")]
    value: Annotated[str, Meta(description="what best play gives A, as text")]
    tone: Annotated[str, Meta(description="win, draw or loss")]


class QuintupletPanel(PanelAnswer, frozen=True, kw_only=True):
    """Every position below, with its mover, where it leads, and what it is worth."""

    name: Annotated[Literal["table"], Meta(description="which panel")] = "table"
    first: Annotated[QuintupletRoot, Meta(description="the position itself")]
    rows: Annotated[tuple[QuintupletPanelRow, ...], Meta(description="the positions")]
    has_unreached: Annotated[bool, Meta(description="whether some position is not reachable")]
    symmetric: Annotated[bool, Meta(description="whether symmetric positions are one")]
    scored: Annotated[bool, Meta(description="whether values are points")]
    dice: Annotated[bool, Meta(description="whether dice are thrown")]


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
            mover="chance" if isinstance(row.probabilities, tuple) else PLAYERS[row.mover - 1],
            successors=row.successors,
            gains=row.gains or (),
            probabilities=tuple(map(float, row.probabilities)) if row.probabilities else None,
            payoff=None if row.payoff is None else float(row.payoff),
            value=float(row.exact_value),
            said=f"{float(row.exact_value):.4g}",
            tone=zermelo.Answer(row.exact_value, None).outcome,
            remoteness=row.remoteness,
            reachable=row.reachable,
        )
        for number, row in enumerate(quintuplet.positions)
    )
    finished = sum(row.payoff is not None for row in rows)
    first = rows[0]
    return QuintupletPanel(
        finding=f"{len(rows):,} positions with their movers, {finished:,} of them finished",
        first=QuintupletRoot(text=first.text, mover=first.mover, value=first.said, tone=first.tone),
        rows=rows,
        has_unreached=any(not row.reachable for row in rows),
        symmetric=has(game, "symmetries"),
        scored=game.scored,
        dice=quintuplet.has_chances,
    )
