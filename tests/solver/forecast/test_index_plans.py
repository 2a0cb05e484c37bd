"""Plans of perfect indexes: they have the tasks and bytes of real solves, and tasks wait for others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.random_games import RandomBrook
from support.cells import plain as plain
from support.tables import one_thread

import zermelo
from zermelo import solution
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game
from zermelo.solution import solve_on
from zermelo.solver import TaskReport
from zermelo.solver.forecast import dry_run, subsampling
from zermelo.solver.forecast.cluster_simulation import ClusterSite, EqualTasks, simulate_task_pool_seconds
from zermelo.solver.forecast.dry_run import measure_dry_run_seconds
from zermelo.solver.forecast.ply_task_sizes import TaskLoad
from zermelo.solver.forecast.subsampling import RUN
from zermelo.solver.forecast.workload_models import IndexWorkload, measure_workload
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import BLOCK
from zermelo.solver.storage.object_store import DirectoryObjectStore


@pytest.mark.long
@pytest.mark.parametrize(
    "text", ["morris_endgame(men=3)", "chess_endgame(material='KQvK')", "chess_endgame(material='KRvKN')"]
)
def test_tasks_and_bytes_are_those_of_a_real_solve(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(zermelo.game(text), tmp_path, monkeypatch)


@pytest.mark.usefixtures("plain")
def test_tasks_of_a_small_index_are_those_of_a_real_solve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(RandomBrook(seed=8, size=400, most=3), tmp_path, monkeypatch)


def compare(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a plan with a solve."""
    seen = measure_workload(game)
    asked = {"get": 0}
    was = DirectoryObjectStore.get

    def get(self: DirectoryObjectStore, name: str, begin: int = 0, end: int | None = None) -> bytes:
        asked["get"] += 1
        return was(self, name, begin, end)

    monkeypatch.setattr(DirectoryObjectStore, "get", get)
    reports: list[TaskReport] = []
    solve_on(game, str(tmp_path), "threads", workers=1, listen=reports.append)
    made = [report for report in reports if "lacks" not in report.more]
    phases = list(seen.build_solve_model(1).yield_phases())
    planned = [tasks for phase in phases for tasks in phase.tasks]
    settled = {tasks.tier: tasks.load for tasks in planned if tasks.kind == "solve_index_tier"}
    real = {report.task.tier: report for report in made if report.task.kind == "solve_index_tier"}
    assert set(settled) == set(real)
    for tier, report in real.items():
        assert settled[tier].read == report.read
    recorded = [tasks for tasks in planned if tasks.kind == "write_slice"]
    assert [tasks.count for tasks in recorded] == [sum(each.task.kind == "write_slice" for each in made)]
    places = build_slots_of_index(interpret_game(game)).place_count
    assert sum(load.positions for load in settled.values()) == places
    assert sum(tasks.load.read * tasks.count for tasks in recorded) == pytest.approx(places, rel=0.001)
    stored = sum(report.written for report in real.values())  # but for notes
    written = sum(load.written for load in settled.values())
    assert written == pytest.approx(stored, rel=0.05, abs=2_000 * len(settled))
    gets = sum(tasks.load.gets * tasks.count for tasks in planned) + sum(each.driver.gets for each in phases)
    assert gets == pytest.approx(asked["get"], rel=0.1, abs=8)
    size = sum(seen.growth.sizes)
    assert size == pytest.approx(sum(report.positions for report in real.values()), rel=0.02)


@pytest.mark.usefixtures("plain")
def test_no_plan_is_a_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some places of each tier stand for all, and what they cost is between the least and the most."""
    monkeypatch.setattr(subsampling, "RUNS", 3)
    seen = measure_workload(RandomBrook(seed=8, size=1200, most=3))
    assert isinstance(seen, IndexWorkload)
    tiers = [tier for tier in seen.index_costs.tiers if tier.places]
    assert 0 < seen.index_costs.sampled <= 3 * RUN * len(tiers) < sum(tier.places for tier in tiers)
    for cost in [each for tier in tiers for each in (tier.seconds, tier.bytes)]:
        assert 0 < cost.least < cost.planned < cost.most
    (said,) = seen.list_assumptions(1)
    assert f"is foretold by {seen.index_costs.sampled:,} of the places" in said


@pytest.mark.long
def test_what_places_take_is_what_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a second on at each look: looking outside takes one, and so do telling and looking."""
    ticks = iter(range(100))
    monkeypatch.setattr(dry_run.time, "thread_time", lambda: float(next(ticks)))
    places = build_slots_of_index(compile_game(zermelo.game("chess_endgame(material='KQvK')")))
    tier = places.tier_count - 1
    size = places.bounds[tier + 1] - places.bounds[tier]
    legal = sum(places.position_at(rank) != -1 for rank in range(*places.bounds[tier : tier + 2]))
    with Workers(one_thread()) as workers:
        paces = measure_dry_run_seconds(places, tier, workers)
    assert size <= dry_run.PLACES and size <= dry_run.BLOCKS * BLOCK
    assert paces.exit_seconds == pytest.approx(1)
    assert paces.send_seconds == paces.check_seconds == pytest.approx(1 / legal)


@pytest.mark.long
def test_a_plan_of_an_index_says_what_it_takes_as_given() -> None:
    made = solution.plan_on("chess_endgame(material='KQvKR')", 2, cores=1)
    assert made.tiers == 4 and made.buckets == 1 and made.bucket == 3_784_704
    assert made.tasks == 4 + 1 and {each.kind for each in made.kinds} == {
        "solve_index_tier",
        "write_slice",
        "publish",
    }
    assert len(made.assumed) == 1 and made.as_json()["assumed"] == list(made.assumed)
    with pytest.raises(BadParameter, match="leave out --known"):
        solution.plan_on("chess_endgame(material='KQvK')", 2, known=[1, 2])
    with pytest.raises(MissingCapability, match="no plan is made of tiers of such a game by buckets"):
        solution.plan_on("chess_endgame(material='KQvKR')", 2, cores=4, memory=1 << 30)


def one_by_one(seconds: list[int], needs: list[list[int]], workers: int) -> float:
    """Return how long tasks take that begin in order as soon as a worker is free and nothing is lacking."""
    now, running, waiting, done = 0.0, {}, list(range(len(seconds))), set()
    while waiting or running:
        for task in list(waiting):
            if len(running) < workers and set(needs[task]) <= done:
                waiting.remove(task)
                running[task] = now + seconds[task]
        now = min(running.values())
        for task in [each for each, end in running.items() if end == now]:
            del running[task]
            done.add(task)
    return now


@given(st.data(), st.integers(1, 3), st.integers(1, 2))
def test_tasks_wait_for_those_that_they_need(data: st.DataObject, nodes: int, cores: int) -> None:
    seconds = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=9))
    needs = [
        data.draw(st.lists(st.integers(0, number - 1), unique=True, max_size=3)) if number else []
        for number in range(len(seconds))
    ]
    site = ClusterSite(nodes=nodes, cores=cores)
    pool = [EqualTasks(1, TaskLoad(), each) for each in seconds]
    expected = one_by_one(seconds, needs, nodes * cores)
    assert simulate_task_pool_seconds(pool, site, needs) == pytest.approx(expected)


def test_what_nobody_waits_for_goes_side_by_side() -> None:
    pool = [
        EqualTasks(1, TaskLoad(read=10.0), 5.0),
        EqualTasks(1, TaskLoad(), 5.0),
        EqualTasks(1, TaskLoad(), 2.0),
    ]
    site = ClusterSite(nodes=2, bandwidth=10.0)
    assert simulate_task_pool_seconds(pool, site, [[], [0], []]) == pytest.approx(11.0)
    assert simulate_task_pool_seconds(pool, site, [[], [], [1]]) == pytest.approx(7.0)
