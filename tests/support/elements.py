"""Pages of the explorer as elements: what is nested in what, with all its text; and pages asked for as such.

Every page that comes is checked: its elements are nested rightly, no two have one id, and nothing is loaded
from elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

from support.asking import PATIENCE, Asked
from support.places import HASHABLE_GAMES

from zermelo.core.game import Game
from zermelo.work.store import source_of

VOID = frozenset(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"])
OWN = (f"{HASHABLE_GAMES}:TupleNim",)  # games of files that the server is given


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
    """Return a page's elements; fails where they are not nested, or two have one id."""
    parser = Parser()
    parser.feed(text)
    parser.close()
    assert parser.open == [parser.root], [each.name for each in parser.open]
    ids = [each.attributes["id"] for each in parser.root.walk() if "id" in each.attributes]
    assert len(ids) == len(set(ids)), sorted(ids)
    for each in parser.root.walk():
        for name in ("src", "href", "action"):
            assert not urlsplit(each.attributes.get(name, "")).netloc, each.attributes
    return parser.root


@dataclass(frozen=True)
class Came:
    """What came back: from which URL in the end, with which status, and the text."""

    url: str
    status: int
    body: str

    @property
    def html(self) -> Element:
        assert self.body.startswith("<!DOCTYPE html>")
        return parsed(self.body.removeprefix("<!DOCTYPE html>"))


@dataclass(frozen=True)
class Pages:
    """A server, asked for pages; in a URL signs may stand as a person types them."""

    asked: Asked

    def get(self, url: str, *, status: int = 200) -> Came:
        """Return a page, redirects followed; fails where its status is another."""
        where, found = self.asked.follow(quoted(url))
        assert found.status == status, (url, found.status, found.text[:2000])
        assert found.headers["content-type"].startswith("text/html"), found.headers
        return Came(where, found.status, found.text)

    def json(self, url: str, *, status: int = 200) -> Any:
        """Return what stands behind the same URL for programs; `url` may be a page's."""
        path, mark, query = url.partition("#")[0].partition("?")
        path = path if path.endswith(".json") else f"{path}.json"
        found = self.asked.get(quoted(path + mark + query))
        assert found.status == status, (url, found.status, found.text[:2000])
        assert found.headers["content-type"] == "application/json", found.headers
        return found.json

    def game(self, text: str) -> Game:
        """Return the game that a URL names."""
        return self.asked.house.game(text)

    def solved(self, text: str) -> Any:
        """Return the solution of a game, which is solved on request where it is not yet, however long it takes."""
        game, shelf = self.game(text), self.asked.house.shelf
        known = shelf.find(game, begin=False)
        if known.solution is None and known.equilibria is None:
            job = shelf.jobs.solve(source_of(game))
            assert job.ended.wait(PATIENCE) and job.state == "solved", job
        return shelf.find(game).solution


def quoted(url: str) -> str:
    """Return a URL as a browser sends it: without its fragment, and escaped."""
    return quote(url.partition("#")[0], safe="/?&=(),:;'+*!$@%~|{}[]-._")


def panels_of(page: Came) -> dict[str, str]:
    """Return the panels that a position's page offers, each with the address that opens it."""
    urls = {each.text: each.attributes["href"] for each in page.html.one("nav", "panels").all("a")}
    return {title: url for title, url in urls.items() if "#panel" in url}
