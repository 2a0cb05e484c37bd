"""A solve on a cluster that loses workers, nodes and drivers, in a store that fails: are the bytes the same?

    python benchmarks/faults.py GAME [--nodes 4] [--workers 50] [--lost 10] [--drivers 5] [--store s3]

Nodes of Ray are processes of this machine, one core each. All along some worker, node or driver is killed, in
an order drawn by lot, and another begins in its place; a solve that ends before all of them were killed is
checked, thrown away and begun anew. With `--store s3` the store is a server on the loopback address that
refuses every hundredth call, is slow with others, and cuts the line in the middle of writing others; else it
is a directory. With `--memory` each node has so many megabytes, by a control group of Linux; Ray's head has
what it wants.

What was done in vain: tasks that found their object made by somebody else, and at most one task for each
worker that was killed, for each core of a lost node, and for each core where a driver was lost.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ray_nodes import Nodes, descendants

import zermelo
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.task_context import TaskReport
from zermelo.solver.cluster.task_executors import RayExecutor
from zermelo.solver.storage.object_store import open_object_store

REFUSED, SLOW, CUT = 100, 70, 130  # one call of so many
PAUSE = 0.7  # seconds, of a call that is slow


class Failing:
    """A store's server behind one that refuses, waits and hangs up."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.calls = inner, 0
        self.failed: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with self._lock:
            self.calls += 1
            call = self.calls
        if call % REFUSED == 0:
            self.failed["refused"] += 1
            start_response("503 Slow Down", [("Content-Type", "text/plain")])
            return [b"busy"]
        if call % SLOW == 0:
            self.failed["slow"] += 1
            time.sleep(PAUSE)
        if call % CUT == 0 and environ["REQUEST_METHOD"] == "PUT":
            self.failed["cut"] += 1
            environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0) // 2)
            with contextlib.suppress(OSError):
                environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
            return []
        found: Iterable[bytes] = self.inner(environ, start_response)
        return found


@contextlib.contextmanager
def failing_store() -> Iterator[tuple[str, Failing]]:
    """Serve a store that fails; yield the URL of a folder in it, and the server."""
    import logging

    import boto3
    from moto.server import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    failing = Failing(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, failing, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_REGION": "us-east-1",
    }
    boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).create_bucket(Bucket="games")
    try:
        yield "s3://games/solved", failing
    finally:
        server.shutdown()


def working(nodes: Nodes) -> list[int]:
    """Return the processes that do a task just now."""
    found = []
    for node in nodes.there:
        for process in node.all_processes.get("raylet") or []:
            for number in descendants(process.process.pid):
                with contextlib.suppress(OSError):
                    title = Path(f"/proc/{number}/cmdline").read_bytes()
                    if title.startswith(b"ray::") and b" of tier " in title:
                        found.append(number)
    return found


class Driver:
    """A driver in a process of its own, and what it tells."""

    def __init__(self, game: str, address: str, store: str, bucket: int) -> None:
        words = [sys.executable, __file__, game, "--drive", address, store, "--bucket", str(bucket)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.told: Counter[str] = Counter()
        self.place = ""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with contextlib.suppress(ValueError):
                said = json.loads(line)
                if isinstance(said, str):
                    self.place = said
                else:
                    self.told["tasks"] += 1
                    self.told["in vain"] += not said

    def end(self) -> str:
        """Wait until it has told all; return what it said went wrong."""
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        self.process.wait()
        self._listener.join()
        return said


def drive(game: str, address: str, store: str, bucket: int) -> None:
    """Be the driver."""

    def tell(report: TaskReport) -> None:
        print(json.dumps(report.made), flush=True)

    executor = RayExecutor(address)
    try:
        solved = solve_by_tasks(zermelo.game(game), executor, store, bucket=bucket, listen=tell)
    finally:
        executor.close()
    print(json.dumps(solved.place), flush=True)


def main() -> None:
    """Kill, and compare."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("game")
    reader.add_argument("--drive", nargs=2, metavar=("ADDRESS", "STORE"), help="be a driver")
    for name, number in (("nodes", 4), ("workers", 50), ("lost", 10), ("drivers", 5), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=number)
    reader.add_argument("--bucket", type=int, default=20_000)
    reader.add_argument("--pause", type=float, default=1.5, help="seconds between two losses")
    reader.add_argument("--memory", type=int, help="megabytes of a node")
    reader.add_argument("--store", choices=("directory", "s3"), default="directory")
    asked = reader.parse_args()
    if asked.drive:
        return drive(asked.game, *asked.drive, asked.bucket)
    folder = Path(tempfile.mkdtemp(prefix="zermelo-faults-"))
    try:
        with contextlib.ExitStack() as stack:
            failing = None
            url = str(folder / "many")
            if asked.store == "s3":
                url, failing = stack.enter_context(failing_store())
            one = zermelo.solve(asked.game, store=folder / "one").directory
            assert one is not None
            want = {path.name: path.read_bytes() for path in one.glob("*.parquet")}
            nodes = Nodes(asked.nodes, asked.memory)
            stack.callback(nodes.close)
            is_right = run(asked, nodes, url, want)
            if failing is not None:
                print(f"the store     {failing.calls:,} calls, {dict(failing.failed)}")
            if asked.memory is not None:
                print(f"memory        of {asked.memory:,} MB a node: {nodes.used()}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if is_right else 1)


def run(asked: Any, nodes: Nodes, url: str, want: dict[str, bytes]) -> bool:
    """Solve until all that is to be lost was lost; return whether the bytes were the same each time."""
    chance = random.Random(asked.seed)
    losses = ["worker"] * asked.workers + ["node"] * asked.lost + ["driver"] * asked.drivers
    chance.shuffle(losses)
    lost: Counter[str] = Counter()
    told: Counter[str] = Counter()
    solves, began, is_right = 0, time.perf_counter(), True
    while losses or not solves:
        driver = Driver(asked.game, nodes.address, url, asked.bucket)
        while driver.process.poll() is None:
            time.sleep(asked.pause * chance.uniform(0.5, 1.5))
            if losses and driver.process.poll() is None:
                kind = losses.pop()
                if lose(kind, nodes, driver, chance):
                    lost[kind] += 1
                else:
                    losses.insert(0, kind)
        said = driver.end()
        told += driver.told
        if driver.place:
            solves += 1
            found = bytes_at(url, driver.place)
            is_right = is_right and found == want
            print(f"solve {solves}       {'the same bytes' if found == want else 'OTHER BYTES'}", flush=True)
            remove(url)
        elif driver.process.returncode != -signal.SIGKILL:
            print(f"the driver gave up: {said.strip().splitlines()[-1:]}", flush=True)
            is_right = False
            break
    most = lost["worker"] + lost["node"] + lost["driver"] * asked.nodes
    vain = told["in vain"] + most
    print(f"lost          {dict(lost)} in {solves} solves, {time.perf_counter() - began:.0f} s")
    print(
        f"tasks         {told['tasks']:,}, {told['in vain']:,} made by somebody else, at most {most:,} lost"
    )
    print(f"done in vain  at most {100 * vain / max(1, told['tasks']):.1f} %")
    return is_right


def lose(kind: str, nodes: Nodes, driver: Driver, chance: random.Random) -> bool:
    """Kill something of a kind; return whether there was one."""
    if kind == "driver":
        driver.process.kill()
    elif kind == "node":
        nodes.lose(chance.choice(nodes.there))
    else:
        workers = working(nodes)
        if not workers:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(workers), signal.SIGKILL)
    return True


def bytes_at(url: str, place: str) -> dict[str, bytes]:
    """Return a solution's files."""
    objects, name = open_object_store(url), Path(place).name
    return {
        each.rpartition("/")[2]: objects.get(each)
        for each in objects.yield_object_names(name)
        if each.endswith(".parquet")
    }


def remove(url: str) -> None:
    """Remove all that is in a store."""
    objects = open_object_store(url)
    objects.remove(*objects.yield_object_names(""))


if __name__ == "__main__":
    main()
