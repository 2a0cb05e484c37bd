"""Driver of a solve: it has tasks done, reports progress, and notes which files of the solution exist.

It holds nothing but sizes, which are in the store too. So it can be killed at any time and continued.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.solver.cluster.record_ranges import format_record_counts_note_name, read_record_counts_note
from zermelo.solver.cluster.sealed_notes import create_note_if_missing, read_note
from zermelo.solver.cluster.solve_job import (
    FILED,
    OpenedJob,
    SolveJob,
    format_object_owner,
    make_lost_object_error,
    open_job,
)
from zermelo.solver.cluster.solve_progress import FINDS, SOLVES, SolveFigures, SolveProgress
from zermelo.solver.cluster.task_context import (
    SolveTask,
    TaskReport,
    build_files_note,
    format_files_note_name,
    format_slice_note_name,
    is_tally,
)
from zermelo.solver.cluster.task_executors import TaskExecutor
from zermelo.solver.plans.bucket_capacity import compute_least_task_memory
from zermelo.solver.records.ranked_records import SLICE
from zermelo.solver.runs.integer_run import RETROGRADE
from zermelo.solver.runs.value_tallies import ValueTally
from zermelo.solver.solution_files.file_entries import find_tier_fault, iterate_file_spans
from zermelo.solver.storage.array_sections import ArraySections
from zermelo.solver.storage.disk_quota import DiskQuota

TaskListener = Callable[[TaskReport], object]
BUCKET: Final = 1 << 20  # positions that a task works on
FIRST_BRANCHING: Final = 8.0  # children of a position, before any are seen
SLACK: Final = 1.25  # of a bucket: what a process holds besides differs from run to run


class ResourceLimits(NamedTuple):
    """Limits of a solve: bytes of memory for a task, and of disk for children and for everything.

    `threads` threads do tasks, or work together on a single task.
    """

    memory: int
    children: int
    disk: DiskQuota | None = None
    threads: int = 1


class SolveDriver:
    """Driver of a solve on an executor; `listen` is called with the report of every task that is done."""

    domain = "reachable"  # which positions are solved
    subfolder = ""  # of the solve's folder, with a stroke before it, in which all of the work is

    def __init__(
        self,
        job: SolveJob,
        executor: TaskExecutor,
        *,
        bucket: int = BUCKET,
        limits: ResourceLimits | None = None,
        listen: TaskListener | None = None,
    ) -> None:
        self.job = job = replace(job, folder=job.folder + self.subfolder)
        self.executor, self.bucket, self.limits, self.listen = executor, bucket, limits, listen
        self.at: OpenedJob = open_job(job)
        self.figures = SolveFigures()
        self.finding = True
        self.solved = 0  # positions, with those of earlier runs
        self.memory = 0  # bytes for the arrays of a task, some more than buckets are made for;
        if limits is not None:  # 0: its share of what the machine has
            least = compute_least_task_memory(FIRST_BRANCHING)
            self.memory = max(least, int(SLACK * limits.memory))
        self.prepare()

    def prepare(self) -> None:
        """Set up what drives of a kind have besides."""

    def solve(self) -> list[dict[str, Any]]:
        """Make all that is lacking; return the notes that say what the solution's files hold."""
        raise NotImplementedError

    @property
    def method(self) -> str:
        """How positions without dice are solved, as a summary says it."""
        return RETROGRADE

    def read_start_answer(self) -> tuple[Any, int]:
        """Return the first start's value and remoteness, with dice `UNTIMED`."""
        raise NotImplementedError

    def count_solved(self, tally: ValueTally) -> int:
        """Return how many positions were solved, which over an index were counted alone."""
        return tally.positions if self.domain == "index" else sum(self.figures.sizes)

    def find_representative_of_start(self) -> Any:
        """Return the position that stands for the first start."""
        return build_representative_function(self.at.game)(next(iter(self.at.game.starts())))

    def run_tasks(self, tasks: Iterable[SolveTask | None]) -> list[TaskReport]:
        """Run tasks; return their reports."""
        return list(self.run_and_yield_reports(tasks))

    def list_missing_tasks(self, model: SolveTask, kind: str, buckets: Iterable[int]) -> list[SolveTask]:
        """Return the tasks of buckets whose object is not there."""
        there = self.list_existing_object_names(f"tier-{model.tier:04d}/{kind}")
        missing = [each for each in buckets if self.job.object_name(model.tier, kind, each) not in there]
        return [replace(model, bucket=bucket) for bucket in missing]

    def run_and_yield_reports(self, tasks: Iterable[SolveTask | None]) -> Iterator[TaskReport]:
        """Run tasks, and yield the report of each."""
        total = len(tasks) if isinstance(tasks, Sized) else 0
        for done, report in enumerate(self.executor.run(self.job, self._yield_tasks_with_memory(tasks)), 1):
            self.figures.tasks += 1
            self.figures.repeated += not report.made
            self.figures.read += report.read
            self.figures.written += report.written
            self.figures.seconds += report.seconds
            self.finding &= report.task.kind in FINDS
            if report.task.kind in SOLVES:
                self.solved += report.positions
            if self.listen is not None:
                report.standing = SolveProgress.from_figures(
                    self.figures, self.executor.worker_count, done, total, self.solved, finding=self.finding
                )
                self.listen(report)
            yield report

    def _yield_tasks_with_memory(self, tasks: Iterable[SolveTask | None]) -> Iterator[SolveTask | None]:
        """Yield tasks that know what memory they may take."""
        for task in tasks:
            yield task if task is None or task.memory else replace(task, memory=self.memory)

    def open_bucket_object(self, tier: int, kind: str, bucket: int) -> ArraySections:
        """Return a bucket's object; raises `DamagedScratch` where it is not there any more."""
        name = self.job.object_name(tier, kind, bucket)
        try:
            found = ArraySections(self.at.objects, name, format_object_owner(self.job, name))
            len(found)  # read now
            return found
        except FileNotFoundError:
            raise make_lost_object_error(self.job, f"{self.at.objects.url}/{name}") from None

    def list_existing_object_names(self, folder: str) -> set[str]:
        """Return the names that the store has in a folder of the work."""
        return set(self.at.objects.yield_object_names(f"{self.job.folder}/{folder}"))

    def read_file_note(self, number: int) -> dict[str, Any]:
        """Return the note of a file of the solution, which is not trusted: anybody may have written it."""

        def is_whole(note: Any) -> bool:
            return _is_files_note(note) and find_tier_fault(note["entries"], number) is None

        found: dict[str, Any] = self.read_note(format_slice_note_name(self.job, number), is_whole)
        return found

    def write_rank_slices(self, model: SolveTask, ranks: int) -> list[dict[str, Any]]:
        """Have slices of so many ranks written that are not there; return the notes of all."""
        slices = range(-(-ranks // SLICE))
        there = self.list_existing_object_names("solution")
        lacking = [each for each in slices if format_slice_note_name(self.job, each) not in there]
        self.run_tasks([replace(model, bucket=each) for each in lacking])
        return [self.read_file_note(number) for number in slices]

    def list_missing_file_tasks(self, model: SolveTask, files: int) -> list[SolveTask]:
        """Return a task for each file of a tier that no task has put yet."""
        there = self.list_existing_object_names(f"tier-{model.tier:04d}/{FILED}")
        lacking = [
            each for each in range(files) if format_files_note_name(self.job, model.tier, each) not in there
        ]
        return [replace(model, bucket=number) for number in lacking]

    def write_files_note(self, tier: int, tasks: int) -> None:
        """Note that all files of a tier are there, and how many tasks have put them."""
        entries, tally = list[Any](), ValueTally()
        for number in range(tasks):
            note = self.read_note(format_files_note_name(self.job, tier, number), _is_files_note)
            entries += note["entries"]
            tally += ValueTally(*note["tally"])
        create_note_if_missing(
            self.at.objects, format_slice_note_name(self.job, tier), build_files_note(entries, tally)
        )

    def write_record_counts_note(self, tier: int, counts: list[int]) -> None:
        """Note how many records each range of a tier has."""
        create_note_if_missing(self.at.objects, format_record_counts_note_name(self.job, tier), counts)

    def count_tier_files(self, tier: int) -> int:
        """Return how many files a tier has whose ranges are counted."""
        return len(list(iterate_file_spans(sum(read_record_counts_note(self.at, self.job, tier)))))

    def read_note(self, name: str, fits: Callable[[Any], bool]) -> Any:
        """Return what a note says; raises `DamagedScratch` where that does not fit, or it is not there."""
        try:
            return read_note(self.at.objects, name, fits)
        except FileNotFoundError:
            raise make_lost_object_error(self.job, f"{self.at.objects.url}/{name}") from None


def _is_files_note(note: Any) -> bool:
    """Return whether a note says what files hold, each of which is looked at when all are there."""
    whole = isinstance(note, dict) and set(note) == {"entries", "tally"}
    return whole and isinstance(note["entries"], list) and is_tally(note["tally"])
