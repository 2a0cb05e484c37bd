"""Solve a game by tasks of many processes or machines that share nothing but a store of objects.

>>> import tempfile, zermelo
>>> with tempfile.TemporaryDirectory() as store:
...     solved = zermelo.clusters.solve_on("mnk(columns=3, rows=3)", store, "threads")
...     solved.summary.positions, solved.figures.tasks > 0, solved.place.startswith(store)
(5478, True, True)
"""

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget, default_threads
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.naming import game

if TYPE_CHECKING:
    from zermelo.cluster.costs import Prices as Prices
    from zermelo.cluster.planning import ClusterPlan as ClusterPlan
    from zermelo.cluster.run import Figures as Figures
    from zermelo.cluster.solving import SolvedOn as SolvedOn
    from zermelo.cluster.work import Report as Report
    from zermelo.cluster.work import Task as Task
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "cluster.costs": ("Prices",),
            "cluster.planning": ("ClusterPlan",),
            "cluster.run": ("Figures",),
            "cluster.solving": ("SolvedOn",),
            "cluster.work": ("Report", "Task"),
        },
        ("plan_on", "solve_on"),
    )

BUCKET = 1 << 20


def solve_on(
    game_or_text: Game | str,
    store: str,
    cluster: str = "processes",
    *,
    workers: int | None = None,
    bucket: int = BUCKET,
    listen: "Callable[[Report], object] | None" = None,
) -> "SolvedOn":
    """Solve every position of a game by tasks, each of which works on about `bucket` positions.

    `cluster` is "threads" or "processes" of this machine (`workers` of them, default every core), "local" for
    a cluster of Ray's that this process begins, or the address of one. `store` is a directory that all
    workers see, or a URL as `s3://bucket/folder`. The solution stands there afterwards, the same bytes as one
    process writes. A run that was killed goes on with what the store has; workers may come, go and be killed.
    `listen` is told of every task that is done.

    For games whose moves lead from plies to the next, and for those with a perfect index and `parents`, of
    which a task is a whole tier. Dice, other indexes and play that comes round are refused
    (`MissingCapability`, `LoopFound`). Raises `MissingExtra` where `zermelo[cluster]` is not
    installed, `StorageFailed` where the store does not answer, `BadParameter`, and what `zermelo.solve` does.
    """
    from zermelo.cluster.executors import LocalExecutor, RayExecutor, TaskExecutor
    from zermelo.cluster.solving import solve_on as solve

    which = game(game_or_text)
    if not is_count(bucket, 1):
        raise BadParameter(f"bucket {bucket!r} is no number of positions: give one from 1")
    if workers is not None and not is_count(workers, 1):
        raise BadParameter(f"workers {workers!r} is no number of them: give one from 1")
    executor: TaskExecutor
    if cluster in ("threads", "processes"):
        executor = LocalExecutor(workers or default_threads(), processes=cluster == "processes")
    else:
        executor = RayExecutor(cluster)
    try:
        return solve(which, executor, store, bucket=bucket, listen=listen)
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
    prices: "Prices | None" = None,
    budget: Budget | None = None,
) -> "ClusterPlan":
    """Return what solving a game would take on so many nodes: hours, bytes, requests, dollars; nothing is solved.

    A node has so many cores like this machine's, `memory` bytes, and a `network` of so many bytes a second either way.
    Without `bucket` the size of buckets is the one that takes the least time. `known` are the positions of all
    tiers, where somebody has counted them; else they are counted and estimated as `Game.plan` does. What
    tasks cost was measured on one machine (see `zermelo.cluster.costs`), and the tasks are simulated as they would be
    done. Raises `BadParameter`, `MissingCapability` and `LoopFound` for what is not solved so, `BadRules`.

    >>> made = plan_on("mnk(columns=3, rows=3)", 2)
    >>> made.positions, made.tasks, made.lacking
    (5478.0, 50, ())
    """
    from zermelo.cluster.planning import NODE
    from zermelo.cluster.planning import plan_on as plan

    for name, given in (("nodes", nodes), ("cores", cores), ("memory", memory)):
        if not is_count(given, 1):
            raise BadParameter(f"{name} {given!r} is no number of them: give one from 1")
    if bucket is not None and not is_count(bucket, 1):
        raise BadParameter(f"bucket {bucket!r} is no number of positions: give one from 1")
    if not network > 0:
        raise BadParameter(f"network {network!r} is no number of bytes a second: give one above 0")
    site = dataclasses.replace(NODE, nodes=nodes, cores=cores, memory=memory, bandwidth=network)
    return plan(game(game_or_text), site, bucket=bucket, known=known, prices=prices, budget=budget)
