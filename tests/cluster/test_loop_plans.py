"""Plans where play comes round or dice are thrown: they have the tasks and bytes of real solves by tiers."""

from pathlib import Path

import pytest

import zermelo
from zermelo import clusters
from zermelo.cluster import loop_counting
from zermelo.cluster.looks import LoopLook, look
from zermelo.cluster.loop_counting import count_tiers
from zermelo.clusters import Report, solve_on
from zermelo.compiler import compile_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget

ONE = Budget(threads=1)
LOOPS = ("quixo(size=3)", "surakarta(size=4)", "dodgem(size=3)")
DICE = ("pig(target=12)", "stochastic_nim(heaps=(5, 6, 7))", "einstein(size=3, stones=2)")


def solved(text: str, store: Path, bucket: int) -> list[Report]:
    """Solve a game by tasks, and return what they tell of its own tiers."""
    reports: list[Report] = []
    solve_on(text, str(store), "threads", workers=1, bucket=bucket, listen=reports.append)
    kinds = ("reach", "unwind", "weigh", "order", "line_up", "gather")
    return [report for report in reports if report.task.kind in kinds]


@pytest.mark.parametrize("text", [*LOOPS, *DICE])
@pytest.mark.parametrize("large", [True, False])
def test_tasks_and_bytes_are_those_of_a_real_solve(text: str, large: bool, tmp_path: Path) -> None:
    seen = look(zermelo.game(text))
    assert isinstance(seen, LoopLook) and seen.made.whole
    largest = round(max(tier.positions for tier in seen.made.tiers))
    bucket = max(1 << 20 if large else largest, largest)
    reports = solved(text, tmp_path, bucket)
    planned = [tasks for phase in seen.solve(bucket).phases() for tasks in phase.tasks]
    real: dict[str, list[Report]] = {}
    for report in reports:
        real.setdefault(report.task.kind, []).append(report)
    for kind in {tasks.kind for tasks in planned} | set(real):
        mine = [tasks for tasks in planned if tasks.kind == kind]
        there = real.get(kind, [])
        assert sum(tasks.count for tasks in mine) == len(there), kind
        positions = sum(tasks.load.positions * tasks.count for tasks in mine)
        assert positions == pytest.approx(sum(report.positions for report in there)), kind
        read = sum(tasks.load.read * tasks.count for tasks in mine)
        assert read == pytest.approx(sum(report.read for report in there), rel=0.1, abs=4096), kind
        if kind != "gather":  # files pack as well as their values are alike
            written = sum(tasks.load.written * tasks.count for tasks in mine)
            objects = sum(report.written for report in there)
            assert written == pytest.approx(objects, rel=0.1, abs=4096), kind


def test_points_on_the_way_are_tried_first(tmp_path: Path) -> None:
    """In which tiers of these play comes round is not seen before, so moves inside are taken for that."""
    seen = look(zermelo.game("oware(houses=3)"))
    reports = solved("oware(houses=3)", tmp_path, 1 << 20)
    planned = [tasks for phase in seen.solve(1 << 20).phases() for tasks in phase.tasks]
    weighed, unwound = (
        ({tasks.tier for tasks in planned if tasks.kind == kind},
         [report.task.tier for report in reports if report.task.kind == kind])
        for kind in ("weigh", "unwind")
    )  # fmt: skip
    assert len(weighed[0]) == len(weighed[1]) == len(seen.growth.sizes)
    assert len(unwound[1]) <= len(unwound[0]) <= len(unwound[1]) + 1


@pytest.mark.parametrize("text", ["quixo(size=3)", "pig(target=12)"])
def test_tiers_wait_for_those_that_they_lead_to(text: str) -> None:
    seen = look(zermelo.game(text))
    (phase,) = [each for each in seen.solve(1 << 20).phases() if each.needs]
    tiers = [tasks.tier for tasks in phase.tasks]
    assert tiers == sorted(tiers, reverse=True) and any(phase.needs)
    for tier, needs in zip(tiers, phase.needs, strict=True):
        assert all(tiers[other] > tier for other in needs)


def test_what_is_counted_is_exact() -> None:
    counted = count_tiers(compile_game(zermelo.game("quixo(size=3)")), ONE)
    solution = zermelo.solve("quixo(size=3)")
    assert sum(tier.positions for tier in counted.tiers) == solution.summary.solved
    assert counted.whole and counted.exact == solution.summary.solved


def test_what_is_not_counted_has_to_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(zermelo.game("quixo(size=3)"))
    whole = count_tiers(program, ONE)
    known = [round(tier.positions * whole.orbit) for tier in whole.tiers]
    monkeypatch.setattr(loop_counting, "LIMIT", 700)
    with pytest.raises(OutOfBudget, match="give --known"):
        count_tiers(program, ONE)
    told = count_tiers(program, ONE, [round(each * 1.0) for each in known])
    assert (
        not told.whole
        and len(told.tiers) == len(known)
        and told.exact < sum(tier.positions for tier in whole.tiers)
    )
    made = clusters.plan_on("quixo(size=3)", 2, known=known)
    assert len(made.assumed) == 1 and "classes were counted" in made.assumed[0]


def test_known_tiers_have_to_agree() -> None:
    with pytest.raises(BadParameter, match="tier 0 has"):
        clusters.plan_on("quixo(size=3)", 2, known=[9999, 1])
