"""Dawson's Kayles on rows of any length: even ones by copying, all by the period 34 of their nimbers."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import make_periodic_heap_claim
from zermelo.cgt.sizes.heap_families.kayles_sizes import PINS
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, make_covering_pattern
from zermelo.cgt.sizes.size_claims import OBSERVED, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import make_number_lister
from zermelo.games.rows.kayles import DawsonsKayles

PAIRS = (make_covering_pattern((0, 0), (1, 0)),)
CODE = "0.07"


def make_game(pins: int) -> DawsonsKayles:
    """Return Dawson's Kayles with so many pins."""
    return DawsonsKayles(pins=pins)


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of Dawson's Kayles."""
    copied = CopyingFamily(
        model=PlacementGame(PAIRS, PAIRS, impartial=True),
        reading=make_open_cell_reader(PINS),
        make=make_game,
        whole=tuple((pins,) for pins in range(1, 11)),
        larger=((20,), (31,)),
        first="knock down the two pins in the middle",
        answer="",
        seen_to=1,
        is_row=True,
    ).make_claims()
    proven = tuple(claim for claim in copied if claim.status != OBSERVED)  # the period says the rest
    return (*proven, make_periodic_heap_claim(CODE, "every row", make_game, make_number_lister()))


FAMILY = SizeFamily("dawsons_kayles", ("pins",), make_game, make_claims, 30, "pins")
