"""The guide to extending names every package, every folder says what it is, and links lead somewhere."""

import ast
import re
from pathlib import Path

import pytest
from support.places import DOCS, HOUSE

SOURCES = HOUSE / "src" / "zermelo"
PACKAGES = sorted(path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file())
PAGES = sorted([HOUSE / "README.md", *DOCS.rglob("*.md")])


def test_every_package_is_in_the_guide_to_extending() -> None:
    page = (DOCS / "extending.md").read_text(encoding="utf-8")
    assert [name for name in PACKAGES if f"`{name}`" not in page] == []


def test_every_folder_says_what_it_is() -> None:
    folders = sorted(file.parent for file in SOURCES.rglob("__init__.py"))
    assert len(folders) > 100
    for folder in folders:
        told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert told.splitlines()[:1] and told.splitlines()[0].endswith((".", ":")), folder
        named = folder.name.replace("_", " ").capitalize()
        assert told.strip(". ") != named, f"{folder}: its name says as much"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} has a link to {target}"
