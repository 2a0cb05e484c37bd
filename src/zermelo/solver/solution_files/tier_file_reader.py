"""The files of a tier of a solution, read where they are asked for: one row group for a position."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from zermelo.core.errors import DamagedSolution
from zermelo.core.values import UNTIMED
from zermelo.solver.records.solution_records import RecordBlock
from zermelo.solver.solution_files.checked_file import damage_remedy
from zermelo.solver.solution_files.file_entries import Entry
from zermelo.solver.solution_files.parquet_tables import (
    ROW_GROUP,
    CheckedParquetFile,
    Columns,
    RecencyCache,
    read_remoteness_column,
)
from zermelo.solver.storage.arrow_buffers import as_numpy
from zermelo.solver.storage.file_locations import Location

Group = tuple[Any, ...]


class TierFiles:
    """A tier's files, one after the other by position, as one."""

    def __init__(
        self,
        place: Location,
        entries: list[Entry],
        columns: Columns,
        opened: RecencyCache[CheckedParquetFile],
        groups: RecencyCache[Group],
        decode: Callable[[str], Any],
    ) -> None:
        self._files = [_TierFile(place, entry, columns, opened, groups, decode) for entry in entries]
        self._records = [entry["records"] for entry in entries]
        self._firsts = [entry["first"] for entry in entries[1:]]

    @property
    def row_group_key_bounds(self) -> list[tuple[Any, Any]]:
        """The least and the greatest key of each row group."""
        return [each for file in self._files for each in file.row_group_key_bounds]

    def find(self, key: Any) -> tuple[Any, int] | None:
        """Return the record of `key`, reading the one row group that may hold it."""
        return self._files[bisect_right(self._firsts, key) if self._firsts else 0].find(key)

    def read_cached_row_group(self, number: int) -> Group:
        """Return a row group's columns, from among those read last."""
        file, within = self._find_file_of_group(number)
        return file.read_cached_row_group(within)

    def read_row_group(self, number: int) -> Group:
        """Return a row group's columns: keys, values and remoteness."""
        file, within = self._find_file_of_group(number)
        return file.read_row_group(within)

    def read_whole_block(self, textual: bool) -> RecordBlock:
        """Return all records."""
        if len(self._files) == 1:
            return self._files[0].read_whole_block(textual)
        whole: RecordBlock | None = None
        begin = 0
        for file, count in zip(self._files, self._records, strict=True):
            block = file.read_whole_block(textual)
            if whole is None:
                whole = RecordBlock(*(np.empty(sum(self._records), column.dtype) for column in block))
            for column, part in zip(whole, block, strict=True):
                column[begin : begin + count] = part
            begin += count
        assert whole is not None
        return whole

    def decode_positions(self, texts: Any) -> Any:
        """Return the positions [n] object that texts write."""
        return self._files[0].decode_positions(texts)

    def _find_file_of_group(self, number: int) -> "tuple[_TierFile, int]":
        """Return in which file a row group is, and the how manieth there."""
        if len(self._files) == 1:
            return self._files[0], number
        file, within = divmod(number, self._records[0] // ROW_GROUP)
        return self._files[file], within


class _TierFile:
    """One Parquet file, with the bounds of its row groups."""

    def __init__(
        self,
        place: Location,
        entry: dict[str, Any],
        columns: Columns,
        opened: RecencyCache[CheckedParquetFile],
        groups: RecencyCache[Group],
        decode: Callable[[str], Any],  # from the text of a position
    ) -> None:
        self._decode = decode
        self.path = place / entry["name"]
        self._entry = entry
        self._columns = columns
        self._groups = groups
        self._opened = opened  # by all tiers, the latest used last: a process may open a thousand files or so

    @property
    def _parquet_file(self) -> CheckedParquetFile:
        def open_parquet_file() -> CheckedParquetFile:
            return CheckedParquetFile(self.path, self._entry, self._columns, self._entry["records"])

        return self._opened.get_or_read(self.path, open_parquet_file)

    @cached_property
    def row_group_key_bounds(self) -> list[tuple[Any, Any]]:
        """The least and the greatest key of each row group."""
        metadata = self._parquet_file.metadata
        columns = (metadata.row_group(group).column(0) for group in range(metadata.num_row_groups))
        found = [column.statistics for column in columns]
        if any(statistics is None or not statistics.has_min_max for statistics in found):
            if self._columns["position"] == ("string",):  # Parquet notes none of texts past 4,096 bytes
                keys = [self.read_cached_row_group(number)[0] for number in range(metadata.num_row_groups)]
                return [(key[0], key[-1]) for key in keys]
            raise DamagedSolution(
                f"{self.path} is damaged: it does not say where its positions are; {damage_remedy(self.path)}"
            )
        bounds = [(statistics.min, statistics.max) for statistics in found]
        if "first" in self._entry:
            self._check_first_position(bounds[0][0])
        return bounds

    def find(self, key: Any) -> tuple[int, int] | None:
        """Return the record of `key`, reading the one row group that may hold it."""
        group = bisect_right(self.row_group_key_bounds, key, key=lambda bounds: bounds[0]) - 1
        if group < 0 or key > self.row_group_key_bounds[group][1]:
            return None
        positions, values, remoteness = self.read_cached_row_group(group)
        place = bisect_left(positions, key)
        if place == len(positions) or positions[place] != key:
            return None
        return values[place].item(), int(remoteness[place])

    def read_cached_row_group(self, group: int) -> Group:
        """Return a row group's columns, from among those read last."""

        def copy_row_group_columns() -> Group:
            return tuple(column.copy() for column in self.read_row_group(group))  # Arrow's take triple memory

        return self._groups.get_or_read((self.path, group), copy_row_group_columns)

    def read_row_group(self, group: int) -> Group:
        """Return a row group's columns: keys, values and remoteness."""
        table = self._parquet_file.read_row_group(group)
        return as_numpy(table["position"]), as_numpy(table["value"]), _get_remoteness_column(table)

    def read_whole_block(self, textual: bool) -> RecordBlock:
        """Return the records of the whole file."""
        table = self._parquet_file.read_all_rows()
        column = table["position"]
        positions = self.decode_positions(column.to_pylist()) if textual else as_numpy(column)
        if "first" in self._entry:
            self._check_first_position(positions[0])
        values = as_numpy(table["value"])
        values = values if values.dtype.kind == "f" else values.astype(np.int16)
        return RecordBlock(positions, values, _get_remoteness_column(table))

    def _check_first_position(self, first: Any) -> None:
        if first != self._entry["first"]:
            raise DamagedSolution(
                f"{self.path} is damaged: it begins elsewhere than it is said to; {damage_remedy(self.path)}"
            )

    def decode_positions(self, texts: Any) -> Any:
        """Return the positions [n] object that literals write out."""
        positions = np.empty(len(texts), object)
        for place, text in enumerate(texts):
            positions[place] = self._decode_position(text)
        return positions

    def _decode_position(self, text: Any) -> Any:
        """Return the position that a text writes."""
        try:
            return self._decode(text)
        except (ValueError, TypeError, AttributeError) as error:
            raise DamagedSolution(
                f"{self.path} is damaged: {str(text)[:40]!r} is no position of the game; "
                f"{damage_remedy(self.path)}"
            ) from error


def _get_remoteness_column(table: pa.Table) -> Any:
    """Return the column of remoteness, UNTIMED everywhere where there is none."""
    if "remoteness" in table.column_names:
        return read_remoteness_column(table)
    return np.full(table.num_rows, UNTIMED, np.int32)
