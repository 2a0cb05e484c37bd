"""Drive a solve over a perfect index in buckets: tier by tier from the last, each as `parted_run` does."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from zermelo.cluster.charting import BOUNDS
from zermelo.cluster.driver import Told
from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.index_parted import Shape, StoredAnswers, shape_of
from zermelo.cluster.index_tasks import places_at
from zermelo.cluster.job import ANSWERS, ASKED, Job
from zermelo.cluster.loop_driver import LoopDriver
from zermelo.cluster.loop_tasks import told_kind, widths_of
from zermelo.cluster.parted_run import Parted
from zermelo.cluster.reaching import task_of
from zermelo.cluster.run import BUCKET
from zermelo.cluster.shares import LATER
from zermelo.cluster.tiers_at import Reached
from zermelo.cluster.weigh_run import Weighed
from zermelo.cluster.work import Task, note_name
from zermelo.core.errors import BadRules
from zermelo.core.game import has
from zermelo.solution.ranked import SLICE, RankedRecords, ranked_records
from zermelo.solvers.chance_index import refuse_many
from zermelo.trust.classes import representative
from zermelo.work.room import A_RANK, A_RANK_MOVE, MOVES


class IndexBuckets(LoopDriver):
    """A solve over a perfect index whose tiers are cut into buckets: ranges of their places."""

    def __init__(
        self, job: Job, executor: TaskExecutor, *, bucket: int = BUCKET, listen: Told | None = None
    ) -> None:
        super().__init__(job, executor, bucket=bucket, listen=listen)
        self.places = places_at(self.at)
        if has(self.at.game, "chances"):
            refuse_many(self.places)
        self.finding = False

    def solve(self) -> list[dict[str, Any]]:
        """Make all that is lacking; return of each slice the note that says what its file holds."""
        self.figures.sizes = [end - begin for begin, end in pairwise(self.places.bounds)]
        there = self.there("")
        for tier in range(self.places.tiers - 1, -1, -1):
            shape = self.shape(tier)
            buckets = range(1 << shape.bits)
            if not all(self.job.name(tier, ANSWERS, bucket) in there for bucket in buckets):
                self._solve(tier, shape)
            self.solved += shape.size
        slices = range(-(-self.places.count // SLICE))
        there = self.there("solution")
        lacking = [each for each in slices if note_name(self.job, each) not in there]
        self.do([self.task("record_ranks", 0, bucket=each) for each in lacking])
        return [self.note_of(number) for number in slices]

    @property
    def records(self) -> RankedRecords:
        """The records that were found, of which one is looked up."""
        answers: Any = StoredAnswers(self.at, self.job, self.bucket)  # one is all that is asked
        return ranked_records(self.at.program, answers)

    def start_answer(self) -> tuple[int, int]:
        """Return the first start's value and remoteness."""
        found = self.records.find(representative(self.at.game)(next(iter(self.at.game.starts()))))
        if found is None:
            raise BadRules(
                f"{self.at.game!r}: rank() gives the start no number below size, or unrank() another position"
            )
        return found

    def said_of_dice(self) -> tuple[float, bool]:
        """Return what is said of all bounds: how wide they are, and whether each end is won or lost."""
        said = [
            self.sections(tier, ANSWERS, bucket).read(BOUNDS).tolist()
            for tier in range(self.places.tiers)
            for bucket in range(1 << self.shape(tier).bits)
        ]
        widest, decisive, _ = zip(*said, strict=True)
        return max(widest), all(decisive)

    def shape(self, tier: int) -> Shape:
        """Return how a tier is cut into buckets."""
        return shape_of(self.places, tier, self.bucket)

    def task(self, kind: str, tier: int, **others: Any) -> Task:
        """Return a task, which knows how large buckets are."""
        return task_of(kind, tier, most=self.bucket, **others)

    def _solve(self, tier: int, shape: Shape) -> None:
        if has(self.at.game, "chances"):
            WeighedIndex(self, tier, shape).solve()
            return
        self.do(self.lacking(self.task("ask_ranks", tier), ASKED, range(1 << shape.bits)))
        reached = self.replied(tier, shape)
        told = {self.sections(each, ANSWERS, 0).dtype.itemsize for each in reached.leads}
        for width in widths_of(self.at.game):
            if width >= max(told, default=0) and PartedIndex(self, tier, reached, width).solve():
                return
        raise BadRules(f"{self.at.game!r}: a remoteness is too long: there is no room for it")

    def replied(self, tier: int, shape: Shape) -> Reached:
        """Have later tiers tell what a tier's buckets have asked; return which these are, and the shape."""
        asked = [self.runs(tier, ASKED, bucket).labels for bucket in range(1 << shape.bits)]
        leads = sorted({label - LATER for labels in asked for label in labels if label >= LATER})
        for each in leads:
            model = self.task("reply_ranks", tier, sources=(each,))
            self.do(self.lacking(model, told_kind(each), range(1 << self.shape(each).bits)))
        return Reached(leads, shape.bits, min(shape.size, 1 << shape.width), shape.size)


class PartedIndex(Parted):
    """A tier of an index while it is solved."""

    opens, links = "open_ranks", "link_ranks"
    a_place = A_RANK + A_RANK_MOVE * MOVES

    def __init__(self, drive: IndexBuckets, tier: int, reached: Reached, width: int) -> None:
        super().__init__(drive, tier, reached, width)
        self.model = replace(self.model, kind="open_ranks", most=drive.bucket)

    def _room(self, reached: Reached, place: int) -> int:
        """Return the same: all buckets but the last are full."""
        return reached.size


class WeighedIndex(Weighed):
    """A tier of a game of chance over an index while it is solved."""

    def __init__(self, drive: IndexBuckets, tier: int, shape: Shape) -> None:
        self.index, self.shape = drive, shape
        super().__init__(drive, tier, {tier: Reached([], shape.bits, 1 << shape.width, shape.size)})

    def _refuse(self) -> None:
        """Points on the way are refused before."""

    def _ask(self) -> None:
        self.index.replied(self.tier, self.shape)

    def _task(self, kind: str, **others: int) -> Task:
        return self.index.task(f"{kind}_ranks", self.tier, bits=self.bits, **others)
