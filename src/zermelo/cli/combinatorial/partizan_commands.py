"""`canonical`, `thermograph` and `sum`: values of partizan games, and play in sums of games."""

import re
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Force,
    Interpreted,
    Json,
    Memory,
    PositionText,
    is_standard_output,
    make_budget_with_progress,
    print_json,
)
from zermelo.cli.console.figure_output import FigureFile, Plot, choose_figure_file, print_answer_and_figure
from zermelo.core import BadParameter

ValueText = Annotated[
    str,
    typer.Argument(metavar="GAME", help="a game, a value such as '{1|*}', or a sum of games and values"),
]
SumText = Annotated[
    str, typer.Argument(metavar="SUM", help="games and values with + and - between, as in 'clobber + *2 - 1'")
]
Several = Annotated[
    list[str], typer.Argument(metavar="GAME...", help="games, values or sums; all are drawn to one scale")
]


def print_canonical_form(
    game: ValueText,
    position: PositionText = None,
    memory: Memory = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Print the canonical form of a position, with either player to move, and its properties."""
    from zermelo import cgt

    refuse_misspelled_option(game)
    refuse_misspelled_option(position)
    where = () if position is None else (position,)
    with make_budget_with_progress(memory, None) as budget:
        found = cgt.canonical(game, *where, budget=budget, interpreted=interpreted)
    if as_json:
        return print_json(found.as_result())
    print(found.as_result())
    return None


def print_or_draw_thermographs(
    game: Several,
    komaster: Annotated[
        str | None,
        typer.Option(
            "--komaster",
            metavar="Left|Right|neither",
            help="player who has the ko threats, for games with kos",
        ),
    ] = None,
    plot: Plot = False,
    output: FigureFile = None,
    force: Force = False,
    memory: Memory = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Print the corners of the thermographs of games; with --plot or --output FILE.svg, draw them."""
    from zermelo import cgt

    for text in game:
        refuse_misspelled_option(text)
    check_svg_suffix(output)
    figure = choose_figure_file(output, plot=plot, name=f"{game[0]} thermograph", force=force)
    with make_budget_with_progress(memory, None) as budget:
        found = [
            cgt.thermograph(text, komaster=komaster, budget=budget, interpreted=interpreted) for text in game
        ]
    table = found[0].as_result(*found[1:])
    print_answer_and_figure(
        table,
        figure,
        lambda: found[0].svg(*found[1:]),
        lambda blocks: table.text_chart(blocks=blocks),
        force=force,
        as_json=as_json,
    )


def print_sum_winner_and_moves(
    text: SumText,
    player: Annotated[
        str | None, typer.Option("--player", metavar="Left|Right", help="show only the moves of this player")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="show losing moves too")] = False,
    sentestrat: Annotated[
        bool,
        typer.Option(
            "--sentestrat",
            help="also print the result of sentestrat for Left: a strategy that uses only thermographs",
        ),
    ] = False,
    derivation: Annotated[
        bool,
        typer.Option("--derivation", help="for impartial games: print each nimber and their exclusive or"),
    ] = False,
    memory: Memory = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Print who wins a sum of games, and by which moves."""
    from zermelo import cgt

    refuse_misspelled_option(text)
    players = cgt.Sum.PLAYERS if player is None else (player.capitalize(),)
    with make_budget_with_progress(memory, None) as budget:
        whole = cgt.sum_of(text, budget=budget, interpreted=interpreted)
        moves = {each: whole.moves(each) for each in players}
        stops = whole.compare_sentestrat() if sentestrat else None
        derived = cgt.derive_sum(whole.nimber_terms, budget=budget) if derivation else None
    found = whole.as_result(moves, derived, stops, every=every)
    if as_json:
        return print_json(found)
    print(found)
    return None


def refuse_misspelled_option(text: str | None) -> None:
    """Raise `BadParameter` for a misspelled option: a text that begins with a minus may be a value here."""
    if text is not None and re.match("--[a-z]", text):
        raise BadParameter(f"No such option: {text} (see `zermelo --help`)")


def check_svg_suffix(output: Path | None) -> None:
    """Raise `BadParameter` where a picture is to be written as something else than SVG."""
    if output is not None and output.suffix.lower() != ".svg" and not is_standard_output(output):
        raise BadParameter(f"{output} has an unknown ending: thermographs are drawn as .svg")
