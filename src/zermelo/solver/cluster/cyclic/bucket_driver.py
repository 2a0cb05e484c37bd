"""Driver base for solves by buckets of a fixed size: of cyclic games, of dice, and over a perfect index."""

import re
from collections.abc import Iterable
from typing import Any

from zermelo.core.arguments import is_count
from zermelo.core.errors import OutOfBudget
from zermelo.solver.cluster.cyclic.cyclic_tasks import format_reply_object_kind
from zermelo.solver.cluster.cyclic.frontier_search import make_cyclic_tier_task
from zermelo.solver.cluster.expectation.bucket_graph import BOUNDS
from zermelo.solver.cluster.hash_runs import HashRuns
from zermelo.solver.cluster.sealed_notes import read_or_create_note
from zermelo.solver.cluster.solve_driver import (
    SLACK,
    SolveDriver,
)
from zermelo.solver.cluster.solve_job import ANSWERS, LOOPS
from zermelo.solver.cluster.task_context import SolveTask
from zermelo.solver.plans.bucket_capacity import A_MOVE, A_SLOT, MOVES, compute_cyclic_bucket_capacity
from zermelo.solver.runs.value_tallies import SolvedBounds


class BucketDriver(SolveDriver):
    """A driver by buckets of a fixed size, the one that the work was begun with, in a folder of its own.

    The rounds, and the buckets of each round, follow from that size. Raises `OutOfBudget` where the work was
    begun with buckets that are too large for the memory of now.
    """

    bytes_a_place = A_SLOT + A_MOVE * MOVES  # that a bucket is made for, for each of its places

    subfolder = f"/{LOOPS}"

    def prepare(self) -> None:
        """See `SolveDriver`: take up the size that was noted."""
        job, limits, bucket = self.job, self.limits, self.bucket
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

    def list_tiers(self) -> Iterable[int]:
        """Return the numbers of all tiers, when they are known."""
        raise NotImplementedError

    def count_bucket_bits(self, tier: int) -> int:
        """Return how many bits say the bucket in a tier whose positions are known."""
        raise NotImplementedError

    def open_hash_runs(self, tier: int, kind: str, bucket: int) -> HashRuns:
        """Return an object of runs."""
        return HashRuns(self.open_bucket_object(tier, kind, bucket))

    def make_task(self, kind: str, tier: int, **others: Any) -> SolveTask:
        """Return a task, which knows how large buckets are."""
        return make_cyclic_tier_task(kind, tier, **{"most": self.bucket} | others)

    def run_missing_tasks(self, model: SolveTask, kind: str) -> None:
        """Run a task for every bucket whose object is missing."""
        self.run_tasks(self.list_missing_tasks(model, kind, range(1 << model.bits)))

    def list_later_tiers(self, tier: int) -> list[int]:
        """Return the later tiers of which a tier's buckets have asked something, ascending."""
        raise NotImplementedError

    def request_later_answers(self, tier: int) -> None:
        """Have later tiers answer what a tier's buckets have asked."""
        bits = self.count_bucket_bits(tier)
        for each in self.list_later_tiers(tier):
            wide = self.count_bucket_bits(each)
            model = self.make_task("send_replies", tier, bits=bits, next_bits=wide, sources=(each,))
            kind = format_reply_object_kind(each)
            self.run_tasks(self.list_missing_tasks(model, kind, range(1 << wide)))

    def drop_tier_objects(self, tier: int, *, but: str) -> None:
        """Drop the objects of a tier, but for those whose names in it are a regular expression's."""
        folder = f"tier-{tier:04d}"
        names = self.list_existing_object_names(folder)
        dropped = (each for each in names if not re.fullmatch(but, each.partition(f"{folder}/")[2]))
        self.at.objects.remove(*dropped)

    def summarise_bounds(self) -> SolvedBounds:
        """Return what is said of all bounds."""
        said = [
            self.open_bucket_object(tier, ANSWERS, bucket).read_section(BOUNDS).tolist()
            for tier in self.list_tiers()
            for bucket in range(1 << self.count_bucket_bits(tier))
        ]
        widest, decisive, loops = zip(*said, strict=True)
        return SolvedBounds(max(widest) / 2, all(decisive), any(loops))
