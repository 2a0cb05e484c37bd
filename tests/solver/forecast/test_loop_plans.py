"""Plans where play comes round or dice are thrown: they have the tasks and bytes of real solves by tiers."""

from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cells import plain_kernels
from support.marks import few
from support.tasks import in_groups_of

import zermelo
from zermelo import solution
from zermelo.compiler.game_compiler import compile_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, OutOfBudget
from zermelo.solution import solve_on
from zermelo.solver import TaskReport
from zermelo.solver.forecast import cyclic_tier_counts
from zermelo.solver.forecast.cyclic_task_sizes import CyclicSolveModel
from zermelo.solver.forecast.cyclic_tier_counts import TierCounts, count_positions_by_tier
from zermelo.solver.forecast.workload_models import CyclicWorkload, measure_workload

ONE = Budget(threads=1)
LOOPS = ("quixo(size=3)", "surakarta(size=4)", "dodgem(size=3)")
DICE = ("pig(target=8)", "stochastic_nim(heaps=(5, 6, 7))", "einstein(size=3, stones=2)")


def solved(text: str, store: Path, bucket: int) -> list[TaskReport]:
    """Solve a game by tasks, and return what they tell of its own tiers."""
    reports: list[TaskReport] = []
    solve_on(text, str(store), "threads", workers=1, bucket=bucket, listen=reports.append)
    kinds = (
        "find_positions",
        "solve_tier",
        "solve_expectations",
        "sort_records",
        "join_records",
        "write_tiers",
    )
    return [report for report in reports if report.task.kind in kinds]


@pytest.mark.parametrize("text", few([DICE[0], *LOOPS, *DICE[1:]], 1))
@pytest.mark.parametrize("large", few([False, True], 1))
def test_tasks_and_bytes_are_those_of_a_real_solve(text: str, large: bool, tmp_path: Path) -> None:
    with plain_kernels() if text == DICE[0] else nullcontext():
        compare(text, large, tmp_path)


def compare(text: str, large: bool, tmp_path: Path) -> None:
    """Compare a plan with a solve."""
    seen = measure_workload(zermelo.game(text))
    assert isinstance(seen, CyclicWorkload) and seen.tier_counts.whole
    largest = round(max(tier.positions for tier in seen.tier_counts.tiers))
    bucket = max(1 << 20 if large else largest, largest)
    reports = solved(text, tmp_path, bucket)
    planned = [tasks for phase in seen.build_solve_model(bucket).yield_phases() for tasks in phase.tasks]
    real: dict[str, list[TaskReport]] = {}
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
        if kind != "write_tiers":  # files pack as well as their values are alike
            written = sum(tasks.load.written * tasks.count for tasks in mine)
            objects = sum(report.written for report in there)
            assert written == pytest.approx(objects, rel=0.1, abs=4096), kind


@pytest.mark.long
def test_points_on_the_way_are_tried_first(tmp_path: Path) -> None:
    """In which tiers of these play comes round is not seen before, so moves inside are taken for that."""
    seen = measure_workload(zermelo.game("oware(houses=3)"))
    reports = solved("oware(houses=3)", tmp_path, 1 << 20)
    planned = [tasks for phase in seen.build_solve_model(1 << 20).yield_phases() for tasks in phase.tasks]
    weighed, unwound = (
        ({tasks.tier for tasks in planned if tasks.kind == kind},
         [report.task.tier for report in reports if report.task.kind == kind])
        for kind in ("solve_expectations", "solve_tier")
    )  # fmt: skip
    assert len(weighed[0]) == len(weighed[1]) == len(seen.growth.sizes)
    assert len(unwound[1]) <= len(unwound[0]) <= len(unwound[1]) + 1


@pytest.mark.slow("the first plan of a game with cycles, whose kernels it compiles")
@pytest.mark.parametrize("text", ["quixo(size=3)", DICE[0]])
def test_tiers_wait_for_those_that_they_lead_to(text: str) -> None:
    with plain_kernels() if text == DICE[0] else nullcontext():
        seen = measure_workload(zermelo.game(text))
    (phase,) = [each for each in seen.build_solve_model(1 << 20).yield_phases() if each.needs]
    tiers = [tasks.tier for tasks in phase.tasks]
    assert tiers == sorted(tiers, reverse=True) and any(phase.needs)
    for tier, needs in zip(tiers, phase.needs, strict=True):
        assert all(tiers[other] > tier for other in needs)


def test_what_is_not_counted_has_to_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(zermelo.game("quixo(size=3)"))
    whole = count_positions_by_tier(program, ONE)
    known = [round(tier.positions * whole.orbit) for tier in whole.tiers]
    monkeypatch.setattr(cyclic_tier_counts, "LIMIT", 700)
    with pytest.raises(OutOfBudget, match="give --known"):
        count_positions_by_tier(program, ONE)
    told = count_positions_by_tier(program, ONE, [round(each * 1.0) for each in known])
    assert (
        not told.whole
        and len(told.tiers) == len(known)
        and told.exact < sum(tier.positions for tier in whole.tiers)
    )
    made = solution.plan_on("quixo(size=3)", 2, known=known)
    assert len(made.assumed) == 1 and "classes were counted" in made.assumed[0]


def test_known_tiers_have_to_agree() -> None:
    with pytest.raises(BadParameter, match="tier 0 has"):
        solution.plan_on("quixo(size=3)", 2, known=[9999, 1])


@pytest.mark.long  # each of them compiles what only buckets need
@pytest.mark.parametrize("group", [1, 54])
@pytest.mark.parametrize(("text", "bucket"), [("surakarta(size=4)", 1 << 14), ("dao(size=4)", 1 << 15)])
def test_tiers_in_buckets_have_the_tasks_of_a_real_solve(
    text: str, bucket: int, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many levels there are is given here: nobody knows it before."""
    in_groups_of(group, monkeypatch)
    reports: list[TaskReport] = []
    solve_on(text, str(tmp_path), "threads", workers=1, bucket=bucket, listen=reports.append)
    real: dict[str, list[TaskReport]] = {}
    for report in reports:
        real.setdefault(report.task.kind, []).append(report)
    steps = {(report.task.tier, report.task.number) for report in real["advance"]}
    seen = measure_workload(zermelo.game(text), levels=round(len(steps) / len({tier for tier, _ in steps})))
    planned = [tasks for phase in seen.build_solve_model(bucket).yield_phases() for tasks in phase.tasks]
    assert "levels of a tier in buckets" in seen.list_assumptions(bucket)[0] and not seen.list_assumptions(
        1 << 28
    )

    def sums(kind: str) -> tuple[int, float, float, float]:
        mine = [tasks for tasks in planned if tasks.kind == kind]
        loads = [(tasks.load.positions, tasks.load.read, tasks.load.written, tasks.count) for tasks in mine]
        positions, read, written = (sum(load[which] * load[3] for load in loads) for which in range(3))
        return sum(tasks.count for tasks in mine), positions, read, written

    for kind in (
        "solve_tier",
        "request_answers",
        "send_replies",
        "expand_moves",
        "reverse_moves",
        "finish_answers",
        "sort_records",
        "join_records",
        "write_tiers",
    ):
        there = real.get(kind, [])
        count, positions, _, _ = sums(kind)
        assert count == len(there), kind
        assert positions == pytest.approx(sum(report.positions for report in there)), kind
    for kind, what, near in (
        ("find_positions", "tasks", 0.25),
        ("find_positions", "positions", 0.001),
        ("expand_moves", "written", 0.15),
        ("reverse_moves", "read", 0.15),
        ("reverse_moves", "written", 0.15),
        ("advance", "tasks", 0.25),
        ("advance", "read", 0.3),
        ("sort_records", "read", 0.02),
        ("join_records", "read", 0.02),
    ):
        there = real[kind]
        found = dict(zip(("tasks", "positions", "read", "written"), sums(kind), strict=True))[what]
        expected = len(there) if what == "tasks" else sum(getattr(report, what) for report in there)
        assert found == pytest.approx(expected, rel=near), (kind, what)


@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.floats(1, 6)), min_size=1, max_size=6),
    st.integers(100, 10**5),
    st.integers(1, 20),
)
def test_whatever_tiers_there_are_a_solve_is_planned(
    sizes: list[tuple[int, float]], bucket: int, levels: int
) -> None:
    tiers = [
        TierCounts(
            float(size),
            size * moves,
            size / 2,
            {number + 1: sizes[number + 1][0] / 2} if number + 1 < len(sizes) else {},
            (size / 2, size / 2),
        )
        for number, (size, moves) in enumerate(sizes)
    ]
    solve = CyclicSolveModel(tiers, bucket, 2, 2, 1.0, levels=levels)
    counts: dict[str, int] = {}
    found: dict[str, float] = {}
    for phase in solve.yield_phases():
        for tasks in phase.tasks:
            counts[tasks.kind] = counts.get(tasks.kind, 0) + tasks.count
            found[tasks.kind] = found.get(tasks.kind, 0.0) + tasks.load.positions * tasks.count
            assert min(tasks.load.read, tasks.load.written, tasks.load.gets) >= 0 and tasks.memory > 0
    size = sum(each for each, _ in sizes)
    assert found["find_positions"] == pytest.approx(size) and found["write_tiers"] == pytest.approx(size)
    assert found.get("solve_tier", 0.0) + found.get("finish_answers", 0.0) == pytest.approx(size)
    assert ("advance" in counts) == ("expand_moves" in counts)
    assert counts.get("advance", 0) <= levels * counts.get("expand_moves", 0)
    assert solve.bucket_count == 1 or "expand_moves" in counts
