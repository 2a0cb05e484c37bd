"""Single answers of a solution by its URL, and from a directory: seconds, requests and bytes of one question.

    python benchmarks/by_url.py [--count 200] [--store DIR]

Connect Four 5x5 is solved into a directory, and its files are put into a store that speaks as Amazon's does,
a process of its own on this machine. A request takes milliseconds, of which most are that server's work; what
counts is how many there are, and how large. Cold: opened anew for each question. Warm: one solution is asked
for one position after another; and again for the same.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zermelo
from zermelo.solver.storage import file_locations
from zermelo.solver.storage.object_store import ObjectStore, open_object_store

GAME = "connect_four(columns=5, rows=5)"
SERVER = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
"""


class Counted:
    """A store that counts what is read of it."""

    requests = read = 0

    def __init__(self, url: str, **how: Any) -> None:
        self.objects: ObjectStore = open_object_store(url, **how)
        self.url = url

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        content = self.objects.get(name, begin, end)
        Counted.requests += 1
        Counted.read += len(content)
        return content


def told(what: str, asked: list[Any], ask: Callable[[Any], object]) -> None:
    """Print what one question takes: the median of the seconds, and the means of the rest."""
    Counted.requests = Counted.read = 0
    used = sum(os.times()[:4])
    walls = []
    for each in asked:
        began = time.perf_counter()
        ask(each)
        walls.append(time.perf_counter() - began)
    own = (sum(os.times()[:4]) - used) / len(asked)
    count = len(asked)
    print(
        f"{what:36}{1e3 * statistics.median(walls):8.2f} ms{1e3 * own:8.2f} ms CPU"
        f"{Counted.requests / count:8.2f} requests{Counted.read / count:12,.0f} bytes",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--store", type=Path)
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        solution = zermelo.solve(GAME, store=options.store or folder)
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            measure(solution, server, options.count)
        finally:
            server.terminate()


def measure(solution: zermelo.Solution, server: "subprocess.Popen[str]", count: int) -> None:
    assert server.stdout is not None and solution.directory is not None
    while not (line := server.stdout.readline().strip()).isdecimal():
        assert server.poll() is None, "the server has ended"
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{line}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_REGION": "us-east-1",
    }
    import boto3

    boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).create_bucket(Bucket="games")
    url = f"s3://games/solved/{solution.directory.name}"
    objects, size = open_object_store(url), 0
    for path in sorted(solution.directory.iterdir()):
        if path.is_file():
            objects.put(path.name, path.read_bytes())
            size += path.stat().st_size
    print(f"{solution.records.tier_count} files, {size:,} bytes")
    file_locations.open_object_store = Counted  # type: ignore[assignment]  # whatever is opened from here on is counted
    positions = zermelo.open(GAME, solution.directory.parent).sample(count, seed=1).positions.tolist()
    for name, place in (("directory", str(solution.directory)), ("URL", url)):
        opened = zermelo.open(place)
        opened.value()
        for _ in range(3):
            told(f"{name}, cold", positions, lambda each, place=place: zermelo.open(place).value(each))
            opened = zermelo.open(place)
            told(f"{name}, one after another", positions, lambda each, opened=opened: opened.value(each))
            last = positions[-100:]
            told(f"{name}, the last {len(last)} again", last, lambda each, opened=opened: opened.value(each))
            opened = zermelo.open(place)
            told(f"{name}, moves", positions[:50], lambda each, opened=opened: opened.moves(each))
            opened = zermelo.open(place)
            told(
                f"{name}, lookup of all at once", [positions], lambda each, opened=opened: opened.lookup(each)
            )


if __name__ == "__main__":
    main()
