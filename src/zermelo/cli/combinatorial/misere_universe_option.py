"""`misere --universe`: partizan games in misere play, their order and canonical forms modulo a universe."""

from typing import Annotated

import typer

from zermelo.cli.combinatorial.partizan_commands import refuse_misspelled_option
from zermelo.cli.console.command_options import find_game, print_json

Universe = Annotated[
    str | None,
    typer.Option(
        "--universe",
        metavar="NAME",
        help="dicot or dead-ending: print the canonical form of a partizan game among games of that kind",
    ),
]
Other = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="GAME",
        help="with --universe: a second game; print which of the two is better for Left",
    ),
]


def print_game_modulo_universe(
    text: str, position: str | None, universe: str, other: str | None, *, as_json: bool
) -> None:
    """Print what a game is modulo a universe: whether it is of it, its canonical form, and beside another."""
    from zermelo.cgt import misere_tree, universe_named

    refuse_misspelled_option(other)
    which = universe_named(universe)
    tree = misere_tree(text if position is None else find_game(text, position))
    beside = None if other is None else misere_tree(other)
    found = which.as_result(text, tree, other, beside)
    if as_json:
        return print_json(found)
    print(found)
    return None
