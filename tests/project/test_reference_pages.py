"""Reference pages say what the code says: below their marks they are as `python docs/reference.py` writes them."""

import runpy
from typing import Any

import pytest
from support.places import HOUSE

WRITER: dict[str, Any] = runpy.run_path(str(HOUSE / "docs" / "reference.py"))


@pytest.mark.parametrize("name", WRITER["PAGES"])
def test_a_page_is_as_it_would_be_written(name: str) -> None:
    written = WRITER["page"](name)
    assert written.count("\n| ") > (20 if name == "kinds.md" else 100)
    assert (HOUSE / "docs" / name).read_text(encoding="utf-8") == written, "run python docs/reference.py"
