"""`misere`: heaps in misere play, their genera, quotient, rule; or a position's values and winning moves."""

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

import zermelo
from zermelo.cli.combinatorial.misere_universe_option import Other, Universe, print_game_modulo_universe
from zermelo.cli.combinatorial.partizan_commands import CLASSES, refuse_misspelled_option, truncate_long_text
from zermelo.cli.console.command_options import (
    Json,
    PositionText,
    convert_rule_errors_to_bad_rules,
    find_game,
    print_json,
)
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo import Game
    from zermelo.cgt import MisereForm

GameOrHeaps = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a game; or heaps of one rule: 0.77, or kayles, grundy, subtraction(1,2,3); with --universe, a "
        "sum of games and of trees such as {0|*}",
    ),
]
ROW = 10  # heaps in a row of a table
GENERA = (
    30  # heaps whose forms are found unless more are asked for: forms of wild games grow quickly, those of
)
# Kayles take 3 s to heap 40 and 27 s to heap 50, and those of 4.7 1.6 s to heap 30

LONGEST = 10_000  # signs of a form: where an option stands in many others, texts outgrow any memory


def print_misere_quotient_or_winner(
    game: GameOrHeaps,
    position: PositionText = None,
    heaps: Annotated[int, typer.Option(metavar="N", help="largest heap of the quotient", min=0)] = 20,
    genera: Annotated[
        int, typer.Option(metavar="N", help="largest heap whose genus and form are computed", min=0)
    ] = GENERA,
    forms: Annotated[
        bool, typer.Option("--forms", help="print the heaps' misere canonical forms too")
    ] = False,
    most_elements: Annotated[
        int, typer.Option(metavar="N", help="stop if the quotient has more elements", min=1)
    ] = 500,
    most_positions: Annotated[
        int,
        typer.Option(metavar="N", help="stop if the search for the quotient needs more positions", min=1),
    ] = 2_000_000,
    universe: Universe = None,
    other: Other = None,
    as_json: Json = False,
) -> None:
    """Find and prove the misere quotient of heaps of one rule, or print who wins a position and how."""
    from zermelo.cgt import find_misere_rule, misere_heap_forms, misere_quotient

    refuse_misspelled_option(game)
    refuse_misspelled_option(position)
    if universe is not None:
        return print_game_modulo_universe(game, position, universe, other, as_json=as_json)
    if other is not None:
        raise BadParameter("--with compares modulo a universe: say which, as in --universe dead-ending")
    found = parse_heap_rule_or_game(game, position)
    if isinstance(found, zermelo.Game):
        return print_misere_position(found, as_json=as_json)
    of_heaps = misere_heap_forms(found, min(heaps, genera))
    quotient = misere_quotient(found, heaps, most_elements=most_elements, most_positions=most_positions)
    followed = find_misere_rule(quotient)
    if as_json:
        return print_json(quotient.summarize(of_heaps, followed, heaps, with_forms=forms))
    print(format_misere_quotient(quotient, of_heaps, followed, heaps, forms=forms))
    return None


def parse_heap_rule_or_game(text: str, position: str | None) -> Any:
    """Return the rule of heaps that a text names, or the game, begun at the position.

    What is the name of both, as kayles, is the rule; with a position it is the game. A rule with a
    position is a game of heaps.
    """
    from zermelo.cgt import HeapGame, parse_heap_rule

    heaps = HeapGame.from_text(text, position)
    if heaps is not None:
        return heaps.heap_rule if position is None else heaps
    if position is None:
        with contextlib.suppress(BadParameter):
            return parse_heap_rule(text)
    return find_game(text, position)


def format_misere_quotient(quotient: Any, of_heaps: Any, followed: Any, heaps: int, *, forms: bool) -> str:
    """Return what `misere` prints: tables of all heaps that were looked at, ten a row."""
    words, last = quotient.element_names(), len(of_heaps) - 1
    lines = [
        f"{quotient.rule}: {quotient.rule.describe()}; the player who cannot move wins",
        *format_heap_table("genera", [str(form.genus) for form in of_heaps]),
    ]
    if last < heaps:
        said = f"heap {heaps}" if last + 1 == heaps else f"heaps {last + 1} to {heaps}"
        lines.append(f"  not looked for: {said}; --genera {heaps} looks for them, and takes longer")
    if forms:
        lines.append("forms")
        lines += [f"  {heap:>3}  {format_misere_form(form)}" for heap, form in enumerate(of_heaps)]
    lines += [
        *str(quotient).splitlines()[1:],
        f"  order:      {quotient.order}, proven for heaps to {quotient.largest} by {quotient.pairs:,} pairs",
        *format_heap_table("elements", [words[element] for element in quotient.elements]),
    ]
    if followed is not None:
        lines.append(f"{followed.describe()} Proven for {followed.proven_for}, any number of them.")
    return "\n".join(lines)


def format_heap_table(title: str, entries: Sequence[str]) -> list[str]:
    """Return the entries of heaps 0, 1, 2, ... as lines, ten a row; a row begins with its first heap.

    >>> for line in format_heap_table("nimbers", [str(7 * heap) for heap in range(12)]): print(line)
    nimbers   0   1   2   3   4   5   6   7   8   9
       0      0   7  14  21  28  35  42  49  56  63
      10     70  77
    """
    columns = min(ROW, len(entries))
    widths = [max(len(each) for each in (str(place), *entries[place::ROW])) for place in range(columns)]
    side = max(len(title), len(str(len(entries))) + 4)

    def format_row(begin: str, cells: Sequence[str]) -> str:
        shown = (cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
        return f"{begin:{side}}  {'  '.join(shown)}".rstrip()

    rows = [format_row(title, [str(place) for place in range(columns)])]
    for first in range(0, len(entries), ROW):
        rows.append(format_row(f"{first:>4}", entries[first : first + ROW]))
    return rows


def format_misere_form(form: "MisereForm") -> str:
    """Return a form, or what is said of one that is too long to be written."""
    text = form.short_text(LONGEST)
    if text is not None:
        return truncate_long_text(text)
    return f"{len(form.options)} options, born on day {form.birthday}: more than {LONGEST:,} signs"


def print_misere_position(game: "Game", *, as_json: bool) -> None:
    """Print the misere result of a game's start: its form where the game is impartial, else who wins."""
    from zermelo.cgt import MisereSum, PartizanMisereSum

    start = next(iter(game.starts()))
    with convert_rule_errors_to_bad_rules(game, start):
        alone = MisereSum([(game, start)]) if game.impartial else PartizanMisereSum([game])
        found: Any = alone.summarize() if isinstance(alone, MisereSum) else alone.summary
        if as_json:
            return print_json(found)
        lines = (
            format_impartial_misere_position(found, alone.form)
            if isinstance(alone, MisereSum)
            else format_partizan_misere_position(found, game)
        )
    outcome = f"class       {found.outcome_class}: {CLASSES[found.outcome_class]}"
    print("\n".join([f"{game!r}: the player who cannot move wins", outcome, *lines]))
    return None


KINDS = {
    "heap": "a heap of Nim",
    "tame": "tame: in sums of tame games it is as a position of Nim",
    "wild": "wild: it does not determine how the game behaves in sums",
}


def format_impartial_misere_position(found: Any, form: "MisereForm") -> list[str]:
    """Return what is known of an impartial position, as lines."""
    lines = [
        f"nim value   {found.misere_nim_value} in misere play, {found.nimber} in normal play",
        f"genus       {found.genus}, {KINDS[found.kind]}",
        f"form        {format_misere_form(form)}",
    ]
    if found.outcome_class == "N":
        lines.append(f"wins        {', '.join(found.winning_moves) or 'having no move'}")
    return lines


def format_partizan_misere_position(found: Any, game: "Game") -> list[str]:
    """Return what is known of a partizan position, as lines."""
    from zermelo.cgt import Sum, SumTerm

    lines = []
    for name, moves in zip(Sum.PLAYERS, (found.winning_moves.left, found.winning_moves.right), strict=True):
        if moves:
            lines.append(f"{name + ' wins':11} {', '.join(moves)}")
        elif SumTerm(game, next(iter(game.starts()))).moves(name):
            lines.append(f"{name + ' loses':11} whatever the move")
        else:
            lines.append(f"{name + ' wins':11} having no move")
    return lines
