"""A panel of the explorer: how many moves there are, and their names."""

from typing import Any

from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels import Panel
from zermelo.web.panels.panel_request import PanelRequest


def list_moves(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return the names of the moves at a position."""
    match = view.line.match
    return {"moves": [match.game.name(match.position, move) for move in match.game.moves(match.position)]}


MOVES = Panel(
    name="moves",
    title="Moves",
    fits=lambda view: not view.is_over,
    answer=list_moves,
    template='<p class="lead">{{ moves|length }} moves: {{ moves|join(", ") }}</p>',
)
