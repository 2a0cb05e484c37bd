"""Figures of commands: a file holds the SVG, and the terminal shows a small chart of the same curves."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.console.command_options import (
    check_output_files_are_writable,
    is_standard_output,
    print_json,
    print_or_write_text,
    shorten_long_answer,
)

if TYPE_CHECKING:
    from zermelo.core import Result

BLOCKS = "·▁█▒│"  # of those that charts are made of
LONGEST_NAME = 60  # signs of a file's name that come from a game's
Plot = Annotated[
    bool, typer.Option("--plot", help="draw a figure: a small chart here, and an SVG file named by the game")
]
FigureFile = Annotated[
    Path | None,
    typer.Option(
        "--output", metavar="FILE.svg", help="draw the figure into this file; - prints the SVG alone"
    ),
]


def choose_figure_file(output: Path | None, *, plot: bool, name: str, force: bool) -> Path | None:
    """Return where a figure is to be written, None where none was asked for; checks that it can be.

    >>> choose_figure_file(None, plot=True, name="mnk(columns=3, rows=2) ladder", force=False)
    PosixPath('mnk-columns-3-rows-2-ladder.svg')
    """
    if output is None and plot:
        *words, last = re.findall("[A-Za-z0-9_]+", name)
        output = Path(f"{'-'.join(words)[:LONGEST_NAME]}-{last}.svg")
    check_output_files_are_writable(output, force=force)
    return output


def print_answer_and_figure(
    answer: "Result",
    file: Path | None,
    draw: Callable[[], str],
    chart: Callable[[bool], str],
    *,
    force: bool,
    as_json: bool,
    every: bool = True,
) -> None:
    """Print an answer, and write its figure where there is a file.

    `chart` returns it as text, of blocks or not. Unless `every` line is asked for a long answer is cut.
    """
    if file is not None:
        print_or_write_text(draw(), file, force=force)
    if is_standard_output(file):
        return
    if as_json:
        print_json(answer)
        return
    print(shorten_long_answer(str(answer), every=every))
    if file is not None:
        print(f"\n{chart(can_print_blocks())}\nfigure: {file}")


def can_print_blocks() -> bool:
    """Return whether standard output has the signs of which charts are made."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
