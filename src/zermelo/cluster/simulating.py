"""A solve by tasks that might be, on nodes that might be: how long, what is moved and kept, what it costs.

Its phases are gone through in order. The tasks of a phase are alike, so workers that share a node's cores and
network and the store, and take the next task when they are free, do them in waves: all of a wave begin and
end together. That no transfer then overlaps with anybody's work makes the hours too many rather than too few.
`tests/cluster/` holds the waves against a simulation that goes from event to event.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from zermelo.cluster.costs import Prices
from zermelo.cluster.sizing import Load, Phase

MONTH = 30 * 86_400.0  # seconds


@dataclass(frozen=True)
class Site:
    """Nodes, each with so many cores, bytes of memory, and bytes a second either way; and their store.

    The store gives and takes so many bytes a second in all, answers a read or a write after so many seconds,
    and does so many of them a second. A worker needs `start` core seconds to begin, the driver `handing`
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
    def workers_a_node(self) -> int:
        """How many tasks a node does at once."""
        return self.workers or max(1, int(self.cores))


@dataclass
class Part:
    """What all tasks of a kind come to: seconds by the clock and of cores, and bytes."""

    tasks: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    read: float = 0.0
    written: float = 0.0


@dataclass
class Simulated:
    """What a solve comes to. Bytes `received` have those of heads; `kept` is bytes times seconds stored."""

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
    kinds: dict[str, Part] = field(default_factory=dict)

    def dollars(self, prices: Prices, site: Site) -> tuple[float, float, float]:
        """Return what nodes, storage and requests cost; all nodes are paid for until the end."""
        nodes = prices.core_hour * site.cores * site.nodes * self.seconds / 3600
        stored = prices.gigabyte_month * self.kept / 1e9 / MONTH
        asked = (prices.million_gets * self.gets + prices.million_puts * self.puts) / 1e6
        return nodes, stored, asked


def simulate(phases: Iterable[Phase], site: Site, cost: Callable[[str, Load], float]) -> Simulated:
    """Return what phases come to; `cost` gives a core's seconds of a task of a kind."""
    found = Simulated(seconds=wave_seconds(Load(), site.start, site, site.nodes * site.workers_a_node))
    found.core_seconds = site.start * site.nodes * site.workers_a_node
    for phase in phases:
        load, kernel = phase.load, cost(phase.kind, phase.load) if phase.tasks else 0.0
        alone = _asking(phase.driver, site) + phase.driver.drops * site.get_wait + _moving(phase.driver, site)
        seconds = max(phase_seconds(phase.tasks, load, kernel, site), phase.tasks * site.handing)
        both = load * phase.tasks + phase.driver
        part = found.kinds.setdefault(phase.kind, Part())
        part.tasks += phase.tasks
        part.seconds += seconds + alone
        part.core_seconds += kernel * phase.tasks
        part.read += load.read * phase.tasks
        part.written += load.written * phase.tasks
        found.kept += (found.peak + both.written / 2) * (seconds + alone)
        found.peak += both.written
        found.seconds += seconds + alone
        found.waiting += alone
        found.core_seconds += kernel * phase.tasks
        found.tasks += phase.tasks
        found.read += load.read * phase.tasks
        found.written += load.written * phase.tasks
        found.received += both.received
        found.gets += both.gets
        found.puts += both.puts
        found.memory = max(found.memory, phase.memory)
        found.final = phase.driver.written  # what the last one publishes
    return found


def phase_seconds(tasks: int, load: Load, kernel: float, site: Site) -> float:
    """Return how long equal tasks take, in waves."""
    workers = site.nodes * site.workers_a_node
    waves, rest = divmod(tasks, workers)
    whole = waves * wave_seconds(load, kernel, site, workers) if waves else 0.0
    return whole + (wave_seconds(load, kernel, site, rest) if rest else 0.0)


def wave_seconds(load: Load, kernel: float, site: Site, busy: int) -> float:
    """Return how long `busy` equal tasks take that begin together: they ask, read, work and write."""
    beside = -(-busy // site.nodes)  # on the node that has most of them
    return (
        _asking(load, site, busy) + kernel * max(1.0, beside / site.cores) + _moving(load, site, busy, beside)
    )


def _asking(load: Load, site: Site, busy: int = 1) -> float:
    waits = site.get_wait * load.gets + site.put_wait * load.puts
    return waits + busy * (load.gets / site.gets + load.puts / site.puts)


def _moving(load: Load, site: Site, busy: int = 1, beside: int = 1) -> float:
    node = site.bandwidth / beside
    return load.received / min(node, site.gives / busy) + load.written / min(node, site.takes / busy)
