"""Retrograde analysis of a tier in separate buckets, with messages split by receiver.

For an undivided tier, `solver.kernels.retrograde_kernels` looks up each child when it is made, and sends
messages to places of the tier. Here a bucket holds only its own positions, and the answers of the positions
of later tiers that it has asked for. Its moves within the tier are written as (child, parent) and sent to the
child's bucket. That bucket finds the child's place and keeps the parents with a move to it. Over a perfect
index a bucket is a range of ranks, and a child's rank gives its bucket and its place.

A link is a parent's bucket, its place there and whether the mover stays, in one word:
`bucket << (width + 1) | place << 1 | stays`, where places have `width` bits. Links are kept by shares of
PLACES places: of each share first where each place's links begin in it and the last one's end, then they.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, MISSING, POINTS, TIER, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.retrograde_kernels import MOST_INSIDE
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    KEYED,
    RANKED,
    SlotLookup,
    build_evaluate_leaf_kernel,
    build_expand_block_kernel,
    build_find_places_of_children_kernel,
    build_get_position_at_place_kernel,
)

SHARE_BITS: Final = 10
PLACES: Final = 1 << SHARE_BITS  # of a share


def build_expand_bucket_moves_kernel(rules: KernelRules, lookup: SlotLookup, fold: Fold, jit: Jit) -> Any:
    """Return expand_bucket_moves(tables, tier, begin, end, arrays, edges, work, p) -> (next, made, status).

    Looks at every move of the places `begin` to `end - 1`. An address is a position, or over an index its
    rank. `tables` is (slots, later, offsets, shift, told): the bucket's places, and the addresses of later
    tiers with their directory and answers. `tier` is (first, beyond, own): the number that the game gives the
    tier, 0 and 0; over an index its first rank, the one after its last, and the bucket's first. `arrays` is
    (answers, outside, counters, blank), as in `solver.kernels.retrograde_kernels`, of the bucket. `edges` is
    (children, parents uint32), which get the moves inside: the child, or its place in the tier, and `parent *
    2 + (1 if the mover stays)`, the parent's place in the bucket.
    """
    spread, value_of = build_expand_block_kernel(rules, lookup, jit), build_evaluate_leaf_kernel(rules, jit)
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)
    at = build_get_position_at_place_kernel(rules, lookup, jit)
    find, is_inside, shorten, look_up = build_address_functions(rules, lookup, jit)

    def expand_bucket_moves(
        tables: Any, tier: Any, begin: int, end: int, arrays: Any, edges: Any, work: Any, parameter: int
    ) -> tuple[int, int, int]:
        slots, later, offsets, shift, told = tables
        answers, outside, counters, blank = arrays
        heads, tails = edges
        _, _, _, found, signs, gains = work
        bounds = np.empty(BLOCK + 1, np.int64)
        made = 0
        index = begin
        while index < end:
            last, produced, status = spread(slots, index, end, bounds, work)
            if status != DONE:
                return last, made, status
            if made + produced > len(heads):
                return index, made, FULL
            reached = find(work, produced)
            for place in range(index, last):
                start, stop = bounds[place - index], bounds[place - index + 1]
                parent = place - tier[2]
                inside = 0
                kept = start
                for each in range(start, stop):
                    child = reached[each]
                    if is_inside(child, tier):
                        if gains[each] != 0:
                            return place, made, POINTS
                        heads[made + inside] = shorten(child, tier)
                        tails[made + inside] = parent * 2 + (1 if signs[each] > 0 else 0)
                        inside += 1
                        continue
                    known = look_up(later, offsets, shift, child)
                    if known < 0 or told[known] == blank + 1:
                        return place, made, MISSING
                    found[kept] = told[known]
                    signs[kept] = signs[each]
                    gains[kept] = gains[each]
                    kept += 1
                if inside > MOST_INSIDE:
                    return place, made, MANY
                answers[parent] = blank
                counters[parent] = inside
                outside[parent] = blank
                made += inside
                if kept > start:
                    answer = combine(found, signs, gains, start, kept, parameter)
                elif start < stop:
                    continue
                else:
                    position = int(at(slots, place))
                    if position < 0:
                        answers[parent] = blank + 1
                        continue
                    value = value_of(position)
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return place, made, VALUE
                    answer = leaf(value, parameter)
                if answer == BAD:
                    return place, made, FAR
                outside[parent] = answer
            index = last
        return end, made, DONE

    return jit.kernel(expand_bucket_moves)


def build_address_functions(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> tuple[Any, Any, Any, Any]:
    """Return (find, is_inside, shorten, look_up), by which `expand_bucket_moves` knows its children.

    find(work, count) -> their addresses; is_inside(address, tier); shorten(address, tier) -> what an edge
    has of it; look_up(later, offsets, shift, address) -> its place among addresses of later tiers, or -1.
    """
    tier_of = rules.tier
    find_ranks = build_find_places_of_children_kernel(rules, RANKED, jit)

    def get_children(work: Any, count: int) -> Any:
        return work[0]

    def is_key_in_tier(child: int, tier: Any) -> bool:
        return bool(tier_of(int(child)) == tier[0])

    def keep_key(child: int, tier: Any) -> int:
        return child

    if lookup is KEYED:
        look_up = build_find_place_of_key_kernel(jit)
        return jit.inline(get_children), jit.inline(is_key_in_tier), jit.inline(keep_key), look_up

    def rank_children(work: Any, count: int) -> Any:
        children, places, room, _, _, _ = work
        find_ranks((0,), children, places, room, count)  # all have ranks: they were asked for before
        return places

    def is_rank_in_tier(rank: int, tier: Any) -> bool:
        return bool(rank < tier[1])

    def count_from_first(rank: int, tier: Any) -> int:
        return rank - tier[0]  # type: ignore[no-any-return]

    def look_up_rank(later: Any, offsets: Any, shift: Any, rank: int) -> Any:
        at = np.int64(offsets[(rank - later[0]) >> shift])
        while later[at] < rank:
            at += 1
        return at

    find, is_inside = jit.inline(rank_children), jit.inline(is_rank_in_tier)
    return find, is_inside, jit.inline(count_from_first), jit.inline(look_up_rank)


def build_list_child_ranks_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return list_child_ranks(tier, begin, end, asked, work) -> (next, made, status).

    Writes to `asked` [room] int64 the ranks past the tier that moves of the ranks `begin` to `end - 1` lead
    to. `tier` is (first rank, rank after the last, size of the index).
    """
    spread, find = (
        build_expand_block_kernel(rules, RANKED, jit),
        build_find_places_of_children_kernel(rules, RANKED, jit),
    )

    def list_child_ranks(tier: Any, begin: int, end: int, asked: Any, work: Any) -> tuple[int, int, int]:
        first, beyond, size = tier
        children, places, heads, _, _, _ = work
        bounds = np.empty(BLOCK + 1, np.int64)
        made = 0
        index = begin
        while index < end:
            last, produced, status = spread((0,), index, end, bounds, work)
            if status != DONE:
                return last, made, status
            if made + produced > len(asked):
                return index, made, FULL
            missing = find((0,), children, places, heads, produced)
            for each in range(produced if missing < 0 else missing + 1):
                if places[each] < first or places[each] >= size:
                    block = 0
                    while bounds[block + 1] <= each:
                        block += 1
                    is_rank = 0 <= places[each] < size
                    return index + block, made, TIER if is_rank else MISSING
                if places[each] >= beyond:
                    asked[made] = places[each]
                    made += 1
            index = last
        return end, made, DONE

    return jit.kernel(list_child_ranks)


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


def build_find_places_of_positions_kernel(jit: Jit) -> Any:
    """Return find_places_of_positions(keys, offsets, shift, positions, places) -> -1, or the first missing.

    Writes the place among keys sorted by `mix`, with their directory, of each position. The loads of a step
    do not wait for each other.
    """
    mix = build_mix_kernel(jit)

    def find_places_of_positions(keys: Any, offsets: Any, shift: Any, positions: Any, places: Any) -> int:
        total, last = len(positions), len(keys) - 1
        if last < 0:
            return 0 if total else -1
        found: Any = np.empty(BLOCK, np.int64)
        for begin in range(0, total, BLOCK):
            count = min(BLOCK, total - begin)
            for each in range(count):
                group = np.int64(mix(positions[begin + each]) >> shift)
                found[each] = min(np.int64(offsets[group]), last)
            for each in range(count):
                place = found[each]
                position = positions[begin + each]
                while keys[place] != position:
                    if place == last or mix(keys[place]) > mix(position):
                        return begin + each
                    place += 1
                places[begin + each] = place
        return -1

    return jit.kernel(find_places_of_positions)


def build_sort_edges_by_bucket_kernel(jit: Jit) -> Any:
    """Return sort_edges_by_bucket(edges, buckets, places, dealt): sort edges by their children's bucket.

    `places` [buckets] holds where each bucket begins in `dealt`, and afterwards where it ends.
    """

    def sort_edges_by_bucket(edges: Any, buckets: Any, places: Any, dealt: Any) -> int:
        children, parents = edges
        dealt_children, dealt_parents = dealt
        for index in range(len(buckets)):
            bucket = buckets[index]
            dealt_children[places[bucket]] = children[index]
            dealt_parents[places[bucket]] = parents[index]
            places[bucket] += 1
        return DONE

    return jit.kernel(sort_edges_by_bucket)


def build_count_place_occurrences_kernel(jit: Jit) -> Any:
    """Return count_place_occurrences(places, counts): count how often each place stands in an array."""

    def count_place_occurrences(places: Any, counts: Any) -> int:
        for index in range(len(places)):
            counts[places[index]] += 1
        return DONE

    return jit.kernel(count_place_occurrences)


def build_store_predecessor_links_kernel(jit: Jit) -> Any:
    """Return store_predecessor_links(places, parents, base, ends, rows), for a bucket of parents.

    `base` is that bucket's in a link. `ends` [places] is where the row of each place ends in `rows`, and
    moves down.
    """

    def store_predecessor_links(places: Any, parents: Any, base: int, ends: Any, rows: Any) -> int:
        for index in range(len(places)):
            place = places[index]
            ends[place] -= 1
            rows[ends[place]] = base + np.int64(parents[index])
        return DONE

    return jit.kernel(store_predecessor_links)


def build_count_predecessor_links_kernel(jit: Jit) -> Any:
    """Return count_predecessor_links(decided, rows, begins) -> how many links the decided places have.

    `begins` [shares] is where each share begins in `rows`.
    """

    def count_predecessor_links(decided: Any, rows: Any, begins: Any) -> Any:
        total: Any = 0
        for index in range(len(decided)):
            place = np.int64(decided[index])
            head = begins[place >> SHARE_BITS] + (place & (PLACES - 1))
            total += np.int64(rows[head + 1]) - np.int64(rows[head])
        return total

    return jit.kernel(count_predecessor_links)


def build_send_messages_along_links_kernel(jit: Jit) -> Any:
    """Return send_messages_along_links(decided, answers, rows, begins, sizes, room, counts) -> made.

    Writes to `room` a message from each decided place, whose answer stands beside it
    in `answers`, to every link: `link | 1` where the move is good, else `link & ~1`, and counts them by
    bucket in `counts`. `sizes` is (places, width of a place, parameter of the fold).
    """

    def send_messages_along_links(
        decided: Any, answers: Any, rows: Any, begins: Any, sizes: Any, room: Any, counts: Any
    ) -> int:
        total, width, parameter = sizes
        made = 0
        for index in range(len(decided)):
            place = np.int64(decided[index])
            share = place >> SHARE_BITS
            inside = min(PLACES, total - (share << SHARE_BITS))
            head = begins[share] + (place & (PLACES - 1))
            first = begins[share] + inside + 1
            value = np.int64(answers[index]) >> parameter
            for way in range(first + np.int64(rows[head]), first + np.int64(rows[head + 1])):
                link = np.int64(rows[way])
                good = value >= 0 if link & 1 else value <= 0
                room[made] = link | 1 if good else link & ~1
                counts[link >> (width + 1)] += 1
                made += 1
        return made

    return jit.kernel(send_messages_along_links)
