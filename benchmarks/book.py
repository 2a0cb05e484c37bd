"""How long until every move's exact value and length are known, by ply, where no book helps.

    python benchmarks/book.py moves [--game GAME] [--plies FIRST LAST] [--count N] [--threads N]
    python benchmarks/book.py neighbours [--game GAME] [--plies N] [--count N]

`moves` draws positions after each number of plies, by any moves and by the game's `candidates` alone, which
win at once, or block, and else give nothing away at once; each is asked of a search that knows nothing yet.
Median and worst are printed, of the processor and of the clock. From the ply on from which the worst is short
enough no book is needed.

`neighbours` searches some of a book's last ply in the order in which it is made, with one table, and up to 30
of these each with an empty one: seconds of the processor a position, and hours for the ply at that speed.
"""

import argparse
import random
import statistics
import time
from typing import Any

import zermelo
from zermelo.core.values import UNDECIDED, UNTIMED
from zermelo.search.books.answer_book import make_answer_book
from zermelo.search.books.book_construction import collect_positions_by_ply
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.exact.parallel_alpha_beta import ParallelSearch
from zermelo.solution.on_demand import OnDemandSolution

SEED = 1913
PLACES = 3  # in the order of a ply, from each of which neighbours are searched


def drawn(game: Any, plies: int, lots: random.Random, *, sensible: bool) -> Any:
    """Return a position after so many plies at which play goes on."""
    choices = game.candidates if sensible else game.moves
    while True:
        position = game.start()
        for _ in range(plies):
            moves = list(choices(position)) if game.outcome(position) == UNDECIDED else []
            if not moves:
                break
            position = game.play(position, lots.choice(moves))
        else:
            if game.outcome(position) == UNDECIDED:
                return position


def measure_moves(game: Any, first: int, last: int, count: int, threads: int) -> None:
    """Print a row a ply."""
    nothing = make_answer_book(game, 0, {game.start(): (0, UNTIMED)})  # its one answer is never asked for
    OnDemandSolution(nothing, zermelo.Budget(threads=threads)).moves(
        drawn(game, last, random.Random(0), sensible=True)
    )
    print("| ply | any moves: cpu s, median (worst) | clock | sensible moves: cpu s | clock |")
    print("| --- | --- | --- | --- | --- |")
    for ply in range(first, last + 1):
        cells = []
        for sensible in (False, True):
            lots, wall, busy = random.Random(f"{SEED} {ply} {sensible}"), [], []
            for _ in range(count):
                position = drawn(game, ply, lots, sensible=sensible)
                solution = OnDemandSolution(nothing, zermelo.Budget(threads=threads))
                clock, cpu = time.perf_counter(), time.process_time()
                solution.moves(position)
                wall.append(time.perf_counter() - clock)
                busy.append(time.process_time() - cpu)
            cells += [f"{statistics.median(each):.3f} ({max(each):.3f})" for each in (busy, wall)]
        print(f"| {ply} | {' | '.join(cells)} |", flush=True)


def measure_neighbours(game: Any, plies: int, count: int) -> None:
    """Print a row: with one table, and each with an empty one."""
    whole = collect_positions_by_ply(game, plies)[-1]
    part = max(1, count // PLACES)
    places = [len(whole) * (2 * place + 1) // (2 * PLACES) for place in range(PLACES)]
    some = [position for begin in places for position in whole[begin : begin + part]]
    search = ParallelSearch(game, zermelo.Budget(threads=1))
    cpu = time.process_time()
    search.score_all_positions(some, lambda *_: None, lambda: None)
    together = (time.process_time() - cpu) / len(some)
    sample = some[:: max(1, len(some) // 30)]
    cold = 0.0
    for position in sample:
        alone = ExactSearch(game, zermelo.Budget(threads=1), timed=True)
        cpu = time.process_time()
        alone.answer(position)
        cold += (time.process_time() - cpu) / len(sample)
    hours = together * len(whole) / 3600
    print(
        f"{plies} plies: {len(whole):,} classes; {together:.3f} s together, {cold:.3f} s cold; {hours:.2f} h"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("moves", "neighbours"))
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--plies", type=int, nargs="+", default=[8, 41])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    game: Any = zermelo.game(asked.game)
    if asked.what == "moves":
        measure_moves(game, asked.plies[0], asked.plies[-1], asked.count, asked.threads)
    else:
        for plies in asked.plies:
            measure_neighbours(game, plies, asked.count)


if __name__ == "__main__":
    main()
