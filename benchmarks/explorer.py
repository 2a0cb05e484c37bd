"""The explorer under load: the first page, a move, fifty clients at once, and what a query costs in memory.

    python benchmarks/explorer.py [--seconds 10] [--large]

A server and its clients are processes of their own, so two cores are shared by both. Clients click through
games at random: without a pause, which is the server's limit, or with one of a second in the mean, which is a
quick person's. `--large` also solves Connect Four 5x5 (69,763,700 positions) to compare memory.
"""

import argparse
import html
import http.client
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
from urllib.parse import quote

CLIENTS = 50
GAMES = ("tic_tac_toe", "connect_four(columns=4,rows=4)", "dao(size=3)")
LARGE = "connect_four(columns=5,rows=5)"
MOVES = re.compile(r'<ul class="moves">(.*?)</ul>', re.DOTALL)
LINK = re.compile(r'href="([^"]+)"')


def begin(store: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a server on any free port; return it and the port."""
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
    return server, int(re.search(r":(\d+)/", server.stdout.readline())[1])  # type: ignore[index]  # it says its URL


def solved(port: int, game: str) -> None:
    """Wait until a game is solved."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    while True:
        connection.request("GET", f"/{game}.json")
        if b'"solved":true' in connection.getresponse().read():
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
        connection.request("GET", url)
        answer = connection.getresponse()
        text = answer.read().decode()
        found.append(time.perf_counter() - begun)
        if answer.status != 200:
            errors.append(f"{answer.status} {url}")
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
        connection.request("GET", f"{url}?n={number}")
        connection.getresponse().read()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def memory(process: int) -> int:
    """Return the bytes that a process holds, its own alone."""
    text = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(re.search(r"RssAnon:\s+(\d+)", text)[1])  # type: ignore[index]  # Linux has it


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--large", action="store_true")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} busy before\n")
    with tempfile.TemporaryDirectory() as folder:
        server, port = begin(Path(folder))
        try:
            begun = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/")
            connection.getresponse().read()
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
    connection.request("POST", f"/-/solve?game={quote(LARGE)}&back=/", headers={"content-length": "0"})
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
