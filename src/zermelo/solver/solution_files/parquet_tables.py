"""Parquet files: written whole or not at all, checked before they are parsed, read by row groups.

Arrow is given no file. The footer or a row group is read and compared here, when it is needed. It is then put
at its offset in a buffer as long as the file, which Arrow owns (see `solver.storage.arrow_buffers`). That
buffer takes memory only where something was written.
"""

import itertools
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.core.errors import DamagedSolution, StorageFailed
from zermelo.core.values import LARGEST_REMOTENESS, NO_END
from zermelo.solver.solution_files.checked_file import (
    CheckedFile,
    damage_remedy,
    hash_blocks_of_file,
)
from zermelo.solver.storage.arrow_buffers import allocate_buffer, as_numpy
from zermelo.solver.storage.atomic_files import replace_atomically
from zermelo.solver.storage.file_locations import Location

NARROW_NO_END = LARGEST_REMOTENESS + 1  # NO_END in a column of 16 bits
ROW_GROUP = 1 << 15  # records read to find one position: a quarter of a millisecond
LENGTH_AND_MAGIC = 8  # bytes at the end of a Parquet file: how long the description before them is, and PAR1
DESCRIBED = 2_048, 160  # bytes that a description hardly exceeds: of a file, and of a column in a row group

Found = TypeVar("Found")
Columns = dict[str, tuple[str, ...]]  # names, and the types that each may have


def write_parquet_table(path: Path, table: pa.Table, records: int, **options: Any) -> dict[str, Any]:
    """Write a file that holds `records` positions; return its entry for the manifest."""
    with replace_atomically(path) as temporary:
        write_parquet_tables(temporary, [table], **options)
        content = hash_blocks_of_file(temporary)
    return {"name": path.name, "records": records, **content}


def write_parquet_tables(path: Path, tables: Iterable[pa.Table], **options: Any) -> None:
    """Write one file of tables that follow each other, at least one; all but the last have whole row groups.

    It is the same file as of all of them at once.
    """
    waiting = iter(tables)
    first = next(waiting)
    options = {"compression_level": 1, **options}
    with pq.ParquetWriter(
        path,
        first.schema,
        compression="zstd",
        use_dictionary=["value", "remoteness", "values"],
        **options,
    ) as writer:
        for table in itertools.chain([first], waiting):
            if table.num_rows:  # of none there would be a row group of its own
                writer.write_table(table, row_group_size=ROW_GROUP)


def find_damaged_entry(place: Location, files: list[dict[str, Any]]) -> str | None:
    """Return the first of a manifest's files whose bytes are not those that were written, or None."""
    for entry in files:
        path = place / entry["name"]
        try:
            CheckedFile(path, entry).check_all_blocks()
        except DamagedSolution:
            return str(path)
    return None


class CheckedParquetFile:
    """A Parquet file that a manifest's entry describes, for reading.

    `columns` has the types that each column may have. Raises `DamagedSolution` where the file is missing, was
    changed, or does not hold so many rows of such columns, in row groups.
    """

    def __init__(self, path: Location, entry: dict[str, Any], columns: Columns, rows: int) -> None:
        self.path = path
        self._file = CheckedFile(path, entry)
        groups = -(-rows // ROW_GROUP)
        found = self._parse_or_raise_damage(
            lambda: self._open_by_footer(DESCRIBED[0] + DESCRIBED[1] * groups * len(columns))
        )
        self.metadata: pq.FileMetaData = found.metadata
        types = dict(zip(found.schema_arrow.names, map(str, found.schema_arrow.types), strict=True))
        fits = list(types) == list(columns) and all(types[name] in columns[name] for name in columns)
        if not fits or self.metadata.num_rows != rows or self.metadata.num_row_groups != groups:
            raise DamagedSolution(
                f"{path} is damaged: it holds other columns or rows than a solution; {damage_remedy(path)}"
            )

    def read_row_group(self, number: int) -> pa.Table:
        """Return one row group; raises `DamagedSolution`."""
        return self._parse_or_raise_damage(
            lambda: self._open_with_byte_range(*self._find_group_span(number)).read_row_group(number)
        )

    def read_all_rows(self) -> pa.Table:
        """Return all rows; raises `DamagedSolution`."""
        return self._parse_or_raise_damage(lambda: self._open_with_byte_range(0, self._file.size).read())

    def _open_by_footer(self, described: int) -> pq.ParquetFile:
        """Return the file as its end describes it, which says in its last bytes how long it is.

        So many bytes are read at once, as that is mostly all of it.
        """
        size = self._file.size
        buffer, image = allocate_buffer(size)
        begin = max(size - LENGTH_AND_MAGIC - described, 0)
        self._file.copy_bytes_into(image, begin, size)
        length = int.from_bytes(image[-LENGTH_AND_MAGIC:][:4].tobytes(), "little")
        first = max(size - LENGTH_AND_MAGIC - length, 0)
        if first < begin:
            self._file.copy_bytes_into(image, first, begin)
        return pq.ParquetFile(pa.BufferReader(buffer))

    def _find_group_span(self, number: int) -> tuple[int, int]:
        """Return where a row group begins and ends."""
        group = self.metadata.row_group(number)
        begin, end = self._file.size, 0
        for column in map(group.column, range(group.num_columns)):
            pages = column.dictionary_page_offset, column.data_page_offset
            first = min(page for page in pages if page is not None)
            begin, end = min(begin, first), max(end, first + column.total_compressed_size)
        return max(begin, 0), min(end, self._file.size)

    def _open_with_byte_range(self, begin: int, end: int) -> pq.ParquetFile:
        """Return the file with the bytes between, whatever else."""
        buffer, image = allocate_buffer(self._file.size)
        self._file.copy_bytes_into(image, begin, end)
        return pq.ParquetFile(pa.BufferReader(buffer), metadata=self.metadata)

    def _parse_or_raise_damage(self, parse: Callable[[], Found]) -> Found:
        try:
            return parse()
        except MemoryError:
            raise
        except StorageFailed:
            raise
        except (OSError, pa.ArrowException) as error:
            line = str(error).strip().partition("\n")[0]
            raise DamagedSolution(f"{self.path} is damaged ({line}): {damage_remedy(self.path)}") from error


class RecencyCache(Generic[Found]):
    """What was read and asked for last, as much of it as weighs `most` together; one thing at least.

    Threads may ask at once: then something may be read twice.
    """

    def __init__(self, most: int, weigh: Callable[[Found], int] = lambda _: 1) -> None:
        self.most, self.weight = most, 0
        self._weigh = weigh
        self._found: OrderedDict[Hashable, tuple[Found, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get_or_read(self, name: Hashable, read: Callable[[], Found]) -> Found:
        """Return what is kept under a name, or what `read` returns."""
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
                return self._found[name][0]
        found = read()
        weight = self._weigh(found)
        with self._lock:
            self.weight += weight - self._found.pop(name, (found, 0))[1]
            self._found[name] = found, weight
            while self.weight > self.most and len(self._found) > 1:
                self.weight -= self._found.popitem(last=False)[1][1]
        return found


def read_remoteness_column(table: pa.Table) -> Any:
    """Return a table's plies as int32, NO_END where play need not end; of nulls any number."""
    plies = as_numpy(table["remoteness"])
    if plies.dtype != np.uint16:
        return plies.astype(np.int32)
    return np.where(plies == NARROW_NO_END, np.int32(NO_END), plies.astype(np.int32))


def count_column_bytes(columns: tuple[Any, ...]) -> int:
    """Return the bytes that arrays take, those of texts included."""
    weight = 0
    for column in columns:
        weight += column.nbytes
        if column.dtype == object:
            weight += sum(map(sys.getsizeof, column))
    return weight
