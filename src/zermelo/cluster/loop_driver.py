"""What drives a solve of a game in which play comes round has at hand: runs, and tasks of what is lacking."""

from collections.abc import Iterable
from dataclasses import replace

from zermelo.cluster.driver import Driver, Told
from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.job import Job
from zermelo.cluster.notes import agreed
from zermelo.cluster.run import BUCKET
from zermelo.cluster.shares import Runs
from zermelo.cluster.work import Task
from zermelo.core.arguments import is_count


class LoopDriver(Driver):
    """A driver by buckets of about so many positions: as many as the work was begun with.

    Which rounds there are, and which buckets each of them has, follows from that.
    """

    def __init__(
        self, job: Job, executor: TaskExecutor, *, bucket: int = BUCKET, listen: Told | None = None
    ) -> None:
        super().__init__(job, executor, listen=listen)
        noted: int = agreed(self.at.objects, f"{job.folder}/bucket", bucket, lambda note: is_count(note, 1))
        self.bucket = noted

    def runs(self, tier: int, kind: str, bucket: int) -> Runs:
        """Return an object of runs."""
        return Runs(self.sections(tier, kind, bucket))

    def do(self, tasks: Iterable[Task | None]) -> None:
        """Have tasks done."""
        for _ in self.reports(tasks):
            pass

    def lacking(self, model: Task, kind: str, buckets: Iterable[int]) -> list[Task]:
        """Return the tasks of buckets whose object is not there."""
        there = self.there(f"tier-{model.tier:04d}/{kind}")
        missing = [each for each in buckets if self.job.name(model.tier, kind, each) not in there]
        return [replace(model, bucket=bucket) for bucket in missing]
