"""Drive a solve over a perfect index in buckets: tier by tier from the last, as in `partitioned_tier`."""

from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from zermelo.core.errors import BadRules
from zermelo.core.game_kind import ByKind
from zermelo.solver.cluster.cyclic.bucket_driver import BucketDriver
from zermelo.solver.cluster.cyclic.cyclic_tasks import format_reply_object_kind, list_answer_byte_widths
from zermelo.solver.cluster.cyclic.frontier_search import make_cyclic_tier_task
from zermelo.solver.cluster.cyclic.partitioned_tier import PartitionedTier
from zermelo.solver.cluster.cyclic.tier_notes import TierNote
from zermelo.solver.cluster.expectation.bucket_graph import BOUNDS
from zermelo.solver.cluster.expectation.expectation_driver import ExpectationTier
from zermelo.solver.cluster.hash_runs import LATER
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.indexed.partitioned_index import BucketLayout, StoredAnswers, build_bucket_layout
from zermelo.solver.cluster.solve_job import ANSWERS, ASKED
from zermelo.solver.cluster.task_context import SolveTask, format_slice_note_name
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.plans.bucket_capacity import A_RANK, A_RANK_MOVE, MOVES, compute_rank_bucket_capacity
from zermelo.solver.records.ranked_records import SLICE, RankedRecords, make_ranked_records


class PartitionedIndexDriver(BucketDriver):
    """A solve over a perfect index whose tiers are cut into buckets: ranges of their places."""

    domain = "index"

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
            shape = self.build_tier_layout(tier)
            buckets = range(1 << shape.bits)
            if not all(self.job.object_name(tier, ANSWERS, bucket) in there for bucket in buckets):
                TIER_SOLVERS.choose(self.at.game)(self, tier, shape)
            self.solved = sum(self.figures.sizes[tier:])  # tasks have counted some of them
        slices = range(-(-self.places.place_count // SLICE))
        there = self.list_existing_object_names("solution")
        lacking = [each for each in slices if format_slice_note_name(self.job, each) not in there]
        self.run_tasks([self.make_task("write_rank_slice", 0, bucket=each) for each in lacking])
        return [self.read_file_note(number) for number in slices]

    @property
    def records(self) -> RankedRecords:
        """The records that were found, of which one is looked up."""
        answers: Any = StoredAnswers(self.at, self.job, self.bucket)  # one is all that is asked
        return make_ranked_records(self.at.program, answers)

    def read_start_answer(self) -> tuple[int, int]:
        """See `SolveDriver`."""
        found = self.records.find(self.find_representative_of_start())
        if found is None:
            raise BadRules(
                f"{self.at.game!r}: rank() gives the start no number below size, or unrank() another position"
            )
        return found

    def summarise_bounds(self) -> tuple[float, bool, bool]:
        """Return what is said of all bounds: how wide they are, is each end won or lost, do dice loop."""
        said = [
            self.open_bucket_object(tier, ANSWERS, bucket).read_section(BOUNDS).tolist()
            for tier in range(self.places.tier_count)
            for bucket in range(1 << self.build_tier_layout(tier).bits)
        ]
        widest, decisive, loops = zip(*said, strict=True)
        return max(widest), all(decisive), any(loops)

    def build_tier_layout(self, tier: int) -> BucketLayout:
        """Return how a tier is cut into buckets."""
        return build_bucket_layout(self.places, tier, self.bucket)

    def make_task(self, kind: str, tier: int, **others: Any) -> SolveTask:
        """Return a task, which knows how large buckets are."""
        return make_cyclic_tier_task(kind, tier, most=self.bucket, **others)

    def solve_tier_expectations(self, tier: int, shape: BucketLayout) -> None:
        """Solve a tier of a game with dice."""
        ExpectationIndexTier(self, tier, shape).solve()

    def solve_tier(self, tier: int, shape: BucketLayout) -> None:
        """Solve a tier of a game without dice."""
        self.run_tasks(
            self.list_missing_tasks(
                self.make_task("request_rank_answers", tier), ASKED, range(1 << shape.bits)
            )
        )
        reached = self.request_later_answers(tier, shape)
        told = {self.open_bucket_object(each, ANSWERS, 0).dtype.itemsize for each in reached.later_tiers}
        for width in list_answer_byte_widths(self.at.game):
            if width >= max(told, default=0) and PartitionedIndexTier(self, tier, reached, width).solve():
                return
        raise BadRules(f"{self.at.game!r}: a remoteness is too long to be stored")

    def request_later_answers(self, tier: int, shape: BucketLayout) -> TierNote:
        """Have later tiers answer what a tier's buckets have asked; return these tiers, and the shape."""
        asked = [self.open_hash_runs(tier, ASKED, bucket).run_labels for bucket in range(1 << shape.bits)]
        leads = sorted({label - LATER for labels in asked for label in labels if label >= LATER})
        for each in leads:
            model = self.make_task("send_rank_replies", tier, sources=(each,))
            self.run_tasks(
                self.list_missing_tasks(
                    model, format_reply_object_kind(each), range(1 << self.build_tier_layout(each).bits)
                )
            )
        return TierNote(leads, shape.bits, min(shape.size, 1 << shape.width), shape.size)


class PartitionedIndexTier(PartitionedTier):
    """A tier of an index while it is solved."""

    opens, links = "expand_rank_moves", "reverse_rank_moves"
    a_place = A_RANK + A_RANK_MOVE * MOVES

    def __init__(self, drive: PartitionedIndexDriver, tier: int, reached: TierNote, width: int) -> None:
        super().__init__(drive, tier, reached, width)
        self.model = replace(self.model, kind="expand_rank_moves", most=drive.bucket)

    def _count_places(self, reached: TierNote, place: int) -> int:
        """Return the same: all buckets but the last are full."""
        return reached.size


class ExpectationIndexTier(ExpectationTier):
    """A tier of a game of chance over an index while it is solved."""

    def __init__(self, drive: PartitionedIndexDriver, tier: int, shape: BucketLayout) -> None:
        self.index, self.shape = drive, shape
        super().__init__(drive, tier, {tier: TierNote([], shape.bits, 1 << shape.width, shape.size)})

    def _check_supported(self) -> None:
        """Points on the way are refused before."""

    def _request_later_answers(self) -> None:
        self.index.request_later_answers(self.tier, self.shape)

    def _make_task(self, kind: str, **others: int) -> SolveTask:
        return self.index.make_task(kind, self.tier, bits=self.bits, **others)


TIER_SOLVERS: Final = ByKind(
    "tiers of an index in buckets",
    PartitionedIndexDriver.solve_tier,
    dice=PartitionedIndexDriver.solve_tier_expectations,
)
