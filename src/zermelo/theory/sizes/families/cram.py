"""Cram on boards of all sizes: copying by the half turn (Gardner, Scientific American, February 1974)."""

from zermelo.games.cram import Cram
from zermelo.theory.sizes.claim import Claim, Family, Size
from zermelo.theory.sizes.compared import reading_of
from zermelo.theory.sizes.copied import Copied
from zermelo.theory.sizes.heaped import by_period
from zermelo.theory.sizes.placements import Placements, covering
from zermelo.theory.sizes.solving import rectangles

DOMINOES = (covering((0, 0), (1, 0)), covering((0, 0), (0, 1)))

ROW = "0.07"  # Dawson's Kayles


def make(columns: int, rows: int) -> Cram:
    """Return cram on a board of this size."""
    return Cram(columns=columns, rows=rows)


def one_row(size: Size) -> int | None:
    """Return the length of a board of one row or one column, None of others."""
    return max(size) if min(size) == 1 else None


def claims() -> tuple[Claim, ...]:
    """Return what is known of cram."""
    boards = Copied(
        model=Placements(DOMINOES, DOMINOES, impartial=True),
        reading=reading_of({".": (True, True), "#": (False, False)}),
        make=make,
        whole=((1, 1), (2, 1), (1, 4), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4)),
        larger=((6, 5), (7, 7)),
        first="lay a domino over the centre",
        answer="",
        seen_to=21,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).claims()
    row = by_period(ROW, "a single row", make, rectangles(), one_row)
    return (*boards[:2], row, *boards[2:])


FAMILY = Family("cram", ("columns", "rows"), make, claims, 16, "cells")
