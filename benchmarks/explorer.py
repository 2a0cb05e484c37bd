"""The explorer: games solved while their page opens, processor time of pages, fifty clients, memory.

    python benchmarks/explorer.py [--seconds 10] [--large]
    python benchmarks/explorer.py --games    # which share of the catalogue has values at once, and after 2 s
    python benchmarks/explorer.py --pages    # processor time and bytes of each kind of page

A server and its clients are processes of their own, so two cores are shared by both. Clients click through
games at random: without a pause, which is the server's limit, or with one of a second in the mean, which is a
quick person's. `--large` also solves Connect Four 5x5 (69,763,700 positions) to compare memory.
"""

import argparse
import gzip
import html
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from zermelo.games import catalogue

CLIENTS = 50
GAMES = ("tic_tac_toe", "connect_four(columns=4,rows=4)", "dao(size=3)")
READS = 2.0  # seconds that a reader stays
PAGES = {  # of each kind; the game of each is solved first where it can be at once
    "home": "/",
    "home, a search": "/?q=nim",
    **{
        game: f"/{game}"
        for game in (
            "tic_tac_toe",
            "nim",
            "kayles",
            "hex",
            "dots_and_boxes",
            "oware",
            "chess_endgame",
            "bear_off",
            "sokoban",
            "strike",
            "onitama",
            "othello",
        )
    },
    "a move": "/tic_tac_toe/b2",
    "the same as JSON": "/tic_tac_toe/b2.json",
    **{
        f"panel {name}": f"/{game}?panel={name}"
        for name, game in (
            ("why", "tic_tac_toe"),
            ("tree", "tic_tac_toe"),
            ("statistics", "tic_tac_toe"),
            ("report", "tic_tac_toe"),
            ("rules", "tic_tac_toe"),
            ("nimber", "kayles"),
            ("value", "domineering"),
            ("parts", "kayles"),
            ("setup", "tic_tac_toe"),
        )
    },
    "sums": "/-/sum",
    "a sum": "/-/sum?game=nim&game=kayles",
    "training": "/-/train/tic_tac_toe",
    "a lesson": "/-/lesson/tic_tac_toe",
    "a picture": "/-/picture/tic_tac_toe.svg",
}
LARGE = "connect_four(columns=5,rows=5)"
MOVES = re.compile(r'<ul class="moves">(.*?)</ul>', re.DOTALL)
LINK = re.compile(r'href="([^"]+)"')


HEADERS = {"accept-encoding": "gzip"}  # and the token, once a server has said it


def begin(store: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a server on any free port; return it and the port. Its token goes with all requests."""
    command = [
        sys.executable,
        "-m",
        "zermelo.cli",
        "explore",
        "--no-browser",
        "--port",
        "0",
        "--store",
        str(store),
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/\?token=(\S+)", server.stdout.readline())
    assert found is not None
    HEADERS["authorization"] = f"Bearer {found[2]}"
    return server, int(found[1])


def get(connection: http.client.HTTPConnection, url: str) -> tuple[int, bytes]:
    """Return the status and the body of an answer, as it was sent."""
    connection.request("GET", url, headers=HEADERS)
    answer = connection.getresponse()
    return answer.status, answer.read()


def ask_json(connection: http.client.HTTPConnection, game: str) -> dict[str, Any]:
    """Return what programs are told of a game."""
    said: dict[str, Any] = json.loads(unpack(get(connection, f"/{game}.json")[1]))
    return said


def unpack(body: bytes) -> bytes:
    """Return an answer that may have been compressed."""
    return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body


def solved(port: int, game: str) -> None:
    """Wait until a game is solved."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    while True:
        if ask_json(connection, game)["solved"]:
            return
        time.sleep(0.1)


def click(
    port: int, game: str, seconds: float, pause: float, seed: int, found: list[float], errors: list[str]
) -> None:
    """Play games at random by following links, and note how long each page took."""
    chance, url = random.Random(seed), f"/{game}"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    end = time.monotonic() + seconds
    time.sleep(chance.random() * pause)
    while time.monotonic() < end:
        begun = time.perf_counter()
        status, body = get(connection, url)
        found.append(time.perf_counter() - begun)
        text = unpack(body).decode()
        if status != 200:
            errors.append(f"{status} {url}")
        listed = MOVES.search(text)
        links = LINK.findall(listed[1]) if listed else []
        url = html.unescape(chance.choice(links)) if links else f"/{game}"
        time.sleep(2 * pause * chance.random())


def load(port: int, game: str, seconds: float, pause: float) -> tuple[list[float], list[str]]:
    """Let all clients click for a while; return the seconds of each page, sorted, and what went wrong."""
    times: list[float] = []
    errors: list[str] = []
    threads = [
        threading.Thread(target=click, args=(port, game, seconds, pause, seed, times, errors))
        for seed in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times), errors


def row(what: str, times: list[float], seconds: float, errors: list[str]) -> None:
    """Print a row of the table."""
    places = [times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.99)]
    median, late = (f"{1000 * place:.1f}" for place in places)
    counted = f"{len(times):,} | {len(times) / seconds:,.0f}"
    print(f"| {what} | {counted} | {median} | {late} | {1000 * times[-1]:.0f} | {len(errors)} |", flush=True)


def alone(port: int, url: str, count: int = 60) -> float:
    """Return the median of one client's seconds for a page, each asked for so that no page is kept."""
    connection, times = http.client.HTTPConnection("127.0.0.1", port), []
    for number in range(count):
        begun = time.perf_counter()
        get(connection, f"{url}?n={number}")
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def print_shares(port: int) -> None:
    """Look at each game of the catalogue for as long as a reader does, and print how many have values."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    games = list(catalogue())
    first, later, slow = 0, 0, []
    for game in games:
        begun, times = time.perf_counter(), 0
        while True:
            said, times = ask_json(connection, game), times + 1
            if said.get("solved") or "error" in said or time.perf_counter() - begun > READS:
                break
            time.sleep(0.1)
        first += bool(said.get("solved")) and times == 1
        later += bool(said.get("solved"))
        if not said.get("solved"):
            slow.append(game)
    print(f"| games | values on the first answer | after {READS:g} s |\n| --- | --- | --- |")
    print(f"| {len(games)} | {first} | {later} |\n\nwithout values: {', '.join(slow)}")


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has had, its own alone."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def print_pages(port: int, process: int, count: int = 20) -> None:
    """Print what each kind of page takes, asked for so that no page is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    print("| page | ms of the processor | ms | bytes sent | of the page |\n| --- | --- | --- | --- | --- |")
    for name, url in PAGES.items():
        mark = "&" if "?" in url else "?"
        until = time.perf_counter() + 5
        while time.perf_counter() < until and get(connection, url)[0] == 200:
            if (
                url.startswith(("/-/", "/?"))
                or url == "/"
                or ask_json(connection, re.split(r"[/?.]", url)[1]).get("solved")
            ):
                break
            time.sleep(0.2)
        get(connection, f"{url}{mark}n=a")  # templates are read at the first
        begun, before = time.perf_counter(), processor_seconds(process)
        for number in range(count):
            status, body = get(connection, f"{url}{mark}n={number}")
        taken, wall = processor_seconds(process) - before, time.perf_counter() - begun
        assert status < 400, (url, status, body)
        figures = f"{1000 * taken / count:.1f} | {1000 * wall / count:.1f}"
        print(f"| {name} | {figures} | {len(body):,} | {len(unpack(body)):,} |", flush=True)


def memory(process: int) -> int:
    """Return the bytes that a process holds, its own alone."""
    text = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(re.search(r"RssAnon:\s+(\d+)", text)[1])  # type: ignore[index]  # Linux has it


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--pages", action="store_true")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} busy before\n")
    with tempfile.TemporaryDirectory() as folder:
        server, port = begin(Path(folder))
        try:
            if asked.games or asked.pages:
                time.sleep(3)  # it prepares itself
                print_shares(port) if asked.games else print_pages(port, server.pid)
                return
            begun = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port)
            get(connection, "/")
            print(
                f"first page ever: {1000 * (time.perf_counter() - begun):.0f} ms; later, the median: ", end=""
            )
            print(f"{1000 * alone(port, '/', 10):.0f} ms\n")
            print("| one client | ms a page, nothing kept |\n| --- | --- |")
            for game in GAMES:
                solved(port, game)
                print(f"| {game} | {1000 * alone(port, f'/{quote(game)}'):.1f} |")
            print("\n| fifty clients | pages | a second | median ms | 99 of 100 | longest | errors |")
            print("| --- | --- | --- | --- | --- | --- | --- |")
            for game in GAMES:
                row(f"{game}, a second between clicks", *_load(port, game, asked.seconds, 1.0))
                row(f"{game}, no pause", *_load(port, game, asked.seconds, 0.0))
            if asked.large:
                _compare_memory(server.pid, port)
        finally:
            server.terminate()
            server.wait()


def _load(port: int, game: str, seconds: float, pause: float) -> tuple[list[float], float, list[str]]:
    times, errors = load(port, game, seconds, pause)
    return times, seconds, errors


def _compare_memory(process: int, port: int) -> None:
    """Print what random games in a solution of 70 million positions add to what the server holds."""
    before = memory(process)
    load(port, "connect_four(columns=4,rows=4)", 5, 0.0)
    small = memory(process)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request(
        "POST", f"/-/solve?game={quote(LARGE)}&back=/", headers={**HEADERS, "content-length": "0"}
    )
    connection.getresponse().read()
    solved(port, LARGE)
    load(port, LARGE, 5, 0.0)
    large = memory(process)
    print(
        f"\nmemory: {before / 1e6:.0f} MB, after 161,029 positions were asked {small / 1e6:.0f} MB, ", end=""
    )
    print(f"after 69,763,700 were {large / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
