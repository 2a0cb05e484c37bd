"""The token: nothing is answered without it, and the store remembers it for its owner alone."""

import contextlib
import gzip
import http.client
import json
import shutil
import socket
import stat
from pathlib import Path

import pytest
from support.asking import Asked, asked

from zermelo.web.requests.access_token import FILE, load_or_make_token
from zermelo.web.requests.connection_limits import ConnectionLimits
from zermelo.web.requests.request_guard import LONGEST_LIST

pytestmark = pytest.mark.quick

EVERYWHERE = (
    "/",
    "/tic_tac_toe",
    "/tic_tac_toe.json",
    "/-/style.css",
    "/-/static/board.js",
    "/-/openapi.json",
    "/-/nowhere",
    "/nowhere",
)


@pytest.mark.parametrize("path", EVERYWHERE)
def test_nothing_is_answered_without_the_token(explorer: Asked, path: str) -> None:
    cookie = f"zermelo-{explorer.port}"
    for headers in (
        {},
        {"Authorization": "Bearer guess"},
        {"Authorization": f"Basic {explorer.explorer_state.token}"},
        {"Cookie": f"{cookie}=guess"},
        {"Cookie": f"zermelo-1={explorer.explorer_state.token}"},
    ):
        for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            assert explorer.get(path, method, bare=True, **headers).status == 403
    found = explorer.get(path, bare=True)
    assert found.text.count("\n") == 1 and "zermelo explore" in found.text
    asks = "&" if "?" in path else "?"
    assert explorer.get(f"{path}{asks}token=guess", bare=True).status == 403


def test_an_address_brings_the_token_once_and_a_cookie_keeps_it(explorer: Asked) -> None:
    path = f"/tic_tac_toe/b2?as=second&token={explorer.explorer_state.token}&hints=on"
    found = explorer.get(path, bare=True)
    assert found.status == 303 and found.headers["location"] == "/tic_tac_toe/b2?as=second&hints=on"
    cookie, *flags = found.headers["set-cookie"].split("; ")
    assert flags[0] == "Path=/" and {"HttpOnly", "SameSite=Lax"} < set(flags)
    assert explorer.get("/tic_tac_toe", bare=True, Cookie=f"a=b; {cookie}").status == 200
    away = explorer.get(f"//evil.example/?token={explorer.explorer_state.token}", bare=True)
    assert away.headers["location"] == "/evil.example/"


@pytest.mark.parametrize("where", ["iframe", "frame", "object", "embed", "fencedframe", "worker"])
def test_no_page_is_shown_within_another(explorer: Asked, where: str) -> None:
    assert explorer.get("/tic_tac_toe", Sec_Fetch_Dest=where).status == 403
    assert explorer.get("/tic_tac_toe", Sec_Fetch_Dest="document").headers["x-frame-options"] == "DENY"


def test_the_store_remembers_a_token_of_its_owner_alone(tmp_path: Path) -> None:
    store = tmp_path / "store"
    token = load_or_make_token(store)
    file = store / FILE
    assert load_or_make_token(store) == token and stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)  # somebody may have read it
    second = load_or_make_token(store)
    assert second != token and stat.S_IMODE(file.stat().st_mode) == 0o600
    shutil.copytree(store, tmp_path / "copy")  # whoever made the store knows the token
    assert load_or_make_token(tmp_path / "copy") != second
    other = tmp_path / "other"
    file.rename(other)
    file.symlink_to(other)
    assert load_or_make_token(store) != second and not file.is_symlink() and other.is_file()
    for text in ("", "{", json.dumps({"token": "short", "store": []}), "[1]"):
        file.write_text(text)
        assert len(load_or_make_token(store)) == 43 and load_or_make_token(store) == load_or_make_token(store)


def test_bodies_are_counted_as_they_arrive(explorer: Asked) -> None:
    head = f"POST /-/lookup/tic_tac_toe HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer(explorer)}\r\n"
    both = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert answered(explorer.port, head + both) == 400
    chunk = f"{1 << 16:x}\r\n{' ' * (1 << 16)}\r\n"
    count = LONGEST_LIST // (1 << 16) + 2
    assert answered(explorer.port, f"{head}Transfer-Encoding: chunked\r\n\r\n{chunk * count}") == 413
    assert answered(explorer.port, f"{head}Content-Length: {LONGEST_LIST + 1}\r\n\r\n") == 413


def bearer(explorer: Asked) -> str:
    return f"Authorization: Bearer {explorer.explorer_state.token}"


def answered(port: int, text: str) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(text.encode())
        found = http.client.HTTPResponse(client)
        found.begin()
        return found.status


def test_slow_clients_lose_their_place(tmp_path: Path) -> None:
    """With more connections than places the one that waited longest goes, and all go when their time is over."""
    with asked(tmp_path, limits=ConnectionLimits(head=0.2, body=0.2, connections=4)) as found:
        slow = [socket.create_connection(("127.0.0.1", found.port), timeout=60) for _ in range(8)]
        for client in slow:
            with contextlib.suppress(ConnectionError):  # its time may be over already
                client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert found.get("/-/work").status == 200
        for client in slow:
            with client, contextlib.suppress(ConnectionError):
                assert client.recv(1) == b""


def test_what_multiplies_work_is_bounded(explorer: Asked) -> None:
    for path in (
        "/tic_tac_toe?ahead=" + "a/" * 9_000,
        "/tic_tac_toe?ahead=" + "/".join(["a" * 17] * 999),
        "/tic_tac_toe?touch=" + "a," * 100,
        "/tic_tac_toe?panel=" + "a" * 9_000,
        "/tic_tac_toe?with=" + "a" * 9_000,
        "/-/train/tic_tac_toe?moves=" + "a/" * 9_000,
        "/-/lesson/tic_tac_toe?touch=" + "a," * 100,
    ):
        assert explorer.get(path).status == 400, path


def test_pages_are_compressed_for_clients_that_read_it_and_hold_no_token(explorer: Asked) -> None:
    """Made, made once more, and kept: the page is the same however it is sent; small answers stay as they are."""
    explorer.solved("tic_tac_toe")
    for path in ("/", "/tic_tac_toe/a1", "/tic_tac_toe/a1", "/-/static/board.js"):
        packed = explorer.get(path, Accept_Encoding="gzip")
        assert packed.headers["content-encoding"] == "gzip" and len(packed.body) < 60_000
        assert "accept-encoding" in packed.headers["vary"].casefold()
        plain = explorer.get(path)
        assert "content-encoding" not in plain.headers
        assert gzip.decompress(packed.body) == plain.body
        assert explorer.explorer_state.token not in plain.text  # else its length could be guessed by
    assert "content-encoding" not in explorer.get("/-/work.json", Accept_Encoding="gzip").headers
