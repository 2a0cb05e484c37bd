"""The panel why: the reason for the best move, the line that follows, and what every other move loses to."""

from typing import Any, Final

from zermelo import Answer
from zermelo.explain import Voice, Why
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import PanelRequest, is_viewer_to_move, moves_url, template_answer

NAMED: Final = 40  # moves in a row


def answer(view: PositionView, request: PanelRequest) -> dict[str, Any]:
    """Return why the best move is best, addressed to the viewer."""
    assert view.known.solution is not None
    return explanation_values(view, view.known.solution.why(view.line.match.position))


def explanation_values(view: PositionView, reason: Why) -> dict[str, Any]:
    """Return reasons as plain values, with the address of each move that they name."""
    same = is_viewer_to_move(view)
    voice = Voice() if same else Voice().swapped
    worth = template_answer(reason.answer, same=same)
    claims = [claim.text(voice) for claim in reason.reason]
    others = _other_move_values(view, reason, voice, same=same)
    return {
        "finding": f"Why {reason.name}?",
        "move": reason.name,
        "url": moves_url(view, reason.name),
        "worth": worth,
        "reasons": [text[:1].upper() + text[1:] for text in claims],
        "line": _line_values(view, reason, voice),
        "left": reason.line.left,
        "strategy": reason.strategy,
        "others": others,
        "marked": any("!" in other["said"] for other in others),
        "listener": "you" if same else "your opponent",
    }


def _line_values(view: PositionView, reason: Why, voice: Voice) -> list[dict[str, Any]]:
    names: list[str] = []
    rows = []
    for ply in reason.line.plies:
        names.append(ply.name)
        who = voice.me if ply.is_own else voice.other
        rows.append({"name": ply.name, "who": who, "forced": ply.forced, "url": moves_url(view, *names)})
    return rows


def _other_move_values(view: PositionView, reason: Why, voice: Voice, *, same: bool) -> list[dict[str, Any]]:
    """Return the other moves, those with the same reason together, best first."""
    groups: dict[tuple[Answer, str], list[str]] = {}
    standing: dict[tuple[Answer, str], str] = {}
    for other in reason.others:
        key = other.answer.answer, other.text(voice)
        groups.setdefault(key, []).append(other.answer.name)
        standing[key] = other.standing
    return [
        {
            "moves": [{"name": name, "url": moves_url(view, name)} for name in names[:NAMED]],
            "more": max(0, len(names) - NAMED),
            "worth": template_answer(key[0], same=same),
            "said": key[1],
            "standing": standing[key],
        }
        for key, names in groups.items()
    ]
