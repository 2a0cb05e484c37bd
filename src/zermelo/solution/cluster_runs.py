"""Solve, verify, count and plan by tasks of many processes or machines that share only a store."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget, default_threads
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games.game_lookup import game

if TYPE_CHECKING:
    from zermelo.solution.solution import Solution
    from zermelo.solution.solution_statistics import Statistics
    from zermelo.solution.verification.solution_verification import SolutionVerification
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
    """Solve every position of a game by tasks, each of which works on about `bucket` positions.

    `cluster` is "threads" or "processes" of this machine (`workers` of them, default every core), "local" for
    a cluster of Ray's that this process begins, or the address of one. `store` is a directory that all
    workers see, or a URL as `s3://bucket/folder`. The solution stands there afterwards, the same bytes as one
    process writes. A run that was killed goes on with what the store has; workers may come, go and be killed.
    `values_only` and `lean` are those of `zermelo.solve`, for games without an index. A solution of the same
    rules that keeps as much or more is returned, and what killed runs have left beside it goes. Two that
    solve the same game into the same store do its tasks together. The late one returns the solution of the
    other, or raises `DamagedScratch` or `StorageFailed`, and then can run again. `listen` is called for every
    task that is done, with the progress of the solve (`TaskReport.standing`).

    A task is a bucket of a tier, also with dice and where play cycles; over a perfect index with `parents` it
    is a whole tier. Other indexes are refused, and tiers larger than a bucket that have both
    dice and points on the way (`MissingCapability`). Raises `MissingExtra` where `zermelo[cluster]` is not
    installed, `StorageFailed` where the store does not answer, `BadParameter`, and what `zermelo.solve` does.
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
) -> "SolutionVerification":
    """Recompute every record of a solution in files by tasks, each of which reads a file and the next.

    What is found is what `Solution.verify` finds, where an answer is wrong too. `cluster` and `workers` are
    as in `solve_on`, and every worker has to see the solution's place. With dice, where values alone or
    nothing that a ply decides was kept, and where rules do not compile there is one task. Raises what
    `Solution.verify` does, `MissingExtra`, `StorageFailed`, and `BadParameter` for a solution in memory.
    """
    from zermelo.solution.verification.verification_tasks import do_scan_task
    from zermelo.solution.verification.verification_tasks import verify_by_tasks as verify

    with _open_executor(cluster, workers, do_scan_task) as executor:
        return verify(solution, executor, interpreted=interpreted, listen=listen)


def stats_on(
    solution: "Solution",
    cluster: str = "processes",
    *,
    workers: int | None = None,
    interpreted: bool | None = None,
    listen: "Callable[[ScanReport], object] | None" = None,
) -> "Statistics":
    """Count a solution by tasks, one for each of its files, as `Solution.stats` does; see `verify_on`."""
    from zermelo.solution.verification.verification_tasks import do_scan_task
    from zermelo.solution.verification.verification_tasks import stats_by_tasks as stats

    with _open_executor(cluster, workers, do_scan_task) as executor:
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
            workers or default_threads(), processes=cluster == "processes", perform=perform
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
    """Return what solving a game would take on so many nodes: hours, bytes, requests, dollars.

    A node has so many cores like this machine's, `memory` bytes, and a `network` of so many bytes a second
    either way. Without `bucket` the size of buckets is the one that takes the least time. `known` are the
    positions of all tiers, where somebody has counted them; else they are counted and estimated as
    `Game.plan` does. What tasks cost was measured on one machine (`zermelo.solver.forecast.task_costs`), and
    the tasks are simulated as they would be done. Over a perfect index, and with dice or points on the way in
    play of any length, a task is a tier, however small buckets are. Where play cycles, a tier larger than a
    bucket is done by buckets, and `levels` is the number of its levels in which much happens. What is unknown
    before the solve is stated in `assumed`. Raises `BadParameter`; `OutOfBudget` where play cycles, positions
    are too many to be counted and `known` is not given; `MissingCapability` for perfect indexes without
    `parents`, and for tiers by buckets over an index, with dice or points on the way; `BadRules`.

    >>> made = plan_on("mnk(columns=3, rows=3)", 2)
    >>> made.positions, made.tasks, made.lacking
    (5478.0, 50, ())
    """
    from zermelo.solver.forecast.cluster_plan import NODE
    from zermelo.solver.forecast.cluster_plan import plan_cluster as plan
    from zermelo.solver.forecast.partitioned_task_sizes import LEVELS

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
