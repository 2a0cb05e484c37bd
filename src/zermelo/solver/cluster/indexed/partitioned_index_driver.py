"""Drive a solve over a perfect index in buckets: tier by tier from the last, as in `partitioned_tier`."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.bucket_places import build_bucket_layout
from zermelo.solver.cluster.cyclic.partitioned_tier import solve_partitioned_tier
from zermelo.solver.cluster.cyclic.tier_notes import TierNote
from zermelo.solver.cluster.expectation.expectation_driver import ExpectationTier
from zermelo.solver.cluster.hash_runs import LATER
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.indexed.partitioned_index import StoredAnswers
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.plans.bucket_capacity import A_RANK, A_RANK_MOVE, MOVES, compute_rank_bucket_capacity
from zermelo.solver.records.ranked_records import make_ranked_records
from zermelo.solver.runs.value_tallies import find_start_answer


class PartitionedIndexDriver(BucketDriver):
    """A solve over a perfect index whose tiers are cut into buckets: ranges of their places."""

    domain = "index"
    bytes_a_place = A_RANK + A_RANK_MOVE * MOVES

    def compute_capacity(self, memory: int) -> int:
        """See `BucketDriver`."""
        return compute_rank_bucket_capacity(memory)

    @property
    def places(self) -> PositionSlots:
        """The places of the index."""
        return get_slots_of_job_index(self.at)

    def solve(self) -> list[dict[str, Any]]:
        """See `SolveDriver`: the notes of slices."""
        self.finding = False
        self.figures.sizes = [end - begin for begin, end in pairwise(self.places.bounds)]
        there = self.list_existing_object_names("")
        for tier in range(self.places.tier_count - 1, -1, -1):
            buckets = range(1 << self.count_bucket_bits(tier))
            if not all(self.job.object_name(tier, ANSWERS, bucket) in there for bucket in buckets):
                TIER_SOLVERS.choose(self.at.game)(self, tier)
            self.solved = sum(self.figures.sizes[tier:])  # tasks have counted some of them
        return self.write_rank_slices(self.make_task("write_rank_slice", 0), self.places.place_count)

    def read_start_answer(self) -> tuple[Any, int]:
        """See `SolveDriver`."""
        answers: Any = StoredAnswers(self.at, self.job, self.bucket)  # one is all that is asked
        return find_start_answer(self.at.game, make_ranked_records(self.at.program, answers))

    def list_tiers(self) -> Iterable[int]:
        """See `BucketDriver`."""
        return range(self.places.tier_count)

    def count_bucket_bits(self, tier: int) -> int:
        """See `BucketDriver`."""
        return build_bucket_layout(self.places, tier, self.bucket).bits

    def list_later_tiers(self, tier: int) -> list[int]:
        """See `BucketDriver`."""
        buckets = range(1 << self.count_bucket_bits(tier))
        labels = {
            label for bucket in buckets for label in self.open_hash_runs(tier, ASKED, bucket).run_labels
        }
        return sorted(label - LATER for label in labels if label >= LATER)

    def solve_tier_expectations(self, tier: int) -> None:
        """Solve a tier of a game with dice."""
        ExpectationTier(self, tier, self.figures.sizes[tier]).solve()

    def solve_tier(self, tier: int) -> None:
        """Solve a tier of a game without dice."""
        layout = build_bucket_layout(self.places, tier, self.bucket)
        self.run_missing_tasks(self.make_task("request_answers", tier, bits=layout.bits), ASKED)
        self.request_later_answers(tier)
        most = min(layout.size, 1 << layout.width)
        note = TierNote(self.list_later_tiers(tier), layout.bits, most, layout.size)
        solve_partitioned_tier(self, tier, note)


TIER_SOLVERS: Final = ByKind(
    "tiers of an index in buckets",
    PartitionedIndexDriver.solve_tier,
    dice=PartitionedIndexDriver.solve_tier_expectations,
)
