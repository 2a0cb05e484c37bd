"""Pages of the explorer as elements: what is nested in what, with all its text.

Every page that comes is checked: its elements are nested rightly, no two have one id, and nothing is loaded
from elsewhere. Its title and its heading call a game by its name, and never as commands write it.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

SIGNATURE = re.compile(r"\w\(\w+=")
VOID = frozenset(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"])


@dataclass
class Element:
    """An element of a page: its name, attributes, the elements within, and all text within."""

    name: str
    attributes: dict[str, str]
    within: list["Element"] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def walk(self) -> Iterator["Element"]:
        yield self
        for each in self.within:
            yield from each.walk()

    def all(self, name: str, of: str = "") -> list["Element"]:
        """Return the elements of a name within, where `of` is given of that class."""
        return [
            each
            for each in self.walk()
            if each.name == name and (not of or of in each.attributes.get("class", "").split())
        ]

    def one(self, name: str, of: str = "") -> "Element":
        found = self.all(name, of)
        assert len(found) == 1, (name, of, len(found))
        return found[0]

    def by_id(self, wanted: str) -> "Element | None":
        return next((each for each in self.walk() if each.attributes.get("id") == wanted), None)

    @property
    def text(self) -> str:
        return " ".join("".join(self.parts).split())

    @property
    def href(self) -> str:
        return self.attributes.get("href", "")

    @property
    def links(self) -> list[str]:
        return [each.attributes["href"] for each in self.all("a") if "href" in each.attributes]


class Parser(HTMLParser):
    """Reads a page, and minds that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].within.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].within.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, (tag, [each.name for each in self.open])
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for each in self.open:
            each.parts.append(data)


def parsed(text: str) -> Element:
    """Return a page's elements; fails where they are not nested, two have one id, or a title is a signature."""
    parser = Parser()
    parser.feed(text)
    parser.close()
    assert parser.open == [parser.root], [each.name for each in parser.open]
    ids = [each.attributes["id"] for each in parser.root.walk() if "id" in each.attributes]
    assert len(ids) == len(set(ids)), sorted(ids)
    for each in parser.root.walk():
        for name in ("src", "href", "action"):
            assert not urlsplit(each.attributes.get(name, "")).netloc, each.attributes
    heads = [each for head in parser.root.all("head") for each in head.all("title")]
    for each in (*heads, *parser.root.all("h1")):
        assert not SIGNATURE.search(each.text), each.text
    return parser.root


class Page:
    """A page of the explorer: its links, its text without scripts, its board and its moves."""

    def __init__(self, text: str) -> None:
        assert text.startswith("<!DOCTYPE html>")
        self.html = parsed(text.removeprefix("<!DOCTYPE html>"))
        self.links = self.html.all("a")

    @property
    def text(self) -> str:
        silent = [part for name in ("script", "style") for each in self.html.all(name) for part in each.parts]
        words = " ".join(part for part in self.html.parts if part not in silent)
        return " ".join(words.split()).replace(" :", ":")

    @property
    def cells(self) -> dict[str, Element]:
        """The places of the board that answer, by name."""
        return {each.attributes["data-cell"]: each for each in self.links if "data-cell" in each.attributes}

    @property
    def data(self) -> Any:
        found = self.html.by_id("moves")
        assert found is not None
        return json.loads("".join(found.parts))

    @property
    def moves(self) -> dict[str, str]:
        """The moves that are listed, with where they lead."""
        return {row["name"]: row["url"] for row in self.data["moves"]}
