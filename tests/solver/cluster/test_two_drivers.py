"""Two drivers at one store: both have the same bytes, or one ends in words; one that died is in nobody's way."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.marks import few
from support.performing import until
from support.places import finding_tests
from support.tasks import WAYS, InOrder, Killed, files_of

import zermelo
from zermelo import Game
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.storage.object_store import open_object_store

TEXT = "mnk(columns=3, rows=2)"
pytestmark = pytest.mark.usefixtures("plain")


def found_in(url: str) -> dict[str, bytes]:
    """Return the files of the one solution in a store by URL, where there is nothing else."""
    objects = open_object_store(url)
    names = sorted(objects.yield_object_names(""))
    assert len({name.partition("/")[0] for name in names}) == 1, names
    return {name.partition("/")[2]: objects.get(name) for name in names if name.endswith(".parquet")}


@pytest.mark.parametrize(("game", "bucket", "share"), few([WAYS[0], *reversed(WAYS[1:])], 2), ids=repr)
def test_one_that_is_done_while_the_other_is_at_a_task(
    game: Game, bucket: int, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the other wants is dropped; it ends with the solution that is there. Tried at tasks all along."""
    monkeypatch.setattr("zermelo.solver.cluster.cluster_solve.CODES_SHARE", share)
    one = solve_by_tasks(game, InOrder(), str(tmp_path / "one"), bucket=bucket)
    want, total = files_of(one.place), one.figures.tasks
    assert want and total
    for at in sorted({1, total // 2, total}):
        store, done = tmp_path / str(at), 0

        def beside(job: SolveJob, task: SolveTask, at: int = at, store: Path = store) -> TaskReport:
            nonlocal done
            done += 1
            if done == at:
                assert files_of(solve_by_tasks(game, InOrder(), str(store), bucket=bucket).place) == want
            return perform_task(job, task)

        made = solve_by_tasks(game, InOrder(beside), str(store), bucket=bucket)
        assert done >= at and files_of(made.place) == want
        solve_by_tasks(game, InOrder(), str(store), bucket=bucket)
        assert [path.name for path in store.iterdir()] == [Path(made.place).name]


@pytest.mark.parametrize("at", few([5, 1], 1))
def test_the_same_in_a_store_by_url(at: int, bucket: str, tmp_path: Path) -> None:
    game, url, done = zermelo.game(TEXT), f"{bucket}/{tmp_path.name}", 0

    def beside(job: SolveJob, task: SolveTask) -> TaskReport:
        nonlocal done
        done += 1
        if done == at:
            solve_by_tasks(game, InOrder(), url, bucket=1000)
        return perform_task(job, task)

    made = solve_by_tasks(game, InOrder(beside), url, bucket=1000)
    solve_by_tasks(game, InOrder(), url, bucket=1000)
    want = files_of(solve_by_tasks(game, InOrder(), str(tmp_path / "one"), bucket=1000).place)
    assert made.place == f"{url}/{Path(made.place).name}" and found_in(url) == want


DRIVER = """
import sys
import zermelo
from support.performing import InOrder
from zermelo.solver.cluster import solve_job as jobs
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.errors import ZermeloError

jobs.compile_game = interpret_game
print("ready", flush=True)
sys.stdin.readline()
try:
    solve_by_tasks(zermelo.game(sys.argv[2]), InOrder(), sys.argv[1], bucket=20)
except ZermeloError as error:
    print(error)
"""


def driver(store: str) -> "subprocess.Popen[str]":
    """Begin a driver in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, store, TEXT], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=finding_tests(),
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("kind", few(["directory", "s3"], 1))
def test_two_at_once_when_a_third_has_died(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    store = str(tmp_path / "store") if kind == "directory" else f"{request.getfixturevalue('bucket')}/at-once"
    with pytest.raises(Killed):
        solve_by_tasks(zermelo.game(TEXT), InOrder(until(20)), store, bucket=20)
    drivers = [driver(store), driver(store)]
    for each in drivers:
        assert each.stdout is not None and each.stdout.readline() == "ready\n"
    for each in drivers:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    is_done = False
    for each in drivers:
        said, complaint = each.communicate()
        assert each.returncode == 0 and not complaint, complaint
        assert said == "" or "went away: run again" in said or "in use by another process" in said, said
        is_done |= said == ""
    made = solve_by_tasks(zermelo.game(TEXT), InOrder(), store, bucket=20)
    assert made.figures.tasks == 0 or not is_done  # both may have been in each other's way
    want = files_of(solve_by_tasks(zermelo.game(TEXT), InOrder(), str(tmp_path / "one"), bucket=20).place)
    assert (files_of(made.place) if kind == "directory" else found_in(store)) == want
