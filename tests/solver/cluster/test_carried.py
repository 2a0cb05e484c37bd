"""Rules that travel: workers that lack the user's file, have another one, or another zermelo."""

import base64
import gc
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import performing
from support.marks import few
from support.tasks import InOrder, Killed, files_of

import zermelo
from zermelo.core.errors import BadRules, DamagedScratch, OutdatedSolution
from zermelo.core.system.source_files import hash_source_with_imports, read_sources_with_imports
from zermelo.solver.cluster import rules_bundle
from zermelo.solver.cluster import solve_job as jobs
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.rules_bundle import RulesBundle, write_rules_bundle
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.cluster.task_executors import LocalExecutor
from zermelo.solver.storage.object_store import DirectoryObjectStore
from zermelo.solver.storage.sealed_json import seal_json_object, unseal_json_object

RULES = """
from zermelo import Game
from beside import taken
from parts.deep import LEAST

class Heap(Game):
    stones: int = 40
    most: int = 3

    def start(self):
        return self.stones

    def moves(self, position):
        yield from range(LEAST, min(self.most, position) + 1)

    def play(self, position, move):
        return taken(position, move)
"""
BESIDE = """
def taken(position, move):
    return position - move
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of rules, with a module and a package beside it."""
    folder = tmp_path / "mine (of today)"
    (folder / "parts").mkdir(parents=True)
    (folder / "beside.py").write_text(BESIDE)
    (folder / "parts" / "__init__.py").write_text("")
    (folder / "parts" / "deep.py").write_text("LEAST = 1\n")
    (folder / "heap.py").write_text(RULES)
    return folder / "heap.py"


class Meanwhile(LocalExecutor):
    """Processes that begin when something has happened to the files of the driver's machine."""

    def __init__(self, happen: Callable[[], object], perform: Any = perform_task) -> None:
        super().__init__(1, processes=True, perform=perform)
        self.happen = happen

    def run(self, job: Any, tasks: Iterable[Any]) -> Iterator[Any]:
        self.happen()
        return super().run(job, tasks)


def solved_meanwhile(
    own: Path, store: Path, happen: Callable[[], object], perform: Any = perform_task
) -> Any:
    executor = Meanwhile(happen, perform)
    try:
        return solve_by_tasks(zermelo.game(f"{own}:Heap(stones=50)"), executor, str(store), bucket=20)
    finally:
        executor.close()


def gone(own: Path) -> None:
    for path in sorted(own.parent.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()


def other_module(own: Path) -> None:
    (own.parent / "beside.py").write_text(BESIDE.replace("position - move", "position - 2 * move"))


@pytest.mark.slow("no other test has workers whose rules changed under them")
@pytest.mark.parametrize("happen", few([gone, other_module], 1))
def test_workers_have_the_rules_of_the_driver(happen: Any, own: Path, tmp_path: Path) -> None:
    want = zermelo.solve(f"{own}:Heap(stones=50)", store=tmp_path / "one").directory
    before = hash_source_with_imports(own)
    solved = solved_meanwhile(own, tmp_path / "many", lambda: happen(own), performing.perform_away)
    assert files_of(solved.place) == files_of(want) != {}
    assert [path.name for path in (tmp_path / "many").iterdir()] == [Path(solved.place).name]
    said = (Path(solved.place) / "_solution.json").read_text()
    assert before in said, "the hash of the file that it was solved by"


@pytest.mark.parametrize(
    "perform", few([performing.perform_by_another_package, performing.perform_by_another_engine], 1)
)
def test_another_zermelo_is_refused(perform: Any, own: Path, tmp_path: Path) -> None:
    with pytest.raises(OutdatedSolution, match="this machine has another zermelo"):
        solved_meanwhile(own, tmp_path / "many", lambda: None, perform)


@pytest.mark.long
def test_other_libraries_are_not(own: Path, tmp_path: Path) -> None:
    """Integers, orders and files of arrays are alike in all of their versions that zermelo takes."""
    want = zermelo.solve(f"{own}:Heap(stones=50)", store=tmp_path / "one", interpreted=False).directory
    solved = solved_meanwhile(own, tmp_path / "many", lambda: None, performing.perform_by_other_libraries)
    assert files_of(solved.place) == files_of(want) != {}


@pytest.mark.long
def test_the_same_files_that_say_something_else_are_refused(own: Path, tmp_path: Path) -> None:
    """What they take from elsewhere differs on that machine, so the fingerprint does."""
    own.write_text(
        RULES.replace("from beside", "import colorsys\nfrom beside").replace(
            "LEAST, min", "LEAST + int(colorsys.ONE_THIRD), min"
        )
    )
    solved_meanwhile(own, tmp_path / "one", lambda: None)
    with pytest.raises(BadRules, match="other rules than the one where the solve began, from the same files"):
        solved_meanwhile(own, tmp_path / "many", lambda: None, performing.perform_by_other_rules)


def work_of(text: str, store: Path) -> SolveJob:
    """Begin a solve that is killed before anything is done; return its job."""
    found: list[SolveJob] = []

    def note(job: SolveJob, task: SolveTask) -> TaskReport:
        found.append(job)
        raise Killed

    with pytest.raises(Killed):
        solve_by_tasks(zermelo.game(text), InOrder(note), str(store), bucket=20)
    return found[0]


def object_of(job: SolveJob, store: Path) -> Path:
    (path,) = (store / job.rules_folder_and_bundle[0]).iterdir()
    return path


def forged(content: bytes, **news: bytes) -> bytes:
    found = unseal_json_object(content)
    found.pop("checksum", None)
    found["files"] |= {
        name.replace("__", "/"): base64.b64encode(each).decode() for name, each in news.items()
    }
    return seal_json_object(found)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda content: content[:-9] + b"x" + content[-8:],
        lambda _: b"",
        lambda _: b"[]",
        lambda _: seal_json_object({"files": []}),
        lambda _: seal_json_object({"files": {"": "no base 64!"}}),
        lambda _: seal_json_object({"files": {"": 7}}),
        lambda _: seal_json_object({"other": {}}),
        lambda content: forged(content, **{"": b"import os"}),
        lambda content: forged(content, **{"beside.py": b"raise SystemExit"}),
        lambda content: forged(content, **{"..__x.py": b"raise SystemExit"}),
        lambda content: forged(content, **{"__tmp__x.py": b""}),
        lambda content: forged(content, more=b""),
    ],
)
def test_what_was_tampered_with_is_not_run(
    tamper: Any, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "many"
    job = work_of(f"{own}:Heap(stones=50)", store)
    path = object_of(job, store)
    path.write_bytes(tamper(path.read_bytes()))
    with pytest.raises(DamagedScratch, match="is not the file that the solve began with"):
        solve_by_tasks(zermelo.game(f"{own}:Heap(stones=50)"), InOrder(), str(store), bucket=20)
    gone(own)
    monkeypatch.setattr(jobs, "_known", {})
    made: list[str] = []
    monkeypatch.setattr(rules_bundle, "make_temporary_folder", lambda: made.append("") or tmp_path)
    with pytest.raises(DamagedScratch, match="is not the file that the solve began with"):
        jobs.open_job(job)
    assert not made, "nothing of it is written"


def test_names_are_those_of_modules_alone(tmp_path: Path) -> None:
    """Even where the hash is right, as somebody's who made the job too."""
    for name in ("../x.py", "/x.py", "a/../x.py", "x.txt", "a\\x.py", ".hidden/x.py"):
        sources = {"": b"", name: b""}
        digest = rules_bundle.hash_found_sources(sources)
        objects = DirectoryObjectStore(tmp_path / "store")
        objects.put(digest, seal_json_object({"files": dict.fromkeys(sources, "")}))
        with pytest.raises(DamagedScratch):
            rules_bundle._unpack_rules_file(objects, digest, Path("rules.py"), digest)
        objects.remove(digest)


def test_neither_here_nor_there_is_said(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "many"
    job = work_of(f"{own}:Heap(stones=50)", store)
    object_of(job, store).unlink()
    gone(own)
    monkeypatch.setattr(jobs, "_known", {})
    with pytest.raises(OutdatedSolution, match=r"heap\.py is another one here, or none, and .* is not there"):
        jobs.open_job(job)


def test_a_file_that_is_written_just_then_is_refused(own: Path, tmp_path: Path) -> None:
    rules = RulesBundle(f"{own}:Heap()", {str(own): "0" * 64})
    with pytest.raises(BadRules, match="was changed just now"):
        write_rules_bundle(DirectoryObjectStore(tmp_path), "rules", rules)


def test_the_private_folder_goes_with_the_game(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "many"
    job = work_of(f"{own}:Heap(stones=50)", store)
    gone(own)
    (tmp_path / "private").mkdir()
    monkeypatch.setattr(jobs, "_known", {})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "private"))
    game = jobs.open_job(job).game
    (folder,) = (tmp_path / "private").iterdir()
    assert read_sources_with_imports(folder / "heap.py").keys() == {
        "",
        "beside.py",
        "parts/__init__.py",
        "parts/deep.py",
    }
    assert folder.stat().st_mode & 0o077 == 0 and game.stones == 50  # type: ignore[attr-defined]
    remove = rules_bundle._remove_unpacked_folders
    remove([folder])
    assert not folder.exists()
    del game
    gc.collect()


@pytest.mark.usefixtures("plain")
def test_a_game_inside_a_game_and_one_begun_elsewhere(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (f"{own}:Heap(stones=30) from 20", f"swap(game='{own}:Heap(stones=9)')"):
        game = zermelo.game(text)
        monkeypatch.setattr(jobs, "_known", {})
        job = work_of(text, tmp_path / "many")
        own.rename(own.with_name("away.py"))
        monkeypatch.setattr(jobs, "_known", {})
        assert repr(jobs.open_job(job).game) == repr(game)
        own.with_name("away.py").rename(own)
