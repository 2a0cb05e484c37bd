"""Plans of solves whose tiers are larger than memory: on disk, and worked on bucket by bucket."""

import math

from msgspec.structs import replace

from zermelo.core.budget import Budget
from zermelo.solver.plans import bucket_capacity
from zermelo.solver.plans.bucket_capacity import compute_least_task_memory
from zermelo.solver.plans.solve_plan import FILE, KEY, PROCESS, Plan
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate
from zermelo.solver.size_estimates.tier_sampling import estimate_distinct_children

ON_DISK = ", buckets of positions on disk"
BUCKETS = 1.6  # times as long where tiers are solved bucket by bucket
LOOPS = 3.0  # the same for cyclic games: 2.2 and 3.2 in quixo(size=4)
LOOP_PLACE, LOOP_MOVE = 40, 20  # bytes on disk meanwhile: of a class, of a move
LEAST_BRANCHING = 8.0
ORDERINGS = 3  # of a tier's keys and answers on disk at once: as they were, by position, and in ranges


def plan_solve_in_buckets(made: Plan, growth: GrowthEstimate, budget: Budget, *, wide: bool) -> Plan:
    """Return the plan of the same solve where tiers are on disk and are worked on bucket by bucket.

    `wide` is whether answers have 32 bits.
    """
    branching = growth.child_count / growth.class_count
    least = PROCESS + compute_least_task_memory(branching)
    if budget.memory < least:
        return made
    share = (budget.memory - PROCESS) // budget.threads
    children = _estimate_kept_children(
        growth, min(bucket_capacity.LARGEST, bucket_capacity.compute_bucket_capacity(share, branching))
    )
    disk, least_disk = _estimate_disk_of_buckets(growth, children, 4 if wide else 2)
    return scale_plan_to_buckets(made, made.method, least, (disk, least_disk), BUCKETS)


def plan_cyclic_solve_in_buckets(made: Plan, growth: GrowthEstimate, budget: Budget) -> Plan:
    """Return the plan of the same solve of a cyclic game, bucket by bucket."""
    least = PROCESS + compute_least_task_memory(LEAST_BRANCHING)
    if budget.memory < least:
        return made
    disk = made.disk + int(LOOP_PLACE * growth.class_count + LOOP_MOVE * growth.child_count)
    return scale_plan_to_buckets(made, "retrograde analysis by rounds", least, (disk, disk), LOOPS)


def scale_plan_to_buckets(
    made: Plan, method: str, least: int, disk: tuple[int, int], longer: float, *, sure: bool = True
) -> Plan:
    """Return a plan as it is by buckets: `longer` times as long; `disk` are bytes, and the least of them.

    `sure` is whether it is known to take about that long, and not much longer.
    """
    return replace(
        made,
        method=method + ON_DISK,
        least_memory=least,
        disk=disk[0],
        least_disk=disk[1],
        seconds=longer * made.seconds,
        fits=True,
        advice=(),
        by_buckets=True,
        longer=not sure,
    )


def _estimate_kept_children(growth: GrowthEstimate, bucket: int) -> list[float]:
    """Return how many children the buckets of each tier keep: in each every one that it leads to once."""
    return [
        estimate_distinct_children(size, moves * tier, 1 << max(0, math.ceil(tier / bucket) - 1).bit_length())
        for tier, size, moves in zip(growth.sizes, [*growth.sizes[1:], 0.0], growth.moves, strict=True)
    ]


def _estimate_disk_of_buckets(growth: GrowthEstimate, kept: list[float], width: int) -> tuple[int, int]:
    """Return the bytes that tiers in buckets take at once, and where children are made again on the way back.

    `width` is an answer's. The forward pass holds the tiers so far, the next one, and the children of the
    last. The backward pass holds the tiers before, one that is being sorted, and the answers sent by
    children's buckets.
    """
    most = least = before = earlier = 0.0
    after = growth.class_count
    for tier, size, children in zip(growth.sizes, [*growth.sizes[1:], 0.0], kept, strict=True):
        before, after = before + tier, after - tier
        down = KEY * (before + size + children)
        back = KEY * before + width * tier + (KEY + width) * (ORDERINGS * size + children)
        now = max(down, back + FILE * (after - size))
        most, least = max(most, now + KEY * earlier), max(least, now)
        earlier += children
    return int(most), int(least)
