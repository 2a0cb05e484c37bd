"""The explorer, asked as a browser asks it: a real server on a loopback socket in a thread, and pages that are parsed.

`server` is a fixture of the session: `from support.asking import server`. Every page that comes is checked:
its elements are nested rightly, no two have one id, and nothing is loaded from elsewhere.
"""

import functools
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
import uvicorn
from support.places import HASHABLE_GAMES

from zermelo.core.game import Game
from zermelo.web.app import House, make_app
from zermelo.web.games import Games
from zermelo.web.shelf import Known

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
OWN = (f"{HASHABLE_GAMES}:TupleNim",)  # games of files that the server is given
PATIENCE = 120  # seconds that a test waits for a game to be solved, or for a page


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
class Page:
    """What came back: where from in the end, with which status, headers and text."""

    url: str
    status: int
    headers: dict[str, str]
    body: str

    @functools.cached_property
    def html(self) -> Element:
        assert self.headers["content-type"].startswith("text/html"), self.headers
        assert self.body.startswith("<!DOCTYPE html>")
        return parsed(self.body.removeprefix("<!DOCTYPE html>"))

    @functools.cached_property
    def json(self) -> Any:
        assert self.headers["content-type"] == "application/json", self.headers
        return json.loads(self.body)


@dataclass(frozen=True)
class Asked:
    """A server that is being asked."""

    port: int
    house: House

    def get(self, url: str, *, method: str = "GET", status: int | None = 200, **headers: str) -> Page:
        """Return a page, redirects followed; fails where its status is another. Spaces may stand in the URL."""
        url = urljoin("/", quote(url.partition("#")[0], safe="/?&=(),:;'+*!$@%~|{}[]-._"))
        for _ in range(10):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                sent = {"content-length": "0"} if method == "POST" else {}
                connection.request(method, url, headers=sent | {k.replace("_", "-"): v for k, v in headers.items()})
                came = connection.getresponse()
                page = Page(url, came.status, {k.lower(): v for k, v in came.getheaders()}, came.read().decode())
            finally:
                connection.close()
            if page.status not in (301, 302, 303, 307):
                break
            url, method = urljoin(url, page.headers["location"]), "GET"
        assert status is None or page.status == status, (url, page.status, page.body[:2000])
        return page

    def json(self, url: str, *, status: int | None = 200) -> Any:
        """Return what stands behind the same URL for programs; `url` may be a page's."""
        path, mark, query = url.partition("#")[0].partition("?")
        if not path.endswith(".json"):
            path += ".json"
        return self.get(path + mark + query, status=status).json

    def game(self, text: str) -> Game:
        """Return the game that a URL names."""
        return self.house.game(text)

    def solved(self, text: str) -> Known:
        """Return what is known of a game, after it has been solved."""
        known = self.house.shelf.find(self.game(text), wait=PATIENCE)
        assert known.solution is not None or known.equilibria is not None, known
        return known


def panels_of(page: Page) -> dict[str, str]:
    """Return the panels that a position's page offers, each with the address that opens it."""
    urls = {each.text: each.attributes["href"] for each in page.html.one("nav", "panels").all("a")}
    return {title: url for title, url in urls.items() if "#panel" in url}


def started(store: Path, own: tuple[str, ...] = OWN) -> tuple[Asked, uvicorn.Server, threading.Thread]:
    """Begin a server in a thread, and return when it answers."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(50)
    house = House(Games(own), store, {})
    made = uvicorn.Server(uvicorn.Config(make_app(house), log_level="error", timeout_graceful_shutdown=3))
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    asked = Asked(listener.getsockname()[1], house)
    asked.get("/-/work")  # the socket takes connections at once, and they are answered when all has begun
    return asked, made, thread


_running: list[tuple[Asked, uvicorn.Server, threading.Thread]] = []


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A server for all tests of a session, with a store of its own."""
    if not _running:
        _running.append(started(tmp_path_factory.mktemp("explorer")))
    yield _running[0][0]
    _, made, thread = _running[0]
    made.should_exit = True
    thread.join(30)
    assert not thread.is_alive()
