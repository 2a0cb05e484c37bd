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
from pathlib import Path
from typing import Any
from urllib.parse import quote

from support.elements import Element, Page
from support.places import HASHABLE_GAMES

from zermelo.core.game import Game
from zermelo.solver.solution_files.solution_store import source_of
from zermelo.web.explorer_app import ExplorerState
from zermelo.web.explorer_server import make_server
from zermelo.web.requests.access_token import add_token_to_path
from zermelo.web.requests.connection_limits import USUAL, ConnectionLimits
from zermelo.web.services.explorer_games import ExplorerGames

OWN = (f"{HASHABLE_GAMES}:TupleNim",)  # games of files that the server is given
PATIENCE = 60.0  # seconds for what is solved in the background; no test is passed or failed by speed


@dataclass(frozen=True)
class Answer:
    """What came back: for which path, the status, the headers in small letters, and the body."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page(self) -> Page:
        return Page(self.text)

    @property
    def html(self) -> Element:
        return self.page.html

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Asked:
    """A server that is running."""

    explorer_state: ExplorerState
    port: int

    def url(self, path: str) -> str:
        """Return the address that a browser opens: it carries the token, and leads to the same without it."""
        return f"http://127.0.0.1:{self.port}{add_token_to_path(path, self.explorer_state.token)}"

    @property
    def bearer(self) -> dict[str, str]:
        """The header by which a program shows the token."""
        return {"Authorization": f"Bearer {self.explorer_state.token}"}

    def get(
        self, path: str, method: str = "GET", *, bare: bool = False, body: bytes = b"", **headers: str
    ) -> Answer:
        """Ask for a path, with the token unless `bare`; redirects are not followed.

        Underscores in names of headers stand for hyphens.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in (headers if bare else self.bearer | headers).items():
                connection.putheader(name.replace("_", "-"), value)
            if method == "POST":
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            found = connection.getresponse()
            return Answer(path, found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())

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


@contextlib.contextmanager
def asked(
    store: Path,
    games: tuple[str, ...] = (),
    players: Mapping[str, Path] | None = None,
    *,
    plans_aside: bool = False,
    limits: ConnectionLimits = USUAL,
) -> Iterator[Asked]:
    """Run a server in a thread while the block runs."""
    explorer_state = ExplorerState(ExplorerGames(games), store, dict(players or {}), plans_aside=plans_aside)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = make_server(explorer_state, limits)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Asked(explorer_state, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
        with warnings.catch_warnings():  # of clients that stalled: here a server's process would end
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect(0)  # what came since the last time; older things are many


@dataclass(frozen=True)
class Pages:
    """A server, asked for pages; in a URL signs may stand as a person types them."""

    asked: Asked

    def get(self, url: str, *, status: int = 200) -> Answer:
        """Return a page, redirects followed; fails where its status is another."""
        _, found = self.asked.follow(quoted(url))
        assert found.status == status, (url, found.status, found.text[:2000])
        assert found.headers["content-type"].startswith("text/html"), found.headers
        return found

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
        return self.asked.explorer_state.load_game(text)

    def solved(self, text: str) -> Any:
        """Return the solution of a game, which is solved on request where it is not yet, however long it takes."""
        game, solution_cache = self.game(text), self.asked.explorer_state.solution_cache
        known = solution_cache.find_game_status(game, start_work=False)
        if known.solution is None and known.equilibria is None:
            job = solution_cache.jobs.start_solve(source_of(game))
            assert job.ended.wait(PATIENCE) and job.state == "solved", job
        return solution_cache.find_game_status(game).solution


def quoted(url: str) -> str:
    """Return a URL as a browser sends it: without its fragment, and escaped."""
    return quote(url.partition("#")[0], safe="/?&=(),:;'+*!$@%~|{}[]-._")


def panels_of(page: Answer) -> dict[str, str]:
    """Return the panels that a position's page offers, each with the address that opens it."""
    places = [*page.html.all("nav", "tools"), *page.html.all("div", "tab")]
    urls = {each.text: each.href for place in places for each in place.all("a")}
    return {title: url for title, url in urls.items() if url.endswith("#panel") and "panel=setup" not in url}
