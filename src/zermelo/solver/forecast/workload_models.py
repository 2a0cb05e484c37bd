"""Models of a game for planning: sizes of its tiers, costs of its rules here, and the tasks that solve it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question
from zermelo.solver.cluster.expectation.expectation_tasks import uses_bucket_graphs
from zermelo.solver.cluster.solve_driver import BUCKET
from zermelo.solver.forecast.cyclic_task_sizes import BOUND, CyclicSolveModel
from zermelo.solver.forecast.cyclic_tier_counts import CountedTiers, count_positions_by_tier
from zermelo.solver.forecast.dice_costs import measure_expectation_seconds
from zermelo.solver.forecast.index_costs import IndexCosts, measure_index_costs
from zermelo.solver.forecast.index_task_sizes import IndexSolveModel
from zermelo.solver.forecast.partitioned_task_sizes import LEVELS
from zermelo.solver.forecast.ply_task_sizes import PlySolveModel, TierSize
from zermelo.solver.forecast.rule_costs import measure_rule_costs
from zermelo.solver.forecast.task_costs import COSTS, RuleCosts
from zermelo.solver.methods.predecessor_sources import has_usable_parents
from zermelo.solver.plans.index_plans import FILE_OF_VALUES
from zermelo.solver.plans.solve_planner import measure_growth
from zermelo.solver.runs.integer_run import MOST_NARROW_TIERS
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate, has_repetition_in_random_play

SolveModel = PlySolveModel | CyclicSolveModel | IndexSolveModel


@dataclass(frozen=True)
class WorkloadModel:
    """A game as it is planned, and its tiers."""

    game: Game
    growth: GrowthEstimate

    def list_assumptions(self, bucket: int) -> tuple[str, ...]:
        """Return the assumptions about what is not known before the game is solved by such tasks."""
        return ()

    @property
    def is_each_task_a_tier(self) -> bool:
        """Whether tasks are whole tiers, however large the buckets are."""
        return False

    @property
    def least_bucket_size(self) -> int:
        """The positions of the least bucket of which a plan is made."""
        return 1

    def build_solve_model(self, bucket: int) -> SolveModel:
        """Return its solve by tasks of about `bucket` positions."""
        raise NotImplementedError

    def estimate_seconds_per_child(self, kind: str) -> float:
        """Return a core's seconds for a child by its rules, in tasks of a kind."""
        raise NotImplementedError


def measure_workload(
    game: Game,
    budget: Budget | None = None,
    known: Sequence[int] | None = None,
    levels: int = LEVELS,
) -> WorkloadModel:
    """Return how a game grows and what its rules cost, by one thread; `known` are positions of its tiers.

    `levels` is the number of busy levels of a tier in buckets.

    Raises `MissingCapability` for what is not solved by tasks, `OutOfBudget` where the number of
    positions is not known, `BadParameter` where `known` differs from what is counted, `CannotCompile` and
    `BadRules`.
    """
    check_question(game, "plan")
    if has(game, "rank") and not has_usable_parents(game):
        raise MissingCapability(
            f"{game!r} has a perfect index without parents(): it goes by buckets of ranks, of which no plan "
            "is made; leave out --cluster for the plan of one machine"
        )
    budget = replace(budget or Budget(), threads=1)
    list_checked_starts(game)
    return WORKLOADS.choose(game)(game, budget, known, levels)


def _measure_workload_without_dice(
    game: Game, budget: Budget, known: Sequence[int] | None, levels: int
) -> WorkloadModel:
    if has(game, "rank"):
        if known is not None:
            raise BadParameter(f"{game!r}: its perfect index knows its positions: leave out --known")
        return measure_index_workload(game, budget)
    try:
        return measure_ply_workload(game, budget, known)
    except LoopFound:
        return measure_cyclic_workload(game, budget, known, levels)


def measure_cyclic_workload(
    game: Game, budget: Budget, known: Sequence[int] | None = None, levels: int = LEVELS
) -> "CyclicWorkload":
    """Return the sizes of the game's own tiers, for a cyclic game or one with dice."""
    program = compile_game(game)
    made = count_positions_by_tier(program, budget, known)
    sizes = [tier.positions for tier in made.tiers]
    moves = [tier.children / max(1.0, tier.positions) for tier in made.tiers]
    growth = GrowthEstimate(
        sizes, [made.orbit] * len(sizes), moves, made.whole, repeats=True, exact=len(sizes)
    )
    rules, file, digits = measure_rule_costs(program, budget, made.largest)
    weighing = WEIGHING_COSTS.choose(game)(program, made, budget)
    return CyclicWorkload(game, growth, made, rules, file, digits, levels, weighing)


def _measure_expectation_seconds_per_child(
    program: Program, made: CountedTiers, budget: Budget
) -> float | None:
    """Return a core's seconds for a child where dice are weighed, None where that was not measured."""
    tier = max(made.tiers, key=lambda each: each.positions)
    if len(made.largest) != tier.positions:
        return None
    seconds = measure_expectation_seconds(program, made.largest, budget)
    return None if seconds is None else seconds / max(1.0, COSTS["solve_expectations"].child * tier.children)


@dataclass(frozen=True)
class CyclicWorkload(WorkloadModel):
    """A cyclic game, or one with dice, by its own tiers."""

    tier_counts: CountedTiers
    rules: RuleCosts
    file: float  # bytes of a position in the solution's file
    digits: int
    levels: int
    expectation_seconds: (
        float | None
    )  # seconds for a child where dice are weighed, None where that was not measured

    @property
    def is_each_task_a_tier(self) -> bool:
        """Whether tiers are solved by their graphs, of which no plan is made bucket by bucket."""
        return uses_bucket_graphs(self.game)

    @property
    def largest_tier_size(self) -> int:
        """The positions of the largest tier."""
        return round(max(tier.positions for tier in self.tier_counts.tiers))

    @property
    def least_bucket_size(self) -> int:
        """The positions of the least bucket of which a plan is made."""
        return self.largest_tier_size if self.is_each_task_a_tier else 1

    def list_assumptions(self, bucket: int) -> tuple[str, ...]:
        """Return what is taken as it is where it was counted, or as it was seen elsewhere."""
        said = []
        if not self.tier_counts.whole:
            said.append(
                f"{self.tier_counts.exact:,} classes were counted; other tiers' moves and rounds are "
                "taken as theirs"
            )
        said += SWEEPS_ASSUMED.choose(self.game)[self.expectation_seconds is not None]
        if self.is_each_task_a_tier and self.largest_tier_size > BUCKET:
            said.append(
                f"tiers are tasks, as solved with --bucket {self.largest_tier_size}: by smaller ones they go "
                "by rounds of dice, or of points on the way, of which no plan is made"
            )
        elif self.largest_tier_size > bucket:
            said.append(
                f"much happens in {self.levels} levels of a tier in buckets (--levels): in 13 to 42 of others"
            )
        return tuple(said)

    def build_solve_model(self, bucket: int) -> CyclicSolveModel:
        """Return its solve by tasks of about `bucket` positions."""
        tiers, weighed = self.tier_counts.tiers, self.is_each_task_a_tier
        bucket = max(bucket, self.largest_tier_size) if weighed else bucket
        sizes = ANSWER_SIZES.choose(self.game)(self)
        circles = CIRCLES.choose(self.game)(self.game)
        return CyclicSolveModel(tiers, bucket, *sizes, weighed, circles, self.digits, self.levels)

    def estimate_seconds_per_child(self, kind: str) -> float:
        """Return a core's seconds for a child, there or back."""
        if kind == "solve_expectations" and self.expectation_seconds is not None:
            return self.expectation_seconds
        return self.rules.backward if kind in ("solve_tier", "reverse_moves") else self.rules.forward


def _size_integer_answers(workload: CyclicWorkload) -> tuple[int, int, float]:
    width = 4 if workload.game.scored else 2
    return width, width, workload.file


ANSWER_SIZES: Final[ByKind[Callable[[CyclicWorkload], tuple[int, int, float]]]] = ByKind(
    "bytes of an answer, of what is known while it is solved, and of its position in a file",
    _size_integer_answers,
    dice=lambda _: (BOUND, 2 * BOUND, FILE_OF_VALUES),
)
CIRCLES: Final[ByKind[Callable[[Game], bool]]] = ByKind(
    "whether a tier's points may be gone through twice",
    lambda _: False,
    dice=lambda _: False,
    gains=has_repetition_in_random_play,
)
SWEEPS_ASSUMED: Final = ByKind[tuple[tuple[str, ...], tuple[str, ...]]](
    "assumptions about sweeps, where their cost was not measured and where it was",
    ((), ()),
    dice=(
        ("bounds take as many sweeps as elsewhere; where dice loop it may be twice as many",),
        ("bounds take as many sweeps as in the largest tier, with random values after it",),
    ),
)
WEIGHING_COSTS: Final[ByKind[Callable[[Program, CountedTiers, Budget], float | None]]] = ByKind(
    "seconds for a child where dice are weighed", lambda *_: None, dice=_measure_expectation_seconds_per_child
)
WORKLOADS: Final[ByKind[Callable[[Game, Budget, Sequence[int] | None, int], WorkloadModel]]] = ByKind(
    "workload of a solve by tasks", _measure_workload_without_dice, dice=measure_cyclic_workload
)


def measure_index_workload(game: Game, budget: Budget) -> "IndexWorkload":
    """Return how large a perfect index is, and what solving it takes."""
    made = measure_index_costs(compile_game(game), budget)
    sizes = [tier.positions for tier in made.tiers]
    moves = [tier.moves / max(1.0, tier.positions) for tier in made.tiers]
    exact = all(tier.counted for tier in made.tiers)
    growth = GrowthEstimate(
        sizes, [1.0] * len(sizes), moves, exact, factor=1 if exact else 1.05, exact=len(sizes)
    )
    return IndexWorkload(game, growth, made)


@dataclass(frozen=True)
class IndexWorkload(WorkloadModel):
    """A game with a perfect index that knows its parents, whose tiers are tasks."""

    index_costs: IndexCosts

    @property
    def is_each_task_a_tier(self) -> bool:
        """They are."""
        return True

    def list_assumptions(self, bucket: int) -> tuple[str, ...]:
        """Return the possible error of the plan, since the number of decided positions is not known."""
        tiers = self.index_costs.tiers
        seconds = sum(tier.seconds.least for tier in tiers), sum(tier.seconds.most for tier in tiers)
        sizes = sum(tier.bytes.least for tier in tiers), sum(tier.bytes.most for tier in tiers)
        return (
            f"how many positions are decided is foretold by {self.index_costs.sampled:,} of the places: "
            f"tiers take {seconds[0]:,.1f} to {seconds[1]:,.1f} core seconds, "
            f"files {sizes[0] / 1e6:,.1f} to {sizes[1] / 1e6:,.1f} MB",
        )

    def build_solve_model(self, bucket: int) -> IndexSolveModel:
        """Return its solve; a task is a tier, however large buckets are."""
        return IndexSolveModel(self.index_costs.tiers, self.index_costs.width)

    def estimate_seconds_per_child(self, kind: str) -> float:
        """Return 1: what loads have as children are a tier's seconds."""
        return 1.0


def measure_ply_workload(game: Game, budget: Budget, known: Sequence[int] | None = None) -> "PlyWorkload":
    """Return how a game grows whose play is tier by tier in plies; raises `LoopFound` where it is not."""
    program = compile_game(game)
    growth, _ = measure_growth(program, budget)
    if growth.repeats:
        raise LoopFound(f"{game!r}: play comes to the same position after different numbers of moves")
    if known is not None:
        _add_known_tier_sizes(game, growth, known)
    return PlyWorkload(game, growth, *measure_rule_costs(program, budget))


def _add_known_tier_sizes(game: Game, growth: GrowthEstimate, known: Sequence[int]) -> None:
    """Take tiers from what is known of them; what was counted here has to agree."""
    counted = [round(size * orbit) for size, orbit in zip(growth.sizes, growth.orbits, strict=False)]
    for tier, (here, there) in enumerate(zip(counted, known, strict=False)):
        if here != there:
            raise BadParameter(f"{game!r}: tier {tier} has {here:,} positions, not {there:,}")
    moves = growth.moves
    orbit = growth.orbits[-1]
    growth.sizes = [*growth.sizes[: growth.exact], *(each / orbit for each in known[growth.exact :])]
    growth.later = moves[len(growth.branching) : len(growth.sizes)]
    growth.factor, growth.estimate = 1.0, "given"


@dataclass(frozen=True)
class PlyWorkload(WorkloadModel):
    """A game that is played tier by tier in plies: how it grows, and what a child of it costs here."""

    rules: RuleCosts
    file: float  # bytes of a position in the solution's files
    digits: int  # of a position

    def build_solve_model(self, bucket: int) -> PlySolveModel:
        """Return its solve by tasks of about `bucket` positions."""
        growth = self.growth
        tiers = [TierSize(size, size * moves) for size, moves in zip(growth.sizes, growth.moves, strict=True)]
        narrow = not self.game.scored and len(tiers) < MOST_NARROW_TIERS
        return PlySolveModel(
            tiers, bucket, 2 if narrow else 4, not has(self.game, "tier"), self.file, self.digits
        )

    def estimate_seconds_per_child(self, kind: str) -> float:
        """Return a core's seconds for a child, there or back."""
        return self.rules.backward if kind == "combine" else self.rules.forward
