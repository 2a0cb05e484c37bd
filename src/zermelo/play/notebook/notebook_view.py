"""The data that the board in a notebook shows of a match: plain values, which its script lays out."""

from collections.abc import Sequence
from typing import Any

from zermelo.core.errors import UnknownPosition
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import remove_picture_style_sheets
from zermelo.play.matches.headline import Headline
from zermelo.play.matches.match import ChanceOutcome, Match
from zermelo.play.notebook.match_scene import MoveChoice, Scene, value_sign_html
from zermelo.solution.solution import MoveAnswer, Solution

WidgetView = dict[str, Any]


def make_widget_view(
    match: Match,
    solution: Solution | None,
    *,
    side: int | None = None,
    hints: bool = True,
    turned: bool = False,
) -> tuple[WidgetView, list[Any]]:
    """Return the view, and the moves or throws that may be chosen, in the order of the view.

    `side` is the player whose values are shown, None for the player to move. Without `hints`, or without a
    solution, the view has no values, and moves are in the game's order.
    """
    throws = match.throws()
    judge = solution if hints else None
    answers, note = None, ""
    if judge is not None and not throws and not match.is_over():
        try:
            answers = judge.moves(match.position)
        except UnknownPosition:
            judge, note = None, UnknownPosition.REASON
    scene = Scene.from_match(match, answers, match.mover if side is None else side)
    headline = _make_headline(match, judge, answers or (), side)
    sign = "" if headline.tone == "unknown" else value_sign_html(headline.tone, headline.value_sign_text)
    targets = [ClickTarget(place, place) for place in _list_clickable_places(scene.choices)]
    view = {
        "name": str(match.title),
        "board": remove_picture_style_sheets(
            scene.board_html(with_values=judge is not None, targets=targets, turned=turned)
        ),
        "moves": [_make_move_view(choice, shown=judge is not None) for choice in scene.choices],
        "throws": [
            {"name": name, "words": words}
            for name, words in zip(match.chance_outcome_names(), match.chance_outcome_shares(), strict=True)
        ],
        "tone": headline.tone,
        "headline": str(headline),
        "sign": remove_picture_style_sheets(sign),
        "points": _format_points(match, judge),
        "note": note,
        "made": match.played_names(),
        "undo": bool(match.played),
        "redo": bool(match.undone),
        "solved": solution is not None,
        "hints": hints,
        "turned": turned,
        "side": _name_side(match, side),
    }
    return view, [ChanceOutcome(child) for _, child in throws] or [choice.move for choice in scene.choices]


def count_view_sides(match: Match) -> int:
    """Return the number of sides to view from."""
    return int(match.game.players)


def _name_side(match: Match, side: int | None) -> str:
    """Return whose values are shown; "" where there is one player."""
    if count_view_sides(match) == 1:
        return ""
    return "the player to move" if side is None else match.player_name(side)


def _list_clickable_places(choices: Sequence[MoveChoice]) -> list[str]:
    """Return the places that can be clicked, now or after another click."""
    return list(dict.fromkeys(cell for choice in choices for cell in choice.cells))


def _make_move_view(choice: MoveChoice, *, shown: bool) -> WidgetView:
    return {
        "name": choice.name,
        "cells": list(choice.cells),
        "words": choice.words if shown else "",
        "sign": remove_picture_style_sheets(value_sign_html(choice.tone, choice.value_sign_text))
        if shown
        else "",
    }


def _make_headline(
    match: Match, judge: Solution | None, answers: Sequence[MoveAnswer], side: int | None
) -> Headline:
    """Return what is said of the position first; its value where it is known and shown."""
    try:
        answer = None if judge is None or match.is_over() else judge.value(match.position)
    except UnknownPosition:
        answer = None
    tolerance = 0.0 if judge is None else judge.value_tolerance
    return Headline.from_answer(match, answer, answers, side, tolerance=tolerance)


def _format_points(match: Match, judge: Solution | None) -> str:
    """Return the points so far, still to come and at the end, each with its name."""
    try:
        answer = None if judge is None else judge.value(match.position)
    except UnknownPosition:
        answer = None
    score = match.score(answer)
    return "" if score is None else "; ".join(f"{name} {words}" for name, words in score.list_score_rows())
