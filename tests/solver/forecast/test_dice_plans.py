"""What a plan says of dice: the largest tier is weighed, and not where that cannot be."""

import numpy as np
import pytest
from support.cells import plain as plain
from support.tables import one_thread

import zermelo
from zermelo import solution
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.errors import MissingCapability
from zermelo.solver.forecast import cyclic_tier_counts, dice_costs
from zermelo.solver.forecast.dice_costs import measure_expectation_seconds
from zermelo.solver.forecast.task_costs import COSTS
from zermelo.solver.forecast.workload_models import CyclicWorkload, measure_workload

PIG = "pig(target=8)"
pytestmark = pytest.mark.usefixtures("plain")


def test_a_child_costs_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a second on at each look: a tier takes one."""
    ticks = iter(range(100))
    monkeypatch.setattr(dice_costs.time, "thread_time", lambda: float(next(ticks)))
    seen = measure_workload(zermelo.game(PIG))
    assert isinstance(seen, CyclicWorkload) and seen.expectation_seconds is not None
    children = max(seen.tier_counts.tiers, key=lambda tier: tier.positions).children
    assert seen.expectation_seconds * children * COSTS["solve_expectations"].child == pytest.approx(1)
    assert (
        seen.estimate_seconds_per_child("solve_expectations")
        == seen.expectation_seconds
        != seen.estimate_seconds_per_child("find_positions")
    )
    assert "as many sweeps as in the largest tier" in seen.list_assumptions(1 << 20)[0]


def test_a_tier_of_which_positions_are_missing_is_not_weighed() -> None:
    program = interpret_game(zermelo.game(PIG))
    whole = cyclic_tier_counts.count_positions_by_tier(program, one_thread()).largest
    assert measure_expectation_seconds(program, whole, one_thread()) is not None
    assert measure_expectation_seconds(program, np.delete(whole, len(whole) // 2), one_thread()) is None


def test_a_tier_too_large_to_be_kept_is_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cyclic_tier_counts, "ENOUGH", 10)
    seen = measure_workload(zermelo.game(PIG))
    assert isinstance(seen, CyclicWorkload) and seen.expectation_seconds is None
    assert "as many sweeps as elsewhere" in seen.list_assumptions(1 << 20)[0]
    assert solution.plan_on(PIG, 1).core_hours > 0


def test_no_plan_is_made_of_rounds_of_dice() -> None:
    largest = measure_workload(zermelo.game(PIG)).least_bucket_size
    assert solution.plan_on(PIG, 1, bucket=largest).bucket == largest
    with pytest.raises(MissingCapability, match=f"give --bucket {largest}, or more"):
        solution.plan_on(PIG, 1, bucket=largest - 1)
