"""Col on grids of all sizes: the second player copies in his own colour."""

from zermelo.games.col import Col
from zermelo.theory.sizes.claim import Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.families.node_kayles import CELL, CROSS
from zermelo.theory.sizes.families.snort import TINTS
from zermelo.theory.sizes.placements import Pattern, Placements

COLOURED = (Pattern(CELL, CROSS, CELL),)


def make(columns: int, rows: int) -> Col:
    """Return col on a grid of this size."""
    return Col(graph=f"grid {columns}x{rows}")


def claims() -> tuple[Claim, ...]:
    """Return what is known of col on grids."""
    return Copied(
        model=Placements(COLOURED, COLOURED, impartial=False),
        reading=reading_of(TINTS),
        make=make,
        whole=((1, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
        larger=((4, 4), (5, 5)),
        first="",
        answer=", in your colour",
        seen_to=5,
    ).claims()


FAMILY = Family("col", ("columns", "rows"), make, claims, 12, "vertices")
