"""Capacity of a bucket, where a tier is larger than memory and is solved bucket by bucket.

A task's arrays hold a bucket's positions and their distinct children. Bytes were measured on Connect Four.
"""

from typing import Final

A_TASK: Final = 36 << 20  # bytes, of buffers, whatever the bucket
A_POSITION: Final = 24
A_CHILD: Final = 20
A_SLOT: Final = 60  # in cyclic games, and
A_MOVE: Final = 48
MOVES: Final = 10
A_RANK: Final = 40  # over an index, and
A_RANK_MOVE: Final = 24
COUNTER, DECIDED = (
    2,
    4,
)  # bytes of a place while levels are done, besides answers; see `compute_slot_state_bytes`
WORD: Final = 31  # bits of a place in its group, at most: a message has one more
LARGEST: Final = 1 << 22  # positions: fewer objects than by smaller ones, and no slower
SMALLEST: Final = 1 << 12  # positions: with fewer there are more objects than are worth it


def compute_bucket_capacity(memory: int, branching: float) -> int:
    """Return how many positions a bucket may have for a task of `memory` bytes; at least a few thousand."""
    return max(SMALLEST, int((memory - A_TASK) / (A_POSITION + A_CHILD * branching)))


def compute_cyclic_bucket_capacity(memory: int) -> int:
    """Return the same for a cyclic game, where a task holds a bucket's moves too, about ten a position."""
    return max(SMALLEST, (memory - A_TASK) // (A_SLOT + A_MOVE * MOVES))


def compute_rank_bucket_capacity(memory: int) -> int:
    """Return the same over a perfect index, where a place is its rank."""
    return max(SMALLEST, (memory - A_TASK) // (A_RANK + A_RANK_MOVE * MOVES))


def compute_slot_state_bytes(width: int) -> int:
    """Return the bytes of a place's state while levels are done, where its answer has `width` of them.

    The state is an answer, the outside's answer, the number of undecided moves, and a list of new decisions.
    """
    return 2 * width + COUNTER + DECIDED


def choose_group_bits(bits: int, place: int, room: int, states: int) -> int:
    """Return the bits of the buckets of a group, of which a task holds the states: `states` places at most.

    A tier has `bits` for the bucket, and `place` more for a place in it; `room` is the number of places.
    """
    if bits + place <= WORD and room <= states:
        return bits
    return max(0, min(states.bit_length() - 1, WORD, bits + place) - place)


def compute_least_task_memory(branching: float) -> int:
    """Return the bytes below which a task cannot work."""
    return A_TASK + int(SMALLEST * (A_POSITION + A_CHILD * branching))
