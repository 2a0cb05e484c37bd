"""Snort on grids of all sizes: a player who can copy each move, in the player's own colour, wins."""

from zermelo.cgt.sizes.board_families.node_kayles_sizes import CELL, CROSS
from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, PlacementPattern
from zermelo.cgt.sizes.size_claims import SizeClaim, SizeFamily
from zermelo.games.graphs.snort import Snort

COLOURED = (PlacementPattern(CELL, CELL, CROSS),)
TINTS = {".": (True, True), "L": (True, False), "R": (False, True), "#": (False, False)}


def make_game(columns: int, rows: int) -> Snort:
    """Return snort on a grid of this size."""
    return Snort(graph=f"grid {columns}x{rows}")


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of snort on grids."""
    return CopyingFamily(
        model=PlacementGame(COLOURED, COLOURED, impartial=False),
        reading=make_open_cell_reader(TINTS),
        make=make_game,
        whole=((1, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)),
        larger=((4, 4), (5, 5)),
        first="colour the vertex in the middle, or one of the two there",
        answer=", in your colour",
        seen_to=8,
    ).make_claims()


FAMILY = SizeFamily("snort", ("columns", "rows"), make_game, make_claims, 14, "vertices")
