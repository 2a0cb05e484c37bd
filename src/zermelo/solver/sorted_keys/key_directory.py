"""A sorted tier with a directory of its keys, for look-up of positions.

Keys are sorted by `mix` (see `compiler.kernels.position_hashing`), and offsets say where each group of equal
leading bits begins, one or two keys a group. That takes 8 bytes a key and 2 to 4 for the offsets, finds a key
with two reads, and is built by streaming; a hash table half full takes 16 and jumps about to be built.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.forward_expansion import (
    build_fill_offset_gaps_kernel,
    build_mark_bucket_ends_kernel,
)
from zermelo.solver.graph.thread_slices import GRAIN, Workers

Keys = npt.NDArray[np.int64]


class KeyDirectory(NamedTuple):
    """Offsets at which the group of each leading-bits value begins; `shift` takes a mix to its group."""

    offsets: npt.NDArray[Any]  # [groups + 1] uint32 or int64, index into keys
    shift: np.uint64


def count_key_directory_bytes(count: int) -> int:
    """Return the bytes that the directory of `count` keys takes."""
    return ((1 << _choose_directory_bits(count)) + 1) * (4 if count < 1 << 32 else 8)


def make_key_directory(program: Program, keys: Keys, workers: Workers) -> KeyDirectory:
    """Return the directory of `keys`, which must be sorted by `mix`."""
    bits = _choose_directory_bits(len(keys))
    offsets = np.zeros((1 << bits) + 1, np.uint32 if len(keys) < 1 << 32 else np.int64)
    shift = np.uint64(64 - bits)
    mark_ends = program.shared_kernel(build_mark_bucket_ends_kernel)
    fill_gaps = program.shared_kernel(build_fill_offset_gaps_kernel)
    workers.map_spans(lambda begin, end: mark_ends(keys, begin, end, offsets, shift), len(keys), 8 * GRAIN)
    workers.map_spans(lambda begin, end: fill_gaps(offsets, begin, end), len(offsets), 8 * GRAIN)
    return KeyDirectory(offsets, shift)


def _choose_directory_bits(count: int) -> int:
    return max(1, (count - 1).bit_length() - 1)
