"""Costs of tasks: measured core seconds, and the prices of nodes and stores.

`benchmarks/cluster.py` measures and prints the table anew. Rules differ, so a child costs what `plan`
measures that game's rules to take on this machine, times a factor.
"""

from dataclasses import dataclass
from typing import Final

from zermelo.solver.forecast.ply_task_sizes import TaskLoad


@dataclass(frozen=True)
class RuleCosts:
    """A core's seconds for a child of a game: to make it and find duplicates, and to look it up again."""

    forward: float
    backward: float


@dataclass(frozen=True)
class TaskCost:
    """A core's seconds: of a task, a position, a byte, a read request; and how often those of a child."""

    task: float = 0.0
    child: float = 0.0  # times the game's own
    position: float = 0.0
    read: float = 0.0
    written: float = 0.0
    sorted: float = 0.0
    get: float = 0.0

    def estimate_task_seconds(self, load: TaskLoad, rules: float) -> float:
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
MEASURED: Final = "26 November 2026, AMD EPYC (family 25, model 17), 2.6 GHz, others using 1.5 of its 2 cores"
COSTS: Final[dict[str, TaskCost]] = {
    "expand": TaskCost(task=0.00068, child=1.08, position=4.18e-08, written=3.63e-09),
    "merge": TaskCost(task=0.000479, read=2.84e-09, sorted=1.39e-10, get=7.43e-06),
    "send_answers": TaskCost(task=0.000541, read=1.95e-09, get=2.25e-05),
    "combine": TaskCost(task=0.000407, child=0.75, read=4.21e-09, get=9.06e-06),
    "split_records": TaskCost(task=0.00161, written=1.17e-08),
    "merge_records": TaskCost(task=9.74e-05, position=1.12e-07, get=2.42e-05),
    "write": TaskCost(task=0.00333, position=6.35e-08, get=2.88e-06),
    "compare": TaskCost(task=0.00142, read=2.53e-09),
    "solve_index_tier": TaskCost(task=0.003, child=1.0),  # each plan measures it, see `index_measuring`
    "write_slice": TaskCost(task=0.001, position=3.82e-08),
    "find_positions": TaskCost(task=0.00271, child=0.993, read=2.03e-08, get=7.66e-05),
    "solve_tier": TaskCost(task=0.00155, child=1.08, position=9.97e-08, read=7.18e-09),
    "solve_expectations": TaskCost(task=0.00262, child=3.08, position=8.32e-08, get=6.1e-05),
    "write_tiers": TaskCost(task=2.32e-05, position=1.89e-07),
    "merge_runs": TaskCost(task=0.00156, read=2.72e-09),
    "request_answers": TaskCost(task=0.0005, child=1.62),
    "send_replies": TaskCost(task=0.00243),
    "expand_moves": TaskCost(task=0.00389, child=1.41, position=6.76e-08),
    "reverse_moves": TaskCost(task=0.0008, child=0.561, position=1.51e-07),
    # What steps read: 33 GB of `draughts_endgame(white_kings=3, black_kings=3)` within 400 MB
    "advance": TaskCost(task=0.00307, sorted=5.81e-08, read=1.4e-09),
    "advance_sparse": TaskCost(task=0.00385, read=7.75e-10),
    "finish_answers": TaskCost(task=0.00171, position=3.15e-08),
    "sort_records": TaskCost(task=0.00223, position=4.85e-08),
    "join_records": TaskCost(task=0.00198, position=3.59e-08, get=1.15e-05),
}


@dataclass(frozen=True)
class CloudPrices:
    """Prices of a cloud, in dollars.

    The defaults are list prices of one vendor in one region (Amazon, us-east-1), of March to June 2026,
    quoted by others. Traffic between nodes and store of one region is free (by the vendor's own answers).

    Parameters
    ----------
    core_hour : float
        A core for an hour: m7g nodes on demand, 0.0816 for two cores (factualminds.com).
    gigabyte_month : float
        A GB for 30 days: S3 Standard (cloudburn.io).
    million_gets, million_puts : float
        A million reads, and writes: 0.0004 and 0.005 a thousand (devnotes.tech).
    """

    core_hour: float = 0.0408
    gigabyte_month: float = 0.023
    million_gets: float = 0.4
    million_puts: float = 5.0
