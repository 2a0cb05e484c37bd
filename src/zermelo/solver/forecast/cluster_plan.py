"""Plan a solve on a cluster: hours, bytes and money, from a simulation of its tasks."""

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.solver.forecast.cluster_simulation import ClusterSite, SimulatedSolve, simulate_phases
from zermelo.solver.forecast.partitioned_task_sizes import LEVELS
from zermelo.solver.forecast.ply_task_sizes import TaskLoad
from zermelo.solver.forecast.task_costs import COSTS, CloudPrices
from zermelo.solver.forecast.workload_models import WorkloadModel, measure_workload
from zermelo.solver.plans.solve_plan import DAY, Plan, hours_text, plan_verdict
from zermelo.solver.solution_files.checked_file import BLOCK, DIGITS
from zermelo.solver.solution_files.solution_manifest import LARGEST as MANIFEST

# What a node and a store are taken to be where nobody says. A store promises 5,500 reads and 3,500 writes a
# second for each prefix, and tens of milliseconds until it answers (Amazon's pages of S3's performance,
# November 2026); a node's network of 4 Gbit/s, 5 s until a worker begins and 1 ms to hand out a task are
# assumed.
NODE: Final = ClusterSite(
    cores=8,
    memory=32 << 30,
    bandwidth=0.5e9,
    get_wait=0.05,
    put_wait=0.05,
    gets=5500,
    puts=3500,
    start=5.0,
    handing=1e-3,
)
SMALLEST, LARGEST = 20, 28  # bits of buckets that are tried where no size is given
FILES: Final = ("write", "write_slice", "write_tiers")  # tasks that write a file of the solution
MOST_PUT: Final = 5 << 30  # bytes that a store takes, or copies, at once; S3's limits


@dataclass(frozen=True)
class ClusterPlan:
    """Expected time and cost of a solve on a cluster.

    The number of classes is right up to `factor` either way. Costs of tasks were measured on buckets of a
    million positions on one machine, and may differ elsewhere. Where `lacking` names something, such a solve
    is not possible yet.

    Parameters
    ----------
    game : str
        Name of the game.
    positions, classes : float
        Positions, and their symmetry classes.
    tiers : int
        Tiers of the game.
    counted : float
        Classes that were counted exactly.
    factor : float
        Possible error of the number of classes, as a factor.
    nodes : int
        Nodes of the cluster.
    node_cores : float
        Cores of a node.
    bucket : int
        Positions of a task.
    buckets : int
        Buckets of the largest tier.
    hours : float
        Time by the clock.
    core_hours : float
        Time in which cores work, which is less than the time to be paid for.
    driver_hours : float
        Part of `hours` in which the driver works alone.
    tasks : int
        Tasks.
    read, received, written : int
        Bytes that tasks work on, that are read in all, and that are written.
    gets, puts : int
        Requests to the store.
    peak_storage, storage : int
        Bytes in the store at most, and of the solution.
    memory, room : int
        Bytes that a worker holds at most, and may hold.
    fits : bool
        Whether memory suffices, the solve ends within a day, and nothing is lacking.
    verdict : str
        The same as a sentence, with what would help.
    dollars, dollars_nodes, dollars_storage, dollars_requests : float
        Cost in all, and its parts.
    dollars_month : float
        Cost of keeping the solution for a month.
    kinds : dict
        By kind of task: number, core hours, and hours by the clock.
    lacking : tuple of str
        What has to be built before such a solve can run.
    assumed : tuple of str
        Assumptions about what is not known in advance.
    """

    game: str
    positions: float
    classes: float
    tiers: int
    counted: float
    factor: float
    nodes: int
    node_cores: float
    bucket: int
    buckets: int  # of the largest tier
    hours: float
    core_hours: float  # in which cores work, not in which they are paid for
    driver_hours: float  # of the hours: in which the driver works alone
    tasks: int
    read: int  # bytes that tasks work on
    received: int  # bytes that are read, with what they are found by
    written: int
    gets: int
    puts: int
    peak_storage: int
    storage: int  # bytes of the solution
    memory: int  # bytes that a worker holds at most
    room: int  # bytes that a worker may hold
    fits: bool  # whether workers have that, it ends within a day, and nothing is lacking
    verdict: str  # the same as a sentence, with what it would take
    dollars: float
    dollars_nodes: float
    dollars_storage: float
    dollars_requests: float
    dollars_month: float  # to keep the solution
    kinds: dict[str, dict[str, float]]  # of tasks: how many, core hours, hours by the clock
    lacking: tuple[str, ...]
    assumed: tuple[str, ...]  # assumptions about what is not known in advance

    def as_json(self) -> dict[str, Any]:
        """Return the object that `plan --cluster --json` prints.

        Returns
        -------
        dict
            The fields.
        """
        kinds = [{"kind": kind, **figures} for kind, figures in self.kinds.items()]
        return dataclasses.asdict(self) | {
            "kinds": kinds,
            "lacking": list(self.lacking),
            "assumed": list(self.assumed),
        }


def plan_cluster(
    game: Game,
    site: ClusterSite = NODE,
    *,
    bucket: int | None = None,
    known: Sequence[int] | None = None,
    levels: int = LEVELS,
    prices: CloudPrices | None = None,
    budget: Budget | None = None,
) -> ClusterPlan:
    """Return what solving a game on `site` will take; without `bucket` the size that takes the least time.

    `known` are the positions of all tiers, if they have been counted. Raises what `measure_workload`
    does, and `MissingCapability` of tiers by buckets over an index, with dice, or with points on the way.
    """
    seen = measure_workload(game, budget, known, levels)
    if bucket is not None and bucket < seen.least_bucket:
        raise MissingCapability(
            f"{game!r}: a tier of {seen.least_bucket:,} positions goes by rounds in smaller buckets, of dice "
            f"or of points on the way, and no plan is made of those: "
            f"give --bucket {seen.least_bucket}, or more"
        )
    if seen.is_tier_per_task:
        made = _plan_with_bucket(seen, site, bucket or 1 << SMALLEST, prices or CloudPrices())
        if made.memory > made.room:
            raise MissingCapability(
                f"{game!r}: a task, which is a tier, would hold {made.memory / 1e9:.1f} GB, more than a "
                "worker has, and no plan is made of tiers of such a game by buckets: give nodes of more "
                "memory, or of fewer cores"
            )
        return made
    if bucket is not None:
        return _plan_with_bucket(seen, site, bucket, prices or CloudPrices())
    tried = [
        _plan_with_bucket(seen, site, 1 << bits, prices or CloudPrices())
        for bits in range(SMALLEST, LARGEST + 1)
    ]
    return min(tried, key=lambda made: (made.memory > made.room, made.hours))


def core_seconds_of_task(seen: WorkloadModel) -> Callable[[str, TaskLoad], float]:
    """Return what gives a core's seconds of a task of a kind."""
    return lambda kind, load: COSTS[kind].task_seconds(load, seen.child_seconds(kind))


def _plan_with_bucket(
    seen: WorkloadModel, site: ClusterSite, bucket: int, prices: CloudPrices
) -> ClusterPlan:
    solve = seen.model_of_bucket(bucket)
    phases = list(solve.phases())
    tasks = [each for phase in phases for each in phase.tasks]
    growth = seen.growth
    working = max(each.memory for each in tasks)
    lacking = []
    if max(each.load.written for each in tasks if each.kind not in FILES) > MOST_PUT:
        lacking.append("an object of more than 5 GB has to be written in parts")
    made: SimulatedSolve = simulate_phases(phases, site, core_seconds_of_task(seen))
    if (hashes := DIGITS * made.final / BLOCK) > MANIFEST:
        lacking.append(f"the hashes of its files would have {hashes / 1e9:.1f} GB, more than a manifest may")
    room, takes = site.memory / site.workers_a_node, []
    if working > room:
        takes.append(
            f"{Plan.bytes_text(working)} of memory a worker, where {Plan.bytes_text(room)} may be used"
        )
    if made.seconds > DAY:
        takes.append(hours_text(made.seconds))
    if lacking:
        takes.append("what is not possible yet")
    doubt = "the estimate is rough" if made.seconds * growth.factor**0.5 > DAY else ""
    nodes, stored, asked = made.cost_in_dollars(prices, site)
    return ClusterPlan(
        game=repr(seen.game),
        positions=growth.positions,
        classes=growth.classes,
        tiers=len(growth.sizes),
        counted=sum(growth.sizes[: growth.exact]),
        factor=growth.factor,
        nodes=site.nodes,
        node_cores=site.cores,
        bucket=solve.largest if seen.is_tier_per_task else bucket,
        buckets=solve.buckets,
        hours=made.seconds / 3600,
        core_hours=made.core_seconds / 3600,
        driver_hours=made.waiting / 3600,
        tasks=made.tasks,
        read=round(made.read),
        received=round(made.received),
        written=round(made.written),
        gets=math.ceil(made.gets),
        puts=math.ceil(made.puts),
        peak_storage=round(made.peak),
        storage=round(made.final),
        memory=round(working),
        room=round(room),
        fits=not takes and not doubt,
        verdict=plan_verdict(takes, doubt),
        dollars=nodes + stored + asked,
        dollars_nodes=nodes,
        dollars_storage=stored,
        dollars_requests=asked,
        dollars_month=prices.gigabyte_month * made.final / 1e9,
        kinds={
            kind: {
                "tasks": part.tasks,
                "core_hours": part.core_seconds / 3600,
                "hours": part.seconds / 3600,
            }
            for kind, part in made.kinds.items()
        },
        lacking=tuple(lacking),
        assumed=seen.assumptions(bucket),
    )
