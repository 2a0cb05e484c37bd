"""The panel why: the reason for the best move, the line that follows, and what every other move loses to."""

from typing import Any, Final

from zermelo import Answer
from zermelo.explain import Voice, Why
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    PanelRequest,
    build_answer_values,
    is_viewer_to_move,
    make_url_after_moves,
)

NAMED: Final = 40  # moves in a row


def build_why_panel(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return why the best move is best, addressed to the viewer."""
    assert view.known.solution is not None
    return build_explanation_values(view, view.known.solution.why(view.line.match.position))


def build_explanation_values(view: PositionView, reason: Why) -> dict[str, Any]:
    """Return reasons as plain values, with the address of each move that they name."""
    same = is_viewer_to_move(view)
    voice = Voice() if same else Voice().swapped
    worth = build_answer_values(reason.answer, same=same)
    claims = [claim.text(voice) for claim in reason.reason]
    others = _group_other_moves_by_reason(view, reason, voice, same=same)
    return {
        "finding": f"Why {reason.name}?",
        "move": reason.name,
        "url": make_url_after_moves(view, reason.name),
        "worth": worth,
        "reasons": [text[:1].upper() + text[1:] for text in claims],
        "line": _list_line_moves(view, reason, voice),
        "left": reason.line.left,
        "strategy": reason.strategy,
        "others": others,
        "marked": any("!" in other["said"] for other in others),
        "listener": "you" if same else "your opponent",
    }


def _list_line_moves(view: PositionView, reason: Why, voice: Voice) -> list[dict[str, Any]]:
    names: list[str] = []
    rows = []
    for ply in reason.line.plies:
        names.append(ply.name)
        who = voice.me if ply.is_own else voice.other
        rows.append(
            {"name": ply.name, "who": who, "forced": ply.forced, "url": make_url_after_moves(view, *names)}
        )
    return rows


def _group_other_moves_by_reason(
    view: PositionView, reason: Why, voice: Voice, *, same: bool
) -> list[dict[str, Any]]:
    """Return the other moves, those with the same reason together, best first."""
    groups: dict[tuple[Answer, str], list[str]] = {}
    standing: dict[tuple[Answer, str], str] = {}
    for other in reason.others:
        key = other.answer.answer, other.text(voice)
        groups.setdefault(key, []).append(other.answer.name)
        standing[key] = other.standing
    return [
        {
            "moves": [{"name": name, "url": make_url_after_moves(view, name)} for name in names[:NAMED]],
            "more": max(0, len(names) - NAMED),
            "worth": build_answer_values(key[0], same=same),
            "said": key[1],
            "standing": standing[key],
        }
        for key, names in groups.items()
    ]
