"""Drive a solve over a perfect index: each tier after the tiers that its moves lead to."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, Final

from zermelo.core.errors import StorageFailed
from zermelo.core.rule_queries import moves_at
from zermelo.solver.cluster.indexed.index_tasks import (
    TASK_MEMORY,
    format_solved_tier_note_name,
    get_slots_of_job_index,
    read_answer_of_rank,
)
from zermelo.solver.cluster.solve_driver import SolveDriver
from zermelo.solver.cluster.solve_job import OpenedJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.graph.position_slots import PositionSlots

SAMPLED_MOVES: Final = 60  # places of a tier whose moves are made to see where they lead


class IndexDriver(SolveDriver):
    """A solve over a perfect index that knows its parents; within limits a tier at a time, by all threads."""

    domain = "index"

    def read_start_answer(self) -> tuple[int, int]:
        """See `SolveDriver`."""
        game: Any = self.at.game
        return read_answer_of_rank(self.at, self.job, game.rank(self.find_representative_of_start()))

    def solve(self) -> list[dict[str, Any]]:
        """See `SolveDriver`: the notes of slices."""
        places = get_slots_of_job_index(self.at)
        self.figures.sizes = [end - begin for begin, end in pairwise(places.bounds)]
        there = self.list_existing_object_names("")
        done = {
            tier for tier in range(places.tier_count) if format_solved_tier_note_name(self.job, tier) in there
        }
        self.solved = sum(self.figures.sizes[tier] for tier in done)
        self.finding = False
        order = _TierOrder(self, done)
        while len(done) < places.tier_count:
            ready = order.iterate_tier_tasks()
            for report in self.run_and_yield_reports(islice(ready, 1) if self.limits else ready):
                order.record_task_report(report)
        return self.write_rank_slices(SolveTask("write_slice", 0, 0, 0, 0), places.place_count)


class _TierOrder:
    """Order of tiers: which may be solved now, by some of their moves and by what tasks report."""

    def __init__(self, drive: IndexDriver, done: set[int]) -> None:
        self.drive, self.done = drive, done
        self.places = get_slots_of_job_index(drive.at)
        self.waiting = set(range(self.places.tier_count)) - done
        self.needs = {
            tier: find_later_tiers_by_sample(drive.at.game, self.places, tier) for tier in self.waiting
        }

    def iterate_tier_tasks(self) -> Iterator[SolveTask | None]:
        """Yield the next tier's task, the last one's first, or None where all have to wait."""
        while self.waiting:
            tier = max((each for each in self.waiting if self.needs[each] <= self.done), default=None)
            if tier is None:
                yield None
            else:
                self.waiting.remove(tier)
                threads = self.drive.limits.threads if self.drive.limits else 1
                yield SolveTask("solve_index_tier", tier, 0, 0, 0, memory=TASK_MEMORY, threads=threads)

    def record_task_report(self, report: TaskReport) -> None:
        """Note what a task reports: its tier is solved, or lacks another."""
        tier = report.task.tier
        lacks = report.more.get("lacks")
        if lacks in self.done:
            raise StorageFailed(f"{self.drive.job.source}: tier {lacks} was solved and went away: run again")
        if lacks is not None:
            self.needs[tier].add(lacks)
            self.waiting.add(tier)
        else:
            self.done.add(tier)
            self.drive.solved += self.drive.figures.sizes[tier]


def find_later_tiers_by_sample(game: Any, places: PositionSlots, tier: int) -> set[int]:
    """Return the later tiers that moves from some of a tier's places lead to."""
    begin, end = places.bounds[tier], places.bounds[tier + 1]
    chance = random.Random(tier)
    found = set()
    for _ in range(min(SAMPLED_MOVES, end - begin)):
        position = game.unrank(chance.randrange(begin, end))
        if position != -1:
            for move in moves_at(game, position):
                rank = game.rank(game.play(position, move))
                found.add(bisect_right(places.bounds, rank) - 1)
    return {each for each in found if each > tier}


def estimate_task_code_bytes(at: OpenedJob) -> int:
    """Return the bytes of codes that a task holds which is a tier, as far as that is seen; at most of all."""
    places = get_slots_of_job_index(at)
    sizes = [end - begin for begin, end in pairwise(places.bounds)]
    leads = (find_later_tiers_by_sample(at.game, places, tier) for tier in range(len(sizes)))
    return max(sum(sizes[each] for each in (tier, *others)) for tier, others in enumerate(leads))
