"""Tasks that find a tier of a cyclic game by rounds, from what leads to it until nothing is new.

    find_positions  a round: the positions that moves lead to in a bucket and that are new, and their
                    children. Where little is new, one task does all buckets, for as many rounds as it can
    merge_runs      merges what several rounds have found of a bucket into one run; at the end all of it

A tier that fits one task is found whole by the first task.
"""

from typing import Any, Final

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.kernels.position_hashing import mix_array, unmix_array
from zermelo.core.errors import BadRules
from zermelo.solver.cluster.cyclic.tier_notes import (
    find_tiers_of_positions,
    group_starts_by_tier,
    read_tier_note,
)
from zermelo.solver.cluster.hash_runs import (
    KNOWN,
    LATER,
    NEXT,
    HashRuns,
    list_buckets_in_mask,
    list_overlapping_buckets,
    open_hash_runs,
    select_hashes_in_bucket,
    write_hash_runs,
)
from zermelo.solver.cluster.solve_job import KEYS, RUN
from zermelo.solver.cluster.task_context import SolveTask, TaskContext
from zermelo.solver.graph.tier_expansion import TierExpansion
from zermelo.solver.sorted_keys.sorted_runs import Mixes, SortedRuns, merge_runs, subtract_runs

HELD: Final = 4  # mixes that are kept in one task, for each that it finds at most
LEAST: Final = 1 << 16  # and as many in any case
GROWTH: Final = 4  # children of a position, each once: a guess; tables grow by themselves


def format_run_object_kind(number: int) -> str:
    """Return what objects of a run are called."""
    return f"{RUN}-{number:05d}"


class FoundPositions:
    """Positions found in earlier rounds; a task for all buckets keeps what it reads for its next round."""

    def __init__(self, work: TaskContext) -> None:
        task = work.task
        self._kept: list[tuple[HashRuns, int, int, dict[int, Mixes] | None]] = []
        for number, bits, mask in task.runs:
            for bucket in list_overlapping_buckets(mask, bits, task.bits, task.bucket):
                run = open_hash_runs(work, task.tier, format_run_object_kind(number), bucket)
                self._kept.append((run, bits, bucket, None if task.bits else {}))

    def select_unknown_positions(self, mixes: Mixes) -> Mixes:
        """Return those of ascending mixes that are not known."""
        for run, bits, bucket, kept in self._kept:
            mine = select_hashes_in_bucket(mixes, bits, bucket)
            if len(mine):
                fresh = run.select_hashes_missing_from_run(KNOWN, mine, kept)
                if len(fresh) < len(mine):
                    mixes = subtract_runs(mixes, subtract_runs(mine, fresh))
        return mixes

    @property
    def kept_position_count(self) -> int:
        """Number of mixes kept."""
        return sum(len(run) for *_, kept in self._kept if kept for run in kept.values())


def write_new_positions_of_bucket(work: TaskContext) -> None:
    """Find what is new in a bucket in a round; without `bits` in all of them, and in the rounds that follow.

    `runs` have what is known, `parts` the round before, whose children are looked at; in the first round
    `sources` are the tiers that lead to this one.
    """
    task = work.task
    known = FoundPositions(work)
    fresh = known.select_unknown_positions(read_candidate_positions(work))
    expansion = TierExpansion(work.at.program, work.array_store, work.workers)
    found = SortedRuns()
    later: dict[int, list[Mixes]] = {}
    while True:
        found.add_run(fresh)
        inside = expand_children_in_tier(work, expansion, fresh, later)
        if task.bits:
            break
        inside = found.select_items_not_held(inside)
        many = len(inside) + found.size > task.most or known.kept_position_count > max(
            LEAST, HELD * task.most
        )
        if not len(inside) or many:
            break
        fresh = known.select_unknown_positions(inside)
    runs = {KNOWN: found.merge_all()} | ({NEXT: inside} if len(inside) else {})
    runs |= {LATER + tier: merge_runs(parts) for tier, parts in sorted(later.items())}
    least = dict.fromkeys(runs, task.bits)
    whole = not len(inside) and not task.bits and not task.number
    kind = KEYS if whole else format_run_object_kind(task.number)
    work.report.positions = found.size
    write_hash_runs(work, task.tier, kind, task.bucket, runs, least)


def read_candidate_positions(work: TaskContext) -> Mixes:
    """Return what leads to a bucket, ascending, each once."""
    task, place = work.task, (work.task.bits, work.task.bucket)
    if task.parts:
        objects = [
            (number, bucket) for number, _, mask in task.parts for bucket in list_buckets_in_mask(mask)
        ]
        return merge_runs(
            [
                open_hash_runs(work, task.tier, format_run_object_kind(number), bucket).read_bucket_of_run(
                    NEXT, *place
                )
                for number, bucket in objects
            ]
        )
    runs = []
    for source in task.sources:
        for bucket in range(1 << read_tier_note(work.at, work.job, source).bits):
            runs.append(
                open_hash_runs(work, source, KEYS, bucket).read_bucket_of_run(LATER + task.tier, *place)
            )
    own = group_starts_by_tier(work.at).get(task.tier)
    return merge_runs([*runs, *([] if own is None else [select_hashes_in_bucket(own, *place)])])


def expand_children_in_tier(
    work: TaskContext, expansion: TierExpansion, fresh: Mixes, later: dict[int, list[Mixes]]
) -> Mixes:
    """Return the children in the same tier, ascending, each once; add those in later ones to `later`."""
    if not len(fresh):
        return fresh
    at, tier = work.at, work.task.tier
    sizes = [1 + len(fresh) // GROWTH] * 2 + [len(fresh)]
    children = expansion.find_next_tier(unmix_array(fresh), sizes)
    tiers = find_tiers_of_positions(at, children)
    if len(children) and int(tiers.min()) < tier:
        where = describe_position(at.game, at.program.position_of_key(children[int(tiers.argmin())]))
        raise BadRules(
            f"{at.game!r}: a move leads from tier {tier} back to {where} in tier {tiers.min()}: moves "
            "lead to the same tier or to later ones"
        )
    for number in np.unique(tiers).tolist():
        if number != tier:
            later.setdefault(number, []).append(mix_array(children[tiers == number]))
    found: Mixes = mix_array(children[tiers == tier])
    return found


def merge_runs_of_bucket(work: TaskContext) -> None:
    """Make one run of several, of a bucket; the last time, with `parts`, and what leads to later tiers."""
    task, place = work.task, (work.task.bits, work.task.bucket)
    keys = merge_runs(
        [
            open_hash_runs(work, task.tier, format_run_object_kind(number), bucket).read_bucket_of_run(
                KNOWN, *place
            )
            for number, bits, mask in task.runs
            for bucket in list_overlapping_buckets(mask, bits, *place)
        ]
    )
    later: dict[int, list[Mixes]] = {}
    for number, bits, mask in task.parts:
        for bucket in list_buckets_in_mask(mask):
            if (bucket << task.bits) >> bits == task.bucket:  # each object is somebody's
                each = open_hash_runs(work, task.tier, format_run_object_kind(number), bucket)
                for label in each.run_labels:
                    if label >= LATER:
                        later.setdefault(label, []).append(each.read_bucket_of_run(label))
    runs = {KNOWN: keys} | {label: merge_runs(parts) for label, parts in sorted(later.items())}
    work.report.positions = len(keys)
    kind = KEYS if task.parts else format_run_object_kind(task.number)
    write_hash_runs(work, task.tier, kind, task.bucket, runs, dict.fromkeys(runs, task.bits))


def make_cyclic_tier_task(kind: str, tier: int, **others: Any) -> SolveTask:
    """Return a task of a tier of a cyclic game."""
    return SolveTask(**{"bucket": 0, "bits": 0, "next_bits": 0} | others, kind=kind, tier=tier)
