"""A game of chance solved by tasks, and what its summary says, as that of one process does."""

from dataclasses import replace

from zermelo.cluster.driver import Told
from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.job import LOOPS, Job
from zermelo.cluster.loop_run import LoopDrive
from zermelo.core.game import Game
from zermelo.solution.summary import Summary
from zermelo.work.chance_run import summarise_expectations
from zermelo.work.tallies import Tally


def dice_drive(job: Job, executor: TaskExecutor, listen: Told | None, bucket: int) -> LoopDrive:
    """Return what finds the bounds of all positions, tier by tier."""
    return LoopDrive(replace(job, folder=f"{job.folder}/{LOOPS}"), executor, bucket=bucket, listen=listen)


def dice_summary(drive: LoopDrive, game: Game, tally: Tally, seconds: float) -> Summary:
    """Return the summary of a game of chance that is solved."""
    widest, is_decisive, has_loops = drive.said_of_dice()
    return summarise_expectations(
        game,
        drive.start_value(),
        sum(drive.figures.sizes),
        list(tally[:3]),
        (seconds, 0.0),
        error_bound=widest / 2,
        has_loops=has_loops,
        is_decisive=is_decisive,
    )
