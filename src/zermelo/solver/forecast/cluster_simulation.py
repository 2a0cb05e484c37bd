"""Simulate a solve by tasks on given nodes: its hours, bytes moved and kept, and cost.

Phases are simulated in order, from event to event, with nodes that do the same taken as one. The tasks of a
kind are alike. So workers that share a node's cores and network and the store, and take the next task when
they are free, do them in waves, of which one is simulated. All tasks of a wave begin and end about together.
Since no transfer then overlaps with work, the hours are overestimated rather than underestimated.
`tests/solver/forecast/` compares them with a simulation of each worker.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.solver.forecast.ply_task_sizes import LISTED, SolvePhase, TaskLoad
from zermelo.solver.forecast.task_costs import CloudPrices

MONTH = 30 * 86_400.0  # seconds
DONE = 1e-9  # of a stage: what is left of it that is none


@dataclass(frozen=True)
class ClusterSite:
    """Nodes, with their cores, bytes of memory, and bytes a second in each direction; and their store.

    The store has a bandwidth in bytes a second, a wait in seconds for a read or a write, and a number of
    requests a second. A worker needs `start` core seconds to begin, the driver `handing`
    seconds for each task.
    """

    nodes: int = 1
    cores: float = 1.0
    memory: float = math.inf
    bandwidth: float = math.inf
    gives: float = math.inf
    takes: float = math.inf
    get_wait: float = 0.0
    put_wait: float = 0.0
    gets: float = math.inf
    puts: float = math.inf
    start: float = 0.0
    handing: float = 0.0
    workers: int | None = None  # of a node; else one for each core

    @property
    def workers_per_node(self) -> int:
        """Number of tasks that a node does at once."""
        return self.workers or max(1, int(self.cores))


@dataclass
class TaskKindTotals:
    """Totals of all tasks of a kind: seconds by the clock and of cores, and bytes."""

    tasks: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    read: float = 0.0
    written: float = 0.0


@dataclass
class SimulatedSolve:
    """Totals of a simulated solve. Bytes `received` include heads; `kept` is bytes times seconds stored."""

    seconds: float = 0.0
    core_seconds: float = 0.0
    waiting: float = 0.0  # seconds of these in which the driver alone works
    tasks: int = 0
    read: float = 0.0
    received: float = 0.0
    written: float = 0.0
    gets: float = 0.0
    puts: float = 0.0
    peak: float = 0.0
    kept: float = 0.0
    final: float = 0.0
    memory: float = 0.0  # bytes that a worker holds
    kinds: dict[str, TaskKindTotals] = field(default_factory=dict)

    def add_phase(self, phase: SolvePhase, kernels: Sequence[float]) -> None:
        """Count what a phase moves, and its tasks, of which each takes so many of a core's seconds."""
        both = phase.driver
        for tasks, kernel in zip(phase.tasks, kernels, strict=True):
            all_of_them = tasks.load * tasks.count
            both += all_of_them
            part = self.kinds.setdefault(tasks.kind, TaskKindTotals())
            for each in (self, part):
                each.tasks += tasks.count
                each.core_seconds += kernel * tasks.count
                each.read += all_of_them.read
                each.written += all_of_them.written
            self.memory = max(self.memory, tasks.memory)
        self.received += both.received_bytes
        self.gets += both.gets
        self.puts += both.puts

    def cost_in_dollars(self, prices: CloudPrices, site: ClusterSite) -> tuple[float, float, float]:
        """Return what nodes, storage and requests cost; all nodes are paid for until the end."""
        nodes = prices.core_hour * site.cores * site.nodes * self.seconds / 3600
        stored = prices.gigabyte_month * self.kept / 1e9 / MONTH
        asked = (prices.million_gets * self.gets + prices.million_puts * self.puts) / 1e6
        return nodes, stored, asked


def simulate_phases(
    phases: Iterable[SolvePhase], site: ClusterSite, cost: Callable[[str, TaskLoad], float]
) -> SimulatedSolve:
    """Return what phases come to; `cost` gives a core's seconds of a task of a kind."""
    workers = site.nodes * site.workers_per_node
    found = SimulatedSolve(
        seconds=estimate_phase_seconds(EqualTasks(workers, TaskLoad(), site.start), site),
        core_seconds=site.start * workers,
    )
    stored = 0.0
    for phase in phases:
        kernels = [cost(tasks.kind, tasks.load) for tasks in phase.tasks]
        pool = [
            EqualTasks(tasks.count, tasks.load, each)
            for tasks, each in zip(phase.tasks, kernels, strict=True)
        ]
        dropping = -(-phase.driver.drops // LISTED) * site.get_wait  # so many names go by one request
        alone = dropping + estimate_phase_seconds(EqualTasks(1, phase.driver, 0.0), site)
        seconds = max(
            simulate_task_pool_seconds(pool, site, phase.needs),
            sum(tasks.count for tasks in phase.tasks) * site.handing,
        )
        found.add_phase(phase, kernels)
        apart = [estimate_phase_seconds(each, site) for each in pool]  # as if they were not side by side
        for tasks, mine in zip(phase.tasks, apart, strict=True):
            share = mine / sum(apart) if sum(apart) else 1 / len(apart)
            found.kinds[tasks.kind].seconds += (seconds + alone) * share
        if not pool:
            found.kinds.setdefault("publish", TaskKindTotals()).seconds += alone
        made = sum(
            (tasks.load.written * tasks.count for tasks in phase.tasks),
            phase.driver.written + phase.driver.copied,
        )
        found.kept += (stored + made / 2) * (seconds + alone)
        found.peak = max(found.peak, stored + made)
        stored += made - phase.dropped
        found.seconds += seconds + alone
        found.waiting += alone
        found.final = phase.driver.copied  # what is published at the end
    return found


class EqualTasks(NamedTuple):
    """So many equal tasks, and a core's seconds of each."""

    task_count: int
    load: TaskLoad
    kernel: float


TaskStage = tuple[int, int, float]  # the kind, the stage, and how much of it is left
NodeState = tuple[
    tuple[TaskStage, int], ...
]  # what tasks of a node do, and how many of them do that, in order


def simulate_task_pool_seconds(
    pool: Sequence[EqualTasks], site: ClusterSite, needs: Sequence[Sequence[int]] = ()
) -> float:
    """Return how long tasks of several kinds take, handed out in order to the nodes that have fewest.

    `needs` are, of each kind, those that have to be done before it, by their numbers in the pool.
    """
    if needs:
        return _simulate_task_events(pool, site, needs)
    pool = [alike for alike in pool if alike.task_count]
    workers, now = site.nodes * site.workers_per_node, 0.0
    while len(pool) > 1 and pool[0].task_count >= workers:  # whole waves of the first
        more = pool[0].task_count % workers
        now += estimate_phase_seconds(pool[0]._replace(task_count=pool[0].task_count - more), site)
        pool = [pool[0]._replace(task_count=more), *pool[1:]] if more else pool[1:]
    if len(pool) < 2:
        return now + sum(estimate_phase_seconds(alike, site) for alike in pool)
    return now + _simulate_task_events(pool, site, ())


def _simulate_task_events(
    pool: Sequence[EqualTasks], site: ClusterSite, needs: Sequence[Sequence[int]]
) -> float:
    """Return how long tasks take, from event to event."""
    now = 0.0
    stages = [_compute_stage_amounts(alike, site) for alike in pool]
    waiting = [alike.task_count for alike in pool]
    nodes: Counter[NodeState] = Counter({(): site.nodes})
    undone = [alike.task_count for alike in pool]
    lacking = [len(others) for others in needs] or [0 for _ in pool]
    after: dict[int, list[int]] = {}
    for kind, others in enumerate(needs):
        for other in others:
            after.setdefault(other, []).append(kind)
    while True:
        _assign_tasks(waiting, nodes, stages, site.workers_per_node, lacking)
        paces = _compute_stage_speeds(nodes, site)
        steps = [left / paces[state, stage] for state in nodes for (_, stage, left), _ in state]
        if not steps:
            return now
        step = min(steps)
        now += step
        then: Counter[NodeState] = Counter()
        for state, count in nodes.items():
            doing: Counter[TaskStage] = Counter()
            for (kind, stage, left), many in state:
                pace = paces[state, stage]
                rest = 0.0 if math.isinf(pace) else left - step * pace
                if rest > DONE * (1 + stages[kind][stage]):
                    doing[kind, stage, rest] += many
                elif stage + 1 < len(stages[kind]):
                    doing[kind, stage + 1, stages[kind][stage + 1]] += many
                else:
                    undone[kind] -= many * count
                    for other in after.get(kind, ()) if not undone[kind] else ():
                        lacking[other] -= 1
            then[tuple(sorted(doing.items()))] += count
        nodes = then


def _compute_stage_amounts(alike: EqualTasks, site: ClusterSite) -> tuple[float, ...]:
    """Return how much of each stage a task has, in seconds or bytes: it waits, asks, reads, works, writes."""
    load = alike.load
    waits = site.get_wait * load.gets + site.put_wait * load.puts
    return (
        waits,
        load.gets / site.gets + load.puts / site.puts,
        load.received_bytes,
        alike.kernel,
        load.written,
    )


def _assign_tasks(
    waiting: list[int],
    nodes: Counter[NodeState],
    stages: list[tuple[float, ...]],
    workers: int,
    lacking: list[int],
) -> None:
    """Give what lacks nothing to workers that are free, one by one to the nodes that have fewest tasks."""
    for kind in range(len(waiting)):
        while waiting[kind] and not lacking[kind]:
            has, state = min((sum(many for _, many in state), state) for state in nodes)
            if has == workers:
                return
            often = min(waiting[kind], nodes[state])
            nodes[state] -= often
            if not nodes[state]:
                del nodes[state]
            doing = Counter(dict(state))
            doing[kind, 0, stages[kind][0]] += 1
            nodes[tuple(sorted(doing.items()))] += often
            waiting[kind] -= often


def _compute_stage_speeds(nodes: Counter[NodeState], site: ClusterSite) -> dict[tuple[NodeState, int], float]:
    """Return the speed of each stage on each node: stages share its cores and network, and the store."""
    beside: dict[NodeState, Counter[int]] = {}
    everywhere: Counter[int] = Counter()
    for state, count in nodes.items():
        here = beside[state] = Counter()
        for (_, stage, _), many in state:
            here[stage] += many
            everywhere[stage] += many * count
    return {
        (state, stage): (
            1.0,
            1.0 / everywhere[stage],
            min(site.bandwidth / many, site.gives / everywhere[stage]),
            min(1.0, site.cores / many),
            min(site.bandwidth / many, site.takes / everywhere[stage]),
        )[stage]
        for state, here in beside.items()
        for stage, many in here.items()
    }


def estimate_phase_seconds(alike: EqualTasks, site: ClusterSite) -> float:
    """Return how long equal tasks take, in waves: as many at once as there are workers, then the rest."""
    workers = site.nodes * site.workers_per_node
    waves, rest = divmod(alike.task_count, workers)
    whole = waves * _simulate_task_events([alike._replace(task_count=workers)], site, ()) if waves else 0.0
    return whole + _simulate_task_events([alike._replace(task_count=rest)], site, ())
