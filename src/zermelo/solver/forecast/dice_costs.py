"""Cost of solving a tier with dice, measured on the largest tier with random values for later tiers.

The number of sweeps until no bound moves depends on the cycles that dice allow. It differs between games more
than anything else does. The values of later positions have little effect on it.
"""

import statistics
import time
from typing import Final

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.solver.cluster.cyclic.tier_notes import find_tiers_of_positions
from zermelo.solver.cluster.expectation.bucket_graph import make_bucket_graph
from zermelo.solver.cluster.hash_runs import NEXT
from zermelo.solver.cluster.solve_job import OpenedJob, SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskContext, TaskReport
from zermelo.solver.graph.chance_graph import ChanceGraph
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.methods.value_iteration import compute_bounds_by_value_iteration
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.object_store import DirectoryObjectStore
from zermelo.solver.storage.temporary_folders import temporary_folder

TIMES: Final = 4  # of which the first, that compiles, is not taken
SECONDS: Final = 10.0  # after which no more is begun


def measure_expectation_seconds(program: Program, positions: Keys, budget: Budget) -> float | None:
    """Return a core's seconds for all of a tier's positions, which are sorted by `mix`.

    None where some of them are missing, or with such values play could go on for ever.
    """
    keys, took = mix_array(positions), list[float]()
    begun = time.thread_time()
    with (
        temporary_folder() as folder,
        Workers(budget) as workers,
        ArrayStore(budget) as array_store,
    ):
        at = OpenedJob(program, DirectoryObjectStore(folder))
        task = SolveTask("solve_expectations", int(find_tiers_of_positions(at, positions[:1])[0]), 0, 0, 0)
        work = TaskContext(
            SolveJob("", {}, "", "", str(folder), ""), at, task, TaskReport(task), workers, array_store
        )
        while len(took) < TIMES and (len(took) < 2 or time.thread_time() - begun < SECONDS):
            began = time.thread_time()
            chart = make_bucket_graph(work, keys)
            if NEXT in chart.asked:
                return None
            values = np.random.default_rng(1).uniform(-1, 1, sum(map(len, chart.asked.values())))
            graph = ChanceGraph(chart.list_all_positions(keys), chart.graph, [], program.words)
            try:
                known = np.stack([values, values])
                compute_bounds_by_value_iteration(
                    program.game, graph, budget, LazyKernels(compiled=True), known
                )
            except LoopFound:
                return None
            took.append(time.thread_time() - began)
    return statistics.median(took[1:])
