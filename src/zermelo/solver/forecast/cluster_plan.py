"""Plan a solve on a cluster: hours, bytes and money, from a schedule of its tasks."""

import math
from collections.abc import Sequence
from typing import Annotated, Final

from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import format_bytes, format_duration, format_labelled_lines
from zermelo.solver.forecast.solve_phases import LEVELS, count_buckets
from zermelo.solver.forecast.solve_schedule import ClusterSite, schedule_solve
from zermelo.solver.forecast.task_costs import CloudPrices
from zermelo.solver.forecast.workload_models import Workload, measure_workload
from zermelo.solver.plans.solve_plan import DAY, format_plan_verdict, format_solve_hours
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
MOST_PUT: Final = 5 << 30  # bytes that a store takes, or copies, at once; S3's limits


class ClusterTaskKind(Result, frozen=True, kw_only=True):
    """What tasks of one kind take together."""

    kind: Annotated[str, about("what is done")]
    tasks: Annotated[Count, about("how many")]
    core_hours: Annotated[float, about("in which cores work")]
    hours: Annotated[
        float, about("by the clock, the driver's included; a share where two kinds are side by side")
    ]


class ClusterPlan(Result, frozen=True, kw_only=True):
    """What a solve on a cluster would take, from a schedule of its tasks."""

    game: Annotated[str, about("the game, as every command reads it")]
    positions: Annotated[float, about("positions, counted, estimated or given")]
    classes: Annotated[float, about("classes of positions, symmetric ones as one")]
    tiers: Annotated[Count, about("sets of positions: of plies, or the game's own")]
    counted: Annotated[float, about("classes that were counted exactly")]
    factor: Annotated[float, about("how far the number of classes may be off")]
    nodes: Annotated[Count, about("machines")]
    node_cores: Annotated[float, about("cores of each machine")]
    bucket: Annotated[
        Count, about("positions that a task works on, about; where tasks are whole tiers, of the largest")
    ]
    buckets: Annotated[Count, about("of the largest tier")]
    hours: Annotated[float, about("by the clock")]
    core_hours: Annotated[float, about("in which cores work, not in which they are paid for")]
    driver_hours: Annotated[float, about("by the clock, in which the driver works alone")]
    tasks: Annotated[Count, about("that are done")]
    read: Annotated[Count, about("bytes that tasks work on")]
    received: Annotated[Count, about("bytes that are read, with what they are found by")]
    written: Annotated[Count, about("bytes that are written")]
    gets: Annotated[Count, about("requests that read")]
    puts: Annotated[Count, about("requests that write or list")]
    peak_storage: Annotated[Count, about("bytes in the store at most")]
    storage: Annotated[Count, about("bytes of the solution")]
    memory: Annotated[Count, about("bytes that a worker holds at most")]
    room: Annotated[Count, about("bytes that a worker may hold")]
    fits: Annotated[bool, about("whether workers have that, it ends within a day, and nothing is lacking")]
    verdict: Annotated[str, about("the same as a sentence, with what it would take")]
    dollars: Annotated[float, about("for all of it")]
    dollars_nodes: Annotated[float, about("of these, for machines until the end")]
    dollars_storage: Annotated[float, about("for what the store holds meanwhile")]
    dollars_requests: Annotated[float, about("for requests")]
    dollars_month: Annotated[float, about("to keep the solution for a month")]
    kinds: Annotated[list[ClusterTaskKind], about("of tasks")]
    lacking: Annotated[tuple[str, ...], about("what has to be built before such a solve can run")]
    assumed: Annotated[tuple[str, ...], about("what nobody knows before it is solved, and how it is taken")]

    def __str__(self) -> str:
        sure = "counted, or given"
        if self.factor != 1:
            sure = f"estimated, right within a factor of {self.factor:.2g}"
        paid = self.nodes * self.node_cores * self.hours
        alone = format_duration(self.driver_hours * 3600)
        rows = [
            ("positions", f"{self.positions:,.0f} ({self.classes:,.0f} classes), {self.tiers} tiers: {sure}"),
            (
                "on",
                f"{self.nodes:,} machines of {self.node_cores:g} cores; "
                f"buckets of {self.bucket:,}, {self.buckets:,} at most",
            ),
            (
                "time",
                f"about {format_duration(self.hours * 3600)}, in which the driver works alone for {alone}",
            ),
            (
                "work",
                f"{self.tasks:,} tasks, {self.core_hours:,.2f} core hours; {paid:,.2f} are paid for",
            ),
            *(
                (
                    f"  {each.kind:<9} ",
                    f"{format_duration(each.core_hours * 3600)} of a core, "
                    f"{format_duration(each.hours * 3600)} by the clock",
                )
                for each in self.kinds
            ),
            (
                "moved",
                f"{format_bytes(self.received)} read ({format_bytes(self.read)} to be worked on) "
                f"by {self.gets:,} requests, {format_bytes(self.written)} written by {self.puts:,}",
            ),
            (
                "storage",
                f"{format_bytes(self.peak_storage)} at most, {format_bytes(self.storage)} of solution",
            ),
            ("memory", f"{format_bytes(self.memory)} a worker, of {format_bytes(self.room)}"),
            (
                "money",
                f"{self.dollars:,.0f} dollars: machines {self.dollars_nodes:,.0f}, "
                f"storage {self.dollars_storage:,.0f}, requests {self.dollars_requests:,.0f}; "
                f"{self.dollars_month:,.2f} a month to keep",
            ),
            ("verdict", self.verdict),
            *(("given", each) for each in self.assumed),
        ]
        lacking = (f"not possible yet  {each}" for each in self.lacking)
        return "\n".join([self.game, *format_labelled_lines(rows), *lacking])


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
            f"{game!r}: a tier of {seen.least_bucket:,} positions goes by rounds in smaller buckets, "
            f"of dice or of points on the way, and no plan is made of those: "
            f"give --bucket {seen.least_bucket}, or more"
        )
    sizes = [1 << bits for bits in range(SMALLEST, LARGEST + 1)] if bucket is None else [bucket]
    tried = [
        plan_workload(seen, site, size, prices or CloudPrices())
        for size in sizes[: 1 if seen.whole_tiers else None]
    ]
    made = min(tried, key=lambda each: (each.memory > each.room, each.hours))
    if seen.whole_tiers and made.memory > made.room:
        raise MissingCapability(
            f"{game!r}: a task, which is a tier, would hold {made.memory / 1e9:.1f} GB, more than a "
            "worker has, and no plan is made of tiers of such a game by buckets: give nodes of more "
            "memory, or of fewer cores"
        )
    return made


def plan_workload(seen: Workload, site: ClusterSite, bucket: int, prices: CloudPrices) -> ClusterPlan:
    """Return the plan of a solve by tasks of about `bucket` positions."""
    phases, growth = seen.list_phases(bucket), seen.growth
    made = schedule_solve(phases, site, seen.choose_seconds_per_child)
    lacking = []
    if made.largest_object > MOST_PUT:
        lacking.append("an object of more than 5 GB has to be written in parts")
    if (hashes := DIGITS * made.final / BLOCK) > MANIFEST:
        lacking.append(f"the hashes of its files would have {hashes / 1e9:.1f} GB, more than a manifest may")
    room, takes = site.memory / site.cores, []
    if made.memory > room:
        takes.append(
            f"{format_bytes(made.memory)} of memory a worker, where {format_bytes(room)} may be used"
        )
    if made.seconds > DAY:
        takes.append(format_solve_hours(made.seconds))
    if lacking:
        takes.append("what is not possible yet")
    doubt = "the estimate is rough" if made.seconds * growth.factor**0.5 > DAY else ""
    nodes, stored, asked = made.cost_in_dollars(prices, site)
    return ClusterPlan(
        game=repr(seen.game),
        positions=growth.position_count,
        classes=growth.class_count,
        tiers=len(growth.sizes),
        counted=sum(growth.sizes[: growth.exact]),
        factor=growth.factor,
        nodes=site.nodes,
        node_cores=site.cores,
        bucket=seen.largest_tier if seen.whole_tiers else bucket,
        buckets=1 if seen.whole_tiers else count_buckets(seen.largest_tier, bucket),
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
        memory=round(made.memory),
        room=round(room),
        fits=not takes and not doubt,
        verdict=format_plan_verdict(takes, doubt),
        dollars=nodes + stored + asked,
        dollars_nodes=nodes,
        dollars_storage=stored,
        dollars_requests=asked,
        dollars_month=prices.gigabyte_month * made.final / 1e9,
        kinds=[
            ClusterTaskKind(
                kind=kind,
                tasks=part.tasks,
                core_hours=part.core_seconds / 3600,
                hours=part.seconds / 3600,
            )
            for kind, part in made.kinds.items()
        ],
        lacking=tuple(lacking),
        assumed=seen.list_assumptions(bucket),
    )
