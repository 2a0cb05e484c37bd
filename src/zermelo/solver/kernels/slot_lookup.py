"""Map positions to places and back; a place is where a position's answer stands.

Positions of one game have the places 0, 1, 2, ...; those of a tier lie together, and moves lead to places
of the same tier or of later ones. There are two ways to know a place:

keyed    the positions that play reaches, as keys sorted by tier and then by `mix`. Each tier has a table of
         contents as in `solver.sorted_keys.key_directory`; all of them lie one after another in `offsets`.
ranked   a perfect index of the game's own: a place is a rank, and nothing is stored.

`tables` is (keys, offsets, groups, shifts, numbers, lowest): tier number t begins its contents at
`offsets[groups[t]]` and takes a mix to its group by `shifts[t]`; `numbers[tier - lowest]` is the number of
the tier that the game calls `tier`. A ranked game's tables are empty.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import DONE, MANY, RANGE, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.core.values import LARGEST_VALUE, UNDECIDED

BLOCK: Final = 256  # positions in a block: their moves fit the first two caches


@dataclass(frozen=True)
class SlotLookup:
    """Kinds of look-up of places."""

    name: str


KEYED: Final = SlotLookup("keyed")
RANKED: Final = SlotLookup("ranked")


def build_get_position_at_place_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return at(tables, place) -> position, -1 where a perfect index has none."""
    unrank = rules.unrank

    def get_key_at_place(tables: Any, place: int) -> int:
        return tables[0][place]  # type: ignore[no-any-return]  # an integer in Numba and in Python

    def unrank_place(tables: Any, place: int) -> int:
        return unrank(place)

    return jit.inline(get_key_at_place if lookup is KEYED else unrank_place)


def build_find_places_of_children_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return find(tables, children, places, heads, count) -> -1, or the first child without a place.

    Writes the places of the first `count` of `children`. The loads of one step do not wait for each other, so
    memory is kept busy.
    """
    mix = build_mix_kernel(jit)
    tier_of, rank = rules.tier, rules.rank

    def find_places_of_keys(tables: Any, children: Any, places: Any, heads: Any, count: int) -> int:
        keys, offsets, groups, shifts, numbers, lowest = tables
        last = len(keys) - 1
        for index in range(count):
            tier = tier_of(int(children[index])) - lowest
            if tier < 0 or tier >= len(numbers):
                return index
            number = numbers[tier]
            places[index] = groups[number] + np.int64(mix(children[index]) >> shifts[number])
        for index in range(count):
            places[index] = min(np.int64(offsets[places[index]]), last)
        for index in range(count):
            heads[index] = keys[places[index]]
        for index in range(count):
            position = children[index]
            if heads[index] == position:
                continue
            place = places[index]
            while keys[place] != position:
                if place == last or mix(keys[place]) > mix(position):
                    return index
                place += 1
            places[index] = place
        return -1

    def find_places_of_ranks(tables: Any, children: Any, places: Any, heads: Any, count: int) -> int:
        for index in range(count):
            places[index] = rank(children[index])
            if places[index] < 0:
                return index
        return -1

    return jit.inline(find_places_of_keys if lookup is KEYED else find_places_of_ranks)


def build_find_place_of_key_kernel(jit: Jit) -> Any:
    """Return find_place_of_key(keys, offsets, shift, position) -> place among keys sorted by `mix`, or -1."""
    mix = build_mix_kernel(jit)

    def find_place_of_key(keys: Any, offsets: Any, shift: Any, position: int) -> Any:
        home = mix(position)
        place = np.int64(offsets[np.int64(home >> shift)])
        while place < len(keys) and keys[place] != position:
            if mix(keys[place]) > home:
                return -1
            place += 1
        return place if place < len(keys) else -1

    return jit.inline(find_place_of_key)


def build_expand_block_kernel(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return expand_block(tables, begin, end, bounds, work) -> (next, made, status): a block's children.

    `work` is (children int64, places int64, heads int64, found [column], signs int8, gains int32), all of one
    length. The children of place `begin + n` lie from `bounds[n]` to `bounds[n + 1]`, with their signs and
    gains; `bounds` is [BLOCK + 1] int64.
    """
    at = build_get_position_at_place_kernel(rules, lookup, jit)
    moves, play, outcome = rules.moves, rules.play, rules.outcome
    canonical, flips, gain = rules.canonical, rules.flips, rules.gain

    def expand_block(tables: Any, begin: int, end: int, bounds: Any, work: Any) -> tuple[int, int, int]:
        children, _, _, _, signs, gains = work
        capacity = len(children)
        made = 0
        last = min(end, begin + BLOCK)
        bounds[0] = 0
        for place in range(begin, last):
            position = int(at(tables, place))
            if position >= 0 and outcome(position) == UNDECIDED:
                for move in moves(position):
                    if made == capacity:
                        if place == begin:
                            return place, 0, MANY
                        return place, bounds[place - begin], DONE
                    child = play(position, move)
                    signs[made] = -1 if flips(position, child) else 1
                    point = gain(position, move)
                    if point > LARGEST_VALUE or point < -LARGEST_VALUE:
                        return place, 0, VALUE
                    gains[made] = point
                    child = canonical(child)
                    if child < 0:
                        return place, 0, RANGE
                    children[made] = child
                    made += 1
            bounds[place - begin + 1] = made
        return last, made, DONE

    return jit.inline(expand_block)


def build_evaluate_leaf_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return evaluate_leaf(position) -> the value of a position without children."""
    outcome, stuck = rules.outcome, rules.stuck

    def evaluate_leaf(position: int) -> int:
        value = outcome(position)
        if value == UNDECIDED:
            value = stuck(position)
        return int(value)

    return jit.inline(evaluate_leaf)


def build_unrank_positions_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return unrank_positions(begin, end, found): write the positions of ranks, -1 where there is none."""
    unrank = rules.unrank

    def unrank_positions(begin: int, end: int, found: Any) -> int:
        for rank in range(begin, end):
            found[rank - begin] = unrank(rank)
        return DONE

    return jit.kernel(unrank_positions)
