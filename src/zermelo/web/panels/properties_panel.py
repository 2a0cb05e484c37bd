"""The panel of the kind: what can be said of a game in general, and on which grounds."""

from typing import Any, Final

import zermelo
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest

POSITIONS: Final = 5_000  # gone through whole up to so many
TIME: Final = 5.0


def build_properties_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return each property of the game: whether it has it, why, and how that is known."""
    found = zermelo.Game.classify(
        view.line.game, positions=POSITIONS, seconds=TIME, budget=request.time_budget
    )
    return {
        "finding": found.class_name[:1].upper() + found.class_name[1:],
        "properties": [
            {"name": each.name, "said": each.answer_word, "reason": each.reason, "grounds": each.grounds}
            for each in found.properties
        ],
        "methods": list(found.methods),
        "positions": found.positions,
        "whole": found.whole,
    }
