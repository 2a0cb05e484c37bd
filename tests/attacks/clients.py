"""Hostile clients of the explorer: what they send is drawn at random, the server must live, answer and stay small.

A real server runs in a process of its own. Most clients have no token; some have it, as a page of this machine
that was tricked would. A good client asks all the while, and the server's resident memory is read.
"""

import contextlib
import http.client
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from attacks.report import Report, Say

MOST_MEMORY = 400 << 20  # bytes, resident
AT_ONCE = 200
TIMEOUT = 30.0  # seconds for one client
GOOD = "/tic_tac_toe/b2"
GAMES = ("tic_tac_toe", "nim(heaps=(9,8,7))", "connect_four", "kayles(pins=20)", "mnk(columns=40,rows=40)")
PANELS = ("why", "tree:12", "table", "statistics", "report", "nimber", "value", "rules", "kind", "setup")
DESTINATIONS = ("iframe", "object", "embed", "frame", "document")


def attack(count: int, seed: int, say: Say) -> Report:
    """Send what `count` clients send, `AT_ONCE` at a time."""
    report = Report()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "zermelo.cli", "explore", "--no-browser"),
                *("--port", str(_free_port()), "--store", str(Path(folder) / "store")),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/\?token=(\S+)", server.stdout.readline())
            assert found is not None
            _attacked(report, chance, count, server, int(found[1]), found[2])
            say(f"{count} clients")
        finally:
            server.terminate()
            server.wait(60)
            assert server.stdout is not None
            server.stdout.close()
    return report


def _free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def _attacked(
    report: Report, chance: random.Random, count: int, server: "subprocess.Popen[str]", port: int, token: str
) -> None:
    largest = 0
    for begin in range(0, count, AT_ONCE):
        over, reading, holding = threading.Event(), [], []
        for _ in range(min(AT_ONCE, count - begin)):
            own = random.Random(chance.random())
            has_token = own.random() < 0.4
            parts, reads = request(own, token if has_token else "x" * 43)
            told = (report, parts, has_token, port, None if reads else over)
            (reading if reads else holding).append(threading.Thread(target=_client, args=told))
        for thread in (*holding, *reading):
            thread.start()
        while True:
            good = _asked(port, GOOD, {"Authorization": f"Bearer {token}"})
            if good is None or good[0] != 200:
                report.wrong.append(f"a good client was answered with {good and good[0]}")
                break
            report.tally["good requests answered"] += 1
            largest = max(largest, memory_of(server.pid))
            waiting = [thread for thread in reading if thread.is_alive()]
            if not waiting:
                break
            waiting[0].join(0.1)
        over.set()
        for thread in (*reading, *holding):
            thread.join()
        largest = max(largest, memory_of(server.pid))
    if server.poll() is not None:
        report.wrong.append(f"the server has ended with {server.returncode}")
    report.tally[f"server of {largest >> 20} MB at most"] += 1
    if largest > MOST_MEMORY:
        report.wrong.append(f"the server had {largest >> 20} MB: {MOST_MEMORY >> 20} are the limit")


def memory_of(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return 1024 * int(found[1]) if found else 0


def _asked(port: int, path: str, headers: dict[str, str], method: str = "GET") -> tuple[int, bytes] | None:
    """Return what a request is answered with, None where the connection ended."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=2 * TIMEOUT)) as client:
        try:
            client.request(method, path, headers=headers)
            found = client.getresponse()
            return found.status, found.read()
        except (OSError, http.client.HTTPException):
            return None


def _client(
    report: Report, text: list[bytes], has_token: bool, port: int, over: threading.Event | None
) -> None:
    """Be one client: send something bad, and judge what comes back; or read nothing until it is `over`."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as client:
            for part in text:
                client.sendall(part)
            if over is not None:
                over.wait(TIMEOUT)
                report.tally["read nothing"] += 1
                return
            answer = http.client.HTTPResponse(client)
            answer.begin()
            status = answer.status
            answer.read(1 << 16)
    except (OSError, http.client.HTTPException, ValueError):
        report.tally["lost their place"] += 1
        return
    report.tally[f"answered {status}"] += 1
    if status >= 500 and status != 503:
        report.wrong.append(f"{status} for {text[0][:200]!r}")
    if not has_token and status < 400:
        report.wrong.append(f"{status} without the token for {text[0][:200]!r}")


def request(chance: random.Random, token: str) -> tuple[list[bytes], bool]:
    """Return what a client sends, in parts, and whether it reads the answer."""
    game, head = chance.choice(GAMES), f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    plain = f"GET /{game} HTTP/1.1\r\n{head}"
    many = chance.choice(("ahead", "touch", "panel", "with", "from", "moves"))
    shapes: list[tuple[str, bool]] = [
        (plain + "X-Slow: ", False),
        (f"GET /{game}?{many}={'a/' * chance.randrange(1, 9_900)} HTTP/1.1\r\n{head}\r\n", True),
        (f"GET /{game}?{many}={','.join(['a' * 17] * 990)} HTTP/1.1\r\n{head}\r\n", True),
        (f"GET /{game}?panel={chance.choice(PANELS)} HTTP/1.1\r\n{head}\r\n", chance.random() < 0.7),
        (f"GET /{game}.json HTTP/1.1\r\n{head}\r\n" * 20, False),
        (f"GET /-/picture/{game} HTTP/1.1\r\n{head}\r\n", False),
        (f"{plain}X-Long: {'x' * chance.randrange(200_000)}\r\n\r\n", True),
        (plain + "".join(f"a{n}: b\r\n" for n in range(3_000)) + "\r\n", True),
        (
            f"{plain}Sec-Fetch-Dest: {chance.choice(DESTINATIONS[:4])}\r\nSec-Fetch-Site: cross-site\r\n\r\n",
            True,
        ),
        (f"POST /-/solve?game=connect_four HTTP/1.1\r\n{head}Origin: http://evil.example\r\n\r\n", True),
        (f"GET /swap(game='a%5Cx2epy:B') HTTP/1.1\r\n{head}\r\n", True),
        (f"GET /{'%2e%2e/' * 200}etc/passwd HTTP/1.1\r\n{head}\r\n", True),
        (
            f"POST / HTTP/1.1\r\n{head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabcGET / HTTP/1.1",
            True,
        ),
        (f"GET http://evil.example/ HTTP/1.1\r\n{head}\r\n", True),
        (f"GET / HTTP/1.1\r\n{head}Host: evil.example\r\n\r\n", True),
        (f"GET /subtraction(heap={chance.randrange(1, 999)}) HTTP/1.1\r\n{head}\r\n", True),
        ("\0" * 1_000, True),
    ]
    lookup = f"POST /-/lookup/tic_tac_toe HTTP/1.1\r\n{head}"
    kind = chance.randrange(len(shapes) + 3)
    if kind == len(shapes):  # a body without an end
        chunk = f"{1 << 16:x}\r\n".encode() + b" " * (1 << 16) + b"\r\n"
        return [f"{lookup}Transfer-Encoding: chunked\r\n\r\n".encode(), *[chunk] * 200], True
    if kind == len(shapes) + 1:  # half a body
        return [f"{lookup}Content-Length: 999999\r\n\r\n".encode() + b"[" + b" " * 900_000], False
    if kind == len(shapes) + 2:
        body = b"[" + b"[]," * 333_000 + b"0]"
        return [f"{lookup}Content-Length: {len(body)}\r\n\r\n".encode() + body], True
    text, reads = shapes[kind]
    return [text.encode("latin-1")], reads
