"""Hex on rhombi of all sizes: the first player wins, by strategy stealing (Nash, about 1948).

The proof gives no strategy. Suppose the second player won. The first player puts a stone anywhere and then
uses the second player's strategy, with the sides exchanged. If the strategy asks for a cell that the first
player already has, the stone goes anywhere. An extra stone never hurts, so the first player would win as
well: both cannot. Hence the second player does not win. As a full board has exactly one connection (David
Gale, *The Game of Hex and the Brouwer Fixed-Point Theorem*, American Mathematical Monthly 86, 1979), the
first player wins.

The machine checks the assumptions on small boards: every full board connects exactly one player, and an extra
stone loses no connection. On all boards it checks that the reflection that exchanges rows and columns keeps
neighbours and exchanges the players' edges.
"""

from zermelo.cgt.sizes.size_claims import FIRST, OUTCOME_TEXT, THEOREM, SizeClaim, SizeFamily
from zermelo.cgt.sizes.size_outcomes import find_winner_by_search, make_number_lister
from zermelo.core.errors import CheckFailed
from zermelo.games.connection.hex import HexRules

FULL, LARGEST = 3, 7  # sizes up to which full boards, and reflections, are checked


def make_game(size: int) -> HexRules:
    """Return hex on a rhombus of this size."""
    return HexRules(size=size)


def verify_full_boards(size: int) -> int:
    """Check that each full board connects exactly one player, and a stone more loses none: `CheckFailed`."""
    game = make_game(size)
    up, down, left, right = game.edge_cells
    cells = size * size
    joins = [game.board.connects(stones, up, down) for stones in range(1 << cells)]
    across = [game.board.connects(stones, left, right) for stones in range(1 << cells)]
    for stones in range(1 << cells):
        if bool(joins[stones]) == bool(across[game.full & ~stones]):
            raise CheckFailed(f"{game!r}: a full board connects both players, or neither")
        for cell in range(cells):
            more = stones | 1 << cell
            if joins[stones] and not joins[more]:
                raise CheckFailed(f"{game!r}: a stone more loses a connection")
    return 1 << cells


def check_exchange_symmetry(size: int) -> None:
    """Check that rows and columns may be exchanged, and the players with them; raises `CheckFailed`."""
    game = make_game(size)

    def transpose_stones(stones: int) -> int:
        cells = (cell for cell in range(size * size) if stones >> cell & 1)
        return sum(1 << cell % size * size + cell // size for cell in cells)

    up, down, left, right = game.edge_cells
    kept = all(
        transpose_stones(game.board.adjacent_by_cell[cell])
        == game.board.adjacent_by_cell[cell % size * size + cell // size]
        for cell in range(size * size)
    )
    if not kept or (transpose_stones(up), transpose_stones(down)) != (left, right):
        raise CheckFailed(f"{game!r}: rows and columns are not alike")


def make_claims() -> tuple[SizeClaim, ...]:
    """Return what is known of hex."""
    boards = sum(verify_full_boards(size) for size in range(1, FULL + 1))
    for size in range(1, LARGEST + 1):
        check_exchange_symmetry(size)
    return (
        SizeClaim(
            "every rhombus",
            OUTCOME_TEXT[FIRST],
            "",
            THEOREM,
            f"stealing, as no board is drawn (Gale 1979); checked at the {boards:,} full boards up to "
            f"{FULL} x {FULL}, and that rows and columns are alike up to {LARGEST} x {LARGEST}; it "
            "does not say how",
            lambda _: True,
            lambda _: frozenset({FIRST}),
            lambda size: find_winner_by_search(make_game(*size)),
            make_number_lister(1),
        ),
    )


FAMILY = SizeFamily("hex", ("size",), make_game, make_claims, 3, "cells a side")
