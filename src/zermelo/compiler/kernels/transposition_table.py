"""The transposition table: bounds on positions met before, shared by threads without locks.

`table` is [buckets * stride + DESKS] uint64, aligned to cache lines. A slot is a position's words and one
word of data: between which scores the position's lies, the move that was best, and how much work it took.
Each word is kept combined with a veil, which is made of the data and of the words before it, so that a slot
half written by one thread and half by another is no position at all (after R. Hyatt and T. Mann, *A lock-less
transposition table*, 2002). Word by word the veil can be taken off again, and so what a search knows goes
along into a larger table.

A full bucket gives up the slot that took the least work.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.position_hashing import HALF, build_mix_kernel
from zermelo.compiler.kernels.search_hooks import PositionShape, build_hash_position_kernel

LINE: Final = 8  # words of a cache line
ZERO: Final = 1 << 15  # what is added to a score, so that it is kept as 16 bits
SCORE_BITS: Final = 16
MOVE_BITS: Final = 12
NO_MOVE: Final = (1 << MOVE_BITS) - 1  # the move is counted among the candidates
DEPTH_BITS: Final = 8
HIGH_AT: Final = SCORE_BITS
MOVE_AT: Final = 2 * SCORE_BITS
DEPTH_AT: Final = MOVE_AT + MOVE_BITS
EFFORT_AT: Final = DEPTH_AT + DEPTH_BITS
DESKS: Final = 1 << 12  # words after the slots
CHUNK = 1 << 16  # buckets that are moved into a larger table at once
NONE = np.uint64(0)


def compute_bucket_layout(shape: PositionShape) -> tuple[int, int]:
    """Return how many slots a bucket has, and its words: one cache line, or two for long positions."""
    size = shape.words + 1
    if size <= LINE // 2:
        return LINE // size, LINE
    return 2 * LINE // size, 2 * LINE


def build_bucket_index_kernel(shape: PositionShape, jit: Jit) -> Any:
    """Return find_bucket_begin(table, scattered) -> where the bucket of a scattered position begins."""
    stride = compute_bucket_layout(shape)[1]

    def find_bucket_begin(table: Any, scattered: Any) -> int:
        buckets = np.uint64((len(table) - DESKS) // stride)
        return int(((scattered >> HALF) * buckets) >> HALF) * stride

    return jit.inline(find_bucket_begin)


def build_prefetch_bucket_kernel(shape: PositionShape, jit: Jit) -> Any:
    """Return prefetch_bucket(table, position): let the processor read ahead what `probe_table` will ask."""
    scatter, bucket, prefetch = (
        build_hash_position_kernel(shape, jit),
        build_bucket_index_kernel(shape, jit),
        jit.prefetch,
    )

    def prefetch_bucket(table: Any, position: Any) -> None:
        prefetch(table, bucket(table, scatter(position)))

    return jit.inline(prefetch_bucket)


def build_table_access_kernels(shape: PositionShape, jit: Jit) -> tuple[Any, Any]:
    """Return probe_table(table, position) -> data, 0 for none, and store_in_table(table, position, data)."""
    scatter, mix = build_hash_position_kernel(shape, jit), build_mix_kernel(jit)
    slots = compute_bucket_layout(shape)[0]
    size = shape.words + 1
    width = shape.width
    effort_at = np.uint64(EFFORT_AT)

    def is_slot_of_word(table: Any, place: int, position: Any, data: Any) -> bool:
        return bool(table[place] ^ mix(data) == np.uint64(position))

    def is_slot_of_words(table: Any, place: int, position: Any, data: Any) -> bool:
        veil = mix(data)
        for word in range(width):
            if table[place + word] ^ veil != np.uint64(position[word]):
                return False
            veil = mix(veil ^ np.uint64(position[word]))
        return True

    def write_word(table: Any, place: int, position: Any, data: Any) -> None:
        table[place] = np.uint64(position) ^ mix(data)

    def write_words(table: Any, place: int, position: Any, data: Any) -> None:
        veil = mix(data)
        for word in range(width):
            table[place + word] = np.uint64(position[word]) ^ veil
            veil = mix(veil ^ np.uint64(position[word]))

    is_here = jit.inline(is_slot_of_words if width else is_slot_of_word)
    put = jit.inline(write_words if width else write_word)
    bucket = build_bucket_index_kernel(shape, jit)

    def probe_table(table: Any, position: Any) -> Any:
        begin = bucket(table, scatter(position))
        for slot in range(slots):
            place = begin + slot * size
            data = table[place + size - 1]
            if data != NONE and is_here(table, place, position, data):
                return data
        return NONE

    def store_in_table(table: Any, position: Any, data: Any) -> None:
        begin = bucket(table, scatter(position))
        chosen = begin
        least = np.uint64(1 << 63)
        for slot in range(slots):
            place = begin + slot * size
            old = table[place + size - 1]
            if old == NONE or is_here(table, place, position, old):
                chosen = place
                break
            if old >> effort_at < least:
                least = old >> effort_at
                chosen = place
        put(table, chosen, position, data)
        table[chosen + size - 1] = data

    return jit.inline(probe_table), jit.inline(store_in_table)


def build_entry_packing_kernels(jit: Jit) -> tuple[Any, Any]:
    """Return pack_entry(low, high, move, depth, effort) -> data, and unpack_entry, which gives them back."""

    def pack_entry(low: int, high: int, move: int, depth: int, effort: int) -> Any:
        word = low + ZERO | high + ZERO << HIGH_AT | move << MOVE_AT | depth << DEPTH_AT | effort << EFFORT_AT
        return np.uint64(word)

    def unpack_entry(data: Any) -> tuple[Any, Any, Any, Any, Any]:
        word = np.int64(data)
        low = (word & (1 << SCORE_BITS) - 1) - ZERO
        high = (word >> HIGH_AT & (1 << SCORE_BITS) - 1) - ZERO
        move = word >> MOVE_AT & NO_MOVE
        depth = word >> DEPTH_AT & (1 << DEPTH_BITS) - 1
        return low, high, move, depth, word >> EFFORT_AT

    return jit.inline(pack_entry), jit.inline(unpack_entry)


def build_busy_marks_kernels(shape: PositionShape, jit: Jit) -> tuple[Any, Any, Any, Any]:
    """Return the functions by which threads mark the positions they search, in words behind the slots.

    A desk is such a word. find_mark_word(table, position) is the desk of a position, and
    is_position_marked(table, desk, position) whether a thread searches it. mark_position(table, desk,
    position) marks that a thread does, and clear_mark(table, desk) that it has finished. Two positions may
    have one desk: then one of them is searched without a mark, and twice at worst.
    """
    scatter = build_hash_position_kernel(shape, jit)
    mask = np.uint64(DESKS - 1)

    def find_mark_word(table: Any, position: Any) -> int:
        return len(table) - DESKS + int(scatter(position) & mask)

    def is_position_marked(table: Any, desk: int, position: Any) -> bool:
        return bool(table[desk] == scatter(position))

    def mark_position(table: Any, desk: int, position: Any) -> None:
        table[desk] = scatter(position)

    def clear_mark(table: Any, desk: int) -> None:
        table[desk] = NONE

    return (
        jit.inline(find_mark_word),
        jit.inline(is_position_marked),
        jit.inline(mark_position),
        jit.inline(clear_mark),
    )


def new_transposition_table(shape: PositionShape, memory: int) -> Any:
    """Return an empty table of about so many bytes, at least one bucket, its buckets in whole cache lines.

    It is written from end to end at once: pages that the system clears one by one, where a search happens to
    come, took 2.3 s for a gigabyte, and so 0.1 s.
    """
    stride = compute_bucket_layout(shape)[1]
    buckets = max(1, min((memory // 8 - DESKS) // stride, (1 << 32) - 1))
    words = np.empty(buckets * stride + DESKS + LINE, np.uint64)
    words.fill(0)
    skip = -words.ctypes.data // 8 % LINE
    return words[skip : skip + buckets * stride + DESKS]


def build_copy_table_kernel(shape: PositionShape, jit: Jit) -> Any:
    """Return copy_table(old, new): copy a table to a larger empty one; no thread may write meanwhile.

    A bucket's slots keep their places in the bucket, of which two can hardly want the same. It works on whole
    columns, and so is for the interpreter's `jit`.
    """
    scatter, mix = build_hash_position_kernel(shape, jit), build_mix_kernel(jit)
    slots, stride = compute_bucket_layout(shape)
    size = shape.words + 1

    def copy_table(old: Any, new: Any) -> None:
        source = old[: len(old) - DESKS].reshape(-1, stride)
        target = new[: len(new) - DESKS].reshape(-1, stride)
        for begin in range(0, len(source), CHUNK):
            for place in range(0, slots * size, size):
                rows = source[begin : begin + CHUNK, place : place + size]
                rows = rows[rows[:, -1] != NONE]
                veil = mix(rows[:, -1])
                words: tuple[Any, ...] = ()
                for word in range(shape.words):
                    words += (rows[:, word] ^ veil,)
                    veil = mix(veil ^ words[word])
                scattered = scatter(words if shape.width else words[0])
                target[((scattered >> HALF) * np.uint64(len(target))) >> HALF, place : place + size] = rows

    return jit.kernel(copy_table)


def build_count_binary_digits_kernel(jit: Jit) -> Any:
    """Return count_binary_digits(nodes) -> the binary digits of a number of nodes: a slot's work."""

    def count_binary_digits(nodes: int) -> int:
        digits = 0
        while nodes > 0:
            nodes >>= 1
            digits += 1
        return digits

    return jit.inline(count_binary_digits)
