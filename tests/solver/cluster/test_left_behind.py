"""What killed solves leave in a store, and when it goes: with the next solve, which finds the solution there."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from made.kinds import Pools
from made.random_games import RandomThrows
from support.places import finding_tests
from support.tables import one_thread
from support.tasks import InOrder, files_of

import zermelo
from zermelo import Game
from zermelo.core.errors import DamagedScratch, StorageFailed, ZermeloError
from zermelo.core.system.operating_system import find_process_namespace
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.records.compact_records import FULL_STORAGE
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.task_folders import (
    RUN,
    lock_work_folder,
    open_run_folder,
    remove_stale_work,
)
from zermelo.solver.storage.atomic_files import TEMPORARY, remove_stale_files, temporary_file
from zermelo.solver.storage.object_store import DirectoryObjectStore, open_object_store
from zermelo.solver.storage.output_files import OutputFile
from zermelo.solver.storage.temporary_folders import temporary_folder

pytestmark = pytest.mark.usefixtures("plain")
TEXT = "dots_and_boxes(columns=2, rows=1)"
GAME = zermelo.game(TEXT)
NAME = stores.find_solution_directory(Path(), GAME).name

KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from support.performing import InOrder
import zermelo
from zermelo.solver.cluster import solve_job as jobs
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.compiler.game_compiler import interpret_game

jobs.compile_game = interpret_game
base, text, seen, last = Path(sys.argv[1]), sys.argv[2], 0, 0

def watch(event, arguments):
    global seen
    if event in ("open", "os.rename", "os.remove", "os.rmdir", "os.link") and str(base) in str(arguments[0]):
        seen += 1
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
solve_by_tasks(zermelo.game(text), InOrder(), str(base / "whole"), bucket=60)  # counts
total = seen
print(total, flush=True)
for number in [*range(1, total - 60, total // 4), *range(total - 60, total, 9)]:
    if not os.fork():
        seen, last = 0, number
        solve_by_tasks(zermelo.game(text), InOrder(), str(base / f"{number:05d}"), bucket=60)
        os._exit(0)
    os.wait()
"""


@pytest.mark.long
def test_a_driver_killed_at_any_call_on_a_file(tmp_path: Path) -> None:
    """Some of them when the solution is published and objects are dropped; the next solve leaves it alone there."""
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), TEXT], env=finding_tests(), check=True, text=True,
        capture_output=True,
    )  # fmt: skip
    want = files_of(tmp_path / "whole" / NAME)
    assert int(ran.stdout) > 200 and want
    shutil.rmtree(tmp_path / "whole")
    left = 0
    for number, store in enumerate(sorted(tmp_path.iterdir())):
        beside = {path.name for path in store.iterdir()}
        left += NAME in beside and len(beside) > 1
        if number % 2:
            solve_by_tasks(GAME, InOrder(), str(store), bucket=60)
        else:
            zermelo.solve(GAME, store=store, interpreted=False, budget=one_thread())
        assert files_of(store / NAME) == want
        assert number % 2 == 0 or [path.name for path in store.iterdir()] == [NAME]
        solve_by_tasks(GAME, InOrder(), str(store), bucket=60)
        assert [path.name for path in store.iterdir()] == [NAME], sorted(beside)
    assert left > 2


WRITES = """
import os, signal, sys, time
from pathlib import Path
from zermelo.solver.storage.output_files import OutputFile

with OutputFile(Path(sys.argv[1]) / "wanted").open() as out:
    out.write(b"half")
    out.flush()
    print("half of it", flush=True)
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(
    find_process_namespace() == "0" * 8, reason="this system does not say where processes are"
)
def test_a_writers_file_goes_when_the_writer_has_ended(tmp_path: Path) -> None:
    """Also with the next output that is written there."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITES, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )  # fmt: skip
    assert writer.stdin is not None and writer.stdout is not None
    assert writer.stdout.readline()
    (name,) = (path.name for path in tmp_path.iterdir())
    others = [
        f".zermelo-{'a' * 8}-{writer.pid}-{'0' * 16}.tmp",  # of another machine
        f".zermelo-{'0' * 8}-{writer.pid}-{'0' * 16}.tmp",  # of one that does not say
        f".zermelo-{find_process_namespace()}-1-{'0' * 15}.tmp",  # no name of ours
        "notes.tmp",
    ]
    for each in others:
        (tmp_path / each).write_bytes(b"")
    assert TEMPORARY.fullmatch(name)
    with temporary_file(tmp_path):
        assert remove_stale_files(tmp_path) == 0 and (tmp_path / name).read_bytes() == b"half"
        writer.communicate("")
        assert writer.returncode == -signal.SIGKILL
        assert remove_stale_files(tmp_path) == 1
        assert len(list(tmp_path.iterdir())) == len(others) + 1
    assert {path.name for path in tmp_path.iterdir()} == set(others)
    assert remove_stale_files(tmp_path / "missing") == 0
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / name).write_bytes(b"half")
    OutputFile(tmp_path / "elsewhere" / "b").write(b"whole")
    assert os.listdir(tmp_path / "elsewhere") == ["b"]  # noqa: PTH208  names are enough


MAKES = """
import os, signal, sys, tempfile
from zermelo.solver.storage.temporary_folders import make_temporary_folder

tempfile.tempdir = sys.argv[1]
(make_temporary_folder() / "large").write_bytes(b"half")
sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(
    find_process_namespace() == "0" * 8, reason="this system does not say where processes are"
)
def test_a_folder_goes_when_its_process_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = subprocess.run([sys.executable, "-c", MAKES, str(tmp_path)], input="", text=True, check=False)
    (left,) = tmp_path.iterdir()
    assert killed.returncode == -signal.SIGKILL and (left / "large").exists()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    number = left.name.split("-")[2]
    (tmp_path / f"zermelo-{'a' * 8}-{number}-other").mkdir()  # of another machine
    (tmp_path / left.name.replace("-", "--")).mkdir()
    (tmp_path / f"{left.name}a").symlink_to(tmp_path)
    with temporary_folder() as mine, temporary_folder() as other:
        assert not left.exists() and mine.is_dir() and other.is_dir()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_in_which_a_driver_is_at_work_stays(tmp_path: Path) -> None:
    made = solve_by_tasks(GAME, InOrder(), str(tmp_path))
    target, objects, folder = (
        Path(made.place),
        DirectoryObjectStore(tmp_path),
        stores.format_work_folder(GAME),
    )
    run = open_run_folder(objects, folder)
    objects.put(f"{run}/tiers", b"[]")
    with lock_work_folder(tmp_path / folder), lock_work_folder(tmp_path / folder):
        remove_stale_work(target, GAME, FULL_STORAGE)
        assert open_run_folder(objects, folder) == run and (tmp_path / run / "tiers").exists()
    (tmp_path / folder / "thesis").write_text("somebody's")
    remove_stale_work(target, GAME, FULL_STORAGE)
    assert [path.name for path in (tmp_path / folder).iterdir()] == ["thesis"]


@pytest.mark.parametrize("kept", ["job.json", "_solution.json", "scratch"])
def test_what_was_to_be_published_goes_unless_a_run_may_go_on_with_it(kept: str, tmp_path: Path) -> None:
    target = Path(solve_by_tasks(GAME, InOrder(), str(tmp_path)).place)
    partial = Path(shutil.copytree(target, tmp_path / f"{target.name}.partial"))
    (partial / "_solution.json").unlink()
    if kept == "scratch":
        (partial / kept).mkdir()
    else:
        (partial / kept).write_bytes(b"")
    zermelo.solve(GAME, store=tmp_path)
    assert partial.exists() == (kept != "job.json")


@pytest.mark.slow("a late worker of each kind of run")
@pytest.mark.parametrize(
    ("game", "first", "second"),
    [(GAME, 500, 20), (Pools(seed=1), 60, 18), (RandomThrows(seed=4, size=40), 1000, 16)],
    ids=repr,
)
def test_what_a_late_worker_of_an_earlier_run_makes_is_not_taken(
    game: Game, first: int, second: int, tmp_path: Path
) -> None:
    """Its buckets are others. It was done, the solution was moved away, and the game is solved anew."""
    store, late, done = tmp_path / "store", list[tuple[SolveJob, SolveTask]](), 0

    def noted(job: SolveJob, task: SolveTask) -> TaskReport:
        late.append((job, task))
        return perform_task(job, task)

    place = Path(solve_by_tasks(game, InOrder(noted), str(store), bucket=first).place)
    want = files_of(place)
    shutil.rmtree(place)

    def beside(job: SolveJob, task: SolveTask) -> TaskReport:
        nonlocal done
        done += 1
        for each in late if done % 9 == 0 else ():
            with contextlib.suppress(ZermeloError):
                perform_task(*each)
        return perform_task(job, task)

    assert files_of(solve_by_tasks(game, InOrder(beside), str(store), bucket=second).place) == want
    assert done > len(late) and [path.name for path in store.iterdir()] == [place.name]


@pytest.mark.parametrize("note", [b"no JSON", b'"../../x"', b"7"])
def test_a_strangers_note_of_the_run_is_not_believed(note: bytes, tmp_path: Path) -> None:
    folder = stores.format_work_folder(GAME)
    DirectoryObjectStore(tmp_path).put(f"{folder}/{RUN}", note)
    with pytest.raises(DamagedScratch, match="run is damaged: remove it and go on"):
        solve_by_tasks(GAME, InOrder(), str(tmp_path))


@pytest.mark.slow("a server of objects is begun")
def test_left_in_a_store_by_url(bucket: str, tmp_path: Path) -> None:
    url = f"{bucket}/{tmp_path.name}"
    objects, folder = open_object_store(url), stores.format_work_folder(GAME)
    objects.put(f"{folder}/{'0' * 16}/tier-0001/bits", b"1")  # of a run that nobody goes on with
    solve_by_tasks(GAME, InOrder(), url)
    found = sorted(objects.yield_object_names(""))
    assert found and all(name.startswith(f"{NAME}/") for name in found)
    objects.put(f"{open_run_folder(objects, folder)}/tier-0000/keys/000000", b"")
    objects.put(f"{folder}/thesis", b"somebody's")
    assert solve_by_tasks(GAME, InOrder(), url).figures.tasks == 0
    assert sorted(objects.yield_object_names("")) == sorted([*found, f"{folder}/thesis"])


def test_another_solution_in_a_store_by_url_is_refused_before_anything_is_done(
    bucket: str, tmp_path: Path
) -> None:
    url = f"{bucket}/{tmp_path.name}"
    open_object_store(url).put(f"{NAME}/_solution.json", b"{}")

    def never(*_: object) -> TaskReport:
        raise AssertionError

    with pytest.raises(StorageFailed, match="move it, or use another store"):
        solve_by_tasks(GAME, InOrder(never), url)
    assert os.listdir(tmp_path) == []  # noqa: PTH208  nothing was made here
