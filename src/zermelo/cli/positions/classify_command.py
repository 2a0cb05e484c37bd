"""`classify`: what kind of game it is, each property yes or no, with the reason and the grounds."""

from typing import Annotated

import typer

from zermelo import Game
from zermelo.cli.console.command_options import (
    GameText,
    Json,
    PositionText,
    budget_with_progress,
    find_game,
    print_json,
    report_rule_errors,
)


def classify(
    game: GameText,
    position: PositionText = None,
    positions: Annotated[
        int | None,
        typer.Option(metavar="N", help="number of positions up to which all are checked; default: 30,000"),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="time limit of that check in seconds; default: 10")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the properties of a game: two players, zero-sum, finite, deterministic, impartial and others."""
    which = find_game(game, position)
    with report_rule_errors(which, next(iter(which.starts()))), budget_with_progress(None, None) as budget:
        found = Game.classify(which, positions=positions, seconds=seconds, budget=budget)
    if as_json:
        return print_json(found.as_json())
    print(found)
    return None
