"""Many positions at once: a million lookups from files and from memory, single ones, and the commands.

    python benchmarks/many_positions.py [--count 1000000] [--store DIR]

Connect Four 5x5 (69,763,700 positions, 34,888,367 classes) is solved first, into a store of its own unless
one is given. Each line is the median of three, in wall seconds and in seconds of processor time.
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

import pyarrow as pa
import pyarrow.parquet as pq

import zermelo

GAME = "connect_four(columns=5, rows=5)"
SINGLE = 20_000


def told(what: str, count: int, ask: Callable[[], Any]) -> None:
    """Print how long something takes, the median of three."""
    walls, owns = [], []
    for _ in range(3):
        began, used = time.perf_counter(), sum(os.times()[:4])
        ask()
        walls.append(time.perf_counter() - began)
        owns.append(sum(os.times()[:4]) - used)
    wall, own = statistics.median(walls), statistics.median(owns)
    print(f"{what:52}{wall:8.2f} s{own:8.2f} s{count / wall:14,.0f} a second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--store", type=Path)
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or Path(folder) / "store"
        measure(Path(folder), store, options.count)


def measure(folder: Path, store: Path, count: int) -> None:
    game = zermelo.game(GAME)
    in_memory = zermelo.solve(game)
    zermelo.solve(game, store=store)
    positions = zermelo.open(game, store).sample(count, seed=1).positions
    listed = positions[:SINGLE].tolist()
    filed = zermelo.open(game, store)
    told("single answers, from files", SINGLE, lambda: [filed.value(where) for where in listed])
    told("single answers, from memory", SINGLE, lambda: [in_memory.value(where) for where in listed])
    told("lookup, from files", count, lambda: zermelo.open(game, store).lookup(positions))
    told("lookup, from memory", count, lambda: in_memory.lookup(positions))
    some = positions[: count // 10]
    told("lookup with all moves, from files", len(some), lambda: filed.lookup(some, moves=True))
    told("a sample", count // 10, lambda: filed.sample(count // 10, seed=2))
    told("a scan of all records", filed.summary.solved, lambda: sum(each.num_rows for each in filed.scan()))
    source, text = folder / "positions.parquet", folder / "positions.txt"
    pq.write_table(pa.table({"position": positions}), source)
    text.write_text("\n".join(map(str, positions.tolist())))
    command = [
        sys.executable,
        "-m",
        "zermelo.cli",
        "lookup",
        GAME,
        "--store",
        str(store),
        "--force",
        "--input",
    ]
    for what, file in (
        ("zermelo lookup, Parquet to Parquet", source),
        ("zermelo lookup, lines to lines", text),
    ):
        answers = str(folder / f"answers{file.suffix}")

        def ask(file: Path = file, answers: str = answers) -> None:
            subprocess.run([*command, str(file), "--output", answers], check=True, stdout=subprocess.DEVNULL)

        told(what, count, ask)
    value = [sys.executable, "-m", "zermelo.cli", "value", "tic_tac_toe", "--store", str(store)]
    subprocess.run(value, check=True, stdout=subprocess.DEVNULL)
    told(
        "zermelo value tic_tac_toe, a new process",
        1,
        lambda: subprocess.run(value, check=True, stdout=subprocess.DEVNULL),
    )


if __name__ == "__main__":
    main()
