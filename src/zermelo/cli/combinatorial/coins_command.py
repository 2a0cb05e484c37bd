"""`coins`: games of turning coins, in a row or on a rectangle: their nimbers, and the moves that win."""

from typing import Annotated

import typer

from zermelo.cli.console.command_options import Json, print_json

SHOWN = 20  # coins of a row that are listed
SIDE = 8  # columns and rows of a product that are

CoinGameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="mock_turtles, ruler, at_most(4), or a product: 'turning_turtles x ruler'"
    ),
]
CoinsText = Annotated[
    str | None,
    typer.Argument(metavar="[POSITION]", help="coins: h for heads, t for tails; / between rows of a product"),
]


def print_coin_turning_nimbers(
    game: CoinGameText,
    position: CoinsText = None,
    columns: Annotated[int | None, typer.Option(metavar="N", help="number of coins in a row", min=1)] = None,
    rows: Annotated[int | None, typer.Option(metavar="N", help="number of rows of a product", min=1)] = None,
    as_json: Json = False,
) -> None:
    """Print the nimbers of a coin-turning game, or the winning moves of a position."""
    from zermelo.cgt import read_coin_game

    rules = read_coin_game(game)
    product = rules.down is not None
    if position is not None:
        columns, rows, _ = rules.parse_heads(position)
    size = (columns or (SIDE if product else SHOWN), rows or (SIDE if product else 1))
    found = rules.as_result(*size, position)
    if as_json:
        return print_json(found)
    print(found)
    return None
