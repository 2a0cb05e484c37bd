"""`dataset`: a solved game as files for learners."""

from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from zermelo.cli.console.command_options import (
    GameText,
    Memory,
    Store,
    Threads,
    game_of,
    metered,
    solution_of,
)


def dataset(
    game: GameText,
    output: Annotated[Path, typer.Option("--output", metavar="FOLDER", help="a folder, new or empty")],
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="this many positions at random; else one of each class")
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="value|remoteness", help="as many of each, with --sample")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="of the random numbers")] = 0,
    flat: Annotated[bool, typer.Option("--flat", help="features as rows, not as planes of a board")] = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
) -> None:
    """Write a solved game for learners: features, value, remoteness, all moves' values; with a card."""
    from zermelo.learn import write_dataset

    solution = solution_of(game_of(game), store, None)
    with metered(memory, threads) as budget:
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
