"""Ours and the peers in one run, as ratios.

    python -m pip install -e ".[benchmark]"
    python benchmarks/run.py            # about ten minutes on two cores; --quick about two

Each measurement is a process of its own: it loads its kernels by solving once, then takes the time.
Three rounds, ours and theirs in turn, so that a machine that is busy for a while is so for both; the
medians are printed. Nothing here is a test: machines differ, ratios less so.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 3
SORTED = 100_000_000  # int64, the yardstick


def measure_sort() -> dict[str, float]:
    """Sort the yardstick, stably."""
    import numpy as np

    numbers = np.random.default_rng(1913).integers(0, 1 << 62, SORTED)
    began = time.perf_counter()
    np.sort(numbers, kind="stable")
    return {"seconds": time.perf_counter() - began}


def measure_ours(game: str, interpreted: bool = False) -> dict[str, float]:
    """Solve every position in memory, kernels loaded."""
    import zermelo
    from zermelo.core.budget import measure_peak_memory

    if not interpreted:
        zermelo.solve(game)
    began = time.perf_counter()
    solution = zermelo.solve(game, interpreted=interpreted)
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "positions": solution.summary.positions or 0, "peak": measure_peak_memory()}


def measure_writing(game: str) -> dict[str, float]:
    """Solve into a store; the writing apart from the solving, by the solver's own two clocks."""
    import zermelo

    zermelo.solve(game)
    with tempfile.TemporaryDirectory() as store:
        summary = zermelo.solve(game, store=store).summary
    return {"seconds": summary.seconds_writing, "positions": summary.positions or 0}


def measure_open_spiel(text: str) -> dict[str, float]:
    """Fill the table of OpenSpiel's exact solver; its table holds unfinished positions only."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    solver = MinimaxSolver(text)
    began = time.perf_counter()
    table = solver.solve()
    return {"seconds": time.perf_counter() - began, "positions": len(table)}


def measure_easy_ai(columns: int, rows: int) -> dict[str, float]:
    """Solve Connect Four's start with easyAI, its depth-first solver and a table of positions."""
    from easyAI import TranspositionTable, TwoPlayerGame
    from easyAI.AI.solving import solve_with_depth_first_search

    height = rows + 1
    full = sum(1 << (column * height + rows - 1) for column in range(columns))

    class ConnectFour(TwoPlayerGame):
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.boards = (0, 0)  # the mover's discs, and the other's

        def possible_moves(self) -> list[int]:
            occupied = self.boards[0] | self.boards[1]
            return [c for c in range(columns) if not occupied >> (c * height + rows - 1) & 1]

        def make_move(self, column: int) -> None:
            mine, theirs = self.boards
            occupied = mine | theirs
            disc = ((occupied + (1 << column * height)) & ~occupied) & ((1 << height) - 1) << column * height
            self.boards = (mine | disc, theirs)

        def switch_player(self) -> None:
            self.current_player = 3 - self.current_player
            self.boards = self.boards[::-1]

        def lose(self) -> bool:
            discs = self.boards[1]
            for step in (1, height - 1, height, height + 1):
                pairs = discs & discs >> step
                if pairs & pairs >> 2 * step:
                    return True
            return False

        def is_over(self) -> bool:
            return self.lose() or (self.boards[0] | self.boards[1]) & full == full

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, int]:
            return self.boards

        def show(self) -> None:
            print(self.boards)

    began = time.perf_counter()
    solve_with_depth_first_search(ConnectFour(), win_score=90, maxdepth=50, tt=TranspositionTable())
    return {"seconds": time.perf_counter() - began}


FIVE = "connect_four(columns=5, rows=5)"
SIX = "connect_four(columns=6, rows=4)"
FOUR = "connect_four(columns=4, rows=4)"
SQUARE = "mnk(columns=4, rows=4, line=4)"
THREES = "mnk(columns=4, rows=4, line=3)"

MEASUREMENTS: dict[str, tuple[Callable[..., dict[str, float]], tuple[Any, ...], bool]] = {
    # name: (function, arguments, part of --quick)
    "sort": (measure_sort, (), False),
    "5x5": (measure_ours, (FIVE,), False),
    "5x5 writing": (measure_writing, (FIVE,), False),
    "6x4": (measure_ours, (SIX,), False),
    "4x4x4": (measure_ours, (SQUARE,), True),
    "4x4": (measure_ours, (FOUR,), True),
    "4x4 OpenSpiel": (measure_open_spiel, ("connect_four(rows=4,columns=4)",), True),
    "4x4x3": (measure_ours, (THREES,), True),
    "4x4x3 OpenSpiel": (measure_open_spiel, ("mnk(m=4,n=4,k=3)",), False),
    "4x4 interpreted": (measure_ours, (FOUR, True), True),
    "4x4 easyAI": (measure_easy_ai, (4, 4), True),
}

# positions a second, each counting what its own table holds (OpenSpiel's leaves finished ones out)
SPEEDS = (
    ("positions a second, ours / OpenSpiel, Connect Four 4x4", "4x4", "4x4 OpenSpiel", "at least 100"),
    ("positions a second, ours / OpenSpiel, 4x4 line of 3", "4x4x3", "4x4x3 OpenSpiel", "at least 100"),
)

# what is compared: (text, numerator, denominator, what is asked)
RATIOS = (
    ("Connect Four 5x5 / sort of 10^8", "5x5", "sort", "at most 0.6"),
    ("writing 5x5 / solving it", "5x5 writing", "5x5", "at most 1"),
    ("Connect Four 6x4 / 5x5 (positions 1.36)", "6x4", "5x5", "about 1.36"),
    ("time of OpenSpiel's whole table / ours, Connect Four 4x4", "4x4 OpenSpiel", "4x4", ""),
    ("time of OpenSpiel's whole table / ours, 4x4 line of 3", "4x4x3 OpenSpiel", "4x4x3", ""),
    ("interpreted / easyAI's start, 4x4", "4x4 interpreted", "4x4 easyAI", "at most 3"),
)


def run_apart(name: str) -> dict[str, float]:
    """Return a measurement made in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", name], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def startup_seconds() -> list[float]:
    """Return whole-process seconds of solving tic-tac-toe, with an empty cache and with a full one."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        script = (
            "import os, sys; os.environ['ZERMELO_CACHE'] = os.environ['ZERMELO_STORE'] = sys.argv[1]; "
            "from zermelo.cli.command_app import run_command_line as run; "
            "run(['solve', 'tic_tac_toe', '--again'])"
        )
        for _ in range(1 + ROUNDS):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", script, place], check=True, capture_output=True)
            found.append(time.perf_counter() - began)
    return [found[0], statistics.median(found[1:])]


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    parser.add_argument("--one", choices=MEASUREMENTS, help="one measurement, as JSON")
    options = parser.parse_args()
    if options.one:
        function, arguments, _ = MEASUREMENTS[options.one]
        print(json.dumps(function(*arguments)))
        return
    names = [name for name, (_, _, quick) in MEASUREMENTS.items() if quick or not options.quick]
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for round_number in range(ROUNDS):
        for name in names:
            print(f"round {round_number + 1} of {ROUNDS}: {name}", file=sys.stderr)
            found[name].append(run_apart(name))
    medians = {name: statistics.median(each["seconds"] for each in rows) for name, rows in found.items()}
    print("| measurement | seconds (median of 3) | positions a second | peak MB |\n| --- | --- | --- | --- |")
    for name in names:
        positions, peak = found[name][0].get("positions", 0), found[name][0].get("peak", 0)
        speed = f"{positions / medians[name]:,.0f}" if positions else ""
        print(
            f"| {name} | {medians[name]:.3f} | {speed} | {peak / 1e6:,.0f} |"
            if peak
            else f"| {name} | {medians[name]:.3f} | {speed} | |"
        )
    first, second = startup_seconds()
    print(
        f"| `zermelo solve tic_tac_toe`, first | {first:.2f} | | |\n| the same, second | {second:.2f} | | |"
    )
    print("\n| ratio | reached | asked |\n| --- | --- | --- |")
    for text, upper, lower, asked in RATIOS:
        if upper in medians and lower in medians:
            print(f"| {text} | {medians[upper] / medians[lower]:.2f} | {asked} |")
    for text, upper, lower, asked in SPEEDS:
        if upper in medians and lower in medians:
            ours, theirs = (found[name][0]["positions"] / medians[name] for name in (upper, lower))
            print(f"| {text} | {ours / theirs:.0f} | {asked} |")


if __name__ == "__main__":
    main()
