"""The textbook views: `zermelo table` and `zermelo tree`.

Each command is a plain function for `app.command()`, and each text has a function that returns it.
"""

import json
from typing import Annotated

import typer

import zermelo
from zermelo import Game
from zermelo.cli.options import Force, GameText, Json, Output, PositionText, check_outputs, write_output
from zermelo.errors import BadParameter

FORMATS = ("text", "mermaid", "svg")
SUFFIXES = {".txt": "text", ".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".md": "mermaid"}


def table(
    game: GameText,
    position: PositionText = None,
    limit: Annotated[int, typer.Option(metavar="ROWS", help="refuse more")] = 2_000,
    as_json: Json = False,
) -> None:
    """Print a small game as Moore's quintuplet (S, I, Succs, T, V), with every position's value."""
    write_output(table_text(game, position, limit=limit, as_json=as_json), None)


def tree(
    game: GameText,
    position: PositionText = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="plies to draw; default: to the end")] = None,
    limit: Annotated[int, typer.Option(metavar="VERTICES", help="refuse to draw more")] = 400,
    kind: Annotated[
        str | None,
        typer.Option("--format", metavar="text|mermaid|svg", help="default: as FILE ends, or text"),
    ] = None,
    alpha_beta: Annotated[bool, typer.Option("--alpha-beta", help="what alpha-beta visits and cuts")] = False,
    fold: Annotated[bool, typer.Option("--fold", help="backward induction, step by step")] = False,
    shared: Annotated[bool, typer.Option("--shared", help="expand each position once")] = False,
    output: Output = None,
    force: Force = False,
) -> None:
    """Draw a small game tree with the value of every position and the names of the moves."""
    suffix = output.suffix.lower() if output else ".txt"
    if kind is None and suffix and suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise BadParameter(f"{output} has an unknown ending: choose one of {known}, or give --format")
    found = kind or SUFFIXES.get(suffix, "text")
    check_outputs(output, force=force)
    text = tree_text(
        game,
        position,
        depth=depth,
        limit=limit,
        kind=found,
        alpha_beta=alpha_beta,
        fold=fold,
        shared=shared,
    )
    write_output(text, output, force=force)


def table_text(game: str, position: str | None = None, *, limit: int = 2_000, as_json: bool = False) -> str:
    """Return what `table` prints."""
    found = Game.table(zermelo.game(game), position, limit=limit)  # by whatever name the game has of its own
    return json.dumps(found.as_json()) if as_json else str(found)


def tree_text(
    game: str,
    position: str | None = None,
    *,
    depth: int | None = None,
    limit: int = 400,
    kind: str = "text",
    alpha_beta: bool = False,
    fold: bool = False,
    shared: bool = False,
) -> str:
    """Return what `tree` prints, as text, as Mermaid or as SVG."""
    if kind not in FORMATS:
        raise BadParameter(f"format {kind!r} is unknown: choose one of {', '.join(FORMATS)}")
    found = Game.tree(
        zermelo.game(game),
        position,
        depth=depth,
        limit=limit,
        alpha_beta=alpha_beta,
        fold=fold,
        shared=shared,
    )
    return {"text": found.__str__, "mermaid": found.mermaid, "svg": found.svg}[kind]()
