"""Do nodes with memories of their own make the bytes of one process, and how much does each hold?

    python benchmarks/nodes.py [GAME ...] [--nodes 2 4] [--memory 2000] [--bucket 1048576]

Nodes of Ray are processes of this machine, one core each, and so many megabytes (`ray_nodes`). Each game is
solved by one process and then by every number of nodes, which are begun anew each time; files are compared
byte by byte. Seconds are by the clock, without what the nodes take to begin, but with the workers'
compilation.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from ray_nodes import Nodes

import zermelo
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.task_executors import RayExecutor

GAMES = (
    "connect_four(columns=5, rows=5)",
    "quixo(size=4)",
    "chess_endgame(material='KQvKR')",
    "morris_endgame(men=5)",
)


def files(directory: Path | str) -> dict[str, bytes]:
    """Return a solution's files."""
    return {path.name: path.read_bytes() for path in Path(directory).glob("*.parquet")}


def run(text: str, many: int, memory: int, bucket: int, folder: Path, want: dict[str, bytes]) -> bool:
    """Solve a game on nodes, and print a row; return whether the bytes are the same."""
    nodes = Nodes(many, memory)
    try:
        executor = RayExecutor(nodes.address)
        try:
            began = time.perf_counter()
            solved = solve_by_tasks(zermelo.game(text), executor, str(folder), bucket=bucket)
            seconds = time.perf_counter() - began
        finally:
            executor.close()
        same = files(solved.place) == want
        said = "the same bytes" if same else "OTHER BYTES"
        tasks = solved.figures.tasks
        print(
            f"  {many} nodes  {seconds:6.1f} s  {tasks:4} tasks  {said}; most in a node: {nodes.used()}",
            flush=True,
        )
        return same
    finally:
        nodes.close()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Solve all of them."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("games", nargs="*", default=GAMES)
    reader.add_argument("--nodes", type=int, nargs="+", default=[2, 4])
    reader.add_argument("--memory", type=int, default=2000, help="megabytes of a node")
    reader.add_argument("--bucket", type=int, default=1 << 20)
    asked = reader.parse_args()
    is_right = True
    folder = Path(tempfile.mkdtemp(prefix="zermelo-nodes-"))
    try:
        for text in asked.games:
            began, used = time.perf_counter(), sum(os.times()[:4])
            one = zermelo.solve(text, store=folder / "one").directory
            assert one is not None
            wall, cores = time.perf_counter() - began, sum(os.times()[:4]) - used
            print(f"{text}, beside a load of {os.getloadavg()[0]:.1f}", flush=True)
            print(f"  1 process {wall:5.1f} s  {cores:.1f} of cores", flush=True)
            want = files(one)
            for many in asked.nodes:
                is_right &= run(text, many, asked.memory, asked.bucket, folder / "many", want)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
