"""Dawson's Kayles on rows of any length: even ones by copying, all by the period 34 of their nimbers."""

from zermelo.games.kayles import DawsonsKayles
from zermelo.theory.sizes.claim import OBSERVED, Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.families.kayles import PINS
from zermelo.theory.sizes.heaped import by_period
from zermelo.theory.sizes.placements import Placements, covering
from zermelo.theory.sizes.solving import numbers

PAIRS = (covering((0, 0), (1, 0)),)
CODE = "0.07"


def make(pins: int) -> DawsonsKayles:
    """Return Dawson's Kayles with so many pins."""
    return DawsonsKayles(pins=pins)


def claims() -> tuple[Claim, ...]:
    """Return what is known of Dawson's Kayles."""
    copied = Copied(
        model=Placements(PAIRS, PAIRS, impartial=True),
        reading=reading_of(PINS),
        make=make,
        whole=tuple((pins,) for pins in range(1, 11)),
        larger=((20,), (31,)),
        first="knock down the two pins in the middle",
        answer="",
        seen_to=1,
        is_row=True,
    ).claims()
    proven = tuple(claim for claim in copied if claim.status != OBSERVED)  # the period says the rest
    return (*proven, by_period(CODE, "every row", make, numbers()))


FAMILY = Family("dawsons_kayles", ("pins",), make, claims, 30, "pins")
