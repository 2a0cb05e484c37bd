"""A panel of the explorer: how many moves there are, and their names."""

from typing import Annotated

from zermelo.core import about
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels import Panel
from zermelo.web.panels.panel_request import PanelAnswer, PanelRequest


class MovesPanel(PanelAnswer, frozen=True, kw_only=True):
    """The moves at a position."""

    name: Annotated[str, about("which panel")] = "moves"
    moves: Annotated[tuple[str, ...], about("their names")]


def list_moves(view: PositionView, request: PanelRequest) -> MovesPanel:
    """Return the names of the moves at a position."""
    match = view.line.match
    moves = tuple(match.game.name(match.position, move) for move in match.game.moves(match.position))
    return MovesPanel(finding=f"{len(moves)} moves", moves=moves)


MOVES = Panel(
    name="moves",
    title="Moves",
    fits=lambda view: not view.is_over,
    answer=list_moves,
    template='<p class="lead">{{ moves|join(", ") }}</p>',
)
