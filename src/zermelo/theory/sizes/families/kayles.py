"""Kayles on rows of any length: who begins copies, and all nimbers are known, as they repeat."""

from zermelo.games.kayles import Kayles
from zermelo.theory.sizes.claim import Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.heaped import by_period
from zermelo.theory.sizes.placements import Placements, covering
from zermelo.theory.sizes.solving import numbers

THROWS = (covering((0, 0)), covering((0, 0), (1, 0)))
PINS = {"i": (True, True), ".": (False, False)}
CODE = "0.77"


def make(pins: int) -> Kayles:
    """Return kayles with so many pins."""
    return Kayles(pins=pins)


def claims() -> tuple[Claim, ...]:
    """Return what is known of kayles."""
    copied = Copied(
        model=Placements(THROWS, THROWS, impartial=True),
        reading=reading_of(PINS),
        make=make,
        whole=tuple((pins,) for pins in range(1, 9)),
        larger=((20,), (31,)),
        first="knock down the pin in the middle, or the two there",
        answer="",
        seen_to=0,
        is_row=True,
    ).claims()
    return (*copied, by_period(CODE, "every row", make, numbers()))


FAMILY = Family("kayles", ("pins",), make, claims, 24, "pins")
