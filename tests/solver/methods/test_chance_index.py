"""Games of chance over a perfect index, against the walked graph and the definitions."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from made import dice_games
from made.dice_games import RankedCoin
from msgspec import UNSET
from reference import naive_dice

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedSolution, OutOfBudget, UnknownPosition
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.solver.graph.chance_graph import build_compiled_chance_graph
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.slot_lookup import RANKED
from zermelo.solver.methods import indexed_value_iteration
from zermelo.solver.methods.indexed_value_iteration import make_initial_bounds, solve_values_over_index
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph
from zermelo.solver.storage.array_store import ArrayStore

ROUNDING = 1e-12
MASTERS: dict[str, Any] = {"route": "masters", "dice": 3, "safe": False, "none_is_most": True}
BLITZ: dict[str, Any] = {"route": "masters", "safe": False, "taking_throws": True}


def bounds_of(game: Any) -> Any:
    """Return the bounds of all ranks."""
    places, budget = build_slots_of_index(interpret_game(game)), Budget(threads=1)
    bounds = make_initial_bounds(places)
    with (
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
        array_store.reserve(0) as reservation,
    ):
        solve_values_over_index(places, workers, reservation, bounds)
    return bounds


@pytest.mark.long
@pytest.mark.parametrize("rules", [{}, MASTERS, BLITZ], ids=["finkel", "masters", "blitz"])
def test_every_position_of_ur_has_the_value_that_its_graph_gives(rules: dict[str, Any]) -> None:
    """Two pieces: every position that play reaches, throws and all, some 60,000."""
    game = RoyalGameOfUr(pieces=2, **rules)
    with ArrayStore(Budget()) as array_store, array_store.reserve(0) as reservation:
        graph = build_compiled_chance_graph(compile_game(game), Budget(), reservation)
    walked = solve_values_of_chance_graph(game, graph, Budget())
    solution = zermelo.solve(game, interpreted=False)
    assert solution.summary.error_bound is not UNSET
    bound = walked.error_bound + solution.summary.error_bound + ROUNDING
    values = dict(zip(graph.positions.tolist(), walked.values.tolist(), strict=True))
    for position in values:
        answer: Any = solution.value(position)
        assert abs(answer.value - values[position]) <= bound, position
    before_throws = [
        position for position in values if game.rolled_throw(position) == 0 and game.rank(position) >= 0
    ]
    assert len({game.rank(position) for position in before_throws}) == len(before_throws)
    assert len(before_throws) <= solution.summary.solved == game.size


@pytest.mark.parametrize("rules", [{}, MASTERS, BLITZ], ids=["finkel", "masters", "blitz"])
def test_ur_is_numbered_without_gaps_by_men_home(rules: dict[str, Any]) -> None:
    game = RoyalGameOfUr(pieces=2, **rules)
    positions = [game.unrank(index) for index in range(game.size)]
    assert [game.rank(position) for position in positions] == list(range(game.size))
    assert len(set(positions)) == game.size
    tiers = [game.tier(position) for position in positions]
    assert tiers == sorted(tiers) and set(tiers) == {0, 1, 2, 3}
    turned = [max(game.symmetries(position)) for position in positions[::97]]
    assert [game.rank(position) for position in turned] == list(range(0, game.size, 97))


def test_what_is_no_position_of_ur_has_no_rank() -> None:
    game = RoyalGameOfUr(pieces=1)
    both_on_e2 = game.pack_position(1 << 8, 1 << 8, 0, 0)
    three_men, four_home = (
        game.pack_position(0b111, 0, 0, 0),
        game.pack_position(4 << game.route_length, 0, 0, 0),
    )
    over = game.pack_position(0, 1 << game.route_length, 0, 0)  # who has won is the mover
    for position in (both_on_e2, three_men, four_home, over, 1 << 50):
        assert game.rank(position) == -1
    solution = zermelo.solve(game, interpreted=True)
    impossible = game.pack_position(0, 0, 6, 0)  # four dice do not count 6
    thrown = game.pack_position(1 << 8, 1 << 8, 1, 0)  # one of both on e2 could go away
    assert [game.rank(game.play(thrown, move)) >= 0 for move in game.moves(thrown)].count(True) >= 1
    for position in (both_on_e2, three_men, over, impossible, thrown):
        with pytest.raises(UnknownPosition):
            solution.value(position)


def test_small_rooms_and_parts_change_nothing_but_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    game = RoyalGameOfUr(pieces=1, route="masters")
    usual = bounds_of(game)
    for name, value in (("LEAST", 3), ("EDGES", 1), ("WAVE", 1)):
        monkeypatch.setattr(indexed_value_iteration, name, value)
    other = bounds_of(game)
    assert np.abs(other.mean(axis=1) - usual.mean(axis=1)).max() < 1e-12
    assert other.tobytes() == bounds_of(game).tobytes()


# On disk


def test_a_solution_on_disk_answers_as_in_memory(tmp_path: Path) -> None:
    for game in (RoyalGameOfUr(pieces=1, **BLITZ), RankedCoin()):
        held, kept = (zermelo.solve(game, store=store, interpreted=True) for store in (None, tmp_path))
        assert kept.verify().checked == held.verify().checked == held.summary.solved
        for position in naive_dice.positions(game):
            assert kept.value(position) == held.value(position)
            assert kept.moves(position) == held.moves(position)
        block, own = (each.records.read_tier_block(0) for each in (kept, held))
        assert block.positions.tolist() == own.positions.tolist()
        assert block.values.tobytes() == own.values.tobytes() and not np.isnan(block.values).any()
    assert kept.directory is not None  # the coin's
    table = pq.read_table(kept.directory / "tier-0000.parquet")
    assert table.column_names == ["value"] and table["value"].to_pylist() == [0.0, 0.0, 1.0, -1.0, None, None]


def test_a_changed_value_is_found() -> None:
    game = RoyalGameOfUr(pieces=1)
    solution: Any = zermelo.solve(game, interpreted=True)
    for place in (0, 100, game.size - 1):
        right = solution.records.answers.values[place]
        for wrong in (right + 1e-6, np.nan):
            solution.records.answers.values[place] = wrong
            with pytest.raises(DamagedSolution):
                solution.verify()
        solution.records.answers.values[place] = right
    assert solution.verify().checked == game.size


# What is refused


def test_ranks_that_edges_cannot_hold_are_refused() -> None:
    game = RankedCoin(size=1 << 31)
    with pytest.raises(OutOfBudget, match="more than 2,147,483,647 ranks with chances"):
        make_initial_bounds(PositionSlots(interpret_game(game), RANKED, (), [0, game.size]))


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("Strays", BadRules, "yield 256 different probabilities or more"),
        ("Unranked", BadRules, "lead to what has no rank"),
        ("Nowhere", BadRules, "lead to what has no rank"),
        ("Handing", BadRules, "lead to a move of the other player's without a rank"),
        ("Sinking", BadRules, r"tier\(\) decreases"),
        ("RankedAndPaid", BadRules, "brings points on the way"),
    ],
)
def test_bad_rules_are_refused(name: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        zermelo.solve(getattr(dice_games, name)(), interpreted=True)
    assert "\n" not in str(caught.value)
