"""`canonical`, `thermograph` and `sum`: values of partizan games, and play in sums of games."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.console.command_options import (
    Force,
    Interpreted,
    Json,
    Memory,
    Output,
    PositionText,
    check_output_files_are_writable,
    is_standard_output,
    make_budget_with_progress,
    print_json,
    print_or_write_text,
)
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo.cgt import Form, Loopy, Sum, Thermograph

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
MOST_SHOWN = 12  # of a player's moves
WIDEST = 400  # signs of a value; a longer one is cut on the screen, never in JSON
CLASSES = {
    "L": "Left wins, no matter who starts",
    "R": "Right wins, no matter who starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}


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
        return print_json(found.summary)
    print(format_canonical_form(found))
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
    output: Output = None,
    force: Force = False,
    memory: Memory = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Print the corners of the thermographs of games; with --output FILE.svg, draw them."""
    from zermelo import cgt

    for text in game:
        refuse_misspelled_option(text)
    check_svg_suffix(output)
    check_output_files_are_writable(output, force=force)
    with make_budget_with_progress(memory, None) as budget:
        found = [
            cgt.thermograph(text, komaster=komaster, budget=budget, interpreted=interpreted) for text in game
        ]
    if output is not None:
        print_or_write_text(found[0].svg(*found[1:]), output, force=force)
        if is_standard_output(output):
            return None
    if as_json:
        return print_json(found[0].summarize(*found[1:]))
    print("\n\n".join(format_thermograph(graph) for graph in found))
    return None


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
    if as_json:
        return print_json(whole.summarize(moves, derived, stops))
    print(format_sum(whole, moves, every=every))
    if derived is not None:
        print(f"\n{derived}")
    if stops is not None:
        print(
            f"\nLeft, beginning, comes to {stops.best} by best play, and to {stops.sentestrat} by sentestrat "
            f"against every reply: it gives away {stops.largest_loss}"
        )
    return None


def refuse_misspelled_option(text: str | None) -> None:
    """Raise `BadParameter` for a misspelled option: a text that begins with a minus may be a value here."""
    if text is not None and re.match("--[a-z]", text):
        raise BadParameter(f"No such option: {text} (see `zermelo --help`)")


def check_svg_suffix(output: Path | None) -> None:
    """Raise `BadParameter` where a picture is to be written as something else than SVG."""
    if output is not None and output.suffix.lower() != ".svg" and not is_standard_output(output):
        raise BadParameter(f"{output} has an unknown ending: thermographs are drawn as .svg")


def format_loopy_value(value: "Loopy") -> str:
    """Return the printed lines of a loopy value, whose play may cycle."""
    lines = [
        f"value       {truncate_long_text(str(value))}",
        f"class       {value.outcome_class}: {describe_loopy_outcome(value)}",
    ]
    if value.is_stopper:
        kind = "a plumtree: only passes cycle" if value.is_plumtree else "a stopper"
        return "\n".join([*lines, f"kind        {kind}", f"positions   {value.graph.size}"])
    for side, found, winner in (("onside", value.onside, "Left"), ("offside", value.offside, "Right")):
        said = (
            "not found"
            if found is None
            else f"{truncate_long_text(str(found))}, where {winner} wins infinite play"
        )
        lines.append(f"{side:11} {said}")
    return "\n".join(lines)


def describe_loopy_outcome(value: "Loopy") -> str:
    """Return who wins, in words."""
    if value.outcome_class in CLASSES:
        return CLASSES[value.outcome_class]
    if value.outcome_class == "D":
        return "a draw, no matter who starts"
    said = ["a draw" if who == "draw" else f"{who} wins" for who in value.outcomes]
    return f"{said[0]} where Left begins, {said[1]} where Right does"


def format_canonical_form(form: "Form | Loopy") -> str:
    """Return the printed lines of a canonical form."""
    from zermelo import cgt

    if isinstance(form, cgt.Loopy):
        return format_loopy_value(form)
    lines = [
        f"value       {truncate_long_text(str(form))}",
        f"class       {form.outcome_class}: {CLASSES[form.outcome_class]}",
        f"mean        {form.mean}",
        f"temperature {form.temperature}",
        f"stops       {form.left_stop} and {form.right_stop}",
        f"birthday    {form.birthday}",
    ]
    return "\n".join(lines)


def format_move_count(moves: int) -> str:
    """Return so many moves, in words.

    >>> format_move_count(1), format_move_count(1200)
    ('1 move', '1,200 moves')
    """
    return f"{moves:,} move" + ("" if moves == 1 else "s")


def truncate_long_text(text: str) -> str:
    """Return a text, cut where it is far too long for a screen."""
    if len(text) <= WIDEST:
        return text
    return f"{text[:WIDEST]}... ({len(text):,} signs; all of them with --json)"


def format_thermograph(graph: "Thermograph") -> str:
    """Return the printed lines of a thermograph."""
    walls = ((side, getattr(graph, f"{side}_corners")) for side in ("left", "right"))
    lines = [
        f"{side:5} wall  " + ", ".join(f"{value} at {temperature}" for temperature, value in corners)
        for side, corners in walls
    ]
    return "\n".join(
        (
            truncate_long_text(graph.title),
            f"mean        {graph.mean}",
            f"temperature {graph.temperature}",
            *lines,
        )
    )


def format_sum(whole: "Sum", moves: dict[str, list[Any]], *, every: bool = False) -> str:
    """Return the printed lines of a sum."""
    lines = [
        f"{number}. {term!s} = {truncate_long_text(str(term.value))}"
        for number, term in enumerate(whole.terms, 1)
    ]
    lines += ["", *format_canonical_form(whole.value).split("\n")]
    for player, found in moves.items():
        winning = [move for move in found if move.wins]
        drawing = [move for move in found if move.draws]
        shown = winning or drawing
        if not found:
            lines += ["", f"{player} has no move."]
        elif not shown:
            lines += ["", f"{player}, to move, loses: {format_move_count(len(found))}, none of which wins."]
        else:
            says = "wins" if winning else "draws"
            lines += ["", f"{player}, to move, {says}: {len(shown):,} of {format_move_count(len(found))}."]
        lines += [format_sum_move(move) for move in shown[: None if every else MOST_SHOWN]]
        if every:
            lines += format_non_winning_moves(found, drawing if winning else [], bool(shown))
        elif len(shown) > MOST_SHOWN:
            lines.append(f"  ... and {len(shown) - MOST_SHOWN:,} more; see --all")
    if any(line.startswith("* ") for line in lines):
        lines += ["", "* no other move leaves the player more"]
    return "\n".join(lines)


def format_non_winning_moves(moves: list[Any], drawing: list[Any], has_better: bool) -> list[str]:
    """Return the lines of moves after those that win: those that draw beside them, and those that lose."""
    losing = [move for move in moves if not move.wins and not move.draws]
    lines = ["These draw:", *map(format_sum_move, drawing)] if drawing else []
    if losing and has_better:
        lines.append("The others lose:")
    return lines + [format_sum_move(move) for move in losing]


def format_sum_move(move: Any) -> str:
    """Return one move: in which game, its name, what the sum is worth then; a star marks the undominated."""
    mark = "*" if move.best else " "
    return f"{mark} in {move.term + 1}: {move.name}, then {truncate_long_text(str(move.value))}"
