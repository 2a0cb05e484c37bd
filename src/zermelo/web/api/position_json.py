"""A position as an object, for programs: what stands behind `.json`."""

from typing import Any

from zermelo import Answer
from zermelo.core import position_to_json
from zermelo.play import Match, MoveChoice
from zermelo.web.pages.line_cache import THROWN
from zermelo.web.pages.line_history import list_made_moves
from zermelo.web.pages.position_view import PositionView, compute_line_score
from zermelo.web.services.analysis_cache import PositionAnalysis


def build_position_json(view: PositionView) -> dict[str, Any]:
    """Return a position as an object: text, moves with their worth for the mover, addresses, the work."""
    match, address = view.line.match, view.address
    choices = view.scene.choices
    answer = None
    if view.known.solution is not None and not view.note:
        answer = view.known.solution.value(match.position)
    found: dict[str, Any] = {
        "game": repr(match.game),
        "url": address.url(),
        "position": position_to_json(match.position),
        "text": match.game.show(match.position),
        "mover": None if match.is_over() else match.mover + 1,
        "over": match.is_over(),
        "solved": view.known.solution is not None or view.known.equilibria is not None,
        **_build_answer_json(match, answer),
        "moves": [_build_move_json(view, each) for each in choices],
        "throws": [
            {"url": address.url_after_move(f"{THROWN}{number}", suffix=".json"), "probability": share}
            for number, (share, _) in enumerate(match.throws(), 1)
        ],
        "made": [
            {"ply": each["ply"], "move": each["name"], "who": each["who"] + 1}
            for each in list_made_moves(view)
        ],
        "search": None if view.analysis is None else build_search_progress_json(view.analysis, len(choices)),
        "work": None if view.known.job is None else view.known.job.as_json(),
        "note": view.note or None,
        "exchange": view.line.exchange or None,
    }
    if match.game.has_payoffs:
        found["payoffs"] = (
            None if not match.is_over() else [position_to_json(each) for each in match.payoffs() or ()]
        )
    elif match.is_over():
        found["result"] = match.result()
    score = compute_line_score(view)
    if score is not None:
        found["points"] = score.as_json()
    return found


def build_search_progress_json(analysis: PositionAnalysis, moves: int) -> dict[str, Any]:
    """Return how far a search is: how many of the moves it knows exactly, and what it has visited."""
    return {
        "going": analysis.is_running,
        "exact": analysis.exact_move_count,
        "moves": moves,
        "nodes": 0 if analysis.progress is None else analysis.progress["nodes"],
        "error": analysis.error or None,
    }


def _build_move_json(view: PositionView, choice: MoveChoice) -> dict[str, Any]:
    answer = choice.answer
    return {
        "move": choice.name,
        "cells": list(choice.cells),
        "url": view.address.url_after_move(choice.name, suffix=".json"),
        **_build_answer_json(view.line.match, answer),
        "found": None if answer is not None or not choice.words else choice.words,
    }


def _build_answer_json(match: Match, answer: Answer | None) -> dict[str, Any]:
    """Return an answer as commands write it, with its words; all of it null where nobody knows one.

    Where moves bring points it says what is to come, and the final result where that is known.
    """
    if answer is None:
        return dict.fromkeys(("value", "outcome", "remoteness", "answer"))
    final = match.final_answer(answer)
    found = answer.as_json() | {"answer": str(final)}
    return found | {"final": None if final.is_to_come else final.value} if answer.is_to_come else found
