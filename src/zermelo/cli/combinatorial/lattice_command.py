"""`lattice`: all games born by a day, in their order, as text or drawn."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Every,
    Force,
    Json,
    Output,
    check_output_files_are_writable,
    is_standard_output,
    print_json,
    print_or_write_text,
    shorten_long_answer,
)
from zermelo.core import BadParameter

Day = Annotated[int, typer.Argument(metavar="DAY", help="day 1, 2 or 3: there are 4, 22 and 1,474 games")]
TEXT, PICTURE = ".txt", ".svg"


def print_or_draw_lattice_of_games(
    day: Day, output: Output = None, force: Force = False, every: Every = False, as_json: Json = False
) -> None:
    """List the games born by a day, each with the games directly above; with --output FILE.svg, draw them."""
    from zermelo import cgt

    check_lattice_output_suffix(output)
    check_output_files_are_writable(output, force=force)
    found = cgt.lattice_of_day(day)
    is_file = output is not None and not is_standard_output(output)
    if output is not None and is_file:
        drawn = found.svg() if output.suffix.lower() == PICTURE else str(found)
        print_or_write_text(drawn, output, force=force)
    if as_json:
        return print_json(found)
    print(f"figure: {output}" if is_file else shorten_long_answer(str(found), every=every))
    return None


def check_lattice_output_suffix(output: Path | None) -> None:
    """Raise `BadParameter` where a lattice is to be written as something else than text or SVG."""
    if output is not None and output.suffix.lower() not in (TEXT, PICTURE) and not is_standard_output(output):
        raise BadParameter(
            f"{output} has an unknown ending: lattices are written as {TEXT}, drawn as {PICTURE}"
        )
