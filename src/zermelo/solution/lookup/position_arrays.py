"""Many positions as a caller gives them, read as arrays; and arrays of them as games and tables have them.

They may be a list, an array, or a column of another library (`solution.lookup.dataframe_columns`); integers,
rows of them, texts, or boards of characters.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from zermelo.core.errors import UnreadablePosition, quote
from zermelo.core.game import Game, Position
from zermelo.core.notation.character_grids import encode
from zermelo.core.notation.position_codec import encode as text_of
from zermelo.core.notation.position_codec import get_position_types
from zermelo.core.notation.position_input import as_position
from zermelo.solution.lookup.dataframe_columns import make_wrong_column_error, unwrap_column

Column = npt.NDArray[Any]


class PositionArray(NamedTuple):
    """Positions as they were given: `positions` as of `Found`, and whether each `fits` what one may be."""

    positions: Column
    fits: Column


def read_positions(game: Game, given: Any, *, strict: bool) -> PositionArray:
    """Return positions as arrays; raises `UnreadablePosition`, where `strict` also for a single one.

    >>> from zermelo.games import Nim
    >>> read_positions(Nim(heaps=(1, 2)), [3, "1 2", -1, None], strict=False)
    PositionArray(positions=array([ 3,  9, -1, -1]), fits=array([ True,  True, False, False]))
    """
    start = next(iter(game.starts()))
    width = _find_position_width(game, start)
    listed = unwrap_column(game, given)
    if isinstance(listed, np.ndarray) and listed.dtype.kind in "iu" and (width or type(start) is int):
        if listed.ndim != (2 if width else 1) or (width and listed.shape[1] != width):
            raise UnreadablePosition(_describe_shape_error(game, listed.shape, width))
        return _read_integers(game, listed, strict=strict)
    if isinstance(listed, np.ndarray) and listed.dtype.kind == "U" and listed.ndim == 3:
        listed = encode(game, listed)
    if isinstance(listed, np.ndarray):
        if listed.dtype.kind not in "iuUO":
            raise make_wrong_column_error(game, listed.dtype)
        listed = listed.tolist()
    if isinstance(listed, str | bytes) or not isinstance(listed, Iterable):
        raise UnreadablePosition(f"{quote(given)} is no list of positions of {game!r}")
    listed = list(listed)
    if type(start) is int and all(type(each) is int for each in listed):
        try:
            return _read_integers(game, np.array(listed, np.int64), strict=strict)
        except OverflowError:
            pass
    return _read_one_by_one(game, start, listed, width, strict=strict)


def _find_position_width(game: Game, start: Position) -> int:
    """Return how many integers each position has that was met in some random play, 0 where that differs."""
    if type(start) is not tuple or not start or not all(type(word) is int for word in start):
        return 0
    types = get_position_types(game)
    return len(start) if types.has_only_type(tuple) and types.lengths == {len(start)} else 0


def _describe_shape_error(game: Game, shape: tuple[int, ...], width: int) -> str:
    wanted = f"[n, {width}]" if width else "[n]"
    return f"an array of integers of shape {list(shape)} holds no positions of {game!r}: give {wanted}"


def _read_integers(game: Game, given: Column, *, strict: bool) -> PositionArray:
    """Return integers of any width as int64; what does not fit is none.

    Numbers are positions where 0 <= p < 2**63; of tuples each word may be below 0.
    """
    positions = given.astype(np.int64)
    least = np.iinfo(np.int64).min if given.ndim == 2 and given.dtype.kind == "i" else 0
    fits: Any = positions >= least  # unsigned ones past 2**63 have become negative
    if fits.ndim == 2:
        fits = fits.all(axis=1)
    if strict and not fits.all():
        wrong = given[int(np.argmin(fits))].tolist()
        as_position(game, wrong)  # which raises for numbers
        raise UnreadablePosition(f"{quote(wrong)} is no position of {game!r}: a word is 2**63 or more")
    return PositionArray(positions, fits)


def _read_one_by_one(
    game: Game, start: Position, listed: list[Any], width: int, *, strict: bool
) -> PositionArray:
    fits: Column = np.zeros(len(listed), np.bool_)
    blank = (-1,) * width if width else -1 if type(start) is int else None
    read: list[Any] = [blank] * len(listed)
    for place, given in enumerate(listed):
        try:
            if given is None and not get_position_types(game).has_type(type(None)):
                raise UnreadablePosition(f"None is no position of {game!r}")
            where = as_position(game, given, start)
            read[place], fits[place] = where, True
        except UnreadablePosition:
            if strict:
                raise
    if (width or type(start) is int) and all(_fits_array_row(each, width) for each in read):
        return PositionArray(
            np.array(read, np.int64).reshape((len(read), width) if width else len(read)), fits
        )
    return PositionArray(as_object_array(read), fits)


def _fits_array_row(where: Any, width: int) -> bool:
    """Return whether a position is one integer, or a tuple of `width`, that an array of int64 can hold."""
    words = where if type(where) is tuple else (where,)
    return len(words) == (width or 1) and all(
        type(word) is int and -(1 << 63) <= word < 1 << 63 for word in words
    )


def as_object_array(listed: Sequence[Any]) -> Column:
    """Return an array of objects, of one dimension whatever they are."""
    made: Column = np.empty(len(listed), object)
    for place, each in enumerate(listed):
        made[place] = each
    return made


def positions_as_python(positions: Column) -> list[Position]:
    """Return positions of an array as the game has them."""
    return list(map(tuple, positions.tolist())) if positions.ndim == 2 else positions.tolist()


def positions_as_arrow(positions: Column) -> pa.Array:
    """Return positions as a column: int64, lists of int64, or text where they are neither."""
    if positions.ndim == 2:
        return pa.FixedSizeListArray.from_arrays(pa.array(positions.reshape(-1)), positions.shape[1])
    if positions.dtype != object:
        return pa.array(positions)
    return pa.array(
        [each if isinstance(each, str | None) else text_of(each) for each in positions], pa.string()
    )
