"""What do the tasks of a solve cost, and how well are whole solves told before they run?

    python benchmarks/cluster.py fit       costs from small runs: the table of
    zermelo/solver/forecast/task_costs.py python benchmarks/cluster.py predict   other games, sizes and
    numbers of workers: planned beside measured python benchmarks/cluster.py all       both, the costs just
    found being those that predict python benchmarks/cluster.py all loops     the same of some games alone:
    plies, indexes, loops or dice

Runs are of one worker where costs are found, by threads of this process, after one that loads the kernels.
Core seconds do not change much where others use the machine; by the clock a run is told for the cores that
they left, which the system counts. Nothing that is predicted was used to find costs.
"""

import gc
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

import zermelo
from zermelo.solution import solve_on
from zermelo.solver import TaskReport
from zermelo.solver.cluster.cyclic.cyclic_driver import CyclicDriver
from zermelo.solver.forecast.solve_phases import TaskBatch
from zermelo.solver.forecast.solve_schedule import (
    ClusterSite,
    SolveTotals,
    estimate_core_seconds,
    schedule_solve,
)
from zermelo.solver.forecast.task_costs import COSTS, TaskCost
from zermelo.solver.forecast.workload_models import Workload, measure_workload
from zermelo.solver.plans.bucket_capacity import compute_slot_state_bytes
from zermelo.solver.storage.object_store import DirectoryObjectStore

FITTED: dict[str, tuple[tuple[str, int], ...]] = {
    "plies": (  # game, and positions of a bucket
        ("connect_four(columns=5, rows=4)", 1 << 17),
        ("connect_four(columns=5, rows=4)", 1 << 14),
        ("mnk(columns=4, rows=4, line=4)", 1 << 17),
        ("mnk(columns=4, rows=4, line=4)", 1 << 14),
        ("dots_and_boxes(columns=3, rows=3)", 1 << 18),
        ("connect_four(columns=5, rows=5)", 1 << 20),
        ("unknown tiers", 1 << 14),
        ("unknown tiers", 1 << 18),
    ),
    "indexes": (
        ("chess_endgame(material='KRvKB')", 1 << 20),
        ("chess_endgame(material='KQvKN')", 1 << 20),
        ("chess_endgame(material='KBNvK')", 1 << 20),
        ("morris_endgame(men=4)", 1 << 20),
    ),
    "loops": (
        ("dodgem(size=4)", 1 << 20),
        ("surakarta(size=4)", 1 << 20),
        ("dao(size=4)", 1 << 20),
        ("hare_and_hounds", 1 << 20),
        ("gobblet_gobblers(heights=2)", 1 << 20),
    ),
    "buckets": (
        ("dodgem(size=4)", 1 << 15),
        ("surakarta(size=4)", 1 << 14),
        ("dao(size=4)", 1 << 15),
        ("gobblet_gobblers(heights=2)", 1 << 15),
        ("dodgem(size=4)", 1 << 17),
        ("dao(size=4)", 1 << 17),
    ),
    "dice": (
        ("pig(target=30)", 1 << 20),
        ("einstein(size=3)", 1 << 20),
        ("stochastic_nim(heaps=(30, 40, 50))", 1 << 20),
        ("bear_off(checkers=4)", 1 << 20),
    ),
}
PREDICTED: dict[str, tuple[tuple[str, int, int, str], ...]] = {
    "plies": (  # and workers, and what they are
        ("connect_four(columns=6, rows=4)", 1 << 20, 1, "threads"),
        ("connect_four(columns=6, rows=4)", 1 << 20, 2, "threads"),
        ("connect_four(columns=6, rows=4)", 1 << 18, 4, "threads"),
        ("connect_four(columns=6, rows=4)", 1 << 20, 2, "processes"),
        ("clobber(columns=5, rows=4)", 1 << 18, 2, "threads"),
        ("clobber(columns=5, rows=4)", 1 << 16, 4, "threads"),
        ("cram(columns=8, rows=4)", 1 << 19, 2, "threads"),
    ),
    "indexes": (
        ("chess_endgame(material='KQvKR')", 1 << 20, 1, "threads"),
        ("morris_endgame(men=5)", 1 << 20, 1, "threads"),
        ("morris_endgame(men=5)", 1 << 20, 2, "threads"),
        ("morris_endgame(men=5)", 1 << 20, 2, "processes"),
        ("morris_endgame(men=5)", 1 << 20, 4, "threads"),
        ("chess_endgame(material='KPvKP')", 1 << 20, 2, "threads"),
        ("chess_endgame(material='KBNvK')", 1 << 20, 1, "threads"),
        ("chess_endgame(material='KRvKN')", 1 << 20, 1, "threads"),
        ("chess_endgame(material='KQRvKR')", 1 << 20, 1, "threads"),
        ("teeko(columns=5, rows=4)", 1 << 20, 1, "threads"),
        ("morris_endgame(men=6)", 1 << 20, 2, "threads"),
    ),
    "loops": (
        ("quixo(size=4)", 1 << 21, 1, "threads"),
        ("quixo(size=4)", 1 << 21, 2, "threads"),
        ("quixo(size=4)", 1 << 21, 2, "processes"),
        ("quixo(size=4)", 1 << 21, 4, "threads"),
    ),
    "buckets": (
        ("quixo(size=4)", 1 << 18, 1, "threads"),
        ("quixo(size=4)", 1 << 18, 2, "threads"),
        ("quixo(size=4)", 1 << 18, 2, "processes"),
    ),
    "dice": (
        ("pig(target=60)", 1 << 20, 1, "threads"),
        ("pig(target=100)", 1 << 20, 2, "threads"),
        ("stochastic_nim(heaps=(60, 60, 60))", 1 << 20, 2, "threads"),
    ),
}
USES = (
    "task",
    "child",
    "position",
    "byte",
    "get",
)  # of a kind; all choices of those that are not nought are tried


OF_TIERS = (
    "find_positions",
    "solve_tier",
    "write_tiers",
)  # kinds whose costs are those of tiers that are one task
OBJECT = 1 << 22  # bytes, as the objects of those runs are


class UnknownTiers(zermelo.Game):
    """Mark a cell, until all are marked, by rules that name no tiers, so that these are compared."""

    cells: int = 20

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        for cell in range(self.cells):
            if position >> cell & 1 == 0:
                yield cell

    def play(self, position: int, move: int) -> int:
        return position | 1 << move


def game_of(text: str) -> zermelo.Game:
    """Return a game by its name."""
    return UnknownTiers() if text == "unknown tiers" else zermelo.game(text)


class Run(NamedTuple):
    """One run: seconds by the clock, of cores, cores that others used, and what tasks told."""

    wall: float
    used: float  # by this process and its children
    others: float
    reports: list[TaskReport]


def busy_ticks() -> float:
    """Return the seconds that all cores have worked, for anybody."""
    line = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    idle = int(line[3]) + int(line[4])
    return (sum(map(int, line[:8])) - idle) / os.sysconf("SC_CLK_TCK")


def own() -> float:
    """Return the seconds of cores that this process and those it began have used."""
    return sum(os.times()[:4])


def run(text: str, bucket: int, workers: int, how: str) -> Run:
    """Solve a game by tasks, into a directory that is removed."""
    reports: list[TaskReport] = []
    gc.collect()
    with tempfile.TemporaryDirectory() as store:
        began, used, busy = time.perf_counter(), own(), busy_ticks()
        solve_on(game_of(text), store, how, workers=workers, bucket=bucket, listen=reports.append)
        wall, mine = time.perf_counter() - began, own() - used
        others = max(0.0, busy_ticks() - busy - mine) / wall
    return Run(wall, mine, others, reports)


def store_here() -> dict[str, float]:
    """Return what a directory of this machine takes to write: a moment each, and so many bytes a second."""
    waits = {}
    with tempfile.TemporaryDirectory() as store:
        objects = DirectoryObjectStore(Path(store))
        for size in (1000, OBJECT):
            content, found = os.urandom(size), []
            for number in range(15):
                began, working = time.perf_counter(), time.thread_time()
                objects.put(f"some/{size}/{number}", content)
                found.append(time.perf_counter() - began - (time.thread_time() - working))
            waits[size] = statistics.median(found)
    small, large = waits.values()
    return {"put_wait": small, "takes": OBJECT / max(1e-4, large - small)}


def fit(looks: dict[str, Workload], games: list[str]) -> dict[str, TaskCost]:
    """Return each kind's costs: those, none negative, whose squares of what they are wrong by are least."""
    rows: dict[str, list[tuple[float, list[TaskBatch], float]]] = {}
    warm: set[str] = set()
    cases = [(name, *each, CyclicDriver.bytes_a_place) for name in games for each in FITTED[name]]
    if "buckets" in games:
        cases += [("buckets", *each, compute_slot_state_bytes(2)) for each in FITTED["buckets"]]
    for group, text, bucket, a_place in cases:
        CyclicDriver.bytes_a_place = a_place  # in the end so little that a group is one bucket
        if text not in warm:
            run(text, bucket, 1, "threads")
            warm.add(text)
        here = looks[text]
        found = run(text, bucket, 1, "threads")
        told: dict[tuple[str, int], list[float]] = {}
        for report in found.reports:
            told.setdefault((report.task.kind, report.task.tier), []).append(report.seconds)
        planned: dict[tuple[str, int], list[TaskBatch]] = {}
        for batch in itertools.chain(*here.list_phases(bucket)):
            planned.setdefault((batch.kind, batch.tier), []).append(batch)
        for (kind, tier), batches in planned.items():
            measured = batches[0].seconds > 0  # by the plan itself
            if (kind, tier) in told and not measured and not (group == "buckets" and kind in OF_TIERS):
                child = here.choose_seconds_per_child(kind)
                rows.setdefault(kind, []).append((sum(told[kind, tier]), batches, child))
    return {kind: fitted(kind, rows[kind]) for kind in rows}


def fitted(kind: str, rows: list[tuple[float, list[TaskBatch], float]]) -> TaskCost:
    """Return the costs of a kind, with what it holds as it is known."""
    wanted = np.array([seconds for seconds, _, _ in rows])
    weights = 1 / np.sqrt(wanted * wanted.mean() + 1e-4)
    table, known = np.empty((len(rows), len(USES))), COSTS[kind]
    for column, name in enumerate(USES):
        COSTS[kind] = TaskCost(**{name: 1.0})
        table[:, column] = [
            sum(estimate_core_seconds(batch, child) for batch in batches) for _, batches, child in rows
        ]
    best, least = np.zeros(len(USES)), np.inf
    for number in range(1, len(USES) + 1):
        for chosen in itertools.combinations(range(len(USES)), number):
            part = table[:, chosen] * weights[:, None]
            found, *_ = np.linalg.lstsq(part, wanted * weights, rcond=None)
            wrong = float(np.sum((part @ found - wanted * weights) ** 2))
            if (found >= 0).all() and wrong < least * 0.98:
                best, least = np.zeros(len(USES)), wrong
                best[list(chosen)] = found
    return replace(known, **dict(zip(USES, map(float, best), strict=True)))


def predict(looks: Callable[[str], Workload], games: list[str], site: dict[str, float]) -> None:
    print(
        f"{'game':<34} {'bucket':>9} {'workers':>11} {'others':>6} {'core s':>15} {'ratio':>5} "
        f"{'by the clock':>15} ratio"
    )
    warm: set[str] = set()
    for text, bucket, workers, how in (each for name in games for each in PREDICTED[name]):
        if text not in warm:
            run(text, 1 << 30, 1, "threads")
            warm.add(text)
        found = run(text, bucket, workers, how)
        here = looks(text)
        told = planned(here, bucket, found.others, workers, how, site)
        cores, clock = told.core_seconds, told.seconds
        print(
            f"{text:<34} {bucket:>9,} {workers:>2} {how:<8} {found.others:>6.1f} {cores:>7.1f}"
            f"{found.used:>8.1f}"
            f" {cores / found.used:>5.2f} {clock:>7.1f}{found.wall:>8.1f} {clock / found.wall:.2f}",
            flush=True,
        )


def planned(
    here: Workload, bucket: int, others: float, workers: int, how: str, site: dict[str, float]
) -> SolveTotals:
    """Return what is planned of a run on this machine, of which others use so many cores."""
    where = ClusterSite(
        cores=workers, start=site["start"] if how == "processes" else 0.0, put_wait=site["put_wait"]
    )
    return schedule_solve(here.list_phases(bucket), where, here.choose_seconds_per_child)


def begin_here() -> float:
    """Return the core seconds that a process of this machine needs until it works."""
    text = "mnk(columns=3, rows=3)"
    alone, other = (run(text, 1 << 20, 1, how).used for how in ("threads", "processes"))
    return other - alone


def main(what: str, games: list[str]) -> None:
    known: dict[str, Workload] = {}

    def looked(text: str) -> Workload:
        if text not in known:
            known[text] = measure_workload(game_of(text))
        return known[text]

    if what in ("fit", "all"):
        for text, _ in (each for name in games for each in FITTED[name]):
            looked(text)
        found = fit(known, games)
        COSTS.update(found)
        for kind, cost in found.items():
            said = ", ".join(f"{name}={each:.3g}" for name, each in vars(cost).items() if each)
            print(f'    "{kind}": TaskCost({said}),')
    if what in ("predict", "all"):
        run("mnk(columns=3, rows=3)", 1 << 20, 1, "threads")
        site = store_here() | {"start": begin_here()}
        print(", ".join(f"{name} {value:.3g}" for name, value in site.items()))
        predict(looked, games, site)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "all", sys.argv[2:] or list(FITTED))
