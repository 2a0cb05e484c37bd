"""The panel of the kind: what can be said of a game in general, and on which grounds."""

from typing import Annotated, Final, Literal

from msgspec import Meta

import zermelo
from zermelo.core import Result, capitalize
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelAnswer, PanelRequest

POSITIONS: Final = 5_000  # gone through whole up to so many
TIME: Final = 5.0


class PropertyRow(Result, frozen=True, kw_only=True):
    """A property of the game."""

    name: Annotated[str, Meta(description="what it is called")]
    said: Annotated[str, Meta(description="whether the game has it, in a word")]
    reason: Annotated[str, Meta(description="why")]
    grounds: Annotated[str, Meta(description="how that is known")]


class PropertiesPanel(PanelAnswer, frozen=True, kw_only=True):
    """What kind of game it is."""

    name: Annotated[Literal["kind"], Meta(description="which panel")] = "kind"
    properties: Annotated[tuple[PropertyRow, ...], Meta(description="its properties")]
    methods: Annotated[tuple[str, ...], Meta(description="commands that answer it")]
    positions: Annotated[int, Meta(ge=0, description="positions that were looked at")]
    whole: Annotated[bool, Meta(description="whether those are all")]
    _notes: tuple[str, ...]


def build_properties_panel(view: PositionView, request: PanelRequest) -> PropertiesPanel:
    """Return each property of the game: whether it has it, why, and how that is known."""
    found = zermelo.Game.classify(
        view.line.game, positions=POSITIONS, seconds=TIME, budget=request.time_budget
    )
    return PropertiesPanel(
        finding=capitalize(found.class_name),
        properties=tuple(
            PropertyRow(name=each.name, said=each.answer_word, reason=each.reason, grounds=each.grounds)
            for each in found.properties
        ),
        methods=tuple(found.methods),
        positions=found.positions,
        whole=found.whole,
        _notes=(found.visits_text, found.GROUNDS),
    )
