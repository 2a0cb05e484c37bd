"""Node kayles on grids of all sizes: a vertex goes with its neighbours, and a player copies."""

from zermelo.games.node_kayles import NodeKayles
from zermelo.theory.sizes.claim import Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.families.cram import one_row
from zermelo.theory.sizes.heaped import by_period
from zermelo.theory.sizes.placements import Pattern, Placements
from zermelo.theory.sizes.solving import rectangles

CELL = frozenset({(0, 0)})
CROSS = frozenset({(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)})
TAKEN = (Pattern(CELL, CROSS, CROSS),)

PATH = "0.137"  # Dawson's chess


def make(columns: int, rows: int) -> NodeKayles:
    """Return node kayles on a grid of this size."""
    return NodeKayles(graph=f"grid {columns}x{rows}")


def claims() -> tuple[Claim, ...]:
    """Return what is known of node kayles on grids."""
    grids = Copied(
        model=Placements(TAKEN, TAKEN, impartial=True),
        reading=reading_of({"o": (True, True), ".": (False, False)}),
        make=make,
        whole=((1, 1), (5, 1), (3, 2), (3, 3), (5, 3), (4, 4)),
        larger=((6, 6), (7, 7)),
        first="take the vertex in the middle",
        answer="",
        seen_to=20,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).claims()
    path = by_period(PATH, "a path", make, rectangles(), one_row)
    return (*grids[:2], path, *grids[2:])


FAMILY = Family("node_kayles", ("columns", "rows"), make, claims, 25, "vertices")
