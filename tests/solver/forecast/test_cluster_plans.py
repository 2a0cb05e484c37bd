"""Plans of solves on a cluster: what they take as known, what they measure, and what they say is lacking."""

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from solver.forecast.test_solve_phases import DICE, UnknownTiers
from support.cells import plain as plain
from support.marks import few
from support.tables import one_thread

import zermelo
from zermelo import solution
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.core.errors import BadParameter, MissingCapability, OutOfBudget
from zermelo.solver.forecast import cyclic_tier_counts, rule_costs
from zermelo.solver.forecast.cluster_plan import NODE, ClusterPlan, plan_cluster, plan_workload
from zermelo.solver.forecast.cyclic_tier_counts import count_positions_by_tier
from zermelo.solver.forecast.rule_costs import measure_rule_costs
from zermelo.solver.forecast.solve_phases import TierCounts
from zermelo.solver.forecast.task_costs import CloudPrices
from zermelo.solver.forecast.workload_models import measure_workload

PIG = DICE[0]


@pytest.mark.usefixtures("plain")
def test_tiers_that_are_known() -> None:
    made = plan_cluster(UnknownTiers(), known=[math.comb(6, cells) for cells in range(7)], bucket=10)
    assert made.positions == 64 and made.factor == 1
    with pytest.raises(BadParameter, match="tier 2 has 15 positions, not 16"):
        plan_cluster(UnknownTiers(), known=[1, 6, 16])


@pytest.mark.slow("the first plan of a cluster, which measures compiled rules")
def test_known_tiers_stand_for_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    game = zermelo.game("connect_four(columns=4, rows=4)")
    growth = measure_workload(game).growth
    assert growth.finished
    counts = [round(size * orbit) for size, orbit in zip(growth.sizes, growth.orbits, strict=True)]
    monkeypatch.setattr("zermelo.solver.plans.solve_planner.LIMIT", 2_000)
    seen = measure_workload(game, known=counts)
    assert not seen.growth.finished and seen.growth.factor == 1 and seen.growth.estimate == "given"
    assert seen.growth.position_count == pytest.approx(sum(counts)) and len(seen.tiers) == len(counts)
    assert len(seen.growth.moves) == len(counts) and seen.growth.moves[-1] == 0


def test_cyclic_tiers_that_are_not_counted_have_to_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(zermelo.game("quixo(size=3)"))
    whole = count_positions_by_tier(program, one_thread())
    known = [round(tier.positions * whole.orbit) for tier in whole.tiers]
    with pytest.raises(BadParameter, match="tier 0 has"):
        solution.plan_on("quixo(size=3)", 2, known=[9999, 1])
    monkeypatch.setattr(cyclic_tier_counts, "LIMIT", 700)
    with pytest.raises(OutOfBudget, match="give --known"):
        count_positions_by_tier(program, one_thread())
    told = count_positions_by_tier(program, one_thread(), known)
    assert not told.whole and len(told.tiers) == len(known)
    assert told.exact < sum(tier.positions for tier in whole.tiers)
    (said,) = solution.plan_on("quixo(size=3)", 2, known=known).assumed
    assert "classes were counted" in said


@pytest.mark.parametrize("text", ["awari_endgame(stones=4)", "royal_game_of_ur(pieces=1)"])
def test_what_is_not_planned_is_said(text: str) -> None:
    with pytest.raises(MissingCapability, match="leave out --cluster"):
        solution.plan_on(text, 2)


@pytest.mark.parametrize(
    "wrong", [{"nodes": 0}, {"cores": 0}, {"memory": 0}, {"bucket": 0}, {"network": 0}, {"nodes": 1.5}]
)
def test_parameters_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadParameter):
        solution.plan_on("tic_tac_toe", **({"nodes": 2} | wrong))


@pytest.mark.parametrize(
    "text", few(["connect_four(columns=4, rows=4)", "mnk(columns=4, rows=3, line=4)"], 1)
)
def test_files_are_about_as_large_as_planned(text: str, tmp_path: Path) -> None:
    """Within a third: what answers take is that of other games."""
    solved = zermelo.solve(text, store=tmp_path)
    assert solved.directory is not None
    paths = [*solved.directory.glob("*.parquet")]
    real = (sum(path.stat().st_size for path in paths) - 1_000 * len(paths)) / solved.summary.solved
    assert measure_workload(zermelo.game(text)).sizes.file == pytest.approx(real, rel=0.33)


@pytest.mark.usefixtures("plain")
def test_what_is_lacking_is_said() -> None:
    small = plan_cluster(UnknownTiers(), NODE)
    assert small.lacking == () and small.fits and small.verdict == "it fits"
    tight = plan_cluster(UnknownTiers(), dataclasses.replace(NODE, memory=8 << 20))
    assert not tight.fits and tight.verdict.startswith("it does not fit: it would take "), tight.verdict
    seen = measure_workload(UnknownTiers())
    tiers = [TierCounts(8.0**number, 12 * 8.0**number) for number in range(16)]

    def plan(many: int, bucket: int) -> ClusterPlan:
        return plan_workload(dataclasses.replace(seen, tiers=tiers[:many]), NODE, bucket, CloudPrices())

    assert plan(12, 1 << 20).lacking == ()
    assert plan(12, 1 << 30).lacking == ("an object of more than 5 GB has to be written in parts",)
    assert "hashes" not in str(plan(14, 1 << 26).lacking)
    assert "the hashes of its files would have" in plan(16, 1 << 26).lacking[-1]


@pytest.mark.long
def test_a_plan_of_an_index_says_what_it_takes_as_given() -> None:
    made = solution.plan_on("chess_endgame(material='KQvKR')", 2, cores=1)
    assert made.tiers == 4 and made.buckets == 1 and made.bucket == 3_784_704
    assert {each.kind: each.tasks for each in made.kinds} == {
        "solve_index_tier": 4,
        "write_slice": 1,
        "publish": 0,
    }
    assert len(made.assumed) == 1 and made.as_json()["assumed"] == list(made.assumed)
    with pytest.raises(BadParameter, match="leave out --known"):
        solution.plan_on("chess_endgame(material='KQvK')", 2, known=[1, 2])
    with pytest.raises(MissingCapability, match="no plan is made of tiers of such a game by buckets"):
        solution.plan_on("chess_endgame(material='KQvKR')", 2, cores=4, memory=1 << 30)


# What is measured of dice


@pytest.mark.usefixtures("plain")
def test_a_child_costs_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a second on at each look: a step takes one."""
    ticks = iter(range(1000))
    monkeypatch.setattr(rule_costs.time, "thread_time", lambda: float(next(ticks)))
    seen = measure_workload(zermelo.game(PIG))
    children = max(seen.tiers, key=lambda tier: tier.positions).children
    assert seen.rules is not None and seen.rules.measured
    assert seen.choose_seconds_per_child("solve_expectations") * children == pytest.approx(1)
    assert seen.choose_seconds_per_child("find_positions") * children == pytest.approx(1)
    assert "as many sweeps as in the largest tier" in seen.list_assumptions(1 << 20)[0]


@pytest.mark.usefixtures("plain")
def test_a_tier_of_which_positions_are_missing_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    program = interpret_game(zermelo.game(PIG))
    whole = count_positions_by_tier(program, one_thread()).largest
    assert measure_rule_costs(program, one_thread(), whole).measured
    assert not measure_rule_costs(program, one_thread(), np.delete(whole, len(whole) // 2)).measured
    monkeypatch.setattr(cyclic_tier_counts, "ENOUGH", 10)
    seen = measure_workload(zermelo.game(PIG))
    assert seen.rules is not None and not seen.rules.measured
    assert "as many sweeps as elsewhere" in seen.list_assumptions(1 << 20)[0]
    assert solution.plan_on(PIG, 1).core_hours > 0


@pytest.mark.usefixtures("plain")
def test_no_plan_is_made_of_rounds_of_dice() -> None:
    largest = measure_workload(zermelo.game(PIG)).least_bucket
    assert solution.plan_on(PIG, 1, bucket=largest).bucket == largest
    with pytest.raises(MissingCapability, match=f"give --bucket {largest}, or more"):
        solution.plan_on(PIG, 1, bucket=largest - 1)
