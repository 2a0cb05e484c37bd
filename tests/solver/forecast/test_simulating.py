"""Solves that are simulated: they have the tasks and bytes of real ones, and plans say what they come to."""

import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cells import plain as plain
from support.marks import few
from support.tasks import InOrder

import zermelo
from zermelo import solution
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import TASK_KINDS
from zermelo.solver.cluster.solve_job import ANSWERS, KEYS
from zermelo.solver.cluster.task_context import TaskReport
from zermelo.solver.forecast.cluster_plan import NODE, make_task_cost_function
from zermelo.solver.forecast.cluster_plan import plan_cluster as plan_at
from zermelo.solver.forecast.cluster_simulation import MONTH, ClusterSite, simulate_phases
from zermelo.solver.forecast.ply_task_sizes import (
    KEY,
    PlySolveModel,
    SolvePhase,
    TaskBatch,
    TaskLoad,
    TierSize,
)
from zermelo.solver.forecast.task_costs import COSTS, CloudPrices, TaskCost
from zermelo.solver.forecast.workload_models import PlyWorkload, measure_workload
from zermelo.solver.storage.object_store import DirectoryObjectStore

COUNTED = (
    "connect_four(columns=4, rows=4)",
    "mnk(columns=4, rows=3, line=3)",
    "dots_and_boxes(columns=2, rows=2)",
)


# Against real solves


@pytest.mark.long
@pytest.mark.parametrize("share", few([3, 30], 1))
@pytest.mark.parametrize("text", few(COUNTED, 1))
def test_tasks_and_bytes_are_those_of_a_real_solve(
    text: str, share: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = dict.fromkeys(
        ("get", "_link_path_unless_taken", "_remove_file", "yield_object_names", "bytes"), 0
    )  # puts and drops, one by one
    stored = {"now": 0, "most": 0}

    def counting(name: str) -> None:
        was: Any = getattr(DirectoryObjectStore, name)

        def counted(self: Any, *given: Any) -> Any:
            path = self.directory / given[0]
            asked[name] += 1
            stored["now"] -= path.stat().st_size if name == "_remove_file" else 0
            found = was(self, *given)
            stored["now"] += path.stat().st_size if name == "_link_path_unless_taken" else 0
            stored["most"] = max(stored.values())
            asked["bytes"] += len(found) if name == "get" else 0
            return found

        monkeypatch.setattr(DirectoryObjectStore, name, counted)

    for name in ("get", "_link_path_unless_taken", "_remove_file", "yield_object_names"):
        counting(name)
    seen = measure_workload(zermelo.game(text))
    assert seen.growth.finished
    bucket = int(seen.growth.class_count) // share
    reports: list[TaskReport] = []
    figures = solve_by_tasks(
        seen.game, InOrder(), str(tmp_path), bucket=bucket, listen=reports.append
    ).figures
    phases = list(seen.build_solve_model(bucket).yield_phases())
    planned = [tasks for phase in phases for tasks in phase.tasks]
    real: dict[tuple[str, int], list[TaskReport]] = {}
    for report in reports:
        real.setdefault((report.task.kind, report.task.tier), []).append(report)
    assert {key: len(each) for key, each in real.items()} == {
        (tasks.kind, tasks.tier): tasks.count for tasks in planned
    }
    order = [(report.task.kind, report.task.tier) for report in reports]
    assert list(dict.fromkeys(order)) == [(tasks.kind, tasks.tier) for tasks in planned]
    made = simulate_phases(phases, ClusterSite(), make_task_cost_function(seen))
    assert made.tasks == figures.tasks
    assert made.read == pytest.approx(figures.read, rel=0.03)
    objects = sum(report.written for report in reports if report.task.kind != "write")
    written = sum(tasks.load.written * tasks.count for tasks in planned if tasks.kind != "write")
    assert written == pytest.approx(objects, rel=0.05)  # files pack as well as their values are alike
    files = sum(report.written for report in reports if report.task.kind == "write")
    expected = seen.file * seen.growth.class_count
    assert made.final == pytest.approx(expected)
    published = phases[-1].driver.read  # a directory reads its files without
    assert made.received - published == pytest.approx(asked["bytes"], rel=0.05)
    assert made.gets - len(seen.growth.sizes) == pytest.approx(asked["get"], rel=0.05, abs=10)
    assert made.puts - 1 == pytest.approx(
        asked["_link_path_unless_taken"] + asked["yield_object_names"], rel=0.05, abs=10
    )
    assert sum(phase.driver.drops for phase in phases) == asked["_remove_file"]
    assert made.peak == pytest.approx(stored["most"], rel=0.05, abs=2 * abs(files - expected))
    for kind in ("expand", "merge", "combine", "send_answers", "split_records", "merge_records", "write"):
        there = sum(report.positions for report in reports if report.task.kind == kind)
        assert sum(tasks.load.positions * tasks.count for tasks in planned if tasks.kind == kind) == (
            pytest.approx(there)
        )
    children = seen.growth.child_count
    assert sum(tasks.load.children * tasks.count for tasks in planned if tasks.kind == "expand") == (
        pytest.approx(children)
    )


class Untold(zermelo.Game):
    """Mark a cell until all are marked; tiers are not said, so they are compared."""

    cells: int = 6

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        for cell in range(self.cells):
            if position >> cell & 1 == 0:
                yield cell

    def play(self, position: int, move: int) -> int:
        return position | 1 << move


@pytest.mark.usefixtures("plain")
def test_tiers_that_are_compared(tmp_path: Path) -> None:
    seen = measure_workload(Untold())
    reports: list[TaskReport] = []
    solve_by_tasks(seen.game, InOrder(), str(tmp_path), bucket=6, listen=reports.append)
    compared = [report for report in reports if report.task.kind == "compare"]
    phases = seen.build_solve_model(6).yield_phases()
    planned = [tasks for phase in phases for tasks in phase.tasks if tasks.kind == "compare"]
    assert sum(tasks.count for tasks in planned) == len(compared) > 1
    read = sum(report.read for report in compared)
    assert sum(tasks.load.read * tasks.count for tasks in planned) == pytest.approx(read, rel=0.05)


def test_every_kind_has_a_cost() -> None:
    by_graphs = {"build_graph", "find_requested", "sweep", "finish"}  # rounds of which are not planned,
    by_ranks = {kind for kind in TASK_KINDS if "_rank" in kind}  # nor those over an index
    assert set(COSTS) == set(TASK_KINDS) - by_graphs - by_ranks
    for cost in COSTS.values():
        assert min(vars(cost).values()) >= 0 and cost.task > 0
    assert TaskCost(1, 2, 3, 4, 5, 6, 7).estimate_task_seconds(
        TaskLoad(10, 20, 30, 40, 45, 50, 60, 70, 80), 0.5
    ) == (1 + 2 * 0.5 * 20 + 3 * 10 + 4 * 30 + 5 * 40 + 6 * 60 + 7 * 70)


# What is written is read


@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.floats(1, 6)), min_size=1, max_size=12),
    st.integers(1, 10**5),
    st.sampled_from([2, 4]),
)
def test_what_is_written_is_read(sizes: list[tuple[int, float]], bucket: int, width: int) -> None:
    tiers = [TierSize(1.0, 3.0), *(TierSize(float(size), size * moves) for size, moves in sizes)]
    solve = PlySolveModel(tiers, bucket, width)
    read: dict[str, float] = {}
    stored = 0.0
    for phase in solve.yield_phases():
        for tasks in phase.tasks:
            read[tasks.kind] = read.get(tasks.kind, 0.0) + tasks.load.read * tasks.count
            stored += tasks.load.written * tasks.count
        stored += phase.driver.written - phase.dropped
        assert stored >= 0
    asked, positions = sum(map(solve.estimate_requested_children, range(len(tiers)))), solve.position_count
    assert read["expand"] == pytest.approx(KEY * positions)
    assert read["merge"] == pytest.approx(KEY * asked)
    assert read["send_answers"] == pytest.approx((KEY + width) * (positions - 1) + KEY * asked)
    assert read["combine"] == pytest.approx(KEY * positions + (KEY + width) * asked)
    assert read["write"] == pytest.approx((KEY + width) * positions)
    for number, tier in enumerate(tiers[:-1]):
        after = tiers[number + 1].positions
        assert after <= solve.estimate_requested_children(number) <= max(after, tier.children) * (1 + 1e-9)
    cut = [
        (tier.positions, 1 << bits)
        for tier, bits in zip(tiers, solve.bucket_bits_by_tier, strict=False)
        if bits
    ]
    assert read.get("merge_records", 0.0) == pytest.approx(read.get("split_records", 0.0))
    assert read.get("split_records", 0.0) == pytest.approx((KEY + width) * sum(size for size, _ in cut))
    ranges = sum(buckets * (solve.digits + 2) for _, buckets in cut)
    first = sum(solve.size_objects(kind, 0).stored_bytes for kind in (KEYS, ANSWERS))
    assert stored == pytest.approx(solve.file * positions + ranges + first)


# What is kept, and plans


def test_what_is_kept_and_paid() -> None:
    phases = [
        SolvePhase(
            (TaskBatch("expand", 0, 2, TaskLoad(written=1e9, gets=1, puts=3), memory=7.0),), dropped=1.5e9
        ),
        SolvePhase(
            (
                TaskBatch("write", 0, 1, TaskLoad(written=1e9)),
                TaskBatch("combine", 0, 1, TaskLoad(), memory=9.0),
            )
        ),
        SolvePhase(driver=TaskLoad(copied=5e8, read=1e9, drops=7)),
    ]
    site = ClusterSite(nodes=2, bandwidth=1e9, start=10, get_wait=1)
    made = simulate_phases(phases, site, lambda kind, _load: 99.0 if kind == "expand" else 3.0)
    assert made.seconds == pytest.approx(10 + (1 + 99 + 1) + (3 + 1) + 1 + 1)
    assert made.core_seconds == 2 * 99 + 2 * 3 + 2 * 10
    assert made.waiting == pytest.approx(2) and (made.gets, made.puts, made.tasks) == (2, 6, 4)
    assert made.peak == 2e9 and made.final == 5e8 and made.memory == 9
    assert made.kept == pytest.approx(1e9 * 101 + 1e9 * 4 + 1.75e9 * 2)
    assert {kind: part.seconds for kind, part in made.kinds.items()} == {
        "expand": pytest.approx(101),
        "write": pytest.approx(4 * 4 / 7),
        "combine": pytest.approx(4 * 3 / 7),
        "publish": pytest.approx(2),
    }
    nodes, stored, asked = made.cost_in_dollars(CloudPrices(3.6, 2.0, 1e6, 2e6), site)
    assert nodes == pytest.approx(3.6 * 2 * made.seconds / 3600) and asked == pytest.approx(2 + 12)
    assert stored == pytest.approx(2.0 * made.kept / 1e9 / MONTH)


@pytest.mark.usefixtures("plain")
def test_tiers_that_are_known() -> None:
    game, known = Untold(), [math.comb(6, cells) for cells in range(7)]
    made = plan_at(game, known=known, bucket=10)
    assert made == plan_at(game, bucket=10) or made.positions == 64
    with pytest.raises(BadParameter, match="tier 2 has 15 positions, not 16"):
        plan_at(game, known=[1, 6, 16])


@pytest.mark.slow("the first plan of a cluster, which measures compiled rules")
def test_known_tiers_stand_for_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    text, counts = "connect_four(columns=4, rows=4)", positions_of("connect_four(columns=4, rows=4)")
    monkeypatch.setattr("zermelo.solver.plans.solve_planner.LIMIT", 2_000)
    seen = measure_workload(zermelo.game(text), known=counts)
    assert not seen.growth.finished and seen.growth.factor == 1 and seen.growth.estimate == "given"
    assert seen.growth.position_count == pytest.approx(sum(counts)) and len(seen.growth.sizes) == len(counts)
    assert len(seen.growth.moves) == len(counts) and seen.growth.moves[-1] == 0


def positions_of(text: str) -> list[int]:
    growth = measure_workload(zermelo.game(text)).growth
    assert growth.finished
    return [round(size * orbit) for size, orbit in zip(growth.sizes, growth.orbits, strict=True)]


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
def test_files_are_about_as_large_as_they_are_told(text: str, tmp_path: Path) -> None:
    """Within a third: what answers take is that of other games."""
    solution = zermelo.solve(text, store=tmp_path)
    assert solution.directory is not None
    paths = [*solution.directory.glob("*.parquet")]
    positions = solution.summary.solved
    real = (sum(path.stat().st_size for path in paths) - 1_000 * len(paths)) / positions
    assert measure_workload(zermelo.game(text)).file == pytest.approx(real, rel=0.33)


@pytest.mark.usefixtures("plain")
def test_what_is_lacking_is_said() -> None:
    small = plan_at(Untold(), NODE)
    assert small.lacking == () and small.fits and small.verdict == "it fits"
    tight = plan_at(Untold(), dataclasses.replace(NODE, memory=8 << 20))
    assert not tight.fits and tight.verdict.startswith("it does not fit: it would take "), tight.verdict
    seen = measure_workload(Untold())
    large = [TierSize(8.0**number, 12 * 8.0**number) for number in range(14)]
    assert _of(seen, large[:12], 1 << 20).lacking == ()
    (only,) = _of(seen, large[:12], 1 << 30).lacking
    assert only == "an object of more than 5 GB has to be written in parts"
    assert "hashes" not in str(_of(seen, large, 1 << 26).lacking)
    large += [TierSize(8.0**14, 12 * 8.0**14), TierSize(8.0**15, 0.0)]
    *_, only = _of(seen, large, 1 << 26).lacking
    assert only == "the hashes of its files would have 4.9 GB, more than a manifest may"


def _of(seen: PlyWorkload, tiers: list[TierSize], bucket: int) -> Any:
    from zermelo.solver.forecast import cluster_plan

    class Larger(PlyWorkload):
        def build_solve_model(self, bucket: int) -> PlySolveModel:
            return PlySolveModel(tiers, bucket)

    return cluster_plan._plan_cluster_with_bucket_size(
        Larger(seen.game, seen.growth, seen.rules, seen.file, seen.digits), NODE, bucket, CloudPrices()
    )
