"""Verifying and counting by tasks: what one process finds, also where something is wrong."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made.random_games import RandomDag, RandomIndex, RandomLayers, RandomMirror
from support.commands import check_refusal, runner
from support.marks import one_in

import zermelo
from zermelo import clusters
from zermelo.cluster import looking
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.looking import Look, Share, Told, look, stats_on, verify_on
from zermelo.core.errors import BadParameter, DamagedSolution, MissingCapability, OutdatedSolution
from zermelo.core.game import Game
from zermelo.query.solution import Solution
from zermelo.solution.checked import measured
from zermelo.solution.manifest import MANIFEST
from zermelo.solution.parquet import ROW_GROUP
from zermelo.storage.sealed import seal, unseal

GAMES = {
    "keyed": "mnk(columns=3, rows=3)",
    "round": "three_mens_morris",
    "ranked": "chess_endgame(material='KQvK')",
    "text": "clobber('xoxoxo')",
    "tuples": "nim(heaps=(1, 2, 3))",
    "scored": "dots_and_boxes(columns=2, rows=1)",
    "gains": "dots_and_boxes(columns=2, rows=2)",
}


class InOrder:
    """An executor of one worker, which does tasks in another order, and finds the solution again if `apart`."""

    workers = 1

    def __init__(self, *, apart: bool = True) -> None:
        self.apart, self.done = apart, 0

    def run(self, job: Look, tasks: Iterable[Share]) -> Iterator[Told]:
        for task in sorted(tasks, key=str):
            if self.apart:
                looking._known.clear()
            self.done += 1
            yield look(job, task)

    def close(self) -> None:
        pass


def opened(game: Game | str, store: Path, **how: Any) -> Solution:
    zermelo.solve(game, store=store, **how)
    return zermelo.open(game, store)


def same_verification(one: Any, other: Any) -> bool:
    return (one.game, one.records, one.interpreted) == (other.game, other.records, other.interpreted)


WAYS = [
    *((kind, None) for kind in GAMES),
    *((kind, how) for kind in ("keyed", "round") for how in (False, True)),
]


@pytest.mark.parametrize(("kind", "interpreted"), one_in(3, WAYS))
def test_what_is_found_is_what_one_process_finds(kind: str, interpreted: bool | None, tmp_path: Path) -> None:
    solution = opened(GAMES[kind], tmp_path)
    executor = InOrder()
    by_tasks = verify_on(solution, executor, interpreted=interpreted)
    assert same_verification(by_tasks, solution.verify(interpreted=interpreted))
    found = stats_on(solution, executor, interpreted=interpreted)
    alone = solution.stats(interpreted=interpreted)
    assert found == alone and found.as_json() == alone.as_json()
    if kind == "keyed" and not interpreted:
        assert executor.done == 2 * solution.records.tiers + 1
    assert not looking._known


@pytest.mark.parametrize("kind", [RandomDag, RandomIndex, RandomMirror, RandomLayers])
@pytest.mark.parametrize("seed", range(3))
def test_random_games(kind: Any, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kind(seed=seed)
    solution, executor = opened(game, tmp_path), InOrder(apart=False)  # as no name finds it again
    assert same_verification(verify_on(solution, executor), solution.verify())
    assert stats_on(solution, executor) == solution.stats()


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index in many files."""
    for module in (
        "solution.ranked",
        "solution.files",
        "query.passes",
        "query.verification",
        "work.place_answers",
    ):
        with_slices = f"zermelo.{module}.SLICE"
        monkeypatch.setattr(with_slices, ROW_GROUP, raising=False)
    for module in ("work.integer_run", "work.folding"):
        monkeypatch.setattr(f"zermelo.{module}.SLICE", ROW_GROUP, raising=False)


@pytest.mark.long
@pytest.mark.usefixtures("small_slices")
def test_slices_of_an_index(tmp_path: Path) -> None:
    solution = opened(GAMES["ranked"], tmp_path)
    assert solution.records.tiers > 1
    for apart in (True, False):
        executor = InOrder(apart=apart)
        assert same_verification(verify_on(solution, executor), solution.verify())
        assert executor.done == solution.records.tiers + 1
        assert stats_on(solution, executor) == solution.stats()


@pytest.mark.parametrize("text", ["pig(target=5)"])
def test_dice_are_verified_by_one_task(text: str, tmp_path: Path) -> None:
    solution, executor = opened(text, tmp_path), InOrder()
    assert same_verification(verify_on(solution, executor), solution.verify()) and executor.done == 1
    with pytest.raises(MissingCapability):
        stats_on(solution, executor)


@pytest.mark.long
def test_values_alone_are_verified_by_one_task(tmp_path: Path) -> None:
    solution, executor = opened(GAMES["ranked"], tmp_path, values_only=True), InOrder()
    assert same_verification(verify_on(solution, executor), solution.verify()) and executor.done == 1
    with pytest.raises(MissingCapability) as alone:
        solution.stats()
    with pytest.raises(MissingCapability) as by_tasks:
        stats_on(solution, executor)
    assert str(alone.value) == str(by_tasks.value)


# Wrong answers


def rewritten(directory: Path, tier: int, change: Any) -> None:
    """Change the columns of a file, and make the manifest true again."""
    path = directory / f"tier-{tier:04d}.parquet"
    table = pq.read_table(path)
    columns = {name: table[name].to_numpy(zero_copy_only=False).copy() for name in table.column_names}
    change(columns)
    arrays = {name: pa.array(columns[name], table.schema.field(name).type) for name in columns}
    pq.write_table(
        pa.table(arrays), path, row_group_size=ROW_GROUP, compression="zstd", write_statistics=["position"]
    )
    manifest = unseal((directory / MANIFEST).read_bytes())
    manifest.pop("checksum", None)
    manifest["files"][tier] |= measured(path)
    (directory / MANIFEST).write_bytes(seal(manifest))


def both_refuse(directory: Path) -> str:
    """Both ways refuse a solution with the same words, whichever worker comes first."""
    with pytest.raises(DamagedSolution) as alone:
        zermelo.open(directory).verify()
    for apart in (True, False):
        with pytest.raises(DamagedSolution) as by_tasks:
            verify_on(zermelo.open(directory), InOrder(apart=apart))
        assert str(by_tasks.value) == str(alone.value)
    return str(alone.value)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
@pytest.mark.parametrize("kind", ["keyed", "round", "scored"])
def test_wrong_answers_are_said_alike(kind: str, seed: int, tmp_path: Path) -> None:
    """One answer is wrong, or several in several files."""
    filed = opened(GAMES[kind], tmp_path)
    directory, chance = filed.directory, np.random.default_rng(seed)
    assert directory is not None
    for _ in range(1 + seed % 3):
        tier = int(chance.integers(filed.records.tiers))

        def change(columns: dict[str, Any]) -> None:
            place = int(chance.integers(len(columns["value"])))
            if seed % 2:
                columns["value"][place] = -columns["value"][place] or 1
            else:
                columns["remoteness"][place] ^= 2  # of what has no end, too

        rewritten(directory, tier, change)
    said = both_refuse(directory)
    assert "is stored as" in said or "decided without an end" in said or "its best move" in said


def test_a_record_that_is_missing_or_twice_is_said_alike(tmp_path: Path) -> None:
    filed = opened(GAMES["keyed"], tmp_path)
    assert filed.directory is not None

    def twice(columns: dict[str, Any]) -> None:
        columns["position"][1] = columns["position"][0]

    rewritten(filed.directory, 4, twice)
    assert "tier 4 holds a position twice" in both_refuse(filed.directory)


def test_a_summary_that_is_wrong_is_said_alike(tmp_path: Path) -> None:
    filed = opened(GAMES["keyed"], tmp_path)
    assert filed.directory is not None
    manifest = unseal((filed.directory / MANIFEST).read_bytes())
    manifest.pop("checksum", None)
    manifest["summary"]["wins"] += 1
    (filed.directory / MANIFEST).write_bytes(seal(manifest))
    assert "the summary says wins" in both_refuse(filed.directory)


@pytest.mark.usefixtures("small_slices")
def test_a_wrong_slice_is_said_alike(tmp_path: Path) -> None:
    filed = opened(GAMES["ranked"], tmp_path)
    assert filed.directory is not None

    for tier in range(filed.records.tiers):
        rewrite_index(filed.directory, tier)
    assert "is stored as" in both_refuse(filed.directory)


def rewrite_index(directory: Path, tier: int) -> None:
    """Change two answers of a slice, and make the manifest true again."""
    path = directory / f"tier-{tier:04d}.parquet"
    table = pq.read_table(path)
    mask = ~np.array(table["value"].is_valid())
    columns = {name: table[name].fill_null(0).to_numpy().copy() for name in table.column_names}
    places = np.flatnonzero(~mask)[[5, 500]]
    columns["remoteness"][places] += 2
    arrays = {name: pa.array(columns[name], table.schema.field(name).type, mask=mask) for name in columns}
    pq.write_table(
        pa.table(arrays), path, row_group_size=ROW_GROUP, compression="zstd", write_statistics=False
    )
    manifest = unseal((directory / MANIFEST).read_bytes())
    manifest.pop("checksum", None)
    manifest["files"][tier] |= measured(path)
    (directory / MANIFEST).write_bytes(seal(manifest))


@pytest.mark.parametrize("kind", ["keyed", "round"])
def test_damaged_and_missing_files_are_said_alike(kind: str, tmp_path: Path) -> None:
    filed = opened(GAMES[kind], tmp_path)
    assert filed.directory is not None
    tiers = sorted(filed.directory.glob("tier-*"))
    for path in {tiers[-1], tiers[len(tiers) // 2]}:
        content = path.read_bytes()
        path.write_bytes(content[:-5] + bytes(5))
        both_refuse(filed.directory)
    path.unlink()
    assert "is damaged or missing" in both_refuse(filed.directory)
    path.write_bytes(content)


def test_statistics_of_what_is_wrong(tmp_path: Path) -> None:
    filed = opened(GAMES["keyed"], tmp_path)
    assert filed.directory is not None
    path = filed.directory / "tier-0004.parquet"
    path.write_bytes(path.read_bytes()[:-5] + bytes(5))
    with pytest.raises(DamagedSolution, match=r"tier-0004\.parquet is damaged"):
        stats_on(zermelo.open(filed.directory), InOrder())


# Who does it


@pytest.mark.parametrize("processes", [False, True])
def test_executors(processes: bool, tmp_path: Path) -> None:
    solution, told = opened(GAMES["keyed"], tmp_path), []
    executor = LocalExecutor(2, processes=processes, perform=look)
    try:
        assert same_verification(verify_on(solution, executor, listen=told.append), solution.verify())
        assert stats_on(solution, executor) == solution.stats()
    finally:
        executor.close()
    assert len(told) == 11 and sum(each.read for each in told) > 0
    assert {str(each.task) for each in told} >= {"sample", "verify of file 9"}


def test_ray(tmp_path: Path) -> None:
    solution = opened(GAMES["keyed"], tmp_path)
    assert same_verification(clusters.verify_on(solution, "local"), solution.verify())


def test_by_url(bucket: str, tmp_path: Path) -> None:
    solved = clusters.solve_on(GAMES["keyed"], f"{bucket}/{tmp_path.name}", "threads")
    solution = zermelo.open(solved.place)
    alone = opened(GAMES["keyed"], tmp_path)
    assert same_verification(clusters.verify_on(solution, "processes", workers=2), alone.verify())
    assert clusters.stats_on(solution, "threads") == alone.stats()


def test_another_engine_or_other_rules_are_refused(tmp_path: Path) -> None:
    solution = opened(GAMES["keyed"], tmp_path)
    job = looking.look_at(solution, None)
    looking._known.clear()
    for field in ("engine", "rules"):
        with pytest.raises(OutdatedSolution):
            look(Look(**{**vars(job), field: "other"}), Share("sample"))
    assert look(job, Share("sample")).found > 0
    looking._known.clear()


def test_parameters_are_checked(tmp_path: Path) -> None:
    solution = opened(GAMES["keyed"], tmp_path)
    for ask in (clusters.verify_on, clusters.stats_on):
        with pytest.raises(BadParameter, match="a solution in memory"):
            ask(zermelo.solve(GAMES["keyed"]), "threads")
        with pytest.raises(BadParameter, match="workers 0"):
            ask(solution, "threads", workers=0)


@pytest.mark.long
def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = opened(GAMES["keyed"], tmp_path).directory
    command = runner(capsys)
    for words in (["verify", str(directory)], ["stats", str(directory)], ["stats", str(directory), "--json"]):
        one, other = command(*words), command(*words, "--cluster", "threads", "--threads", "2")
        assert one == other and one.status == 0 and one.out
    for words in (["verify", str(directory)], ["stats", str(directory)]):
        refused = command(*words, "--cluster", "threads", "--memory", "1GB")
        check_refusal(refused, 2, "--memory 1GB is for one process")
    other = tmp_path / "moved"
    shutil.copytree(str(directory), other)
    assert command("verify", str(other), "--cluster", "threads").status == 0
