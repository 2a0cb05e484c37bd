"""Solves by tasks: what is refused, what stays in the store, and errors of workers. Records are in the matrix."""

import os
import re
import socket
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import performing
from support.commands import check_refusal, runner
from support.marks import few
from support.performing import perform_plainly
from support.tasks import InOrder, files_of

import zermelo
from zermelo import solution
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    Cancelled,
    KeyTooCoarse,
    MissingCapability,
    OutOfBudget,
    StorageFailed,
)
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.cluster.task_executors import LocalExecutor, run_task
from zermelo.solver.solution_files import solution_store as stores

GAMES = ("mnk(columns=3, rows=2)", "dots_and_boxes(columns=2, rows=1)")


@given(st.lists(st.integers(0, 2**63 - 1), max_size=50))
def test_mixes_are_undone(positions: list[int]) -> None:
    array = np.array(positions, np.int64)
    assert np.array_equal(unmix_array(mix_array(array)), array)


def test_what_is_not_done_here_and_wrong_parameters_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="has 3 players"):
        solution.solve_on("strike", str(tmp_path), "threads")
    for wrong in ({"bucket": 0}, {"workers": 0}, {"bucket": 1.5}):
        with pytest.raises(BadParameter):
            solution.solve_on(GAMES[0], str(tmp_path), "threads", **wrong)  # type: ignore[arg-type]


@pytest.mark.usefixtures("plain")
def test_a_worker_may_hold_much_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.budget.measure_resident_memory", lambda: 1 << 40)
    monkeypatch.setattr("zermelo.solver.cluster.ply_tasks.measure_resident_memory", lambda: 1 << 40)
    assert solve_by_tasks(zermelo.game(GAMES[1]), InOrder(), str(tmp_path)).summary.solved > 0


# What else is in a store


@pytest.mark.usefixtures("plain")
def test_what_somebody_put_among_the_objects_and_other_games_stay(tmp_path: Path) -> None:
    found: list[Path] = []

    def put(job: SolveJob, task: SolveTask) -> TaskReport:
        found[:] = [tmp_path / job.folder / "notes.txt"]
        found[0].write_text("mine")
        return perform_task(job, task)

    (tmp_path / "notes.txt").write_text("mine")
    solve_by_tasks(zermelo.game(GAMES[0]), InOrder(), str(tmp_path))
    solve_by_tasks(zermelo.game(GAMES[1]), InOrder(put), str(tmp_path))
    assert found[0].read_text() == (tmp_path / "notes.txt").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.usefixtures("plain")
def test_what_an_earlier_run_left_where_it_is_published_goes(tmp_path: Path) -> None:
    game, many = zermelo.game(GAMES[1]), tmp_path / "many"
    with stores.hold_partial_directory(
        stores.find_solution_directory(many, game), rules_fingerprint(game)
    ) as partial:
        (partial / "tier-0001.parquet").write_bytes(b"half of it")
    solved = solve_by_tasks(game, InOrder(), str(many))
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory
    assert files_of(solved.place) == files_of(want) != {}


# Executors


@pytest.mark.slow("a worker is a process that is killed")
@pytest.mark.usefixtures("plain")
def test_a_process_that_is_killed_has_another_in_its_place(tmp_path: Path) -> None:
    want = zermelo.solve(GAMES[0], store=tmp_path / "one", interpreted=False).directory
    killed: list[int] = []
    executor = LocalExecutor(1, processes=True, perform=perform_plainly)

    def kill_one(report: TaskReport) -> None:
        if report.task.kind == "merge" and not killed:
            killed.append(1)
            pool: Any = executor._pool
            next(iter(pool._processes.values())).kill()

    try:
        solved = solve_by_tasks(
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
        if position < 16000:
            yield 1
            yield 2

    def play(self, position, move):
        return PLAY

    def tier(self, position):
        return TIER

    def outcome(self, position):
        return UNDECIDED
"""


def own_rules(
    folder: Path, play: str = "2 * position + move", tier: str = "(position + 1).bit_length()"
) -> str:
    """Write a file of rules that say so, and return the name of the game."""
    (folder / "own.py").write_text(OWN.replace("PLAY", play).replace("TIER", tier))
    return f"{folder / 'own.py'}:Own"


@pytest.mark.usefixtures("plain")
def test_what_rules_do_wrong_comes_through_processes(tmp_path: Path) -> None:
    own = own_rules(tmp_path, "2 * position + move if position < 500 else -1")
    with pytest.raises(BadRules, match=r"own\(\): play\(\d+, \d\) returns -1"):
        solution.solve_on(own, str(tmp_path / "store"), "processes", workers=1)


RAISES = "2 * position + move + 0 // (12000 - position)"
WHERE = rf"\(in expand of tier \d+, bucket \d+, on {re.escape(socket.gethostname())}, process (\d+)\)$"


@pytest.mark.parametrize("how", few(["threads", "processes", "local"], 1))
def test_what_the_rules_raise_says_where(how: str, tmp_path: Path) -> None:
    """The rules' own error with the line that raised it, the position, the task, the machine and process."""
    with pytest.raises(BadRules) as caught:
        solution.solve_on(own_rules(tmp_path, RAISES), str(tmp_path / "store"), how, workers=2)
    said = str(caught.value)
    assert re.search(
        r"own\(\): .*ZeroDivisionError.* \(in play, own\.py line 14\) at position 12000 ", said
    ), said
    found = re.search(WHERE, said)
    assert found is not None and (int(found[1]) == os.getpid()) == (how == "threads"), said
    assert "\n" not in said


def test_the_command_says_it_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = own_rules(tmp_path, RAISES)
    ran = runner(capsys)("solve", own, "--cluster", "threads", "--store", str(tmp_path / "store"))
    check_refusal(
        ran, 2, "own.py line 14", "in expand of tier", f"on {socket.gethostname()}, process {os.getpid()}"
    )


class Source:
    source = "game()"


def failing(error: BaseException) -> Any:
    def perform(job: Any, task: Any) -> Any:
        raise error

    return perform


JOB: Any = Source()
TASK = SolveTask("merge", 3, 7, 1, 1)


def test_errors_keep_their_types() -> None:
    with pytest.raises(KeyTooCoarse, match=r"too coarse \(in merge of tier 3, bucket 7, on ") as caught:
        run_task(failing(KeyTooCoarse("too coarse", ((1,), (2,)))), JOB, TASK)
    assert caught.value.pair == ((1,), (2,))
    with pytest.raises(Cancelled, match=r"^stopped$"):
        run_task(failing(Cancelled("stopped")), JOB, TASK)
    with pytest.raises(OutOfBudget, match=r"game\(\): memory is exhausted: .* \(in merge of tier 3"):
        run_task(failing(MemoryError()), JOB, TASK)
    with pytest.raises(ValueError, match="ours") as ours:
        run_task(failing(ValueError("ours")), JOB, TASK)
    assert "zermelo: in merge of tier 3, bucket 7, on " in ours.value.__notes__[0]


def test_rules_that_raise_where_nobody_expects_it(tmp_path: Path) -> None:
    game: Any = zermelo.game(own_rules(tmp_path, tier="{}[position]"))
    with pytest.raises(
        BadRules, match=r"raise KeyError: 2 \(in tier, own\.py line 17\) \(in merge of tier 3"
    ):
        run_task(lambda *_: game.tier(2), JOB, TASK)


@pytest.mark.usefixtures("plain")
def test_workers_that_die_at_once_are_told_with_their_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.solver.cluster.task_executors.TRIES", 2)
    executor = LocalExecutor(1, processes=True, perform=performing.perform_and_die)
    try:
        with pytest.raises(
            StorageFailed, match=r"killed as soon as they begin \(\w+ of tier \d, bucket \d, on "
        ):
            solve_by_tasks(zermelo.game("mnk(columns=3, rows=2)"), executor, str(tmp_path))
    finally:
        executor.close()
