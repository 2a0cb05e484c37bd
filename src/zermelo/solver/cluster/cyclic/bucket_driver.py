"""Driver base for solves by buckets of a fixed size: of cyclic games, of dice, and over a perfect index."""

from dataclasses import replace

from zermelo.core.arguments import is_count
from zermelo.core.errors import OutOfBudget
from zermelo.solver.cluster.hash_runs import HashRuns
from zermelo.solver.cluster.sealed_notes import read_or_create_note
from zermelo.solver.cluster.solve_driver import (
    BUCKET,
    SLACK,
    ResourceLimits,
    SolveDriver,
    TaskListener,
)
from zermelo.solver.cluster.solve_job import LOOPS, SolveJob
from zermelo.solver.cluster.task_executors import TaskExecutor
from zermelo.solver.plans.bucket_capacity import compute_cyclic_bucket_capacity


class BucketDriver(SolveDriver):
    """A driver by buckets of a fixed size, the one that the work was begun with, in a folder of its own.

    The rounds, and the buckets of each round, follow from that size. Raises `OutOfBudget` where the work was
    begun with buckets that are too large for the memory of now.
    """

    def __init__(
        self,
        job: SolveJob,
        executor: TaskExecutor,
        *,
        bucket: int = BUCKET,
        limits: ResourceLimits | None = None,
        listen: TaskListener | None = None,
    ) -> None:
        job = replace(job, folder=f"{job.folder}/{LOOPS}")
        super().__init__(job, executor, bucket=bucket, limits=limits, listen=listen)
        most = bucket if limits is None else min(bucket, self.compute_capacity(limits.memory))
        noted: int = read_or_create_note(
            self.at.objects, f"{job.folder}/bucket", most, lambda note: is_count(note, 1)
        )
        self.bucket = noted
        if limits is not None and noted > SLACK * most:
            raise OutOfBudget(
                f"{self.at.game!r} was begun with more memory, in buckets of {noted:,} positions; now they "
                f"may have {most:,}: raise --memory, or remove {self.at.objects.url}/{job.folder}"
            )

    def compute_capacity(self, memory: int) -> int:
        """Return how many positions a bucket may have for a task of so many bytes."""
        return compute_cyclic_bucket_capacity(memory)

    def open_hash_runs(self, tier: int, kind: str, bucket: int) -> HashRuns:
        """Return an object of runs."""
        return HashRuns(self.open_bucket_object(tier, kind, bucket))
