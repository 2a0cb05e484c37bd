"""How large a bucket of positions may be, where a tier is larger than memory and is solved bucket by bucket.

A task's arrays are of a bucket's positions and of their children, each once: bytes as measured, on Connect
Four.
"""

from typing import Final

A_TASK: Final = 36 << 20  # bytes, of buffers, whatever the bucket
A_POSITION: Final = 24
A_CHILD: Final = 20
SMALLEST: Final = 1 << 12  # positions: with fewer there are more objects than are worth it


def bucket_within(memory: int, branching: float) -> int:
    """Return how many positions a bucket may have where a task has so many bytes; at least a few thousand."""
    return max(SMALLEST, int((memory - A_TASK) / (A_POSITION + A_CHILD * branching)))


def least_within(branching: float) -> int:
    """Return the bytes below which a task cannot work."""
    return A_TASK + int(SMALLEST * (A_POSITION + A_CHILD * branching))
