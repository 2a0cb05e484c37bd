"""`octal`: a game of heaps, its nimbers, and its period with the proof."""

from typing import Annotated, Any

import typer

from zermelo.cli.console.command_options import Json, Memory, make_budget_with_progress, print_json

SHOWN = 60  # nimbers that a text has
KEPT = 1_000  # that an object has
LISTED = 40  # heaps that a text names, before it counts the rest

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
        first = heap_nimbers(rule, count, budget).tolist()
    if as_json:
        return print_json(solved.summarize(first))
    print(format_octal_nimbers(solved, first))
    return None


def format_octal_nimbers(solved: Any, first: list[int]) -> str:
    """Return what `octal` prints."""
    lines = [f"{solved.rule}: {solved.rule.describe()}"]
    if first:
        lines.append(f"nimbers     {' '.join(map(str, first))} ...")
    lines.append(f"period      {_format_nimber_period(solved)}")
    if solved.period is not None:
        if solved.exceptions:
            lines.append(f"exceptions  {_join_heap_sizes(solved.exceptions)}")
        lines.append(f"losing      {_format_losing_heap_sizes(solved)}")
    else:
        single, _ = solved.losing
        lines.append(f"losing      {_join_heap_sizes(single)}, of heaps to {len(solved.nimbers) - 1:,}")
    return "\n".join(lines)


def _format_nimber_period(solved: Any) -> str:
    found, seen = solved.period, f"heaps to {len(solved.nimbers) - 1:,} were looked at"
    if found is None:
        return f"none found: {seen}"
    saltus = f", growing by {found.saltus} each time" if found.saltus else ""
    said = f"{found.period:,} from heap {found.preperiod:,} on{saltus}"
    return f"{said}: proven by {found.theorem}, {seen}" if found.proven else f"{said}: observed only, {seen}"


def _format_losing_heap_sizes(solved: Any) -> str:
    """Say at which heaps the mover loses."""
    single, residues = solved.losing
    found = solved.period
    parts = [_join_heap_sizes(single)] if single else []
    if residues and len(residues) == found.period:
        parts.append(f"every heap{f' from {found.preperiod:,} on' if found.preperiod else ''}")
    elif residues:
        after = f" from heap {found.preperiod:,} on" if found.preperiod else ""
        some = f"{', '.join(map(str, residues[:LISTED]))}" + (" ..." if len(residues) > LISTED else "")
        parts.append(f"n mod {found.period:,} = {some}{after}")
    elif found.proven:
        parts.append("no other")
    said = "; ".join(parts) or "none"
    return said if found.proven else f"{said} (observed)"


def _join_heap_sizes(heaps: tuple[int, ...]) -> str:
    rest = len(heaps) - LISTED
    return ", ".join(map(str, heaps[:LISTED])) + (f" and {rest:,} more" if rest > 0 else "") or "none"
