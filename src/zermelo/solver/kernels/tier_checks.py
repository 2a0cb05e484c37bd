"""Check that plies are tiers, in two ways: by the game's own `tier`, or by comparing all tiers."""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import DONE, TIER, Jit
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.position_hashing import HALF, build_mix_kernel


def build_find_key_of_other_tier_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return (keys, begin, end, tier) -> (index, DONE), or TIER at a key outside `tier`."""
    tier_of = rules.tier

    def find_key_of_other_tier(keys: Any, begin: int, end: int, tier: int) -> tuple[int, int]:
        for index in range(begin, end):
            if tier_of(int(keys[index])) != tier:
                return index, TIER
        return end, DONE

    return jit.kernel(find_key_of_other_tier)


def build_insert_until_repeated_kernel(jit: Jit) -> Any:
    """Return insert_until_repeated(table, keys, begin, end, low, width) -> first repeated index, or -1.

    `table` [slots] int64 is EMPTY at first and larger than the number of keys to come; they all lie in
    the share of `mix` that begins at `low` and is `2**width` wide.
    """
    mix = build_mix_kernel(jit)

    def insert_until_repeated(table: Any, keys: Any, begin: int, end: int, low: Any, width: Any) -> int:
        slots = len(table)
        size = np.uint64(slots)
        for index in range(begin, end):
            position = keys[index]
            inside = (mix(position) - low) << (np.uint64(64) - width)
            slot: Any = np.int64(((inside >> HALF) * size) >> HALF)
            while table[slot] != EMPTY:
                if table[slot] == position:
                    return index
                slot += 1
                if slot == slots:
                    slot = 0
            table[slot] = position
        return -1

    return jit.kernel(insert_until_repeated)


def build_find_lower_bound_kernel(jit: Jit) -> Any:
    """Return find_lower_bound(keys, home) -> the first index whose `mix` is at least `home`."""
    mix = build_mix_kernel(jit)

    def find_lower_bound(keys: Any, home: Any) -> int:
        low = 0
        high = len(keys)
        while low < high:
            middle = (low + high) // 2
            if mix(keys[middle]) < home:
                low = middle + 1
            else:
                high = middle
        return low

    return jit.kernel(find_lower_bound)


def build_compute_tiers_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return compute_tiers(keys, begin, end, tiers): write each key's `tier`."""
    tier_of = rules.tier

    def compute_tiers(keys: Any, begin: int, end: int, tiers: Any) -> int:
        for index in range(begin, end):
            tiers[index] = tier_of(int(keys[index]))
        return DONE

    return jit.kernel(compute_tiers)


def build_find_next_tier_kernel(rules: KernelRules, jit: Jit) -> Any:
    """Return find_next_tier(rank, size) -> (rank, tier) of the first position at that rank or later.

    (size, 0) where there is none.
    """
    tier_of, unrank = rules.tier, rules.unrank

    def find_next_tier(rank: int, size: int) -> tuple[int, int]:
        while rank < size:
            position = unrank(rank)
            if position >= 0:
                return rank, int(tier_of(position))
            rank += 1
        return size, 0

    return jit.kernel(find_next_tier)
