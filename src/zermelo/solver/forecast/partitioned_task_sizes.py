"""Sizes of what the tasks of a tier in buckets read, make and hold in a cyclic game, by rounds and levels.

The number of busy levels is not known in advance: it was 13 to 42 in four games. For a tier that is one group
of buckets it does not matter, since states and links are read once. With several groups each level reads them
again. Quiet levels are done by tasks for all groups, each of which was measured to read about as much.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.solver.cluster.cyclic import bucket_driver
from zermelo.solver.cluster.cyclic.bucket_group_levels import SENT
from zermelo.solver.cluster.cyclic.frontier_driver import CROWD, MOST_RUNS
from zermelo.solver.cluster.cyclic.frontier_search import HELD as KEPT
from zermelo.solver.cluster.cyclic.partitioned_state import WORDS
from zermelo.solver.forecast.cyclic_tier_counts import TierCounts
from zermelo.solver.forecast.ply_task_sizes import (
    EXPANDING,
    HELD,
    KEY,
    SolvePhase,
    StoredObjects,
    TaskBatch,
    TaskLoad,
    choose_bucket_bits,
    estimate_distinct_children,
)
from zermelo.solver.plans.bucket_capacity import choose_group_bits, compute_slot_state_bytes

LEVELS: Final = 19  # in which much happens: the middle of those seen, 13 to 42
TRICKLES: Final = 1  # tasks for levels in which little does
EDGE, SEED = 12, 4  # bytes of a move inside, of a place that its outside may decide
STEPS: Final = 7.6  # bytes of a move inside that all steps write: 7.6 in quixo, less where few are decided
LINKED: Final = 0.8  # of the links of a group, which of several reads them in a level: 0.5 to 1 were seen
SHARE: Final = 1 << 12  # positions of a share of a run
PARTING: Final = 40  # bytes that a task holds for each position of a bucket, and for each move inside
INSIDE: Final = 24
A_MESSAGE: Final = 12  # and for each that it sends at once


@dataclass(frozen=True)
class PartitionedTierModel:
    """A tier in buckets; `sizes` are all tiers' positions, `bits` theirs that say the bucket."""

    number: int
    tiers: Sequence[TierCounts]
    bucket: int
    width: int  # bytes of an answer
    levels: int = LEVELS

    @property
    def tier_counts(self) -> TierCounts:
        """The tier itself."""
        return self.tiers[self.number]

    @property
    def bucket_bits(self) -> int:
        """Number of bits for the bucket."""
        return self.choose_bucket_bits_of_tier(self.number)

    @property
    def bucket_count(self) -> int:
        """Number of buckets."""
        return 1 << self.bucket_bits

    def choose_bucket_bits_of_tier(self, number: int) -> int:
        """Return how many bits say the bucket of a tier."""
        return choose_bucket_bits(round(self.tiers[number].positions), self.bucket)

    @property
    def inside_move_count(self) -> float:
        """Moves inside, copies included."""
        return self._estimate_moves_to_children(self.tier_counts.inside)

    def _estimate_moves_to_children(self, distinct: float) -> float:
        """Return how many moves lead to so many children: the share of all moves is that of all children."""
        apart = self.tier_counts.inside + sum(self.tier_counts.later.values())
        return self.tier_counts.children * distinct / apart if apart else 0.0

    def _estimate_children_of_all_buckets(self, distinct: float, buckets: int) -> float:
        return estimate_distinct_children(distinct, self._estimate_moves_to_children(distinct), buckets)

    def _build_phase(
        self,
        kind: str,
        count: int,
        load: TaskLoad,
        held: float,
        driver: TaskLoad = TaskLoad(gets=1, puts=1),  # noqa: B008  # it never changes
    ) -> SolvePhase:
        """Return the phase of equal tasks of the tier, each of which holds so many bytes."""
        return SolvePhase((TaskBatch(kind, self.number, count, load, HELD + held),), driver)

    # Finding

    def yield_finding_phases(self, leading: float) -> Iterator[SolvePhase]:
        """Yield the phases that find the tier, round by round; a number of mixes lead to it."""
        tier, known, waiting = self.tier_counts, 0.0, leading
        runs, rounds = 0, list(tier.frontier)
        while rounds:
            fresh = rounds.pop(0)
            bits = 0
            if waiting > self.bucket:
                total = known + min(waiting, known + self.bucket)
                bits = max(1, choose_bucket_bits(round(max(total, waiting / CROWD)), self.bucket))
            else:  # one task does as many rounds as it can
                while rounds and fresh + rounds[0] <= self.bucket:
                    fresh += rounds.pop(0)
            buckets, share = 1 << bits, fresh / max(1.0, tier.positions)
            reached = [
                self._estimate_children_of_all_buckets(count * share, buckets)
                for count in (tier.inside if rounds else 0.0, *tier.later.values())
            ]
            made = StoredObjects(buckets, 2, KEY * (fresh + sum(reached)))
            read = KEY * min(known, waiting * SHARE)
            load = TaskLoad(
                fresh / buckets, tier.children * share / buckets, (KEY * waiting + read) / buckets
            )
            load += made.write_load + TaskLoad(gets=3.0 * (1 + min(runs, MOST_RUNS)))
            held = EXPANDING * (fresh + sum(reached)) / buckets
            held += min(2 * read / buckets, float(KEPT * KEY * self.bucket))
            yield self._build_phase("find_positions", buckets, load, held, TaskLoad(gets=buckets, puts=1))
            known, waiting, runs = known + fresh, reached[0], runs + 1
            if runs % MOST_RUNS == 0:
                yield self._build_merge_phase(known, 0.0, MOST_RUNS)
        later = sum(self._estimate_requested_counts().values())
        yield self._build_merge_phase(known, later, min(runs, MOST_RUNS))

    def _build_merge_phase(self, known: float, later: float, runs: int) -> SolvePhase:
        buckets = 1 << choose_bucket_bits(round(known), self.bucket)
        size = KEY * (known + later) / buckets
        load = TaskLoad(positions=known / buckets, read=size, gets=3.0 * runs)
        load += StoredObjects(1, 2, size).write_load
        return self._build_phase("merge_runs", buckets, load, 3 * size, TaskLoad(puts=2))

    # Answers

    def _estimate_requested_counts(self) -> dict[int, float]:
        """Return what is asked of each later tier."""
        return {
            other: self._estimate_children_of_all_buckets(count, self.bucket_count)
            for other, count in self.tier_counts.later.items()
        }

    def yield_request_phases(self) -> Iterator[SolvePhase]:
        """Yield the phases in which later tiers are asked, and answer."""
        tier, buckets, asked = self.tier_counts, self.bucket_count, self._estimate_requested_counts()
        if not asked:
            return
        size, count = tier.positions / buckets, sum(asked.values()) / buckets
        load = TaskLoad(positions=size, children=tier.children / buckets, read=KEY * size, gets=2)
        load += StoredObjects(1, len(asked), KEY * count).write_load
        yield self._build_phase("request_answers", buckets, load, PARTING * size + EXPANDING * count)
        for other, each in asked.items():
            yield self._build_reply_phase(other, each)

    def _build_reply_phase(self, other: int, asked: float) -> SolvePhase:
        """Return the phase in which a later tier answers what is asked of it."""
        count, mine = 1 << self.choose_bucket_bits_of_tier(other), self.bucket_count
        size = self.tiers[other].positions
        load = (
            StoredObjects(count, 1, KEY * size).read_load
            + StoredObjects(count, 1, self.width * size).read_load
        )
        load += TaskLoad(positions=size / count, read=KEY * asked / count, gets=3.0 * mine)
        load += StoredObjects(count, mine, self.width * asked).write_load
        return self._build_phase("send_replies", count, load, PARTING * size / count, TaskLoad(puts=1))

    def yield_solving_phases(self) -> Iterator[SolvePhase]:
        """Yield the phases that find the tier's answers: its moves once, then level by level."""
        tier, buckets, links = self.tier_counts, self.bucket_count, self._link_bytes
        size, moves = tier.positions / buckets, self.inside_move_count / buckets
        asked, word = self._estimate_requested_counts(), WORDS[self.width].itemsize
        keys = TaskLoad(read=KEY * size, gets=2)
        held = PARTING * size + INSIDE * moves
        yield from self.yield_request_phases()
        told = (KEY + self.width) * sum(asked.values()) / buckets
        load = keys + TaskLoad(
            size, tier.children / buckets, told, gets=3.0 * len(asked) * max(1, buckets // 2)
        )
        content = (self.width + word) * size + EDGE * moves + SEED * size
        load += StoredObjects(1, 2 * buckets, content).write_load + TaskLoad(puts=4)
        yield self._build_phase("expand_moves", buckets, load, held)
        edges = StoredObjects(buckets, buckets, EDGE * self.inside_move_count)
        load = keys + edges.estimate_section_read_load() + StoredObjects(1, 1, links).write_load
        yield self._build_phase("reverse_moves", buckets, replace(load, positions=size, children=moves), held)
        yield from self._yield_level_phases(links)
        load = TaskLoad(positions=size, read=word * size, gets=2)
        load += StoredObjects(1, 1, self.width * size).write_load
        drops = buckets * (8 + 2 * self.levels)
        yield self._build_phase("finish_answers", buckets, load, held, TaskLoad(puts=2, drops=drops))

    def _yield_level_phases(self, links: float) -> Iterator[SolvePhase]:
        """Yield the phases that do levels by groups of buckets; `links` are the bytes of links of each."""
        buckets, size = self.bucket_count, self.tier_counts.positions / self.bucket_count
        place, a_state = max(1, (round(size) - 1).bit_length()), compute_slot_state_bytes(self.width)
        states = bucket_driver.BucketDriver.bytes_a_place * self.bucket // a_state
        group = 1 << choose_group_bits(self.bucket_bits, place, buckets << place, states)
        groups, own, moves = buckets // group, group * size, group * self.inside_move_count / buckets
        word = WORDS[self.width].itemsize
        state, held = (word + self.width) * own, a_state * own + A_MESSAGE * SENT
        if groups == 1:  # a level that sends more than an object has ends a task
            tasks = min(self.levels, 1 + int(moves / SENT))
            load = TaskLoad(positions=own / tasks, sorted=moves / tasks, gets=8.0 * group, puts=1.0 + group)
            load += TaskLoad(read=state + (group * links + SEED * own) / tasks, written=word * own)
            yield from [self._build_phase("advance", 1, load, held, TaskLoad(gets=2))] * tasks
            return
        step = TaskLoad(positions=own / self.levels, sorted=moves / self.levels, puts=1.5, gets=8.0 * group)
        step += TaskLoad(read=state + LINKED * group * links + SEED * moves / self.levels)
        step += TaskLoad(written=STEPS * moves / self.levels)
        level = self._build_phase("advance", groups, step, held, TaskLoad(gets=groups, puts=1))
        yield from [level] * self.levels
        few = TaskLoad(read=(state + group * links) * groups, gets=8.0 * buckets, puts=1)
        yield from [self._build_phase("advance_sparse", 1, few, held, TaskLoad(gets=2))] * TRICKLES

    @property
    def _link_bytes(self) -> float:
        """Bytes of a bucket's links."""
        entries = (self.tier_counts.positions + self.inside_move_count) / self.bucket_count
        return (4 if self.tier_counts.positions < 1 << 31 else 8) * entries
