"""Numbers that belong together and change: to the interpreter an object, to machine code one pointer.

A dataclass says their names. `new_kernel_record` gives the interpreter the object itself. With `native` its
numbers lie side by side in memory as int64, and the same attributes read and write them there, from Python,
from machine code, and from another thread while that runs. A field that is an array lies there too.
`new_record_rows` gives many of them: objects, or an array of records.

What was tried instead, in negamax on Connect Four, pairs of searches: a NamedTuple of arrays of one item took
10% more time, as each array is seven words to a function that calls itself; the record takes as much as
slots of one array did. The interpreter, given NumPy's records, took 8 to 19% more.
"""

import dataclasses
import functools
import operator
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

Fields = TypeVar("Fields")


@functools.cache
def _make_field_reader(kind: Any) -> Any:
    """Return what reads all fields of a dataclass's object."""
    return operator.attrgetter(*(field.name for field in dataclasses.fields(kind)))


def _make_field_property(name: str) -> property:
    """Return the attribute of a record that is its field of this name."""

    def write_field(record: Any, number: Any) -> None:
        record[name] = number

    return property(operator.itemgetter(name), write_field)


@functools.cache
def _make_record_dtype(kind: Any, shapes: tuple[tuple[int, ...], ...]) -> Any:
    """Return the dtype of records with a dataclass's fields; NumPy's own take five times as long to read."""
    names = [field.name for field in dataclasses.fields(kind)]
    fields = [(name, np.int64, shape) for name, shape in zip(names, shapes, strict=True)]
    record = type(kind.__name__, (np.void,), {name: _make_field_property(name) for name in names})
    return np.dtype((record, np.dtype(fields, align=True)))


def _make_dtype_and_numbers(example: Any) -> tuple[Any, Any]:
    """Return the dtype of records that are like this object, and its numbers."""
    kind: Any = type(example)
    numbers = _make_field_reader(kind)(example)
    return _make_record_dtype(kind, tuple(getattr(number, "shape", ()) for number in numbers)), numbers


def new_kernel_record(fields: Fields, *, native: bool) -> Fields:
    """Return what kernels take for these numbers: the object, or with `native` its numbers in memory."""
    if not native:
        return fields
    dtype, numbers = _make_dtype_and_numbers(fields)
    return np.array([numbers], dtype)[0]  # type: ignore[no-any-return]  # with the same attributes


def copy_record_for_kernels(fields: Fields, kind: Any, *, native: bool) -> Fields:
    """Return the same numbers for other kernels: those of an object or record of this kind."""
    same: Fields = kind(*map(int, _make_field_reader(kind)(fields)))
    return new_kernel_record(same, native=native)


def record_to_bytes(fields: Any, kind: Any) -> bytes:
    """Return the numbers of an object or record: the same for the one as for the other."""
    return b"".join(np.asarray(number, np.int64).tobytes() for number in _make_field_reader(kind)(fields))


class LazyRows(dict[int, Any]):
    """Rows that are made when they are first asked for: most lines of play are short."""

    def __init__(self, make: Callable[[], Any], count: int) -> None:
        super().__init__()
        self.make, self.count = make, count

    def __missing__(self, place: int) -> Any:
        row = self[place] = self.make()
        return row

    def __len__(self) -> int:
        return self.count


def new_record_rows(make: Callable[[], Any], shape: tuple[int, ...], *, native: bool) -> Any:
    """Return as many of the objects that `make` makes, in rows, or with `native` an array of records."""
    if native:
        dtype, numbers = _make_dtype_and_numbers(make())
        rows, one = np.zeros(shape, dtype), np.array(numbers, dtype)
        if any(one.tobytes()):  # else the system's zeros do, which cost nothing before they are used
            rows[...] = one
        return rows
    if len(shape) == 1:
        return LazyRows(make, shape[0])
    return LazyRows(lambda: new_record_rows(make, shape[1:], native=False), shape[0])
