"""Find every reachable position, once, tier by tier.

A tier holds the positions at the same distance from the start. This works when all paths to a position have
the same length. Then moves lead from each tier to the next, a tier is deduplicated by itself, and only two
tiers are needed at once. This is verified with the game's `tier` where it has one, else by comparing all
tiers whenever their total has doubled. Where it fails, `longest_path_tiers` is used instead.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import make_kernel_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.game import has
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.graph.tier_overlap import has_position_in_two_tiers
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.tier_checks import build_find_key_of_other_tier_kernel
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore


def list_start_keys(program: Program, known: Callable[[Any], Any] | None = None) -> Keys:
    """Return the starts, or what stands for them, each once, sorted by `mix`.

    What stands for a position is the least of its symmetric ones, or what `known` says.
    """
    starts = {
        program.key_of_position(position)
        for position in map(known or make_kernel_representative_function(program), program.game.starts())
    }
    keys = np.array(sorted(starts), np.int64)
    return keys[np.argsort(mix_array(keys), kind="stable")]


def enumerate_tiers(program: Program, array_store: ArrayStore, workers: Workers) -> TieredGraph | None:
    """Return the graph in tiers of plies, or None if two paths to one position differ in length.

    Tiers already in the array store (of an interrupted run) are reused. Where the result is None, the tiers
    found so far stay there, and all but the last have been expanded. Raises `BadRules` where the rules break
    the contract, `OutOfBudget` where two tiers do not fit.
    """
    graph = TieredGraph(program, array_store)
    expansion = TierExpansion(program, array_store, workers)
    given = has(program.game, "tier")
    game: Any = program.game
    first = int(game.tier(next(iter(game.starts())))) if given else 0
    compared = 0
    keys = list_start_keys(program)
    while len(keys):
        tier = len(graph.sizes)
        graph.sizes.append(len(keys))
        array_store.put(f"keys-{tier}", keys)
        if given and not _are_all_in_tier(program, keys, first + tier, workers):
            return None
        workers.budget.report("enumerate", graph.position_count)
        workers.budget.check_tier_sizes(graph.sizes)
        if not given and graph.position_count >= max(1024, 2 * compared):
            if has_position_in_two_tiers(graph, workers):
                return None
            compared = graph.position_count
        following = f"keys-{tier + 1}"
        keys = (
            array_store.get(following)
            if array_store.has(following)
            else expansion.find_next_tier(keys, graph.sizes)
        )
    if not given and has_position_in_two_tiers(graph, workers):
        return None
    return graph


def _are_all_in_tier(program: Program, keys: Keys, tier: int, workers: Workers) -> bool:
    check = program.kernel(build_find_key_of_other_tier_kernel)

    def is_inside(begin: int, end: int) -> bool:
        with track_kernel_positions(program, keys[begin:end]):
            return bool(check(keys, begin, end, tier)[1] == DONE)

    return all(workers.map_spans(is_inside, len(keys)))
