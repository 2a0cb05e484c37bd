"""The access token of the explorer, sent as a cookie, a header, or once in an address.

Other users of this machine, other programs and pages of other sites reach the same port. A token that only
the person who started the server knows keeps them out. The store remembers it, so that bookmarks live.
"""

import contextlib
import json
import os
import re
import secrets
import stat
from pathlib import Path
from typing import Final

FILE: Final = ".explorer-token"  # in the store, readable by its owner alone
FORM: Final = re.compile(r"[A-Za-z0-9_-]{43}")
YEAR: Final = 31_536_000  # seconds that a browser keeps the cookie
NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)


def load_or_make_token(store: Path) -> str:
    """Return the token that a store remembers; where there is none to be trusted, make one and keep it.

    A token counts where its file is a regular one of this user, nobody else may read it, and it was made for
    this directory: what a copied or unpacked store brings along is somebody else's. Where nothing can be
    written, the token lives as long as the server.
    """
    file = store / FILE
    with contextlib.suppress(OSError):
        store.mkdir(parents=True, exist_ok=True)
    found = _read_token(file)
    if found is not None:
        return found
    token = secrets.token_urlsafe()
    with contextlib.suppress(OSError):
        _write_token(file, token)
    return _read_token(file) or token  # of another server, where two begin at once


def _read_token(file: Path) -> str | None:
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | NO_LINK)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as opened:
        said = os.fstat(handle)
        is_own = not hasattr(os, "geteuid") or (said.st_uid == os.geteuid() and not said.st_mode & 0o077)
        if not (stat.S_ISREG(said.st_mode) and is_own):
            return None
        try:
            held = json.loads(opened.read(1_000))
            token, place = held["token"], held["store"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
    is_token = isinstance(token, str) and FORM.fullmatch(token) is not None
    return token if is_token and place == _find_directory_identity(file.parent) else None


def _write_token(file: Path, token: str) -> None:
    """Put the token in place, whole, readable by its owner from the first moment."""
    temporary = file.with_name(f"{FILE}-{os.getpid()}-{secrets.token_hex(8)}.tmp")
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(json.dumps({"token": token, "store": _find_directory_identity(file.parent)}) + "\n")
        os.replace(temporary, file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _find_directory_identity(store: Path) -> list[int]:
    """Return numbers that distinguish a directory from its copies."""
    said = store.stat()
    return [said.st_dev, said.st_ino]


class TokenAccess:
    """Decides whether a request has the token.

    Examples
    --------
    >>> access = TokenAccess("secret", 8913)
    >>> cookie = {"cookie": "a=b; zermelo-8913=secret"}
    >>> access.has_token_in_headers({"authorization": "Bearer secret"}), access.has_token_in_headers(cookie)
    (True, True)
    >>> access.has_token_in_headers({"authorization": "Bearer guess"}), access.has_token_in_headers({})
    (False, False)

    """

    def __init__(self, token: str, port: int) -> None:
        self.token, self.name = token, f"zermelo-{port}"  # a cookie's host has all ports

    def is_token(self, text: str) -> bool:
        """Return whether a text is the token; how long that takes reveals nothing of it."""
        return secrets.compare_digest(text.encode("utf-8", "replace"), self.token.encode())

    def has_token_in_headers(self, headers: dict[str, str]) -> bool:
        """Return whether the headers of a request carry the token."""
        scheme, _, said = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.is_token(said.strip())
        pairs = (each.strip().partition("=") for each in headers.get("cookie", "").split(";"))
        return any(self.is_token(value) for name, _, value in pairs if name == self.name)

    def split_token_from_query(self, query: bytes) -> tuple[str, bytes] | None:
        """Return the token that a query carries and the rest of the query, None where it carries none.

        >>> TokenAccess("secret", 8913).split_token_from_query(b"as=second&token=abc&hints=on")
        ('abc', b'as=second&hints=on')
        """
        fields = query.split(b"&")
        given = [each for each in fields if each.startswith(b"token=")]
        if not given:
            return None
        rest = b"&".join(each for each in fields if not each.startswith(b"token="))
        return given[0].removeprefix(b"token=").decode("latin-1"), rest

    @property
    def cookie_header(self) -> str:
        """The header that makes a browser keep the token."""
        return f"{self.name}={self.token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax"


def add_token_to_path(path: str, token: str) -> str:
    """Return a path that carries the token, for the address that is printed and opened.

    >>> add_token_to_path("/tic_tac_toe", "abc"), add_token_to_path("/nim?as=second#panel", "abc")
    ('/tic_tac_toe?token=abc', '/nim?token=abc&as=second#panel')
    """
    before, mark, fragment = path.partition("#")
    plain, asks, query = before.partition("?")
    return f"{plain}?token={token}" + (f"&{query}" if asks and query else "") + mark + fragment
