"""Schedule of a solve on given nodes: its hours, the bytes it moves and keeps, and its cost.

Phases are done in order. In each of them the tasks go to the workers that are free first; all workers of a
node share its network. A phase takes no less than the store needs for its requests, or the driver to hand out
tasks. No transfer overlaps with work, so hours are overestimated rather than underestimated.
"""

import math
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from zermelo.solver.forecast.solve_phases import Phase, TaskBatch
from zermelo.solver.forecast.task_costs import COSTS, HELD, CloudPrices

MONTH: Final = 30 * 86_400.0  # seconds
FILES: Final = ("write", "write_slice", "write_tiers")  # tasks that write a file of the solution
HEAD: Final = 48  # bytes that a request reads besides, about: where sections begin
# Of the driver in a phase: what is there, and what is noted; and names that a request drops or lists
DRIVER_GETS, DRIVER_PUTS, LISTED = 1, 4, 1000


@dataclass(frozen=True)
class ClusterSite:
    """Nodes, with their cores, bytes of memory, and bytes a second in each direction; and their store.

    The store has a wait in seconds for a read or a write, and a number of requests a second. A worker needs
    `start` seconds to begin, the driver `handing` seconds for each task.
    """

    nodes: int = 1
    cores: int = 1
    memory: float = math.inf
    bandwidth: float = math.inf
    get_wait: float = 0.0
    put_wait: float = 0.0
    gets: float = math.inf
    puts: float = math.inf
    start: float = 0.0
    handing: float = 0.0

    @property
    def workers(self) -> int:
        """Number of tasks that are done at once."""
        return self.nodes * self.cores


@dataclass
class TaskTotals:
    """Totals of tasks: seconds by the clock and of cores, and bytes."""

    tasks: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    read: float = 0.0
    written: float = 0.0


@dataclass
class SolveTotals(TaskTotals):
    """Totals of a solve. Bytes `received` include heads; `kept` is bytes times seconds stored."""

    waiting: float = 0.0  # seconds in which the driver alone works
    received: float = 0.0
    gets: float = 0.0
    puts: float = 0.0
    peak: float = 0.0
    kept: float = 0.0
    final: float = 0.0
    memory: float = 0.0  # bytes that a worker holds
    largest_object: float = 0.0  # bytes that a task writes, but for files
    kinds: dict[str, TaskTotals] = field(default_factory=dict)

    def cost_in_dollars(self, prices: CloudPrices, site: ClusterSite) -> tuple[float, float, float]:
        """Return what nodes, storage and requests cost; all nodes are paid for until the end."""
        nodes = prices.core_hour * site.workers * self.seconds / 3600
        stored = prices.gigabyte_month * self.kept / 1e9 / MONTH
        asked = (prices.million_gets * self.gets + prices.million_puts * self.puts) / 1e6
        return nodes, stored, asked


def schedule_solve(
    phases: Iterable[Phase], site: ClusterSite, seconds_per_child: Callable[[str], float]
) -> SolveTotals:
    """Return what phases come to; `seconds_per_child` are a core's, by the rules, in tasks of a kind."""
    found = SolveTotals(seconds=site.start, core_seconds=site.start * site.workers)
    stored = 0.0
    for phase in phases:
        works = [estimate_core_seconds(batch, seconds_per_child(batch.kind)) for batch in phase]
        spans = [
            work / max(1, batch.tasks) + _estimate_transfer_seconds(batch, site)
            for batch, work in zip(phase, works, strict=True)
        ]
        gets, puts = (
            sum(batch.tasks * each for batch, each in zip(phase, many, strict=True))
            for many in ([batch.gets for batch in phase], [batch.puts for batch in phase])
        )
        seconds = max(
            schedule_batches(phase, spans, site.workers),
            gets / site.gets + puts / site.puts,
            site.handing * sum(batch.tasks for batch in phase),
        )
        names = puts + LISTED * DRIVER_PUTS  # what was made is listed, and dropped later
        alone = DRIVER_GETS * site.get_wait + names / LISTED * site.put_wait
        made = sum(batch.written for batch in phase)
        found.kept += (stored + made / 2) * (seconds + alone)
        found.peak = max(found.peak, stored + made)
        stored += made - sum(batch.dropped for batch in phase)
        found.seconds += seconds + alone
        found.waiting += alone
        found.gets += gets + DRIVER_GETS
        found.puts += puts + names / LISTED
        every = sum(batch.tasks * span for batch, span in zip(phase, spans, strict=True))
        for batch, work, span in zip(phase, works, spans, strict=True):
            _add_batch(found, batch, work)
            share = batch.tasks * span / every if every else 1 / len(phase)
            found.kinds[batch.kind].seconds += share * (seconds + alone)
    _publish_files(found, site)
    return found


def schedule_batches(phase: Phase, spans: Sequence[float], workers: int) -> float:
    """Return how long a phase takes whose tasks take so long, each by the worker that is free first."""
    free, ends = [0.0] * workers, list[float]()  # when workers are free, ascending; when batches end
    for batch, span in zip(phase, spans, strict=True):
        ready = end = max((ends[need] for need in batch.needs), default=0.0)
        waves, rest = divmod(batch.tasks, workers)
        if waves:
            free = [max(each, ready) + waves * span for each in free]
            end = free[-1]
        for _ in range(rest):  # a worker that is free when the task may begin does not wait for it before
            end = max(free.pop(max(0, bisect_right(free, ready) - 1)), ready) + span
            insort(free, end)
        ends.append(end)
    return free[-1]


def estimate_core_seconds(batch: TaskBatch, seconds_per_child: float) -> float:
    """Return a core's seconds of all tasks of a batch."""
    cost = COSTS[batch.kind]
    return (
        batch.seconds
        + cost.task * batch.tasks
        + cost.get * batch.tasks * batch.gets
        + cost.child * seconds_per_child * batch.children
        + cost.position * batch.positions
        + cost.byte * (batch.read + batch.written)
    )


def _estimate_transfer_seconds(batch: TaskBatch, site: ClusterSite) -> float:
    """Return how long a task waits for the store, and for the network that it shares with others."""
    beside = math.ceil(min(max(1, batch.tasks), site.workers) / site.nodes)
    moved = (batch.read + batch.written) / max(1, batch.tasks) + HEAD * batch.gets
    return site.get_wait * batch.gets + site.put_wait * batch.puts + moved * beside / site.bandwidth


def _add_batch(found: SolveTotals, batch: TaskBatch, work: float) -> None:
    """Add tasks to the totals of a solve, and to those of their kind."""
    for each in (found, found.kinds.setdefault(batch.kind, TaskTotals())):
        each.tasks += batch.tasks
        each.core_seconds += work
        each.read += batch.read
        each.written += batch.written
    found.received += batch.read + HEAD * batch.gets * batch.tasks
    cost, count = COSTS[batch.kind], max(1, batch.tasks)
    held = cost.held * (batch.read + batch.written) + cost.held_child * batch.children
    found.memory = max(found.memory, HELD + held * batch.at_once / count)
    if batch.kind in FILES:
        found.final += batch.written
    else:
        found.largest_object = max(found.largest_object, batch.written / count)


def _publish_files(found: SolveTotals, site: ClusterSite) -> None:
    """Add what the driver does at the end: it has files copied to where solutions are, one by one."""
    files = sum(found.kinds[kind].tasks for kind in FILES if kind in found.kinds)
    seconds = files * (site.get_wait + site.put_wait) + found.final / site.bandwidth
    found.kinds["publish"] = TaskTotals(seconds=seconds)
    found.seconds += seconds
    found.waiting += seconds
    found.received += found.final
    found.kept += 1.5 * found.final * seconds
    found.peak = max(found.peak, 2 * found.final)
    found.gets += files
    found.puts += files + 1
