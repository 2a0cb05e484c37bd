"""Driver base for solves of cyclic games: it opens runs, and makes tasks for missing objects."""

from collections.abc import Iterable
from dataclasses import replace

from zermelo.core.arguments import is_count
from zermelo.solver.cluster.hash_runs import HashRuns
from zermelo.solver.cluster.ply_driver import BUCKET
from zermelo.solver.cluster.sealed_notes import read_or_create_note
from zermelo.solver.cluster.solve_driver import SolveDriver, TaskListener
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask
from zermelo.solver.cluster.task_executors import TaskExecutor


class BucketDriver(SolveDriver):
    """A driver by buckets of a fixed size, the one that the work was begun with.

    The rounds, and the buckets of each round, follow from that size.
    """

    def __init__(
        self,
        job: SolveJob,
        executor: TaskExecutor,
        *,
        bucket: int = BUCKET,
        listen: TaskListener | None = None,
    ) -> None:
        super().__init__(job, executor, listen=listen)
        noted: int = read_or_create_note(
            self.at.objects, f"{job.folder}/bucket", bucket, lambda note: is_count(note, 1)
        )
        self.bucket = noted

    def open_hash_runs(self, tier: int, kind: str, bucket: int) -> HashRuns:
        """Return an object of runs."""
        return HashRuns(self.open_bucket_object(tier, kind, bucket))

    def run_tasks(self, tasks: Iterable[SolveTask | None]) -> None:
        """Run tasks."""
        for _ in self.run_and_yield_reports(tasks):
            pass

    def list_missing_tasks(self, model: SolveTask, kind: str, buckets: Iterable[int]) -> list[SolveTask]:
        """Return the tasks of buckets whose object is not there."""
        there = self.list_existing_object_names(f"tier-{model.tier:04d}/{kind}")
        missing = [each for each in buckets if self.job.object_name(model.tier, kind, each) not in there]
        return [replace(model, bucket=bucket) for bucket in missing]
