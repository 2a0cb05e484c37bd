"""A game whose tiers are larger than memory, solved on this machine bucket by bucket, with its store on disk.

It is a solve by tasks of threads, so it goes on where it was killed, and by the tasks of a cluster too.
"""

import shutil
import weakref
from pathlib import Path
from typing import Final

from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.run import FIRST_BRANCHING, Within
from zermelo.cluster.solving import solve_on
from zermelo.cluster.work import Report
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has
from zermelo.solution.files import open_records
from zermelo.solution.lean import ALL, Kept
from zermelo.solution.manifest import read_manifest, summary_of
from zermelo.storage.disk import Disk, bytes_in
from zermelo.storage.own_folders import make_folder
from zermelo.storage.whole import writing
from zermelo.work import store as stores
from zermelo.work.room import A_TASK, LARGEST, least_within
from zermelo.work.solving import Solved

BUCKET: Final = LARGEST
FINDING: Final = ("merge", "reach")  # kinds of tasks that tell how many positions they found
SOLVING: Final = ("combine", "unwind", "advance", "trickle", "weigh", "conclude", "settle", "conclude_ranks")

RANKED: Final = 4 * A_TASK  # bytes for a thread over an index, below which fewer threads do more
CHILDREN: Final = 3  # of the disk that is free, or may be taken, children may take one part of so many


def solve_within(game: Game, budget: Budget, store: Path | None, kept: Kept = ALL) -> Solved:
    """Solve a game tier by tier, holding no more than some buckets of a tier at a time.

    Without a store its files are temporary, and go when nothing of the solution is in use. Raises what
    `solve_on` does, `OutOfBudget` where not even small buckets fit, `Cancelled`.
    """
    budget.settle()
    threads, least = budget.threads, least_within(FIRST_BRANCHING)
    if has(game, "rank"):  # what every task takes, whatever its bucket, is most of a little memory
        threads = max(1, min(threads, budget.for_arrays // RANKED))
    while threads > 1 and budget.for_arrays < threads * least:
        threads -= 1
    if budget.for_arrays < least:
        raise OutOfBudget(
            f"memory {budget.memory >> 20:,} MB is too little: a bucket of positions needs "
            f"{budget.base + least >> 20:,} MB; raise --memory"
        )
    place = store
    if place is None:
        place = make_folder()
    done = solved = 0

    def listen(report: Report) -> None:
        nonlocal done, solved
        if report.task.kind in SOLVING:
            solved += report.positions
            budget.report("solve", solved)
        elif not solved:
            done += report.positions if report.task.kind in FINDING else 0
            budget.report("enumerate", done)

    executor = LocalExecutor(threads)
    try:
        with writing(place):
            place.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(place).free
        disk = Disk(budget.disk, bytes_in(place / stores.work_folder(game, kept)))
        most = min(free, free if budget.disk is None else budget.disk)
        within = Within(budget.for_arrays // threads, most // CHILDREN, disk, threads)
        made = solve_on(game, executor, str(place), bucket=BUCKET, within=within, kept=kept, listen=listen)
        executor.close()
        directory = Path(made.place)
        manifest = read_manifest(directory)
        records = open_records(directory, manifest, game)
    except BaseException:
        executor.close()  # first: who is still at work would make the folder anew
        if store is None:
            shutil.rmtree(place, ignore_errors=True)
        raise
    if store is None:
        weakref.finalize(records, shutil.rmtree, place, ignore_errors=True)
    return Solved(summary_of(manifest), records, None if store is None else directory)
