"""What every request passes: who may ask, how much, and what every answer carries.

The server is on this machine, and so is a browser that visits other sites. What those send is recognised by
the `Host` of a name that was made to point here, and by what browsers say of where a request comes from.
"""

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any, Final

from zermelo.web.openapi import VERSION

LONGEST_BODY: Final = 100_000  # bytes
LONGEST_LIST: Final = 1_000_000  # bytes, of positions that are asked for together
HOSTS: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer a form without a script says no origin either
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"zermelo-api", VERSION.encode()),
)

OPEN: Final = "/-/uwapi/"
LISTS: Final = "/-/lookup/"
RESOURCES: Final = b"cross-origin-resource-policy"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class Guard:
    """Refuses what comes from elsewhere and adds headers.

    What lies below `OPEN` may be read by pages of this machine, and by those of `sites`, such as
    `https://example.org`.
    """

    def __init__(self, app: App, sites: Collection[str] = ()) -> None:
        self.app, self.sites = app, frozenset(sites)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        is_open = scope["path"].startswith(OPEN) and (origin in self.sites or is_of_this_machine(origin))
        refused = _refused(scope, headers, is_open=is_open)
        if refused is not None:
            await _say(send, *refused)
            return
        more = (
            [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"origin")]
            if is_open
            else []
        )

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [pair for pair in HEADERS if not (is_open and pair[0] == RESOURCES)]
                message["headers"] = [*message.get("headers", []), *given, *more]
            await send(message)

        await self.app(scope, receive, sending)


def is_of_this_machine(origin: str) -> bool:
    """Return whether a page was served by this machine.

    >>> is_of_this_machine("http://localhost:3000"), is_of_this_machine("http://localhost.example")
    (True, False)
    """
    scheme, _, host = origin.partition("://")
    return scheme == "http" and host.partition(":")[0] in HOSTS


def _refused(
    scope: MutableMapping[str, Any], headers: dict[bytes, bytes], *, is_open: bool
) -> tuple[int, str] | None:
    """Return why a request is not answered, None where it is."""
    host = headers.get(b"host", b"").decode("latin-1")
    name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    if name not in HOSTS:
        return 421, "this server answers to 127.0.0.1 and localhost alone"
    site = headers.get(b"sec-fetch-site", b"none").decode("latin-1")
    is_visit = (
        scope["method"] in ("GET", "HEAD") and headers.get(b"sec-fetch-mode", b"navigate") == b"navigate"
    )
    if site in ("cross-site", "same-site") and not (is_visit or is_open):
        return 403, "other sites may link here, and no more"
    if scope["method"] == "POST":
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and origin.partition("://")[2] != host:
            return 403, "a request that changes something comes from a page of this server"
        length = headers.get(b"content-length", b"")
        longest = LONGEST_LIST if scope["path"].startswith(LISTS) else LONGEST_BODY
        if not length.isdigit() or int(length) > longest:
            return 413, f"say how long the body is, at most {longest:,} bytes"
    elif scope["method"] not in ("GET", "HEAD"):
        return 405, "pages are read by GET"
    return None


async def _say(send: Send, status: int, text: str) -> None:
    body = (text + "\n").encode()
    given = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*given, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
