"""Positions that have no common length of play: find them all, then an order for solving.

Where ways of different length lead to one position (Nim, stones), plies are no tiers. `discover` walks
the whole graph into one table and counts each position's ways in; `peel` removes positions whose ways in
have all been removed and gives each its layer, the length of the longest way from a start. What never
comes off lies on a loop, or behind one.
"""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, FULL, MANY, RANGE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.position_hashing import HALF, build_mix_kernel
from zermelo.core.values import UNDECIDED

BLOCK = 256  # positions in a block


def build_find_slot_kernel(jit: Jit) -> Any:
    """Return find_slot(table, found, position) -> slot: the position's, or the free one it may take.

    `table` [slots] int32 holds indexes into `found` [n] int64, EMPTY where free; linear probing.
    """
    mix = build_mix_kernel(jit)

    def find_slot(table: Any, found: Any, position: int) -> int:
        slots = len(table)
        slot: Any = np.int64(((mix(position) >> HALF) * np.uint64(slots)) >> HALF)
        while table[slot] != EMPTY and found[table[slot]] != position:
            slot += 1
            if slot == slots:
                slot = 0
        return slot  # type: ignore[no-any-return]  # an integer in Numba and in Python

    return jit.inline(find_slot)


def build_rehash_kernel(jit: Jit) -> Any:
    """Return rehash_positions(table, found, count): put the first `count` positions into an empty table."""
    place = build_find_slot_kernel(jit)

    def rehash_positions(table: Any, found: Any, count: int) -> None:
        for index in range(count):
            table[place(table, found, found[index])] = index

    return jit.kernel(rehash_positions)


def build_expand_block_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return expand_block(found, members, begin, end, table, work) -> (next, made, status).

    Makes the children of a block of parents and finds their indexes. The parents are `found[begin:end]`, or,
    where `members` is not empty, `found[members[begin:end]]`. `work` is (children int64, indexes int64, heads
    int64, all of one length, bounds int64 [BLOCK + 1]): the children of the block's n-th parent lie from
    `bounds[n]` to `bounds[n + 1]`, each with its index, or -1 where it is not in the table. The loads of one
    step do not wait for each other, so memory is kept busy: ordering kalah(4, 4) went from 27 to 14 s.
    """
    place, mix = build_find_slot_kernel(jit), build_mix_kernel(jit)
    moves, play, outcome, canonical = rules.moves, rules.play, rules.outcome, rules.canonical

    def fill_children(found: Any, members: Any, begin: int, end: int, work: Any) -> tuple[int, int, int]:
        children, _, _, bounds = work
        made = 0
        last = min(end, begin + BLOCK)
        bounds[0] = 0
        for index in range(begin, last):
            position = int(found[members[index]] if len(members) else found[index])
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    if made == len(children):
                        if index == begin:
                            return index, 0, MANY
                        return index, bounds[index - begin], DONE
                    child = canonical(play(position, move))
                    if child < 0:
                        return index, 0, RANGE
                    children[made] = child
                    made += 1
            bounds[index - begin + 1] = made
        return last, made, DONE

    filled = jit.inline(fill_children)

    def expand_block(
        found: Any, members: Any, begin: int, end: int, table: Any, work: Any
    ) -> tuple[int, int, int]:
        children, indexes, heads, _ = work
        last, made, status = filled(found, members, begin, end, work)
        slots = np.uint64(len(table))
        for each in range(made):
            indexes[each] = np.int64(((mix(children[each]) >> HALF) * slots) >> HALF)
        for each in range(made):
            indexes[each] = table[indexes[each]]
        for each in range(made):
            heads[each] = found[indexes[each]] if indexes[each] != EMPTY else EMPTY
        for each in range(made):
            if heads[each] != children[each] and indexes[each] != EMPTY:
                indexes[each] = table[place(table, found, children[each])]
        return last, made, status

    return jit.inline(expand_block)


def build_discover_positions_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return discover_positions(found, ways, begin, end, count, table, work) -> (next, count, status).

    Expands `found[begin:end]`, appends what is new, and adds each move to `ways` of the position where it
    ends; `work` is that of `build_expand_block_kernel`. FULL asks for a larger `found`, `ways` and
    `table`, MANY for larger buffers. `next` is the parent to go on with: a block that is repeated finds
    nothing twice, and counts once.
    """
    place, block = build_find_slot_kernel(jit), build_expand_block_kernel(rules, jit)

    def discover_positions(
        found: Any, ways: Any, begin: int, end: int, count: int, table: Any, work: Any
    ) -> tuple[int, int, int]:
        limit = min(len(found), len(table) - len(table) // 4)
        members = np.empty(0, np.int32)
        children, indexes, _, _ = work
        while begin < end:
            following, made, status = block(found, members, begin, end, table, work)
            if status != DONE:
                return following, count, status
            for each in range(made):
                if indexes[each] != EMPTY:
                    continue
                slot = place(table, found, children[each])
                if table[slot] == EMPTY:  # else it was met before in this block
                    if count >= limit:
                        return begin, count, FULL
                    found[count] = children[each]
                    ways[count] = 0
                    table[slot] = count
                    count += 1
                indexes[each] = table[slot]
            for each in range(made):
                ways[indexes[each]] += 1
            begin = following
        return end, count, DONE

    return jit.kernel(discover_positions)


def build_peel_layers_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return peel_layers(found, begin, end, table, ways, layers, order, work) -> (next, end, status).

    `order[begin:end]` are indexes of positions without unremoved ways in. Removes them one after the
    other, appending those that become free, until about a million moves are done or none is left.
    """
    block = build_expand_block_kernel(rules, jit)

    def peel_layers(
        found: Any, begin: int, end: int, table: Any, ways: Any, layers: Any, order: Any, work: Any
    ) -> tuple[int, int, int]:
        budget = 1_000_000
        while begin < end and budget > 0:
            following, made, status = block(found, order, begin, end, table, work)
            if status != DONE:
                return begin, end, status
            _, indexes, _, bounds = work
            for parent in range(begin, following):
                layer = layers[order[parent]] + 1
                for each in range(bounds[parent - begin], bounds[parent - begin + 1]):
                    child = indexes[each]
                    layers[child] = max(layers[child], layer)
                    ways[child] -= 1
                    if ways[child] == 0:
                        order[end] = child
                        end += 1
            begin = following
            budget -= made + BLOCK
        return begin, end, DONE

    return jit.kernel(peel_layers)
