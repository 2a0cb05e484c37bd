"""The tasks that find a tier in which play comes round: by rounds, from what leads to it till nothing is new.

    reach    a round: what leads to a bucket, less what is known of it, is new; and the children of that.
             Where little is new one task does all buckets, and goes on for as many rounds as it can
    join     what several rounds have found of a bucket becomes one run; at the end all of it

A tier that fits one task is found by the first one, whole.
"""

from typing import Any, Final

import numpy as np

from zermelo.cluster.job import KEYS, RUN
from zermelo.cluster.shares import (
    KNOWN,
    LATER,
    NEXT,
    Runs,
    buckets_of,
    overlapping,
    put_runs,
    runs_at,
    within,
)
from zermelo.cluster.tiers_at import read_reached, starting, tiers_of
from zermelo.cluster.work import Task, Work
from zermelo.core.errors import BadRules
from zermelo.graph.expansion import Expansion
from zermelo.graph.runs import Mixes, Pile, merged, without
from zermelo.kernels.hashing import mixed, unmixed
from zermelo.trust.faults import say_position

HELD: Final = 4  # mixes that are kept in one task, for each that it finds at most
LEAST: Final = 1 << 16  # and as many in any case
GROWTH: Final = 4  # children of a position, each once: a guess; tables grow by themselves


def run_kind(number: int) -> str:
    """Return what objects of a run are called."""
    return f"{RUN}-{number:05d}"


class Known:
    """What rounds before have found; in a task for all buckets what is read is kept for its next round."""

    def __init__(self, work: Work) -> None:
        task = work.task
        self._kept: list[tuple[Runs, int, int, dict[int, Mixes] | None]] = []
        for number, bits, mask in task.runs:
            for bucket in overlapping(mask, bits, task.bits, task.bucket):
                run = runs_at(work, task.tier, run_kind(number), bucket)
                self._kept.append((run, bits, bucket, None if task.bits else {}))

    def lacking(self, mixes: Mixes) -> Mixes:
        """Return those of ascending mixes that are not known."""
        for run, bits, bucket, kept in self._kept:
            mine = within(mixes, bits, bucket)
            if len(mine):
                fresh = run.lacking(KNOWN, mine, kept)
                if len(fresh) < len(mine):
                    mixes = without(mixes, without(mine, fresh))
        return mixes

    @property
    def held(self) -> int:
        """How many mixes are kept."""
        return sum(len(run) for *_, kept in self._kept if kept for run in kept.values())


def reach(work: Work) -> None:
    """Find what is new in a bucket in a round; without `bits` in all of them, and in the rounds that follow.

    `runs` have what is known, `parts` the round before, whose children are looked at; in the first round
    `sources` are the tiers that lead to this one.
    """
    task = work.task
    known = Known(work)
    fresh = known.lacking(candidates(work))
    expansion = Expansion(work.at.program, work.shelf, work.workers)
    found = Pile()
    later: dict[int, list[Mixes]] = {}
    while True:
        found.add(fresh)
        inside = children_of(work, expansion, fresh, later)
        if task.bits:
            break
        inside = found.lacking(inside)
        many = len(inside) + found.size > task.most or known.held > max(LEAST, HELD * task.most)
        if not len(inside) or many:
            break
        fresh = known.lacking(inside)
    runs = {KNOWN: found.whole()} | ({NEXT: inside} if len(inside) else {})
    runs |= {LATER + tier: merged(parts) for tier, parts in sorted(later.items())}
    least = dict.fromkeys(runs, task.bits)
    whole = not len(inside) and not task.bits and not task.number
    kind = KEYS if whole else run_kind(task.number)
    work.report.positions = found.size
    put_runs(work, task.tier, kind, task.bucket, runs, least)


def candidates(work: Work) -> Mixes:
    """Return what leads to a bucket, ascending, each once."""
    task, place = work.task, (work.task.bits, work.task.bucket)
    if task.parts:
        objects = [(number, bucket) for number, _, mask in task.parts for bucket in buckets_of(mask)]
        return merged(
            [
                runs_at(work, task.tier, run_kind(number), bucket).read(NEXT, *place)
                for number, bucket in objects
            ]
        )
    runs = []
    for source in task.sources:
        for bucket in range(1 << read_reached(work.at, work.job, source).bits):
            runs.append(runs_at(work, source, KEYS, bucket).read(LATER + task.tier, *place))
    own = starting(work.at).get(task.tier)
    return merged([*runs, *([] if own is None else [within(own, *place)])])


def children_of(work: Work, expansion: Expansion, fresh: Mixes, later: dict[int, list[Mixes]]) -> Mixes:
    """Return the children in the same tier, ascending, each once; add those in later ones to `later`."""
    if not len(fresh):
        return fresh
    at, tier = work.at, work.task.tier
    sizes = [1 + len(fresh) // GROWTH] * 2 + [len(fresh)]
    children = expansion.next_tier(unmixed(fresh), sizes)
    tiers = tiers_of(at, children)
    if len(children) and int(tiers.min()) < tier:
        where = say_position(at.game, at.program.position(children[int(tiers.argmin())]))
        raise BadRules(
            f"{at.game!r}: a move leads from tier {tier} back to {where} in tier {tiers.min()}: moves "
            "lead to the same tier or to later ones"
        )
    for number in np.unique(tiers).tolist():
        if number != tier:
            later.setdefault(number, []).append(mixed(children[tiers == number]))
    found: Mixes = mixed(children[tiers == tier])
    return found


def join(work: Work) -> None:
    """Make one run of several, of a bucket; the last time, with `parts`, and what leads to later tiers."""
    task, place = work.task, (work.task.bits, work.task.bucket)
    keys = merged(
        [
            runs_at(work, task.tier, run_kind(number), bucket).read(KNOWN, *place)
            for number, bits, mask in task.runs
            for bucket in overlapping(mask, bits, *place)
        ]
    )
    later: dict[int, list[Mixes]] = {}
    for number, bits, mask in task.parts:
        for bucket in buckets_of(mask):
            if (bucket << task.bits) >> bits == task.bucket:  # each object is somebody's
                each = runs_at(work, task.tier, run_kind(number), bucket)
                for label in each.labels:
                    if label >= LATER:
                        later.setdefault(label, []).append(each.read(label))
    runs = {KNOWN: keys} | {label: merged(parts) for label, parts in sorted(later.items())}
    work.report.positions = len(keys)
    kind = KEYS if task.parts else run_kind(task.number)
    put_runs(work, task.tier, kind, task.bucket, runs, dict.fromkeys(runs, task.bits))


def task_of(kind: str, tier: int, **others: Any) -> Task:
    """Return a task of a tier in which play comes round."""
    return Task(**{"bucket": 0, "bits": 0, "next_bits": 0} | others, kind=kind, tier=tier)
