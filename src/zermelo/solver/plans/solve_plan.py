"""Plans, and constants that all planners share: bytes of a class, and of the process."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec.structs import replace

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import (
    format_bytes,
    format_duration,
    format_labelled_lines,
    format_rough_count,
)
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate

# Bytes a class, from the arrays that the solver holds at once; the files' as measured.
KEY, FILE = 8, 1
PROCESS = 250 << 20  # memory held before it begins, and reserved for kernels
WRITING = 1.0e-7  # seconds a class to sort, encode and sync, on one core's worth of this solver's threads
DAY = 86_400.0  # seconds within which a solve has to end to be said to fit
LEVELS = 40  # at which all moves are looked at again: not known in advance, and typical of long games
ENDLESS = 1e299  # nodes that random probing counts, at least, where play need not end


class Plan(Result, frozen=True, kw_only=True):
    """What solving a game will take, before it runs; figures are right up to `factor`, either way."""

    game: Annotated[str, about("the game, as every command reads it")]
    method: Annotated[str, about("how it would be solved")]
    positions: Annotated[float, about("positions, counted or estimated")]
    classes: Annotated[float, about("classes of positions, symmetric ones as one")]
    tiers: Annotated[Count, about("sets of positions solved together")]
    counted: Annotated[float, about("classes that were counted exactly")]
    factor: Annotated[float, about("how far figures may be off; 1 where all was counted")]
    nodes: Annotated[
        float | None,
        about("of the game tree, by random probing; null where it was not probed, or has no end"),
    ]
    seconds: Annotated[float, about("to find positions and to solve them")]
    seconds_writing: Annotated[float, about("to write the solution")]
    memory: Annotated[Count, about("bytes that let it run without spilling")]
    least_memory: Annotated[Count, about("bytes below which it cannot run")]
    budget: Annotated[Count, about("bytes that may be used")]
    disk: Annotated[Count, about("bytes, of checkpoints while it runs and files afterwards")]
    least_disk: Annotated[Count, about("bytes of disk below which it cannot run")]
    disk_budget: Annotated[Count | None, about("bytes of disk that may be taken; null: what is free")]
    fits: Annotated[bool, about("whether memory and disk suffice and it ends within a day")]
    lacking: Annotated[
        tuple[Literal["memory", "disk", "time", "certainty"], ...], about("why it does not fit")
    ] = ()
    verdict: Annotated[str, about("the same as a sentence, with what it would take")] = ""
    advice: Annotated[tuple[str, ...], about("what would make it fit")]
    open: Annotated[bool, about("whether no end of play was seen: it takes so much at least")] = False
    by_buckets: Annotated[
        bool, about("whether tiers are larger than memory: on disk, and worked on bucket by bucket")
    ] = False
    longer: Annotated[
        bool, about("whether it takes at least this many seconds, and how many more is unknown")
    ] = False

    @property
    def has_room(self) -> bool:
        """Whether memory and disk suffice, however long it takes."""
        return not set(self.lacking) - {"time"}

    @property
    def has_finite_probed_lines(self) -> bool:
        """Whether random probing came to the end of every line of the game tree."""
        return self.nodes is None or self.nodes < ENDLESS

    def __str__(self) -> str:
        least = "at least " if self.open else ""
        classes = ""
        if round(self.classes) != round(self.positions):
            classes = f" ({format_rough_count(self.classes)} classes)"
        tiers = f", {self.tiers} tiers" if self.tiers > 1 else ""
        memory, disk = format_bytes(self.memory), format_bytes(self.disk)
        if self.memory != self.least_memory:
            memory += f", at least {format_bytes(self.least_memory)}"
        if self.disk != self.least_disk:
            disk += f", at least {format_bytes(self.least_disk)}"
        if self.disk_budget is not None:
            disk += f"; {format_bytes(self.disk_budget)} may be taken"
        rows = [
            ("positions", f"{least}{format_rough_count(self.positions)}{classes}{tiers}: {self.doubt}"),
            ("method", self.method),
            ("time", self._format_time()),
            ("memory", f"{least}{memory}; {format_bytes(self.budget)} may be used"),
            ("disk", f"{least}{disk}"),
            ("verdict", self.verdict),
        ]
        if self.nodes:
            ends = f"about {self.nodes:.1e} nodes, by random probing"
            rows[1:1] = [
                (
                    "game tree",
                    ends if self.has_finite_probed_lines else "more than 1e299 nodes, or without end",
                )
            ]
        return "\n".join(
            [self.game, *format_labelled_lines(rows), *(f"to make it fit  {each}" for each in self.advice)]
        )

    @property
    def doubt(self) -> str:
        """How sure the figures are."""
        if self.open:
            return "counted or shown by random games; how many more is not known, as no end of play was seen"
        if self.factor == 1:
            return "counted"
        factor = f"{self.factor:.2g}" if self.factor < 10 else f"{self.factor:,.0f}"
        return f"estimated, right within a factor of {factor} by what known tiers show"

    def _format_time(self) -> str:
        about = "at least" if self.open or self.longer else "about"
        solving = f"{about} {format_duration(self.seconds)} on this machine as busy as it is"
        writing = f"and {format_duration(self.seconds_writing)} to write"
        by_buckets = "as in memory, by buckets of an index it takes longer, and no plan is made of how much"
        return f"{solving}, {writing}{f': {by_buckets}' if self.longer else ''}"

    def as_json(self) -> dict[str, Any]:
        """Return the fields; `nodes` is None where the tree was not probed, or is endless.

        Returns
        -------
        dict
            The fields by name.
        """
        return super().as_json() | {
            "nodes": self.nodes if self.nodes and self.has_finite_probed_lines else None
        }


class ResourceNeeds(NamedTuple):
    """Seconds and bytes that a solve needs."""

    seconds: float
    memory: int
    least_memory: int
    disk: int
    fits: bool


def make_plan(
    game: Game,
    budget: Budget,
    growth: GrowthEstimate,
    nodes: float,
    how: str,
    needs: ResourceNeeds,
    advice: list[str],
) -> Plan:
    """Return the plan of a game that grows so, solved so, with what that needs."""
    return Plan(
        game=repr(game),
        method=how,
        positions=growth.position_count,
        classes=growth.class_count,
        tiers=len(growth.sizes),
        counted=sum(growth.sizes[: growth.exact]),
        factor=growth.factor,
        open=growth.is_lower_bound,
        nodes=nodes,
        seconds_writing=WRITING * growth.class_count,
        budget=budget.memory,
        least_disk=needs.disk,
        disk_budget=budget.disk,
        advice=tuple(advice),
        **needs._asdict(),
    )


def add_plan_verdict(made: Plan, free: int) -> Plan:
    """Return a plan with its verdict: it fits where memory and disk suffice and it ends within a day.

    `free` are the bytes of disk that may be taken. Before, `fits` is whether memory is thought to suffice.
    """
    seconds, size = made.seconds + made.seconds_writing, format_bytes
    lacking = []
    if made.least_memory > made.budget:
        lacking.append("memory")
    if made.least_disk > free:
        lacking.append("disk")
    if seconds > DAY:
        lacking.append("time")
    spread = made.factor**0.5
    doubtful = spread * made.least_disk > free or spread * seconds > DAY
    if not lacking and (doubtful or not made.fits):
        lacking.append("certainty")
    takes = {
        "memory": f"{size(made.least_memory)} of memory, where {size(made.budget)} may be used",
        "disk": f"{size(made.least_disk)} of disk, where {size(free)} may be taken",
        "time": format_solve_hours(seconds),
    }
    doubt = "nobody knows how large it is" if made.open else "the estimate is rough"
    least = "at least " if made.open or made.longer else "about " if made.factor > 1 else ""
    how = ", bucket by bucket: the largest tiers would take more than there is" if made.by_buckets else ""
    if (spilled := made.memory - made.budget) > 0 and not made.by_buckets:
        how = f", with about {size(spilled)} spilled to disk on the way"
    verdict = format_plan_verdict(
        [takes[each] for each in lacking if each in takes], doubt if lacking else "", least=least, how=how
    )
    return replace(made, fits=not lacking, lacking=tuple(lacking), verdict=verdict)


def format_plan_verdict(takes: Sequence[str], doubt: str, *, least: str = "", how: str = "") -> str:
    """Return what every plan says at its end: what is lacking, else what is in doubt, else that it fits."""
    if takes:
        return f"it does not fit: it would take {least}{'; and '.join(takes)}"
    return f"it may fit, and may not: {doubt}" if doubt else f"it fits{how}"


def format_solve_hours(seconds: float) -> str:
    """Return what a verdict says of a solve that takes longer than a day."""
    return f"{seconds / 3600:,.0f} hours of solving, where a day is allowed"


def round_up_gigabytes(size: float) -> int:
    """Return a number of bytes in GB, rounded up."""
    return max(1, round(size / (1 << 30) + 0.5))
