"""Kill a solve at random moments, go on, and compare every record with those of a run that was left alone.

    python tests/kills.py --kills 100

A run is killed at a moment drawn from the time that a whole one takes, its start and its writing included, most
often by SIGKILL, sometimes by SIGINT; then the same command is given again, until one run ends by itself.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

GAMES = (
    "connect_four(columns=5, rows=4)",  # tier by tier
    "kalah(houses=3, seeds=5)",  # ordered as a whole
    "six_mens_morris(men=3)",  # retrograde, in tiers
    "draughts_up_to(pieces=3)",  # retrograde over a perfect index
)


def command(game: str, store: Path) -> list[str]:
    return [sys.executable, "-m", "zermelo", "solve", game, "--store", str(store), "--threads", "2"]


def records(store: Path) -> dict[str, list[object]]:
    """Return every column of every file of the one solution in the store; nothing else may be there."""
    (directory,) = store.iterdir()
    files = sorted(path.name for path in directory.iterdir())
    assert files[0] == "solution.json" and all(name.endswith(".parquet") for name in files[1:]), files
    return {name: [column.to_pylist() for column in pq.read_table(directory / name)] for name in files[1:]}


def finish_through_kills(
    game: str, store: Path, seconds: float, chance: random.Random, most: int
) -> list[str]:
    """Run, killing at most `most` times, until a run ends; return the signals that found it running."""
    killed = []
    while True:
        process = subprocess.Popen(
            command(game, store), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        last = len(killed) >= most
        try:
            _, said = process.communicate(timeout=None if last else chance.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            which = signal.SIGINT if chance.random() < 0.2 else signal.SIGKILL
            process.send_signal(which)
            _, said = process.communicate()
            if process.returncode not in (0, -which, 130):
                raise SystemExit(f"{game}: status {process.returncode} after {which.name}: {said}") from None
            if process.returncode != 0:
                killed.append(which.name)
                continue
        if process.returncode != 0:
            raise SystemExit(f"{game}: status {process.returncode} after {killed}: {said}")
        return killed


def verify(game: str, store: Path) -> None:
    arguments = [sys.executable, "-m", "zermelo", "verify", game, "--store", str(store)]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def check(game: str, kills: int, seed: int, together: int = 3) -> int:
    """Kill solves of `game` until `kills` kills are made; return how many runs were compared."""
    chance = random.Random(seed)
    base = Path(tempfile.mkdtemp(prefix="zermelo-kills-"))
    try:
        subprocess.run(command(game, base / "warm"), check=True, stdout=subprocess.DEVNULL)  # compiles
        began = time.monotonic()
        subprocess.run(command(game, base / "clean"), check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - began
        clean = records(base / "clean")
        made = runs = 0
        while made < kills:
            store = base / f"run-{runs}"
            killed = finish_through_kills(game, store, seconds, chance, min(together, kills - made))
            assert records(store) == clean, f"{game}: seed {seed}, run {runs}: other records after {killed}"
            verify(game, store)
            shutil.rmtree(store)
            made, runs = made + len(killed), runs + 1
            print(f"{game}: {made} of {kills} kills, {runs} runs the same", file=sys.stderr)
        return runs
    finally:
        shutil.rmtree(base, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1913)
    parser.add_argument("--game", action="append", help="default: one in tiers and one that is ordered whole")
    options = parser.parse_args()
    games = options.game or list(GAMES)
    for index, game in enumerate(games):
        share = options.kills * (index + 1) // len(games) - options.kills * index // len(games)
        runs = check(game, share, options.seed + index)
        print(f"{game}: {share} kills, {runs} finished runs, every record the same")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
