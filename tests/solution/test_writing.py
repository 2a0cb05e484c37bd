"""A file's bytes are the same however its records come: all at once, or block by block."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from zermelo.solution.parquet import ROW_GROUP
from zermelo.solution.records import Block
from zermelo.solution.writing import write_block, write_blocks

pytestmark = pytest.mark.quick


def block(count: int, scored: bool, seed: int = 1) -> Block:
    """Return records drawn by lot."""
    chance = np.random.default_rng(seed)
    values = chance.integers(-9, 10, count).astype(np.int16 if scored else np.int8)
    positions = np.cumsum(chance.integers(1, 1000, count))
    return Block(positions, values, chance.integers(0, 40, count).astype(np.uint16))


@pytest.mark.parametrize("scored", [False, True])
@pytest.mark.parametrize("count", [1, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 1, 3 * ROW_GROUP + 7])
def test_blocks_of_any_sizes_make_the_same_file(count: int, scored: bool, tmp_path: Path) -> None:
    whole = block(count, scored)
    write_block(tmp_path / "at-once", whole)
    chance = np.random.default_rng(count)
    for number in range(6):
        cuts = np.sort(chance.integers(0, count + 1, number))
        parts = [np.split(column, cuts) for column in whole]
        write_blocks(tmp_path / "by-blocks", (Block(*part) for part in zip(*parts, strict=True)))
        assert (tmp_path / "by-blocks").read_bytes() == (tmp_path / "at-once").read_bytes()


def test_a_file_is_what_arrow_writes_of_one_table(tmp_path: Path) -> None:
    """Told without any code of ours: the same rows, in row groups of the same sizes."""
    whole = block(2 * ROW_GROUP + 5, scored=False)
    entry = write_block(tmp_path / "ours", whole)
    found = pq.ParquetFile(tmp_path / "ours")
    groups = [found.metadata.row_group(number).num_rows for number in range(found.num_row_groups)]
    assert groups == [ROW_GROUP, ROW_GROUP, 5] and entry["records"] == sum(groups)
    assert found.read().equals(
        pa.table({"position": whole.positions, "value": whole.values, "remoteness": whole.remoteness})
    )
