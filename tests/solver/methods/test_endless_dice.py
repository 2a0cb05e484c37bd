"""Games of chance whose players can play for ever: the values, against all pairs of strategies."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from made.dice_games import Dawdling, Hesitating, RandomEndless, RandomPaidEndless, RankedDawdling, Shaking
from reference import naive_dice
from support.cells import plain_kernels

import zermelo
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedSolution, LoopFound
from zermelo.explain.list_tradeoff.game_graph import make_expectation_graph
from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game
from zermelo.solution.solution import Solution
from zermelo.solver.graph.chance_graph import build_interpreted_chance_graph
from zermelo.solver.methods import value_iteration
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph
from zermelo.solver.records.expected_records import ExpectedRecords

ROUNDING = 1e-12


def compare_with_strategies(game: Any) -> bool:
    """Compare every value with the definition; return whether endless play decided any."""
    graph = build_interpreted_chance_graph(game, Budget())
    found = solve_values_of_chance_graph(game, graph, Budget())
    assert found.error_bound < 1e-12
    table = naive_dice.by_strategies(game)
    for position, value in zip(graph.positions, found.values.tolist(), strict=True):
        assert abs(value - float(table[position])) <= found.error_bound + ROUNDING, (game, position)
    return found.is_endless


def random_game(seed: int) -> Any:
    kind = RandomPaidEndless if seed % 4 == 3 else RandomEndless
    return kind(seed=seed, size=4 + seed % 5, largest=1 + seed % 3)


def test_values_are_those_of_the_best_pairs_of_strategies() -> None:
    decided = sum(compare_with_strategies(random_game(seed)) for seed in range(600))
    assert decided > 60


@pytest.mark.long
@pytest.mark.parametrize("block", range(1, 11))
def test_values_are_those_of_the_best_pairs_of_strategies_in_many_games(block: int) -> None:
    decided = [
        compare_with_strategies(random_game(seed)) for seed in range(3000 * block, 3000 * block + 3000)
    ]
    assert sum(decided) > 300


def test_larger_games_alike_by_machine_code() -> None:
    game = RandomEndless(seed=3, size=400, largest=3)
    graph = build_interpreted_chance_graph(game, Budget())
    one, other = (
        solve_values_of_chance_graph(game, graph, Budget(), LazyKernels(compiled=each))
        for each in (False, True)
    )
    assert (
        one.is_endless
        and one.values.tobytes() == other.values.tobytes()
        and one.error_bound == other.error_bound < 1e-12
    )


@pytest.mark.parametrize("game", [Dawdling(), Hesitating(), RankedDawdling(), Shaking()], ids=repr)
def test_solutions_are_kept_and_verified(game: Any, tmp_path: Path) -> None:
    """An index too: where its tiers are refused the whole graph is solved."""
    table = naive_dice.by_strategies(game)
    with plain_kernels():
        for store in (None, tmp_path):
            solution = zermelo.solve(game, store=store, interpreted=False)
            assert solution.summary.method == "value iteration with endless play worth 0"
            assert solution.summary.domain == "reachable" and solution.summary.win_probability is None
            assert solution.verify().checked == len(table)
            for position, value in table.items():
                assert solution.value(position).value == pytest.approx(float(value), abs=ROUNDING)
        assert solution.directory is not None and zermelo.open(game, store=tmp_path).verify().checked == len(
            table
        )


def test_verification_passes_random_games() -> None:
    for seed in range(40):
        game = random_game(seed)
        solution = zermelo.solve(game, store=None, interpreted=True)
        assert solution.verify(interpreted=True).checked == game.size


def test_values_that_only_keep_the_equation_are_found_wrong() -> None:
    """The players pass in Dawdling: whatever one of them has, the other not having it, keeps the equation."""
    game = Dawdling()
    good = zermelo.solve(game, interpreted=True)
    block = good.records.read_tier_block(0)
    for wrong in (1.0, 0.5, 1e-6, -1e-6, -1.0):
        values = np.where(block.positions == 0, wrong, np.where(block.positions == 4, -wrong, block.values))
        summary = msgspec.structs.replace(good.summary, value=wrong)
        planted = Solution(game, summary, ExpectedRecords(block.positions, values, None), None)
        with pytest.raises(DamagedSolution, match="what players can secure by endless play is"):
            planted.verify(interpreted=True)


def test_bounds_that_do_not_meet_in_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_iteration, "MOST_SWEEPS", 0)
    with pytest.raises(
        LoopFound, match=r"at position 4 .* between -1 and 1\): let the rules end play, or have"
    ):
        zermelo.solve(Dawdling(), interpreted=True)


def test_lists_are_not_asked_for_where_play_need_not_end() -> None:
    """A move of the best expectation may only repeat, so a list of such moves may give it away."""
    with pytest.raises(LoopFound, match="may go on for ever at position"):
        make_expectation_graph(Dawdling(), Budget())
    with pytest.raises(LoopFound, match="may only repeat: let the rules end play"):
        build_decisions_of_any_game(Dawdling())
