"""A command, `zermelo longest GAME`: how long the loser can hold out."""

from typing import Annotated

import typer

import zermelo


def print_longest_win(game: Annotated[str, typer.Argument(help="the game, such as aliquot")]) -> None:
    """Print the greatest number of plies from any position to the end under best play."""
    solution = zermelo.solve(game)
    print(f"{solution.game!r}: {solution.summary.longest} plies")
