"""One position at a time: seconds and positions of exact searches, beside what others were measured to take.

    python benchmarks/search.py              # some minutes on two cores
    python benchmarks/search.py --large      # Connect Four 7x6 with its exact length too

Each measurement is a process of its own: kernels are loaded, then one search of the start with an empty table
is timed; `cpu` is the processor time of all threads. Figures of others are quoted from where they were taken,
on machines like this one; their programs are not run here.
"""

import argparse
import statistics
import subprocess
import sys
import time

ROUNDS = 3
TARGETS = (  # game, options of the search, threads, what was asked, what others take
    ("connect_four(columns=7, rows=5)", "", 1, "7.8 s of a core", "Pons (C++): 3.9 s"),
    ("connect_four(columns=6, rows=6)", "", 1, "27.6 s of a core", "Pons (C++): 13.8 s"),
    ("mnk(columns=5, rows=5, line=4)", "", 1, "a draw", ""),
    ("mnk(columns=6, rows=5, line=4)", "", 1, "the first player wins", ""),
    ("mnk(columns=6, rows=6, line=4)", "", 1, "the first player wins", ""),
    ("breakthrough(columns=5, rows=5)", "", 1, "the second player wins", "C++: 12.1 s"),
    ("hex(size=4)", "", 1, "the first player wins", ""),
    ("hex(size=5)", "", 1, "the first player wins", ""),
    ("domineering(columns=8, rows=8)", "", 1, "6 s", "Obsequi (C): 1.1 s, 2,021,154 nodes"),
    ("dots_and_boxes(columns=3, rows=3)", "", 1, "-3", ""),
    ("dots_and_boxes(columns=5, rows=2)", "", 1, "-2", ""),
)
LARGE = (
    (
        "connect_four(columns=7, rows=6)",
        "timed",
        2,
        "win in 41; 60 s on two cores as a stretch",
        "Steininger (C++): 30 s of a core; Fhourstones (C), win or not: 167.5 s",
    ),
)


def measure(game: str, timed: bool, threads: int) -> None:
    """Search the start, kernels loaded; print what it took."""
    import zermelo
    from zermelo.core.budget import measure_peak_memory
    from zermelo.search import ExactSearch

    which = zermelo.game(game)
    search = ExactSearch(which, zermelo.Budget(threads=threads), timed=timed)
    began, busy = time.perf_counter(), time.process_time()
    answer = search.answer(which.start())
    seconds, cpu = time.perf_counter() - began, time.process_time() - busy
    print(seconds, cpu, search.nodes, measure_peak_memory(), answer, sep="|")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true", help="Connect Four 7x6 too")
    parser.add_argument("--one", help="measure this game once")
    parser.add_argument("--timed", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    if options.one:
        measure(options.one, options.timed, options.threads)
        return
    print("| position | answer | seconds | cpu | positions visited | peak MB | asked | others |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for game, kind, threads, asked, others in TARGETS + (LARGE if options.large else ()):
        found = []
        for _ in range(options.rounds):
            command = [sys.executable, __file__, "--one", game, "--threads", str(threads)]
            command += ["--timed"] if kind else []
            run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            found.append(run.stdout.strip().split("|"))
        seconds, cpu = (statistics.median(float(row[place]) for row in found) for place in (0, 1))
        nodes, memory, answer = int(found[0][2]), int(found[0][3]) // 10**6, found[0][4]
        row = (game, answer, f"{seconds:.2f}", f"{cpu:.2f}", f"{nodes:,}", str(memory), asked, others)
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
