"""`zermelo plan --cluster`: its options, and the text that it prints."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo import Budget
from zermelo.core import BadParameter, format_duration, open_input_file

if TYPE_CHECKING:
    from zermelo.solver import CloudPrices, ClusterPlan


def parse_node_memory(text: str) -> int:
    """Return the bytes of a node."""
    return Budget.parse_memory(text)


def read_tier_sizes(path: Path) -> list[int]:
    """Read how many positions tiers have: a line for each, its number and the count; `#` begins a remark."""
    try:
        with open_input_file(path, "give a file of lines as `3 238`", 1 << 20) as opened:
            lines = opened.read().decode().splitlines()
    except UnicodeDecodeError as error:
        raise BadParameter(f"{path} cannot be read ({error}): give a file of lines as `3 238`") from None
    known: list[int] = []
    for line in lines:
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or words[0] != str(len(known)) or not words[1].isdecimal() or int(words[1]) < 1:
            raise BadParameter(f"{path}: {line!r} does not say how many positions tier {len(known)} has")
        known.append(int(words[1]))
    if not known:
        raise BadParameter(f"{path} says nothing: give a line for each tier, as `3 238`")
    return known


def parse_cloud_prices(price_texts: list[str]) -> "CloudPrices":
    """Return prices, those that somebody gave among the usual ones."""
    from zermelo.solver import CloudPrices

    names = [field.name for field in dataclasses.fields(CloudPrices)]
    given: dict[str, float] = {}
    for text in price_texts:
        name, _, amount = text.partition("=")
        try:
            given[name] = float(amount)
        except ValueError:
            raise BadParameter(f"--price {text!r} is none: write {names[0]}=0.03") from None
        if name not in names or not 0 <= given[name] < 1e9:
            raise BadParameter(f"--price {text!r} is none of {', '.join(names)}, or no price")
    return CloudPrices(**given)


def format_cluster_plan(plan: "ClusterPlan") -> str:
    """Return what `plan --cluster` prints."""
    sure = (
        "counted, or given" if plan.factor == 1 else f"estimated, right within a factor of {plan.factor:.2g}"
    )
    cores = plan.nodes * plan.node_cores
    lines = [
        plan.game,
        f"positions   {plan.positions:,.0f} ({plan.classes:,.0f} classes), {plan.tiers} tiers: {sure}",
        f"on          {plan.nodes:,} machines of {plan.node_cores:g} cores; "
        f"buckets of {plan.bucket:,}, {plan.buckets:,} at most",
        f"time        about {format_duration(plan.hours * 3600)}, in which the driver works alone for "
        f"{format_duration(plan.driver_hours * 3600)}",
        f"work        {plan.tasks:,} tasks, {plan.core_hours:,.2f} core hours; "
        f"{cores * plan.hours:,.2f} are paid for",
        *(
            f"  {each.kind:<10}{format_duration(each.core_hours * 3600)} of a core, "
            f"{format_duration(each.hours * 3600)} by the clock"
            for each in plan.kinds
        ),
        f"moved       {format_bytes(plan.received)} read ({format_bytes(plan.read)} to be worked on) "
        f"by {plan.gets:,} requests, "
        f"{format_bytes(plan.written)} written by {plan.puts:,}",
        f"storage     {format_bytes(plan.peak_storage)} at most, {format_bytes(plan.storage)} of solution",
        f"memory      {format_bytes(plan.memory)} a worker, of {format_bytes(plan.room)}",
        f"money       {plan.dollars:,.0f} dollars: machines {plan.dollars_nodes:,.0f}, "
        f"storage {plan.dollars_storage:,.0f}, "
        f"requests {plan.dollars_requests:,.0f}; {plan.dollars_month:,.2f} a month to keep",
        f"verdict     {plan.verdict}",
    ]
    lines += [f"given       {each}" for each in plan.assumed]
    return "\n".join(lines + [f"not possible yet  {each}" for each in plan.lacking])


def format_bytes(count: float) -> str:
    """Return bytes as a person reads them.

    >>> format_bytes(2_500_000), format_bytes(3e9)
    ('2.5 MB', '3.0 GB')
    """
    for unit, size in (("TB", 1e12), ("GB", 1e9)):
        if count >= size:
            return f"{count / size:,.1f} {unit}"
    return f"{count / 1e6:,.1f} MB"
