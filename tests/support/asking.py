"""The explorer at work on a loopback socket, and questions put to it as any program would."""

import contextlib
import gc
import http.client
import json
import socket
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from zermelo.web.access import with_token
from zermelo.web.app import House
from zermelo.web.connections import USUAL, Limits
from zermelo.web.games import Games
from zermelo.web.server import make_server

PATIENCE = 60.0  # seconds for what is solved in the background; no test is passed or failed by speed


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the headers in small letters, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page(self) -> "Page":
        return Page.read(self.text)

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Asked:
    """A server that is running."""

    house: House
    port: int

    def url(self, path: str) -> str:
        """Return the address that a browser opens: it carries the token, and leads to the same without it."""
        return f"http://127.0.0.1:{self.port}{with_token(path, self.house.token)}"

    @property
    def bearer(self) -> dict[str, str]:
        """The header by which a program shows the token."""
        return {"Authorization": f"Bearer {self.house.token}"}

    def get(self, path: str, method: str = "GET", *, bare: bool = False, **headers: str) -> Answer:
        """Ask for a path, with the token unless `bare`; redirects are not followed.

        Underscores in names of headers stand for hyphens.
        """
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        ) as connection:
            connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in (headers if bare else self.bearer | headers).items():
                connection.putheader(name.replace("_", "-"), value)
            if method == "POST":
                connection.putheader("Content-Length", "0")
            connection.endheaders()
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())

    def get_json(self, path: str) -> Any:
        found = self.get(path)
        assert found.status == 200, found.text
        return found.json

    def post(self, path: str, **headers: str) -> Answer:
        return self.get(path, "POST", **headers)

    def follow(self, path: str) -> tuple[str, Answer]:
        """Ask for a path and go where redirects lead; return where that was, and the answer there."""
        for _ in range(20):
            found = self.get(path)
            if found.status != 303:
                return path, found
            path = found.headers["location"]
        raise AssertionError(f"redirects go round: {path}")

    def solved(self, game: str) -> Any:
        """Ask for a game until it is solved; return its JSON."""
        until = time.monotonic() + PATIENCE
        while True:
            said = self.get(f"/{game}.json").json
            if said["solved"]:
                return said
            assert time.monotonic() < until, said
            time.sleep(0.05)


@dataclass(frozen=True)
class Link:
    """A link of a page: where it leads, what it says, and its other attributes."""

    href: str
    text: str
    attributes: Mapping[str, str]


class Page(HTMLParser):
    """A page taken apart: its links, its text, and the elements by name."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[Link] = []
        self.words: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._open: list[list[Any]] = []
        self._silent = 0

    @classmethod
    def read(cls, text: str) -> "Page":
        made = cls()
        made.feed(text)
        made.close()
        return made

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split()).replace(" :", ":")

    @property
    def cells(self) -> dict[str, Link]:
        """The places of the board that answer, by name."""
        return {link.attributes["data-cell"]: link for link in self.links if "data-cell" in link.attributes}

    @property
    def moves(self) -> dict[str, str]:
        """The moves that are listed, with where they lead."""
        return {row["name"]: row["url"] for row in self.data["moves"]}

    @property
    def data(self) -> Any:
        return json.loads(next(text for name, text in self._scripts if name == "moves"))

    _scripts: list[tuple[str, str]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.elements.append((tag, said))
        if tag == "a":
            self._open.append([said, []])
        if tag in ("script", "style"):
            self._silent += 1
            if tag == "script":
                self.__dict__.setdefault("_scripts", []).append((said.get("id", ""), ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._open:
            said, words = self._open.pop()
            self.links.append(Link(said.get("href", ""), " ".join("".join(words).split()), said))
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if self._silent:
            scripts = self.__dict__.get("_scripts")
            if scripts:
                name, text = scripts[-1]
                scripts[-1] = name, text + data
            return
        self.words.append(data)
        for _, words in self._open:
            words.append(data)


@contextlib.contextmanager
def asked(
    store: Path,
    games: tuple[str, ...] = (),
    players: Mapping[str, Path] | None = None,
    *,
    plans_aside: bool = False,
    limits: Limits = USUAL,
) -> Iterator[Asked]:
    """Run a server in a thread while the block runs."""
    house = House(Games(games), store, dict(players or {}), plans_aside=plans_aside)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = make_server(house, limits)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Asked(house, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
        with warnings.catch_warnings():  # of clients that stalled: here a server's process would end
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect(0)  # what came since the last time; older things are many
