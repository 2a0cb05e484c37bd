"""Solve a game of chance by tasks, with the same summary as one process."""

from dataclasses import replace

from zermelo.core.game import Game
from zermelo.solver.cluster.cyclic.cyclic_driver import CyclicDriver
from zermelo.solver.cluster.solve_driver import TaskListener
from zermelo.solver.cluster.solve_job import LOOPS, SolveJob
from zermelo.solver.cluster.task_executors import TaskExecutor
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.chance_run import summarise_expectations
from zermelo.solver.runs.value_tallies import ValueTally


def make_dice_driver(
    job: SolveJob, executor: TaskExecutor, listen: TaskListener | None, bucket: int
) -> CyclicDriver:
    """Return what finds the bounds of all positions, tier by tier."""
    return CyclicDriver(replace(job, folder=f"{job.folder}/{LOOPS}"), executor, bucket=bucket, listen=listen)


def summarise_dice_solution(drive: CyclicDriver, game: Game, tally: ValueTally, seconds: float) -> Summary:
    """Return the summary of a game of chance that is solved."""
    widest, is_decisive, has_loops = drive.summarise_bounds()
    return summarise_expectations(
        game,
        drive.read_start_expectation(),
        sum(drive.figures.sizes),
        list(tally[:3]),
        (seconds, 0.0),
        error_bound=widest / 2,
        has_loops=has_loops,
        is_decisive=is_decisive,
    )
