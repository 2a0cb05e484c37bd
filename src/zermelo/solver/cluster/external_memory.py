"""Solve a game whose tiers are larger than memory on this machine, bucket by bucket, with a store on disk.

It is a solve by tasks, run by threads, so it continues where it was killed, also on a cluster.
"""

import shutil
import weakref
from pathlib import Path
from typing import Final

from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.solve_driver import FIRST_BRANCHING, ResourceLimits
from zermelo.solver.cluster.task_context import TaskReport
from zermelo.solver.cluster.task_executors import LocalExecutor
from zermelo.solver.plans.bucket_capacity import A_TASK, LARGEST, compute_least_task_memory
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode
from zermelo.solver.runs.solve_game import SolveResult
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.file_records import open_records
from zermelo.solver.solution_files.solution_manifest import read_manifest, read_summary
from zermelo.solver.storage.atomic_files import explain_write_errors
from zermelo.solver.storage.disk_quota import DiskQuota, count_folder_bytes
from zermelo.solver.storage.temporary_folders import make_temporary_folder

BUCKET: Final = LARGEST
FINDING: Final = ("merge", "find_positions")  # kinds of tasks that report how many positions they found
SOLVING: Final = (
    "combine",
    "solve_tier",
    "advance",
    "advance_sparse",
    "solve_expectations",
    "finish",
    "solve_index_tier",
)

RANKED: Final = 4 * A_TASK  # bytes for a thread over an index, below which fewer threads do more
CHILDREN: Final = 3  # of the disk that is free, or may be taken, children may take one part of so many


def solve_in_external_memory(
    game: Game, budget: Budget, store: Path | None, kept: StorageMode = FULL_STORAGE
) -> SolveResult:
    """Solve a game tier by tier, holding no more than some buckets of a tier at a time.

    Without a store its files are temporary, and go when nothing of the solution is in use. Raises what
    `solve_by_tasks` does, `OutOfBudget` where not even small buckets fit, `Cancelled`.
    """
    budget.record_base_memory()
    threads, least = budget.threads, compute_least_task_memory(FIRST_BRANCHING)
    if has(game, "rank"):  # what every task takes, whatever its bucket, is most of a little memory
        threads = max(1, min(threads, budget.array_memory // RANKED))
    while threads > 1 and budget.array_memory < threads * least:
        threads -= 1
    if budget.array_memory < least:
        raise OutOfBudget(
            f"memory {budget.memory >> 20:,} MB is too little: a bucket of positions needs "
            f"{budget.base + least >> 20:,} MB; raise --memory"
        )
    place = store
    if place is None:
        place = make_temporary_folder()
    done = solved = 0

    def report_finished_task(report: TaskReport) -> None:
        nonlocal done, solved
        if report.task.kind in SOLVING:
            solved += report.positions
            budget.report("solve", solved)
        elif not solved:
            done += report.positions if report.task.kind in FINDING else 0
            budget.report("enumerate", done)

    executor = LocalExecutor(threads)
    try:
        with explain_write_errors(place):
            place.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(place).free
        disk = DiskQuota(budget.disk, count_folder_bytes(place / stores.format_work_folder(game, kept)))
        most = min(free, free if budget.disk is None else budget.disk)
        within = ResourceLimits(budget.array_memory // threads, most // CHILDREN, disk, threads)
        made = solve_by_tasks(
            game, executor, str(place), bucket=BUCKET, limits=within, kept=kept, listen=report_finished_task
        )
        executor.close()
        directory = Path(made.place)
        manifest = read_manifest(directory)
        records = open_records(directory, manifest, game)
    except BaseException:
        executor.close()  # first: a thread still at work would make the folder anew
        if store is None:
            shutil.rmtree(place, ignore_errors=True)
        raise
    if store is None:
        weakref.finalize(records, shutil.rmtree, place, ignore_errors=True)
    kept_in = None if store is None else directory
    return SolveResult(read_summary(manifest, game, kept_in), records, kept_in)
