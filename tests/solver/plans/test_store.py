"""The store: nothing is removed, replaced or written through but what zermelo made itself."""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import RandomLoop, RandomMirror
from support.tables import expected, one_thread, table_of

import zermelo
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedScratch, DamagedSolution, StorageFailed
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.solver.solution_files import directory_ownership, tier_file_writer
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.atomic_files import replace_atomically, write_atomically
from zermelo.solver.storage.sealed_json import seal_json_object, unseal_json_object

TINY = Subtraction(heap=4, take=(1, 2))
TIERED = RandomMirror(seed=31, bits=4, depth=7, most=4)
LOOPED = RandomLoop(seed=4)


def solve(store: Path, **options: Any) -> zermelo.Solution:
    return zermelo.solve(TINY, store=store, interpreted=True, budget=one_thread(), **options)


def made(store: Path, game: Any = TINY) -> Path:
    """Solve, and return the directory of the solution."""
    directory = zermelo.solve(game, store=store, interpreted=True, budget=one_thread()).directory
    assert directory is not None
    return directory


def target_in(store: Path) -> Path:
    return stores.find_solution_directory(store, TINY)


def content(directory: Path) -> dict[str, bytes | None]:
    """Return everything below a directory, files with what they hold."""
    return {
        str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
        for path in directory.rglob("*")
    }


# What is not ours


@pytest.mark.parametrize(("suffix", "again"), [("", True), (".partial", False)])
def test_a_folder_of_the_users_is_left_alone(store: Path, tmp_path: Path, suffix: str, again: bool) -> None:
    """Nor is a link followed."""
    theirs = target_in(store).with_name(target_in(store).name + suffix)
    (theirs / "thesis").mkdir(parents=True)
    (theirs / "thesis" / "chapter.txt").write_text("years of work")
    (theirs / "_solution.json").write_text('{"mine": 1}')
    before = content(store)
    with pytest.raises(StorageFailed, match="zermelo did not make it") as caught:
        solve(store, again=again)
    assert content(store) == before and "\n" not in str(caught.value)
    elsewhere = theirs.rename(tmp_path / "elsewhere")
    theirs.symlink_to(elsewhere)
    held = content(elsewhere)
    with pytest.raises(StorageFailed, match="it is a link"):
        solve(store, again=again)
    assert theirs.is_symlink() and content(elsewhere) == held


def test_a_file_of_the_users_inside_a_solution_stops_its_replacement(store: Path, tmp_path: Path) -> None:
    """Links too, which are not followed. Other names in the store are never touched."""
    directory = made(store)
    others = [store / f"{directory.name}.old", store / f"{directory.name}.tmp"]
    for other in others:
        other.mkdir()
        (other / "_solution.json").write_text("a copy that the user keeps")
    (tmp_path / "theirs.array").write_text("")
    for name in ("notes.txt", "scratch", "replaced"):
        if name == "notes.txt":
            (directory / name).write_text("what I found")
        else:
            (directory / name).symlink_to(tmp_path)
        before = content(directory)
        with pytest.raises(StorageFailed, match=f"it holds '{name}'"):
            solve(store, again=True)
        assert content(directory) == before and (tmp_path / "theirs.array").exists()
        (directory / name).unlink()
    assert table_of(solve(store, again=True)) == expected(TINY)
    assert [content(other) for other in others] == [{"_solution.json": b"a copy that the user keeps"}] * 2
    assert len(list(store.iterdir())) == 3


def test_temporary_files_are_fresh_and_links_are_replaced_not_followed(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("theirs")
    (tmp_path / "file.tmp").write_text("also theirs")
    (tmp_path / "file").symlink_to(theirs)
    write_atomically(tmp_path / "file", b"ours")
    assert content(tmp_path) == {"file": b"ours", "file.tmp": b"also theirs", "theirs": b"theirs"}
    assert not (tmp_path / "file").is_symlink()
    with pytest.raises(RuntimeError), replace_atomically(tmp_path / "file") as temporary:
        temporary.write_text("half")
        raise RuntimeError
    assert content(tmp_path) == {"file": b"ours", "file.tmp": b"also theirs", "theirs": b"theirs"}


def test_an_empty_folder_and_one_without_its_manifest_are_taken(store: Path) -> None:
    target_in(store).mkdir(parents=True)
    directory = made(store)
    (directory / "_solution.json").unlink()  # the mark is still there
    assert table_of(solve(store)) == expected(TINY)
    (directory / ".zermelo").unlink()  # the manifest says it too
    assert table_of(solve(store, again=True)) == expected(TINY)


# Killed while publishing


def test_a_run_killed_at_any_call_while_publishing_is_published_by_the_next(
    store: Path, tmp_path: Path
) -> None:
    """One solution takes the place of another; the process ends at one call on a file after another."""
    directory = made(store)
    partial = Path(shutil.copytree(directory, directory.with_name(directory.name + ".partial")))
    stores.write_job_note(partial, {"rules": rules_fingerprint(TINY), "engine": KERNELS_DIGEST})
    (partial / "scratch").mkdir()
    for name in ("keys-0.array", "answers-0.array"):
        (partial / "scratch" / name).write_text("")
    subprocess.run([sys.executable, "-c", KILLED, str(store), str(tmp_path), directory.name], check=True)
    killed = sorted(tmp_path.iterdir())
    assert len(killed) > 15
    for left in killed:
        whole = [
            path
            for path in left.iterdir()
            if stores.read_unpublished_manifest(path, rules_fingerprint(TINY)) is not None
        ]
        assert whole, content(left).keys()  # one of the two is, at any time
        assert table_of(solve(left)) == expected(TINY)
        solve(left, again=True)
        assert [path.name for path in left.iterdir()] == [directory.name]
        assert sorted(content(left / directory.name)) == [".zermelo", "_solution.json", "tier-0000.parquet"]


KILLED = """
import os, shutil, signal, sys
from itertools import count
from pathlib import Path
from zermelo.solver.solution_files.solution_store import publish_solution

before, base, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
seen = last = 0

def watch(event, arguments):
    global seen
    if event in ("open", "os.rename", "os.remove", "os.rmdir") and str(arguments[0]).startswith(str(base)):
        seen += 1
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)

for number in count(1):
    store = shutil.copytree(before, base / str(number))
    child = os.fork()
    if not child:
        last = number
        sys.addaudithook(watch)
        publish_solution(store / (name + ".partial"), store / name)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
"""


# Notes and checkpoints


def test_notes_that_are_damaged_are_none(store: Path) -> None:
    job = {"rules": "r", "engine": KERNELS_DIGEST, "sizes": [1, 2]}
    stores.write_job_note(store, job)
    assert stores.read_job_note(store) == job
    path = store / "job.json"
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        assert stores.read_job_note(store) == {}
    for text in (
        b"",
        b"[]",
        b"[" * 100_000,
        seal_json_object({"rules": 1, "engine": ""}),
        seal_json_object({**job, "sizes": [1.5]}),
    ):
        path.write_bytes(text)
        assert stores.read_job_note(store) == {}
    for note in ({"files": {"0": {}}}, {"sums": {"x": ""}}, {"seconds": [1]}, {"tally": [1]}, {"other": 1}):
        path.write_bytes(seal_json_object({**job, **note}))
        assert stores.read_job_note(store) == {}


def test_a_seal_covers_the_whole_text() -> None:
    text = seal_json_object({"a": 1, "b": {"c": [1, 2]}})
    assert unseal_json_object(text) == {"a": 1, "b": {"c": [1, 2]}} and json.loads(text)["checksum"]
    for changed in (text + b" ", b" " + text, text.replace(b" 1", b"  1"), text[:-1], b"", b"{}"):
        with pytest.raises(ValueError, match="checksum"):
            unseal_json_object(changed)
    with pytest.raises(ValueError, match="nested"):
        unseal_json_object(sealed_brackets())


def sealed_brackets() -> bytes:
    """Return a text of 100,000 brackets with the right checksum."""
    from zermelo.solver.storage.sealed_json import END, FIELD, _compute_json_checksum

    head = '{\n "a": ' + "[" * 100_000 + "]" * 100_000
    return (head + FIELD + _compute_json_checksum(head) + END).encode()


def test_checksums_of_arrays_know_their_order_name_and_owner(tmp_path: Path) -> None:
    """Also where sums and exclusive ors of all words are equal: two exchanged, two that lost a bit."""
    first = np.arange(64, dtype=np.int64)
    exchanged, cancelled = first.copy(), first.copy()
    exchanged[[3, 9]] = exchanged[[9, 3]]
    cancelled[[1, 4]] ^= 4  # 1 has it not, and 4 has it
    for each in (exchanged, cancelled):
        assert first.sum() == each.sum() and np.bitwise_xor.reduce(first) == np.bitwise_xor.reduce(each)
    ends = set()
    for number, (owner, name, array) in enumerate(
        (
            *(("one", "a", each) for each in (first, exchanged, cancelled)),
            ("one", "b", first),
            ("other", "a", first),
        )
    ):
        folder = tmp_path / str(number)
        ArrayStore(Budget(threads=1), folder, owner).put(name, array)
        (path,) = folder.glob("*.array")
        ends.add(path.read_bytes()[-8:])
    assert len(ends) == 5


@pytest.mark.parametrize("read", ["get", "get_mapped"])
def test_files_that_change_places_are_noticed(tmp_path: Path, read: str) -> None:
    with ArrayStore(Budget(threads=1), tmp_path) as array_store:
        array_store.put("a", np.arange(5))
        array_store.put("b", np.arange(5) + 1)
    (tmp_path / "a.array").rename(tmp_path / "c")
    (tmp_path / "b.array").rename(tmp_path / "a.array")
    (tmp_path / "c").rename(tmp_path / "b.array")
    with (
        ArrayStore(Budget(threads=1), tmp_path) as array_store,
        pytest.raises(DamagedScratch, match="damaged"),
    ):
        getattr(array_store, read)("a")


def stopped(store: Path, game: Any, monkeypatch: pytest.MonkeyPatch, after: int = 0) -> Path:
    """Leave what a run leaves that is stopped in writing its file number `after`; return its directory."""
    write, written = tier_file_writer.write_record_block, []

    def fail(path: Path, block: Any, kept: Any) -> Any:
        written.append(path)
        if len(written) > after:
            raise StorageFailed("stopped here")
        return write(path, block, kept)

    with monkeypatch.context() as patch, pytest.raises(StorageFailed):
        patch.setattr(tier_file_writer, "write_record_block", fail)
        zermelo.solve(game, store=store, budget=one_thread())
    (partial,) = store.iterdir()
    return partial


def test_a_run_goes_on_where_it_was(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    stopped(store, LOOPED, monkeypatch)
    began = []
    monkeypatch.setattr(stores, "begin_run", lambda *_: began.append(1))
    assert table_of(zermelo.solve(LOOPED, store=store, budget=one_thread())) == expected(LOOPED)
    assert not began  # it went on


def test_a_written_tier_that_has_changed_makes_the_run_begin_anew(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    partial = stopped(store, TIERED, monkeypatch, after=3)
    path = sorted(partial.glob("tier-*.parquet"))[-1]
    path.write_bytes(path.read_bytes()[:-9] + b"?" * 9)
    solution = zermelo.solve(TIERED, store=store, budget=one_thread())
    assert table_of(solution) == expected(TIERED)
    assert solution.verify(interpreted=True).checked == len(expected(TIERED))


def test_a_finished_run_that_was_damaged_before_it_was_published_is_made_again(store: Path) -> None:
    directory = made(store)
    path = directory.rename(directory.with_name(directory.name + ".partial")) / "tier-0000.parquet"
    path.write_bytes(path.read_bytes()[:-9] + b"?" * 9)
    assert table_of(solve(store)) == expected(TINY)


# Full disks


def limited(size: int, work: Callable[[], Any]) -> Any:
    """Do some work while no file may grow past `size` bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        return work()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_every_way_to_write_says_that_a_file_may_not_grow(tmp_path: Path) -> None:
    array_store = ArrayStore(Budget(threads=1), tmp_path)
    large = np.arange(10_000)
    ways = {
        "array": lambda: array_store.put("a", large),
        "text": lambda: write_atomically(tmp_path / "t", bytes(10_000)),
        "job": lambda: stores.write_job_note(tmp_path, {"rules": "r" * 10_000}),
        "solution": lambda: zermelo.solve(
            Subtraction(heap=3_000), store=tmp_path / "s", interpreted=True, budget=one_thread()
        ),
    }
    for name, work in ways.items():
        with pytest.raises(StorageFailed, match=r"no file may grow so large here: raise the limit") as caught:
            limited(2_000, work)
        assert "\n" not in str(caught.value), name
    assert not [
        path
        for path in tmp_path.rglob("*")
        if path.is_file() and path.name != ".zermelo" and path.name != "job.json"
    ]


# What is read


def test_what_a_stranger_has_sealed_must_have_its_shape(store: Path) -> None:
    directory = made(store)
    path = directory / "_solution.json"
    good = path.read_bytes()
    entry = unseal_json_object(good)["files"][0]
    summary = unseal_json_object(good)["summary"]
    wrong_entries = (
        *({"name": each} for each in ("../x", "/etc/passwd", 5)),
        *({"records": each} for each in (-1, True)),
        *({"bytes": each} for each in (entry["bytes"] + 1, 1 << 40)),
        *({"blocks": each} for each in ("", "zz", None)),
    )
    wrong_figures = (
        *({"value": each} for each in ("1", 10**400)),
        *({"solved": -1}, {"domain": "index"}, {"scored": True}, {"game": "nim"}),
        *({"error_bound": 0.0}, {"values_only": None}),
    )
    changes: list[dict[str, Any]] = [
        *({"files": each} for each in ([], 5, [7], None)),
        *({"words": each} for each in ("x", [0], [60, 60])),
        *({"summary": each} for each in ([], {})),
        *({"textual": 0}, {"game": None}, {"rules": []}, {"extra": 1}),
        *({"summary": summary | each} for each in wrong_figures),
        *({"files": [entry | each]} for each in wrong_entries),
    ]
    for change in changes:
        path.write_bytes(seal_json_object({**unseal_json_object(good), **change}))
        with pytest.raises(DamagedSolution) as caught:
            zermelo.open(TINY, store).value()
        assert "\n" not in str(caught.value), change
    for text in (b"[" * 100_000, sealed_brackets(), b"1" * 100_000, b'{"format": 1e999}', b"\x00"):
        path.write_bytes(text)
        with pytest.raises(DamagedSolution):
            zermelo.open(directory)
    path.write_bytes(good)
    assert zermelo.open(TINY, store).value().value == summary["value"]


def test_files_that_are_links_pipes_or_folders_are_refused(store: Path, tmp_path: Path) -> None:
    directory = made(store)
    path = directory / "tier-0000.parquet"
    (tmp_path / "copy").write_bytes(path.read_bytes())
    ways: list[Callable[[], Any]] = [
        lambda: path.symlink_to(tmp_path / "copy"),
        lambda: os.mkfifo(path),
        path.mkdir,
    ]
    for make in ways:
        path.unlink()
        make()
        with pytest.raises(DamagedSolution, match="cannot be read"):
            zermelo.open(TINY, store).value()
        if path.is_dir():
            path.rmdir()
            path.touch()


def test_the_solution_of_another_game_is_noticed(store: Path) -> None:
    other = Subtraction(heap=5, take=(1, 2))
    directory, theirs = made(store), made(store, other)
    path = directory / "_solution.json"
    ours = unseal_json_object(path.read_bytes())
    forged = {**unseal_json_object((theirs / "_solution.json").read_bytes()), "rules": ours["rules"]}
    path.write_bytes(seal_json_object(forged))
    with pytest.raises(DamagedSolution, match="holds a solution of"):
        zermelo.open(TINY, store)


def test_marks_are_ours_alone(tmp_path: Path) -> None:
    directory_ownership.mark_directory_as_owned(tmp_path)
    directory_ownership.check_directory_is_owned(tmp_path)
    (tmp_path / ".zermelo").write_bytes(directory_ownership.MARK_TEXT[:10])  # killed while it was written
    directory_ownership.check_directory_is_owned(tmp_path)
    (tmp_path / "tier-0000.parquet").write_text("theirs")
    with pytest.raises(StorageFailed, match="did not make it"):
        directory_ownership.check_directory_is_owned(tmp_path)
