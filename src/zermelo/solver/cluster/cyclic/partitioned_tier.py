"""Drive the solve of a tier in buckets: its moves once, then level by level, by groups of buckets."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zermelo.core.errors import BadRules
from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.bucket_group_levels import LONG_CHAIN, compute_state_rewrite_threshold
from zermelo.solver.cluster.cyclic.cyclic_tasks import WIDTHS, list_answer_byte_widths
from zermelo.solver.cluster.cyclic.partitioned_state import (
    LINKS,
    SEEDS,
    STATE,
    STEP,
    BucketSeeds,
    LevelSchedule,
    LevelStep,
    format_mail_object_kind,
    format_object_kind_of_width,
)
from zermelo.solver.cluster.cyclic.tier_notes import CYCLIC, TierNote
from zermelo.solver.cluster.hash_runs import build_bucket_mask
from zermelo.solver.cluster.solve_job import ANSWERS, KEYS
from zermelo.solver.cluster.task_context import SolveTask
from zermelo.solver.plans.bucket_capacity import (
    choose_group_bits,
    compute_slot_state_bytes,
)

FEW: Final = 1 << 13  # a level with no more messages than one for so many places is done by one task
LEAST: Final = 8  # and so many are few in any case
Level = tuple[int, int, int]  # of a round: a value, a remoteness, and the one before it


def solve_partitioned_tier(drive: BucketDriver, tier: int, reached: TierNote) -> None:
    """Find a tier's answers: in the width of those that it needs, or where they do not fit in the next."""
    told = {drive.open_bucket_object(each, ANSWERS, 0).dtype.itemsize for each in reached.later_tiers}
    for width in list_answer_byte_widths(drive.at.game):
        if width >= max(told, default=0) and PartitionedTier(drive, tier, reached, width).solve():
            return
    raise BadRules(f"{drive.at.game!r}: a remoteness is too long to be stored")


class PartitionedTier:
    """A tier while it is solved: where its buckets' states are, and which groups sent messages to which."""

    def __init__(self, drive: BucketDriver, tier: int, reached: TierNote, width: int) -> None:
        self.drive, self.tier, self.width, self.bits = drive, tier, width, reached.bits
        self.buckets = range(1 << reached.bits)
        self.rest = (1 << WIDTHS[width].parameter) - 1
        place = max(1, (reached.most - 1).bit_length())
        states = (
            drive.bytes_a_place * drive.bucket // compute_slot_state_bytes(width)
        )  # places of which a task holds the state
        numbers = reached.size if drive.domain == "index" else 1 << (reached.bits + place)  # of places
        group = choose_group_bits(reached.bits, place, numbers, states)
        self.few = max(LEAST, reached.size // FEW)
        self.model = drive.make_task(
            "expand_moves", tier, width=width, bits=reached.bits, next_bits=place, group=group
        )
        self.groups = range(1 << (reached.bits - group))
        self.number = 0
        self.chains: list[tuple[int, ...]] = [(0,) for _ in self.groups]
        self.since = [0 for _ in self.groups]  # places that may have changed since states were written whole
        self.pending = [0 for _ in self.groups]
        self.old: list[str] = []  # objects not needed again after the current step
        self.parts: tuple[tuple[int, int, int], ...] = ()

    def solve(self) -> bool:
        """Find the answers; return whether they fit."""
        self._run_missing_tasks("expand_moves", SEEDS, self.buckets)
        seeds = [
            BucketSeeds(self.drive.open_bucket_object(self.tier, self._format_object_kind(SEEDS), bucket))
            for bucket in self.buckets
        ]
        if any(each.far for each in seeds):
            return False
        self._run_missing_tasks("reverse_moves", LINKS, self.buckets)
        self.there = self.drive.list_existing_object_names(f"tier-{self.tier:04d}")
        schedule = LevelSchedule(seeds)
        at = schedule.find_first_step()
        while at is not None:
            self.number += 1
            far, at = self._run_level(at, schedule)
            if far:
                return False
        self._run_missing_tasks("finish_answers", ANSWERS, self.buckets)
        self.drive.drop_tier_objects(self.tier, but=rf"({KEYS}|{ANSWERS})/\d+|reached|{CYCLIC}")
        return True

    def _is_level_done_by_one_task(self, messages: int) -> bool:
        """Return whether one task does a level in all groups; a single group continues in any case."""
        return (
            len(self.groups) > 1 and messages <= self.few and not any(map(self._is_rewrite_due, self.groups))
        )

    def _is_rewrite_due(self, group: int) -> bool:
        """Return whether so much of a group has changed that its states are to be written whole."""
        return len(self.chains[group]) > LONG_CHAIN or self.since[group] > compute_state_rewrite_threshold(
            self.model
        )

    def _run_level(self, at: Level, schedule: LevelSchedule) -> tuple[bool, Level | None]:
        """Do a level in each group in which something happens, and where one task does all, following ones.

        Return whether one is too long, and which one is next.
        """
        due = schedule.count_seeds_by_bucket(*at)
        sparse = self._is_level_done_by_one_task(sum(self.pending) + sum(due.values()))
        model = replace(self.model, kind="advance", number=self.number, parts=self.parts, level=at)
        if sparse:
            tasks = [replace(model, kind="advance_sparse", chains=tuple(self.chains), most=self.few)]
        else:
            seeded = {bucket >> self.model.group for bucket in due}
            tasks = [
                replace(model, bucket=each, chains=(self.chains[each],))
                for each in self.groups
                if self.pending[each] or each in seeded or self._is_rewrite_due(each)
            ]
        self._run_missing_steps(tasks)
        self.pending, far, mail = [0 for _ in self.groups], False, list[str]()
        for sender in [task.bucket for task in tasks]:
            step = self._open_level_step(sender)
            for group in range(step.table.first, step.table.first + step.table.groups):
                self._record_group_state_location(group, step, 2 * self.number + sparse)
            kinds = [
                format_mail_object_kind(self.width, self.number, part) for part in range(step.table.parts)
            ]
            mail += [self.drive.job.object_name(self.tier, kind, sender) for kind in kinds]
            self.pending = [sum(pair) for pair in zip(self.pending, step.sent_message_counts, strict=True)]
            far |= step.table.far
        self._drop_old_states(mail)
        self.parts = ((self.number, 0, build_bucket_mask(task.bucket for task in tasks)),)
        if sparse or len(self.groups) == 1:
            return far, step.table.following
        return far, schedule.find_next_step(*at[:2], self.rest, sent=any(self.pending))

    def _record_group_state_location(self, group: int, step: LevelStep, number: int) -> None:
        """Note where a group's state is after a step."""
        if step.table.full:
            kind, among = (
                format_object_kind_of_width(STATE, self.width, self.chains[group][0] >> 1),
                1 << self.model.group,
            )
            buckets = range(group * among, (group + 1) * among)
            self.old += [self.drive.job.object_name(self.tier, kind, bucket) for bucket in buckets]
            self.chains[group], self.since[group] = (number,), 0
        elif changed := step.count_changed_words(group):
            self.chains[group] += (number,)
            self.since[group] += changed

    def _drop_old_states(self, mail: list[str]) -> None:
        """Drop states that were written anew, and what the step before the last has sent beside itself."""
        if self.old:
            self.drive.at.objects.remove(*self.old)
        self.old = mail

    def _open_level_step(self, group: int) -> LevelStep:
        return LevelStep(
            self.drive.open_bucket_object(
                self.tier, format_object_kind_of_width(STEP, self.width, self.number), group
            )
        )

    def _format_object_kind(self, what: str) -> str:
        return what if what == ANSWERS else format_object_kind_of_width(what, self.width)

    def _run_missing_tasks(self, task: str, what: str, buckets: Iterable[int]) -> None:
        """Run a task for every bucket whose object is missing; it knows its group's chain."""
        missing = self.drive.list_missing_tasks(
            replace(self.model, kind=task), self._format_object_kind(what), buckets
        )
        self.drive.run_tasks(
            [replace(each, chains=(self.chains[each.bucket >> self.model.group],)) for each in missing]
        )

    def _run_missing_steps(self, tasks: list[SolveTask]) -> None:
        """Run the missing steps."""
        kind = format_object_kind_of_width(STEP, self.width, self.number)
        lacking = [
            task
            for task in tasks
            if self.drive.job.object_name(self.tier, kind, task.bucket) not in self.there
        ]
        self.drive.run_tasks(lacking)
