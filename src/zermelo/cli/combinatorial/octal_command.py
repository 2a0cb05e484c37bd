"""`octal`: a game of heaps, its nimbers, and its period with the proof."""

from typing import Annotated

import typer
from msgspec.structs import replace

from zermelo.cli.console.command_options import Json, Memory, make_budget_with_progress, print_json

SHOWN = 60  # nimbers that a text has
KEPT = 1_000  # that an object has

CodeText = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="rules of the heaps: 0.77, kayles, grundy, subtraction(1,2,3), all_but(2) or stripes(2,4)",
    ),
]


def print_octal_game_nimbers(
    code: CodeText,
    terms: Annotated[
        int | None,
        typer.Option(metavar="N", help="number of nimbers to print: of the heaps 0 to N - 1", min=0),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="number of heaps to compute in search of a period", min=1)
    ] = None,
    memory: Memory = None,
    as_json: Json = False,
) -> None:
    """Print the nimbers of a game of heaps, and prove their period."""
    from zermelo.cgt import heap_nimbers, parse_heap_rule, solve_heaps

    rule = parse_heap_rule(code)
    count = (KEPT if as_json else SHOWN) if terms is None else terms
    with make_budget_with_progress(memory, None) as budget:
        solved = solve_heaps(rule, limit, budget)
        first = tuple(heap_nimbers(rule, count, budget).tolist())
    found = replace(solved, first=first)
    if as_json:
        return print_json(found)
    print(found)
    return None
