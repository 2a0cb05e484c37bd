"""How well does `--memory` hold, and what does it cost to keep to little of it?

    python benchmarks/within.py                             the table of docs/measured.md
    python benchmarks/within.py GAME MEMORY [MEMORY ...]    one game

Each solve is a process of its own, by the command line, into a store. Its peak is what the system says of it
when it has ended, machine code and Parquet included. The files of all solves of a game must be the same.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from zermelo import Budget

GAMES = {
    "connect_four(columns=5, rows=5)": ("2GB", "700MB", "500MB", "400MB"),
    "connect_four(columns=6, rows=4)": ("4GB", "600MB"),
    "dots_and_boxes(columns=4, rows=3)": ("4GB", "600MB"),
    "quixo(size=4)": ("4GB", "700MB"),
    "chess_endgame(material='KQvKR')": ("2GB", "400MB"),
    "draughts_endgame(white_kings=3, black_kings=3)": ("4GB", "400MB"),
    "pig(target=60)": ("500MB", "300MB"),
    "pig(target=150)": ("4GB", "450MB"),
}


class Ran(NamedTuple):
    """What a solve took: seconds by the clock and of cores, its peak in bytes, and its files' digest."""

    seconds: float
    core_seconds: float
    peak: int
    digest: str


def solve(game: str, memory: str) -> Ran | str:
    """Solve a game in a process of its own; return what it says where it does not."""
    with tempfile.TemporaryDirectory() as store:
        words = [sys.executable, "-m", "zermelo.cli", "solve", game, "--memory", memory, "--store", store]
        began = time.perf_counter()
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            said = process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - began
        if process.returncode:
            return said.strip().rpartition("\n")[2]
        digest = hashlib.sha256()
        for path in sorted(Path(store).rglob("*.parquet")):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return Ran(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, digest.hexdigest())


def main(games: dict[str, tuple[str, ...]]) -> None:
    """Print a row for each solve."""
    print("| game | `--memory` | peak | of it | by the clock | core seconds | load |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game, memories in games.items():
        digests = set()
        for memory in memories:
            ran = solve(game, memory)
            load = os.getloadavg()[0]
            if isinstance(ran, str):
                print(f"| {game} | {memory} | {ran} | | | | {load:.1f} |", flush=True)
                continue
            digests.add(ran.digest)
            share = ran.peak / Budget.parse_memory(memory)
            print(
                f"| {game} | {memory} | {ran.peak / (1 << 20):,.0f} MB | {share:.2f} | {ran.seconds:.1f} s "
                f"| {ran.core_seconds:.1f} | {load:.1f} |",
                flush=True,
            )
        assert len(digests) <= 1, f"{game}: other memory, other files"


if __name__ == "__main__":
    given = sys.argv[1:]
    main({given[0]: tuple(given[1:])} if given else GAMES)
