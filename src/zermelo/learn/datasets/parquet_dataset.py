"""Write a solved game as a Parquet data set for learners: observations, and the value of every move.

Positions are written in parts, so memory does not grow with the game. A card describes the contents of the
files for people. It is written last, so a folder with a card is complete.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.core.arguments import as_path, is_count
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, StorageFailed
from zermelo.core.notation.how_to_play import read_how_to_play
from zermelo.core.system.version import __version__
from zermelo.learn.datasets.labels import number_moves
from zermelo.learn.encoding.board_planes import PlaneObserver
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.solution.lookup.batch_lookup import lookup
from zermelo.solution.lookup.lookup_result import NONE
from zermelo.solution.lookup.position_arrays import positions_as_arrow, positions_as_python
from zermelo.solution.lookup.stratified_sample import By, sample_positions
from zermelo.solution.solution import Solution
from zermelo.solver.records.record_batches import iterate_record_batches
from zermelo.solver.solution_files.parquet_tables import ROW_GROUP
from zermelo.solver.storage.atomic_files import replace_atomically

CARD: Final = "README.md"
DATA: Final = "data"  # a folder within, free of other files for programs that read a whole folder
FEATURES_AT_ONCE: Final = 1 << 26  # zeros and ones of positions that are held together
FEWEST: Final = 1_024  # positions that are written together
ROWS_OF_A_FILE: Final = 1 << 20

Column = npt.NDArray[Any]


@dataclass(frozen=True)
class WrittenDataset:
    """A written data set: the folder, the numbers of positions and files, and the shape of an observation."""

    folder: Path
    positions: int
    files: int
    shape: tuple[int, ...]


def write_dataset(
    solution: Solution,
    folder: str | Path,
    *,
    count: int | None = None,
    by: By | None = None,
    seed: int = 0,
    planes: bool = True,
    encoding: GameEncoding | None = None,
    budget: Budget | None = None,
) -> WrittenDataset:
    """Write the positions of a solution, with features, values and every move's value, as a Parquet data set.

    Parameters
    ----------
    solution : Solution
        A solved game.
    folder : str or Path
        A new or empty folder. It receives `data/part-00000.parquet` and so on, and the card `README.md`.
    count : int, optional
        Number of different positions to draw at random. None writes all records, one for each class of
        symmetric positions.
    by : str, optional
        "value" or "remoteness": draw as many positions of each (see `Solution.sample`).
    seed : int
        Seed of the random numbers.
    planes : bool
        Whether features are planes of the board; else they are flat rows.
    encoding : GameEncoding, optional
        Encoding to use instead of a new one.
    budget : Budget, optional
        Limits of memory, progress and cancellation.

    Returns
    -------
    WrittenDataset
        The `folder`, the numbers of `positions` and `files`, and the `shape` of an observation.

    Raises
    ------
    BadParameter
        If the folder is not empty, or a parameter is out of its range.
    StorageFailed
        If the folder cannot be written to.

    Examples
    --------
    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_dataset(zermelo.solve("subtraction(heap=5)"), folder, planes=False).positions
    6
    """
    where, how = as_path(folder), as_budget(budget)
    if count is None and by is not None:
        raise BadParameter(f"by={by!r} is for positions drawn at random: give their count, or leave it out")
    if count is not None and not is_count(count, 1):
        raise BadParameter(f"count={count!r}: a data set has at least one position")
    _check_folder_is_empty(where)
    whole = use_or_make_encoding(solution.game, encoding, planes=planes, budget=how)
    rows = min(ROW_GROUP, max(FEWEST, FEATURES_AT_ONCE // max(whole.width, 1)))
    parts = (
        _iterate_record_positions(solution, rows)
        if count is None
        else _yield_row_groups(sample_positions(solution, count, by=by, seed=seed).positions, rows)
    )
    tables = (_make_arrow_table(solution, whole, positions, how) for positions in parts)
    try:
        (where / DATA).mkdir(parents=True)
        files, total, counts = _write_parquet_files(where / DATA, tables)
        drawn = "" if count is None else _describe_sampling(by, seed)
        (where / CARD).write_text(
            _format_dataset_card(solution, whole, total, files, counts, drawn), encoding="utf-8"
        )
    except OSError as error:
        raise StorageFailed(f"{where} cannot be written to: {error.strerror or error}") from error
    return WrittenDataset(where, total, files, whole.shape)


def _check_folder_is_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadParameter(f"{folder} holds something: a data set wants a folder that is new or empty")


def _iterate_record_positions(solution: Solution, rows: int) -> Iterator[Column]:
    """Yield the positions of all records, in the form that `lookup` takes."""
    words = solution.records.words
    for part in iterate_record_batches(solution.records):
        positions = part.read().positions
        if words is not None and positions.dtype != object:
            positions = words.unpack_all(positions)
        yield from _yield_row_groups(positions, rows)


def _yield_row_groups(positions: Column, rows: int) -> Iterator[Column]:
    for begin in range(0, len(positions), rows):
        yield positions[begin : begin + rows]


def _make_arrow_table(
    solution: Solution, encoding: GameEncoding, positions: Column, budget: Budget
) -> pa.Table:
    found = lookup(solution, positions, moves=True, budget=budget)
    assert found.moves is not None
    seen = (
        encoding.observer.observe_all(positions_as_python(found.positions))
        .astype(np.uint8)
        .reshape(len(found), -1)
    )
    moves = found.moves
    offsets = pa.array(moves.offsets.astype(np.int32))

    def make_list_column(column: pa.Array) -> pa.Array:
        return pa.ListArray.from_arrays(offsets, column)

    return pa.table(
        {
            "position": positions_as_arrow(found.positions),
            "features": pa.FixedSizeListArray.from_arrays(pa.array(seen.reshape(-1)), encoding.width),
            "value": pa.array(found.values),
            "remoteness": pa.array(found.remoteness, mask=found.remoteness == NONE),
            "moves": make_list_column(pa.array(number_moves(encoding, moves))),
            "move_values": make_list_column(pa.array(moves.values)),
            "move_remoteness": make_list_column(pa.array(moves.remoteness, mask=moves.remoteness == NONE)),
            "best": make_list_column(pa.array(moves.best)),
        },
        metadata={"shape": json.dumps(encoding.shape), "game": repr(solution.game)},
    )


def _write_parquet_files(folder: Path, tables: Iterator[pa.Table]) -> tuple[int, int, dict[float, int]]:
    """Write tables into files of about a million rows; return files, and rows by the sign of their value."""
    files, rows, counts = 0, 0, dict[float, int]()
    table = next(tables, None)
    while table is not None:
        written = 0
        with (
            replace_atomically(folder / f"part-{files:05d}.parquet") as temporary,
            pq.ParquetWriter(temporary, table.schema, compression="zstd") as writer,
        ):
            while table is not None and written < ROWS_OF_A_FILE:
                writer.write_table(table)
                signs, numbers = np.unique(np.sign(table["value"]), return_counts=True)
                for sign, number in zip(signs.tolist(), numbers.tolist(), strict=True):
                    counts[sign] = counts.get(sign, 0) + number
                written += len(table)
                table = next(tables, None)
        files, rows = files + 1, rows + written
    return files, rows, counts


# The card.


def _describe_sampling(by: By | None, seed: int) -> str:
    each = "each position as likely as any other" if by is None else f"as many of each {by}"
    return f"different positions drawn at random, {each}, with seed {seed}"


def _format_dataset_card(
    solution: Solution, encoding: GameEncoding, total: int, files: int, counts: dict[float, int], drawn: str
) -> str:
    """Return the card: the contents of the files, how they were made, and their limits."""
    game, summary = solution.game, solution.summary
    what = drawn or "all that the solution keeps, one position for each class of symmetric ones"
    points = "points" if game.scored else "1 win, 0 draw, -1 loss"
    value = "what best play brings the mover on average" if isinstance(summary.value, float) else points
    plies = "there is none with dice" if isinstance(summary.value, float) else "null where play need not end"
    if summary.values_only:
        plies = "null: the solution keeps values only"
    named = "numbers of moves, the same everywhere"
    if encoding.number_of_move is None:
        named = "a move's place in the game's list"
    said = " ".join(filter(None, read_how_to_play(game)))
    words = ((1, "above 0"), (0, "0"), (-1, "below 0"))
    shares = ", ".join(f"{counts.get(sign, 0):,} {word}" for sign, word in words)
    features = f"{encoding.width:,} zeros and ones, of shape {list(encoding.shape)}"
    return f"""# {game!r}, solved

{said}

{total:,} positions in {files} file{"" if files == 1 else "s"}: {what}.
The values are exact, of perfect play by all. The start is worth: {solution.value()}.

| column | |
| --- | --- |
| `position` | as zermelo writes it |
| `features` | {features}, as the mover sees the position |
| `value` | to the mover: {value} |
| `remoteness` | plies to the end under best play; {plies} |
| `moves` | {named}; none where play is over or dice are thrown |
| `move_values`, `move_remoteness` | of each of them, to its mover, counted from the position before it |
| `best` | whether perfect play makes it: value first, then remoteness |

Values: {shares}.

{_describe_planes(encoding)}
## Made

By zermelo {__version__}, from rules with the fingerprint `{rules_fingerprint(game)}`.

```python
import pyarrow.dataset
table = pyarrow.dataset.dataset("FOLDER/data").to_table()
```

## Limits

Positions of one game are similar to each other: with a random split into training and test data, the test
positions are close to trained ones. Symmetric positions look different, and only one of each class is
included unless positions were drawn at random. Positions are those that play can reach, most of which no good
player would reach.
"""


def _describe_planes(encoding: GameEncoding) -> str:
    """Return the description of each plane, empty for flat rows."""
    observer = encoding.observer
    if not isinstance(observer, PlaneObserver):
        return ""
    whose = {0: "the mover's", 1: "the other's", None: "nobody's"}
    rows = []
    for (shape, side, text), number in observer.layout.pieces.items():
        said = f"{whose.get(side, f'player {side}')} {shape}" + (f" {text}" if text else "")
        rows.append((number, said))
    rows.append((len(observer.layout.pieces), "anything else on the board"))
    last = observer.layout.planes - 1
    rows.append((last, "all 1 where the second player is to move"))
    for (shape, side, _), (first, most) in observer.layout.beside.items():
        rows.append((first, f"{whose.get(side, f'player {side}')} {shape} beside the board, {most} planes"))
    if last + 1 < encoding.shape[0]:
        rows.append((last + 1, "and after: bits of the position, where needed, and which player is looking"))
    lines = "\n".join(f"| {number} | {said} |" for number, said in sorted(rows))
    return f"| plane | 1 where there is |\n| --- | --- |\n{lines}\n"
