"""`winners`: read many positions, one per line, and print who wins each, as contests ask for it."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import Json, Memory, make_budget_with_progress, print_json
from zermelo.cli.console.progress_meter import find_meter
from zermelo.core import BadParameter, open_input_file

NAMES = "first,second"

Template = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="name(field=value, ...), in which {} stands for the text of each line"
    ),
]
Lines = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="file with one position per line; - or nothing is standard input"),
]


def print_winner_of_each_position(
    game: Template,
    file: Lines = None,
    names: Annotated[
        str,
        typer.Option(metavar="FIRST,SECOND", help="names of the player to move and of the opponent"),
    ] = NAMES,
    counted: Annotated[
        bool, typer.Option("--counted", help="the first input line is the number of lines that follow")
    ] = False,
    nimbers: Annotated[
        bool, typer.Option("--nimbers", help="print the nimbers of impartial games too")
    ] = False,
    memory: Memory = None,
    as_json: Json = False,
) -> None:
    """Print the winner of each of many positions, read line by line."""
    from zermelo.play import WinnerTable, yield_winners

    called = [name.strip() for name in names.split(",")]
    if len(called) != 2 or "" in called or called[0] == called[1]:
        raise BadParameter(f"--names {names!r} are not two names: write them as in --names {NAMES}")
    with make_budget_with_progress(memory, None) as budget:
        found = []
        lines = yield_position_lines(file)
        for verdict in yield_winners(
            game, lines, names=(called[0], called[1]), counted=counted, budget=budget
        ):
            if nimbers and verdict.nimber is None:
                raise BadParameter(f"{game} has no nimbers here: leave out --nimbers")
            if as_json:
                found.append(verdict)
            else:
                print(f"{verdict.winner} {verdict.nimber}" if nimbers else verdict.winner, flush=True)
    if as_json:
        print_json(WinnerTable(game=game, winners=tuple(found)))


def yield_position_lines(file: Path | None) -> Iterator[str]:
    """Yield the lines of a file, or of the standard input, as they come."""
    if file is None or str(file) == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no position, and no more
        find_meter().pause()  # somebody may type
        yield from sys.stdin
        return
    with (
        open_input_file(file, "name a file of lines, or - for standard input") as opened,
        io.TextIOWrapper(opened, encoding="utf-8", errors="replace") as text,
    ):
        yield from text
