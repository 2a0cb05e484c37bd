"""The solution of a perfect index in buckets, ranges of its places.

    write_rank_slice  a slice of the solution: a file, from the answers of the buckets that it is of

The other tasks are those of tiers in buckets; see `bucket_places`.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import DamagedScratch
from zermelo.core.values import UNTIMED
from zermelo.solver.cluster.cyclic.bucket_places import build_bucket_layout, build_task_layout
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS, widen_packed_answers
from zermelo.solver.cluster.expectation.bucket_graph import BOUNDS, read_known_values
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index, publish_rank_slice
from zermelo.solver.cluster.solve_job import ANSWERS, OpenedJob, SolveJob, format_object_owner
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.methods.indexed_value_iteration import compute_midpoint_values
from zermelo.solver.methods.retrograde_analysis import get_undecided_answer
from zermelo.solver.records.ranked_records import SLICE
from zermelo.solver.records.solution_records import unpack_answer
from zermelo.solver.storage.array_sections import ArraySections

Column = npt.NDArray[Any]


def write_rank_slice_file(work: TaskContext) -> None:
    """Write a slice's file of the solution, and note what it holds."""
    rows = np.concatenate(list(_yield_slice_answers(work, work.task.bucket)), axis=1)
    publish_rank_slice(work, rows[0] if len(rows) == 1 else compute_midpoint_values(rows.T))


def _yield_slice_answers(work: TaskContext, number: int) -> Iterator[Column]:
    """Yield what is known of the ranks of a slice, in their order; answers as wide as the widest."""
    places = get_slots_of_job_index(work.at)
    rank, end = number * SLICE, min((number + 1) * SLICE, places.place_count)
    while rank < end:
        tier = bisect_right(places.bounds, rank) - 1
        shape = build_task_layout(work, tier)
        bucket = (rank - shape.first) >> shape.width
        begin, beyond = shape.get_rank_span_of_bucket(bucket)
        found = read_known_values(work, tier, bucket)
        if found.shape[1] != beyond - begin:
            raise DamagedScratch(f"{work.at.objects.url}: answers of tier {tier} are others: begin anew")
        found = found[:, rank - begin : min(end, beyond) - begin]
        yield found if found.dtype.kind == "f" else widen_packed_answers(found, max(WIDTHS))
        rank = min(end, beyond)


class StoredAnswers:
    """The answers of an index as tasks have left them, of which one is asked for."""

    def __init__(self, at: OpenedJob, job: SolveJob, most: int) -> None:
        self.at, self.job, self.most = at, job, most

    def find_answer_of_rank(self, rank: int) -> tuple[Any, int] | None:
        """Return (value, remoteness, `NO_END` or `UNTIMED`) of a rank, None where it has no position."""
        places = get_slots_of_job_index(self.at)
        tier = bisect_right(places.bounds, rank) - 1
        shape = build_bucket_layout(places, tier, self.most)
        bucket = (rank - shape.first) >> shape.width
        name = self.job.object_name(tier, ANSWERS, bucket)
        sections = ArraySections(self.at.objects, name, format_object_owner(self.job, name))
        place = rank - shape.get_rank_span_of_bucket(bucket)[0]
        if sections.dtype.kind == "f":
            low, high = (float(sections.read_section(row)[place]) for row in range(BOUNDS))
            return ((low + high) / 2, UNTIMED) if low <= high else None
        answers = sections.read_all_sections()
        answer = int(answers[place])
        if answer == get_undecided_answer(answers.dtype) + 1:
            return None
        return unpack_answer(answer, WIDTHS[answers.dtype.itemsize].parameter)
