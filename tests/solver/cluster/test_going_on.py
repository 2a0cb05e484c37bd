"""A solve by tasks that was killed goes on, with other buckets too, and does hardly anything twice."""

import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from made.kinds import Pool, Pools, Skip
from support.marks import few, one_in
from support.performing import until
from support.tables import expected, table_of
from support.tasks import WAYS, InOrder, Killed, OneEach, files_of, in_groups_of, killed_at_random, named

import zermelo
from zermelo import Game
from zermelo.core.errors import OutOfBudget
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.solve_driver import ResourceLimits
from zermelo.solver.cluster.task_executors import LocalExecutor
from zermelo.solver.records.compact_records import StorageMode
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.task_folders import has_begun_work

pytestmark = pytest.mark.usefixtures("plain")
LAYERS, LEAN = WAYS[0][0], StorageMode(lean=True)


class Named(NamedTuple):
    source: str


@pytest.mark.parametrize(
    "kind", few(["advance", "find_positions", "advance_sparse", "sort_records", "join_records"], 2)
)
@pytest.mark.parametrize(
    "buckets", [(20, 8), *(pytest.param(each, marks=pytest.mark.long) for each in ((8, 20), (20, 1000)))]
)
def test_with_other_buckets_where_play_comes_round(
    kind: str, buckets: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_groups_of(1, monkeypatch)
    game: Game = Pools(seed=2, width=20, pools=4)
    want, killed = expected(game), 0
    for number in (0, 2, 7):
        store = tmp_path / str(number)
        try:
            solve_by_tasks(game, InOrder(until(number, kind)), str(store), bucket=buckets[0])
        except Killed:
            killed += 1
            solve_by_tasks(game, InOrder(), str(store), bucket=buckets[1])
        assert table_of(zermelo.open(game, store)) == want
        assert len(list(store.iterdir())) == 1
    assert killed


def test_with_too_little_memory_for_the_buckets_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Pools(seed=2)
    with pytest.raises(Killed):
        solve_by_tasks(game, InOrder(until(3, "find_positions")), str(tmp_path), bucket=60)
    monkeypatch.setattr(
        "zermelo.solver.cluster.cyclic.cyclic_driver.CyclicDriver.compute_capacity", lambda _, memory: memory
    )
    with pytest.raises(OutOfBudget, match="in buckets of 60 positions; now they may have 20"):
        solve_by_tasks(game, InOrder(), str(tmp_path), limits=ResourceLimits(20, 1 << 30))
    solve_by_tasks(game, InOrder(), str(tmp_path), limits=ResourceLimits(50, 1 << 30))
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


def test_with_other_shares_to_be_compared(tmp_path: Path) -> None:
    killed = 0
    for seed, jump in ((0, 0), (0, 2), (1, 1), (1, 3), (1, 4)):
        game = Skip(seed=seed, width=40, depth=8, most=4, begins=30, jump=jump)
        store = tmp_path / f"{seed}-{jump}"
        try:
            solve_by_tasks(game, InOrder(until(1, "compare")), str(store), bucket=60)
        except Killed:
            killed += 1
            solve_by_tasks(game, InOrder(), str(store), bucket=10_000)
        assert table_of(zermelo.open(game, store)) == expected(game)
    assert killed > 1


@pytest.mark.parametrize(
    ("kept", "then"),
    few([(StorageMode(), LEAN), (LEAN, StorageMode()), (StorageMode(), StorageMode()), (LEAN, LEAN)], 2),
)
def test_killed_where_a_solution_is_published(
    kept: StorageMode, then: StorageMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What says whose the folder is goes before the folder has its name."""
    clear = directory_ownership.clear_owned_directory

    def killed(*given: Any) -> None:
        clear(*given)
        if len(given) > 2:
            raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(directory_ownership, "clear_owned_directory", killed)
        solve_by_tasks(LAYERS, InOrder(), str(tmp_path), bucket=10, kept=kept)
    made = solve_by_tasks(LAYERS, InOrder(), str(tmp_path), bucket=10, kept=then)
    whole = solve_by_tasks(LAYERS, InOrder(), str(tmp_path / "other"), bucket=10, kept=then)
    assert files_of(made.place) == files_of(whole.place) != {}


def test_nobody_writes_after_a_task_has_failed(tmp_path: Path) -> None:
    ended: list[str] = []

    def one(job: Any, task: Any) -> Any:
        if task == "fails":
            raise ValueError("as it should")
        time.sleep(0.3)
        ended.append(task)

    executor = LocalExecutor(2, perform=one)
    with pytest.raises(ValueError, match="as it should"):
        list(executor.run(Named("a job"), ["slow", "fails", "after", "after", "after"]))
    told = list(ended)
    executor.close()
    assert "slow" in told and ended == told


def test_a_file_without_a_name_is_no_beginning_and_does_not_stay(tmp_path: Path) -> None:
    run = tmp_path / stores.format_work_folder(LAYERS) / ("0" * 16)
    left = run / "tier-0001" / "keys" / f".zermelo-{'a' * 8}-1-{'a' * 16}.tmp"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"x")
    assert not has_begun_work(tmp_path, LAYERS, StorageMode())
    solve_by_tasks(LAYERS, InOrder(), str(tmp_path), bucket=10)
    assert [path.name for path in tmp_path.iterdir()] == [stores.find_solution_directory(Path(), LAYERS).name]


KEPT = [*(way for way in WAYS[1:] if not way[2]), (Pool(seed=1), 18, 0), WAYS[0]]


def solved_at_once(game: Game, bucket: int, folder: Path) -> dict[str, bytes]:
    """Return the files of a run that nobody kills; the matrix compares them with those of one process."""
    found = files_of(solve_by_tasks(game, InOrder(), str(folder), bucket=bucket).place)
    assert found
    return found


@pytest.mark.parametrize("group", few([4, 1], 1))
@pytest.mark.parametrize(("game", "bucket", "share"), one_in(2, KEPT), ids=repr)
def test_killed_at_every_task(
    game: Game, bucket: int, share: float, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run does one task, with some workers or others; the next finds it, and makes nothing twice."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    in_groups_of(group, monkeypatch, sent=30)
    want, chance = solved_at_once(game, bucket, tmp_path / "one"), random.Random(group)
    many = OneEach(named).solve(game, tmp_path / "many", bucket, lambda: chance.randint(1, 3))
    assert files_of(many) == want


@pytest.mark.parametrize(
    ("game", "bucket", "share", "disk"),
    one_in(2, [*((*way, None) for way in WAYS), (*WAYS[0], 0), (*WAYS[0], 4_000)]),
    ids=repr,
)
def test_killed_at_random(
    game: Game,
    bucket: int,
    share: float,
    disk: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when a task is done and not yet reported. Where the disk has no room, children are made again."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    want = solved_at_once(game, bucket, tmp_path / "one")
    often, within = 0.4 if share else 0.1, None if disk is None else ResourceLimits(1 << 30, disk)
    place, kills, done = killed_at_random(
        game, tmp_path / "many", bucket, lambda _: often, bucket=bucket, limits=within
    )
    assert kills > 1 and files_of(place) == want
    assert disk is not None or len(done) == len(set(done))
