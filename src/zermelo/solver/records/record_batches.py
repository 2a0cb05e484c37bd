"""Iterate over all records of a solution of any size, batch by batch, in bounded memory.

The records of a batch are a row group of a file, a slice of a tier in memory, or some ranks of a perfect
index. Batches that are not needed are skipped unread.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from zermelo.solver.records.ranked_records import RankedRecords
from zermelo.solver.records.solution_records import RecordBlock, Records, TieredRecords, unpack_answers
from zermelo.solver.solution_files.file_records import FileRecords
from zermelo.solver.solution_files.parquet_tables import ROW_GROUP


class RecordBatch(NamedTuple):
    """Some records that stand together: at most `size` of them, and how to read them."""

    size: int  # of a perfect index the ranks, of which not each need have a position
    read: Callable[[], RecordBlock]


def iterate_record_batches(records: Records) -> Iterator[RecordBatch]:
    """Yield all parts, in the order of the records. Blocks are as of `Records.block`, remoteness is int32."""
    if isinstance(records, RankedRecords):
        for begin in range(0, records.size, records.answers.grain):
            end = min(begin + records.answers.grain, records.size)
            yield RecordBatch(end - begin, _make_deferred_reader(_read_block_of_ranks, records, begin, end))
        return
    for tier in range(records.tier_count):
        count = records.count_tier_records(tier)
        if isinstance(records, FileRecords):
            for number in range(-(-count // ROW_GROUP)):
                size = min(ROW_GROUP, count - number * ROW_GROUP)
                yield RecordBatch(
                    size, _make_deferred_reader(_read_block_of_row_group, records, tier, number)
                )
        elif isinstance(records, TieredRecords):
            for begin in range(0, count, ROW_GROUP):
                end = min(begin + ROW_GROUP, count)
                yield RecordBatch(
                    end - begin, _make_deferred_reader(_read_block_of_rows, records, tier, begin, end)
                )
        else:
            yield RecordBatch(count, _make_deferred_reader(_read_block_of_tier, records, tier))


def _make_deferred_reader(read: Callable[..., RecordBlock], *which: Any) -> Callable[[], RecordBlock]:
    return lambda: read(*which)


def _read_block_of_ranks(records: RankedRecords, begin: int, end: int) -> RecordBlock:
    values, remoteness, legal = records.answers.read_answers_of_ranks(begin, end)
    positions, remoteness = records.unrank_positions(begin, end)[legal], remoteness[legal].astype(np.int32)
    return RecordBlock(positions, values[legal], remoteness)


def _read_block_of_row_group(records: FileRecords, tier: int, number: int) -> RecordBlock:
    positions, values, remoteness = records.read_row_group(tier, number)
    if records.textual:
        positions = records.decode_positions(tier, positions)
    return RecordBlock(positions, values, remoteness.astype(np.int32))


def _read_block_of_rows(records: TieredRecords, tier: int, begin: int, end: int) -> RecordBlock:
    keys, answers = records.get_keys_and_answers(tier)
    values, remoteness = unpack_answers(answers[begin:end], records.shift)
    return RecordBlock(keys[begin:end], values, remoteness.astype(np.int32))


def _read_block_of_tier(records: Records, tier: int) -> RecordBlock:
    positions, values, remoteness = records.read_tier_block(tier)
    return RecordBlock(positions, values, remoteness.astype(np.int32))
