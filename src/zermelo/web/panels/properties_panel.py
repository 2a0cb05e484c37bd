"""The panel of the kind: what can be said of a game in general, and on which grounds."""

from typing import Annotated, Final, Literal

import zermelo
from zermelo.core import about, capitalize
from zermelo.play import Classification
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelAnswer, PanelRequest

POSITIONS: Final = 5_000  # gone through whole up to so many
TIME: Final = 5.0


class PropertiesPanel(PanelAnswer, frozen=True, kw_only=True):
    """What kind of game it is."""

    name: Annotated[Literal["kind"], about("which panel")] = "kind"
    answer: Annotated[Classification, about("its properties, and commands that solve it")]


def build_properties_panel(view: PositionView, request: PanelRequest) -> PropertiesPanel:
    """Return each property of the game: whether it has it, why, and how that is known."""
    found = zermelo.Game.classify(
        view.line.game, positions=POSITIONS, seconds=TIME, budget=request.time_budget
    )
    return PropertiesPanel(finding=capitalize(found.class_name), answer=found)
