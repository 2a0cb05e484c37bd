"""The pages of the house are held against its folders: every room has a page, and every file its line there."""

import re
from pathlib import Path

import pytest
from support.places import DOCS, HOUSE

SOURCES = HOUSE / "src" / "zermelo"
ROOMS = sorted(path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file())
LISTED = {room: sorted((SOURCES / room).rglob("*.py")) for room in ROOMS}
LISTED["games"] = sorted((SOURCES / "games").glob("_*.py"))  # families stand nowhere but in their folders
LISTED["face"] = sorted(SOURCES.glob("*.py"))  # public modules, and what is beside them
PAGES = sorted([HOUSE / "README.md", *DOCS.rglob("*.md")])


def said_of(file: Path) -> str:
    """Return the first sentence of a file's docstring."""
    found = re.match(r'(?:#.*\n|\s)*r?"""(.+?)(?:\n\n|""")', file.read_text(encoding="utf-8"), re.DOTALL)
    return found[1].rstrip().replace("\n", " ") if found else ""


def lines_of(room: str) -> dict[str, str]:
    """Return what a room's page says of each file."""
    page = (DOCS / "house" / f"{room}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([\w/]+\.py)` \| (.+) \|$", page, re.MULTILINE))


def test_every_room_has_a_page_and_a_place_among_the_layers() -> None:
    pages = {page.stem for page in (DOCS / "house").glob("*.md")}
    assert pages == {*ROOMS, "face"}
    linked = re.findall(r"\]\(house/(\w+)\.md\)", (DOCS / "architecture.md").read_text(encoding="utf-8"))
    assert set(linked) == pages


@pytest.mark.parametrize("room", sorted(LISTED))
def test_a_page_says_of_each_file_what_the_file_says(room: str) -> None:
    base = SOURCES if room == "face" else SOURCES / room
    own = [file for file in LISTED[room] if room == "face" or file != base / "__init__.py"]
    expected = {file.relative_to(base).as_posix(): said_of(file) for file in own if said_of(file)}
    assert lines_of(room) == expected


def test_the_page_of_the_games_names_files_that_are_there() -> None:
    page = (DOCS / "house" / "games.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+\.py)`", page))
    assert len(named) > 50 and [name for name in named if not (SOURCES / "games" / name).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} has a link to {target}"
