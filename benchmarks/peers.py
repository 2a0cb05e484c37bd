"""Ours and programs that were written for one game, in one run, as ratios of processor time.

    python benchmarks/peers.py --pons PROGRAM --steininger PROGRAM --bitbully PYTHON --syzygy PROGRAM
        --obsequi PROGRAM --mcgs PROGRAM

Whoever runs this gets and builds those programs: `--pons` is the `c4solver` of Pascal Pons, `--steininger`
the `c4` of Christophe Steininger with the number of threads that it was built for, `--bitbully` a Python that
has the package `bitbully`, `--syzygy` the `rtbgen` of Ronald de Man, `--obsequi` the solver of domineering of
Nathan Bullock, `--mcgs` the solver of sums of the University of Alberta, without a database of values and
with tables that take no time to clear. What is not given is left out.

Both get the same positions in turn, three rounds; medians are printed: seconds of the processor, and of the
clock in brackets. Ours are in a process of their own with kernels loaded; of the others the whole process
counts, but BitBully's import. So of Syzygy compressing and writing count too, where ours solves in memory:
no comparison of the solving alone. Answers are compared: where they differ, that is the result.
"""

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

ROUNDS = 3
EARLY, LATE = (8, 12), (14, 28)  # discs on the board
POSITIONS = 30
CELLS = 42
MATERIALS = ("KQvKR", "KBNvK")
DOMINEERING = ((8, 8, "V"), (9, 8, "V"))  # columns, rows, who begins
MCGS = ("--no-use-db", "--tt-sumgame-idx-bits", "24", "--tt-imp-sumgame-idx-bits", "22")
CLOBBER = ((4, 4, 40), (5, 4, 4))  # columns, rows, boards by lot
STRIPS = (10, 3, 10)  # cells, strips of a sum, sums
CRAM = ("4x4", "5x5")
BITBULLY = """
import json, sys, time
from bitbully import BitBully, Board
agent, scores = BitBully(opening_book=None), []
lines = sys.stdin.read().split()
wall, busy = time.perf_counter(), time.process_time()
for line in lines:
    scores.append(agent.mtdf(Board([int(sign) - 1 for sign in line])))
print(json.dumps([time.perf_counter() - wall, time.process_time() - busy, scores]))
"""


@dataclass(frozen=True)
class Taken:
    """What one run took, in seconds, and what it answered."""

    wall: float
    cpu: float
    answers: Sequence[Any]


def run(command: Sequence[str], text: str = "", folder: str | None = None) -> tuple[float, float, str]:
    """Return the seconds of the clock and of the processor that a program takes, and what it prints."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=True, cwd=folder)
    wall, after = time.perf_counter() - began, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu, done.stdout


def positions(discs: tuple[int, int]) -> list[str]:
    """Return positions of 7 x 6 as their moves, by lot, in which nobody wins at once."""
    import zermelo
    from zermelo.core.values import LOSS, UNDECIDED

    game, lots, found = zermelo.game("connect_four"), random.Random(1913), list[str]()
    while len(found) < POSITIONS:
        position, line = game.start(), ""
        for _ in range(lots.randint(*discs)):
            move = lots.choice(list(game.moves(position)))
            position, line = game.play(position, move), f"{line}{move + 1}"
            if game.outcome(position) != UNDECIDED:
                break
        else:
            if all(game.outcome(game.play(position, move)) != LOSS for move in game.moves(position)):
                found.append(line)
    return found


def measure_connect_four(lines: Sequence[str], threads: int) -> list[Any]:
    """Return [wall, cpu, scores] of exact searches, each score counted as Pons does."""
    import zermelo
    from zermelo.search import ExactSearch

    game = zermelo.game("connect_four")
    position = game.start()
    for sign in positions((30, 34))[0]:
        position = game.play(position, int(sign) - 1)
    ExactSearch(game, zermelo.Budget(threads=threads), timed=True).answer(position)  # loads kernels
    search = ExactSearch(game, zermelo.Budget(threads=threads), timed=True)
    scores = []
    wall, busy = time.perf_counter(), time.process_time()
    for line in lines:
        position = game.start()
        for sign in line:
            position = game.play(position, int(sign) - 1)
        answer = search.answer(position)
        last = (len(line) + (answer.remoteness or 0) + 1) // 2  # the winner's discs, with the last one
        scores.append(answer.value * (CELLS // 2 + 1 - last))
    return [time.perf_counter() - wall, time.process_time() - busy, scores]


def measure_chess(material: str, threads: int) -> list[Any]:
    """Return [wall, cpu, []] of solving an endgame."""
    import zermelo

    text, budget = f"chess_endgame(material={material!r})", zermelo.Budget(threads=threads)
    zermelo.solve(text, budget=budget)
    wall, busy = time.perf_counter(), time.process_time()
    zermelo.solve(text, budget=budget)
    return [time.perf_counter() - wall, time.process_time() - busy, []]


def measure_domineering(size: str) -> list[Any]:
    """Return [wall, cpu, who wins] of the search of a board, upright beginning."""
    import zermelo
    from zermelo.search import ExactSearch

    columns, rows = size.split("x")
    game = zermelo.game(f"domineering(columns={columns}, rows={rows})")
    search = ExactSearch(game, zermelo.Budget(threads=1))
    wall, busy = time.perf_counter(), time.process_time()
    value = search.answer(game.start()).value
    return [time.perf_counter() - wall, time.process_time() - busy, ["V" if value > 0 else "H"]]


def measure_cram(size: str) -> list[Any]:
    """Return [wall, cpu, nimber] of an empty board."""
    import zermelo
    from zermelo.cgt.impartial.nimber_search import NimberSearch

    columns, rows = size.split("x")
    search = NimberSearch(zermelo.game(f"cram(columns={columns}, rows={rows})"))
    search.nimber((1 << int(columns) * int(rows)) - 2)  # one free cell: loads what there is to load
    wall, busy = time.perf_counter(), time.process_time()
    found = search.nimber(0)
    return [time.perf_counter() - wall, time.process_time() - busy, [found]]


def measure_clobber(boards: Sequence[str]) -> list[Any]:
    """Return [wall, cpu, values] of boards, either player to move, by search."""
    import zermelo
    from zermelo.search import ExactSearch

    rows = boards[0].split("|")
    game = zermelo.game(f"clobber(columns={len(rows[0])}, rows={len(rows)})")
    search = ExactSearch(game, zermelo.Budget(threads=1))
    texts = [board.lower().replace("|", "\n") for board in boards]
    wall, busy, values = time.perf_counter(), time.process_time(), []
    for text in texts:
        for player in "xo":
            values.append(search.answer(game.parse(f"{text}\n{player} to move")).value)
    return [time.perf_counter() - wall, time.process_time() - busy, values]


def measure_strips(sums: Sequence[str]) -> list[Any]:
    """Return [wall, cpu, values] of sums of strips, either player to move, by the strips' canonical forms."""
    import zermelo
    from zermelo.cgt.disjunctive_sum import Sum, SumTerm

    cells, strips, _ = STRIPS
    game = zermelo.game(f"clobber(columns={cells}, rows=1)")
    lines = [game.parse(f"{line.lower()}\nx to move") for line in sums]
    _ = Sum(SumTerm(game, game.parse("x" * cells + "\nx to move"), False)).outcome_class  # loads kernels
    wall, busy, values = time.perf_counter(), time.process_time(), []
    for begin in range(0, len(lines), strips):
        whole = Sum(*(SumTerm(game, line, False) for line in lines[begin : begin + strips]))
        values += [1 if whole.outcome_class in winning else -1 for winning in ("LN", "RN")]
    return [time.perf_counter() - wall, time.process_time() - busy, values]


def measured(what: str, threads: int, lines: Sequence[str]) -> list[Any]:
    """Return what `--measure` prints."""
    kind, _, size = what.partition(" ")
    if kind == "domineering":
        return measure_domineering(size)
    if kind == "cram":
        return measure_cram(size)
    if kind == "clobber":
        return measure_clobber(lines)
    if kind == "strips":
        return measure_strips(lines)
    return measure_chess(what, threads) if what in MATERIALS else measure_connect_four(lines, threads)


def stones_by_lot(columns: int, rows: int, count: int) -> list[str]:
    """Return full boards of clobber, each cell X or O by lot."""
    lots = random.Random(1913)
    return [
        "|".join("".join(lots.choice("XO") for _ in range(columns)) for _ in range(rows))
        for _ in range(count)
    ]


def ours(what: str, threads: int, lines: Sequence[str] = ()) -> Taken:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--measure", what, "--threads", str(threads)]
    return Taken(*json.loads(run(command, " ".join(lines))[2]))


def pons(program: str, lines: Sequence[str]) -> Taken:
    """Each line it prints is a position and its score."""
    wall, cpu, printed = run([program], "".join(f"{line}\n" for line in lines))
    return Taken(wall, cpu, [int(row.split()[1]) for row in printed.splitlines()])


def bitbully(python: str, lines: Sequence[str]) -> Taken:
    """It counts scores as Pons does; without the import."""
    return Taken(*json.loads(run([python, "-c", BITBULLY], " ".join(lines))[2]))


def steininger(program: str) -> Taken:
    """It solves the start, and says on which move the game ends."""
    wall, cpu, printed = run([program], "\n")
    found = re.search(r"Final strong score is (-?\d+)", printed)
    assert found is not None, printed
    return Taken(wall, cpu, [int(found[1])])


def syzygy(program: str, material: str, threads: int) -> Taken:
    """Generate a table, those after captures first and not counted."""
    first, second = material.split("v")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RTBPATH"] = folder
        for smaller in smaller_materials(first, second):
            run([program, "-t", str(threads), smaller], folder=folder)
        wall, cpu, _ = run([program, "-t", str(threads), material], folder=folder)
    return Taken(wall, cpu, [])


def obsequi(program: str, columns: int, rows: int, first: str) -> Taken:
    """It says who wins a board that is solved for whoever begins."""
    text = f"solve rows {rows} cols {columns} bits 24 {first}\n"
    wall, cpu, printed = run([program], text)
    found = re.search(r"winner (\w)", printed)
    assert found is not None, printed
    return Taken(wall, cpu, [found[1]])


def mcgs(program: str, text: str) -> Taken:
    """It says win or loss of each sum and player, or a nimber."""
    wall, cpu, printed = run([program, *MCGS, "--stdin"], f"{{version 1.5}} {text}")
    known = {"Win": 1, "Loss": -1}
    answers = [known.get(word) or int(word) for word in re.findall(r"Got: (\w+)", printed)]
    return Taken(wall, cpu, answers)


def smaller_materials(first: str, second: str) -> list[str]:
    """Return what is left after captures, the fewest men first; bare kings have no table."""
    found: set[str] = set()
    waiting = [(first, second)]
    while waiting:
        one, other = waiting.pop()
        for sides in ((one, other), (other, one)):
            for man in dict.fromkeys(sides[1].replace("K", "")):
                left = sides[0], sides[1].replace(man, "", 1)
                named = "v".join(sorted(left, key=lambda side: (-len(side), side)))
                if left != ("K", "K") and named not in found:
                    found.add(named)
                    waiting.append(left)
    return sorted(found, key=len)


Measure = Callable[[], Taken]


def compare(called: str, peer: str, mine: Measure, theirs: Measure, threads: int) -> None:
    """Measure both in turn, and print a row."""
    rounds = [(mine(), theirs()) for _ in range(ROUNDS)]
    same = all(list(own.answers) == list(other.answers) for own, other in rounds if other.answers)
    cpu, wall = (
        [statistics.median(getattr(pair[side], clock) for pair in rounds) for side in (0, 1)]
        for clock in ("cpu", "wall")
    )
    said = "" if same else " **answers differ**"
    cells = [f"{cpu[side]:.2f} ({wall[side]:.2f})" for side in (0, 1)]
    ratio = f"{cpu[0] / cpu[1]:.2f} ({wall[0] / wall[1]:.2f})"
    print(f"| {called} | {threads} | {cells[0]} | {peer}: {cells[1]} | {ratio}{said} |", flush=True)


def main() -> None:
    """Measure what is given, and print a table."""
    parser = argparse.ArgumentParser()
    for name in ("pons", "steininger", "bitbully", "syzygy", "obsequi", "mcgs"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--measure")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if options.measure:
        lines = sys.stdin.read().split() or [""]
        print(json.dumps(measured(options.measure, options.threads, lines)))
        return
    free = max(0.0, (os.cpu_count() or 1) - os.getloadavg()[0])
    print(
        f"cores: {os.cpu_count()}, about {free:.1f} of them free at the start; medians of {ROUNDS} rounds\n"
    )
    print("| work | threads | ours: cpu s (wall s) | theirs | ours / theirs |")
    print("| --- | --- | --- | --- | --- |")
    peers: list[tuple[str, str | None, Callable[[str, Sequence[str]], Taken]]] = [
        ("Pons", options.pons, pons),
        ("BitBully", options.bitbully, bitbully),
    ]
    for (least, most), threads in (((*EARLY,), 1), ((*EARLY,), 2), ((*LATE,), 1)):
        lines = positions((least, most))
        for name, program, measure in peers:
            if program:
                work = f"Connect Four 7x6, {POSITIONS} positions of {least} to {most} discs"
                compare(
                    work,
                    name,
                    lambda lines=lines, threads=threads: ours("connect_four", threads, lines),
                    lambda measure=measure, program=program, lines=lines: measure(program, lines),
                    threads,
                )
    if options.steininger:
        for threads in (1, 2):
            compare(
                "Connect Four 7x6 from the start",
                "Steininger",
                lambda threads=threads: ours("connect_four", threads),
                lambda: steininger(options.steininger),
                threads,
            )
    if options.syzygy:
        for material in MATERIALS:
            compare(
                material,
                "Syzygy",
                lambda material=material: ours(material, 2),
                lambda material=material: syzygy(options.syzygy, material, 2),
                2,
            )
    if options.obsequi:
        for columns, rows, first in DOMINEERING:
            compare(
                f"domineering, {columns} columns and {rows} rows",
                "Obsequi",
                lambda columns=columns, rows=rows: ours(f"domineering {columns}x{rows}", 1),
                lambda columns=columns, rows=rows, first=first: obsequi(
                    options.obsequi, columns, rows, first
                ),
                1,
            )
    if options.mcgs:
        beside_mcgs(options.mcgs)


def beside_mcgs(program: str) -> None:
    """Measure boards and sums of clobber, and boards of cram."""
    cells, strips, sums = STRIPS
    lines = stones_by_lot(cells, 1, strips * sums)
    works = [
        (f"clobber {columns}x{rows}, {count} boards, either player", "clobber", boards, "clobber", 1)
        for columns, rows, count in CLOBBER
        for boards in [stones_by_lot(columns, rows, count)]
    ]
    works.append((f"{sums} sums of {strips} strips of {cells}", "strips", lines, "clobber_1xn", strips))
    for called, what, boards, theirs, group in works:
        text = f"[{theirs}] " + "".join(
            " ".join(boards[begin : begin + group]) + " {B, W}\n" for begin in range(0, len(boards), group)
        )
        compare(
            called,
            "MCGS",
            lambda what=what, boards=boards: ours(what, 1, boards),
            lambda text=text: mcgs(program, text),
            1,
        )
    for size in CRAM:
        columns, rows = map(int, size.split("x"))
        text = f"[impartial domineering] {'|'.join(['.' * columns] * rows)} {{N}}\n"
        compare(
            f"cram {size}, its nimber",
            "MCGS",
            lambda size=size: ours(f"cram {size}", 1),
            lambda text=text: mcgs(program, text),
            1,
        )


if __name__ == "__main__":
    main()
