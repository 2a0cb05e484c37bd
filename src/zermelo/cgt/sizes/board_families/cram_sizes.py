"""Cram on boards of all sizes: copying by the half turn (Gardner, Scientific American, February 1974)."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import periodic_heap_outcome
from zermelo.cgt.sizes.placement_comparison import reader_of_signs
from zermelo.cgt.sizes.placement_games import PlacementGame, covering_pattern
from zermelo.cgt.sizes.size_claims import Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import rectangles_from
from zermelo.games.dominoes.cram import Cram

DOMINOES = (covering_pattern((0, 0), (1, 0)), covering_pattern((0, 0), (0, 1)))

ROW = "0.07"  # Dawson's Kayles


def make(columns: int, rows: int) -> Cram:
    """Return cram on a board of this size."""
    return Cram(columns=columns, rows=rows)


def one_row(size: Size) -> int | None:
    """Return the length of a board of one row or one column, None of others."""
    return max(size) if min(size) == 1 else None


def claims() -> tuple[SizeClaim, ...]:
    """Return what is known of cram."""
    boards = CopyingFamily(
        model=PlacementGame(DOMINOES, DOMINOES, impartial=True),
        reading=reader_of_signs({".": (True, True), "#": (False, False)}),
        make=make,
        whole=((1, 1), (2, 1), (1, 4), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4)),
        larger=((6, 5), (7, 7)),
        first="lay a domino over the centre",
        answer="",
        seen_to=21,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).claims()
    row = periodic_heap_outcome(ROW, "a single row", make, rectangles_from(), one_row)
    return (*boards[:2], row, *boards[2:])


FAMILY = SizeFamily("cram", ("columns", "rows"), make, claims, 16, "cells")
