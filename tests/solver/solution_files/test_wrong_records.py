"""One record of a solution is wrong: whoever meets it hears of it."""

import re
from typing import Any

import pytest
from support.marks import few
from support.tables import expected, table_of

import zermelo
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import CheckFailed, DamagedSolution
from zermelo.core.game import Game
from zermelo.core.values import NO_END
from zermelo.solution.solution import Solution
from zermelo.solver.records.solution_records import MappingRecords
from zermelo.solver.runs import hashable_run

GAMES = (
    *("subtraction(heap=9)", "nim(heaps=(1, 2, 3))", "dots_and_boxes(columns=2, rows=1)"),
    *("sliding_tiles(columns=2, rows=2)", "three_mens_morris"),
)


def with_one_wrong(solution: Solution, position: Any, answer: tuple[int, int]) -> Solution:
    """Return a solution in which a position has another answer."""
    known = {
        each: (value, NO_END if plies is None else plies)
        for each, (value, plies) in table_of(solution).items()
    }
    table = {**known, position: answer}
    return Solution(solution.game, solution.summary, MappingRecords(table), None)


@pytest.mark.parametrize("name", few(GAMES, 4))
def test_a_position_is_not_answered_otherwise_than_its_moves(name: str) -> None:
    """At the position itself, and at each that has it for its best move; nowhere is a wrong answer given."""
    game = zermelo.game(name)
    solution = zermelo.solve(game)
    canonical, table = build_representative_function(game), expected(game)
    middle = [each for each in table if 0 < (table[each][1] or 0) < 4][:2]
    assert middle
    for wrong in middle:
        value, remoteness = table[wrong]
        broken = with_one_wrong(solution, wrong, (value, (remoteness or 0) + 2))
        said = re.escape(f"is kept as {broken.value(wrong)}, and its best move gives")
        with pytest.raises(DamagedSolution, match=said):
            broken.moves(wrong)
        for position in table:
            children = {canonical(game.play(position, each.move)) for each in solution.moves(position)}
            try:
                told = broken.moves(position)
            except DamagedSolution:
                assert position == wrong or wrong in children
            else:
                assert position != wrong
                assert not told or told[0].answer == broken.value(position)


def test_verify_names_the_position_that_is_wrong_and_not_one_before_it() -> None:
    game = zermelo.game("three_mens_morris")
    solution, table = zermelo.solve(game), expected(game)
    for wrong in [each for each in table if table[each] == (-1, 4)][:1]:
        for interpreted in (True, None):
            with pytest.raises(DamagedSolution) as caught:
                with_one_wrong(solution, wrong, (-1, 2)).verify(interpreted=interpreted)
            told = (
                "is stored as loss in 2, but its moves give loss in 4: its record is wrong, or that of one of"
            )
            assert told in str(caught.value)


def test_check_says_what_each_way_gives_and_where_else(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = zermelo.game("subtraction(heap=9)")

    def solved(*arguments: Any) -> Any:
        summary, records = solve(*arguments)
        table = {each: records.find(each) for each in expected(game)}
        table |= {5: (table[5][0], table[5][1] + 2), 6: (-table[6][0], table[6][1])}
        return summary, MappingRecords(table)

    solve = hashable_run.solve_hashable_game
    monkeypatch.setattr("zermelo.verify.conformance.conformance_suite.solve_hashable_game", solved)
    with pytest.raises(CheckFailed, match="win in 3 and loss in 3; at 2 of 10 positions, in value at 1"):
        zermelo.check(game)
