"""Snort on grids of all sizes: whoever can copies in his own colour."""

from zermelo.games.snort import Snort
from zermelo.theory.sizes.claim import Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.families.node_kayles import CELL, CROSS
from zermelo.theory.sizes.placements import Pattern, Placements

COLOURED = (Pattern(CELL, CELL, CROSS),)
TINTS = {".": (True, True), "L": (True, False), "R": (False, True), "#": (False, False)}


def make(columns: int, rows: int) -> Snort:
    """Return snort on a grid of this size."""
    return Snort(graph=f"grid {columns}x{rows}")


def claims() -> tuple[Claim, ...]:
    """Return what is known of snort on grids."""
    return Copied(
        model=Placements(COLOURED, COLOURED, impartial=False),
        reading=reading_of(TINTS),
        make=make,
        whole=((1, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
        larger=((4, 4), (5, 5)),
        first="colour the vertex in the middle, or one of the two there",
        answer=", in your colour",
        seen_to=8,
    ).claims()


FAMILY = Family("snort", ("columns", "rows"), make, claims, 14, "vertices")
