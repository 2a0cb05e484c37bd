"""Canonical forms of positions: how long do they take, and how long beside a library in Rust?

    python benchmarks/partizan.py            all of it, under a minute
    python benchmarks/partizan.py boards     domineering, 4x4 to 5x5
    python benchmarks/partizan.py beside     4x4 and 4x5 beside cgt-py, where that is installed
    python benchmarks/partizan.py mixed      a sum of different games, with its best moves

Kernels are loaded before anything is timed. Each run is a process of its own, as forms once made are never
made again. Figures are medians of three, by the wall clock and of a core.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from zermelo import game
from zermelo.cgt import sum_of
from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.partizan.position_forms import FormEvaluator

MIXED = "domineering(columns=4, rows=4) + domineering(columns=5, rows=3) + clobber('xoxoxo') - 1 + *2"
BOARDS = ((4, 4), (4, 5), (4, 6), (5, 5))


def clocked(run: Callable[[], object]) -> tuple[float, float]:
    wall, core = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - core


def ours(columns: int, rows: int) -> tuple[float, ...]:
    """Time one board in this process; return seconds, components and forms."""
    board = game(f"domineering(columns={columns}, rows={rows})")
    FormEvaluator(board).form(
        (1 << columns * rows) - 1
    )  # loads what there is to load: nothing is left on the board
    FormEvaluator(game("domineering(columns=3, rows=3)")).form(0)
    fresh = FormEvaluator(board)
    seconds = clocked(lambda: fresh.form(0))
    return *seconds, fresh.component_count, default_theory().store.form_count


def theirs(columns: int, rows: int) -> tuple[float, ...]:
    import cgt_py

    board = cgt_py.Domineering("|".join(["." * columns] * rows))
    return clocked(lambda: board.canonical_form)


def mixed() -> tuple[float, ...]:
    sum_of(MIXED).moves("Left")  # compiles
    return (0.0,)


def mixed_timed() -> tuple[float, ...]:
    def run() -> None:
        whole = sum_of(MIXED)
        whole.moves("Left")
        whole.moves("Right")

    sum_of("domineering(columns=3, rows=3) + clobber('xo')").moves("Left")
    return clocked(run)


MEASURED = {"ours": ours, "theirs": theirs, "mixed": mixed, "mixed_timed": mixed_timed}


def apart(what: str, *numbers: int, times: int = 3) -> list[float]:
    """Return the medians of what a process of its own measures."""
    command = [sys.executable, __file__, "measure", what, *map(str, numbers)]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(times)]
    return [statistics.median(column) for column in zip(*runs, strict=True)]


def boards() -> None:
    for columns, rows in BOARDS:
        apart("ours", columns, rows, times=1)  # compiled now, where it was not
        wall, core, components, forms = apart("ours", columns, rows)
        name = f"domineering {columns}x{rows}, {components:,.0f} components, {forms:,.0f} forms"
        print(f"{name:<60} {wall:>8.3f} s  {core:>8.3f} s of a core")


def beside() -> None:
    for columns, rows in BOARDS[:3]:
        apart("ours", columns, rows, times=1)
        (mine, *_), (other, _) = apart("ours", columns, rows), apart("theirs", columns, rows)
        name = f"domineering {columns}x{rows}, cgt-py {other:.4f} s, ours {mine:.4f} s"
        print(f"{name:<60} {other / mine:>8.1f} times as fast")


def mixed_sum() -> None:
    apart("mixed", times=1)
    wall, core = apart("mixed_timed")
    print(f"{'mixed sum, value and both players moves':<60} {wall:>8.3f} s  {core:>8.3f} s of a core")


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        print(json.dumps(MEASURED[sys.argv[2]](*map(int, sys.argv[3:]))))
    else:
        parts = {"boards": boards, "beside": beside, "mixed": mixed_sum}
        for part in sys.argv[1:] or parts:
            parts[part]()
