"""A tier's files, one or several: every executor writes the same, block by block, and they are read as one."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made.random_games import RandomLayers
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, files_of, killed_at_random

import zermelo
from zermelo import solution
from zermelo.core.errors import DamagedSolution
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.solver.cluster import record_ranges
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.records import record_batches
from zermelo.solver.records.compact_records import StorageMode
from zermelo.solver.records.solution_records import RecordBlock
from zermelo.solver.solution_files import file_entries, parquet_tables, tier_file_reader, tier_file_writer
from zermelo.solver.solution_files.file_entries import (
    find_files_fault,
    find_tier_fault,
    group_files_by_tier,
    is_later_file_of_tier,
)
from zermelo.solver.solution_files.parquet_tables import ROW_GROUP
from zermelo.solver.solution_files.solution_manifest import MANIFEST, read_manifest
from zermelo.solver.solution_files.tier_file_writer import write_record_block, write_record_blocks
from zermelo.solver.storage.sealed_json import seal_json_object

GROUP, RECORDS = 16, 48
LAYERS = RandomLayers(seed=3, width=200, depth=4, most=5, begins=40)


pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row groups and files of a few records."""
    for module in (parquet_tables, tier_file_writer, tier_file_reader, file_entries, record_batches):
        monkeypatch.setattr(module, "ROW_GROUP", GROUP)
    monkeypatch.setattr(file_entries, "RECORDS", RECORDS)
    monkeypatch.setattr(record_ranges, "PIECE", 7)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("bucket", few([50, 200, 10_000], 2))
def test_every_way_writes_the_same_files(bucket: int, tmp_path: Path) -> None:
    one = zermelo.solve(LAYERS, store=tmp_path / "one", interpreted=False)
    many = solve_by_tasks(LAYERS, InOrder(), str(tmp_path / "many"), bucket=bucket)
    files = files_of(one.directory)
    assert files_of(many.place) == files and sum(map(is_later_file_of_tier, files)) >= 6
    found = zermelo.open(LAYERS, tmp_path / "many")
    assert table_of(found) == expected(LAYERS)
    assert "every stored answer" in str(found.verify())


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("text", "bucket"),
    few(
        [
            ("pig(target=6)", 20),
            ("nim(heaps=(3, 4, 5))", 40),
            ("three_mens_morris", 200),
            ("dodgem(size=3)", 400),
        ],
        2,
    ),
)
def test_other_games(text: str, bucket: int, tmp_path: Path) -> None:
    """Play that comes round, dice, and the interpreter's dictionaries."""
    one = zermelo.solve(text, store=tmp_path / "one")
    files = files_of(one.directory)
    assert sum(map(is_later_file_of_tier, files)) >= 2
    again = zermelo.solve(text)
    for tier in range(again.records.tier_count):
        block = again.records.read_tier_block(tier)
        for position, value, remoteness in zip(*(column.tolist() for column in block), strict=True):
            assert one.records.find(position) == (value, remoteness)
    assert "every stored answer" in str(zermelo.open(text, tmp_path / "one").verify())
    many = solve_by_tasks(zermelo.game(text), InOrder(), str(tmp_path / "many"), bucket=bucket)
    assert files_of(many.place) == files


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("values_only", [False, True])
def test_lean_ones(values_only: bool, tmp_path: Path) -> None:
    kept = StorageMode(lean=True, values_only=values_only)
    one = zermelo.solve(LAYERS, store=tmp_path / "one", lean=True, values_only=values_only, interpreted=False)
    many = solve_by_tasks(LAYERS, InOrder(), str(tmp_path / "many"), bucket=30, kept=kept)
    files = files_of(one.directory)
    assert files_of(many.place) == files and any(map(is_later_file_of_tier, files))
    found, whole = zermelo.open(LAYERS, tmp_path / "many"), expected(LAYERS)
    assert found.summary.lean and found.summary.positions == one.summary.positions == len(whole)
    assert found.verify().checked == solution.verify_on(found, "threads").checked
    for position, (value, remoteness) in whole.items():
        record = found.records.find(position)
        assert record is not None and record[0] == value
        assert values_only or record[1] == remoteness


@pytest.mark.usefixtures("small")
def test_questions(tmp_path: Path) -> None:
    """One position, many, some tiers' row groups, statistics, a comparison, by files and as one table."""
    whole = zermelo.solve(LAYERS, interpreted=False)
    filed = zermelo.solve(LAYERS, store=tmp_path, interpreted=False)
    table = expected(LAYERS)
    keys = sorted(table)
    for key in (*keys, keys[-1] + 1, 1 << 40):
        assert filed.records.find(key) == whole.records.find(key)
    found = filed.lookup(np.array(keys))
    assert found.values.tolist() == [table[key][0] for key in keys]
    assert found.remoteness.tolist() == [table[key][1] for key in keys]
    numbers = []
    for tier in range(filed.records.tier_count):
        bounds = filed.records.get_row_group_key_bounds(tier)  # type: ignore[attr-defined]  # of files
        groups = [filed.records.read_row_group(tier, number) for number in range(len(bounds))]  # type: ignore[attr-defined]
        assert [(group[0][0], group[0][-1]) for group in groups] == bounds
        assert (
            np.concatenate([group[0] for group in groups]).tolist()
            == filed.records.read_tier_block(tier).positions.tolist()
        )
        numbers.append(len(bounds))
    assert max(numbers) > RECORDS // GROUP
    left, right = (each.stats().as_json() for each in (whole, filed))
    assert left == right
    directory = filed.directory
    assert directory is not None
    rows = sum(pq.read_table(path).num_rows for path in directory.glob("tier-*.parquet"))
    assert rows == len(table)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", few(range(3), 1))
def test_killed_in_writing(seed: int, tmp_path: Path) -> None:
    """Whoever goes on writes what is lacking; no file is written twice."""
    want = files_of(zermelo.solve(LAYERS, store=tmp_path / "one", interpreted=False).directory)
    often = {"write": 0.3, "merge_records": 0.2}
    place, kills, done = killed_at_random(
        LAYERS, tmp_path / "many", seed, lambda task: often.get(task.kind, 0), bucket=30
    )
    assert files_of(place) == want and kills > 5
    assert len(done) == len(set(done))


@pytest.mark.long
def test_real_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of one row group of the size that users have: the largest tier has four."""
    monkeypatch.setattr(file_entries, "RECORDS", ROW_GROUP)
    game = ConnectFour(columns=5, rows=4)
    whole = zermelo.solve(game)
    filed = zermelo.solve(game, store=tmp_path)
    assert any("-0003" in name for name in files_of(filed.directory))
    for tier in range(whole.records.tier_count):
        block = whole.records.read_tier_block(tier)
        order = np.argsort(block.positions)
        for ours, theirs in zip(block, filed.records.read_tier_block(tier), strict=True):
            assert np.array_equal(ours[order], theirs)


# What a manifest says


def entries_of(store: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Return a solution's directory, and what its manifest says of its files."""
    directory = zermelo.solve(LAYERS, store=store, interpreted=False).directory
    assert directory is not None
    return directory, read_manifest(directory)["files"]


@pytest.mark.usefixtures("small")
def test_what_is_said_of_files_is_looked_at(tmp_path: Path) -> None:
    _, files = entries_of(tmp_path)
    assert find_files_fault(files) is None
    tier = next(number for number, entries in enumerate(group_files_by_tier(files)) if len(entries) > 2)
    good = group_files_by_tier(files)[tier]
    assert find_tier_fault(good, tier) is None and find_tier_fault(good, tier + 1) is not None

    def wrong(part: int, **said: Any) -> list[Any]:
        other = copy.deepcopy(good)
        other[part] = {name: said.get(name, was) for name, was in (other[part] | said).items()}
        return other

    cases = [
        wrong(0, first=0),
        wrong(1, first=-1),
        wrong(1, first="3"),
        wrong(1, first=good[2]["first"]),
        wrong(1, name=good[0]["name"]),
        wrong(1, name="../x"),
        wrong(0, records=RECORDS - GROUP),
        wrong(-1, records=0),
        wrong(-1, records=RECORDS + GROUP),
        [{name: was for name, was in entry.items() if name != "first"} for entry in good],
        [good[0], good[2], good[1]],
        good[1:],
        [],
        None,
        [None],
    ]
    for case in cases:
        assert find_tier_fault(case, tier) is not None, case
    assert find_files_fault([None]) is not None and find_files_fault([{"name": 3}]) is not None
    assert find_files_fault([*files[:1], *files[2:]]) is not None


@pytest.mark.usefixtures("small")
def test_a_file_that_begins_elsewhere_is_noticed(tmp_path: Path) -> None:
    directory, files = entries_of(tmp_path)
    manifest = read_manifest(directory)
    (number,) = [number for number, entry in enumerate(files) if "first" in entry][:1]
    tier = [entry in entries for entries in group_files_by_tier(files) for entry in [files[number]]].index(
        True
    )
    block = zermelo.open(LAYERS, tmp_path).records.read_tier_block(tier)
    manifest["files"][number]["first"] -= 1
    (directory / MANIFEST).write_bytes(seal_json_object(manifest))
    found = zermelo.open(LAYERS, tmp_path)
    with pytest.raises(DamagedSolution, match="begins elsewhere"):
        found.records.find(int(block.positions[RECORDS]))
    with pytest.raises(DamagedSolution, match="begins elsewhere"):
        found.records.read_tier_block(tier)


@pytest.mark.usefixtures("small")
def test_a_later_file_that_is_damaged_or_missing_is_noticed(tmp_path: Path) -> None:
    directory, files = entries_of(tmp_path)
    later = directory / next(entry["name"] for entry in files if "first" in entry)
    content = later.read_bytes()
    later.write_bytes(content[:40] + bytes([content[40] ^ 1]) + content[41:])
    with pytest.raises(DamagedSolution, match=later.name):
        zermelo.open(LAYERS, tmp_path).verify()
    later.unlink()
    with pytest.raises(DamagedSolution, match=f"{later.name} is damaged or missing"):
        zermelo.open(LAYERS, tmp_path).verify()


def block(count: int, scored: bool, seed: int = 1) -> RecordBlock:
    """Return records drawn at random."""
    chance = np.random.default_rng(seed)
    values = chance.integers(-9, 10, count).astype(np.int16 if scored else np.int8)
    positions = np.cumsum(chance.integers(1, 1000, count))
    return RecordBlock(positions, values, chance.integers(0, 40, count).astype(np.uint16))


@pytest.mark.quick
@pytest.mark.parametrize("scored", [False, True])
@pytest.mark.parametrize("count", [1, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 1, 3 * ROW_GROUP + 7])
def test_blocks_of_any_sizes_make_the_same_file(count: int, scored: bool, tmp_path: Path) -> None:
    """And what Arrow reads of it, in row groups of the same sizes."""
    whole = block(count, scored)
    assert write_record_block(tmp_path / "at-once", whole)["records"] == count
    found = pq.ParquetFile(tmp_path / "at-once")
    groups = [found.metadata.row_group(number).num_rows for number in range(found.num_row_groups)]
    assert groups == [min(ROW_GROUP, count - begin) for begin in range(0, count, ROW_GROUP)]
    columns = {"position": whole.positions, "value": whole.values, "remoteness": whole.remoteness}
    assert found.read().equals(pa.table(columns))
    chance = np.random.default_rng(count)
    for number in range(6):
        cuts = np.sort(chance.integers(0, count + 1, number))
        parts = [np.split(column, cuts) for column in whole]
        write_record_blocks(tmp_path / "by-blocks", (RecordBlock(*part) for part in zip(*parts, strict=True)))
        assert (tmp_path / "by-blocks").read_bytes() == (tmp_path / "at-once").read_bytes()
