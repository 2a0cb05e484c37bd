"""The table of CGSuite's operations and ours: each example on the page is evaluated and compared, line by line."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "cgsuite.md"
NAMES = """
from fractions import Fraction
from zermelo import game
from zermelo.heaps import *
from zermelo.misere import *
from zermelo.sums import *
"""
EXAMPLE = re.compile(r"`(?P<asked>.+)` is `(?P<answer>.+)`")


def rows() -> list[list[str]]:
    """The cells of every row below a table's head."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
        if line.startswith("| ")
    ]
    return [row for row in cells if row[0] not in ("CGSuite", "---")]


def test_every_line_has_theirs_ours_and_an_example_or_says_why_not() -> None:
    found = rows()
    assert len(found) > 80
    for theirs, ours, example in found:
        assert theirs and ours
        assert example or "missing" in ours, theirs


@pytest.mark.parametrize("row", [row for row in rows() if row[2]], ids=lambda row: row[0][:40])
def test_an_example_is_as_it_is_told(row: list[str]) -> None:
    names: dict[str, Any] = {}
    exec(NAMES, names)
    told = EXAMPLE.fullmatch(row[2])
    assert told is not None, row[2]
    assert repr(eval(told["asked"], names)) == told["answer"]
