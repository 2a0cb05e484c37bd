"""`compound`: games that are played at once, other than as a sum."""

from typing import Annotated

import typer

from zermelo.cli.combinatorial.partizan_commands import refuse_misspelled_option
from zermelo.cli.console.command_options import Json, print_json

Kind = Annotated[
    str,
    typer.Argument(
        metavar="KIND",
        help="conjunctive, selective, diminished, shortened, continued, sequential, ordinal or disjunctive",
    ),
]
Components = Annotated[
    list[str], typer.Argument(metavar="GAME...", help="two or more small games, values or sums")
]


def print_compound_game_winner(kind: Kind, game: Components, as_json: Json = False) -> None:
    """Print who wins a compound game, with moves in all or some components, and how long it lasts."""
    from zermelo import cgt

    for text in game:
        refuse_misspelled_option(text)
    found = cgt.compound(kind, *game).as_result(game)
    if as_json:
        return print_json(found)
    print(found)
    return None
