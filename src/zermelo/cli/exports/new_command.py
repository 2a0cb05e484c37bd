"""`new`: a file with the rules of a game, to be changed."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.exports.game_file_template import (
    SHAPES,
    TEMPLATE,
    make_board_template,
    save_game_file_and_name_class,
)
from zermelo.core import BadParameter


def write_new_game_file(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="a new file")],
    board: Annotated[
        str | None, typer.Option("--board", metavar="5x4", help="board of squares, columns by rows")
    ] = None,
    torus: Annotated[
        str | None, typer.Option("--torus", metavar="4x4", help="board of squares that wraps around")
    ] = None,
    hexagons: Annotated[
        str | None, typer.Option("--hex", metavar="4", help="rhombus of hexagons with this side")
    ] = None,
    hexagon: Annotated[
        str | None, typer.Option(metavar="3", help="hexagon of hexagons with this side")
    ] = None,
    ring: Annotated[str | None, typer.Option(metavar="8", help="ring of this many cells")] = None,
) -> None:
    """Write a commented template for your own game, which passes `zermelo check`.

    With a board option, the template is short and uses `zermelo.boards`; else it uses plain integers.
    """
    given = {"board": board, "torus": torus, "hex": hexagons, "hexagon": hexagon, "ring": ring}
    wanted = [(shape, size) for shape, size in given.items() if size is not None]
    if len(wanted) > 1:
        names = " and ".join(SHAPES[shape].option for shape, _ in wanted)
        raise BadParameter(f"{names} are two boards: take one")
    name = save_game_file_and_name_class(file, make_board_template(*wanted[0]) if wanted else TEMPLATE)
    print(f"{file} holds the game {name}. Now:")
    for line in ("zermelo check", "zermelo explore", "zermelo solve", "zermelo play"):
        print(f"  {line} {file}")
