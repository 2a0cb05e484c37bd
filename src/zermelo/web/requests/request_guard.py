"""Checks of every request: who may ask, and how much; also the headers of every answer.

The server is on this machine, and so is a browser that visits other sites. What those send is recognised by
the `Host` of a name that was made to point here, and by what browsers say of where a request comes from.
Each request also needs the token (`access_token.py`). Bodies are counted as they arrive.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from zermelo.web.api.openapi_document import VERSION
from zermelo.web.requests.access_token import TokenAccess

LONGEST_BODY: Final = 4_096  # bytes: forms say all in their address
LONGEST_LIST: Final = 1_000_000  # bytes, of positions that are asked for together
MOST_HEADERS: Final = 100
HOSTS: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
DESTINATIONS: Final = frozenset({"document", "empty", "script", "style", "image"})  # what pages here load
ONCE: Final = ("host", "origin", "authorization", "content-length", "transfer-encoding")
ONCE_SITE: Final = ("sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
NEEDED: Final = (
    "this server answers only with its token: open the address that `zermelo explore` printed, or send the "
    "header `Authorization: Bearer TOKEN`"
)
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer a form without a script says no origin either
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"zermelo-api", VERSION.encode()),
)

LISTS: Final = "/-/lookup/"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class RefusedRequest(Exception):
    """A request that is not answered: the status, and why in one line."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class RequestGuard:
    """Refuses what comes from elsewhere or has no token, and adds headers."""

    def __init__(self, app: App, access: Callable[[int], TokenAccess]) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        access = self.access(scope["server"][1])
        try:
            headers = _read_request_headers(scope)
            _check_request_origin(scope, headers)
            begun = _find_redirect_without_token(scope, access)
            if begun is not None:
                await _send_redirect_with_cookie(send, begun, access)
                return
            if not access.has_token_in_headers(headers):
                raise RefusedRequest(403, NEEDED)
            receive = await _receive_body(scope, headers, receive)
        except RefusedRequest as refused:
            await _send_text_response(send, refused.status, str(refused))
            return

        async def send_with_security_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_security_headers)


def _read_request_headers(scope: MutableMapping[str, Any]) -> dict[str, str]:
    """Return the headers by name; cookies may come in several. Raises `RefusedRequest`."""
    rows = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    if len(rows) > MOST_HEADERS:
        raise RefusedRequest(431, f"{len(rows):,} headers are not read: send {MOST_HEADERS} at most")
    counts = Counter(name for name, _ in rows)
    for name in (*ONCE, *ONCE_SITE):
        if counts[name] > 1:
            raise RefusedRequest(400, f"the header {name} stands there {counts[name]} times: send it once")
    found = dict(rows)
    found["cookie"] = ";".join(value for name, value in rows if name == "cookie")
    if "content-length" in found and "transfer-encoding" in found:
        raise RefusedRequest(400, "a body has a content-length or a transfer-encoding: send one of the two")
    return found


def _check_request_origin(scope: MutableMapping[str, Any], headers: dict[str, str]) -> None:
    """Raise `RefusedRequest` for what was sent to another host, by another site, or for a frame."""
    host = headers.get("host", "")
    name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    if name not in HOSTS:
        raise RefusedRequest(421, "this server answers to 127.0.0.1 and localhost alone")
    if not scope["raw_path"].startswith(b"/"):
        raise RefusedRequest(400, "the address of a request begins with a slash")
    if headers.get("sec-fetch-dest", "document") not in DESTINATIONS:
        raise RefusedRequest(403, "these pages stand alone: no frame, object or embed shows them")
    is_visit = scope["method"] in ("GET", "HEAD") and headers.get("sec-fetch-mode", "navigate") == "navigate"
    if headers.get("sec-fetch-site", "none") in ("cross-site", "same-site") and not is_visit:
        raise RefusedRequest(403, "other sites may link here, and no more")
    origin = headers.get("origin", "")
    if scope["method"] == "POST" and origin and origin.partition("://")[2] != host:
        raise RefusedRequest(403, "a request that changes something comes from a page of this server")


def _find_redirect_without_token(scope: MutableMapping[str, Any], access: TokenAccess) -> bytes | None:
    """Return where a request is to go that brings the token in its address, None for any other request."""
    given = access.split_token_from_query(scope["query_string"])
    if given is None or scope["method"] not in ("GET", "HEAD"):
        return None
    token, rest = given
    if not access.is_token(token):
        raise RefusedRequest(403, NEEDED)
    path: bytes = b"/" + scope["raw_path"].partition(b"?")[0].lstrip(b"/\\")  # two of them would name a host
    return path + b"?" + rest if rest else path


async def _receive_body(
    scope: MutableMapping[str, Any], headers: dict[str, str], receive: Receive
) -> Receive:
    """Take in the body of a POST, counted as it arrives, and return what gives it to the application."""
    said = headers.get("content-length", "0")
    if scope["method"] in ("GET", "HEAD"):
        if said != "0" or "transfer-encoding" in headers:
            raise RefusedRequest(400, "pages are read by GET without a body")
        return receive
    if scope["method"] != "POST":
        raise RefusedRequest(405, "pages are read by GET")
    longest = LONGEST_LIST if scope["path"].startswith(LISTS) else LONGEST_BODY
    too_long = RefusedRequest(413, f"a body has {longest:,} bytes at most here: send fewer")
    if len(said) > len(str(longest)) or not said.isdecimal() or int(said) > longest:
        raise too_long
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise RefusedRequest(400, "the body has not come whole")
        body += message.get("body", b"")
        if len(body) > longest:
            raise too_long
        if not message.get("more_body", False):
            break
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay_body() -> Message:
        return whole.pop() if whole else await receive()

    return replay_body


async def _send_redirect_with_cookie(send: Send, where: bytes, access: TokenAccess) -> None:
    """Send a browser to the same address without the token, which it keeps as a cookie."""
    given = [
        (b"location", where),
        (b"set-cookie", access.cookie_header.encode()),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": [*given, *HEADERS]})
    await send({"type": "http.response.body", "body": b""})


async def _send_text_response(send: Send, status: int, text: str) -> None:
    body = (text + "\n").encode()
    given = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*given, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
