"""How long phases take on given nodes, and what a solve moves, holds and costs."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.solver.cluster.ply_tasks import TASK_KINDS
from zermelo.solver.forecast.solve_phases import TaskBatch
from zermelo.solver.forecast.solve_schedule import (
    DRIVER_GETS,
    DRIVER_PUTS,
    HEAD,
    MONTH,
    ClusterSite,
    estimate_core_seconds,
    schedule_batches,
    schedule_solve,
)
from zermelo.solver.forecast.task_costs import COSTS, HELD, CloudPrices, TaskCost

pytestmark = pytest.mark.quick


def one_by_one(seconds: Sequence[int], needs: Sequence[Sequence[int]], workers: int) -> float:
    """Return how long tasks take that begin in order as soon as a worker is free and nothing is lacking."""
    now, running, waiting, done = 0.0, dict[int, float](), list(range(len(seconds))), set[int]()
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


@given(st.lists(st.tuples(st.integers(1, 7), st.integers(1, 9)), min_size=1, max_size=4), st.integers(1, 5))
def test_equal_tasks_go_to_workers_that_are_free(pool: list[tuple[int, int]], workers: int) -> None:
    phase = [TaskBatch("expand", 0, tasks, 0.0) for tasks, _ in pool]
    every = [span for tasks, span in pool for _ in range(tasks)]
    expected = one_by_one(every, [[] for _ in every], workers)
    found = schedule_batches(phase, [float(span) for _, span in pool], workers)
    longest = max(span for _, span in pool)
    assert found == pytest.approx(expected, abs=longest)  # waves of a kind are done together
    if len(pool) == 1:
        assert found == expected


@given(st.data(), st.integers(1, 4))
def test_tasks_wait_for_those_that_they_need(data: st.DataObject, workers: int) -> None:
    seconds = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=9))
    needs = [
        data.draw(st.lists(st.integers(0, number - 1), unique=True, max_size=3)) if number else []
        for number in range(len(seconds))
    ]
    phase = [TaskBatch("solve_tier", 0, 1, 0.0, needs=tuple(each)) for each in needs]
    found = schedule_batches(phase, [float(each) for each in seconds], workers)
    path = list[int]()
    for own, each in zip(seconds, needs, strict=True):
        path.append(own + max((path[need] for need in each), default=0))
    assert max(max(path), sum(seconds) / workers) <= found <= sum(seconds)
    if workers == 1:
        assert found == sum(seconds) == one_by_one(seconds, needs, 1)


def test_nobody_waits_for_a_task_that_cannot_begin() -> None:
    phase = [TaskBatch("solve_tier", 0, 1, 0.0, needs=needs) for needs in ((), (0,), (), (2,))]
    assert schedule_batches(phase, [10.0, 1.0, 1.0, 1.0], 2) == 11
    assert schedule_batches(phase, [10.0, 1.0, 1.0, 1.0], 1) == 13


def test_what_is_moved_kept_and_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("write_slice", "solve_index_tier"):
        monkeypatch.setitem(COSTS, kind, TaskCost(held=16))
    phases = [
        [TaskBatch("write_slice", 0, 2, 0.0, written=1e9, gets=1, puts=3, seconds=198.0)],
        [
            TaskBatch("solve_index_tier", 0, 1, 0.0, read=5e8, written=5e8, gets=2, seconds=3.0),
            TaskBatch("solve_index_tier", 1, 1, 0.0, gets=0, puts=0, dropped=1e9, seconds=4.0),
        ],
    ]
    site = ClusterSite(nodes=2, bandwidth=1e9, start=10, get_wait=1, handing=1e-3)
    made = schedule_solve(phases, site, lambda _: 0.0)
    head = HEAD / 1e9
    first, second = 1 + 0.5 + 99 + head, 2 + 1 + 3 + 2 * head
    waiting = 2 * DRIVER_GETS + (2 + 1)  # and publishes two files of half a GB
    assert made.waiting == waiting and made.seconds == pytest.approx(10 + first + second + waiting)
    assert made.core_seconds == 20 + 198 + 7
    assert made.tasks == 4 and made.gets == 2 + 2 + 2 * DRIVER_GETS + 2
    assert made.puts == pytest.approx(6 + 1 + 2 * DRIVER_PUTS + 2 + 1 + 7 / 1000)
    assert (made.read, made.written, made.final, made.largest_object) == (5e8, 1.5e9, 1e9, 5e8)
    assert made.received == 5e8 + 1e9 + HEAD * 4 and made.peak == 2e9
    assert made.kept == pytest.approx(5e8 * (first + 1) + 1.25e9 * (second + 1) + 1.5e9 * 3)
    assert made.memory == HELD + 16 * 1e9
    assert sum(part.seconds for part in made.kinds.values()) == pytest.approx(made.seconds - 10)
    assert made.kinds["publish"].seconds == 3 and made.kinds["solve_index_tier"].tasks == 2
    nodes, stored, asked = made.cost_in_dollars(CloudPrices(3.6, 2.0, 1e6, 2e6), site)
    assert nodes == pytest.approx(3.6 * 2 * made.seconds / 3600)
    assert asked == pytest.approx(made.gets + 2 * made.puts)
    assert stored == pytest.approx(2.0 * made.kept / 1e9 / MONTH)


def test_workers_of_a_node_share_its_network_and_the_store_its_requests() -> None:
    phase = [TaskBatch("solve_index_tier", 0, 4, 0.0, read=4e9, gets=0, puts=0)]
    shared, alone, few = (
        schedule_solve([phase], site, lambda _: 0.0).seconds
        for site in (
            ClusterSite(nodes=1, cores=4, bandwidth=1e9),
            ClusterSite(nodes=4, bandwidth=1e9),
            ClusterSite(nodes=4, bandwidth=1e9, handing=10),
        )
    )
    assert shared == pytest.approx(4, abs=0.1) and alone == pytest.approx(1, abs=0.1) and few == 40
    asking = [phase[0]._replace(gets=50.0)]
    assert schedule_solve([asking], ClusterSite(gets=10), lambda _: 0.0).seconds == pytest.approx(20, abs=0.1)


def test_every_kind_has_a_cost() -> None:
    by_graphs = {"build_graph", "find_requested", "sweep", "finish"}  # rounds of which are not planned,
    by_ranks = {kind for kind in TASK_KINDS if "_rank" in kind}  # nor those over an index
    assert set(COSTS) == set(TASK_KINDS) - by_graphs - by_ranks
    for cost in COSTS.values():
        assert min(vars(cost).values()) >= 0 and max(vars(cost).values()) < math.inf


def test_core_seconds_of_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COSTS, "expand", TaskCost(1, 2, 3, 4, 5))
    batch = TaskBatch("expand", 0, 7, 10, 20, 30, 40, 50, seconds=60)
    assert estimate_core_seconds(batch, 0.5) == 60 + 7 * 1 + 20 * 2 * 0.5 + 10 * 3 + 70 * 4 + 7 * 50 * 5
