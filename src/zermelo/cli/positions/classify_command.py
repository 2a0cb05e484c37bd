"""`classify`: what kind of game it is, each property yes or no, with the reason and the grounds."""

from typing import Annotated

import typer

from zermelo import Game
from zermelo.cli.console.command_options import (
    GameText,
    Json,
    PositionText,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    print_json,
)


def print_game_properties(
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
    with (
        convert_rule_errors_to_bad_rules(which, next(iter(which.starts()))),
        make_budget_with_progress(None, None) as budget,
    ):
        found = Game.classify(which, positions=positions, seconds=seconds, budget=budget)
    if as_json:
        return print_json(found)
    print(found)
    return None
