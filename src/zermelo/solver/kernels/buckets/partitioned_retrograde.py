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

from zermelo.compiler.kernels import DONE, FULL, MISSING, TIER, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import build_mix_kernel
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    RANKED,
    build_expand_block_kernel,
    build_find_places_of_children_kernel,
)

SHARE_BITS: Final = 10
PLACES: Final = 1 << SHARE_BITS  # of a share


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
