"""Games in which play may go round in circles: seconds and memory, beside what others were measured to take.

    python benchmarks/loops.py             # about three minutes on two cores
    python benchmarks/loops.py --five      # KQRvKR too: 242 million slots, some minutes a round

Each measurement is a process of its own: it loads its kernels by solving once, then takes the time; of three
rounds the median is printed. Figures of others are quoted from where they were taken, on machines like this
one; their programs are not run here.
"""

import argparse
import statistics
import subprocess
import sys
import time

ROUNDS = 3
TARGETS = (  # game, what was asked, what others take
    ("dao", "5 s", "GamesmanClassic: did not finish"),
    ("l_game", "0.5 s", "GamesmanClassic: 4.1 s"),
    ("quixo(size=4)", "25 s, 1.5 GB", "GamesmanOne (C): 21.0 s, 0.26 GB"),
    ("teeko", "40 s, 2 GB", "C++ by hand: 13.5 s; GamesmanOne: 5.8 GB, not finished"),
    ("draughts_up_to(pieces=4)", "10 s", ""),
    ("six_mens_morris", "", "C++ by hand: 102 s"),
    ("chess_endgame(material='KBNvK')", "3 s", "Syzygy's generator (C): 0.35 s"),
    ("chess_endgame(material='KQvKR')", "", "Syzygy's generator (C): 0.5 s"),
)
FIVE = (("chess_endgame(material='KQRvKR')", "600 s, 4 GB", "Syzygy's generator (C), 2 threads: 20.5 s"),)


def measure(game: str) -> None:
    """Solve every position in memory, kernels loaded; print what it took."""
    import zermelo
    from zermelo.core.budget import measure_peak_memory

    zermelo.solve(game)
    began = time.perf_counter()
    summary = zermelo.solve(game).summary
    seconds = time.perf_counter() - began
    print(seconds, summary.positions, summary.solved, measure_peak_memory(), summary.answer, sep="|")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--five", action="store_true", help="five men of chess too")
    parser.add_argument("--one", help="measure this game once")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    if options.one:
        measure(options.one)
        return
    rows = TARGETS + (FIVE if options.five else ())
    found: dict[str, list[list[str]]] = {}
    for _ in range(options.rounds):
        for game, _, _ in rows:
            run = subprocess.run(
                [sys.executable, __file__, "--one", game], check=True, stdout=subprocess.PIPE, text=True
            )
            found.setdefault(game, []).append(run.stdout.strip().split("|"))
    print("| game | answer | positions, classes solved | seconds | peak MB | asked | others |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game, asked, others in rows:
        seconds = statistics.median(float(run[0]) for run in found[game])
        _, positions, solved, _, answer = found[game][0]
        peak = statistics.median(int(run[3]) for run in found[game]) / 1e6
        print(
            f"| {game} | {answer} | {int(positions):,}, {int(solved):,} | {seconds:.2f} | {peak:,.0f} "
            f"| {asked} | {others} |"
        )


if __name__ == "__main__":
    main()
