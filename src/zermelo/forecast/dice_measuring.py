"""What weighing a tier with dice takes: its largest one is weighed, with values by lot where it leads on.

How often bounds are gone through until nothing moves hangs on how dice lead round, and differs from game to
game by more than all else; what later positions are worth has little to do with it.
"""

import statistics
import time
from typing import Final

import numpy as np

from zermelo.cluster.charting import chart_of
from zermelo.cluster.job import At, Job
from zermelo.cluster.shares import NEXT
from zermelo.cluster.tiers_at import tiers_of
from zermelo.cluster.work import Report, Task, Work
from zermelo.compiler import Program
from zermelo.compiler.gradual import Gradual
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.graph.chances import ChanceGraph
from zermelo.graph.directory import Keys
from zermelo.graph.slices import Workers
from zermelo.kernels.hashing import mixed
from zermelo.solvers.value_iteration import settle_bounds
from zermelo.storage.objects import DirectoryObjects
from zermelo.storage.own_folders import folder_of_own
from zermelo.storage.shelf import Shelf

TIMES: Final = 4  # of which the first, that compiles, is not taken
SECONDS: Final = 10.0  # after which no more is begun


def seconds_to_weigh(program: Program, positions: Keys, budget: Budget) -> float | None:
    """Return a core's seconds for all of a tier's positions, which are sorted by `mix`.

    None where some of them are missing, or with such values play could go on for ever.
    """
    keys, took = mixed(positions), list[float]()
    begun = time.thread_time()
    with (
        folder_of_own() as folder,
        Workers(budget) as workers,
        Shelf(budget) as shelf,
    ):
        at = At(program, DirectoryObjects(folder))
        task = Task("weigh", int(tiers_of(at, positions[:1])[0]), 0, 0, 0)
        work = Work(Job("", {}, "", "", str(folder), ""), at, task, Report(task), workers, shelf)
        while len(took) < TIMES and (len(took) < 2 or time.thread_time() - begun < SECONDS):
            began = time.thread_time()
            chart = chart_of(work, keys)
            if NEXT in chart.asked:
                return None
            values = np.random.default_rng(1).uniform(-1, 1, sum(map(len, chart.asked.values())))
            graph = ChanceGraph(chart.positions(keys), chart.graph, [], program.words)
            try:
                known = np.stack([values, values])
                settle_bounds(program.game, graph, budget, Gradual(compiled=True), known)
            except LoopFound:
                return None
            took.append(time.thread_time() - began)
    return statistics.median(took[1:])
