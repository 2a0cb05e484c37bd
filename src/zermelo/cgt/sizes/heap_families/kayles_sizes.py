"""Kayles on rows of any length: who begins copies, and all nimbers are known, as they repeat."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import make_periodic_heap_claim
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, make_covering_pattern
from zermelo.cgt.sizes.size_claims import SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import make_number_lister
from zermelo.games.rows.kayles import Kayles

THROWS = (make_covering_pattern((0, 0)), make_covering_pattern((0, 0), (1, 0)))
PINS = {"i": (True, True), ".": (False, False)}
CODE = "0.77"


def make_game(pins: int) -> Kayles:
    """Return kayles with so many pins."""
    return Kayles(pins=pins)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of kayles."""
    copied = CopyingFamily(
        model=PlacementGame(THROWS, THROWS, impartial=True),
        reading=make_open_cell_reader(PINS),
        make=make_game,
        whole=tuple((pins,) for pins in range(1, 9)),
        larger=((20,), (31,)),
        first="knock down the pin in the middle, or the two there",
        answer="",
        seen_to=0,
        is_row=True,
    ).make_claims()
    return (*copied, make_periodic_heap_claim(CODE, "every row", make_game, make_number_lister()))


FAMILY = SizeFamily("kayles", ("pins",), make_game, make_claims, 24, "pins")
