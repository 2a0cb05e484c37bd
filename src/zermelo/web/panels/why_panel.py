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


class WhyBetter(Result, frozen=True, kw_only=True):
    """The move that is right where the one that is explained gives something away."""

    move: Annotated[str, about("a best move")]
    worth: Annotated[ViewedValue, about("what it is worth")]
    reasons: Annotated[tuple[str, ...], about("why it is best, in sentences")]


class WhyPanel(PanelAnswer, frozen=True, kw_only=True):
    """The reason for the best move, or why the move that was asked for gives something away."""

    name: Annotated[Literal["why"], about("which panel")] = "why"
    move: Annotated[str, about("the best move, or the one asked for")]
    urls: MoveUrls
    worth: Annotated[ViewedValue, about("what it is worth")]
    reasons: Annotated[
        tuple[str, ...],
        about("why it is best and which strategy it follows, or what it allows, in sentences"),
    ]
    better: Annotated[WhyBetter | None, about("the right move; null where the move explained is as good")]
    line: Annotated[tuple[WhyPly, ...], about("how best play goes on")]
    left: Annotated[int | None, about("plies after the line; null where play need not end")]
    rest: Annotated[str, about("what follows the line, empty where play ends with it")]
    others: Annotated[tuple[WhyOtherMoves, ...], about("the other moves, best first")]
    marked: Annotated[bool, about("whether forced replies are marked by !")]
    listener: Annotated[str, about("who is addressed: you, or your opponent")]
    _others_title: str
    _mark: str = Why.MARK


def build_why_panel(view: PositionView, request: PanelRequest) -> WhyPanel:
    """Return why the best move is best, or what is wrong with the one asked for, addressed to the viewer."""
    assert view.known.solution is not None
    reason = view.known.solution.why(view.line.match.position)
    return build_explanation_values(view, reason, request.detail)


def build_explanation_values(view: PositionView, reason: Why, asked: str) -> WhyPanel:
    """Return reasons, with the address of each move that they name; `asked` is a move, "" for a best one."""
    same = is_viewer_to_move(view)
    voice = _make_voice(view, same=same)
    reasons = tuple(
        capitalize(text)
        for text in (*(claim.text(voice) for claim in reason.claims), reason.strategy_text)
        if text
    )
    others = _group_other_moves_by_reason(view, reason, voice, same=same)
    worse = next((each for each in reason.others if each.name == asked and each.standing != "as good"), None)
    better, explained, begun = None, worse or reason, [asked] if worse else []
    names = [*begun, *(ply.name for ply in explained.line.plies)]
    if worse is not None:
        better = WhyBetter(
            move=reason.name, worth=convert_answer_to_viewer(reason.answer, same=same), reasons=reasons
        )
        reasons = tuple(capitalize(text) for text in (worse.text(voice),) if text)
    return WhyPanel(
        finding=capitalize(
            worse.title(reason.name) if worse else f"why {voice.me} {voice.play_form} {reason.name}"
        ),
        move=explained.name,
        urls=map_moves_to_urls(view),
        worth=convert_answer_to_viewer(explained.answer, same=same),
        reasons=reasons,
        better=better,
        line=tuple(
            WhyPly(
                name=name,
                who=voice.me if is_own else voice.other,
                forced=forced or "",
                url=make_url_after_moves(view, *names[:count]),
            )
            for count, (name, is_own, forced) in enumerate(
                [
                    *((name, True, None) for name in begun),
                    *((ply.name, ply.is_own, ply.forced) for ply in explained.line.plies),
                ],
                1,
            )
        ),
        left=explained.line.left,
        rest=explained.line.rest_text(voice),
        others=others,
        marked=any("!" in other.said for other in others),
        listener="you" if same else "your opponent",
        _others_title=capitalize(reason.others_title),
    )


def _make_voice(view: PositionView, *, same: bool) -> Voice:
    """Return "you" for a person who has chosen a side; who plays all sides reads the players' names."""
    options, match = view.address.view, view.line.match
    if not options.opponent and options.side is None:
        return Voice(match.player_name(match.mover), match.player_name(1 - match.mover))
    return Voice() if same else Voice().swapped_voice


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
