"""Teeko's index: all boards counted again, parents, and the tables against those that know no index."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from families import twin
from families.teeko import CLASSES, TOTALS
from reference import naive
from support.marks import few

import zermelo
from zermelo.compiler.game_compiler import compile_game
from zermelo.core.budget import Budget
from zermelo.games.morris.teeko import Teeko
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.runs.value_tallies import ValueTally, tally_tier
from zermelo.verify.conformance.conformance_suite import verify_game

WIDE = 16


class TeekoByPlay(Teeko):
    """The same rules without the index: positions are found by play."""

    rank = unrank = size = parents = moves_to_later_tiers = neighbour_indexes_in_tier = None  # type: ignore[assignment]


@cache
def boards(game: Teeko) -> Counter[tuple[int, int]]:
    """Return how many boards have each (number of stones, value), by the solution of the index."""
    solution = zermelo.solve(game, interpreted=False)
    program, found = compile_game(game), Counter[tuple[int, int]]()
    with Workers(Budget()) as workers:
        for number in range(solution.records.tier_count):
            block = solution.records.read_tier_block(number)
            for stones in np.unique(stones_on(block.positions)).tolist():
                mine = stones_on(block.positions) == stones
                answers = block.values[mine].astype(np.int64) << WIDE
                tally: ValueTally = tally_tier(program, block.positions[mine], answers, WIDE, workers)
                for value, count in zip((1, 0, -1), tally[:3], strict=True):
                    found[stones, value] += count
    return found


def stones_on(positions: Any) -> Any:
    return np.bitwise_count(positions.astype(np.uint64))


@pytest.mark.long
def test_every_position_of_a_small_board_has_the_naive_value() -> None:
    game = Teeko(columns=3, rows=3)
    solution = zermelo.solve(game, interpreted=False)
    want = naive.solve(twin(game))
    assert len(want) == 5_900
    classes = set()
    for text, (value, remoteness) in want.items():
        position = game.parse(text)
        answer = solution.value(position)
        assert (int(answer.value), answer.remoteness) == (value, remoteness)
        classes.add(game.rank(position))
    assert len(classes) == solution.summary.positions == 824
    assert sorted(classes) == [index for index in range(game.size) if game.unrank(index) >= 0]


@pytest.mark.parametrize(
    "game", few([Teeko(columns=4, rows=3), Teeko(True, 4, 3), Teeko(columns=4, rows=4)], 0), ids=repr
)
def test_tables_are_those_of_the_rules_without_an_index(game: Teeko) -> None:
    by_index = zermelo.solve(game, interpreted=False)
    by_play = zermelo.solve(TeekoByPlay(game.advanced, game.columns, game.rows), interpreted=False)
    assert by_index.summary.solved == by_play.summary.solved > 10_000
    for number in range(by_play.records.tier_count):
        block = by_play.records.read_tier_block(number)
        found = by_index.lookup(block.positions)
        assert np.array_equal(found.values, block.values)
        assert np.array_equal(found.remoteness, by_play.lookup(block.positions).remoteness)
    assert sum(boards(game).values()) == by_play.summary.positions


@pytest.mark.long
def test_boards_are_as_many_as_published() -> None:
    counted = boards(Teeko())
    for stones, totals in TOTALS:
        assert tuple(counted[stones, value] for value in (1, 0, -1)) == totals
    assert zermelo.solve(Teeko(), interpreted=False).summary.positions == CLASSES


@pytest.mark.long
def test_a_solution_is_verified() -> None:
    assert "every stored answer" in str(zermelo.solve(Teeko(columns=4, rows=3), interpreted=False).verify())


@pytest.mark.long
def test_the_index_keeps_what_it_promises() -> None:
    passed = verify_game(Teeko(columns=3, rows=3), compiled=False).details["passed"]
    assert "neighbour_indexes_in_tier and moves_to_later_tiers say what moves and parents say" in passed
