"""Kill a solve at random moments, go on, and compare every record with those of a run that was left alone.

    python tests/hostile.py --kills 100

A run is killed at a moment drawn from the time that a whole one takes, its writing included, by SIGKILL or by
SIGINT; or it kills itself at one of its calls that open, rename or remove a file, each as likely as another.
Then the same game is solved again, until one run ends by itself; each of them has memory, threads and a disk of
its own: so much that nothing is spilled or so little that it goes by buckets, or too little, which is said;
files that may not grow past a limit, which is said too; the store moved to another place.
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
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from attacks.report import Report, Say
from support.places import finding_tests

GAMES = (
    "connect_four(columns=5, rows=4)",  # tier by tier
    "kalah(houses=3, seeds=5)",  # ordered as a whole
    "six_mens_morris(men=3)",  # retrograde, in tiers
    "draughts_up_to(pieces=3)",  # retrograde over a perfect index
)
RANKED = GAMES[3]
TOGETHER = 3  # kills of one solve, at most
PLENTY = 1 << 30
FILE_EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate")
REFUSALS = ("is too little: ", "no file may grow so large", " does not fit: about ")


class Terms(NamedTuple):
    """What one run is given: bytes for arrays, threads, a file's most bytes (0: any), when it kills itself."""

    memory: int = PLENTY
    threads: int = 2
    limit: int = 0
    values_only: bool = False
    event: int = 0  # the call on a file at which it ends, 0: none


def run_one(game: str, store: Path, terms: Terms) -> int:
    """Solve in this process, on these terms; the last line on standard output counts calls on files."""
    import resource

    import zermelo.core.budget as budget
    from zermelo.cli.command_app import run_command_line

    budget.KERNELS = 0
    budget.measure_resident_memory = lambda: 0
    seen = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event not in FILE_EVENTS or not str(arguments[0]).startswith(str(store)):
            return
        seen += 1
        if seen == terms.event:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    sys.argv[0] = "zermelo"
    if terms.limit:
        import zermelo.solver.runs.solve_game  # noqa: F401  # so that what is imported meanwhile can be kept

        resource.setrlimit(resource.RLIMIT_FSIZE, (terms.limit, resource.RLIM_INFINITY))
    print("began", flush=True)
    arguments = ["solve", game, "--store", str(store), "--threads", str(terms.threads)]
    arguments += ["--memory", str(terms.memory), *(["--values-only"] if terms.values_only else [])]
    status = run_command_line(arguments)
    print(seen, flush=True)
    return status


def started(game: str, store: Path, terms: Terms) -> subprocess.Popen[str]:
    """Start a run, and return when it begins to solve."""
    program = [
        sys.executable,
        "-B",
        __file__,
        "--run",
        game,
        "--store",
        str(store),
        *map(str, map(int, terms)),
    ]
    process = subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=finding_tests()
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def records(store: Path) -> dict[str, pa.Table]:
    """Return the table of every file of the one solution in the store; nothing else may be there."""
    (directory,) = store.iterdir()
    names = sorted(path.name for path in directory.iterdir())
    assert names[:2] == [".zermelo", "_solution.json"], names
    assert all(name.endswith(".parquet") for name in names[2:]), names
    return {name: pq.read_table(directory / name) for name in names[2:]}


def whole_run(game: str, store: Path) -> tuple[float, int]:
    """Solve without a kill; return the seconds from where it began, and its calls on files."""
    process = started(game, store, Terms())
    began = time.monotonic()
    said, complaint = process.communicate()
    assert process.returncode == 0, complaint
    return time.monotonic() - began, int(said.split()[-1])


def drawn(game: str, chance: random.Random, events: int) -> Terms:
    """Return the terms of a run that may be killed."""
    return Terms(
        memory=chance.choice((PLENTY, int(2 ** chance.uniform(18, 25)))),
        threads=chance.choice((1, 2)),
        limit=int(2 ** chance.uniform(13, 20)) if chance.random() < 0.15 else 0,
        values_only=game == RANKED and chance.random() < 0.3,
        event=chance.randint(1, events) if chance.random() < 0.5 else 0,
    )


def end_of(process: subprocess.Popen[str], seconds: float | None, chance: random.Random) -> str:
    """Return how a run came to its end, killed after so many seconds if it still runs: "" is by itself."""
    which = signal.SIGINT if chance.random() < 0.2 else signal.SIGKILL
    try:
        _, complaint = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(which)
        _, complaint = process.communicate()
    if process.returncode == 0:
        return ""
    if process.returncode == -signal.SIGKILL:
        return "killed"
    if process.returncode == 130 or (process.returncode == -signal.SIGINT and "Traceback" not in complaint):
        return "interrupted"
    refused = process.returncode == 2 and complaint.count("\n") == 1
    if refused and any(words in complaint for words in REFUSALS):
        return "disk refused" if REFUSALS[1] in complaint else "memory refused"
    raise AssertionError(f"status {process.returncode}: {complaint[-600:]}")


def finish_through_kills(
    game: str, store: Path, whole: tuple[float, int], chance: random.Random, most: int
) -> tuple[Path, list[str]]:
    """Run until `most` kills are made and a run ends; return where the store is then, and all ends."""
    seconds, events = whole
    ends: list[str] = []
    while sum(end in ("killed", "interrupted") for end in ends) < most:
        terms = drawn(game, chance, events)
        limit = None if terms.event else chance.uniform(0, seconds)
        end = end_of(started(game, store, terms), limit, chance)
        ends.append(end or "ended")
        if not end and not terms.values_only:
            return store, ends
        if store.exists() and chance.random() < 0.2:
            store = store.rename(store.with_name(store.name + "-moved"))
    end = end_of(started(game, store, Terms(threads=chance.choice((1, 2)))), None, chance)
    assert not end, end
    return store, [*ends, "ended"]


def check(game: str, kills: int, seed: int, say: Say, report: Report) -> None:
    """Kill solves of `game` until `kills` kills are made; what is wrong goes into the report."""
    chance = random.Random(f"{seed}/{game}")
    base = Path(tempfile.mkdtemp(prefix="zermelo-kills-"))
    try:
        if game in GAMES:
            whole_run(game, base / "warm")  # compiles
        whole = whole_run(game, base / "clean")
        clean = records(base / "clean")
        made = runs = 0
        while made < kills:
            ends: list[str] = []
            try:
                store, ends = finish_through_kills(
                    game, base / f"run-{runs}", whole, chance, min(TOGETHER, kills - made)
                )
                found = records(store)
                same = found.keys() == clean.keys() and all(found[name].equals(clean[name]) for name in clean)
                assert same, f"other records after {ends}"
                shutil.rmtree(store)
            except AssertionError as error:
                report.wrong.append(f"{game}: seed {seed}, run {runs}: {error}")
            report.tally.update(ends)
            made, runs = made + max(1, ends.count("killed") + ends.count("interrupted")), runs + 1
            say(f"{game}: {made} of {kills} kills, {runs} runs compared, {len(report.wrong)} wrong")
    finally:
        shutil.rmtree(base, ignore_errors=True)


def attack(count: int, seed: int, say: Say, games: tuple[str, ...] = GAMES) -> Report:
    """Make `count` kills, shared among the games."""
    report = Report()
    for index, game in enumerate(games):
        check(game, count * (index + 1) // len(games) - count * index // len(games), seed, say, report)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--run", required=True)
    parser.add_argument("--store", type=Path)
    parser.add_argument("terms", nargs="*", type=int)
    options = parser.parse_args()
    memory, threads, limit, values_only, event = options.terms
    return run_one(options.run, options.store, Terms(memory, threads, limit, bool(values_only), event))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main())
