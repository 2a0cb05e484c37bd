"""Kayles on rows of any length: who begins copies, and all nimbers are known, as they repeat."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import periodic_heap_outcome
from zermelo.cgt.sizes.placement_comparison import reader_of_signs
from zermelo.cgt.sizes.placement_games import PlacementGame, covering_pattern
from zermelo.cgt.sizes.size_claims import SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import numbers_from
from zermelo.games.rows.kayles import Kayles

THROWS = (covering_pattern((0, 0)), covering_pattern((0, 0), (1, 0)))
PINS = {"i": (True, True), ".": (False, False)}
CODE = "0.77"


def make(pins: int) -> Kayles:
    """Return kayles with so many pins."""
    return Kayles(pins=pins)


def claims() -> tuple[SizeClaim, ...]:
    """Return what is known of kayles."""
    copied = CopyingFamily(
        model=PlacementGame(THROWS, THROWS, impartial=True),
        reading=reader_of_signs(PINS),
        make=make,
        whole=tuple((pins,) for pins in range(1, 9)),
        larger=((20,), (31,)),
        first="knock down the pin in the middle, or the two there",
        answer="",
        seen_to=0,
        is_row=True,
    ).claims()
    return (*copied, periodic_heap_outcome(CODE, "every row", make, numbers_from()))


FAMILY = SizeFamily("kayles", ("pins",), make, claims, 24, "pins")
