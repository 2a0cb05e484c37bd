"""The textbook views: `zermelo table` and `zermelo tree`.

Each command is a plain function for `app.command()`, and each text has a function that returns it.
"""

import re
from typing import TYPE_CHECKING, Annotated

import typer

import zermelo
from zermelo import Game
from zermelo.cli.console.command_options import (
    FEW_LINES,
    Every,
    Force,
    GameText,
    Json,
    Output,
    PositionText,
    format_json,
    is_standard_output,
    print_json,
    print_or_write_text,
    shorten_long_answer,
)
from zermelo.cli.console.figure_output import choose_figure_file
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo.solution import Tree

FORMATS = ("text", "mermaid", "svg")
SUFFIXES = {".txt": "text", ".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".md": "mermaid"}
Values = Annotated[str, typer.Option(metavar="A|mover", help="side to view values from; A moves first")]


def print_quintuplet_table(
    game: GameText,
    position: PositionText = None,
    limit: Annotated[int, typer.Option(metavar="ROWS", help="largest number of rows")] = 2_000,
    values: Values = "A",
    sweeps: Annotated[
        bool,
        typer.Option(
            "--sweeps", help="show the two-bit sweep: each position ?, W or B (D: drawn) after each pass"
        ),
    ] = False,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Print a small game as Moore's quintuplet (S, I, Succs, T, V), with the value of every position."""
    if sweeps and values != "A":
        raise BadParameter("--sweeps marks what A, who is White, has won: leave out --values")
    if sweeps:
        found = Game.sweeps(zermelo.game(game), position, limit=limit)
        text = format_json(found) if as_json else found.format_text(None if every else FEW_LINES)
    else:
        text = format_quintuplet_table(game, position, limit=limit, values=values, as_json=as_json)
        text = shorten_long_answer(text, every=every)
    print(text)


def print_or_draw_game_tree(
    game: GameText,
    position: PositionText = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="number of plies to draw; default: to the end")
    ] = None,
    limit: Annotated[int, typer.Option(metavar="VERTICES", help="largest number of vertices")] = 400,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="text|mermaid|svg",
            help="output format; default: by the ending of FILE, or text",
        ),
    ] = None,
    alpha_beta: Annotated[
        bool, typer.Option("--alpha-beta", help="mark what alpha-beta visits and cuts")
    ] = False,
    fold: Annotated[bool, typer.Option("--fold", help="draw backward induction step by step")] = False,
    shared: Annotated[bool, typer.Option("--shared", help="expand each position once")] = False,
    merged: Annotated[bool, typer.Option("--merged", help="draw symmetric moves as one")] = False,
    values: Values = "A",
    order: Annotated[
        str,
        typer.Option(
            metavar="given|best|worst", help="order of moves: as given, or the mover's best or worst first"
        ),
    ] = "given",
    outcomes: Annotated[
        str | None,
        typer.Option(
            metavar="LEAST,LARGEST",
            help="with --alpha-beta: bounds of the results of A, as in -1,1; search stops at the best",
        ),
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="with --alpha-beta: print every step")] = False,
    hard: Annotated[
        bool,
        typer.Option(
            "--fail-hard", help="with --alpha-beta: return values like the functions of Russell and Norvig"
        ),
    ] = False,
    star2: Annotated[
        bool,
        typer.Option(
            "--star2", help="with --alpha-beta, where chance decides: Star2, which probes; not Star1"
        ),
    ] = False,
    output: Output = None,
    force: Force = False,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Draw a small game tree with values and names of moves, or a tree such as "[[3, 12], [2, 4]]"."""
    if as_json and (kind is not None or output is not None):
        raise BadParameter("--json prints the tree as data: leave out --format and --output")
    suffix = output.suffix.lower() if output else ".txt"
    if kind is None and suffix and suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise BadParameter(f"{output} has an unknown ending: choose one of {known}, or give --format")
    kind = kind or SUFFIXES.get(suffix, "text")
    figure = choose_figure_file(output, plot=kind == "svg", name=f"{game} tree", force=force)
    found = Game.tree(
        zermelo.game(game),  # by whatever name the game has of its own
        position,
        depth=depth,
        limit=limit,
        alpha_beta=alpha_beta,
        fold=fold,
        shared=shared,
        merged=merged,
        values=values,  # type: ignore[arg-type]  # checked there
        order=order,  # type: ignore[arg-type]  # checked there
        outcomes=None if outcomes is None else parse_outcome_range(outcomes),
        steps=steps,
        hard=hard,
        star2=star2,
    )
    if as_json:
        return print_json(found.as_result())
    drawn = format_tree_as(found, kind)
    if figure is not None:
        print_or_write_text(drawn, figure, force=force)
    if kind == "svg" and figure is not None and not is_standard_output(figure):
        drawn = f"{shorten_long_answer(str(found), every=every)}\nfigure: {figure}"
    elif figure is not None:
        return None
    return print(shorten_long_answer(drawn, every=every or fold or steps or kind != "text"))


def format_quintuplet_table(
    game: str, position: str | None = None, *, limit: int = 2_000, values: str = "A", as_json: bool = False
) -> str:
    """Return what `table` prints."""
    found = Game.table(
        zermelo.game(game),  # by whatever name the game has of its own
        position,
        limit=limit,
        values=values,  # type: ignore[arg-type]  # checked there
    )
    return format_json(found) if as_json else str(found)


def format_tree_as(tree: "Tree", kind: str) -> str:
    """Return a tree as text, as Mermaid or as SVG."""
    if kind not in FORMATS:
        raise BadParameter(f"format {kind!r} is unknown: choose one of {', '.join(FORMATS)}")
    return {"text": tree.__str__, "mermaid": tree.mermaid, "svg": tree.svg}[kind]()


def parse_outcome_range(text: str) -> tuple[float, float]:
    """Return the least and the largest outcome that a text gives.

    >>> parse_outcome_range("-1,8.5")
    (-1, 8.5)
    """
    numbers = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*", text)
    if numbers is None:
        raise BadParameter(
            f"outcomes {text!r} are not two numbers: give the least and the largest for A, as in -1,1"
        )
    least, largest = (float(each) if "." in each else int(each) for each in numbers.groups())
    return least, largest
