"""Drive the solve of a tier by its buckets' own graphs: made once, then swept in rounds until nothing moves.

A round sweeps the buckets that have new reports from others. When it is over this is noted, and objects that
are not needed again are dropped. So a run that was killed continues with the round it was in.
"""

import re
from dataclasses import replace
from typing import Final

import numpy as np

from zermelo.core.errors import DamagedScratch, MissingCapability
from zermelo.core.game import has
from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.expectation.bucket_graph import BUCKET_GRAPH, HELD, MARKED, ROUND_REPORT
from zermelo.solver.cluster.expectation.bucket_recurrences import RECURRENCES
from zermelo.solver.cluster.expectation.expectation_tasks import format_round_object_kind
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED, KEYS, format_object_owner
from zermelo.solver.cluster.task_context import SolveTask
from zermelo.solver.storage.array_sections import pack_array_sections

ROUND: Final = (
    "round"  # and a number: which round left what of each bucket, and who has something new to look at
)
MOST_ROUNDS: Final = 99_999


LIMITS_OF_TIERS: Final = ByKind(
    "limit of a tier of several buckets",
    "",
    dice_gains="with dice and points on the way a tier has to fit into a task",
)


class ExpectationTier:
    """A tier while it is solved: each bucket's last round, and the buckets with something new to look at."""

    def __init__(self, drive: BucketDriver, tier: int, size: int) -> None:
        self.drive, self.tier = drive, tier
        if reason := LIMITS_OF_TIERS.choose(drive.at.game):
            raise MissingCapability(
                f"{drive.at.game!r}: tier {tier} has {size:,} positions, and {reason} of "
                f"{drive.bucket:,}: give the rules a tier() with smaller ones, or allow larger tasks"
            )
        self.bits = drive.count_bucket_bits(tier)
        self.buckets = range(1 << self.bits)
        self.number = 0
        self.rounds = [0 for _ in self.buckets]  # the last one of each bucket
        self.fresh = [1 for _ in self.buckets]
        self.unknown = [1 for _ in self.buckets]

    def solve(self) -> bool:
        """Find the bounds or answers; return False where a cycle in the tier brings points."""
        self.drive.run_missing_tasks(self._make_task("build_graph"), BUCKET_GRAPH)
        self.drive.request_later_answers(self.tier)
        self.drive.run_missing_tasks(self._make_task("find_requested"), MARKED)
        self._resume_saved_progress()
        while any(self.fresh):
            if self.number == MOST_ROUNDS:  # as one process, which ends narrowing at some number of sweeps
                break
            self._sweep_buckets_once()
        game = self.drive.at.game
        recurrence = RECURRENCES.choose(game)
        if recurrence and recurrence.adds_gains and has(game, "tier") and any(self.unknown):
            return False
        missing = self.drive.list_missing_tasks(self._make_task("finish"), ANSWERS, self.buckets)
        self.drive.run_tasks([replace(each, chains=((self.rounds[each.bucket],),)) for each in missing])
        self.drive.drop_tier_objects(self.tier, but=rf"({KEYS}|{ANSWERS})/\d+|reached")
        return True

    def _sweep_buckets_once(self) -> None:
        """Go through the buckets that have something new to look at."""
        self.number += 1
        name = format_round_object_kind(HELD, self.number)
        there = self.drive.list_existing_object_names(f"tier-{self.tier:04d}/{name}")
        buckets = self._choose_next_buckets()
        model = self._make_task("sweep", number=self.number)
        self.drive.run_tasks(
            [
                replace(
                    model,
                    bucket=bucket,
                    chains=((self.rounds[bucket],),),
                    parts=self._list_rounds_to_read(bucket),
                )
                for bucket in buckets
                if self.drive.job.object_name(self.tier, name, bucket) not in there
            ]
        )
        self.fresh = [0 if bucket in buckets else new for bucket, new in enumerate(self.fresh)]
        for bucket in buckets:
            self.rounds[bucket] = self.number
            said = self.drive.open_bucket_object(
                self.tier, format_round_object_kind(ROUND_REPORT, self.number), bucket
            ).read_section(0)
            self.unknown[bucket], moved, *changed = said.view(np.int64).tolist()
            self.fresh[bucket] |= moved
            self.fresh = [old | new for old, new in zip(self.fresh, changed, strict=True)]
        self._save_progress()

    def _choose_next_buckets(self) -> list[int]:
        """Return as many buckets as there are workers, those with something new, the longest waiting first.

        So all but these hear of what they say: half as many tasks as where all go through at once.
        """
        waiting = [bucket for bucket in self.buckets if self.fresh[bucket]]
        waiting.sort(key=lambda bucket: (self.rounds[bucket], bucket))
        return waiting[: self.drive.executor.worker_count]

    def _list_rounds_to_read(self, bucket: int) -> tuple[tuple[int, int, int], ...]:
        """Return what is to be read for a bucket: the last round of each other one."""
        return tuple(
            (number, each, 0) for each, number in enumerate(self.rounds) if number and each != bucket
        )

    # Notes of rounds

    def _save_progress(self) -> None:
        """Note where the work is, and drop what is not asked again."""
        name = self.drive.job.object_name(self.tier, format_round_object_kind(ROUND, self.number), 0)
        words = [np.array(each, np.int64) for each in (self.rounds, self.fresh, self.unknown)]
        self.drive.at.objects.put(
            name, pack_array_sections(words, np.int64, format_object_owner(self.drive.job, name))
        )
        kept = [rf"({ROUND}|{HELD}|{ROUND_REPORT})-{self.number:05d}/\d+"]
        kept += [
            rf"({HELD}|{ROUND_REPORT})-{number:05d}/{bucket:06d}" for bucket, number in enumerate(self.rounds)
        ]
        others = [rf"({KEYS}|{ASKED}|{BUCKET_GRAPH}|{MARKED}|outer|told-\d+)/\d+|reached"]
        self.drive.drop_tier_objects(self.tier, but="|".join([*kept, *others]))

    def _resume_saved_progress(self) -> None:
        """Go on where an earlier run was."""
        found = [
            int(match[1])
            for name in self.drive.list_existing_object_names(
                f"tier-{self.tier:04d}"
            )  # a beginning is of whole words
            if (match := re.search(rf"/{ROUND}-(\d+)/\d+$", name)) is not None
        ]
        if not found:
            return
        self.number = max(found)
        sections = self.drive.open_bucket_object(self.tier, format_round_object_kind(ROUND, self.number), 0)
        words = [sections.read_section(number).tolist() for number in range(len(sections))]
        if [len(each) for each in words] != [len(self.buckets)] * 3:
            raise DamagedScratch(
                f"{self.drive.at.objects.url}: a round of tier {self.tier} is of others: begin anew"
            )
        self.rounds, self.fresh, self.unknown = words

    def _make_task(self, kind: str, **others: int) -> SolveTask:
        return self.drive.make_task(kind, self.tier, bits=self.bits, **others)
