"""Machine code of a search is compared with the interpreter's: every kernel, and each of them once."""

from collections.abc import Iterator
from typing import Any

import pytest

from zermelo.compiler import rules_memory
from zermelo.compiler.guards import search_guard
from zermelo.compiler.machine_code import kernel_cache
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position
from zermelo.games import TicTacToe
from zermelo.search.exact.alpha_beta import ExactSearch

GAME = TicTacToe()  # whose searches other tests compile


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Every comparison from now on, and nothing known of earlier ones."""
    load, positions = kernel_cache.load_cache_entry, search_guard.yield_trial_positions
    games: list[Game] = []

    def counted(game: Game) -> Iterator[Position]:
        games.append(game)
        return positions(game)

    monkeypatch.setattr(
        kernel_cache, "load_cache_entry", lambda name: None if name.endswith(".fact") else load(name)
    )
    monkeypatch.setattr(search_guard, "yield_trial_positions", counted)
    rules_memory.forget_rules()
    return games


@pytest.mark.long  # kernels of both
@pytest.mark.parametrize("first", [True, False])
def test_a_timed_search_is_compared_though_an_untimed_one_was(
    compared: list[Game], monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    """The one is other machine code than the other, and here only the second is wrong."""
    call = ExactSearch._call_kernel

    def wrong(search: ExactSearch, *arguments: Any) -> Any:
        score = call(search, *arguments)
        if search.searcher.native and search.timed is not first:
            search.table[0] ^= 1
        return score

    monkeypatch.setattr(ExactSearch, "_call_kernel", wrong)
    assert ExactSearch(GAME, timed=first).answer(GAME.start()).value == 0
    with pytest.raises(BadRules, match="differs from the interpreter's"):
        ExactSearch(GAME, timed=not first)
    assert len(compared) == 2


@pytest.mark.slow("a search in machine code is compared with the rules")
def test_the_same_kernel_is_compared_once_whoever_runs_it(compared: list[Game]) -> None:
    class Another(ExactSearch):
        pass

    for search in (ExactSearch, Another, ExactSearch):
        assert search(GAME).answer(GAME.start()).value == 0
    assert len(compared) == 1
