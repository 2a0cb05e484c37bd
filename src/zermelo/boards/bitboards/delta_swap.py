"""Symmetries as exchanges of bits: a whole set of cells changes place with another at once."""


def delta_swap(position: int, mask: int, distance: int) -> int:
    """Return the position with each bit of `mask` exchanged with the one `distance` above it."""
    changed = (position ^ (position >> distance)) & mask
    return position ^ changed ^ (changed << distance)
