"""Dawson's Kayles on rows of any length: even ones by copying, all by the period 34 of their nimbers."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import periodic_heap_outcome
from zermelo.cgt.sizes.heap_families.kayles_sizes import PINS
from zermelo.cgt.sizes.placement_comparison import reader_of_signs
from zermelo.cgt.sizes.placement_games import PlacementGame, covering_pattern
from zermelo.cgt.sizes.size_claims import OBSERVED, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import numbers_from
from zermelo.games.rows.kayles import DawsonsKayles

PAIRS = (covering_pattern((0, 0), (1, 0)),)
CODE = "0.07"


def make(pins: int) -> DawsonsKayles:
    """Return Dawson's Kayles with so many pins."""
    return DawsonsKayles(pins=pins)


def claims() -> tuple[SizeClaim, ...]:
    """Return what is known of Dawson's Kayles."""
    copied = CopyingFamily(
        model=PlacementGame(PAIRS, PAIRS, impartial=True),
        reading=reader_of_signs(PINS),
        make=make,
        whole=tuple((pins,) for pins in range(1, 11)),
        larger=((20,), (31,)),
        first="knock down the two pins in the middle",
        answer="",
        seen_to=1,
        is_row=True,
    ).claims()
    proven = tuple(claim for claim in copied if claim.status != OBSERVED)  # the period says the rest
    return (*proven, periodic_heap_outcome(CODE, "every row", make, numbers_from()))


FAMILY = SizeFamily("dawsons_kayles", ("pins",), make, claims, 30, "pins")
