"""Positions that have no common length of play: find them all, then an order for solving.

Where ways of different length lead to one position (Nim, stones), plies are no tiers. `discover` walks
the whole graph into one table; `count_ways` counts each position's ways in; `peel` removes positions
whose ways in have all been removed and gives each its layer, the length of the longest way from a
start. What never comes off lies on a loop, or behind one.
"""

from typing import Any

import numpy as np

from zermelo.core.values import UNDECIDED
from zermelo.kernels import DONE, FULL, MANY, MOST_MOVES, RANGE, Jit
from zermelo.kernels.completion import Rules
from zermelo.kernels.forward import EMPTY
from zermelo.kernels.hashing import HALF, build_mix


def build_place(jit: Jit) -> Any:
    """Return place(table, found, position) -> slot: the position's, or the free one it may take.

    `table` [slots] int32 holds indexes into `found` [n] int64, EMPTY where free; linear probing.
    """
    mix = build_mix(jit)

    def place(table: Any, found: Any, position: int) -> int:
        slots = len(table)
        slot: Any = np.int64(((mix(position) >> HALF) * np.uint64(slots)) >> HALF)
        while table[slot] != EMPTY and found[table[slot]] != position:
            slot += 1
            if slot == slots:
                slot = 0
        return slot  # type: ignore[no-any-return]  # an integer in Numba and in Python

    return jit.inline(place)


def build_rehash(jit: Jit) -> Any:
    """Return rehash(table, found, count): put the first `count` positions into an empty table."""
    place = build_place(jit)

    def rehash(table: Any, found: Any, count: int) -> None:
        for index in range(count):
            table[place(table, found, found[index])] = index

    return jit.kernel(rehash)


def build_discover(rules: Rules, jit: Jit) -> Any:
    """Return discover(found, begin, end, count, table) -> (next, count, status).

    Expands `found[begin:end]` and appends what is new. FULL asks for a larger `found` or `table`, with
    `next` the parent to go on with: repeating a parent finds nothing twice.
    """
    place = build_place(jit)
    moves, play, outcome, canonical = rules.moves, rules.play, rules.outcome, rules.canonical

    def discover(found: Any, begin: int, end: int, count: int, table: Any) -> tuple[int, int, int]:
        limit = min(len(found), len(table) - len(table) // 4)
        for index in range(begin, end):
            position = int(found[index])
            if outcome(position) != UNDECIDED:
                continue
            for number, move in enumerate(moves(position)):
                if count >= limit:
                    return index, count, FULL
                if number == MOST_MOVES:
                    return index, count, MANY
                child = canonical(play(position, move))
                if child < 0:
                    return index, count, RANGE
                slot = place(table, found, child)
                if table[slot] == EMPTY:
                    found[count] = child
                    table[slot] = count
                    count += 1
        return end, count, DONE

    return jit.kernel(discover)


def build_count_ways(rules: Rules, jit: Jit) -> Any:
    """Return count_ways(found, begin, end, table, ways): add each move to `ways` [n] of its end."""
    place = build_place(jit)
    moves, play, outcome, canonical = rules.moves, rules.play, rules.outcome, rules.canonical

    def count_ways(found: Any, begin: int, end: int, table: Any, ways: Any) -> int:
        for index in range(begin, end):
            position = int(found[index])
            if outcome(position) == UNDECIDED:
                for move in moves(position):
                    child = canonical(play(position, move))
                    ways[table[place(table, found, child)]] += 1
        return end

    return jit.kernel(count_ways)


def build_peel(rules: Rules, jit: Jit) -> Any:
    """Return peel(found, order, begin, end, table, ways, layers) -> (next, end).

    `order[begin:end]` are indexes of positions without unremoved ways in. Removes them one after the
    other, appending those that become free, until about a million moves are done or none is left.
    """
    place = build_place(jit)
    moves, play, outcome, canonical = rules.moves, rules.play, rules.outcome, rules.canonical

    def peel(
        found: Any, order: Any, begin: int, end: int, table: Any, ways: Any, layers: Any
    ) -> tuple[int, int]:
        budget = 1_000_000
        while begin < end and budget > 0:
            index = order[begin]
            begin += 1
            position = int(found[index])
            if outcome(position) != UNDECIDED:
                continue
            for move in moves(position):
                budget -= 1
                child = table[place(table, found, canonical(play(position, move)))]
                layers[child] = max(layers[child], layers[index] + 1)
                ways[child] -= 1
                if ways[child] == 0:
                    order[end] = child
                    end += 1
        return begin, end

    return jit.kernel(peel)
