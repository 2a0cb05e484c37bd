"""`misere --universe`: partizan games in misere play, their order and canonical forms modulo a universe."""

from typing import Annotated, Any

import typer

from zermelo.cli.combinatorial.partizan_commands import CLASSES, refuse_misspelled_option, truncate_long_text
from zermelo.cli.console.command_options import find_game, print_json

Universe = Annotated[
    str | None,
    typer.Option(
        "--universe",
        metavar="NAME",
        help="dicot or dead-ending: print the canonical form of a partizan game among games of that kind",
    ),
]
Other = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="GAME",
        help="with --universe: a second game; print which of the two is better for Left",
    ),
]
ORDERS = {
    "=": "equal beside every game of the universe",
    ">": "better for Left, or the same, beside every game of the universe",
    "<": "better for Right, or the same, beside every game of the universe",
    "||": "now better for Left, now for Right: it depends on what is beside",
}


def print_game_modulo_universe(
    text: str, position: str | None, universe: str, other: str | None, *, as_json: bool
) -> None:
    """Print what a game is modulo a universe: whether it is of it, its canonical form, and beside another."""
    from zermelo.cgt import misere_tree, universe_named

    refuse_misspelled_option(other)
    which = universe_named(universe)
    tree = misere_tree(text if position is None else find_game(text, position))
    beside = None if other is None else misere_tree(other)
    found = which.summarize(text, tree, other, beside)
    if as_json:
        return print_json(found)
    print(f"{text}: the player who cannot move wins")
    print(f"class       {found.outcome_class}: {CLASSES[found.outcome_class]}")
    print(f"{which.name:11} {'yes' if found.is_in_universe else f'no: {which.why}'}")
    if found.is_in_universe:
        print(f"form        {format_canonical_form(found.form)}")
        undone = "0: adding it undoes the game" if found.is_undone_by_conjugate else "not 0"
        print(f"conjugate   the game and its conjugate are together {undone}")
    if beside is not None:
        print(f"order       {found.order} {other}: {ORDERS[str(found.order)]}")
        for word, form, orders in (
            ("better", found.better_beside, (">", "||")),
            ("worse", found.worse_beside, ("<", "||")),
        ):
            if found.order in orders:
                print(f"{word:11} for Left beside {format_canonical_form(form)}")
    return None


def format_canonical_form(form: Any) -> str:
    """Return a canonical form, or what is said of one that is too long to be written."""
    return "more than 10,000 signs" if form is None else truncate_long_text(form)
