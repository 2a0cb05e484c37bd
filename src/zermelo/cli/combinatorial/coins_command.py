"""`coins`: games of turning coins, in a row or on a rectangle: their nimbers, and the moves that win."""

from typing import Annotated, Any

import typer

from zermelo.cli.console.command_options import Json, print_json

SHOWN = 20  # coins of a row that are listed
SIDE = 8  # columns and rows of a product that are
LISTED = 40  # winning moves that a text names, before it counts the rest

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
    found = rules.summarize(*size, position)
    if as_json:
        return print_json(found)
    print("\n".join(_format_coin_turning_nimbers(found)))
    return None


def _format_coin_turning_nimbers(found: Any) -> list[str]:
    lines = [f"{found.game}: {found.rule}"]
    width = max(len(str(nimber)) for row in found.nimbers for nimber in row)
    if len(found.nimbers) == 1:
        lines.append(f"nimbers  {' '.join(map(str, found.nimbers[0]))}")
    else:
        lines.append("nimbers")
        lines += ["  " + " ".join(str(nimber).rjust(width) for nimber in row) for row in found.nimbers]
    if not isinstance(found.nimber, int):
        return lines
    if found.nimber == 0:
        return [*lines, "nimber 0: the mover loses (P-position)"]
    lines.append(f"nimber {found.nimber}: the mover wins (N-position)")
    moves = found.winning_moves
    if moves is None:
        return [*lines, "winning moves: there are too many moves to look at"]
    rest = f"; and {len(moves) - LISTED:,} more" if len(moves) > LISTED else ""
    return [*lines, f"winning moves: turn {'; '.join(moves[:LISTED])}{rest}"]
