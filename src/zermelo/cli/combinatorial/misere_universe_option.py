"""`misere --universe`: partizan games in misere play, their order and canonical forms modulo a universe."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.combinatorial.partizan_commands import CLASSES, refuse_misspelled_option, truncate_long_text
from zermelo.cli.console.command_options import find_game, print_json

if TYPE_CHECKING:
    from zermelo.cgt import MisereTree

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
LONGEST = 10_000  # signs of a form
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
    compared = None if beside is None else which.compare(tree, beside)
    is_of_it = which.contains(tree)
    form = which.canonical(tree) if is_of_it else None
    is_undone = which.is_invertible(tree) if is_of_it else None
    if as_json:
        answer: dict[str, Any] = {
            "game": text,
            "outcome_class": tree.outcome_class,
            "universe": which.name,
            "is_in_universe": is_of_it,
            "form": None if form is None else form.short_text(LONGEST),
            "birthday": None if form is None else form.birthday,
            "is_undone_by_conjugate": is_undone,
        }
        if beside is not None:
            answer |= {"with": other, "order": compared}
            for name, pair in (("better_beside", (beside, tree)), ("worse_beside", (tree, beside))):
                found = which.find_separator(*pair)
                answer[name] = None if found is None else found.short_text(LONGEST)
        return print_json(answer)
    print(f"{text}: the player who cannot move wins")
    print(f"class       {tree.outcome_class}: {CLASSES[tree.outcome_class]}")
    print(f"{which.name:11} {'yes' if is_of_it else f'no: {which.why}'}")
    if form is not None:
        print(f"form        {format_canonical_form(form)}")
        undone = "0: adding it undoes the game" if is_undone else "not 0"
        print(f"conjugate   the game and its conjugate are together {undone}")
    if compared is not None:
        print(f"order       {compared} {other}: {ORDERS[compared]}")
    if beside is not None:
        for word, pair in (("better", (beside, tree)), ("worse", (tree, beside))):
            found = which.find_separator(*pair)
            if found is not None:
                print(f"{word:11} for Left beside {format_canonical_form(found)}")
    return None


def format_canonical_form(form: "MisereTree") -> str:
    """Return a canonical form, or what is said of one that is too long to be written."""
    return truncate_long_text(str(form))
