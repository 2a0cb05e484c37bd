"""Machine code and what is known of it, met by rules that changed: edits, other starts, misplaced entries, rivals."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from made.broken_rules import Shifts
from support.tables import compiled, expected, one_thread, table_of

import zermelo
from zermelo.compiler import cache, compile_game, memory
from zermelo.core.errors import BadRules
from zermelo.games.subtraction import Subtraction

SOLVE = """
import json, sys
import zermelo
from zermelo.compiler import rules_fingerprint
found = {}
for text in sys.argv[1:]:
    solution = zermelo.solve(text, budget=zermelo.Budget(threads=1), interpreted=False)
    block = solution.records.block(0)
    table = {str(p): [v, r] for p, v, r in zip(*(column.tolist() for column in block))}
    found[text] = rules_fingerprint(solution.game), table
print(json.dumps(found))
"""


def begin(directory: Path, *games: str) -> Any:
    """Start a process that solves these games with this cache."""
    environment = {**os.environ, "ZERMELO_CACHE": str(directory), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "error", "-c", SOLVE, *games]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def answers(process: Any) -> dict[str, tuple[str, dict[str, list[int]]]]:
    out, error = process.communicate()
    assert process.returncode == 0, error
    return {text: (fingerprint, table) for text, (fingerprint, table) in json.loads(out).items()}


def as_json(game: Any) -> dict[str, list[int]]:
    return {str(position): list(answer) for position, answer in expected(game).items()}


def entries(directory: Path) -> list[Path]:
    return sorted(directory.rglob("*.kernel"))


def take(most: int) -> dict[str, list[int]]:
    return as_json(Subtraction(heap=20, take=tuple(range(1, most + 1))))


BASE = """
from zermelo import Game

class Heap(Game):
    stones: int = 20
    label: str = "any"

    def start(self):
        return self.stones

    def most(self, position):
        return {most}

    def play(self, position, move):
        return position - move
"""

RULES = """
from heap import Heap

class Stones(Heap):
    def moves(self, position):
        for take in range(1, min(self.most(position) + {more}, position) + 1):
            yield take
"""


@pytest.mark.long
def test_edited_rules_and_edited_base_classes_are_other_rules(tmp_path: Path) -> None:
    directory, file, base = tmp_path / "cache", tmp_path / "stones.py", tmp_path / "heap.py"
    text = f"{file}:Stones"
    prints = []
    for most, more in ((1, 1), (1, 2), (2, 2)):
        base.write_text(BASE.format(most=most))
        file.write_text(RULES.format(more=more))
        fingerprint, table = answers(begin(directory, text))[text]
        assert table == take(most + more)
        prints.append(fingerprint)
    assert len(set(prints)) == 3
    before = {path: path.stat().st_mtime_ns for path in entries(directory)}
    assert len(before) > 9
    base.write_text(BASE.format(most=1) + "\n# said otherwise\n")
    file.write_text(RULES.format(more=1))
    other = f"{file}:Stones(label='other', stones=17)"
    found = answers(begin(directory, text, other))  # the first rules again; fields that no rule reads
    assert found[text] == (prints[0], take(2))
    assert found[other][1] == {stones: answer for stones, answer in take(2).items() if int(stones) <= 17}
    assert found[other][0] not in prints
    assert {path: path.stat().st_mtime_ns for path in entries(directory)} == before


GAMES = tuple(repr(Subtraction(heap=20, take=stones)) for stones in ((1, 3), (2, 3)))


def check_answers(found: Any) -> None:
    assert {text: table for text, (_, table) in found.items()} == {
        text: as_json(zermelo.game(text)) for text in GAMES
    }


@pytest.mark.long
def test_processes_that_compile_at_once_and_entries_that_lie_in_wrong_places(tmp_path: Path) -> None:
    rivals = [begin(tmp_path, *GAMES), begin(tmp_path, *reversed(GAMES))]
    for rival in rivals:
        check_answers(answers(rival))
    assert not list(tmp_path.rglob(".tmp-*"))
    # every kernel of one game under the names of the other's, and one that is none at all
    one, other = (compile_game(zermelo.game(text)).digest for text in GAMES)
    (folder,) = tmp_path.rglob(one)
    moved = 0
    for path in entries(folder):
        twins = list((folder.parent / other).glob(path.name))
        for twin in twins:
            good = twin.read_bytes()
            assert good != path.read_bytes()
            twin.write_bytes(path.read_bytes())
            moved += 1
    assert moved > 3
    entries(folder)[0].write_bytes(b"#!/bin/sh\n")
    check_answers(answers(begin(tmp_path, *GAMES)))


def test_an_entry_is_known_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    assert cache.save_entry("a/one.kernel", b"\x80\x04K\x01.") and cache.load_entry("a/one.kernel") == 1
    (path,) = entries(tmp_path)
    path.rename(path.with_name("two.kernel"))
    assert cache.load_entry("a/two.kernel") is None
    assert cache.load_entry("a/one.kernel") is None


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
    assert not known.recall("tried")
    known.remember("tried")
    assert known.recall("tried") and not known.recall("other")
    assert compile_game(Shifts(heap=21)).recall("tried")
    assert not compile_game(Subtraction(heap=9, take=(1, 3))).recall("tried")
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert path.parent.name == known.digest and path.suffix == ".fact"
    assert cache.report().entries == 0  # a fact is no kernel
    path.write_bytes(path.read_bytes()[:-1])
    memory.forget()  # as another process has none
    assert not compile_game(Shifts(heap=22)).recall("tried")  # who has not tried it himself asks the file
