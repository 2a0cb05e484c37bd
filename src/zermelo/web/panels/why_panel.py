"""The panel why: the reason for the best move, the line that follows, and what every other move loses to."""

from typing import Annotated, Literal

from zermelo.core import Result, about, capitalize
from zermelo.explain import Voice, Why
from zermelo.web.pages.position_view import PositionView
from zermelo.web.panels.panel_request import (
    MoveUrls,
    PanelAnswer,
    PanelRequest,
    ViewedValue,
    convert_answer_to_viewer,
    is_viewer_to_move,
    make_url_after_moves,
    map_moves_to_urls,
)


class WhyPly(Result, frozen=True, kw_only=True):
    """A ply of the line that follows."""

    name: Annotated[str, about("the move")]
    who: Annotated[str, about("who makes it: you, or the opponent")]
    forced: Annotated[str, about("why no other will do, empty where others would")]
    url: Annotated[str, about("the page after it")]


class WhyOtherMoves(Result, frozen=True, kw_only=True):
    """Other moves, which lose to the same."""

    moves: Annotated[tuple[str, ...], about("the moves")]
    worth: Annotated[ViewedValue, about("what they are worth")]
    said: Annotated[str, about("what they lose to")]
    standing: Annotated[str, about("how they compare with the best move")]


class WhyPanel(PanelAnswer, frozen=True, kw_only=True):
    """The reason for the best move."""

    name: Annotated[Literal["why"], about("which panel")] = "why"
    move: Annotated[str, about("the best move")]
    urls: MoveUrls
    worth: Annotated[ViewedValue, about("what it is worth")]
    reasons: Annotated[tuple[str, ...], about("why it is best, and which strategy it follows, in sentences")]
    line: Annotated[tuple[WhyPly, ...], about("how best play goes on")]
    left: Annotated[int | None, about("plies after the line; null where play need not end")]
    rest: Annotated[str, about("what follows the line, empty where play ends with it")]
    others: Annotated[tuple[WhyOtherMoves, ...], about("the other moves, best first")]
    marked: Annotated[bool, about("whether forced replies are marked by !")]
    listener: Annotated[str, about("who is addressed: you, or your opponent")]
    _others_title: str
    _mark: str = Why.MARK


def build_why_panel(view: PositionView, request: PanelRequest) -> WhyPanel:
    """Return why the best move is best, addressed to the viewer."""
    assert view.known.solution is not None
    return build_explanation_values(view, view.known.solution.why(view.line.match.position))


def build_explanation_values(view: PositionView, reason: Why) -> WhyPanel:
    """Return reasons, with the address of each move that they name."""
    same = is_viewer_to_move(view)
    voice = Voice() if same else Voice().swapped_voice
    reasons = [*(claim.text(voice) for claim in reason.claims), reason.strategy_text]
    others = _group_other_moves_by_reason(view, reason, voice, same=same)
    names = [ply.name for ply in reason.line.plies]
    return WhyPanel(
        finding=capitalize(reason.title),
        move=reason.name,
        urls=map_moves_to_urls(view),
        worth=convert_answer_to_viewer(reason.answer, same=same),
        reasons=tuple(capitalize(text) for text in reasons if text),
        line=tuple(
            WhyPly(
                name=ply.name,
                who=voice.me if ply.is_own else voice.other,
                forced=ply.forced or "",
                url=make_url_after_moves(view, *names[:count]),
            )
            for count, ply in enumerate(reason.line.plies, 1)
        ),
        left=reason.line.left,
        rest=reason.line.rest_text(voice),
        others=others,
        marked=any("!" in other.said for other in others),
        listener="you" if same else "your opponent",
        _others_title=capitalize(reason.others_title),
    )


def _group_other_moves_by_reason(
    view: PositionView, reason: Why, voice: Voice, *, same: bool
) -> tuple[WhyOtherMoves, ...]:
    """Return the other moves, those with the same reason together, best first."""
    return tuple(
        WhyOtherMoves(
            moves=tuple(each.name for each in others),
            worth=convert_answer_to_viewer(answer, same=same),
            said=said,
            standing=others[-1].standing,
        )
        for (answer, said), others in reason.group_others(voice).items()
    )
