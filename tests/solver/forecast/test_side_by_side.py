"""How long tasks are simulated to take: by waves, and kinds side by side, as by a simulation of each worker."""

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.solver.forecast.cluster_simulation import (
    ClusterSite,
    EqualTasks,
    estimate_phase_seconds,
    simulate_task_pool_seconds,
)
from zermelo.solver.forecast.ply_task_sizes import TaskLoad

pytestmark = pytest.mark.quick


def by_events(pool: list[EqualTasks], site: ClusterSite) -> float:
    """Each task waits, asks, reads, works and writes, beside those that do the same; the next begins where one ends.

    It begins on the node that has fewest tasks.
    """
    stages = []
    for _, load, kernel in pool:
        waits = site.get_wait * load.gets + site.put_wait * load.puts
        stages.append(
            (waits, load.gets / site.gets + load.puts / site.puts, load.received_bytes, kernel, load.written)
        )
    waiting = [kind for kind, (count, _, _) in enumerate(pool) for _ in range(count)]
    nodes: list[list[tuple[int, int, float]]] = [[] for _ in range(site.nodes)]  # kind, stage, what is left
    now = 0.0
    while True:
        while waiting and min(map(len, nodes)) < site.workers_per_node:
            kind = waiting.pop(0)
            least = min(nodes, key=lambda node: (len(node), sorted(Counter(node).items())))
            least.append((kind, 0, stages[kind][0]))
        if not any(nodes):
            return now
        everywhere = Counter(stage for node in nodes for _, stage, _ in node)
        paces = []
        for node in nodes:
            beside = Counter(stage for _, stage, _ in node)
            paces.append(
                [
                    (
                        1.0,
                        1.0 / everywhere[stage],
                        min(site.bandwidth / beside[stage], site.gives / everywhere[stage]),
                        min(1.0, site.cores / beside[stage]),
                        min(site.bandwidth / beside[stage], site.takes / everywhere[stage]),
                    )[stage]
                    for _, stage, _ in node
                ]
            )
        step = min(
            task[2] / pace
            for node, here in zip(nodes, paces, strict=True)
            for task, pace in zip(node, here, strict=True)
        )
        now += step
        for node, here in zip(nodes, paces, strict=True):
            going = []
            for (kind, stage, left), pace in zip(node, here, strict=True):
                rest = 0.0 if math.isinf(pace) else left - step * pace
                if rest > 1e-9 * (1 + stages[kind][stage]):
                    going.append((kind, stage, rest))
                elif stage < 4:
                    going.append((kind, stage + 1, stages[kind][stage + 1]))
            node[:] = going


SITES = st.builds(
    ClusterSite,
    nodes=st.integers(1, 3),
    cores=st.integers(1, 3),
    workers=st.sampled_from([None, 1, 2, 4]),
    bandwidth=st.sampled_from([math.inf, 50.0, 200.0]),
    get_wait=st.sampled_from([0.0, 0.5]),
    put_wait=st.sampled_from([0.0, 0.25]),
)
LOADS = st.builds(
    TaskLoad,
    read=st.sampled_from([0.0, 100.0, 1000.0]),
    heads=st.sampled_from([0.0, 16.0]),
    written=st.sampled_from([0.0, 300.0]),
    gets=st.integers(0, 4),
    puts=st.integers(0, 2),
)


@given(
    SITES, LOADS, st.integers(0, 20), st.sampled_from([0.0, 1.0, 7.5]), st.sampled_from([None, 40.0, 90.0])
)
def test_waves_take_as_long_as_events(
    site: ClusterSite, load: TaskLoad, tasks: int, kernel: float, pace: float | None
) -> None:
    """Also of a store that all share, on one node; else one that is alone on its node begins the next before."""
    if pace is not None:
        site = replace(site, nodes=1, gives=pace, takes=2 * pace, gets=20.0, puts=10.0)
    alike = EqualTasks(tasks, load, kernel)
    assert estimate_phase_seconds(alike, site) == pytest.approx(by_events([alike], site))


POOLS = st.lists(
    st.builds(EqualTasks, st.integers(0, 12), LOADS, st.sampled_from([0.0, 1.0, 7.5, 40.0])),
    min_size=2,
    max_size=3,
)


@given(SITES, POOLS, st.sampled_from([math.inf, 90.0]))
def test_kinds_side_by_side_take_as_long_as_events(
    site: ClusterSite, pool: list[EqualTasks], pace: float
) -> None:
    """Where one kind alone is left it goes by waves, of which the last may be told too long on several nodes."""
    site = replace(site, gives=pace, takes=2 * pace, gets=20.0, puts=10.0)
    if site.nodes > 1:
        most = site.nodes * site.workers_per_node - 1
        pool = [*(each._replace(task_count=1 + each.task_count % most) for each in pool[:-1]), pool[-1]]
        pool[-1] = pool[-1]._replace(task_count=max(1, pool[-1].task_count))
    assert simulate_task_pool_seconds(pool, site) == pytest.approx(by_events(pool, site))
