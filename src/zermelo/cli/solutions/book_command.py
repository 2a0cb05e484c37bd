"""The first plies of a game that is too large to be solved, by search: `zermelo book`."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import (
    Force,
    GameText,
    Interpreted,
    Json,
    Memory,
    Output,
    Threads,
    find_game,
    make_budget_with_progress,
    print_json,
)


def make_and_print_book(
    game: GameText,
    plies: Annotated[int, typer.Option("--plies", metavar="N", help="last ply of the book")],
    output: Output = None,
    force: Force = False,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="DIR", help="folder of stored books and solutions")
    ] = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Search the first plies of a game, and store the value and length of every position.

    Results are stored as they are found: after an interruption, the same command continues.
    `value`, `play`, `match` and `explore` use the book if the game is not solved, and search below it.
    `verify` checks a book.
    """
    from zermelo import search
    from zermelo.core import resolve_store

    with make_budget_with_progress(memory, threads) as budget:
        made = search.make_book(
            find_game(game),
            plies,
            store=resolve_store(store),
            output=output,
            replace=force,
            budget=budget,
            interpreted=interpreted,
        )
    found = made.count_outcomes()
    return print_json(found) if as_json else print(found)
