"""Notakto on one board, of all sizes: proven where two in a row lose, observed where three or more do.

If two crosses side by side (also diagonally) lose, a player without a safe cell must make such a pair, or
finds the board dead. So without the losing moves it is a placement game: a cross shuts its cell and the eight
around it. With longer lines copying fails, as the image of a cross may complete a line with it.
"""

from collections.abc import Iterator
from itertools import product

from zermelo.cgt.sizes.copying_claims import CopyingFamily
from zermelo.cgt.sizes.placement_games import Open, PlacementGame, PlacementPattern
from zermelo.cgt.sizes.size_claims import OBSERVED, Size, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner_by_search, make_rectangle_lister
from zermelo.core.game import Game, Position
from zermelo.games.lines.notakto import Notakto

KING = frozenset((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
CROSSES = (PlacementPattern(frozenset({(0, 0)}), KING, KING),)
PAIR, THREE = 2, 3
SEEN, LATER = 12, 16  # cells, up to which lines of three were looked at, and are tried


def make_game(columns: int, rows: int, line: int) -> Notakto:
    """Return notakto on one board of this size."""
    return Notakto(columns=columns, rows=rows, line=line)


def find_safe_cells(game: Game, position: Position) -> Open:
    """Return the cells on which a cross makes no pair, open to both; none where the board is dead."""
    assert isinstance(game, Notakto)
    taken = {divmod(cell, game.columns) for cell in range(game.cells) if position >> cell & 1}
    cells = frozenset(
        (x, y)
        for x, y in product(range(game.columns), range(game.rows))
        if not any((y + down, x + right) in taken for right, down in KING)
    )
    return cells, cells


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of notakto on one board."""
    pairs = CopyingFamily(
        model=PlacementGame(CROSSES, CROSSES, impartial=True),
        reading=find_safe_cells,
        make=make_game,
        whole=((3, 1, 2), (2, 2, 2), (5, 1, 2), (3, 3, 2), (4, 3, 2), (5, 3, 2)),
        larger=((6, 6, 2), (7, 7, 2)),
        first="put a cross in the middle",
        answer="",
        seen_to=14,
        which=" (two in a row lose)",
        rest=(PAIR,),
        but=frozenset({(1, 1, PAIR)}),
        solve=find_winner_by_search,
    ).make_claims()
    return (*pairs, _make_claim_about_lines_of_three())


def _make_claim_about_lines_of_three() -> SizeClaim:
    def yield_sizes_to_try(cells: int) -> Iterator[Size]:
        yield from ((*size, THREE) for size in make_rectangle_lister()(cells) if max(size) >= THREE)

    def find_winner_of_size(size: Size) -> str:
        return find_winner_by_search(make_game(*size))

    seen = tuple((size, find_winner_of_size(size)) for size in yield_sizes_to_try(SEEN))
    return SizeClaim(
        "three in a row lose",
        "no rule is seen",
        "",
        OBSERVED,
        "copying proves nothing here, as the image of a cross may complete a line with it; solved up to "
        f"{SEEN} cells",
        lambda size: size[2] == THREE,
        None,
        find_winner_of_size,
        yield_sizes_to_try,
        frozenset(size for size, _ in seen),
        seen,
        sides=2,
    )


FAMILY = SizeFamily("notakto", ("columns", "rows", "line"), make_game, make_claims, LATER, "cells")
