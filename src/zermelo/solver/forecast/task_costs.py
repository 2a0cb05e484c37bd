"""Costs of tasks: measured core seconds and memory, and the prices of nodes and stores.

`benchmarks/cluster.py` measures and prints the table anew. Rules differ, so a child costs what `plan`
measures that game's rules to take on this machine, times a factor.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class TaskCost:
    """A core's seconds: of a task, a position, a byte, a read request; and how often those of a child.

    `held` are the bytes that a task holds for each byte that it reads or writes, `held_child` for each child.
    """

    task: float = 0.0
    child: float = 0.0  # times the game's own
    position: float = 0.0
    byte: float = 0.0
    get: float = 0.0
    held: float = 0.0
    held_child: float = 0.0


HELD: Final = 400 << 20  # bytes of a worker before it begins

# As `python benchmarks/cluster.py fit` prints it
MEASURED: Final = "30 November 2026, AMD EPYC (family 25, model 17), 2.6 GHz, 2 cores, load 14"
COSTS: Final[dict[str, TaskCost]] = {
    "expand": TaskCost(task=0.00148, child=1.19, byte=2.22e-09, held=1, held_child=60),
    "merge": TaskCost(task=0.00127, byte=1.69e-09, held=4),
    "send_answers": TaskCost(task=0.00113, byte=1.04e-09, get=9.57e-06, held=3),
    "combine": TaskCost(task=0.00124, child=0.857, byte=2.16e-09, held=5),
    "split_records": TaskCost(task=0.00219, byte=2.09e-09, held=2),
    "merge_records": TaskCost(task=0.00196, byte=1.57e-09, get=4.36e-06, held=3),
    "write": TaskCost(task=0.00366, byte=4.09e-09, held=6),
    "compare": TaskCost(task=0.00132, position=2.72e-08, get=4.31e-05, held=3),
    "solve_index_tier": TaskCost(task=0.003, held=1),  # each plan measures it, see `index_costs`
    "write_slice": TaskCost(byte=2.66e-08, held=16),
    "find_positions": TaskCost(task=0.00291, child=0.938, position=1.4e-07, get=4.03e-05, held=5),
    "solve_tier": TaskCost(task=0.00282, child=0.906, byte=2.35e-08, held=4, held_child=8),
    "solve_expectations": TaskCost(
        task=0.00247, child=0.422, position=2.83e-07, byte=2.32e-09, get=4.82e-05, held=1.5, held_child=40
    ),
    "write_tiers": TaskCost(task=0.00502, position=2.32e-08, byte=5e-09, get=2.84e-05, held=6),
    "merge_runs": TaskCost(task=0.00184, byte=4.75e-10, held=2),
    "request_answers": TaskCost(task=0.00233, child=1.18, byte=7.91e-09, held=6),
    "send_replies": TaskCost(task=0.00203, held=3),
    "expand_moves": TaskCost(task=0.00582, byte=4.43e-09, held=2),
    "reverse_moves": TaskCost(byte=1.88e-09, get=7.92e-05, held=2),
    "advance": TaskCost(task=0.00254, position=3.6e-07, held=1),
    "advance_sparse": TaskCost(byte=5.22e-10, get=0.000139),
    "finish_answers": TaskCost(task=0.00129, position=5.35e-09, held=2),
    "sort_records": TaskCost(task=0.0028, held=2),
    "join_records": TaskCost(task=0.00223, get=6.05e-06, held=3),
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
