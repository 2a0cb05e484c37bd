"""Machine code and what is known of it: for its own rules alone, in one process and across several, undamaged."""

import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from made.broken_rules import Shifts
from msgspec.structs import replace
from support.marks import few
from support.tables import compiled, expected, one_thread, table_of

import zermelo
from zermelo.compiler import rules_memory
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.machine_code import kernel_cache
from zermelo.compiler.machine_code.numba_jit import NativeJit
from zermelo.core.errors import BadRules
from zermelo.games.heaps.subtraction import Subtraction

TAKES = ((1, 2, 3), (2, 3))

# Solves each game that it is given and prints the values of all positions.
SOLVE = """
import json, sys
import zermelo
tables = {}
for text in sys.argv[1:]:
    solution = zermelo.solve(text, budget=zermelo.Budget(threads=1), interpreted=False)
    block = solution.records.read_tier_block(0)
    tables[text] = {str(p): [v, r] for p, v, r in zip(*(column.tolist() for column in block))}
print(json.dumps(tables))
"""


def begin(directory: Path, *games: str) -> "subprocess.Popen[str]":
    """Start a process that solves these games with this cache."""
    environment = {**os.environ, "ZERMELO_CACHE": str(directory)}
    command = [sys.executable, "-W", "error", "-c", SOLVE, *games]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def answers(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, _ = process.communicate()
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(out)
    return found


def in_process(directory: Path, *games: str) -> dict[str, Any]:
    return answers(begin(directory, *games))


def as_json(game: Any) -> dict[str, list[int]]:
    return {str(position): list(answer) for position, answer in expected(game).items()}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that a process has filled with one game."""
    directory = tmp_path_factory.mktemp("kernels")
    fill(directory, TAKES[0])
    return directory


def fill(directory: Path, take: tuple[int, ...]) -> None:
    game = Subtraction(heap=40, take=take)
    assert in_process(directory, repr(game)) == {repr(game): as_json(game)}


@pytest.mark.long
@pytest.mark.parametrize("order", [*permutations(range(len(TAKES)))], ids=str)
def test_kernels_that_several_processes_cached_do_not_meet(shared: Path, order: tuple[int, ...]) -> None:
    """Symbols of cached code once had the same names in every process; the linker took the first.

    Each process does the same work in the same order.
    """
    fill(shared, TAKES[1])
    games = [Subtraction(heap=40, take=TAKES[index]) for index in order]
    assert in_process(shared, *map(repr, games)) == {repr(game): as_json(game) for game in games}


def kernels(directory: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in directory.rglob("*.kernel")}


@pytest.mark.long
def test_a_second_process_compiles_nothing(shared: Path) -> None:
    """Nor for another field that no lowered method reads: the heap is only where play begins."""
    one, other = Subtraction(heap=40), Subtraction(heap=17)
    assert compile_game(one).digest == compile_game(other).digest
    assert rules_fingerprint(one) != rules_fingerprint(other)
    before = {path: path.stat().st_mtime_ns for path in kernels(shared)}
    assert len(before) > 3
    assert in_process(shared, repr(other)) == {repr(other): as_json(other)}
    assert {path: path.stat().st_mtime_ns for path in kernels(shared)} == before


def test_parameters_that_rules_read_are_other_code() -> None:
    games = [Subtraction(heap=40, take=take) for take in TAKES] + [Subtraction(heap=40, misere=True)]
    assert len({compile_game(game).digest for game in games}) == len(games)
    assert len({rules_fingerprint(game) for game in games}) == len(games)


@pytest.mark.long
def test_processes_that_compile_at_once_and_entries_that_lie_in_wrong_places(tmp_path: Path) -> None:
    games = [Subtraction(heap=20, take=take) for take in ((1, 3), (2, 3))]
    texts = [*map(repr, games)]
    right = {text: as_json(game) for text, game in zip(texts, games, strict=True)}
    rivals = [begin(tmp_path, *texts), begin(tmp_path, *reversed(texts))]
    assert [answers(rival) for rival in rivals] == [right, right]
    assert not list(tmp_path.rglob(".tmp-*"))
    # every kernel of one game under the names of the other's, and one that is none at all
    one, other = (compile_game(game).digest for game in games)
    (folder,) = tmp_path.rglob(one)
    moved = 0
    for path in folder.rglob("*.kernel"):
        for twin in (folder.parent / other).glob(path.name):
            assert twin.read_bytes() != path.read_bytes()
            twin.write_bytes(path.read_bytes())
            moved += 1
    assert moved > 3
    next(folder.rglob("*.kernel")).write_bytes(b"#!/bin/sh\n")
    assert in_process(tmp_path, *texts) == right


@pytest.mark.long
def test_what_was_guarded_from_one_start_is_guarded_anew_from_another() -> None:
    """The code is the same, and right as far as the first game goes."""
    small, large = Shifts(heap=20), Shifts(heap=70)
    assert compile_game(small).digest == compile_game(large).digest
    assert table_of(compiled(small)) == expected(small)
    for _ in range(2):  # what was refused is not remembered as good
        with pytest.raises(BadRules, match="an integer leaves 64 bits"):
            zermelo.solve(large, budget=one_thread(), interpreted=False)
    assert table_of(zermelo.solve(large, interpreted=True)) == expected(large)


def test_facts_are_kept_beside_the_code_and_a_damaged_one_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = compile_game(Shifts(heap=20))
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    assert not known.has_fact("tried")
    known.store_fact("tried")
    assert known.has_fact("tried") and not known.has_fact("other")
    assert compile_game(Shifts(heap=21)).has_fact("tried")
    assert not compile_game(Subtraction(heap=9, take=(1, 3))).has_fact("tried")
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert path.parent.name == known.digest and path.suffix == ".fact"
    assert kernel_cache.report_cache().entries == 0  # a fact is no kernel
    path.write_bytes(path.read_bytes()[:-1])
    rules_memory.forget_rules()  # as another process has none
    assert not compile_game(Shifts(heap=22)).has_fact(
        "tried"
    )  # a program that has not tried it asks the file


@pytest.mark.slow("the first test here that compiles in processes, for a cache that they share")
@pytest.mark.parametrize("every", few([False, True], 1))
def test_damaged_entries_are_compiled_again(shared: Path, every: bool) -> None:
    game = Subtraction(heap=40, take=TAKES[0])
    good = kernels(shared)
    mine = [path for path in good if path.parent.name.startswith(compile_game(game).digest)]
    mine = mine if every else [min(path for path in mine if "examine" not in path.name)]
    assert mine
    for path in mine:
        path.write_bytes(good[path][:-1])
    assert in_process(shared, repr(game)) == {repr(game): as_json(game)}
    kept = {path.name for path in mine if path.read_bytes() == good[path][:-1]}
    assert len(kept) < len(mine)
    assert all("examine" in name for name in kept), "rules known as guarded are not asked"


def test_entries_are_whole_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pickle

    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    assert kernel_cache.load_cache_entry("a/b.kernel") is None
    assert kernel_cache.save_cache_entry("a/b.kernel", pickle.dumps({"answer": 42}))
    assert kernel_cache.load_cache_entry("a/b.kernel") == {"answer": 42}
    (path,) = kernels(tmp_path)
    good = path.read_bytes()
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        assert kernel_cache.load_cache_entry("a/b.kernel") is None
        path.write_bytes(good[:place])
        assert kernel_cache.load_cache_entry("a/b.kernel") is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [path]
    path.write_bytes(good)
    assert kernel_cache.load_cache_entry("a/b.kernel") == {"answer": 42}
    path.rename(path.with_name("c.kernel"))
    assert kernel_cache.load_cache_entry("a/c.kernel") is None, "an entry is known by its name"


def test_a_cache_that_cannot_be_written_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "file"))
    program = NativeJit("test-unwritable")
    assert program.kernel(lambda x: 2 * x)(21) == 42
    assert not kernel_cache.save_cache_entry("a.kernel", b"")
    report = kernel_cache.report_cache()
    assert (report.entries, report.bytes, report.writable) == (0, 0, False)
    assert (tmp_path / "file").read_text() == ""


def test_report_and_clear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    for name in ("a/one.kernel", "a/two.kernel", "b/three.kernel", "b/guarded.fact"):
        assert kernel_cache.save_cache_entry(name, b"\x80\x04N.")
    report = kernel_cache.report_cache()
    assert report.entries == 3 and report.writable
    assert report.bytes == sum(path.stat().st_size for path in kernels(tmp_path))
    assert kernel_cache.clear_cache() == replace(report, cleared=True)
    assert kernel_cache.report_cache().entries == 0 and not [
        path for path in tmp_path.rglob("*") if path.is_file()
    ]
    assert kernel_cache.clear_cache().entries == 0


# An entry is code: whose is it?


STORED = b"\x80\x04K\x01."  # one, pickled


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "own"))
    assert (
        kernel_cache.save_cache_entry("a/one.kernel", STORED)
        and kernel_cache.load_cache_entry("a/one.kernel") == 1
    )
    return tmp_path / "own" / "kernels"


def test_a_cache_is_made_for_its_owner_alone(filled: Path) -> None:
    for place in (filled.parent, filled, filled / "a"):
        assert place.stat().st_mode & 0o777 == 0o700
    assert (filled / "a" / "one.kernel").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("place", ["", "a", "a/one.kernel"])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_can_write_is_not_run(filled: Path, place: str, mode: int) -> None:
    path = filled / place
    path.chmod(path.stat().st_mode | mode)
    assert kernel_cache.load_cache_entry("a/one.kernel") is None
    if place != "a/one.kernel":
        assert not kernel_cache.save_cache_entry("a/two.kernel", STORED)
    if not place:
        refused = kernel_cache.report_cache().refused
        assert refused is not None and "can be written by others" in refused
        assert kernel_cache.clear_cache().refused == refused and (filled / "a" / "one.kernel").exists()


def test_a_folder_above_that_everybody_can_rename_in_is_refused(filled: Path) -> None:
    filled.parent.parent.chmod(0o777)
    assert kernel_cache.load_cache_entry("a/one.kernel") is None
    filled.parent.parent.chmod(0o1777)  # as /tmp is
    assert kernel_cache.load_cache_entry("a/one.kernel") == 1


def test_what_belongs_to_somebody_else_is_not_run(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: filled.stat().st_uid + 1)
        assert kernel_cache.load_cache_entry("a/one.kernel") is None and not kernel_cache.save_cache_entry(
            "a/two.kernel", STORED
        )
        refused = kernel_cache.report_cache().refused
        assert refused is not None and "belongs to somebody else" in refused
    assert kernel_cache.load_cache_entry("a/one.kernel") == 1


@pytest.mark.parametrize("place", ["", "a", "a/one.kernel"])
def test_links_are_not_followed(filled: Path, place: str, tmp_path: Path) -> None:
    path = filled / place
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    assert kernel_cache.load_cache_entry("a/one.kernel") is None
    kernel_cache.clear_cache()
    assert (tmp_path / "moved").exists()


def test_the_cache_is_never_in_the_current_directory(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(filled.parent.parent)
    for name, value in (("ZERMELO_CACHE", "own"), ("ZERMELO_CACHE", "."), ("HOME", "own")):
        with monkeypatch.context() as patched:
            patched.delenv("XDG_CACHE_HOME", raising=False)
            patched.delenv("ZERMELO_CACHE")
            patched.setenv(name, value)
            assert kernel_cache.load_cache_entry(
                "a/one.kernel"
            ) is None and not kernel_cache.save_cache_entry("b.kernel", STORED)
            found = kernel_cache.report_cache()
            assert (found.directory, found.entries, found.writable) == (None, 0, False) and found.refused
            assert kernel_cache.clear_cache() == replace(found, cleared=True)


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ZERMELO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(Path, "home", homeless)
    assert kernel_cache.report_cache().directory is None and not kernel_cache.save_cache_entry(
        "b.kernel", STORED
    )
    assert not list(tmp_path.iterdir())


def test_only_entries_are_cleared(filled: Path) -> None:
    """A folder named kernels may be a person's own."""
    mine = [filled / "mine.cu", filled / "a" / "mine.kernel", filled / "b" / "notes.fact"]
    (filled / "b").mkdir()
    for file in mine:
        file.write_text("mine")
    (filled / ".tmp-abc").write_bytes(b"")
    (filled / "empty.kernel").write_bytes(b"")
    assert kernel_cache.report_cache().entries == 2
    kernel_cache.clear_cache()
    assert sorted(path for path in filled.rglob("*") if path.is_file()) == sorted(mine)
