"""Spilling, budgets, growing tables and threads: none of them changes an answer."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.tables import compiled, one_thread, table_of

import zermelo
import zermelo.core.budget as budgets
from zermelo.core.budget import Budget, Progress, measure_available_memory, measure_resident_memory
from zermelo.core.errors import BadParameter, Cancelled, OutOfBudget, ZermeloError
from zermelo.core.game import Game
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.solver.graph.thread_slices import Workers

GAME = ConnectFour(columns=4, rows=4, line=4)  # 161,029 positions


# Solves


def test_a_budget_that_never_fits_is_said_and_a_larger_one_solves(store: Path) -> None:
    """Not even in buckets on disk; nothing is left of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "array_memory", property(lambda _: 1 << 18))
        with pytest.raises(OutOfBudget, match="raise --memory") as caught:
            zermelo.solve(GAME, budget=one_thread(), store=store)
        assert "\n" not in str(caught.value)
    assert list(store.iterdir()) == []
    assert table_of(zermelo.solve(GAME, budget=one_thread(), store=store)) == table_of(compiled(GAME))
    assert [path.suffix for path in store.iterdir()] != [".partial"]


@pytest.mark.parametrize("phase", ["enumerate", "solve"])
def test_a_stopped_run_goes_on_and_its_counts_are_right(phase: str, store: Path) -> None:
    interrupted(store, phase)
    assert [path.suffix for path in store.iterdir()] == [".partial"]
    solution = zermelo.solve(GAME, budget=one_thread(), store=store)
    assert table_of(solution) == table_of(compiled(GAME))
    assert solution.summary.wins == compiled(GAME).summary.wins
    assert solution.verify(budget=one_thread()).checked == compiled(GAME).summary.solved


def interrupted(store: Path, phase: str, game: Game = GAME, count: int = 9) -> None:
    """Begin a run that is stopped at its report of this number in this phase."""
    budget = one_thread()
    seen: list[str] = []

    def listen(progress: Progress) -> None:
        seen.append(progress.phase)
        if seen.count(phase) == count:
            budget.stop.set()

    budget.listener = listen
    with pytest.raises(Cancelled):
        zermelo.solve(game, budget=budget, store=store)


def test_an_interpreted_run_after_a_compiled_one_leaves_only_its_own_files(store: Path) -> None:
    game = ConnectFour(columns=3, rows=4, line=3)
    interrupted(store, "solve", game, 4)
    solution = zermelo.solve(game, store=store, interpreted=True)
    assert solution.directory is not None
    assert sorted(path.name for path in solution.directory.iterdir())[1:] == [
        "_solution.json",
        "tier-0000.parquet",
    ]


@pytest.mark.parametrize("gone", ["scratch", "scratch and job"])
def test_a_run_killed_while_it_was_published(gone: str, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest is written and some of the scratch is gone: what remains is to rename."""
    import shutil

    from zermelo.solver.solution_files import solution_store as stores
    from zermelo.solver.solution_files.directory_ownership import JOB, SCRATCH

    def killed(partial: Path, target: Path) -> None:
        shutil.rmtree(partial / SCRATCH)
        if "job" in gone:
            (partial / JOB).unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stores, "publish_solution", killed)
        with pytest.raises(KeyboardInterrupt):
            zermelo.solve(GAME, budget=one_thread(), store=store)
    solution = zermelo.solve(GAME, budget=one_thread(), store=store)
    assert table_of(solution) == table_of(compiled(GAME))
    assert len(list(store.iterdir())) == 1


# Budget, workers


PEAK = """
import json, sys
from zermelo.cli.command_app import run_command_line as run
sys.exit(run(["solve", sys.argv[1], "--no-store", "--json", "--threads", "1", "--memory", sys.argv[2]]))
"""


@pytest.mark.slow("no other test measures the memory of a process that solves")
def test_the_process_keeps_to_its_memory() -> None:
    """Twice: the first run, of a smaller board, compiles, which no budget counts."""
    import json

    for columns, positions, memory in ((4, 161_029, 2000), (5, 3_945_711, 400)):
        game = f"connect_four(columns={columns}, rows=4)"
        ran = subprocess.run(
            [sys.executable, "-c", PEAK, game, f"{memory}MB"], capture_output=True, text=True, check=True
        )
        found = json.loads(ran.stdout)
        assert found["positions"] == positions
        assert found["peak_memory"] <= memory << 20


TRIED = """
import sys
from zermelo.cli.command_app import run_command_line as run
from zermelo.solver.cluster import external_memory
from zermelo.core.budget import measure_peak_memory

def told(*_, **__):
    print(measure_peak_memory())
    sys.exit(0)

external_memory.solve_by_tasks = told  # buckets would take two minutes
run(["solve", "quixo(size=4)", "--no-store", "--threads", "2", "--memory", sys.argv[1]])
"""


@pytest.mark.long
@pytest.mark.parametrize("megabytes", [400, 480])
def test_what_is_tried_in_memory_before_buckets_keeps_to_it(megabytes: int) -> None:
    """It held what it had found while it made a plan of the rest, and came to 458 MB of 400.

    Twice: the first run compiles, which no budget counts.
    """
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", TRIED, f"{megabytes}MB"], capture_output=True, text=True, check=True
        )
    assert 250 << 20 < int(ran.stdout) <= megabytes << 20


def test_what_a_process_holds_takes_nothing_from_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook that holds more than is available still may use what is."""
    monkeypatch.setattr(budgets, "measure_resident_memory", lambda: 20 << 30)
    monkeypatch.setattr(budgets, "measure_available_memory", lambda: 10 << 30)
    assert Budget().memory == 28 << 30
    assert Budget().array_memory == (8 << 30) - budgets.KERNELS


@pytest.mark.parametrize("version", [1, 2])
def test_a_container_has_what_its_limit_leaves(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "CONTROL_GROUPS", tmp_path)
    whole = measure_available_memory()
    assert whole > 1 << 20
    limit, used, cached = budgets.CONTAINERS[2 - version]
    (tmp_path / limit).parent.mkdir(exist_ok=True)
    (tmp_path / used).write_text(f"{5 << 20}\n")
    (tmp_path / used).with_name("memory.stat").write_text(f"anon 7\n{cached} {2 << 20}\nactive_file 1\n")
    for said, left in ((f"{4 << 20}", 1 << 20), (f"{1 << 20}", 0), ("max", None), (f"{1 << 62}", None)):
        (tmp_path / limit).write_text(f"{said}\n")
        found = measure_available_memory()
        assert found == left if left is not None else found > 1 << 20


def test_memory_is_read() -> None:
    assert (
        Budget.parse_memory("8GB") == 8 << 30
        and Budget.parse_memory("500 mb") == 500 << 20
        and Budget.parse_memory("7") == 7
    )
    for text in ("", "GB", "-1GB", "1e9", "8 XB", "8GB 1MB"):
        with pytest.raises(BadParameter, match="8GB"):
            Budget.parse_memory(text)


def test_workers_give_answers_in_order_and_the_first_error() -> None:
    with Workers(Budget(threads=3)) as workers:
        assert workers.map_items(lambda item: item * item, range(50)) == [item * item for item in range(50)]

        def fail(item: int) -> int:
            if item == 7:
                raise ZermeloError("seven")
            return item

        with pytest.raises(ZermeloError, match="seven"):
            workers.map_items(fail, range(50))
        workers.budget.stop.set()
        with pytest.raises(Cancelled):
            workers.map_items(lambda item: item, range(5))
    assert threading.active_count() < 20 and measure_resident_memory() >= 0
