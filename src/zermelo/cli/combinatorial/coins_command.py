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
    table = rules.nimbers(columns or (SIDE if product else SHOWN), rows or (SIDE if product else 1))
    found: dict[str, Any] = {"game": str(rules), "rule": rules.describe(), "nimbers": table}
    if position is not None:
        found |= {"position": position, "nimber": rules.nimber(position)}
        moves = rules.winning_moves(position)
        found["winning_moves"] = (
            None if moves is None else [_format_turned_coins(move, product) for move in moves]
        )
    if as_json:
        return print_json(found)
    print("\n".join(_format_coin_turning_nimbers(found)))
    return None


def _format_turned_coins(move: tuple[tuple[int, int], ...], product: bool) -> str:
    """Return the coins that a move turns: numbers in a row, (row, column) on a rectangle."""
    return " ".join(f"({row},{column})" if product else str(column) for row, column in move)


def _format_coin_turning_nimbers(result: dict[str, Any]) -> list[str]:
    lines = [f"{result['game']}: {result['rule']}"]
    width = max(len(str(nimber)) for row in result["nimbers"] for nimber in row)
    if len(result["nimbers"]) == 1:
        lines.append(f"nimbers  {' '.join(map(str, result['nimbers'][0]))}")
    else:
        lines.append("nimbers")
        lines += ["  " + " ".join(str(nimber).rjust(width) for nimber in row) for row in result["nimbers"]]
    if "position" not in result:
        return lines
    nimber, moves = result["nimber"], result["winning_moves"]
    if nimber == 0:
        return [*lines, "nimber 0: the mover loses (P-position)"]
    lines.append(f"nimber {nimber}: the mover wins (N-position)")
    if moves is None:
        return [*lines, "winning moves: there are too many moves to look at"]
    rest = f"; and {len(moves) - LISTED:,} more" if len(moves) > LISTED else ""
    return [*lines, f"winning moves: turn {'; '.join(moves[:LISTED])}{rest}"]
