"""A solution as tables of Arrow, pandas and Polars, whole or some rows at a time."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyarrow as pa

from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.values import NO_END
from zermelo.solution.lookup.position_arrays import positions_as_arrow
from zermelo.solution.solution import Solution
from zermelo.solver.records.record_batches import iterate_record_batches

ROWS: Final = 65_536


def scan_record_batches(solution: Solution, rows: int = ROWS) -> Iterator[pa.RecordBatch]:
    """Yield all records, at most `rows` at a time: position, value, and remoteness or null."""
    if not is_count(rows, 1):
        raise BadParameter(f"rows={rows!r}: batches have at least one row")
    words = solution.records.words
    for part in iterate_record_batches(solution.records):
        block = part.read()
        for begin in range(0, len(block.values), rows):
            positions, values, remoteness = (column[begin : begin + rows] for column in block)
            if words is not None and positions.dtype != object:
                positions = words.unpack_all(positions)
            columns = [
                positions_as_arrow(positions),
                pa.array(values),
                pa.array(remoteness.astype(np.int32), mask=remoteness >= NO_END),
            ]
            yield pa.RecordBatch.from_arrays(columns, ["position", "value", "remoteness"])


def to_arrow(solution: Solution) -> pa.Table:
    """Return all records as a table of Arrow."""
    return pa.Table.from_batches(list(scan_record_batches(solution)))


def to_pandas(solution: Solution) -> Any:
    """Return all records as a pandas frame; NA in the remoteness column means that there is none."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra('pandas is not installed: pip install "zermelo[data]"') from error
    nullable = {pa.int32(): pandas.Int32Dtype()}
    return to_arrow(solution).to_pandas(types_mapper=nullable.get)


def to_polars(solution: Solution) -> Any:
    """Return all records as a frame of Polars."""
    try:
        import polars
    except ImportError as error:
        raise MissingExtra('Polars is not installed: pip install "zermelo[data]"') from error
    return polars.from_arrow(to_arrow(solution))
