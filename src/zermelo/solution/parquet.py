"""Parquet files: written whole or not at all, checked before they are parsed, read by row groups.

Arrow is given no file. What is asked for, the end of a file that tells where all is or a row group, is read
and compared here, and lies where it belongs in memory as long as the file, which Arrow owns (see
`storage.arrow`) and which is taken only where something was written.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.core.errors import DamagedSolution
from zermelo.solution.checked import REMEDY, CheckedFile, measured
from zermelo.storage.arrow import own_memory
from zermelo.storage.whole import replacing

ROW_GROUP = 1 << 15  # records read to find one position: a quarter of a millisecond
LENGTH_AND_MAGIC = 8  # bytes at the end of a Parquet file: how long the description before them is, and PAR1

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
            CheckedFile(path, entry).check()
        except DamagedSolution:
            return str(path)
    return None


class TableFile:
    """A Parquet file that a manifest's entry tells of, for reading.

    `columns` has the types that each column may have. Raises `DamagedSolution` where the file is missing, was
    changed, or does not hold so many rows of such columns, in row groups.
    """

    def __init__(self, path: Path, entry: dict[str, Any], columns: Columns, rows: int) -> None:
        self.path = path
        self._file = CheckedFile(path, entry)
        found = self._parsed(self._end)
        self.metadata: pq.FileMetaData = found.metadata
        types = dict(zip(found.schema_arrow.names, map(str, found.schema_arrow.types), strict=True))
        fits = list(types) == list(columns) and all(types[name] in columns[name] for name in columns)
        groups = -(-rows // ROW_GROUP)
        if not fits or self.metadata.num_rows != rows or self.metadata.num_row_groups != groups:
            raise DamagedSolution(
                f"{path} is damaged: it holds other columns or rows than a solution; {REMEDY}"
            )

    def group(self, number: int) -> pa.Table:
        """Return one row group; raises `DamagedSolution`."""
        return self._parsed(lambda: self._having(*self._place(number)).read_row_group(number))

    def whole(self) -> pa.Table:
        """Return all rows; raises `DamagedSolution`."""
        return self._parsed(lambda: self._having(0, self._file.size).read())

    def _end(self) -> pq.ParquetFile:
        """Return the file as its end describes it, which says in its last bytes how long it is."""
        size = self._file.size
        buffer, image = own_memory(size)
        self._file.read_into(image, max(size - LENGTH_AND_MAGIC, 0), size)
        length = int.from_bytes(image[-LENGTH_AND_MAGIC:][:4].tobytes(), "little")
        self._file.read_into(image, max(size - LENGTH_AND_MAGIC - length, 0), size)
        return pq.ParquetFile(pa.BufferReader(buffer))

    def _place(self, number: int) -> tuple[int, int]:
        """Return where a row group begins and ends."""
        group = self.metadata.row_group(number)
        begin, end = self._file.size, 0
        for column in map(group.column, range(group.num_columns)):
            pages = column.dictionary_page_offset, column.data_page_offset
            first = min(page for page in pages if page is not None)
            begin, end = min(begin, first), max(end, first + column.total_compressed_size)
        return max(begin, 0), min(end, self._file.size)

    def _having(self, begin: int, end: int) -> pq.ParquetFile:
        """Return the file with the bytes between, whatever else."""
        buffer, image = own_memory(self._file.size)
        self._file.read_into(image, begin, end)
        return pq.ParquetFile(pa.BufferReader(buffer), metadata=self.metadata)

    def _parsed(self, parse: Callable[[], Found]) -> Found:
        try:
            return parse()
        except MemoryError:
            raise
        except (OSError, pa.ArrowException) as error:
            line = str(error).strip().partition("\n")[0]
            raise DamagedSolution(f"{self.path} is damaged ({line}): {REMEDY}") from error


def recent(cache: dict[Any, Found], name: Any, most: int, read: Callable[[], Found]) -> Found:
    """Return what the cache has under a name, or what `read` returns; it keeps the `most` asked for last.

    Threads may ask at once: then something may be read twice.
    """
    found = cache.pop(name, None)
    if found is None:
        found = read()
    cache[name] = found
    if len(cache) > most:
        with contextlib.suppress(RuntimeError, StopIteration):  # of a cache that another thread changes
            cache.pop(next(iter(cache)), None)
    return found
