"""Planned phases: they have the tasks, positions and bytes of real solves, of each kind of solve."""

import math
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.random_games import RandomBrook
from support.cells import plain as plain
from support.cells import plain_kernels
from support.marks import few
from support.tasks import in_groups_of

import zermelo
from zermelo.core.game import Game
from zermelo.solution import solve_on
from zermelo.solver import TaskReport
from zermelo.solver.forecast.rule_costs import RuleCosts
from zermelo.solver.forecast.solve_phases import (
    SolveSizes,
    TaskBatch,
    TierCounts,
    yield_cyclic_phases,
    yield_ply_phases,
)
from zermelo.solver.forecast.solve_schedule import FILES, ClusterSite, schedule_solve
from zermelo.solver.forecast.workload_models import Workload, measure_workload
from zermelo.solver.storage.object_store import DirectoryObjectStore

LOOPS = ("quixo(size=3)", "surakarta(size=4)", "dodgem(size=3)")
DICE = ("pig(target=8)", "stochastic_nim(heaps=(5, 6, 7))", "einstein(size=3, stones=2)")


class UnknownTiers(zermelo.Game):
    """Mark a cell until all are marked; the rules name no tiers, so these are compared."""

    cells: int = 6

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        for cell in range(self.cells):
            if position >> cell & 1 == 0:
                yield cell

    def play(self, position: int, move: int) -> int:
        return position | 1 << move


def solve_and_plan(
    game: Game, bucket: int, store: Path, seen: Workload | None = None
) -> tuple[dict[str, list[TaskReport]], dict[str, list[TaskBatch]]]:
    """Return the reports of a real solve, and the batches of its plan, by kinds of tasks."""
    reports: list[TaskReport] = []
    solve_on(game, str(store), "threads", workers=1, bucket=bucket, listen=reports.append)
    real: dict[str, list[TaskReport]] = {}
    planned: dict[str, list[TaskBatch]] = {}
    for report in reports:
        if "lacks" not in report.more:
            real.setdefault(report.task.kind, []).append(report)
    for phase in (seen or measure_workload(game)).list_phases(bucket):
        for batch in phase:
            planned.setdefault(batch.kind, []).append(batch)
    return real, planned


def compare(game: Game, bucket: int, store: Path, rel: float = 0.05, seen: Workload | None = None) -> None:
    """Compare the plan of a solve with a real one: tasks and positions exactly, bytes nearly."""
    real, planned = solve_and_plan(game, bucket, store, seen)
    # Where play ends by plies is found by trying it, which is no part of a plan by the game's own tiers
    kinds = set(real) if "expand" in planned else set(real) - {"expand", "merge", "compare"}
    assert kinds == set(planned)
    for kind in kinds:
        mine, there = planned[kind], real[kind]
        assert sum(batch.tasks for batch in mine) == len(there), kind
        if kind not in ("solve_index_tier", "write_slice"):  # in which places count
            positions = sum(report.positions for report in there)
            assert sum(batch.positions for batch in mine) == pytest.approx(positions), kind
        read, heads = sum(report.read for report in there), 4096 * len(there)
        assert sum(batch.read for batch in mine) == pytest.approx(read, rel=rel, abs=heads), kind
        if kind not in FILES:  # files pack as well as their values are alike
            written = sum(report.written for report in there)
            assert sum(batch.written for batch in mine) == pytest.approx(written, rel=rel, abs=heads), kind


@pytest.mark.usefixtures("plain")
def test_tiers_of_plies_that_are_compared(tmp_path: Path) -> None:
    compare(UnknownTiers(), 6, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("share", few([3, 30], 1))
@pytest.mark.parametrize(
    "text",
    few(
        [
            "connect_four(columns=4, rows=4)",
            "mnk(columns=4, rows=3, line=3)",
            "dots_and_boxes(columns=2, rows=2)",
        ],
        1,
    ),
)
def test_tiers_of_plies(text: str, share: int, tmp_path: Path) -> None:
    seen = measure_workload(zermelo.game(text))
    assert seen.growth.finished
    compare(seen.game, int(seen.growth.class_count) // share, tmp_path, seen=seen)


@pytest.mark.parametrize("text", few([DICE[0], *LOOPS, *DICE[1:]], 1))
def test_tiers_that_are_tasks(text: str, tmp_path: Path) -> None:
    with plain_kernels() if text == DICE[0] else nullcontext():
        seen = measure_workload(zermelo.game(text))
        compare(seen.game, seen.largest_tier, tmp_path / "small", 0.1, seen)
        compare(seen.game, 1 << 20, tmp_path / "large", 0.1, seen)


@pytest.mark.long
def test_points_on_the_way_are_tried_first(tmp_path: Path) -> None:
    """In which tiers play repeats is not seen before, so moves inside are taken for that."""
    real, planned = solve_and_plan(zermelo.game("oware(houses=3)"), 1 << 20, tmp_path)
    assert len(planned["solve_expectations"]) == len(real["solve_expectations"])
    assert len(real["solve_tier"]) <= len(planned["solve_tier"]) <= len(real["solve_tier"]) + 1


@pytest.mark.long  # each of them compiles what only buckets need
@pytest.mark.parametrize("group", [1, 54])
@pytest.mark.parametrize(("text", "bucket"), [("surakarta(size=4)", 1 << 14), ("dao(size=4)", 1 << 15)])
def test_cyclic_tiers_in_buckets(
    text: str, bucket: int, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many levels there are is given here: nobody knows it before."""
    in_groups_of(group, monkeypatch)
    real, _ = solve_and_plan(zermelo.game(text), bucket, tmp_path)
    steps = {(report.task.tier, report.task.number) for report in real["advance"]}
    levels = round(len(steps) / len({tier for tier, _ in steps}))
    seen = measure_workload(zermelo.game(text), levels=levels)
    assert "levels of a tier in buckets" in seen.list_assumptions(bucket)[-1]
    assert not seen.list_assumptions(1 << 28)
    planned = [batch for phase in seen.list_phases(bucket) for batch in phase]
    for kind in set(real) - {"expand", "merge", "compare", "advance_sparse", "merge_runs"}:
        mine, there = [batch for batch in planned if batch.kind == kind], real[kind]
        unknown = kind in ("find_positions", "advance")  # how many rounds are one task's depends on the graph
        assert sum(batch.tasks for batch in mine) == pytest.approx(len(there), rel=0.25 * unknown), kind
    for kind, what, rel in (
        ("find_positions", "positions", 0.001),
        ("expand_moves", "written", 0.15),
        ("reverse_moves", "read", 0.15),
        ("reverse_moves", "written", 0.15),
        ("advance", "read", 0.3),
        ("sort_records", "read", 0.02),
        ("join_records", "read", 0.02),
    ):
        moved = sum(getattr(report, what) for report in real[kind])
        made = sum(getattr(batch, what) for batch in planned if batch.kind == kind)
        assert made == pytest.approx(moved, rel=rel), (kind, what)


@pytest.mark.usefixtures("plain")
def test_tiers_of_a_small_index(tmp_path: Path) -> None:
    compare(RandomBrook(seed=8, size=400, most=3), 1 << 20, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("text", ["morris_endgame(men=3)", "chess_endgame(material='KRvKN')"])
def test_tiers_of_an_index(text: str, tmp_path: Path) -> None:
    compare(zermelo.game(text), 1 << 20, tmp_path)


@pytest.mark.long
def test_requests_and_what_the_store_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dict.fromkeys(("get", "_link_path_unless_taken", "_remove_file", "yield_object_names"), 0)
    stored = {"now": 0, "most": 0}

    def count_calls(name: str) -> None:
        was: Any = getattr(DirectoryObjectStore, name)

        def counted(self: Any, *given: Any) -> Any:
            path = self.directory / given[0]
            asked[name] += 1
            stored["now"] -= path.stat().st_size if name == "_remove_file" else 0
            found = was(self, *given)
            stored["now"] += path.stat().st_size if name == "_link_path_unless_taken" else 0
            stored["most"] = max(stored.values())
            return found

        monkeypatch.setattr(DirectoryObjectStore, name, counted)

    for name in asked:
        count_calls(name)
    seen = measure_workload(zermelo.game("connect_four(columns=4, rows=4)"))
    bucket = int(seen.growth.class_count) // 30
    solve_on(seen.game, str(tmp_path), "threads", workers=1, bucket=bucket)
    made = schedule_solve(seen.list_phases(bucket), ClusterSite(), seen.choose_seconds_per_child)
    assert made.gets == pytest.approx(asked["get"], rel=0.1)
    assert made.puts == pytest.approx(asked["_link_path_unless_taken"] + asked["yield_object_names"], rel=0.1)
    assert made.peak == pytest.approx(stored["most"], rel=0.1)


# Whatever tiers there are

SIZES = st.lists(st.tuples(st.integers(1, 10**6), st.floats(1, 6)), min_size=1, max_size=8)


def check_phases(phases: Any, size: float, *, finds: str, solves: tuple[str, ...]) -> None:
    """Check that all positions are found, solved and written, and nothing is dropped that was not written."""
    found: dict[str, float] = {}
    stored = 0.0
    for phase in phases:
        for batch in phase:
            assert batch.tasks > 0 and min(batch.read, batch.written, batch.gets) >= 0
            assert all(need < len(phase) for need in batch.needs)
            found[batch.kind] = found.get(batch.kind, 0.0) + batch.positions
            stored += batch.written
        stored -= sum(batch.dropped for batch in phase)
    assert found[finds] == pytest.approx(size)
    assert sum(found.get(kind, 0.0) for kind in FILES) == pytest.approx(size)
    assert sum(found.get(kind, 0.0) for kind in solves) == pytest.approx(size)
    assert stored > -1 - 1e-9 * size
    made = schedule_solve(
        phases, ClusterSite(), RuleCosts(1e-7, 1e-7, 1e-7, False, 1.0).choose_seconds_per_child
    )
    assert made.tasks == sum(batch.tasks for phase in phases for batch in phase) and math.isfinite(
        made.seconds
    )


@given(SIZES, st.integers(1, 10**5), st.booleans())
def test_whatever_plies_there_are(sizes: list[tuple[int, float]], bucket: int, compared: bool) -> None:
    tiers = [TierCounts(1.0, 3.0), *(TierCounts(float(size), size * moves) for size, moves in sizes)]
    phases = list(yield_ply_phases(tiers, SolveSizes(bucket), compared=compared))
    size = sum(tier.positions for tier in tiers)
    check_phases(phases, size, finds="expand", solves=("combine",))
    read = {batch.kind: 0.0 for phase in phases for batch in phase}
    for phase in phases:
        for batch in phase:
            read[batch.kind] += batch.read - (batch.written if batch.kind == "split_records" else 0)
    assert read.get("split_records", 0.0) == 0


@given(SIZES, st.integers(100, 10**5), st.integers(1, 20))
def test_whatever_tiers_of_the_games_own_there_are(
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
    phases = list(yield_cyclic_phases(tiers, SolveSizes(bucket, levels=levels)))
    size = sum(tier.positions for tier in tiers)
    check_phases(phases, size, finds="find_positions", solves=("solve_tier", "finish_answers"))
    advancing = [phase for phase in phases if phase[0].kind == "advance"]
    in_buckets = sum(tier.positions > bucket for tier in tiers)
    assert in_buckets <= len(advancing) <= levels * in_buckets
