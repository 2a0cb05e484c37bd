"""Solves by tasks: what is refused, what stays in the store, and errors of workers. Records are in the matrix."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cells import perform_plainly
from support.tasks import InOrder, files_of

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
from zermelo.core.errors import BadParameter, BadRules, MissingCapability
from zermelo.kernels.hashing import mixed, unmixed
from zermelo.work import store as stores

pytestmark = pytest.mark.usefixtures("plain")
GAMES = ("mnk(columns=3, rows=2)", "dots_and_boxes(columns=2, rows=1)")


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


def test_what_is_not_done_here_and_wrong_parameters_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="has 3 players"):
        clusters.solve_on("strike", str(tmp_path), "threads")
    for wrong in ({"bucket": 0}, {"workers": 0}, {"bucket": 1.5}):
        with pytest.raises(BadParameter):
            clusters.solve_on(GAMES[0], str(tmp_path), "threads", **wrong)  # type: ignore[arg-type]


def test_a_worker_may_hold_much_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.budget.resident_memory", lambda: 1 << 40)
    monkeypatch.setattr("zermelo.cluster.tasks.resident_memory", lambda: 1 << 40)
    assert solve_on(zermelo.game(GAMES[1]), InOrder(), str(tmp_path)).summary.solved > 0


# What else is in a store


def test_what_somebody_put_among_the_objects_and_other_games_stay(tmp_path: Path) -> None:
    found: list[Path] = []

    def put(job: Job, task: Task) -> Report:
        found[:] = [tmp_path / job.folder / "notes.txt"]
        found[0].write_text("mine")
        return perform(job, task)

    (tmp_path / "notes.txt").write_text("mine")
    solve_on(zermelo.game(GAMES[0]), InOrder(), str(tmp_path))
    solve_on(zermelo.game(GAMES[1]), InOrder(put), str(tmp_path))
    assert found[0].read_text() == (tmp_path / "notes.txt").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 4


def test_what_an_earlier_run_left_where_it_is_published_goes(tmp_path: Path) -> None:
    game, many = zermelo.game(GAMES[1]), tmp_path / "many"
    with stores.partial_directory(stores.solution_directory(many, game), rules_fingerprint(game)) as partial:
        (partial / "tier-0001.parquet").write_bytes(b"half of it")
    solved = solve_on(game, InOrder(), str(many))
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory
    assert files_of(solved.place) == files_of(want) != {}


# Executors


@pytest.mark.slow("processes work together, and one is killed")
def test_processes_of_which_one_is_killed(tmp_path: Path) -> None:
    want = zermelo.solve(GAMES[0], store=tmp_path / "one", interpreted=False).directory
    killed: list[int] = []
    executor = LocalExecutor(2, processes=True, perform=perform_plainly)

    def kill_one(report: Report) -> None:
        if report.task.kind == "merge" and not killed:
            killed.append(1)
            pool: Any = executor._pool
            next(iter(pool._processes.values())).kill()

    try:
        solved = solve_on(
            zermelo.game(GAMES[0]), executor, str(tmp_path / "many"), bucket=20, listen=kill_one
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


def test_every_kind_of_task_is_known() -> None:
    by_rounds = {"reach", "join", "ask", "reply", "unwind", "open", "link", "advance", "trickle", "close"}
    by_plies = {"expand", "merge", "compare", "combine", "tell", "part", "arrange", "write"}
    by_graphs = {"weigh", "chart", "mark", "sweep", "conclude"}
    by_ranks = {"settle", "record", "ask_ranks", "reply_ranks", "open_ranks", "link_ranks", "record_ranks"}
    by_ranks |= {"chart_ranks", "mark_ranks", "sweep_ranks", "conclude_ranks"}
    assert set(KINDS) == by_plies | {"order", "line_up", "gather"} | by_rounds | by_graphs | by_ranks
    assert str(Task("merge", 3, 7, 1, 1)) == "merge of tier 3, bucket 7"
    assert runs.BUCKET == clusters.BUCKET and tasks.GROWTH > 1
