"""The gallery: its page is well-formed, says what its command finds now, and nothing is looked for twice."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from support.marks import few
from support.places import BENCHMARKS, DOCS

from zermelo.games import catalogue

PAGE = (DOCS / "explained.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def gallery() -> Any:
    spec = importlib.util.spec_from_file_location("gallery", BENCHMARKS / "gallery.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows() -> dict[str, list[str]]:
    """Return the cells of the page's table by the game."""
    lines = [line for line in PAGE.splitlines() if line.startswith("|")]
    table = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines[2:]]
    assert len({row[0] for row in table}) == len(table)
    return {row[0]: row for row in table}


def test_the_table_is_well_formed_and_the_summary_counts_it(gallery: Any) -> None:
    table = rows()
    assert f"| {' | '.join(gallery.HEAD)} |" in PAGE
    assert all(len(row) == len(gallery.HEAD) for row in table.values())
    assert set(table) <= set(catalogue())
    titles = re.findall(r"^### (.+)$", PAGE, re.MULTILINE)
    assert titles == list(table)
    without = re.findall(r"^\* ([a-z_0-9, ]+)$", PAGE.partition("## Without a list")[2], re.MULTILINE)
    left = [name for names in without for name in names.split(", ")]
    assert not set(left) & set(table) and set(left) <= set(catalogue())
    asked = re.search(r"Asked were (\d+) of the catalogue's (\d+) games", PAGE)
    assert asked and int(asked[1]) == len(table) + len(left)
    small = [row for row in table.values() if int(row[1].replace(",", "")) <= gallery.LARGE]
    few = [float(row[5].split("(")[1].split()[0]) if "(" in row[5] else 0.0 for row in small]
    said = [int(count) for count in re.findall(r"^\* (\d+) (?:of|with)", PAGE, re.MULTILINE)]
    assert said[0] == len(small) and said[2] == sum(row[5] == "0" for row in small)
    assert abs(said[1] - sum(share <= 5 for share in few)) <= sum(share == 5 for share in few)
    assert said[3] == sum(row[6] == "proven" for row in small)


@pytest.mark.parametrize("name", few(["nim", "subtraction", "kayles"], 1))
def test_rows_are_what_the_command_finds_now(gallery: Any, name: str) -> None:
    found = {kind: gallery.find(kind, name) for kind in ("list", "price")}
    assert gallery.cells(name, found)[:-1] == rows()[name][:-1]  # the last are seconds


def test_how_short_a_list_is_counts_exceptions_where_there_are_some(gallery: Any) -> None:
    def found(minimal: bool, length: int, least: int | None, *refuted: tuple[int, bool]) -> dict[str, Any]:
        bounds = [{"rules": rules, "literals": None, "exceptions": each} for rules, each in refuted]
        return {"minimal": minimal, "length": length, "least_length": least, "unsatisfiable": bounds}

    assert gallery.shortness(found(True, 3, None, (2, False))) == "proven"
    assert gallery.shortness(found(False, 13, 13, (8, False), (12, True))) == "proven, with exceptions"
    assert gallery.shortness(found(False, 17, 5, (5, False), (4, True))) == "at least 5, with exceptions"
    assert gallery.shortness(found(False, 9, None, (5, False), (4, False))) == "at least 6"
    assert gallery.shortness(found(False, 9, None)) == "-"


def test_terms_are_told_once_or_by_game_where_they_differ(gallery: Any) -> None:
    def row(*terms: tuple[str, str]) -> dict[str, Any]:
        return {"list": {"found": {"terms": [{"word": word, "meaning": meaning} for word, meaning in terms]}}}

    listed = {
        "b": row(("steps", "along lines"), ("rim", "the outermost cells")),
        "a": row(("steps", "along lines")),
        "c": row(("steps", "as a king goes")),
        "d": row(),
    }
    assert gallery.glossary(listed) == [
        "* *rim*: the outermost cells",
        "* *steps* (in c): as a king goes",
        "* *steps* (elsewhere): along lines",
    ]
    assert gallery.glossary({"d": row()}) == []
    terms = PAGE.partition("## Terms")[2]
    found = gallery.find("list", "tic_tac_toe")["found"]["terms"]
    assert found and all(f"* *{each['word']}*: {each['meaning']}\n" in terms for each in found)


def test_what_was_found_is_kept_and_what_was_stopped_is_asked_again(
    gallery: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    slow = {"chess"}

    def answer(kind: str, name: str, seconds: int, memory: int) -> dict[str, Any]:
        asked.append((kind, name))
        return {"stopped": "more than 1 s"} if name in slow else {"found": {}, "seconds": 0}

    monkeypatch.setattr(gallery, "asked", answer)
    kept, names = tmp_path / "kept.json", ["nim", "chess"]
    gallery.collected(names, 1, 1, kept, False)
    assert asked == [("list", "nim"), ("price", "nim"), ("list", "chess")]
    gallery.collected(names, 1, 1, kept, False)
    assert len(asked) == 3
    slow.clear()
    gallery.collected(names, 1, 1, kept, True)
    assert asked[3:] == [("list", "chess"), ("price", "chess")]
    monkeypatch.setattr(gallery, "digest", lambda: "another program")
    gallery.collected(["nim"], 1, 1, kept, False)
    assert asked[5:] == [("list", "nim"), ("price", "nim")]


def test_a_process_of_its_own_answers_or_says_why_not(gallery: Any) -> None:
    answer = gallery.asked("price", "awari_endgame(stones=3)", 500, 4096)
    assert answer["refused"].startswith("MissingCapability: the game: play may cycle and points come")
