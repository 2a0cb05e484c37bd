"""The perfect index of pieces on the board of nine men's morris.

It is that of `boards.indexes.two_sided_index`, with a square for a part.

With up to four pieces each 12% of the indexes are empty, with up to nine 2%. With three squares and 3 to 9
pieces each there are 9,074,932,579 indexes, as in Ralph Gasser's *Solving Nine Men's Morris*.
"""

from zermelo.boards.indexes.two_sided_index import TwoSidedIndex

SIDE = 8  # the points of a square, a byte of pieces


class MorrisIndex(TwoSidedIndex):
    """The index of the pieces of two sides on squares; see `build_morris_index`."""

    def apply_symmetry(self, pieces: int, symmetry: int) -> int:
        """Return the pieces after a symmetry, which turns all squares alike, so that one table serves."""
        far = self.cells - SIDE
        if symmetry & 8:  # inside out: the outermost square and the innermost exchanged
            changed = (pieces ^ pieces >> far) & 255
            pieces ^= changed ^ changed << far
        row = (symmetry & 7) << SIDE
        return (
            self.part_images[row | pieces & 255]
            | self.part_images[row | pieces >> 8 & 255] << 8
            | self.part_images[row | pieces >> 16 & 255] << 16
        )


def build_morris_index(rings: int, subspaces: tuple[tuple[int, int], ...]) -> MorrisIndex:
    """Return the index of so many squares for subspaces (mover's pieces, opponent's), in this order."""
    turns = []
    for inside_out in (False, True) if rings > 1 else (False,):
        ring_of = {0: rings - 1, rings - 1: 0} if inside_out else {}
        for symmetry in range(8):
            turns.append(
                tuple(
                    SIDE * ring_of.get(ring, ring) + map_point_by_symmetry(place, symmetry)
                    for ring in range(rings)
                    for place in range(SIDE)
                )
            )
    return MorrisIndex(SIDE * rings, tuple(turns), subspaces, SIDE)


def map_point_by_symmetry(place: int, symmetry: int) -> int:
    """Return the point to which one of the eight symmetries of a square sends a point."""
    return ((-place if symmetry & 4 else place) + 2 * (symmetry & 3)) % SIDE
