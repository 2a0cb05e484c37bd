"""Tables of integers, as compiled rules hold them: read-only arrays.

Numba cannot index a tuple of rows of different lengths by a variable. A rectangular table becomes one
array. In a ragged one the rows lie one after another in a flat array, and two index arrays say where each
row begins and ends; deeper raggedness nests this. A *level* counts how many ragged indices were taken:
level 0 is the whole table, and a place at level k is an integer, its number among all places there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

SMALLEST_WORD = -(1 << 63)
LARGEST_WORD = (1 << 63) - 1
SEQUENCES = (tuple, list, range, set, frozenset)


class NotATable(Exception):
    """The value is no table of integers; the message states why."""


@dataclass(frozen=True)
class IntegerTable:
    """A nested sequence of integers and the arrays that hold it."""

    values: tuple[Any, ...]  # nested tuples of int or bool, as the rules see them
    flat: Any  # [item] or [item, column ...] int64 or bool
    bounds: tuple[tuple[Any, Any], ...]  # for each ragged level: [place] int64, first and end of its items

    @property
    def ragged_depth(self) -> int:
        """The number of indices to take before rows are one array."""
        return len(self.bounds)

    @property
    def depth(self) -> int:
        """The number of indices that lead to an integer."""
        return int(self.flat.ndim) + self.ragged_depth

    @property
    def integer_count(self) -> int:
        """How many integers the table holds."""
        return int(self.flat.size)


def make_integer_table(value: object) -> IntegerTable:
    """Return the table of a nested sequence; raises `NotATable`."""
    values = _convert_to_tuples(value)
    depth = _compute_nesting_depth(values)
    _check_table_shape(values, depth)
    boolean = all(isinstance(item, bool) for item in _iterate_integers(values)) and any(
        True for _ in _iterate_integers(values)
    )
    for ragged in range(depth):
        rows = _list_sequences_at_level(values, ragged)
        shape = _find_common_shape([item for row in rows for item in row], depth - ragged - 1)
        if shape is not None:
            count = sum(len(row) for row in rows)
            flat = np.array(list(_iterate_integers(values)), dtype=np.bool_ if boolean else np.int64)
            bounds = tuple(
                _compute_row_bounds(_list_sequences_at_level(values, level)) for level in range(1, ragged + 1)
            )
            return IntegerTable(values, _make_read_only(flat.reshape((count, *shape))), bounds)
    raise NotATable("it is no table of integers")


def convert_to_rule_value(value: object) -> int | None:
    """Return what a rule would compute with: bool stays bool, enumerations become integers."""
    if isinstance(value, bool):
        return value
    return int(value) if isinstance(value, int) else None


def _convert_to_tuples(value: object) -> Any:
    number = convert_to_rule_value(value)
    if number is not None:
        if not SMALLEST_WORD <= number <= LARGEST_WORD:
            raise NotATable(f"it holds {number}, which does not fit in 64 bits: use two words")
        return number
    if isinstance(value, np.ndarray):
        raise NotATable("it holds a NumPy array, whose items wrap and compare otherwise than int: .tolist()")
    if isinstance(value, SEQUENCES):
        return tuple(_convert_to_tuples(item) for item in value)
    said = "a value of an Enum: use IntEnum" if isinstance(value, Enum) else repr(value)[:60]
    raise NotATable(f"it holds {said}: rules compute with integers only")


def _compute_nesting_depth(values: Any) -> int:
    if not isinstance(values, tuple):
        return 0
    return 1 + max((_compute_nesting_depth(item) for item in values), default=0)


def _check_table_shape(values: Any, depth: int) -> None:
    if isinstance(values, tuple) != (depth > 0):
        raise NotATable(
            "it mixes integers and sequences at one depth: write one table for each kind, of equal length"
        )
    for item in values if depth else ():
        _check_table_shape(item, depth - 1)


def _iterate_integers(values: Any) -> Iterator[int]:
    if not isinstance(values, tuple):
        yield values
        return
    for item in values:
        yield from _iterate_integers(item)


def _list_sequences_at_level(values: Any, level: int) -> list[Any]:
    places = [values]
    for _ in range(level):
        places = [item for place in places for item in place]
    return places


def _find_common_shape(rows: list[Any], depth: int) -> tuple[int, ...] | None:
    """Return the shape that all rows share, or None."""
    if depth == 0:
        return ()
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        return None
    inner = _find_common_shape([item for row in rows for item in row], depth - 1)
    return None if inner is None else (*(lengths or {0}), *inner)


def _compute_row_bounds(places: Iterable[Any]) -> tuple[Any, Any]:
    ends = np.cumsum([len(place) for place in places], dtype=np.int64)
    firsts = np.concatenate((np.zeros(1, np.int64), ends[:-1]))[: len(ends)]
    return _make_read_only(firsts), _make_read_only(ends)


def _make_read_only(array: Any) -> Any:
    array = np.ascontiguousarray(array)
    array.flags.writeable = False
    return array
