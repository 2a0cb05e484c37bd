"""Columns of Arrow, pandas and Polars, and NumPy's masked ones, as arrays or lists.

A place that is null or masked becomes None, whatever number stands below. What holds no positions at all,
floats, truth values, dates, is refused as a whole, as no number of it is a position; so is a table.
"""

from typing import Any

import numpy as np
import pyarrow as pa

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.solver.storage.arrow_buffers import as_numpy

KINDS = "iuUO"  # of NumPy and pandas, that may hold positions: integers, texts, and whatever


def unwrap_column(game: Game, given: Any) -> Any:
    """Return a column as an array, or as a list where parts of it are null; anything else as it is.

    Raises `UnreadablePosition` for columns of a wrong kind, and for tables.
    """
    library = type(given).__module__.partition(".")[0]
    if library == "polars":
        if str(getattr(given, "dtype", "")) == "Object":
            return given.to_list()
        given = given.to_arrow() if hasattr(given, "to_arrow") else None
    if library in ("pyarrow", "polars"):
        return _unwrap_arrow(game, given)
    if library == "pandas":
        return _unwrap_pandas(game, given)
    if isinstance(given, np.ma.MaskedArray):
        if given.dtype.kind not in KINDS:
            raise make_wrong_column_error(game, given.dtype)
        rows = given.ndim == 2
        return [None if rows and None in each else each for each in given.tolist()] if given.ndim else given
    return given


def make_wrong_column_error(game: Game, kind: object) -> UnreadablePosition:
    """Return the error of a column that holds no positions."""
    return UnreadablePosition(f"an array of {kind} holds no positions of {game!r}: give integers or texts")


def _unwrap_arrow(game: Game, given: Any) -> Any:
    if not isinstance(given, pa.Array | pa.ChunkedArray):
        raise UnreadablePosition(
            f"what was given is no column of positions of {game!r}: of a table take one, as table['position']"
        )
    whole = given.combine_chunks() if isinstance(given, pa.ChunkedArray) else given
    kind = whole.type.value_type if pa.types.is_dictionary(whole.type) else whole.type
    asked = (pa.types.is_floating, pa.types.is_boolean, pa.types.is_temporal, pa.types.is_decimal)
    if any(is_such(kind) for is_such in asked):
        raise make_wrong_column_error(game, kind)
    plain = pa.types.is_integer(whole.type) and whole.null_count == 0
    return as_numpy(whole) if plain else whole.to_pylist()


def _unwrap_pandas(game: Game, given: Any) -> Any:
    if not hasattr(given, "dtype"):  # a frame
        return given.to_numpy() if hasattr(given, "to_numpy") else given
    if given.dtype.kind not in KINDS:
        raise make_wrong_column_error(game, given.dtype)
    gone = given.isna()
    if gone.any():  # its own way makes numbers floats, and others than they were
        return [None if is_gone else each for each, is_gone in zip(given.tolist(), gone, strict=True)]
    return given.to_numpy()
