"""What a task costs: a core's seconds, as measured; and what nodes and stores charge, as looked up.

`benchmarks/cluster.py` measures and prints the table anew. Rules differ, so a child costs what `plan`
measures that game's rules to take on this machine, times a factor.
"""

from dataclasses import dataclass
from typing import Final

from zermelo.cluster.sizing import Load


@dataclass(frozen=True)
class Rules:
    """A core's seconds for a child of a game: to make it and tell it apart, and to look it up again."""

    forward: float
    backward: float


@dataclass(frozen=True)
class Cost:
    """A core's seconds: of a task, a position, a byte, a read request; and how often those of a child."""

    task: float = 0.0
    child: float = 0.0  # times the game's own
    position: float = 0.0
    read: float = 0.0
    written: float = 0.0
    sorted: float = 0.0
    get: float = 0.0

    def of(self, load: Load, rules: float) -> float:
        """Return the seconds of a task; `rules` are those of a child."""
        return (
            self.task
            + self.child * rules * load.children
            + self.position * load.positions
            + self.read * load.read
            + self.written * load.written
            + self.sorted * load.sorted
            + self.get * load.gets
        )


# As `python benchmarks/cluster.py fit` prints it
MEASURED: Final = "26 November 2026, AMD EPYC (family 25, model 17), 2.6 GHz, others using 1.6 of its 2 cores"
COSTS: Final[dict[str, Cost]] = {
    "expand": Cost(task=0.00116, child=1.15, position=2.41e-08, written=2.86e-09),
    "merge": Cost(task=0.00034, read=2.93e-09, get=1.76e-05),
    "tell": Cost(task=0.000757, read=1.22e-09, get=2.68e-05),
    "combine": Cost(task=0.000874, child=0.915, position=2.71e-09, read=1.96e-09, get=1.81e-05),
    "part": Cost(task=0.00229, written=8.84e-09),
    "arrange": Cost(task=0.002, position=9.0e-08),
    "write": Cost(task=0.00197, position=1.2e-07, get=1.36e-05),
    "compare": Cost(task=0.00132, read=1.98e-09),
}


def seconds_of(kind: str, load: Load, rules: Rules) -> float:
    """Return a core's seconds of a task of a kind."""
    return COSTS[kind].of(load, rules.backward if kind == "combine" else rules.forward)


@dataclass(frozen=True)
class Prices:
    """What is charged, in dollars: for a core and an hour, a GB and a month (30 days), a million requests.

    The defaults are list prices of one vendor in one region (Amazon, us-east-1), of March to June 2026 as
    others quote them: m7g nodes on demand at 0.0816 an hour for two cores (factualminds.com), S3 Standard at
    0.023 a GB and month (cloudburn.io), 0.005 a thousand writes and 0.0004 a thousand reads (devnotes.tech);
    traffic between nodes and store of one region is free (the vendor's own questions and answers). Yours
    differ: give them.
    """

    core_hour: float = 0.0408
    gigabyte_month: float = 0.023
    million_gets: float = 0.4
    million_puts: float = 5.0
