"""Sizes of what the tasks of a tier in buckets read, make and hold in a cyclic game, by rounds and levels.

The number of busy levels is not known in advance: it was 13 to 42 in four games. For a tier that is one group
of buckets it does not matter, since states and links are read once. With several groups each level reads them
again. Quiet levels are done by tasks for all groups, each of which was measured to read about as much.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.solver.cluster.cyclic import partitioned_tier
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
    TaskBatch,
    TaskLoad,
    choose_bucket_bits,
    estimate_object_read_load,
    estimate_object_write_load,
    estimate_section_read_load,
)
from zermelo.solver.plans.bucket_capacity import choose_group_bits, compute_slot_state_bytes
from zermelo.solver.size_estimates.tier_sampling import predict_distinct_share

LEVELS: Final = 19  # in which much happens: the middle of those seen, 13 to 42
TRICKLES: Final = 1  # tasks for levels in which little does
SPREAD: Final = 0.1  # of parents, as in plans of plies
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

    def _estimate_children_of_all_buckets(self, distinct: float, ways: float, buckets: int) -> float:
        """Return how many children all buckets have, each bucket's once."""
        if buckets == 1 or not distinct:
            return distinct
        parents = max(1.0, ways / distinct)
        return max(distinct, min(ways, ways * predict_distinct_share(parents, 1 / buckets, SPREAD)))

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
            following = (
                self._estimate_children_of_all_buckets(
                    tier.inside * share, self.inside_move_count * share, buckets
                )
                if rounds
                else 0.0
            )
            counts = tier.later.values()
            later = sum(
                self._estimate_children_of_all_buckets(
                    count * share, self._estimate_moves_to_children(count) * share, buckets
                )
                for count in counts
            )
            read = KEY * min(known, waiting * SHARE)
            load = TaskLoad(positions=fresh / buckets, children=tier.children * share / buckets)
            load += TaskLoad(read=(KEY * waiting + read) / buckets, gets=3.0 * (1 + min(runs, MOST_RUNS)))
            load += estimate_object_write_load(2, KEY * (fresh + following + later) / buckets)
            held = HELD + EXPANDING * (fresh + following + later) / buckets
            held += min(2 * read / buckets, float(KEPT * KEY * self.bucket))
            yield SolvePhase(
                (TaskBatch("find_positions", self.number, buckets, load, held),),
                TaskLoad(gets=buckets, puts=1),
            )
            known, waiting, runs = known + fresh, following, runs + 1
            if runs % MOST_RUNS == 0:
                yield self._build_merge_phase(known, 0.0, MOST_RUNS)
        later = sum(
            self._estimate_children_of_all_buckets(
                count, self._estimate_moves_to_children(count), 1 << self.bucket_bits
            )
            for count in tier.later.values()
        )
        yield self._build_merge_phase(known, later, min(runs, MOST_RUNS))

    def _build_merge_phase(self, known: float, later: float, runs: int) -> SolvePhase:
        buckets = 1 << choose_bucket_bits(round(known), self.bucket)
        size = KEY * (known + later) / buckets
        load = TaskLoad(positions=known / buckets, read=size, gets=3.0 * runs) + estimate_object_write_load(
            2, size
        )
        return SolvePhase(
            (TaskBatch("merge_runs", self.number, buckets, load, HELD + 3 * size),), TaskLoad(puts=2)
        )

    # Answers

    def _estimate_requested_counts(self) -> dict[int, float]:
        """Return what is asked of each later tier."""
        later, buckets = self.tier_counts.later, 1 << self.bucket_bits
        return {
            other: self._estimate_children_of_all_buckets(
                count, self._estimate_moves_to_children(count), buckets
            )
            for other, count in later.items()
        }

    def yield_request_phases(self) -> Iterator[SolvePhase]:
        """Yield the phases in which later tiers are asked, and answer."""
        tier, buckets, asked = self.tier_counts, 1 << self.bucket_bits, self._estimate_requested_counts()
        if not asked:
            return
        size, count = tier.positions / buckets, sum(asked.values()) / buckets
        load = TaskLoad(positions=size, children=tier.children / buckets, read=KEY * size, gets=2)
        load += estimate_object_write_load(len(asked), KEY * count)
        yield self._build_phase_of_bucket_tasks(
            "request_answers", load, HELD + PARTING * size + EXPANDING * count
        )
        for other, each in asked.items():
            yield self._build_reply_phase(other, each)

    def yield_solving_phases(self) -> Iterator[SolvePhase]:
        """Yield how the answers are found: moves once, then level by level."""
        tier, buckets, links = self.tier_counts, 1 << self.bucket_bits, self._estimate_bucket_link_bytes
        size, moves = tier.positions / buckets, self.inside_move_count / buckets
        asked = self._estimate_requested_counts()
        rules = TaskLoad(positions=size, children=tier.children / buckets)
        all_asked = sum(asked.values()) / buckets
        keys = TaskLoad(read=KEY * size, gets=2)
        held = HELD + PARTING * size + INSIDE * moves
        yield from self.yield_request_phases()
        told = TaskLoad(read=(KEY + self.width) * all_asked, gets=3.0 * len(asked) * max(1, buckets // 2))
        content = (self.width + WORDS[self.width].itemsize) * size + EDGE * moves + SEED * size
        load = rules + keys + told + estimate_object_write_load(2 * buckets, content) + TaskLoad(puts=4)
        yield self._build_phase_of_bucket_tasks("expand_moves", load, held)
        load = keys + estimate_section_read_load(buckets, buckets, EDGE * self.inside_move_count)
        load = replace(load + estimate_object_write_load(1, links), positions=size, children=moves)
        yield self._build_phase_of_bucket_tasks("reverse_moves", load, held)
        yield from self._yield_level_phases(links)
        load = TaskLoad(
            positions=size, read=WORDS[self.width].itemsize * size, gets=2
        ) + estimate_object_write_load(1, self.width * size)
        drops = buckets * (8 + 2 * self.levels)
        yield SolvePhase(
            (TaskBatch("finish_answers", self.number, buckets, load, held),), TaskLoad(puts=2, drops=drops)
        )

    def _yield_level_phases(self, links: float) -> Iterator[SolvePhase]:
        """Yield the phases that do levels by groups of buckets; `links` are the bytes of links of each."""
        buckets, size = 1 << self.bucket_bits, self.tier_counts.positions / (1 << self.bucket_bits)
        place = max(1, (round(size) - 1).bit_length())
        states = (
            partitioned_tier.PartitionedTier.a_place * self.bucket // compute_slot_state_bytes(self.width)
        )
        group = 1 << choose_group_bits(self.bucket_bits, place, buckets << place, states)
        groups, own, moves = buckets // group, group * size, group * self.inside_move_count / buckets
        word = WORDS[self.width].itemsize
        state, held = (
            (word + self.width) * own,
            HELD + compute_slot_state_bytes(self.width) * own + A_MESSAGE * SENT,
        )
        if groups == 1:  # a level that sends more than an object has ends a task
            tasks = min(self.levels, 1 + int(moves / SENT))
            load = TaskLoad(positions=own / tasks, sorted=moves / tasks, gets=8.0 * group, puts=1.0 + group)
            load += TaskLoad(read=state + (group * links + SEED * own) / tasks, written=word * own)
            for _ in range(tasks):
                yield SolvePhase((TaskBatch("advance", self.number, 1, load, held),), TaskLoad(gets=2))
            return
        step = TaskLoad(positions=own / self.levels, sorted=moves / self.levels, puts=1.5, gets=8.0 * group)
        step += TaskLoad(read=state + LINKED * group * links + SEED * moves / self.levels)
        step += TaskLoad(written=STEPS * moves / self.levels)
        for _ in range(self.levels):
            yield SolvePhase(
                (TaskBatch("advance", self.number, groups, step, held),), TaskLoad(gets=groups, puts=1)
            )
        few = TaskLoad(read=(state + group * links) * groups, gets=8.0 * buckets, puts=1)
        for _ in range(TRICKLES):
            yield SolvePhase((TaskBatch("advance_sparse", self.number, 1, few, held),), TaskLoad(gets=2))

    @property
    def _estimate_bucket_link_bytes(self) -> float:
        """Bytes of a bucket's links."""
        size, moves = (
            self.tier_counts.positions / (1 << self.bucket_bits),
            self.inside_move_count / (1 << self.bucket_bits),
        )
        return (4 if self.tier_counts.positions < 1 << 31 else 8) * (size + moves)

    def _build_reply_phase(self, other: int, asked: float) -> SolvePhase:
        """Return the phase in which a later tier answers what is asked of it."""
        buckets, mine = 1 << self.choose_bucket_bits_of_tier(other), 1 << self.bucket_bits
        size = self.tiers[other].positions / buckets
        load = (
            estimate_object_read_load(KEY * size, 1)
            + estimate_object_read_load(self.width * size, 1)
            + TaskLoad(positions=size)
        )
        load += TaskLoad(read=KEY * asked / buckets, gets=3.0 * mine)
        load += estimate_object_write_load(mine, self.width * asked / buckets)
        held = HELD + PARTING * size
        return SolvePhase((TaskBatch("send_replies", self.number, buckets, load, held),), TaskLoad(puts=1))

    def _build_phase_of_bucket_tasks(self, kind: str, load: TaskLoad, held: float) -> SolvePhase:
        return SolvePhase(
            (TaskBatch(kind, self.number, 1 << self.bucket_bits, load, held),), TaskLoad(gets=1, puts=1)
        )
