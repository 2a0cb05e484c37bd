"""The panel of nimbers: the position's, its options' with the mex, those of the parts it falls into."""

from typing import Any, Final
from urllib.parse import quote

from zermelo.cgt import NimberDerivation, derive_nimber
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest, make_url_after_moves, make_url_of_position_text
from zermelo.web.requests.position_url import IN_QUERY

MOST_ROWS: Final = 200  # kinds of options that are listed
NAMED: Final = 24  # moves in a row
MOST_MEX: Final = 40  # numbers in the row of the mex


def build_nimber_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return the nimber here and its derivation."""
    game, where = view.line.game, view.line.match.position
    whole = derive_nimber(game, where, whole=True, budget=request.time_budget)[0]
    apart = derive_nimber(game, where, budget=request.time_budget)[0]
    nimber = whole.nimber
    loses = "the player to move loses" if nimber == 0 else "the player to move wins"
    return {
        "finding": f"Nimber {nimber}: {loses}",
        "nimber": nimber,
        "outcome_class": whole.outcome_class,
        "mex": build_mex_row({option.nimber for option in whole.options}, nimber),
        "options": [
            {
                "moves": [
                    {"name": name, "url": make_url_after_moves(view, name)} for name in option.moves[:NAMED]
                ],
                "more": max(0, len(option.moves) - NAMED),
                **_build_component_nimber(option),
                "wins": option.nimber == 0,
            }
            for option in sorted(whole.options, key=lambda each: each.nimber)[:MOST_ROWS]
        ],
        "more": max(0, len(whole.options) - MOST_ROWS),
        "winning": [
            {"name": name, "url": make_url_after_moves(view, name)} for name in whole.winning_moves[:NAMED]
        ],
        "parts": [
            part | {"url": make_url_of_position_text(view, part["text"])}
            for part in list_component_nimbers(apart)
        ],
        "sum": make_sum_url(view),
    }


def build_mex_row(option_nimbers: set[int], nimber: int) -> list[dict[str, Any]]:
    """Return the numbers from 0 as far as they matter: which the options have, which is the least missing.

    >>> [(each["number"], each["reached"], each["least"]) for each in build_mex_row({0, 2}, 1)]
    [(0, True, False), (1, False, True), (2, True, False)]
    """
    last = min(max(option_nimbers | {nimber}), max(nimber, MOST_MEX))
    return [
        {"number": number, "reached": number in option_nimbers, "least": number == nimber}
        for number in range(last + 1)
    ]


def list_component_nimbers(derivation: NimberDerivation) -> list[dict[str, Any]]:
    """Return the parts of a position with their nimbers, in binary too: the exclusive or is seen there."""
    digits = max((term.nimber.bit_length() for term in derivation.terms), default=1) or 1
    return [
        {**_build_component_nimber(term), "binary": f"{term.nimber:0{digits}b}"} for term in derivation.terms
    ]


def make_sum_url(view: PositionView) -> str:
    """Return the address of a sum in which the position is the first game."""
    where = repr(view.line.game.show(view.line.match.position))
    begun = (
        f"{view.address.game} from {where}" if view.address.moves or view.address.start else view.address.game
    )
    return f"/-/sum?game={quote(begun, safe=IN_QUERY)}"


def _build_component_nimber(nimber: Any) -> dict[str, Any]:
    return {"text": nimber.text, "nimber": nimber.nimber, "apart": list(nimber.parts)}
