"""`misere`: heaps in misere play, their genera, quotient, rule; or a position's values and winning moves."""

import contextlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

import zermelo
from zermelo.cli.combinatorial.misere_universe_option import Other, Universe, print_game_modulo_universe
from zermelo.cli.combinatorial.partizan_commands import refuse_misspelled_option
from zermelo.cli.console.command_options import (
    Json,
    PositionText,
    convert_rule_errors_to_bad_rules,
    find_game,
    make_budget_with_progress,
    print_json,
)
from zermelo.core import BadParameter

if TYPE_CHECKING:
    from zermelo import Game

GameOrHeaps = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a game; or heaps of one rule: 0.77, or kayles, grundy, subtraction(1,2,3); with --universe, a "
        "sum of games and of trees such as {0|*}",
    ),
]
GENERA = (
    30  # heaps whose forms are found unless more are asked for: forms of wild games grow quickly, those of
)
# Kayles take 3 s to heap 40 and 27 s to heap 50, and those of 4.7 1.6 s to heap 30


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
    with make_budget_with_progress(None, None) as budget:
        of_heaps = misere_heap_forms(found, min(heaps, genera), budget)
        limits = {"most_elements": most_elements, "most_positions": most_positions}
        quotient = misere_quotient(found, heaps, **limits, budget=budget)
    result = quotient.as_result(of_heaps, find_misere_rule(quotient), heaps, with_forms=forms)
    if as_json:
        return print_json(result)
    print(result)
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


def print_misere_position(game: "Game", *, as_json: bool) -> None:
    """Print the misere result of a game's start: its form where the game is impartial, else who wins."""
    from zermelo.cgt import MisereSum, PartizanMisereSum

    start = next(iter(game.starts()))
    with convert_rule_errors_to_bad_rules(game, start):
        alone = MisereSum([(game, start)]) if game.impartial else PartizanMisereSum([game])
        found = alone.as_result()
        text = "" if as_json else str(found)
    if as_json:
        return print_json(found)
    print(text)
    return None
