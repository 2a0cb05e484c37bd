"""`misere --universe`: partizan games in misere play, their order and canonical forms modulo a universe."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.options import game_of, print_json
from zermelo.cli.partizan import CLASSES, check_no_option, shortened

if TYPE_CHECKING:
    from zermelo.misere import MisereTree

Universe = Annotated[
    str | None,
    typer.Option(
        "--universe",
        metavar="NAME",
        help="dicot or dead-ending: the canonical form of a partizan game beside games of that kind",
    ),
]
Other = Annotated[
    str | None,
    typer.Option("--with", metavar="GAME", help="with --universe: which of the two is better for Left"),
]
LONGEST = 10_000  # signs of a form
ORDERS = {
    "=": "equal, whatever else is there",
    ">": "better for Left, whatever else is there",
    "<": "better for Right, whatever else is there",
    "||": "now better for Left, now for Right: it depends on what else is there",
}


def tell_universe(
    text: str, position: str | None, universe: str, other: str | None, *, as_json: bool
) -> None:
    """Print what a game is modulo a universe: whether it is of it, its canonical form, and beside another."""
    from zermelo.misere import find_short_tree_text, misere_tree, universe_named

    check_no_option(other)
    which = universe_named(universe)
    tree = misere_tree(text if position is None else game_of(text, position))
    compared = None if other is None else which.compare(tree, misere_tree(other))
    is_of_it = which.contains(tree)
    form = which.canonical(tree) if is_of_it else None
    is_undone = which.is_undone_by_conjugate(tree) if is_of_it else None
    if as_json:
        answer: dict[str, Any] = {
            "game": text,
            "outcome_class": tree.outcome_class,
            "universe": which.name,
            "is_in_universe": is_of_it,
            "form": None if form is None else find_short_tree_text(form, LONGEST),
            "birthday": None if form is None else form.birthday,
            "is_undone_by_conjugate": is_undone,
        }
        return print_json(answer if compared is None else answer | {"with": other, "order": compared})
    print(f"{text}: whoever cannot move wins")
    print(f"class       {tree.outcome_class}: {CLASSES[tree.outcome_class]}")
    print(f"{which.name:11} {'yes' if is_of_it else f'no: {which.why}'}")
    if form is not None:
        print(f"form        {form_text(form)}")
        undone = "0: adding it undoes the game" if is_undone else "not 0"
        print(f"conjugate   the game and its conjugate are together {undone}")
    if compared is not None:
        print(f"order       {compared} {other}: {ORDERS[compared]}")
    return None


def form_text(form: "MisereTree") -> str:
    """Return a canonical form, or what is said of one that is too long to be written."""
    return shortened(str(form))
