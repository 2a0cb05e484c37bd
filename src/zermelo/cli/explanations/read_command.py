"""`zermelo read`: the guided readings of documents, listed, held at the terminal, printed or as data."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.console.command_options import Json, print_json
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo.explain import Reading


def read_document(
    document: Annotated[
        str | None, typer.Argument(metavar="[DOCUMENT]", help="a document; default: list the documents")
    ] = None,
    step: Annotated[int, typer.Option("--step", metavar="N", help="step to begin with", min=1)] = 1,
    every: Annotated[
        bool, typer.Option("--all", help="print all steps, with recorded results; nothing is run or asked")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a document on games step by step: each step has a board, a command to run, and a question.

    Where nobody can be asked, one step is printed with the recorded result.
    """
    from zermelo.cli.explanations.terminal_reading import run_terminal_reading
    from zermelo.explain import Reading

    if document is None:
        if as_json or every or step > 1:
            raise BadParameter(f"name a document: choose one of {', '.join(Reading.NAMES)}")
        return print(format_list_of_readings([Reading.load(name) for name in Reading.NAMES]))
    reading = Reading.load(document)
    reading.find_step(step)
    if as_json:
        return print_json(reading)
    return run_terminal_reading(reading, step, every=every)


def format_list_of_readings(readings: "list[Reading]") -> str:
    """Return the documents with their titles, and how one is read."""
    wide = max(len(each.name) for each in readings)
    rows = (f"{each.name:<{wide}}  {each.title}: {each.size_text}" for each in readings)
    return "\n".join((*rows, f"zermelo read {readings[0].name}"))
