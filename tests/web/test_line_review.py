"""The review of a line in a game that is not solved says what a solution says, as far as a search has come."""

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.play import Match
from zermelo.web.pages.line_review import LineReview
from zermelo.web.services.analysis_cache import AnalysisCache, PositionAnalysis
from zermelo.web.services.worker_reports import MoveFinding

PATIENCE = 120.0


def analysis_of(solution: Any, match: Match, ply: int, *, exact: bool = True) -> PositionAnalysis:
    """Return what a search finds at a ply that has judged every move exactly, or has estimates alone."""
    moves = {
        str(each.name): MoveFinding(
            name=str(each.name),
            value=each.answer.value if exact else None,
            remoteness=each.answer.remoteness if exact and each.answer.is_timed else None,
            score=None if exact else 10 * each.answer.value,
            depth=0 if exact else 4,
        )
        for each in solution.moves(match.positions[ply])
    }
    found = PositionAnalysis(ply, "game", match.positions[ply], solution.game.scored, moves, count=len(moves))
    found.over = exact
    return found


def line_of(game: Any, *names: str) -> Match:
    match = Match(game)
    for name in names:
        match.play(match.find_move(name, exact=True))
    return match


MOVES = ("b2", "b1", "a1", "c3", "a3", "a2", "c1")


@pytest.mark.parametrize("name", ["tic_tac_toe", "kayles(pins=5)", "dots_and_boxes(columns=2, rows=1)"])
def test_a_review_of_exact_values_is_that_of_the_solution(name: str) -> None:
    solution = zermelo.solve(name)
    match = line_of(solution.game, *MOVES) if name == "tic_tac_toe" else Match(solution.game)
    while not match.is_over():
        match.play(match.moves()[-1])
    analyses = {ply: analysis_of(solution, match, ply) for ply in range(len(match.played))}
    review = LineReview(match, analyses)
    assert review.is_exact and not review.is_running
    for ply, found in enumerate(review.plies):
        assert found.answer is not None
        assert found.answer.value == solution.value(match.positions[ply]).value
    mistakes = [
        match.find_mistake_among(found.compared, ply) if found.compared else None
        for ply, found in enumerate(review.plies, 1)
    ]
    right = match.find_mistakes(solution)
    assert [(each.ply, each.value_lost) for each in mistakes if each] == [
        (each.ply, each.value_lost) for each in right
    ]


def test_what_is_not_exact_is_an_estimate_and_what_follows_tells_the_worth_of_a_move() -> None:
    solution = zermelo.solve("tic_tac_toe")
    match = line_of(solution.game, *MOVES)
    some = {ply: analysis_of(solution, match, ply, exact=ply >= 3) for ply in range(1, len(match.played))}
    review = LineReview(match, some)
    assert not review.is_exact and review.is_running
    for ply, found in enumerate(review.plies):
        value = solution.value(match.positions[ply]).value
        assert (found.answer and found.answer.value) == (value if ply >= 2 else None)  # a1 wins
        assert found.estimate == ((10 * value, 4) if ply == 1 else None)
    assert not LineReview(match, {}).plies[0].estimate  # nothing is known but the end
    last = LineReview(match, {}).plies[-2].answer
    assert last is not None and last.value == 1  # the last move has won


@pytest.mark.long
def test_a_line_is_searched_from_its_end(tmp_path: Path) -> None:
    name = "connect_four(columns=4, rows=4)"
    match = Match(zermelo.game(name))
    while not match.is_over():
        match.play(match.moves()[0])
    until = time.monotonic() + PATIENCE
    with closing(AnalysisCache(tmp_path)) as kept:
        while (
            review := LineReview(match, kept.find_or_start_review(match.game, name, match.positions[:-1]))
        ).is_running:
            assert time.monotonic() < until
            time.sleep(0.05)
    solution = zermelo.solve(name)
    for found, position in zip(review.plies, match.positions, strict=True):
        assert found.answer is None or found.answer.value == solution.value(position).value
    assert review.plies[-2].answer is not None
