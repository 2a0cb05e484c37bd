"""Games with heaps: how long do sequences, proofs of periods and tables take?

    python benchmarks/heaps.py            all but the longest, under a minute
    python benchmarks/heaps.py codes      every code of the facts with a preperiod under 10,000, together
    python benchmarks/heaps.py kayles     heaps to 20,000, every one made
    python benchmarks/heaps.py sparse     ten million terms of 0.354
    python benchmarks/heaps.py longest    the period of 0.354, proven from 20 million terms
    python benchmarks/heaps.py stones     every position of one heap of a million, beside a loop in Python
    python benchmarks/heaps.py nukit      the whole table of 31 x 31 x 31 x 31, normal and misere

Kernels are loaded before anything is timed; figures are medians of three, by the wall clock and of a core.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import zermelo
from zermelo.cgt import parse_heap_rule, vector_subtraction_table
from zermelo.cgt.heaps.heap_periods import find_period
from zermelo.cgt.heaps.nimber_sequences import make_nimber_sequence

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from facts.heap_facts import NUKIT_VECTORS, PERIODS  # found by the line above


def timed(name: str, run: Callable[[], object], times: int = 3) -> None:
    walls, cores = [], []
    for _ in range(times):
        wall, core = time.perf_counter(), time.process_time()
        run()
        walls.append(time.perf_counter() - wall)
        cores.append(time.process_time() - core)
    print(f"{name:<44} {statistics.median(walls):>9.3f} s  {statistics.median(cores):>9.3f} s of a core")


def load() -> None:
    """Load every kernel."""
    find_period(parse_heap_rule("0.45"))
    make_nimber_sequence(parse_heap_rule("0.77")).extend_to_term_count(2_000)
    vector_subtraction_table(NUKIT_VECTORS, (3,) * 4)


def codes() -> None:
    rules = [parse_heap_rule(row[0]) for row in PERIODS]
    timed(f"{len(rules)} periods proven", lambda: [find_period(rule) for rule in rules])


def kayles() -> None:
    timed(
        "kayles to heap 20,000",
        lambda: make_nimber_sequence(parse_heap_rule("kayles")).extend_to_term_count(20_001),
    )


def sparse() -> None:
    timed(
        "0.354, ten million terms",
        lambda: make_nimber_sequence(parse_heap_rule("0.354")).extend_to_term_count(10_000_000),
    )


def longest() -> None:
    timed("0.354, its period proven", lambda: print(find_period(parse_heap_rule("0.354"), 21_000_000)), 1)


def stones() -> None:
    game = "subtraction(heap=1000000)"
    zermelo.solve(game)
    timed("a heap of a million, take 1 to 3: solved", lambda: zermelo.solve(game))
    timed("the same by a loop in Python", lambda: solve_by_loop(1_000_000))


def solve_by_loop(heap: int) -> list[int]:
    """Return the remoteness of each number of stones: the opponent loses where it is even."""
    found = [0]
    for stones in range(1, heap + 1):
        after = [found[stones - taken] for taken in (1, 2, 3) if taken <= stones]
        lost = [plies for plies in after if plies % 2 == 0]
        found.append(1 + (min(lost) if lost else max(after)))
    return found


def nukit() -> None:
    for misere in (False, True):
        name = f"nukit, 923,521 positions{', misere' if misere else ''}"
        timed(name, lambda misere=misere: vector_subtraction_table(NUKIT_VECTORS, (31,) * 4, misere=misere))


if __name__ == "__main__":
    load()
    parts = {part.__name__: part for part in (codes, kayles, stones, nukit, sparse, longest)}
    for part in sys.argv[1:] or ["codes", "kayles", "stones", "nukit", "sparse"]:
        parts[part]()
