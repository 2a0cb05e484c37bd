"""Cache of pages that never change: those of solved positions, kept compressed, as they are sent.

A page is kept with the files that it was made from, a solution's and those of a person's own rules; where one
of them has changed since, the page is made anew.
"""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from zermelo.web.requests.request_guard import App, Message, Receive, Send

MOST: Final = 32 << 20  # bytes
LARGEST: Final = 1 << 19
LEVEL: Final = 5  # of compression: a millisecond for 67 kB, and one per cent larger than at level 9
SMALLEST: Final = 1_000  # bytes of an answer that is compressed

Stamp = tuple[tuple[str, int, int], ...]  # files, each with its number and when it was changed


def make_file_change_stamp(files: Iterable[Path]) -> Stamp | None:
    """Return a stamp that changes with the files; None where one is missing."""
    found = []
    for file in files:
        try:
            said = file.stat()
        except OSError:
            return None
        found.append((str(file), said.st_ino, said.st_mtime_ns))
    return tuple(found)


class PageCache:
    """The pages that were sent last, by path and query."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[bytes, bytes], tuple[Stamp, bytes]] = OrderedDict()
        self._bytes = 0

    def store_page(self, path: bytes, query: bytes, files: Iterable[Path], body: bytes) -> bytes:
        """Keep a page, in place of those not asked for longest, and return it compressed."""
        stamp = make_file_change_stamp(files)
        body = gzip.compress(body, LEVEL, mtime=0)
        if stamp is None or len(body) > LARGEST:
            return body
        with self._lock:
            self._remove_page((path, query))
            self._pages[path, query] = stamp, body
            self._bytes += len(body) + len(path) + len(query)
            while self._bytes > MOST:
                self._remove_page(next(iter(self._pages)))
        return body

    def find_unchanged_page(self, path: bytes, query: bytes) -> bytes | None:
        """Return a page, compressed, that is still what it would be if it were made now."""
        with self._lock:
            found = self._pages.get((path, query))
            if found is None:
                return None
            self._pages.move_to_end((path, query))
        if make_file_change_stamp(Path(name) for name, _, _ in found[0]) != found[0]:
            with self._lock:
                self._remove_page((path, query))
            return None
        return found[1]

    def _remove_page(self, key: tuple[bytes, bytes]) -> None:
        dropped = self._pages.pop(key, None)
        if dropped is not None:
            self._bytes -= len(dropped[1]) + len(key[0]) + len(key[1])


class PageCacheMiddleware:
    """Answers with a page that is kept, without asking the application."""

    def __init__(self, app: App, pages: PageCache, headers: tuple[tuple[bytes, bytes], ...]) -> None:
        self.app, self.pages, self.headers = app, pages, headers

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send the page, or let it be made."""
        body = None
        if scope["type"] == "http" and scope["method"] == "GET":
            body = self.pages.find_unchanged_page(scope.get("raw_path", b""), scope["query_string"])
        if body is None:
            await self.app(scope, receive, send)
            return
        headers = [*self.headers, (b"vary", b"Accept-Encoding")]
        if accepts_gzip(scope["headers"]):
            headers.append((b"content-encoding", b"gzip"))
        else:
            body = gzip.decompress(body)
        headers.append((b"content-length", str(len(body)).encode()))
        started: Message = {"type": "http.response.start", "status": 200, "headers": headers}
        await send(started)
        await send({"type": "http.response.body", "body": body})


def accepts_gzip(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a client reads compressed answers, as Starlette's middleware sees it."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in headers)
