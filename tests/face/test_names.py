"""Names of files and classes: each means one thing, and a folder is small enough to be read at once."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache

import pytest
from support.places import HOUSE

pytestmark = pytest.mark.quick

SOURCES = HOUSE / "src" / "zermelo"
FILES = sorted(SOURCES.rglob("*.py"))
MOST_ENTRIES = 18  # of the package: fifteen public packages, two programs, `__init__`
MOST_FILES = 15  # of a folder


@cache
def classes() -> dict[str, list[str]]:
    """Return the files of each public class at the top of a file, by its name."""
    found = defaultdict(list)
    for file in FILES:
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                found[statement.name].append(file.relative_to(SOURCES).as_posix())
    return found


def test_the_package_has_few_entries() -> None:
    entries = [each for each in SOURCES.iterdir() if each.suffix == ".py" or (each / "__init__.py").is_file()]
    assert len(entries) <= MOST_ENTRIES


def test_a_folder_is_small() -> None:
    counts = Counter(file.parent for file in FILES if file.name != "__init__.py")
    large = {folder: count for folder, count in counts.items() if count > MOST_FILES}
    assert large == {}


def test_no_two_files_have_one_name() -> None:
    counts = Counter(file.name for file in FILES if not file.name.startswith("__"))
    assert len(counts) > 900 and [name for name, count in counts.items() if count > 1] == []


def test_no_two_classes_have_one_name() -> None:
    assert len(classes()) > 900
    assert {name: files for name, files in classes().items() if len(files) > 1} == {}


def test_files_that_docstrings_name_are_there() -> None:
    """A docstring that sends a reader to a file that was renamed sends them nowhere."""
    there = {
        file.name for folder in ("src", "tests", "benchmarks") for file in (HOUSE / folder).rglob("*.py")
    }
    made_up = {"NAME.py", "my_game.py", "stones.py"}
    named = {
        (file.name, found.rpartition("/")[2])
        for file in FILES
        for found in re.findall(r"`([\w/]+\.py)`", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 50 and {pair for pair in named if pair[1] not in there | made_up} == set()
