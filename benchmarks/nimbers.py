"""Nimbers of cram by search: python benchmarks/nimbers.py [COLUMNSxROWS ...], kernels loaded, one core.

Targets: 5x5 in 1 s, 7x4 in 5 s, 7x5 in 300 s, 60 as stretch. With no argument those three are measured,
medians of three; 9x5 takes three minutes, 7x6 and 7x7 take twenty each.
"""

import statistics
import sys
import time

from zermelo import Budget
from zermelo.cgt import NimberSearch
from zermelo.core.budget import measure_peak_memory
from zermelo.games import Cram


def measure(columns: int, rows: int, times: int) -> None:
    game = Cram(columns=columns, rows=rows)
    NimberSearch(game).nimber(game.full)  # kernels loaded
    seconds, nimber, nodes = [], 0, 0
    for _ in range(times):
        search = NimberSearch(game, Budget(threads=1))
        began = time.perf_counter()
        nimber = search.nimber(0)
        seconds.append(time.perf_counter() - began)
        nodes = search.nodes
    median = statistics.median(seconds)
    print(
        f"cram {columns}x{rows}: nimber {nimber}, {nodes:,} questions, {median:.3f} s, "
        f"peak {measure_peak_memory() / 1e9:.1f} GB",
        flush=True,
    )


if __name__ == "__main__":
    boards = [tuple(map(int, word.split("x"))) for word in sys.argv[1:]] or [(5, 5), (7, 4), (7, 5)]
    for columns, rows in boards:
        measure(columns, rows, 3 if columns * rows <= 35 else 1)
