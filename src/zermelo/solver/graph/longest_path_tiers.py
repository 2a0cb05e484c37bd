"""Find every position and an order for solving, where plies from the start are no such order.

All positions are kept at once, in memory. A position's tier is the length of the longest path to it, so moves
lead to later tiers, by one or by many. Loops are detected, since their positions never lose all incoming
moves. The walk is sequential, about ten million moves a second. It is not used for games with a `tier` that
grows by one with every move, or with paths of equal length.
"""

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import make_kernel_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.compiler.kernels.topological_order import (
    BLOCK,
    build_discover_positions_kernel,
    build_peel_layers_kernel,
    build_rehash_kernel,
)
from zermelo.core.errors import OutOfBudget
from zermelo.core.rule_queries import moves_at
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.loop_detection import find_loop, make_loop_error
from zermelo.solver.graph.thread_slices import GRAIN, Workers
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore, MemoryReservation

SlotArray = npt.NDArray[np.int32]

ROOM = 64 * BLOCK  # children of a block, at first
LARGEST = 1 << 30  # indexes are 32 bits
BYTES_A_POSITION = 8 + 8 + 4 + 4 + 4  # key, table at half load, ways, layer, order


def build_tiers_by_longest_path(program: Program, array_store: ArrayStore, workers: Workers) -> TieredGraph:
    """Return the graph in tiers by longest way.

    Raises `LoopFound` with a loop in words, `OutOfBudget` where the positions do not fit in memory.
    """
    with array_store.reserve(0) as reservation:
        found, ways, table = _discover_positions(program, workers, reservation)
        layers = _find_longest_path_lengths(program, found, ways, table, workers)
        del table, ways
        order = np.argsort(mix_array(found), kind="stable")
        keys, layers = found[order], layers[order]
        by_layer = np.argsort(layers, kind="stable")
        sizes = np.bincount(layers)
    graph = TieredGraph(program, array_store, [int(size) for size in sizes], ordered=True)
    array_store.put("keys", keys)
    ends = np.cumsum(sizes)
    for tier, size in enumerate(graph.sizes):
        array_store.put(f"members-{tier}", by_layer[ends[tier] - size : ends[tier]])
    return graph


def _discover_positions(
    program: Program, workers: Workers, reservation: MemoryReservation
) -> tuple[Keys, SlotArray, SlotArray]:
    discover = program.kernel(build_discover_positions_kernel)
    rehash = program.shared_kernel(build_rehash_kernel)
    starts = list_start_keys(program)
    capacity = max(1024, 4 * len(starts))
    begin, count = 0, len(starts)
    found = np.empty(capacity, np.int64)
    found[:count] = starts
    ways = np.zeros(capacity, np.int32)
    table = np.full(2 * capacity, EMPTY, np.int32)
    rehash(table, found, count)
    work = _allocate_block_buffers(ROOM)
    waves, known = [], 0
    while begin < count:
        if begin >= known:
            waves.append(count - known)
            known = count
            workers.budget.check_tier_sizes(waves, whole=True)
        end = min(count, begin + GRAIN)
        with track_kernel_positions(program, found[begin:end]):
            begin, count, status = discover(found, ways, begin, end, count, table, work)
        workers.budget.report("enumerate", begin)
        if status == MANY and len(work[0]) < MOST_MOVES:
            work = _allocate_block_buffers(8 * len(work[0]))
        elif status == FULL:
            capacity *= 2
            if capacity > LARGEST:
                raise OutOfBudget(
                    f"{program.game!r}: more than {LARGEST:,} positions with ways of different length: "
                    "give the game a tier() that grows by one with every move"
                )
            reservation.resize((BYTES_A_POSITION + 8) * capacity)
            found = np.concatenate([found[:count], np.empty(capacity - count, np.int64)])
            ways = np.concatenate([ways[:count], np.empty(capacity - count, np.int32)])
            table = np.full(2 * capacity, EMPTY, np.int32)
            rehash(table, found, count)
        elif status != DONE:
            raise_status_error(program.game, program.position_of_key(found[begin]), status)
    return found[:count].copy(), ways[:count], table


def _find_longest_path_lengths(
    program: Program, found: Keys, ways: SlotArray, table: SlotArray, workers: Workers
) -> SlotArray:
    """Return each position's longest way from a start, int32; `ways` is used up."""
    peel = program.kernel(build_peel_layers_kernel)
    count = len(found)
    work = _allocate_block_buffers(ROOM)
    layers = np.zeros(count, np.int32)
    free = np.flatnonzero(ways == 0)
    order = np.empty(count, np.int32)
    order[: len(free)] = free
    begin, end = 0, len(free)
    while begin < end:
        begin, end, status = peel(found, begin, end, table, ways, layers, order, work)
        if status == MANY:
            work = _allocate_block_buffers(8 * len(work[0]))
        workers.budget.report("order", begin, count)
    if end < count:
        held = {int(key) for key in found[ways > 0][: 1 << 20]}
        loop = find_loop(held, partial(_list_child_keys, program))
        raise make_loop_error(program.game, [program.position_of_key(key) for key in loop])
    return layers


def _allocate_block_buffers(room: int) -> tuple[Any, ...]:
    """Return a block's buffers: children, indexes, heads, bounds."""
    return (*np.empty((3, room), np.int64), np.empty(BLOCK + 1, np.int64))


def _list_child_keys(program: Program, key: int) -> list[int]:
    game, canonical, position = (
        program.game,
        make_kernel_representative_function(program),
        program.position_of_key(key),
    )
    return [
        program.key_of_position(canonical(game.play(position, move))) for move in moves_at(game, position)
    ]
