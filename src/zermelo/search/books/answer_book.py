"""A book of answers on disk: every position of the first plies of a game, exact, in one Parquet file.

It has a row for each position that goes on, one of each symmetry class, in the order of positions:

| column | type | meaning |
| --- | --- | --- |
| position | int64, less the one before it; text (a Python literal) where a position is no such integer | |
| value | int16 | the mover's; points still to come in scored games |
| remoteness | uint16 | plies to the end of a win or loss; null of a draw, and where points are counted |

Integers are stored as differences from the one before, so the column packs to a third of a byte a position.
The metadata of a book has how many `plies` of play it covers and how many `positions` it has.
`solver.storage.sealed_table` documents the seal. `recompute_book` verifies a book from the rules alone.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from zermelo.compiler.guards.symmetry_classes import NO_CLASS, make_checked_representative_function
from zermelo.core.errors import DamagedBook, OutdatedBook
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import encode
from zermelo.core.notation.result import Count, GameInput, Result, about
from zermelo.core.values import LARGEST_REMOTENESS, LARGEST_VALUE, UNTIMED
from zermelo.solver.storage.sealed_table import (
    LITERAL_TYPES,
    GameSource,
    TableKind,
    choose_column_type,
    make_column_reader,
    read_table_of_game,
    write_sealed_table,
)

BOOK: Final = TableKind(
    "book",
    1,
    {"position": LITERAL_TYPES, "value": (pa.int16(),), "remoteness": (pa.uint16(),)},
    {"plies": int, "positions": int},
    DamagedBook,
    OutdatedBook,
    "make the book again with `zermelo book`",
    frozenset({"remoteness"}),
)
Record = tuple[int, int]  # the mover's value, and plies to the end or UNTIMED


class BookCounts(Result, frozen=True, kw_only=True):
    """A book of a game's first plies: every position's value, and the length of wins and losses."""

    game: GameInput
    plies: Annotated[Count, about("of play that it covers")]
    positions: Annotated[Count, about("in it, symmetric ones as one")]
    wins: Annotated[Count, about("of these, won by their movers")]
    draws: Annotated[Count, about("drawn")]
    losses: Annotated[Count, about("lost")]
    book: Annotated[str, about("its file")]

    def __str__(self) -> str:
        return (
            f"{self.game}: every position after at most {self.plies} plies\n"
            f"positions   {self.positions:,}, by class\n"
            f"values      {self.wins:,} wins, {self.draws:,} draws, {self.losses:,} losses\n"
            f"book        {self.book}"
        )


@dataclass(frozen=True, eq=False)
class AnswerBook:
    """Exact answers of every unfinished position after at most `plies` plies of a game.

    Parameters
    ----------
    game : Game
        Rules.
    plies : int
        Plies that the book covers.
    positions : int64 [n] or list
        One position of each symmetry class, sorted; a list where positions are not such integers.
    values : int16 [n]
        Values to the player to move; points where the game is scored.
    remoteness : int32 [n]
        Plies to the end, or `UNTIMED`.
    file : Path or None
        File that holds the book.
    """

    game: Game
    plies: int
    positions: Any = field(repr=False)  # [n] int64, or a sorted list where positions are no such integers
    values: npt.NDArray[np.int16] = field(repr=False)
    remoteness: npt.NDArray[np.int32] = field(repr=False)
    file: Path | None = None

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions, one of each class."""
        return iter(self.positions.tolist() if isinstance(self.positions, np.ndarray) else self.positions)

    def count_outcomes(self) -> BookCounts:
        """Count the positions that their movers win, draw and lose.

        Returns
        -------
        BookCounts
            The counts, with the game, the plies and the file.
        """
        return BookCounts(
            game=repr(self.game),
            plies=self.plies,
            positions=len(self),
            wins=int((self.values > 0).sum()),
            draws=int((self.values == 0).sum()),
            losses=int((self.values < 0).sum()),
            book=str(self.file),
        )

    def find(self, position: Position) -> Record | None:
        """Find the answer of a position.

        Parameters
        ----------
        position : Position
            Any position of the game.

        Returns
        -------
        tuple of int or None
            Value to the player to move, and plies to the end (or `UNTIMED`);
            None where it is not in the book.
        """
        least = make_checked_representative_function(self.game)(position)
        return None if least is NO_CLASS else self.find_representative_answer(least)

    def find_representative_answer(self, representative: Position) -> Record | None:
        """Find the answer of a position that represents its symmetry class; faster than `find`.

        Parameters
        ----------
        representative : Position
            Least position of its class.

        Returns
        -------
        tuple of int or None
            See `find`.
        """
        if isinstance(self.positions, np.ndarray):
            if not isinstance(representative, int) or not 0 <= representative < 1 << 63:
                return None
            place = int(np.searchsorted(self.positions, representative))
        else:
            place = bisect_left(
                self.positions, make_position_sort_key(representative), key=make_position_sort_key
            )
        if place == len(self.positions) or self.positions[place] != representative:
            return None
        return int(self.values[place]), int(self.remoteness[place])


def make_position_sort_key(position: Position) -> str:
    """Return what positions that are no integers are sorted by: their text."""
    return encode(position)


def make_answer_book(
    game: Game, plies: int, records: Mapping[Position, Record], file: Path | None = None
) -> AnswerBook:
    """Return the book of these records, by positions that are the least of their classes."""
    is_plain = all(type(position) is int and 0 <= position < 1 << 63 for position in records)
    order = sorted(records, key=None if is_plain else make_position_sort_key)
    values = np.array([records[position][0] for position in order], np.int16)
    remoteness = np.array([records[position][1] for position in order], np.int32)
    return AnswerBook(game, plies, np.array(order, np.int64) if is_plain else order, values, remoteness, file)


def write_answer_book(book: AnswerBook, source: GameSource, file: Path, *, replace: bool = False) -> None:
    """Write a book, whole or not at all; `source` is how the game is found again.

    Raises `BadParameter` where the file is there and not to be replaced, or a position cannot be written,
    `StorageFailed` where the disk refuses.
    """
    if isinstance(book.positions, np.ndarray):
        positions = pa.array(np.diff(book.positions, prepend=0))
    else:
        _, written = choose_column_type((*book.positions, ""), BOOK)  # with a text among them, all are text
        positions = pa.array([written[position] for position in book.positions], pa.string())
    columns = [
        positions,
        pa.array(book.values),
        pa.array(
            book.remoteness.clip(0, LARGEST_REMOTENESS).astype(np.uint16), mask=book.remoteness == UNTIMED
        ),
    ]
    fields = {"plies": book.plies, "positions": len(book)}
    write_sealed_table(BOOK, book.game, source, fields, columns, file, replace=replace)


def read_answer_book(file: Path, game: Game) -> AnswerBook:
    """Return the book of `game` that a file holds.

    Raises `BadParameter` where it holds something else or another game's, `OutdatedBook` where it was made
    from other rules or in another format, `DamagedBook`, or `StorageFailed` where there is no such file.
    """
    manifest, table = read_table_of_game(BOOK, file, game)
    kind = table.schema.field("position").type
    values = table.column("value").to_numpy().astype(np.int16)
    remoteness = table.column("remoteness").cast(pa.int32()).fill_null(UNTIMED).to_numpy().astype(np.int32)
    positions: Any
    if pa.types.is_string(kind):
        read = make_column_reader(BOOK, file, kind, game)
        positions = [read(text) for text in table.column("position").to_pylist()]
        rising = all(
            make_position_sort_key(low) < make_position_sort_key(high) for low, high in pairwise(positions)
        )
    else:
        positions = np.cumsum(table.column("position").to_numpy())
        rising = bool((np.diff(positions, prepend=-1) > 0).all())
    book = AnswerBook(game, manifest["plies"], positions, values, remoteness, file)
    fault = (
        "it has not as many positions as it says"
        if manifest["positions"] != table.num_rows
        else "its positions are not in order"
        if not rising
        else "its plies are none"
        if book.plies < 0
        else _find_answer_fault(book)
    )
    if fault is not None:
        raise DamagedBook(f"{file} is damaged ({fault}): {BOOK.remedy}")
    return book


def _find_answer_fault(book: AnswerBook) -> str | None:
    """Return what is wrong with a book's answers, even if its seal is right; None where no fault is seen."""
    most = LARGEST_VALUE if book.game.scored else 1
    if len(book) and int(np.abs(book.values.astype(np.int32)).max()) > most:
        return "a value is none"
    timed = np.zeros(len(book), bool) if book.game.scored else book.values != 0
    if not np.array_equal(book.remoteness != UNTIMED, timed):
        return "a win or loss has no length, or something else has one"
    return None
