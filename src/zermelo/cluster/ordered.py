"""Records in the order of positions, range after range: how the files of a solution are written.

Buckets are shares of the range of `mix`, so each is a sample of its tier: positions of one of them say where
ranges begin that have about as many each. Each bucket's records are sorted and put in sections by range, each
range is put together from all buckets, and who writes a file reads one range after the other.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from zermelo.cluster.job import ANSWERED, ORDERED, SORTED, TALLY, TOGETHER, At, Job
from zermelo.cluster.work import Work, is_tally
from zermelo.core.arguments import is_count
from zermelo.core.errors import DamagedScratch
from zermelo.graph.sorting import sort_together
from zermelo.solution.checked import measured
from zermelo.solution.lean import leave_out
from zermelo.solution.manifest import tier_file
from zermelo.solution.records import Block, split
from zermelo.solution.writing import as_column, write_blocks
from zermelo.storage.whole import temporary_file
from zermelo.work.tallies import Tally, tally_tier

LARGEST = (1 << 63) - 1  # a position
Pair = tuple[Any, Any]  # keys or positions, and their packed answers


def part_records(work: Work, tier: int, pair: Pair, ranges: Any, shift: int) -> None:
    """Sort a bucket's records by position, a section for each range, and count them."""
    task = work.task
    tally = tally_tier(work.at.program, *pair, shift, work.workers)
    work.report.positions = len(pair[0])
    positions, answers = sort_together(*kept_of(work, tier, pair, shift), work.workers)
    cuts = np.searchsorted(positions, ranges)
    name = work.job.name(tier, TALLY, task.bucket)
    work.at.objects.put(name, json.dumps(list(tally)).encode())
    work.put(tier, ORDERED, task.bucket, np.split(positions, cuts), np.int64)
    work.put(tier, TOGETHER, task.bucket, np.split(answers, cuts), answers.dtype)


def kept_of(work: Work, tier: int, pair: Pair, shift: int) -> Pair:
    """Return those of a tier's records that the solution keeps."""
    scored = work.at.game.scored
    return leave_out(tier, *pair, shift, scored=scored) if work.job.kept.lean else pair


def ranges_name(job: Job, tier: int) -> str:
    """Return the name of the note where ranges of positions begin, but for the first."""
    return f"{job.folder}/tier-{tier:04d}/ranges"


def note_ranges(at: At, job: Job, tier: int, sample: Any, count: int) -> None:
    """Note where so many ranges of positions begin, as an ascending sample of them says.

    Where that is empty all positions are of the first.
    """
    places = [len(sample) * number // count for number in range(1, count)]
    note = [int(sample[place]) if len(sample) else LARGEST for place in places]
    at.objects.put(ranges_name(job, tier), json.dumps(note).encode())


def read_ranges(at: At, job: Job, tier: int) -> Any:
    """Return what that note says, an array of ascending positions; raises `DamagedScratch`."""
    name = ranges_name(job, tier)
    try:
        note = json.loads(at.objects.get(name))
    except ValueError:
        note = None
    whole = isinstance(note, list) and all(is_count(each, 0) and each < 1 << 63 for each in note)
    if not whole or note != sorted(note):
        raise DamagedScratch(f"{at.objects.url}/{name} is damaged: remove it and go on")
    return np.array(note, np.int64)


def read_tally(work: Work, tier: int, bucket: int) -> Tally:
    """Return what was counted of a bucket; raises `DamagedScratch`."""
    name = work.job.name(tier, TALLY, bucket)
    try:
        note = json.loads(work.at.objects.get(name))
    except ValueError:
        note = None
    if not is_tally(note):
        raise DamagedScratch(f"{work.at.objects.url}/{name} is damaged: remove it and go on")
    return Tally(*note)


def arrange(
    work: Work, buckets: Iterable[tuple[int, range]], even: Callable[[list[Any]], list[Any]] = list
) -> None:
    """Put the records of a range together, from the buckets of tiers of `part_records`, sorted by position.

    `even` makes answers of all buckets of one kind. The task's bucket is the range's number.
    """
    task, parts = work.task, []
    for kind in (ORDERED, TOGETHER):
        found = [work.section_of_each(tier, kind, those, task.bucket) for tier, those in buckets]
        parts.append(list(chain.from_iterable(found)))
    pair = np.concatenate(parts[0]), np.concatenate(even(parts[1]))
    positions, answers = sort_together(*pair, work.workers)
    work.report.positions = len(positions)
    work.put(task.tier, SORTED, task.bucket, [positions], np.int64)
    work.put(task.tier, ANSWERED, task.bucket, [answers], answers.dtype)


def arranged(work: Work, count: int) -> Iterator[Pair]:
    """Yield the records of so many ranges of the task's tier, one after the other."""
    for number in range(count):
        positions, answers = (work.whole(work.task.tier, kind, number) for kind in (SORTED, ANSWERED))
        yield positions, answers


def write_pairs(work: Work, number: int, pairs: Iterable[Pair], shift: int, tally: Tally) -> None:
    """Write a file of the solution, of sorted records, range after range, and note what it holds."""
    scored = work.at.game.scored

    def blocks() -> Iterator[Block]:
        for positions, answers in pairs:
            work.report.positions += len(positions)
            values, remoteness = split(answers, shift)
            yield Block(positions, as_column(values, scored=scored), remoteness)

    with temporary_file(work.at.objects.room) as path:
        write_blocks(path, blocks(), work.job.kept)
        entry = {"name": tier_file(number), "records": work.report.positions, **measured(path)}
        work.publish_file(number, path, {"entry": entry, "tally": list(tally)})
