"""A search begins with the interpreter, and goes over to machine code where that is there or pays."""

from collections.abc import Iterator
from typing import Any

import pytest
from made.sorted_nim import Sorted
from support.marks import few

import zermelo
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import BadRules, CannotCompile
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import TicTacToe
from zermelo.search import position_solver
from zermelo.search.position_solver import solve_position
from zermelo.search.search_result import SearchResult

GAME = TicTacToe()  # whose searches other tests compile
ASKED = [("df_pn", {"proof": True}), ("alpha_beta", {"timed": True})]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """By what the searches were made, in order: True for the interpreter."""
    made: list[bool] = []
    make = position_solver._make_search

    def noted(*arguments: Any, interpreted: bool, **options: Any) -> Any:
        made.append(interpreted)
        return make(*arguments, interpreted=interpreted, **options)

    monkeypatch.setattr(position_solver, "_make_search", noted)
    return made


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search by the interpreter is waited for, and none is known to be compiled."""
    monkeypatch.setattr(position_solver, "COMPILED_TIMEOUT", -1.0)
    monkeypatch.setattr(position_solver, "UNCOMPILED_TIMEOUT", -1.0)
    monkeypatch.setattr("zermelo.search.kernel_search.PositionSearch.is_compiled", lambda _: False)


def without_clock(found: SearchResult) -> Any:
    grounds = None if found.proof is None else found.proof.claims
    return found.answer, found.line, found.nodes, grounds


@pytest.mark.slow("a search goes over to machine code")
@pytest.mark.parametrize(("method", "options"), few(ASKED, 1), ids=str)
def test_a_search_that_goes_over_finds_the_same(
    method: str, options: dict[str, bool], impatient: None, ways: list[bool]
) -> None:
    budget = Budget(threads=1)
    found = solve_position(GAME, method=method, budget=budget, **options)
    assert ways == [True, False]
    alone = solve_position(GAME, method=method, budget=budget, interpreted=True, **options)
    assert without_clock(found) == without_clock(alone)


@pytest.mark.usefixtures("impatient")
def test_rules_without_machine_code_are_searched_all_the_same(ways: list[bool]) -> None:
    found = solve_position(Sorted(heaps=(1, 2, 3)))
    assert ways == [True, False, True]
    assert found.answer == solve_position(Nim(heaps=(1, 2, 3)), interpreted=True).answer
    with pytest.raises(CannotCompile):
        solve_position(Sorted(heaps=(1, 2, 3)), interpreted=False)


@pytest.mark.long
def test_what_is_there_is_taken_at_once(ways: list[bool]) -> None:
    first = solve_position(GAME, interpreted=False)
    ways.clear()
    again = solve_position(GAME)
    assert ways == [True, False]  # the first was only asked what it would run
    assert without_clock(first) == without_clock(again)


def test_who_listens_hears_the_interpreter_first() -> None:
    heard: list[Progress] = []
    solve_position(zermelo.game("nim(heaps=(2, 3))"), budget=Budget(listener=heard.append), interpreted=True)
    quietly = [each.phase for each in heard]
    heard.clear()
    solve_position(zermelo.game("nim(heaps=(2, 3))"), budget=Budget(listener=heard.append))
    assert quietly and [each.phase for each in heard][: len(quietly)] == quietly


def test_what_the_interpreter_refuses_is_refused_at_once(ways: list[bool]) -> None:
    class Raises(Subtraction):
        def moves(self, position: int) -> Iterator[int]:
            yield 1 // (position - 30)

    with pytest.raises(BadRules, match="raise"):
        solve_position(Raises(heap=40))
    assert ways == [True]
