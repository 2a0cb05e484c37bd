"""What a plan says, and what all ways of making one share: bytes of a class, and of the process."""

import dataclasses
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.graph.growth import Growth

# Bytes a class, from the arrays that the solver holds at once; the files' as measured.
KEY, FILE = 8, 1
PROCESS = 250 << 20  # what it holds before it begins, and the kernels that it sets room aside for
WRITING = 1.0e-7  # seconds a class to sort, encode and sync, on one core's worth of this solver's threads
LEVELS = 40  # at which all moves are looked at again: as long as some games are, and nobody knows before
ENDLESS = 1e299  # nodes that random probing counts, at least, where play need not end


@dataclass(frozen=True)
class Plan:
    """What a solve will take. Figures are right up to `factor`, either way; 1 where all was counted.

    Where play goes round and no end was in sight the plan is `open`: it takes so much at least, and nobody
    knows how much more.
    """

    game: str
    method: str
    positions: float
    classes: float
    tiers: int
    counted: float  # classes that were counted exactly
    factor: float
    nodes: float  # of the game tree, by random probing: an order of magnitude
    seconds: float  # to enumerate and solve
    seconds_writing: float
    memory: int  # bytes that let it run without spilling
    least_memory: int  # bytes below which it cannot run
    budget: int  # bytes it may use
    disk: int  # bytes, of checkpoints while it runs and files afterwards
    least_disk: int  # bytes of it below which it cannot run
    disk_budget: int | None  # bytes that may be taken; None: what is free
    fits: bool
    advice: tuple[str, ...]
    open: bool = False
    by_buckets: bool = False  # tiers are larger than memory: on disk, and worked on bucket by bucket
    longer: bool = False  # it takes `seconds` at least, and nobody knows how much more

    @property
    def tree_ends(self) -> bool:
        """Whether random probing came to the end of every line of the game tree."""
        return self.nodes < ENDLESS

    def as_json(self) -> dict[str, Any]:
        """Return the object that `plan --json` prints; `nodes` is null for a tree not probed, or endless."""
        return dataclasses.asdict(self) | {"nodes": self.nodes if self.nodes and self.tree_ends else None}


class Needs(NamedTuple):
    """What a solve takes: seconds, and bytes."""

    seconds: float
    memory: int
    least_memory: int
    disk: int
    fits: bool


def plan_of(
    game: Game, budget: Budget, growth: Growth, nodes: float, how: str, needs: Needs, advice: list[str]
) -> Plan:
    """Return the plan of a game that grows so, solved so, with what that needs."""
    return Plan(
        game=repr(game),
        method=how,
        positions=growth.positions,
        classes=growth.classes,
        tiers=len(growth.sizes),
        counted=sum(growth.sizes[: growth.exact]),
        factor=growth.factor,
        open=growth.open,
        nodes=nodes,
        seconds_writing=WRITING * growth.classes,
        budget=budget.memory,
        least_disk=needs.disk,
        disk_budget=budget.disk,
        advice=tuple(advice),
        **needs._asdict(),
    )


def gigabytes(size: float) -> int:
    """Return so many bytes in GB that suffice."""
    return max(1, round(size / (1 << 30) + 0.5))
