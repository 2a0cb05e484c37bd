"""Tasks that solve a tier by its buckets' own graphs: with dice, or with points in play of any length.

solve_expectations  a tier that fits one task: its graph, and from that its bounds or answers
build_graph         a bucket's graph, and what it asks of others
find_requested      which of a bucket's places others ask for, and the replies of later tiers to it
sweep               a bucket's places swept with the last reports of the others; and a report to each of
                    them
finish              a bucket's bounds or answers, when nothing moves any more
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.core.errors import DamagedScratch
from zermelo.core.game import has
from zermelo.solver.cluster.cyclic.bucket_places import HashedBucket, open_bucket
from zermelo.solver.cluster.cyclic.tier_notes import read_tier_note
from zermelo.solver.cluster.expectation.bucket_graph import (
    HELD,
    MARKED,
    OUTER,
    ROUND_REPORT,
    BucketGraph,
    Column,
    make_bucket_graph,
    read_arrays_of_mixed_types,
    read_known_values,
    write_arrays_of_mixed_types,
)
from zermelo.solver.cluster.expectation.bucket_recurrences import RECURRENCES, BucketRecurrence
from zermelo.solver.cluster.hash_runs import (
    LATER,
    NEXT,
    open_hash_runs,
    read_bucket_keys,
    split_hashes_by_bucket,
)
from zermelo.solver.cluster.indexed.index_expectation_tasks import RANKS
from zermelo.solver.cluster.solve_job import ASKED
from zermelo.solver.cluster.task_context import TaskContext
from zermelo.solver.methods.value_iteration import find_largest_possible_value


def uses_bucket_graphs(game: Any) -> bool:
    """Return whether tiers are solved by the graphs of their buckets."""
    return RECURRENCES.choose(game) is not None


def solve_tier_of_one_bucket(work: TaskContext) -> None:
    """Find the bounds or answers of a tier that is one bucket; make nothing where a cycle brings points."""
    recurrence = _get_hashed_recurrence(work)
    keys = read_bucket_keys(work, work.task.tier, 0)
    chart = make_bucket_graph(work, keys)
    if NEXT in chart.asked:
        raise DamagedScratch(f"{work.at.objects.url}: a move leads to no position that was found: begin anew")
    rows = np.concatenate(
        [np.empty((len(recurrence.types) - 1, 0)), *_yield_later_tier_values(work, chart)], axis=1
    )
    work.report.positions = len(keys)
    recurrence.solve_one_bucket_tier(work, chart, keys, rows)


def _get_bucket_recurrence(work: TaskContext) -> BucketRecurrence:
    return RANKS if has(work.at.game, "rank") else _get_hashed_recurrence(work)


def _get_hashed_recurrence(work: TaskContext) -> BucketRecurrence:
    recurrence = RECURRENCES.choose(work.at.game)
    assert recurrence is not None
    return recurrence


def _yield_later_tier_values(work: TaskContext, chart: BucketGraph) -> Iterator[Column]:
    """Yield what later tiers say of the places that are asked for [rows, n], one bucket after another."""
    for label, asked in chart.asked.items():
        bits = read_tier_note(work.at, work.job, label - LATER).bits
        for bucket, mixes in enumerate(split_hashes_by_bucket(asked, bits)):
            if len(mixes):
                rows = read_known_values(work, label - LATER, bucket)
                yield HashedBucket(work, label - LATER, bucket).select_columns(rows, mixes)


# In buckets


def build_and_write_bucket_graph(work: TaskContext) -> None:
    """Make a bucket's graph, and note what it asks of others."""
    work.report.positions = _get_bucket_recurrence(work).build_and_write_graph(work)


def write_requested_places(work: TaskContext) -> None:
    """Find the places of a bucket that others ask for, and collect the replies of later tiers."""
    task, recurrence = work.task, _get_bucket_recurrence(work)
    bucket = open_bucket(work)
    work.report.positions = bucket.end - bucket.begin
    asked = [open_hash_runs(work, task.tier, ASKED, each) for each in range(1 << task.bits)]
    places = [bucket.find_places(runs.read_bucket_of_run(NEXT, task.bits, task.bucket)) for runs in asked]
    write_arrays_of_mixed_types(work, OUTER, recurrence.read_replied_values(work))
    work.write_bucket_object(task.tier, MARKED, task.bucket, places, np.uint32)


def sweep_bucket(work: TaskContext) -> None:
    """Sweep a bucket; `chains` has the round of its last state, `parts` the newest reports of others.

    Reports are named by (round, bucket); round 0 is before the first.
    """
    task, recurrence = work.task, _get_bucket_recurrence(work)
    chart: Any = recurrence.read_graph(work)
    top = find_largest_possible_value(work.at.game)
    table = _build_known_values_table(work, chart, top)
    before = [row[: chart.own_position_count].copy() for row in table]
    work.report.positions = chart.own_position_count
    moved = recurrence.improve_bucket_values(work, chart, table, top)
    own = [row[: chart.own_position_count] for row in table]
    unknown = chart.own_position_count - int(np.count_nonzero(own[-1]))
    marked = work.open_bucket_object(task.tier, MARKED, task.bucket)
    flags, sections = [unknown, int(moved)], []
    for bucket in range(1 << task.bits):
        places = work.add_to_bytes_read(marked.read_section(bucket))
        said = [np.ascontiguousarray(row[places]) for row in own]
        changed = any((row != old[places]).any() for row, old in zip(said, before, strict=True))
        flags.append(int(changed))
        sections.append(np.concatenate([row.view(np.uint8) for row in said]))
    head = np.array(flags, np.int64).view(np.uint8)
    work.write_bucket_object(
        task.tier,
        format_round_object_kind(ROUND_REPORT, task.number),
        task.bucket,
        [head, *sections],
        np.uint8,
    )
    write_arrays_of_mixed_types(work, format_round_object_kind(HELD, task.number), tuple(own))


def format_round_object_kind(kind: str, number: int) -> str:
    """Return what objects of a round are called."""
    return f"{kind}-{number:05d}"


def _build_known_values_table(work: TaskContext, chart: Any, top: float) -> list[Column]:
    """Return the rows of what is known of a chart's places: its own, those beside, those of later tiers."""
    task, recurrence = work.task, _get_bucket_recurrence(work)
    types = recurrence.types
    own, beside = chart.own_position_count, chart.asked_beside
    outer = read_arrays_of_mixed_types(work, OUTER, task.bucket, types[:-1])
    later = own + len(beside)
    size = later + len(outer[0])
    starts = zip(recurrence.list_initial_place_values(top), types, strict=True)
    rows = [np.full(size, start, dtype) for start, dtype in starts]
    ((number,),) = task.chains
    if number:
        for row, held in zip(
            rows,
            read_arrays_of_mixed_types(work, format_round_object_kind(HELD, number), task.bucket, types),
            strict=True,
        ):
            row[:own] = held
    ends = own + np.cumsum([len(part) for part in split_hashes_by_bucket(beside, task.bits)])
    for said, bucket, _ in task.parts:
        begin, end = int(ends[bucket - 1]) if bucket else own, int(ends[bucket])
        if end > begin:
            content = work.open_bucket_object(
                task.tier, format_round_object_kind(ROUND_REPORT, said), bucket
            ).read_section(1 + task.bucket)
            place = 0
            for row, dtype in zip(rows, types, strict=True):
                size_of = (end - begin) * np.dtype(dtype).itemsize
                row[begin:end] = work.add_to_bytes_read(content[place : place + size_of]).view(dtype)
                place += size_of
    for row, replied in zip(rows, outer, strict=False):
        row[later:] = replied
    rows[-1][later:] = 1
    return rows


def write_final_bucket_values(work: TaskContext) -> None:
    """Make a bucket's bounds or answers from the last round of it, which `chains` names.

    Raises `LoopFound` where players, not dice, may go on for ever, or where a cycle brings points.
    """
    task, recurrence = work.task, _get_bucket_recurrence(work)
    ((number,),) = task.chains
    held = format_round_object_kind(HELD, number)
    *rows, known = read_arrays_of_mixed_types(work, held, task.bucket, recurrence.types)
    work.report.positions = len(known)
    recurrence.write_final_bucket_results(work, rows, known)
