"""Node kayles on grids of all sizes: a vertex goes with its neighbours, and a player copies."""

from zermelo.cgt.sizes.board_families.cram_sizes import find_length_of_one_row_board
from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import make_periodic_heap_claim
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, PlacementPattern
from zermelo.cgt.sizes.size_claims import SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import make_rectangle_lister
from zermelo.games.graphs.node_kayles import NodeKayles

CELL = frozenset({(0, 0)})
CROSS = frozenset({(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)})
TAKEN = (PlacementPattern(CELL, CROSS, CROSS),)

PATH = "0.137"  # Dawson's chess


def make_game(columns: int, rows: int) -> NodeKayles:
    """Return node kayles on a grid of this size."""
    return NodeKayles(graph=f"grid {columns}x{rows}")


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of node kayles on grids."""
    grids = CopyingFamily(
        model=PlacementGame(TAKEN, TAKEN, impartial=True),
        reading=make_open_cell_reader({"o": (True, True), ".": (False, False)}),
        make=make_game,
        whole=((1, 1), (5, 1), (3, 2), (3, 3), (5, 3), (4, 4)),
        larger=((6, 6), (7, 7)),
        first="take the vertex in the middle",
        answer="",
        seen_to=20,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).make_claims()
    path = make_periodic_heap_claim(
        PATH, "a path", make_game, make_rectangle_lister(), find_length_of_one_row_board
    )
    return (*grids[:2], path, *grids[2:])


FAMILY = SizeFamily("node_kayles", ("columns", "rows"), make_game, make_claims, 25, "vertices")
