"""Solve, verify, count and plan by tasks of many processes or machines that share only a store."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget, count_usable_processors
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games.game_lookup import game

if TYPE_CHECKING:
    from zermelo.core.notation.evidence import Evidence
    from zermelo.solution.solution import Solution
    from zermelo.solution.solution_statistics import Statistics
    from zermelo.solution.verification.verification_tasks import ScanReport
    from zermelo.solver.cluster.cluster_solve import ClusterSolveResult
    from zermelo.solver.cluster.task_context import TaskReport
    from zermelo.solver.cluster.task_executors import TaskExecutor
    from zermelo.solver.forecast.cluster_plan import ClusterPlan
    from zermelo.solver.forecast.task_costs import CloudPrices

BUCKET = 1 << 20


def solve_on(
    game_or_text: Game | str,
    store: str,
    cluster: str = "processes",
    *,
    workers: int | None = None,
    bucket: int = BUCKET,
    values_only: bool = False,
    lean: bool = False,
    listen: "Callable[[TaskReport], object] | None" = None,
) -> "ClusterSolveResult":
    """Solve every position of a game by tasks of many processes or machines.

    A task is a bucket of a tier, also with dice and where play cycles; over a perfect index with `parents` it
    is a whole tier. The solution is the same bytes as one process writes. A run that was killed goes on with
    what the store has; workers may come, go and be killed. A solution of the same rules that keeps as much or
    more is returned, and what killed runs have left beside it goes. Two that solve the same game into the
    same store do its tasks together. The late one returns the solution of the other, or raises
    `DamagedScratch` or `StorageFailed`, and then can run again.

    Parameters
    ----------
    game_or_text : Game or str
        Game to solve.
    store : str
        Directory that all workers see, or a URL such as "s3://bucket/folder".
    cluster : str
        "processes" or "threads" of this machine, "local" for a Ray cluster that is started here, or the
        address of one.
    workers : int, optional
        Number of processes or threads; default: every core.
    bucket : int
        Number of positions of a task, about.
    values_only, lean : bool, default False
        See `zermelo.solve`; for games without an index.
    listen : callable, optional
        Receives a `TaskReport` for every task that is done, with the progress of the solve.

    Returns
    -------
    ClusterSolveResult
        Where the solution is, and what it says.

    Raises
    ------
    MissingCapability
        For other indexes, and tiers larger than a bucket with both dice and points during play.
    MissingExtra
        Where `zermelo[cluster]` is not installed.
    StorageFailed
        Where the store does not answer.
    """
    from zermelo.solver.cluster.cluster_solve import solve_by_tasks as solve
    from zermelo.solver.cluster.ply_tasks import perform_task
    from zermelo.solver.records.compact_records import StorageMode

    which = game(game_or_text)
    if not is_count(bucket, 1):
        raise BadParameter(f"bucket {bucket!r} is no number of positions: give one from 1")
    with _open_executor(cluster, workers, perform_task) as executor:
        kept = StorageMode(lean, values_only)
        return solve(which, executor, store, bucket=bucket, kept=kept, listen=listen)


def verify_on(
    solution: "Solution",
    cluster: str = "processes",
    *,
    workers: int | None = None,
    interpreted: bool | None = None,
    listen: "Callable[[ScanReport], object] | None" = None,
) -> "Evidence":
    """Verify a solution in files by tasks, each of which recomputes the records of one file.

    With dice, where values alone or nothing that a ply decides was kept, and where rules do not compile,
    there is one task.

    Parameters
    ----------
    solution : Solution
        Solution in files that every worker sees.
    cluster : str
        See `solve_on`.
    workers : int, optional
        See `solve_on`.
    interpreted : bool, optional
        Whether the rules run in Python; default: only if they do not compile.
    listen : callable, optional
        Receives a `ScanReport` for every task that is done.

    Returns
    -------
    Evidence
        What `Solution.verify` returns, and raises.

    Raises
    ------
    BadParameter
        For a solution in memory.
    """
    from zermelo.solution.verification.verification_tasks import perform_scan_task
    from zermelo.solution.verification.verification_tasks import verify_by_tasks as verify

    with _open_executor(cluster, workers, perform_scan_task) as executor:
        return verify(solution, executor, interpreted=interpreted, listen=listen)


def stats_on(
    solution: "Solution",
    cluster: str = "processes",
    *,
    workers: int | None = None,
    interpreted: bool | None = None,
    listen: "Callable[[ScanReport], object] | None" = None,
) -> "Statistics":
    """Count a solution by tasks, one for each of its files, as `Solution.stats` does.

    Parameters
    ----------
    solution : Solution
        Solution in files that every worker sees.
    cluster : str
        See `solve_on`.
    workers : int, optional
        See `solve_on`.
    interpreted : bool, optional
        Whether the rules run in Python; default: only if they do not compile.
    listen : callable, optional
        Receives a `ScanReport` for every task that is done.

    Returns
    -------
    Statistics
        Figures of the game.
    """
    from zermelo.solution.verification.verification_tasks import compute_statistics_by_tasks as stats
    from zermelo.solution.verification.verification_tasks import perform_scan_task

    with _open_executor(cluster, workers, perform_scan_task) as executor:
        return stats(solution, executor, interpreted=interpreted, listen=listen)


@contextlib.contextmanager
def _open_executor(
    cluster: str, workers: int | None, perform: "Callable[[Any, Any], Any]"
) -> "Iterator[TaskExecutor]":
    """Yield the executor of the tasks, and close it afterwards."""
    from zermelo.solver.cluster.task_executors import LocalExecutor, RayExecutor

    if workers is not None and not is_count(workers, 1):
        raise BadParameter(f"workers {workers!r} is no number of them: give one from 1")
    executor: TaskExecutor
    if cluster in ("threads", "processes"):
        executor = LocalExecutor(
            workers or count_usable_processors(), processes=cluster == "processes", perform=perform
        )
    else:
        executor = RayExecutor(cluster, perform=perform)
    try:
        yield executor
    finally:
        executor.close()


def plan_on(
    game_or_text: Game | str,
    nodes: int,
    *,
    cores: int = 8,
    memory: int = 32 << 30,
    network: float = 0.5e9,
    bucket: int | None = None,
    known: Sequence[int] | None = None,
    levels: int | None = None,
    prices: "CloudPrices | None" = None,
    budget: Budget | None = None,
) -> "ClusterPlan":
    """Forecast what solving a game would take on many machines: hours, bytes, requests, dollars.

    What tasks cost was measured on one machine (`zermelo.solver.forecast.task_costs`), and the tasks are
    scheduled as they would be done. Over a perfect index, and with dice or points during play of any length,
    a task is a tier, however small buckets are. What is unknown before the solve is stated in `assumed`.

    Parameters
    ----------
    game_or_text : Game or str
        Game to solve.
    nodes : int
        Number of machines.
    cores : int, default 8
        Cores of each, as fast as this machine's.
    memory : int
        Bytes of memory of each.
    network : float
        Bytes a second of each, in either direction.
    bucket : int, optional
        Number of positions of a bucket; default: the one that takes the least time.
    known : sequence of int, optional
        Positions of all tiers, where counted before; default: counted and estimated as in `Game.plan`.
    levels : int, optional
        Where play cycles and a tier is larger than a bucket: the number of its levels in which much happens.
    prices : CloudPrices, optional
        Prices of machines, storage and requests.
    budget : Budget, optional
        Time and memory of the forecast.

    Returns
    -------
    ClusterPlan
        The forecast.

    Raises
    ------
    OutOfBudget
        Where play cycles, positions are too many to be counted and `known` is not given.
    MissingCapability
        For perfect indexes without `parents`, and for tiers by buckets over an index, with dice or points.

    Examples
    --------
    >>> made = plan_on("mnk(columns=3, rows=3)", 2)
    >>> made.positions, made.tasks, made.lacking
    (5478.0, 50, ())
    """
    from zermelo.solver.forecast.cluster_plan import NODE
    from zermelo.solver.forecast.cluster_plan import plan_cluster as plan
    from zermelo.solver.forecast.solve_phases import LEVELS

    for name, given in (("nodes", nodes), ("cores", cores), ("memory", memory)):
        if not is_count(given, 1):
            raise BadParameter(f"{name} {given!r} is no number of them: give one from 1")
    if bucket is not None and not is_count(bucket, 1):
        raise BadParameter(f"bucket {bucket!r} is no number of positions: give one from 1")
    if not network > 0:
        raise BadParameter(f"network {network!r} is no number of bytes a second: give one above 0")
    site = dataclasses.replace(NODE, nodes=nodes, cores=cores, memory=memory, bandwidth=network)
    many = LEVELS if levels is None else levels
    if not is_count(many, 1):
        raise BadParameter(f"levels {levels!r} is no number of them: give one from 1")
    return plan(
        game(game_or_text), site, bucket=bucket, known=known, levels=many, prices=prices, budget=budget
    )
