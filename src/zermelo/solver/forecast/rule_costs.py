"""Measure what a game's rules cost here: a sample run of the solver's steps on a tier that was counted.

Measurements imitate tasks: memory is new each time, which is expensive, and children fill no table of a tier.
The rate at which `plan` counts tiers differed by as much as a factor of two in either direction.

With dice a tier is solved with random values for later tiers. The number of sweeps until no bound moves
depends on the cycles that dice allow, and differs between games more than anything else does. The values of
later positions have little effect on it.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.tier_notes import find_tiers_of_positions
from zermelo.solver.cluster.expectation.bucket_graph import make_bucket_graph
from zermelo.solver.cluster.hash_runs import NEXT
from zermelo.solver.cluster.solve_job import OpenedJob, SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskContext, TaskReport
from zermelo.solver.graph.chance_graph import ChanceGraph
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.methods.value_iteration import compute_bounds_by_value_iteration
from zermelo.solver.plans.solve_planner import prepare_backward_pass
from zermelo.solver.records.solution_records import RecordBlock
from zermelo.solver.solution_files.tier_file_writer import write_record_block
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.object_store import DirectoryObjectStore
from zermelo.solver.storage.temporary_folders import temporary_folder

ENOUGH: Final = 300_000  # positions of a tier that is measured, as where costs were found
MOST_TIERS: Final = 10_000  # of a game without end
TIMES: Final = 4  # of which the first, that compiles, is not taken
SECONDS: Final = 10.0  # after which no more is begun
SWEEPING: Final = 3.08  # times a child's forward seconds, where dice could not be measured
# Bytes of an answer, of which nobody knows before how well they pack: the median of seven solved games, which
# take 0.19 (four in a row on 4x4) to 0.46 (clobber 4x4) of a byte.
ANSWER: Final = 0.39


class RuleCosts(NamedTuple):
    """Cost of a game's rules: a core's seconds for a child, and a position's bytes in the solution's files.

    A child is made and duplicates are found (`forward`), or it is looked up again (`backward`), or its value
    is weighed with those of others (`weighing`), which with dice is `measured` where that was possible.
    """

    forward: float
    backward: float
    weighing: float
    measured: bool
    file: float

    def choose_seconds_per_child(self, kind: str) -> float:
        """Return what a child costs in tasks of a kind."""
        return {
            "combine": self.backward,
            "solve_tier": self.backward,
            "reverse_moves": self.backward,
            "solve_expectations": self.weighing,
        }.get(kind, self.forward)


def measure_rule_costs(program: Program, budget: Budget, tier: Keys | None = None) -> RuleCosts:
    """Return what rules cost on `tier`, positions sorted by `mix`; else a tier of plies is looked for."""
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        tier = _choose_tier_to_measure(program, array_store, workers) if tier is None else tier
        place = _SampleTier(program, tier, array_store, workers)
        forward = _measure_median_seconds(place.expand_children) / place.made
        fold_answers, weigh = SAMPLE_STEPS.choose(program.game)
        backward = (
            _measure_median_seconds(lambda: fold_answers(place)) / place.made if fold_answers else forward
        )
        weighing = SWEEPING * forward
        measured = bool(weigh)
        if measured:
            try:
                weighing = _measure_median_seconds(lambda: weigh(place)) / place.made
            except LoopFound:
                measured = False
        return RuleCosts(forward, backward, weighing, measured, _measure_file_bytes(tier))


def _measure_median_seconds(step: Callable[[], object]) -> float:
    """Return the seconds of this thread that a step takes, after one that loads kernels."""
    took, begun = list[float](), time.thread_time()
    while len(took) < TIMES and (len(took) < 2 or time.thread_time() - begun < SECONDS):
        began = time.thread_time()
        step()
        took.append(time.thread_time() - began)
    return statistics.median(took[1:])


def _choose_tier_to_measure(program: Program, array_store: ArrayStore, workers: Workers) -> Keys:
    """Return the first tier that is large enough, or the largest that has children."""
    expansion = TierExpansion(program, array_store, workers)
    found = tier = list_start_keys(program)
    for _ in range(MOST_TIERS):
        children = expansion.find_next_tier(tier, [len(tier)] * 3)
        if not len(children):
            break
        if len(tier) > len(found):
            found = tier
        if len(tier) >= ENOUGH:
            break
        tier = children
    return found


class _SampleTier:
    """A tier whose children are made, and whose answers are found."""

    def __init__(self, program: Program, tier: Keys, array_store: ArrayStore, workers: Workers) -> None:
        self.program, self.tier, self.array_store, self.workers = program, tier, array_store, workers
        self.children: Any = np.empty(0, np.uint64)
        self.made = 1  # children, copies included

    def expand_children(self) -> None:
        """Make the children, as a task that expands a bucket does."""
        expansion = TierExpansion(self.program, self.array_store, self.workers)
        sizes = [1 + len(self.tier) // 4] * 2 + [len(self.tier)]
        self.children = mix_array(expansion.find_next_tier(self.tier, sizes))
        self.made = max(1, expansion.made)

    def fold_answers(self) -> None:
        """Find the answers, where all children are draws."""
        keys = unmix_array(self.children)
        prepare_backward_pass(self.program, len(self.tier), keys, self.array_store, self.workers)(self.tier)

    def weigh_values(self) -> None:
        """Find what positions are worth by dice, where later tiers have random values.

        Raises `LoopFound` where play could go on for ever, or positions of the tier are missing.
        """
        with temporary_folder() as folder:
            at = OpenedJob(self.program, DirectoryObjectStore(folder))
            number = int(find_tiers_of_positions(at, self.tier[:1])[0])
            task = SolveTask("solve_expectations", number, 0, 0, 0)
            job = SolveJob("", {}, "", "", str(folder), "")
            work = TaskContext(job, at, task, TaskReport(task), self.workers, self.array_store)
            keys = mix_array(self.tier)
            chart = make_bucket_graph(work, keys)
        if NEXT in chart.asked:
            raise LoopFound(f"{self.program.game!r}: positions of the tier are missing")
        values = np.random.default_rng(1).uniform(-1, 1, sum(map(len, chart.asked.values())))
        graph = ChanceGraph(chart.list_all_positions(keys), chart.graph, [], self.program.words)
        compute_bounds_by_value_iteration(
            self.program.game,
            graph,
            self.workers.budget,
            LazyKernels(compiled=True),
            np.stack([values, values]),
        )


# With dice no one pass over a tier finds its answers.
SAMPLE_STEPS: Final[ByKind[tuple[Any, Any]]] = ByKind(
    "steps back that are measured: answers found, and values weighed",
    (_SampleTier.fold_answers, None),
    dice=(None, _SampleTier.weigh_values),
)


def _measure_file_bytes(positions: Keys) -> float:
    """Return the bytes of a position in a file.

    How well positions pack depends on the share of all numbers that are positions, which differs between
    tiers. In seven solved games it predicts the bytes within 8 %.
    """
    positions = np.sort(positions)
    with temporary_folder() as folder:
        alone, all_of_them = (
            write_record_block(
                folder / f"{len(part)}.parquet",
                RecordBlock(part, np.zeros(len(part), np.int8), np.zeros(len(part), np.uint16)),
            )["bytes"]
            for part in (positions[:1], np.concatenate([positions, positions[-1:]]))
        )
    packed: float = (all_of_them - alone) / len(positions)  # what every file has is no position's
    return packed + ANSWER
