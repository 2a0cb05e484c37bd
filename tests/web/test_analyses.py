"""What a process beside the server finds of positions whose game is not solved: values, then lengths."""

import functools
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import search
from zermelo.core import position_to_json
from zermelo.play import Match
from zermelo.web.services import analysis_cache, search_worker

PATIENCE = 120.0


def judged(kept: analysis_cache.AnalysisCache, name: str, position: Any) -> analysis_cache.PositionAnalysis:
    """Return what is known of a position when the search of it has ended."""
    game, until = zermelo.game(name), time.monotonic() + PATIENCE
    while (found := kept.find_or_start_analysis(game, name, position)) is None or found.is_running:
        assert time.monotonic() < until, found
        time.sleep(0.05)
    assert not found.error, found.error
    return found


def told(found: analysis_cache.PositionAnalysis) -> dict[str, tuple[int, int | None]]:
    return {name: (move.value, move.remoteness or None) for name, move in found.moves.items()}


def length(game: Any, answer: Any) -> tuple[int, int | None]:
    return answer.value, None if game.scored or answer.value == 0 else answer.remoteness


@pytest.mark.long
def test_every_move_is_told_with_its_length(tmp_path: Path) -> None:
    """The same without a book and with one; of draws, and where points are counted, there is no length."""
    with closing(analysis_cache.AnalysisCache(tmp_path)) as kept:
        for name in ("connect_four(columns=4, rows=4)", "dots_and_boxes(columns=2, rows=1)"):
            solution = zermelo.solve(name)
            game: Any = solution.game
            start = game.start()
            second = game.play(start, next(iter(game.moves(start))))
            right = [
                {each.name: length(game, each.answer) for each in solution.moves(at)}
                for at in (start, second)
            ]
            assert [told(judged(kept, name, at)) for at in (start, second)] == right
            search.make_book(name, 1, store=tmp_path, interpreted=True)
            with closing(analysis_cache.AnalysisCache(tmp_path)) as with_book:
                found = judged(with_book, name, start)
                assert told(found) == right[0] and not found.nodes  # nothing was searched
                assert sorted(found.fully_analyzed_moves) == sorted(right[0])
                assert told(judged(with_book, name, second)) == right[1]


def test_a_book_answers_at_once(tmp_path: Path) -> None:
    """No search is begun for what the shipped book of Connect Four knows; other games have no book."""
    with closing(analysis_cache.AnalysisCache(tmp_path)) as kept:
        game: Any = zermelo.game("connect_four")
        found = kept.find_or_start_analysis(game, "connect_four", game.start(), begin=False)
        assert found is not None and found.over and not found.nodes
        best = {name: (move.value, move.remoteness) for name, move in found.moves.items()}
        assert best["4"] == (1, 41) and best["3"] == best["5"] == (0, None) and len(best) == 7
        assert best["1"] == best["7"] == (-1, 40) and found.moves["4"].line == ("4", "4", "4")
        late = functools.reduce(game.play, (3, 3, 3, 3, 3, 3, 0, 1, 5), game.start())
        assert kept.find_or_start_analysis(game, "connect_four", late, begin=False) is None
        other = zermelo.game("othello(columns=6, rows=6)")
        assert (
            kept.find_or_start_analysis(other, "othello(columns=6, rows=6)", other.start(), begin=False)
            is None
        )


def test_values_of_all_moves_are_found_before_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    """The headline is exact as soon as it can be: no length is searched while a move has no value."""
    game: Any = zermelo.game("tic_tac_toe")
    position = functools.reduce(game.play, (4, 1, 0, 8), game.start())
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(search_worker, "write_json_line", lambda **said: told.append(said))
    worker = search_worker.SearchWorker(game, threading.Event())
    worker.exact = search.ExactSearch(game, worker.budget, interpreted=True, timed=True)
    worker.analyze_moves_of_position({"task": 1, "start": position_to_json(position), "known": []})
    found = [each for each in told if "name" in each]
    first = next(at for at, each in enumerate(found) if (each["remoteness"] or 0) > 1)
    right = {each.name: each.answer for each in zermelo.solve(game).moves(position)}
    assert {each["name"] for each in found[:first] if each["value"] is not None} == {*right}
    last = {each["name"]: (each["value"], each["remoteness"] or None) for each in found}
    assert last == {name: length(game, answer) for name, answer in right.items()} and "over" in told[-1]
    for each in {
        each["name"]: each for each in found
    }.values():  # the lines that are expected, to the end where one wins
        match = Match(game, [position])
        for name in (each["name"], *each["line"]):
            match.play(match.find_move(name, exact=True))
        assert each["value"] < 1 or match.is_over()
