"""Cram on boards of all sizes: copying by the half turn (Gardner, Scientific American, February 1974)."""

from zermelo.games.cram import Cram
from zermelo.theory.sizes.claim import Claim, Family
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.placements import Placements, covering

DOMINOES = (covering((0, 0), (1, 0)), covering((0, 0), (0, 1)))


def make(columns: int, rows: int) -> Cram:
    """Return cram on a board of this size."""
    return Cram(columns=columns, rows=rows)


def claims() -> tuple[Claim, ...]:
    """Return what is known of cram."""
    return Copied(
        model=Placements(DOMINOES, DOMINOES, impartial=True),
        reading=reading_of({".": (True, True), "#": (False, False)}),
        make=make,
        whole=((1, 1), (2, 1), (1, 4), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4)),
        larger=((6, 5), (7, 7)),
        first="lay a domino over the centre",
        answer="",
        seen_to=15,
    ).claims()


FAMILY = Family("cram", ("columns", "rows"), make, claims, 20, "cells")
