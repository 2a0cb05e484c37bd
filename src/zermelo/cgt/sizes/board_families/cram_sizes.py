"""Cram on boards of all sizes: copying by the half turn (Gardner, Scientific American, February 1974)."""

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.heap_claims import make_periodic_heap_claim
from zermelo.cgt.sizes.placement_comparison import make_open_cell_reader
from zermelo.cgt.sizes.placement_games import PlacementGame, make_covering_pattern
from zermelo.cgt.sizes.size_claims import Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import make_rectangle_lister
from zermelo.games.dominoes.cram import Cram

DOMINOES = (make_covering_pattern((0, 0), (1, 0)), make_covering_pattern((0, 0), (0, 1)))

ROW = "0.07"  # Dawson's Kayles


def make_game(columns: int, rows: int) -> Cram:
    """Return cram on a board of this size."""
    return Cram(columns=columns, rows=rows)


def find_length_of_one_row_board(size: Size) -> int | None:
    """Return the length of a board of one row or one column, None of others."""
    return max(size) if min(size) == 1 else None


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of cram."""
    boards = CopyingFamily(
        model=PlacementGame(DOMINOES, DOMINOES, impartial=True),
        reading=make_open_cell_reader({".": (True, True), "#": (False, False)}),
        make=make_game,
        whole=((1, 1), (2, 1), (1, 4), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4)),
        larger=((6, 5), (7, 7)),
        first="lay a domino over the centre",
        answer="",
        seen_to=21,
        open_which=", more than a single row",
        other=lambda size: min(size) == 1,
    ).make_claims()
    row = make_periodic_heap_claim(
        ROW, "a single row", make_game, make_rectangle_lister(), find_length_of_one_row_board
    )
    return (*boards[:2], row, *boards[2:])


FAMILY = SizeFamily("cram", ("columns", "rows"), make_game, make_claims, 16, "cells")
