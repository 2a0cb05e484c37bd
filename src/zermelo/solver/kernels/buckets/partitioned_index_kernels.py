"""Tiers of a perfect index in buckets: ranges of places, whose moves lead to ranks.

The kernels are as in `solver.kernels.buckets.partitioned_retrograde`, but without look-ups among positions:
a rank gives the tier, the bucket and the place there. Places of a tier are counted from its first.
"""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, FAR, FULL, MANY, MISSING, POINTS, TIER, VALUE, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.kernels.position_folds import BAD, Fold
from zermelo.solver.kernels.retrograde_kernels import MOST_INSIDE
from zermelo.solver.kernels.slot_lookup import (
    BLOCK,
    RANKED,
    build_evaluate_leaf_kernel,
    build_expand_block_kernel,
    build_find_places_of_children_kernel,
)


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


def build_expand_rank_moves_kernel(rules: KernelRules, fold: Fold, jit: Jit) -> Any:
    """Return expand_rank_moves(tables, tier, begin, end, arrays, edges, work, p) -> (next, made, status).

    Looks at every move of the ranks `begin` to `end - 1` of a bucket that begins at rank `own`: `tier` is
    (first rank, rank after the last, own). `tables` is (later, offsets, shift, told): ranks of later tiers,
    ascending, their directory by `(rank - the least) >> shift`, and their answers. `arrays` is (answers,
    outside, counters, blank) as in `solver.kernels.retrograde_kernels`, of the bucket; `edges` is (children
    uint32, parents uint32), which get the moves inside: the child's place in the tier, and `parent * 2 + (1
    if the mover stays)`, the parent's place in the bucket.
    """
    spread, find = (
        build_expand_block_kernel(rules, RANKED, jit),
        build_find_places_of_children_kernel(rules, RANKED, jit),
    )
    value_of, unrank = build_evaluate_leaf_kernel(rules, jit), rules.unrank
    leaf, combine = jit.inline(fold.leaf), jit.inline(fold.combine)

    def expand_rank_moves(
        tables: Any, tier: Any, begin: int, end: int, arrays: Any, edges: Any, work: Any, parameter: int
    ) -> tuple[int, int, int]:
        later, offsets, shift, told = tables
        first, beyond, own = tier
        answers, outside, counters, blank = arrays
        heads, tails = edges
        children, places, room, found, signs, gains = work
        bounds = np.empty(BLOCK + 1, np.int64)
        made = 0
        index = begin
        while index < end:
            last, produced, status = spread((0,), index, end, bounds, work)
            if status != DONE:
                return last, made, status
            if made + produced > len(heads):
                return index, made, FULL
            find((0,), children, places, room, produced)  # all have ranks: they were asked for before
            for rank in range(index, last):
                start, stop = bounds[rank - index], bounds[rank - index + 1]
                parent = rank - own
                inside = 0
                kept = start
                for each in range(start, stop):
                    place = places[each]
                    if place < beyond:
                        if gains[each] != 0:
                            return rank, made, POINTS
                        heads[made + inside] = place - first
                        tails[made + inside] = parent * 2 + (1 if signs[each] > 0 else 0)
                        inside += 1
                        continue
                    at = np.int64(offsets[(place - later[0]) >> shift])
                    while later[at] < place:
                        at += 1
                    if told[at] == blank + 1:
                        return rank, made, MISSING
                    found[kept] = told[at]
                    signs[kept] = signs[each]
                    gains[kept] = gains[each]
                    kept += 1
                if inside > MOST_INSIDE:
                    return rank, made, MANY
                answers[parent] = blank
                counters[parent] = inside
                outside[parent] = blank
                made += inside
                if kept > start:
                    answer = combine(found, signs, gains, start, kept, parameter)
                elif start < stop:
                    continue
                else:
                    position = int(unrank(rank))
                    if position < 0:
                        answers[parent] = blank + 1
                        continue
                    value = value_of(position)
                    if value > LARGEST_VALUE or value < -LARGEST_VALUE:
                        return rank, made, VALUE
                    answer = leaf(value, parameter)
                if answer == BAD:
                    return rank, made, FAR
                outside[parent] = answer
            index = last
        return end, made, DONE

    return jit.kernel(expand_rank_moves)


def build_count_children_by_bucket_kernel(jit: Jit) -> Any:
    """Return count_children_by_bucket(children, made, width, counts); the bucket is `child >> width`."""

    def count_children_by_bucket(children: Any, made: int, width: Any, counts: Any) -> int:
        for index in range(made):
            counts[np.int64(children[index]) >> width] += 1
        return DONE

    return jit.kernel(count_children_by_bucket)


def build_sort_rank_edges_by_bucket_kernel(jit: Jit) -> Any:
    """Return sort_rank_edges_by_bucket(edges, made, width, places, dealt): sort by the children's bucket.

    `places` [buckets] holds where each bucket begins in `dealt`, and afterwards where it ends; what is dealt
    is the place in the bucket.
    """

    def sort_rank_edges_by_bucket(edges: Any, made: int, width: Any, places: Any, dealt: Any) -> int:
        children, parents = edges
        dealt_children, dealt_parents = dealt
        for index in range(made):
            child = np.int64(children[index])
            bucket = child >> width
            dealt_children[places[bucket]] = child & ((1 << width) - 1)
            dealt_parents[places[bucket]] = parents[index]
            places[bucket] += 1
        return DONE

    return jit.kernel(sort_rank_edges_by_bucket)
