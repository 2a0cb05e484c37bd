"""Find every position and an order for solving, where plies from the start are none.

All positions are kept at once, in memory. A position's tier is the length of the longest way to it, so
moves lead to later tiers, by one or by many. Loops show here: their positions never lose all their
ways in. The walk is sequential, about ten million moves a second; a game with a `tier` that grows by one
with every move, or ways of equal length, does not come here.
"""

from functools import partial

import numpy as np
import numpy.typing as npt

from zermelo.compiler import Program
from zermelo.core.errors import OutOfBudget
from zermelo.core.values import UNDECIDED
from zermelo.graph.classes import representative
from zermelo.graph.directory import Keys
from zermelo.graph.enumeration import start_keys
from zermelo.graph.faults import explain_raise, raise_fault
from zermelo.graph.loops import find_loop, loop_error
from zermelo.graph.slices import GRAIN, Workers
from zermelo.graph.tiers import Graph
from zermelo.kernels import DONE, FULL
from zermelo.kernels.forward import EMPTY
from zermelo.kernels.hashing import mixed
from zermelo.kernels.ordering import build_count_ways, build_discover, build_peel, build_rehash
from zermelo.storage.shelf import Reservation, Shelf

Places = npt.NDArray[np.int32]

LARGEST = 1 << 30  # indexes are 32 bits
BYTES_A_POSITION = 8 + 8 + 4 + 4 + 4  # key, table at half load, ways, layer, order


def order_positions(program: Program, shelf: Shelf, workers: Workers) -> Graph:
    """Return the graph in tiers by longest way.

    Raises `LoopFound` with a loop in words, `OutOfBudget` where the positions do not fit in memory.
    """
    with shelf.reserved(0) as reservation:
        found, table = _discover(program, workers, reservation)
        layers = _layers(program, found, table, workers)
        del table
        order = np.argsort(mixed(found), kind="stable")
        keys, layers = found[order], layers[order]
        by_layer = np.argsort(layers, kind="stable")
        sizes = np.bincount(layers)
    graph = Graph(program, shelf, [int(size) for size in sizes], ordered=True)
    shelf.put("keys", keys)
    ends = np.cumsum(sizes)
    for tier, size in enumerate(graph.sizes):
        shelf.put(f"members-{tier}", by_layer[ends[tier] - size : ends[tier]])
    return graph


def _discover(program: Program, workers: Workers, reservation: Reservation) -> tuple[Keys, Places]:
    discover = program.kernel(build_discover)
    rehash = program.shared_kernel(build_rehash)
    starts = start_keys(program)
    capacity = max(1024, 4 * len(starts))
    begin, count = 0, len(starts)
    found = np.empty(capacity, np.int64)
    found[:count] = starts
    table = np.full(2 * capacity, EMPTY, np.int32)
    rehash(table, found, count)
    while begin < count:
        end = min(count, begin + GRAIN)
        try:
            begin, count, status = discover(found, begin, end, count, table)
        except Exception as error:
            raise explain_raise(program, found[begin:end], error) from error
        workers.budget.report("enumerate", begin)
        if status == FULL:
            capacity *= 2
            if capacity > LARGEST:
                raise OutOfBudget(
                    f"{program.game!r}: more than {LARGEST:,} positions with ways of different length: "
                    "give the game a tier() that grows by one with every move"
                )
            reservation.set((BYTES_A_POSITION + 8) * capacity)
            found = np.concatenate([found[:count], np.empty(capacity - count, np.int64)])
            table = np.full(2 * capacity, EMPTY, np.int32)
            rehash(table, found, count)
        elif status != DONE:
            raise_fault(program.game, program.position(found[begin]), status)
    return found[:count].copy(), table


def _layers(program: Program, found: Keys, table: Places, workers: Workers) -> Places:
    """Return each position's longest way from a start, int32."""
    count_ways = program.kernel(build_count_ways)
    peel = program.kernel(build_peel)
    count = len(found)
    ways = np.zeros(count, np.int32)
    begin = 0
    while begin < count:
        begin = count_ways(found, begin, min(count, begin + GRAIN), table, ways)
        workers.budget.report("order", begin, 2 * count)
    layers = np.zeros(count, np.int32)
    free = np.flatnonzero(ways == 0)
    order = np.empty(count, np.int32)
    order[: len(free)] = free
    begin, end = 0, len(free)
    while begin < end:
        begin, end = peel(found, order, begin, end, table, ways, layers)
        workers.budget.report("order", count + begin, 2 * count)
    if end < count:
        held = {int(key) for key in found[ways > 0][: 1 << 20]}
        raise loop_error(program.game, find_loop(held, partial(_children, program)))
    return layers


def _children(program: Program, position: int) -> list[int]:
    game, canonical = program.game, representative(program.game)
    if game.outcome(position) != UNDECIDED:
        return []
    return [int(canonical(game.play(position, move))) for move in game.moves(position)]
