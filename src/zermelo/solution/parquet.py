"""Parquet files: written whole or not at all, checked before they are parsed, read by row groups.

Threads of Arrow never call Python: one that still does when the process ends is torn out of C++, which ends
the process with SIGABRT. So a row group is read by the thread that asks, and a whole file from memory of
Arrow's own.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.core.errors import DamagedSolution
from zermelo.solution.checked import REMEDY, CheckedFile, measured
from zermelo.storage.whole import replacing

ROW_GROUP = 1 << 17  # records read to find one position: a millisecond

Found = TypeVar("Found")
Columns = dict[str, tuple[str, ...]]  # names, and the types that each may have


def write_table(path: Path, table: pa.Table, records: int, **options: Any) -> dict[str, Any]:
    """Write a file that holds `records` positions; return its entry for the manifest."""
    with replacing(path) as temporary:
        pq.write_table(
            table,
            temporary,
            row_group_size=ROW_GROUP,
            compression="zstd",
            use_dictionary=["value", "remoteness", "values"],
            **{"compression_level": 1, **options},
        )
        content = measured(temporary)
    return {"name": path.name, "records": records, **content}


def damaged_among(directory: Path, files: list[dict[str, Any]]) -> str | None:
    """Return the first of a manifest's files whose bytes are not those that were written, or None."""
    for entry in files:
        path = directory / entry["name"]
        try:
            with CheckedFile(path, entry) as file:
                file.check()
        except DamagedSolution:
            return str(path)
    return None


def read_table(
    path: Path, entry: dict[str, Any], columns: Columns, rows: int, group: int | None = None
) -> pa.Table:
    """Return a row group of a file that a manifest's entry tells of, or the whole; see `open_parquet`."""
    if group is not None:
        return read_group(open_parquet(path, entry, columns, rows), group, path)
    with CheckedFile(path, entry) as file:
        content = file.read()
    buffer = pa.allocate_buffer(len(content))
    np.frombuffer(buffer, np.uint8)[:] = np.frombuffer(content, np.uint8)
    found = _opened(pa.BufferReader(buffer), path, columns, rows)
    return _read(found.read, path)


def open_parquet(path: Path, entry: dict[str, Any], columns: Columns, rows: int) -> pq.ParquetFile:
    """Open a file that a manifest's entry tells of, for `read_group`.

    `columns` has the types that each column may have. Raises `DamagedSolution` where the file is missing, was
    changed, or does not hold so many rows of such columns, in row groups.
    """
    return _opened(pa.PythonFile(CheckedFile(path, entry), mode="r"), path, columns, rows)


def read_group(file: pq.ParquetFile, group: int, path: Path) -> pa.Table:
    """Return one row group; raises `DamagedSolution`."""
    return _read(lambda: file.read_row_group(group, use_threads=False), path)


def _opened(source: Any, path: Path, columns: Columns, rows: int) -> pq.ParquetFile:
    try:
        found = pq.ParquetFile(source)
        schema, metadata = found.schema_arrow, found.metadata
    except (OSError, pa.ArrowException) as error:
        raise DamagedSolution(f"{path} is damaged ({_line(error)}): {REMEDY}") from error
    types = dict(zip(schema.names, map(str, schema.types), strict=True))
    fits = list(types) == list(columns) and all(types[name] in columns[name] for name in columns)
    if not fits or metadata.num_rows != rows or metadata.num_row_groups != -(-rows // ROW_GROUP):
        raise DamagedSolution(f"{path} is damaged: it holds other columns or rows than a solution; {REMEDY}")
    return found


def _read(read: Callable[[], pa.Table], path: Path) -> pa.Table:
    try:
        return read()
    except (OSError, pa.ArrowException) as error:
        raise DamagedSolution(f"{path} is damaged ({_line(error)}): {REMEDY}") from error


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def recent(cache: dict[Any, Found], name: Any, most: int, read: Callable[[], Found]) -> Found:
    """Return what the cache has under a name, or what `read` returns; it keeps the `most` asked for last."""
    found = cache.pop(name, None)
    if found is None:
        found = read()
    cache[name] = found
    if len(cache) > most:
        del cache[next(iter(cache))]
    return found
