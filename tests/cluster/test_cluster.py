"""Solves by tasks: the same bytes as one process, whoever does them, however often they are killed."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made.random_games import RandomLayers
from support.tables import table_of
from support.tasks import InOrder, Killed, files_of, forge_note

import zermelo
from zermelo import clusters
from zermelo.cluster import run as runs
from zermelo.cluster import tasks
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.job import Job
from zermelo.cluster.shares import by_bucket
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import KINDS, perform
from zermelo.cluster.work import Report, Task
from zermelo.compiler import rules_fingerprint
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    DamagedScratch,
    MissingCapability,
    StorageFailed,
)
from zermelo.kernels.hashing import mixed, unmixed
from zermelo.storage.objects import DirectoryObjects
from zermelo.work import store as stores

GAMES = ("mnk(columns=3, rows=3)", "connect_four(columns=4, rows=3)", "dots_and_boxes(columns=2, rows=1)")


@given(st.lists(st.integers(0, 2**63 - 1), max_size=50))
def test_mixes_are_undone(positions: list[int]) -> None:
    array = np.array(positions, np.int64)
    assert np.array_equal(unmixed(mixed(array)), array)


@pytest.mark.parametrize("bits", [0, 1, 5])
def test_buckets_are_equal_shares_of_the_range(bits: int) -> None:
    mixes = np.sort(mixed(np.arange(1000)))
    parts = by_bucket(mixes, bits)
    assert len(parts) == 1 << bits and np.array_equal(np.concatenate(parts), mixes)
    for bucket, part in enumerate(parts):
        assert all(int(each) >> 64 - bits == bucket for each in part)


@pytest.mark.parametrize("bucket", [1, 50, 1 << 20])
@pytest.mark.parametrize("text", GAMES)
def test_a_directory_has_the_bytes_of_one_process(text: str, bucket: int, tmp_path: Path) -> None:
    if bucket == 1 and text != GAMES[2]:
        bucket = 100
    one = zermelo.solve(text, store=tmp_path / "one", interpreted=False)
    solved = solve_on(zermelo.game(text), InOrder(), str(tmp_path / "many"), bucket=bucket)
    assert one.directory is not None and Path(solved.place).name == one.directory.name
    assert files_of(solved.place) == files_of(one.directory) != {}
    for figure in ("value", "remoteness", "positions", "solved", "wins", "draws", "losses", "longest"):
        assert getattr(solved.summary, figure) == getattr(one.summary, figure)
    assert [path.name for path in (tmp_path / "many").iterdir()] == [one.directory.name]
    assert "verified" in str(zermelo.open(text, tmp_path / "many").verify())


class RandomPlies(RandomLayers):
    """`RandomLayers` that does not say its tiers."""

    tier = None  # type: ignore[assignment]


@pytest.mark.parametrize("kind", [RandomLayers, RandomPlies])
@pytest.mark.parametrize("seed", range(4))
def test_random_games(kind: type[RandomLayers], seed: int, tmp_path: Path) -> None:
    game = kind(seed=seed, width=60, depth=9, most=4, begins=3)
    solution = zermelo.solve(game, interpreted=False)
    solved = solve_on(game, InOrder(), str(tmp_path), bucket=40)
    assert table_of(zermelo.open(game, tmp_path)) == table_of(solution)
    assert solved.figures.tasks > 20


def test_what_is_not_done_here_is_said(tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="has 3 players"):
        clusters.solve_on("strike", str(tmp_path), "threads")


def test_parameters_are_checked(tmp_path: Path) -> None:
    for wrong in ({"bucket": 0}, {"workers": 0}, {"bucket": 1.5}):
        with pytest.raises(BadParameter):
            clusters.solve_on(GAMES[0], str(tmp_path), "threads", **wrong)  # type: ignore[arg-type]


def test_a_worker_may_hold_much_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.budget.resident_memory", lambda: 1 << 40)
    monkeypatch.setattr("zermelo.cluster.tasks.resident_memory", lambda: 1 << 40)
    assert solve_on(zermelo.game(GAMES[2]), InOrder(), str(tmp_path)).summary.solved > 0


# Killed, refused, half done


@pytest.mark.parametrize("seed", range(3))
def test_a_run_killed_again_and_again_has_the_same_bytes(seed: int, tmp_path: Path) -> None:
    """The driver dies after some tasks, and a worker in the middle of a task; hardly anything is done twice."""
    text, chance = GAMES[1], random.Random(seed)
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory or "")
    done: list[str] = []
    kills = 0

    def perhaps(job: Job, task: Task) -> Report:
        if chance.random() < 0.05:
            raise Killed
        report = perform(job, task)
        done.append(str(task))
        if chance.random() < 0.05:
            raise Killed  # when its object is there
        return report

    while True:
        try:
            solved = solve_on(zermelo.game(text), InOrder(perhaps), str(tmp_path / "many"), bucket=100)
            break
        except Killed:
            kills += 1
    assert kills > 5 and files_of(solved.place) == want
    assert len(done) == len(set(done))


class Unreliable(DirectoryObjects):
    """A store that refuses every seventh call, and half of these after it has done what was asked."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.calls = 0

    def _refuse(self) -> None:
        self.calls += 1
        if self.calls % 7 == 0:
            raise StorageFailed("the store is busy")

    def put(self, name: str, content: bytes) -> bool:
        made = super().put(name, content)
        self._refuse()
        return made

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        self._refuse()
        return super().get(name, begin, end)


def test_a_store_that_refuses_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GAMES[2]
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory or "")
    (tmp_path / "many").mkdir()
    refusing = Unreliable(tmp_path / "many")
    monkeypatch.setattr("zermelo.cluster.job.objects_at", lambda _, **__: refusing)
    monkeypatch.setattr("zermelo.storage.objects.time.sleep", lambda _: None)
    solved = solve_on(zermelo.game(text), InOrder(), str(tmp_path / "many"), bucket=10)
    assert refusing.calls > 100 and files_of(solved.place) == want


def test_a_damaged_object_is_noticed(tmp_path: Path) -> None:
    def damage(job: Job, task: Task) -> Report:
        report = perform(job, task)
        if task.kind == "merge" and task.tier == 3:
            (path,) = (tmp_path / job.folder / "tier-0003" / "keys").iterdir()
            content = bytearray(path.read_bytes())
            content[-1] ^= 1
            path.write_bytes(content)
        return report

    with pytest.raises(DamagedScratch, match="is damaged"):
        solve_on(zermelo.game(GAMES[0]), InOrder(damage), str(tmp_path))


@pytest.mark.parametrize(
    ("name", "forged"),
    [
        (
            "solution/0001.json",
            b'{"entry": {"name": "../../x", "records": 1, "bytes": 1, "blocks": ""}, "tally": [1]}',
        ),
        ("solution/0001.json", b"no JSON"),
        ("tier-0002/bits", b"99"),
        ("tier-0002/bits", b"[]"),
    ],
)
def test_a_strangers_notes_are_not_believed(name: str, forged: bytes, tmp_path: Path) -> None:
    def forge(job: Job, task: Task) -> Report:
        forge_note(tmp_path / "store", f"{job.folder}/{name}", forged)
        return perform(job, task)

    with pytest.raises(DamagedScratch, match="is damaged: remove it"):
        solve_on(zermelo.game(GAMES[2]), InOrder(forge), str(tmp_path / "store"))
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_what_somebody_put_among_the_objects_stays(tmp_path: Path) -> None:
    found: list[Path] = []

    def put(job: Job, task: Task) -> Report:
        found[:] = [tmp_path / job.folder / "notes.txt"]
        found[0].write_text("mine")
        return perform(job, task)

    solve_on(zermelo.game(GAMES[2]), InOrder(put), str(tmp_path))
    assert found[0].read_text() == "mine"


def test_another_game_of_the_store_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    solve_on(zermelo.game(GAMES[0]), InOrder(), str(tmp_path))
    solve_on(zermelo.game(GAMES[2]), InOrder(), str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 3 and (tmp_path / "notes.txt").read_text() == "mine"


def test_what_an_earlier_run_left_where_it_is_published_goes(tmp_path: Path) -> None:
    game, many = zermelo.game(GAMES[2]), tmp_path / "many"
    with stores.partial_directory(stores.solution_directory(many, game), rules_fingerprint(game)) as partial:
        (partial / "tier-0001.parquet").write_bytes(b"half of it")
    solved = solve_on(game, InOrder(), str(many))
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory
    assert files_of(solved.place) == files_of(want) != {}


# Executors


def test_threads(tmp_path: Path) -> None:
    reports: list[Report] = []
    want = zermelo.solve(GAMES[1], store=tmp_path / "one", interpreted=False).directory
    solved = clusters.solve_on(GAMES[1], str(tmp_path / "many"), "threads", bucket=200, listen=reports.append)
    assert files_of(solved.place) == files_of(want or "")
    assert len(reports) == solved.figures.tasks and {report.task.kind for report in reports} == {
        "expand",
        "merge",
        "combine",
        "tell",
        "part",
        "arrange",
        "write",
    }
    assert solved.figures.read == sum(report.read for report in reports) > 0
    assert solved.figures.repeated == 0


def test_processes_of_which_one_is_killed(tmp_path: Path) -> None:
    want = zermelo.solve(GAMES[1], store=tmp_path / "one", interpreted=False).directory
    killed: list[int] = []
    executor = LocalExecutor(2, processes=True)

    def kill_one(report: Report) -> None:
        if report.task.kind == "merge" and not killed:
            killed.append(1)
            pool: Any = executor._pool
            next(iter(pool._processes.values())).kill()

    try:
        solved = solve_on(
            zermelo.game(GAMES[1]), executor, str(tmp_path / "many"), bucket=200, listen=kill_one
        )
    finally:
        executor.close()
    assert killed and files_of(solved.place) == files_of(want or "")


OWN = """
from zermelo import Game, UNDECIDED

class Own(Game):
    def start(self):
        return 1

    def moves(self, position):
        yield 1
        yield 2

    def play(self, position, move):
        return 2 * position + move if position < 500 else -1

    def tier(self, position):
        return (position + 1).bit_length()

    def outcome(self, position):
        return UNDECIDED
"""


def test_what_rules_do_wrong_comes_through_processes(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(BadRules, match=r"own\(\): play\(\d+, \d\) returns -1"):
        clusters.solve_on(f"{file}:Own", str(tmp_path / "store"), "processes", workers=1)


def test_ray(tmp_path: Path) -> None:
    want = zermelo.solve(GAMES[1], store=tmp_path / "one", interpreted=False).directory
    solved = clusters.solve_on(GAMES[1], str(tmp_path / "many"), "local", bucket=500)
    assert files_of(solved.place) == files_of(want or "")


def test_every_kind_of_task_is_known() -> None:
    by_rounds = {"reach", "join", "ask", "reply", "unwind", "open", "link", "advance", "trickle", "close"}
    by_plies = {"expand", "merge", "compare", "combine", "tell", "part", "arrange", "write"}
    by_graphs = {"weigh", "chart", "mark", "sweep", "conclude"}
    by_ranks = {"settle", "record", "ask_ranks", "reply_ranks", "open_ranks", "link_ranks", "record_ranks"}
    by_ranks |= {"chart_ranks", "mark_ranks", "sweep_ranks", "conclude_ranks"}
    assert set(KINDS) == by_plies | {"order", "line_up", "gather"} | by_rounds | by_graphs | by_ranks
    assert str(Task("merge", 3, 7, 1, 1)) == "merge of tier 3, bucket 7"
    assert runs.BUCKET == clusters.BUCKET and tasks.GROWTH > 1
