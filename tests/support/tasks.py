"""What tests of solves by tasks share: an executor of one worker, runs that are killed, and a solution's files."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made.dice_games import RankedCoin
from made.kinds import Pools
from made.random_games import RandomBrook, RandomLayers, RandomScores, RandomThrows
from support.performing import InOrder as InOrder
from support.performing import Killed as Killed

from zermelo.core.game import Game
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.cyclic.cyclic_driver import CyclicDriver
from zermelo.solver.cluster.indexed.partitioned_index_driver import PartitionedIndexDriver
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.sealed_notes import encode_sealed_note
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.plans.bucket_capacity import compute_slot_state_bytes

# Games that have every kind of task between them, with buckets of so many positions, and the share of the
# memory that the codes of a whole tier of an index may take
WAYS: tuple[tuple[Game, int, float], ...] = (
    (RandomLayers(seed=5, width=12, depth=5, most=4, begins=3), 10, 0),
    (Pools(seed=1), 18, 0),
    (RandomThrows(seed=4, size=18), 5, 0),
    (RandomScores(seed=4, size=24, most=3), 6, 0),
    (RandomBrook(seed=1, size=40, most=3), 8, 0),
    (RandomBrook(seed=1, size=40, most=3), 8, 0.9),
    (RankedCoin(), 2, 0),
)


def in_groups_of(buckets: int, monkeypatch: pytest.MonkeyPatch, *, sent: int = 1 << 21) -> None:
    """Let levels be done by groups of so many buckets, which send so many messages at once."""
    for kind in (CyclicDriver, PartitionedIndexDriver):
        monkeypatch.setattr(kind, "bytes_a_place", compute_slot_state_bytes(2) * buckets)
    monkeypatch.setattr("zermelo.solver.cluster.cyclic.bucket_group_levels.SENT", sent)


class OneEach:
    """Does tasks, one in each run, which is killed before its next; nothing is made twice.

    `name` says what a task makes; `done` are the names of all that were made.
    """

    def __init__(self, name: Callable[[SolveJob, SolveTask], str]) -> None:
        self.name = name
        self.done: list[str] = []
        self.kills = 0
        self._fresh = True

    def __call__(self, job: SolveJob, task: SolveTask) -> TaskReport:
        if not self._fresh:
            raise Killed
        report = perform_task(job, task)
        made = self.name(job, task)
        assert report.made and made not in self.done, made
        self.done.append(made)
        self._fresh = False
        return report

    def solve(self, game: Game, store: Path, bucket: int, workers: Callable[[], int] = lambda: 1) -> str:
        """Run until a run has nothing to do but to publish; return where the solution is."""
        while True:
            self._fresh = True
            executor = InOrder(self)
            executor.worker_count = workers()
            try:
                place = solve_by_tasks(game, executor, str(store), bucket=bucket).place
            except Killed:
                self.kills += 1
                continue
            assert self.kills >= len(self.done) - 1 > 2
            return place


def killed_at_random(
    game: Game, store: Path, seed: int | str, often: Callable[[SolveTask], float], **how: Any
) -> tuple[str, int, list[str]]:
    """Kill runs before and after tasks, as often as is said, until one is through; what was done is listed.

    Return where the solution is, how many runs were killed, and the names of the tasks.
    """
    chance, done, kills = random.Random(seed), list[str](), 0

    def perhaps(job: SolveJob, task: SolveTask) -> TaskReport:
        if chance.random() < often(task):
            raise Killed
        report = perform_task(job, task)
        if "lacks" not in report.more:
            done.append(named(job, task))
        if chance.random() < often(task):
            raise Killed
        return report

    while True:
        try:
            return solve_by_tasks(game, InOrder(perhaps), str(store), **how).place, kills, done
        except Killed:
            kills += 1


def named(job: SolveJob, task: SolveTask) -> str:
    """Return what a task is called among all of a solve's."""
    where = job.folder.rpartition("/")[2]
    return f"{where} {task.kind} {task.tier} {task.bucket} {task.number} {task.sources} {task.width}"


def forge_note(store: Path, name: str, said: bytes) -> None:
    """Write a note as a stranger does who knows how they are sealed, over one that is there."""
    path = store / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_sealed_note(name, said.decode()))


def turn_last_bit(path: Path) -> None:
    """Turn the last bit of a file round."""
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def files_of(directory: Path | str | None) -> dict[str, bytes]:
    """Return the bytes of a solution's files, none of no directory."""
    return (
        {}
        if directory is None
        else {path.name: path.read_bytes() for path in Path(directory).glob("*.parquet")}
    )
