"""What a plan says of dice: the largest tier is weighed, and not where that cannot be."""

import numpy as np
import pytest
from support.cells import plain as plain
from support.tables import one_thread

import zermelo
from zermelo import clusters
from zermelo.compiler import interpret_game
from zermelo.core.errors import MissingCapability
from zermelo.forecast import dice_measuring, loop_counting
from zermelo.forecast.costs import COSTS
from zermelo.forecast.dice_measuring import seconds_to_weigh
from zermelo.forecast.looks import LoopLook, look

PIG = "pig(target=8)"
pytestmark = pytest.mark.usefixtures("plain")


def test_a_child_costs_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a second on at each look: a tier takes one."""
    ticks = iter(range(100))
    monkeypatch.setattr(dice_measuring.time, "thread_time", lambda: float(next(ticks)))
    seen = look(zermelo.game(PIG))
    assert isinstance(seen, LoopLook) and seen.weighing is not None
    children = max(seen.made.tiers, key=lambda tier: tier.positions).children
    assert seen.weighing * children * COSTS["weigh"].child == pytest.approx(1)
    assert seen.child("weigh") == seen.weighing != seen.child("reach")
    assert "as often as in the largest tier" in seen.assumed(1 << 20)[0]


def test_a_tier_of_which_positions_are_missing_is_not_weighed() -> None:
    program = interpret_game(zermelo.game(PIG))
    whole = loop_counting.count_tiers(program, one_thread()).largest
    assert seconds_to_weigh(program, whole, one_thread()) is not None
    assert seconds_to_weigh(program, np.delete(whole, len(whole) // 2), one_thread()) is None


def test_a_tier_too_large_to_be_kept_is_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_counting, "ENOUGH", 10)
    seen = look(zermelo.game(PIG))
    assert isinstance(seen, LoopLook) and seen.weighing is None
    assert "as often as elsewhere" in seen.assumed(1 << 20)[0]
    assert clusters.plan_on(PIG, 1).core_hours > 0


def test_no_plan_is_made_of_rounds_of_dice() -> None:
    largest = look(zermelo.game(PIG)).least
    assert clusters.plan_on(PIG, 1, bucket=largest).bucket == largest
    with pytest.raises(MissingCapability, match=f"give --bucket {largest}, or more"):
        clusters.plan_on(PIG, 1, bucket=largest - 1)
