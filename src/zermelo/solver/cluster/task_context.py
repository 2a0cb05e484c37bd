"""Tasks, their reports, and the context in which a task runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy.typing as npt

from zermelo.core.arguments import is_count
from zermelo.solver.cluster.sealed_notes import create_note_if_missing
from zermelo.solver.cluster.solve_job import FILED, OpenedJob, SolveJob, format_object_owner
from zermelo.solver.cluster.solve_progress import SolveProgress
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.solution_files.file_entries import Entry
from zermelo.solver.storage.array_sections import ArraySections, pack_array_sections
from zermelo.solver.storage.array_store import ArrayStore


@dataclass(frozen=True)
class SolveTask:
    """A task for a bucket; its tier has `2**bits` buckets, the next tier `2**next_bits`."""

    kind: str
    tier: int
    bucket: int
    bits: int
    next_bits: int
    memory: int = 0  # bytes for arrays; 0: its share of what the machine has
    all_bits: tuple[int, ...] = ()  # of all tiers so far, for `compare`
    sources: tuple[int, ...] = ()  # tiers whose objects are read
    number: int = 0  # of the run or the step that is made, where a tier is worked on by rounds
    runs: tuple[tuple[int, int, int], ...] = ()  # what is known of it: a number, bits, and a mask of buckets
    parts: tuple[tuple[int, int, int], ...] = ()  # and what is new, alike
    most: int = 0  # positions that a task takes on by itself
    group: int = 0  # bits of a bucket that say which of its group it is
    chains: tuple[tuple[int, ...], ...] = ()  # of each group, which steps have its state
    width: int = 2  # bytes of an answer
    threads: int = 1  # that it may have for itself
    level: tuple[int, int, int] = (0, 0, -1)  # a value, a remoteness, and the one before it, of a step

    def __str__(self) -> str:
        return f"{self.kind} of tier {self.tier}, bucket {self.bucket}"


@dataclass
class TaskReport:
    """Report of a finished task.

    Parameters
    ----------
    task : SolveTask
        The task: its kind, tier and bucket.
    positions : int
        Positions of its bucket.
    read, written : int
        Bytes.
    seconds : float
        Core seconds, without waiting for the store.
    made : bool
        Whether this worker made the result; False where another had made it.
    more : dict
        Results that only the driver reads.
    standing : SolveProgress or None
        Progress of the whole solve when its driver received the report.
    """

    task: SolveTask
    positions: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0  # of a core; waiting for the store is not in them
    made: bool = True  # False: another worker had made it
    more: dict[str, Any] = field(default_factory=dict)
    standing: SolveProgress | None = None  # of the whole solve, when its driver received this report


@dataclass
class TaskContext:
    """A task while it is done."""

    job: SolveJob
    at: OpenedJob
    task: SolveTask
    report: TaskReport
    workers: Workers
    array_store: ArrayStore

    def open_bucket_object(self, tier: int, kind: str, bucket: int) -> ArraySections:
        """Return a bucket's object."""
        name = self.job.object_name(tier, kind, bucket)
        return ArraySections(self.at.objects, name, format_object_owner(self.job, name))

    def read_whole_object(self, tier: int, kind: str, bucket: int) -> npt.NDArray[Any]:
        """Read all of a bucket's object."""
        return self.add_to_bytes_read(self.open_bucket_object(tier, kind, bucket).read_all_sections())

    def yield_section_of_buckets(
        self, tier: int, kind: str, buckets: Iterable[int], number: int
    ) -> Iterator[npt.NDArray[Any]]:
        """Read one section of the object of each of some buckets, which are about as large as one another."""
        near = 0
        for bucket in buckets:
            found = self.open_bucket_object(tier, kind, bucket)
            yield self.add_to_bytes_read(found.read_section(number, near))
            near = found.near

    def add_to_bytes_read(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what was read, and count it."""
        self.report.read += array.nbytes
        return array

    def write_bucket_object(
        self, tier: int, kind: str, bucket: int, sections: list[npt.NDArray[Any]], dtype: Any
    ) -> None:
        """Make a bucket's object, of sections."""
        name = self.job.object_name(tier, kind, bucket)
        content = pack_array_sections(sections, dtype, format_object_owner(self.job, name))
        self.report.written += len(content)
        self.report.made = self.at.objects.put(name, content)

    def publish_file(self, name: str, path: Path) -> None:
        """Put a file of the solution that is on this machine's disk."""
        self.report.written += path.stat().st_size
        self.at.objects.put_file(f"{self.job.folder}/solution/{name}", path)

    def publish_slice_file(self, number: int, path: Path, entry: Entry, tally: "tuple[int, ...]") -> None:
        """Put the file of a slice of ranks, and then the note that it is there."""
        self.publish_file(entry["name"], path)
        self.report.made = create_note_if_missing(
            self.at.objects, format_slice_note_name(self.job, number), build_files_note([entry], tally)
        )

    def write_files_note(self, entries: list[Entry], tally: "tuple[int, ...]") -> None:
        """Note what the files hold that the task has put."""
        name = format_files_note_name(self.job, self.task.tier, self.task.bucket)
        self.report.made = create_note_if_missing(self.at.objects, name, build_files_note(entries, tally))


def build_files_note(entries: list[Entry], tally: "tuple[int, ...]") -> dict[str, Any]:
    """Return a note of what files hold."""
    return {"entries": entries, "tally": list(tally)}


def is_tally(thing: Any) -> bool:
    """Return whether a thing is four counts: wins, draws, losses, the longest remoteness."""
    return isinstance(thing, list) and len(thing) == 4 and all(is_count(each, 0) for each in thing)


def format_files_note_name(job: SolveJob, tier: int, number: int) -> str:
    """Return the name of the note that files of a tier are there, made by the task that put them."""
    return job.object_name(tier, FILED, number)


def format_slice_note_name(job: SolveJob, number: int) -> str:
    """Return the name of the note that all files of a tier of the solution are there, made after them."""
    return f"{job.folder}/solution/{number:04d}.json"
