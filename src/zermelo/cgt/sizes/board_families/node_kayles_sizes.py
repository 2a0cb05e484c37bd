"""Node kayles on grids of all sizes: a vertex goes with its neighbours, and a player copies."""

from zermelo.cgt.sizes.board_families.cram_sizes import one_row
from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import periodic_heap_outcome
from zermelo.cgt.sizes.placement_comparison import reader_of_signs
from zermelo.cgt.sizes.placement_games import PlacementGame, PlacementPattern
from zermelo.cgt.sizes.size_claims import SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import rectangles_from
from zermelo.games.graphs.node_kayles import NodeKayles

CELL = frozenset({(0, 0)})
CROSS = frozenset({(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)})
TAKEN = (PlacementPattern(CELL, CROSS, CROSS),)

PATH = "0.137"  # Dawson's chess


def make(columns: int, rows: int) -> NodeKayles:
    """Return node kayles on a grid of this size."""
    return NodeKayles(graph=f"grid {columns}x{rows}")


def claims() -> tuple[SizeClaim, ...]:
    """Return what is known of node kayles on grids."""
    grids = CopyingFamily(
        model=PlacementGame(TAKEN, TAKEN, impartial=True),
        reading=reader_of_signs({"o": (True, True), ".": (False, False)}),
        make=make,
        whole=((1, 1), (5, 1), (3, 2), (3, 3), (5, 3), (4, 4)),
        larger=((6, 6), (7, 7)),
        first="take the vertex in the middle",
        answer="",
        seen_to=20,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).claims()
    path = periodic_heap_outcome(PATH, "a path", make, rectangles_from(), one_row)
    return (*grids[:2], path, *grids[2:])


FAMILY = SizeFamily("node_kayles", ("columns", "rows"), make, claims, 25, "vertices")
