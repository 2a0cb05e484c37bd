"""Measure the cost of a child by a game's rules, and of a position in its files, on a counted tier.

Measurements imitate tasks: memory is new each time, which is expensive, and children fill no table of a tier.
The rate at which `plan` counts tiers differed by as much as a factor of two in either direction.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.budget import Budget
from zermelo.core.game_kind import ByKind
from zermelo.solver.forecast.task_costs import RuleCosts
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.plans.solve_planner import prepare_backward_pass
from zermelo.solver.records.solution_records import RecordBlock
from zermelo.solver.solution_files.tier_file_writer import write_record_block
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.temporary_folders import temporary_folder

ENOUGH: Final = 300_000  # positions of a tier that is measured, as where costs were found
MOST_TIERS: Final = 10_000  # of a game without end
TIMES: Final = 4  # of which the first, that compiles, is not taken
# Bytes of an answer, of which nobody knows before how well they pack: the median of seven solved games, which
# take 0.19 (four in a row on 4x4) to 0.46 (clobber 4x4) of a byte.
ANSWER: Final = 0.39


def measure_rule_costs(
    program: Program, budget: Budget, tier: Keys | None = None
) -> tuple[RuleCosts, float, int]:
    """Return a core's seconds for a child, there and back; a position's bytes with its answer, and digits.

    `tier` are positions, sorted by `mix`, of which the children are made; else a tier of plies is looked for.
    With dice there is no way back, and what is returned of it is what the way there takes.
    """
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        tier = _choose_tier_to_measure(program, array_store, workers) if tier is None else tier
        return (
            _measure_rule_seconds_per_child(program, tier, array_store, workers),
            _measure_bytes_per_position(tier),
            len(str(int(tier.max()))),
        )


def _choose_tier_to_measure(program: Program, array_store: ArrayStore, workers: Workers) -> Keys:
    """Return the first tier that is large enough, or the largest that has children."""
    expansion = TierExpansion(program, array_store, workers)
    found = tier = list_start_keys(program)
    for _ in range(MOST_TIERS):
        children = expansion.find_next_tier(tier, [len(tier)] * 3)
        if not len(children):
            break
        if len(tier) > len(found):
            found = tier
        if len(tier) >= ENOUGH:
            break
        tier = children
    return found


def _measure_rule_seconds_per_child(
    program: Program, parents: Keys, array_store: ArrayStore, workers: Workers
) -> RuleCosts:
    there, back = [], []
    for _ in range(TIMES):
        began = time.thread_time()
        expansion = TierExpansion(program, array_store, workers)
        children = mix_array(expansion.find_next_tier(parents, [1 + len(parents) // 4] * 2 + [len(parents)]))
        made = max(1, expansion.made)
        there.append((time.thread_time() - began) / made)
        measure_back = BACKWARD_SECONDS.choose(program.game)
        back.append(measure_back(program, parents, children, array_store, workers, there[-1] * made) / made)
    return RuleCosts(statistics.median(there[1:]), statistics.median(back[1:]))


def _measure_fold_seconds(
    program: Program, parents: Keys, children: Any, array_store: ArrayStore, workers: Workers, forward: float
) -> float:
    began = time.thread_time()
    keys = unmix_array(children)
    prepare_backward_pass(program, len(parents), keys, array_store, workers)(parents)
    return time.thread_time() - began


def _take_forward_seconds(*measured: Any) -> float:
    """Return the last argument: no one pass over a tier finds its answers."""
    return float(measured[-1])


BACKWARD_SECONDS: Final[ByKind[Callable[..., float]]] = ByKind(
    "seconds of the backward pass", _measure_fold_seconds, dice=_take_forward_seconds
)


def _measure_bytes_per_position(positions: Keys) -> float:
    """Return the bytes of a position in a file.

    How well positions pack depends on the share of all numbers that are positions, which differs between
    tiers. In seven solved games it predicts the bytes within 8 %.
    """
    positions = np.sort(positions)
    with temporary_folder() as folder:
        alone, all_of_them = (
            write_record_block(
                folder / f"{len(part)}.parquet",
                RecordBlock(part, np.zeros(len(part), np.int8), np.zeros(len(part), np.uint16)),
            )["bytes"]
            for part in (positions[:1], np.concatenate([positions, positions[-1:]]))
        )
    packed: float = (all_of_them - alone) / len(positions)  # what every file has is no position's
    return packed + ANSWER
