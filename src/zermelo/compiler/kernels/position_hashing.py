"""The hash of a position: a mixing of 64 bits whose order is the order of every table.

Tiers are kept sorted by `mix`, not by position. Equal shares of the range then hold equal shares of
the positions, so buckets, slices and directories need no look at the data, and the order in which
a hash table gives its keys back is already almost the right one.
"""

from typing import Any

import numpy as np

from zermelo.compiler.kernels import Jit

FIRST = np.uint64(0x9E3779B97F4A7C15)
SECOND = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)
WORD = (1 << 64) - 1
FIRST_BACK = np.uint64(pow(int(FIRST), -1, 1 << 64))
SECOND_BACK = np.uint64(pow(int(SECOND), -1, 1 << 64))


def mix(position: Any) -> Any:
    """Return the 64 bits of a position, mixed: a bijection, so no two positions collide."""
    mixed = np.uint64(position) * FIRST
    mixed ^= mixed >> HALF
    return mixed * SECOND


def build_mix_kernel(jit: Jit) -> Any:
    """Return mix(position) -> uint64, for kernels to call."""
    return jit.inline(mix)


def mix_array(positions: Any) -> Any:
    """Return `mix` of an array of positions, uint64."""
    with np.errstate(over="ignore"):
        once = positions.astype(np.uint64) * FIRST
        return (once ^ (once >> HALF)) * SECOND


def unmix_array(mixes: Any) -> Any:
    """Return the positions, int64, of which these are the mixes."""
    with np.errstate(over="ignore"):
        once = mixes * SECOND_BACK
        return ((once ^ (once >> HALF)) * FIRST_BACK).astype(np.int64)


def mix_one(position: int) -> int:
    """Return `mix` of one position as an integer, without NumPy: for single look-ups."""
    once = position * int(FIRST) & WORD
    return (once ^ once >> 32) * int(SECOND) & WORD
