"""Write a solution's files, each whole or not at all, under a temporary name, synced and renamed.

However the records of a file come, all at once or block by block, its bytes are the same.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from zermelo.core.notation.position_codec import encode
from zermelo.core.values import LARGEST_REMOTENESS, NO_END
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode
from zermelo.solver.records.ranked_records import RankedAnswers
from zermelo.solver.records.solution_records import RecordBlock
from zermelo.solver.records.two_bit_values import unpack_values
from zermelo.solver.solution_files.file_entries import (
    Entry,
    format_tier_file_name,
    is_later_file_of_tier,
    iterate_file_spans,
)
from zermelo.solver.solution_files.parquet_tables import (
    NARROW_NO_END,
    ROW_GROUP,
    write_parquet_table,
    write_parquet_tables,
)
from zermelo.solver.storage.disk_quota import DiskQuota

INTEGERS: dict[str, Any] = {
    "column_encoding": {"position": "DELTA_BINARY_PACKED"},
    "write_statistics": ["position"],
}
TEXTS: dict[str, Any] = {**INTEGERS, "column_encoding": {"position": "PLAIN"}}
COMPACT: dict[str, Any] = {
    **INTEGERS,
    "column_encoding": {
        "position": "BYTE_STREAM_SPLIT"
    },  # of which zstd makes two thirds, and 9 three fifths
    "compression_level": 9,
}


def write_tier_records(
    directory: Path, tier: int, block: RecordBlock, disk: DiskQuota, kept: StorageMode = FULL_STORAGE
) -> list[Entry]:
    """Write a tier's files by `write_record_block`, counted on `disk`; what is no integer is all in one."""
    count, entries = len(block.values), []
    parts = [(0, count)] if block.positions.dtype == object else iterate_file_spans(count)
    for part, (begin, end) in enumerate(parts):
        path = directory / format_tier_file_name(tier, part)
        with disk.reserve_file_while_written(path):
            entries.append(
                write_record_block(path, RecordBlock(*(column[begin:end] for column in block)), kept)
            )
    return entries


def write_record_block(path: Path, block: RecordBlock, kept: StorageMode = FULL_STORAGE) -> Entry:
    """Write a file's records, whole or not at all; return its entry for the manifest.

    Integers come sorted by position; what is no integer is written as text and sorted here.
    """
    if block.positions.dtype != object:
        entry = write_parquet_table(
            path, _build_table_of_block(block, kept), len(block.values), **_choose_parquet_options(kept)
        )
        return entry | make_first_position_field(path.name, block)
    texts = [encode(position) for position in block.positions]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    positions = pa.array([texts[index] for index in order], pa.string())
    block = RecordBlock(positions, block.values[order], block.remoteness[order])
    return write_parquet_table(path, _build_table_of_block(block, kept), len(block.values), **TEXTS)


def write_record_blocks(path: Path, blocks: Iterable[RecordBlock], kept: StorageMode = FULL_STORAGE) -> None:
    """Write a file of records of integers that come block by block, at least one, sorted by position.

    No more than two blocks are held at once.
    """
    tables = (_build_table_of_block(block, kept) for block in _yield_row_groups(blocks))
    write_parquet_tables(path, tables, **_choose_parquet_options(kept))


def make_first_position_field(name: str, block: RecordBlock) -> dict[str, int]:
    """Return what the entry of a later file of a tier says besides: its first position."""
    return {"first": int(block.positions[0])} if is_later_file_of_tier(name) else {}


def _yield_row_groups(blocks: Iterable[RecordBlock]) -> Iterator[RecordBlock]:
    """Yield the same records in blocks that are whole row groups, but for the last."""
    rest: RecordBlock | None = None
    yielded = False
    for block in blocks:
        joined = block if rest is None else RecordBlock(*map(np.concatenate, zip(rest, block, strict=True)))
        whole = len(joined.positions) // ROW_GROUP * ROW_GROUP
        if whole:
            yield RecordBlock(*(column[:whole] for column in joined))
            yielded = True
        rest = RecordBlock(*(column[whole:] for column in joined))
    if rest is not None and (len(rest.positions) or not yielded):
        yield rest


def _choose_parquet_options(kept: StorageMode) -> dict[str, Any]:
    return COMPACT if kept.lean else INTEGERS


def _build_table_of_block(block: RecordBlock, kept: StorageMode) -> pa.Table:
    columns = {"position": pa.array(block.positions), "value": pa.array(block.values)}
    if block.values.dtype.kind != "f" and not kept.values_only:
        columns["remoteness"] = pa.array(_narrow_remoteness(block.remoteness))
    return pa.table(columns)


def _narrow_remoteness(remoteness: Any) -> Any:
    """Return plies as they are written: in 16 bits, unless some are longer."""
    ends = remoteness != NO_END
    if (remoteness[ends] > LARGEST_REMOTENESS).any():
        return remoteness.astype(np.uint32)
    return np.where(ends, remoteness, NARROW_NO_END).astype(np.uint16)


def build_values_column(values: Any, *, scored: bool) -> Any:
    """Return values as they are written: a byte each but for points, so that all files of a game are alike.

    Programs that open the whole folder as one table take the types of the first file for all.
    """
    return values if scored or values.dtype.kind == "f" else values.astype(np.int8)


def write_rank_slice(path: Path, answers: RankedAnswers, number: int, *, scored: bool) -> Entry:
    """Write a slice of answers in the order of ranks, as `write_record_block` does; or values alone."""
    if answers.values_only:
        packed = answers.read_packed_values_of_slice(number)
        table = pa.table({"values": pa.array(packed)})
        records, a_third_less = int(unpack_values(packed)[1].sum()), {"compression_level": 9}
        return write_parquet_table(path, table, records, write_statistics=False, **a_third_less)
    values, remoteness, legal = answers.read_answers_of_slice(number)
    return write_answer_slice(path, build_values_column(values, scored=scored), remoteness, legal)


def write_answer_slice(path: Path, values: Any, remoteness: Any, legal: Any) -> Entry:
    """Write answers in the order of ranks, null where there is no position."""
    columns = {"value": values}
    if values.dtype.kind != "f":
        columns["remoteness"] = _narrow_remoteness(remoteness)
    table = pa.table({name: pa.array(column, mask=~legal) for name, column in columns.items()})
    return write_parquet_table(path, table, int(legal.sum()), write_statistics=False)
