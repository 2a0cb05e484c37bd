"""`dataset`: a solved game as files for learners."""

from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from zermelo.cli.console.command_options import (
    GameText,
    Memory,
    Store,
    Threads,
    find_game,
    make_budget_with_progress,
    open_or_solve,
)


def write_learning_dataset(
    game: GameText,
    output: Annotated[Path, typer.Option("--output", metavar="FOLDER", help="a new or empty folder")],
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="number of positions drawn at random; default: one of each symmetry class"
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="value|remoteness", help="with --sample: draw equally many of each value or remoteness"
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="seed of the random numbers")] = 0,
    flat: Annotated[
        bool, typer.Option("--flat", help="write features as flat rows, not as board planes")
    ] = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
) -> None:
    """Write a solved game as a data set for learners: features, value, remoteness, every move's value."""
    from zermelo.learn import write_dataset

    solution = open_or_solve(find_game(game), store, None)
    with make_budget_with_progress(memory, threads) as budget:
        written = write_dataset(
            solution,
            output,
            count=sample,
            by=cast("Literal['value', 'remoteness'] | None", by),
            seed=seed,
            planes=not flat,
            budget=budget,
        )
    print(f"{written.positions:,} positions of shape {list(written.shape)} written to {written.folder}")
