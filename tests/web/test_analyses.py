"""What a process beside the server finds of positions whose game is not solved: values, then lengths."""

import functools
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import search
from zermelo.web.services import analysis_cache

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
        assert best["1"] == best["7"] == (-1, 40)
        late = functools.reduce(game.play, (3, 3, 3, 3, 3, 3, 0, 1, 5), game.start())
        assert kept.find_or_start_analysis(game, "connect_four", late, begin=False) is None
        other = zermelo.game("othello(columns=6, rows=6)")
        assert (
            kept.find_or_start_analysis(other, "othello(columns=6, rows=6)", other.start(), begin=False)
            is None
        )
