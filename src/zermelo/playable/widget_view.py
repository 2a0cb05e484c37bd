"""What the board in a notebook shows of a match: plain values, which its script lays out."""

from collections.abc import Sequence
from typing import Any, Final

from zermelo.core.errors import UnknownPosition
from zermelo.core.puzzle_for_one import is_for_one
from zermelo.core.requirements import is_of_payoffs
from zermelo.drawing.look import without_style
from zermelo.drawing.touching import Touch
from zermelo.play.match import Match, Throw
from zermelo.play.score import final_answer, score_at, verdict_of
from zermelo.playable.scene import Choice, as_seen, figures, scene_of, sign_svg, tone_of
from zermelo.query.equilibria import say_payoffs
from zermelo.query.solution import Solution

SIDES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
NOT_THERE: Final = "this position cannot come about from the start, so the solution does not have it"
OVER: Final = "play is over"

View = dict[str, Any]


def view_of(
    match: Match, solution: Solution | None, *, side: int = 0, hints: bool = True, turned: bool = False
) -> tuple[View, list[Any]]:
    """Return what there is to see, and the moves or throws that may be chosen, in the order of the view.

    `side` is who looks. Without `hints`, or where nothing is solved, nothing is said of values, and moves
    come in the order of the game.
    """
    game, throws = match.game, match.throws()
    judge = solution if hints else None
    answers, note = None, ""
    if judge is not None and not throws and not match.is_over():
        try:
            answers = judge.moves(match.position)
        except UnknownPosition:
            judge, note = None, NOT_THERE
    scene = scene_of(match, answers, side)
    tone, words, sign = _worth(match, judge, side)
    touches = [Touch(place, place) for place in _places(scene.choices)]
    view = {
        "name": repr(game),
        "board": without_style(scene.board(with_worths=judge is not None, touches=touches, turned=turned)),
        "moves": [_move(choice, shown=judge is not None) for choice in scene.choices],
        "throws": _throws(match, throws),
        "tone": tone,
        "words": words,
        "sign": without_style(sign),
        "turn": _turn(match),
        "points": _points(match, judge),
        "note": note,
        "made": names_of(match),
        "undo": bool(match.made),
        "redo": bool(match.undone),
        "solved": solution is not None,
        "hints": hints,
        "turned": turned,
        "side": "" if is_for_one(game) else player_name(side),
    }
    return view, [Throw(child) for _, child in throws] or [choice.move for choice in scene.choices]


def names_of(match: Match) -> list[str]:
    """Return the moves made so far by name; of dice it is said that they were thrown."""
    return [
        "throw" if isinstance(move, Throw) else match.game.name(where, move)
        for where, move in zip(match.positions, match.made, strict=False)
    ]


def player_name(number: int) -> str:
    """Return what a player is called.

    >>> player_name(0), player_name(6)
    ('first', 'player 7')
    """
    return SIDES[number] if number < len(SIDES) else f"player {number + 1}"


def count_players(match: Match) -> int:
    """Return how many sides there are to look from."""
    game: Any = match.game
    return int(game.players) if is_of_payoffs(game) else 1 if is_for_one(game) else 2


def _places(choices: Sequence[Choice]) -> list[str]:
    """Return the places that answer at one time or another."""
    return list(dict.fromkeys(cell for choice in choices for cell in choice.cells))


def _move(choice: Choice, *, shown: bool) -> View:
    return {
        "name": choice.name,
        "cells": list(choice.cells),
        "words": choice.words if shown else "",
        "sign": without_style(sign_svg(choice.tone, choice.said)) if shown else "",
    }


def _throws(match: Match, throws: Sequence[tuple[float, Any]]) -> list[View]:
    """Return what dice may bring: what is new in the text of the position, and how likely it is."""
    before = match.shown().splitlines() if throws else []
    found = []
    for number, (share, child) in enumerate(throws, 1):
        new = [row for row in match.game.show(child).splitlines() if row not in before]
        found.append({"name": " / ".join(new) or f"throw {number}", "words": f"{100 * share:.3g}%"})
    return found


def _worth(match: Match, judge: Solution | None, side: int) -> tuple[str, str, str]:
    """Return the tone of the position for who looks, its worth in words, and its sign."""
    if match.is_over():
        return _ended(match, side)
    if judge is None:
        return "unknown", "", ""
    try:
        answer = judge.value(match.position)
    except UnknownPosition:
        return "unknown", "", ""
    seen = as_seen(final_answer(match, answer), same=match.mover == side)
    return tone_of(seen), str(seen), sign_svg(tone_of(seen), figures(seen))


def _points(match: Match, judge: Solution | None) -> str:
    """Return the points so far, still to come and in the end, each with its name."""
    try:
        answer = None if judge is None else judge.value(match.position)
    except UnknownPosition:
        answer = None
    score = score_at(match, answer)
    return "" if score is None else "; ".join(f"{name} {words}" for name, words in score.words())


def _ended(match: Match, side: int) -> tuple[str, str, str]:
    if is_of_payoffs(match.game):
        return "unknown", f"{OVER}: {say_payoffs(match.payoffs() or ())}", ""
    result = match.result() or 0
    if is_for_one(match.game):
        tone, said = ("win", "solved") if result > 0 else ("loss", "a dead end: no move is left")
        return tone, said, sign_svg(tone)
    own = result if side == 0 else -result
    tone = "win" if own > 0 else "loss" if own < 0 else "draw"
    return tone, f"{OVER}: {verdict_of(match)}", sign_svg(tone)


def _turn(match: Match) -> str:
    if match.is_over() or is_for_one(match.game):
        return ""
    who = player_name(match.mover)
    return f"{who} throws the dice" if match.throws() else f"{who} to move"
