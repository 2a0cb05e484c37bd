"""Models of a game for planning: sizes of its tiers, costs of its rules here, and what solves it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question
from zermelo.solver.cluster.expectation.expectation_tasks import uses_bucket_graphs
from zermelo.solver.cluster.solve_driver import BUCKET
from zermelo.solver.forecast.cyclic_tier_counts import count_positions_by_tier
from zermelo.solver.forecast.index_costs import ROUGH, measure_index_costs
from zermelo.solver.forecast.rule_costs import RuleCosts, measure_rule_costs
from zermelo.solver.forecast.solve_phases import (
    LEVELS,
    Phase,
    SolveSizes,
    TierCounts,
    yield_cyclic_phases,
    yield_index_phases,
    yield_ply_phases,
)
from zermelo.solver.methods.predecessor_sources import has_usable_parents
from zermelo.solver.plans.index_plans import FILE_OF_VALUES
from zermelo.solver.plans.solve_planner import measure_growth
from zermelo.solver.runs.integer_run import MOST_NARROW_TIERS
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate, has_repetition_in_random_play

BOUND: Final = 8  # bytes; each position with dice has two


@dataclass(frozen=True)
class Workload:
    """A game as it is planned: how it grows, what its rules cost here, and its solve."""

    game: Game
    growth: GrowthEstimate
    tiers: Sequence[TierCounts]
    rules: RuleCosts | None  # None: what tiers cost was measured instead
    sizes: SolveSizes  # but for the bucket
    solve: Callable[[Sequence[TierCounts], SolveSizes], Iterable[Phase]]
    whole_tiers: bool = False  # tasks are tiers, however large buckets are
    least_bucket: int = 1  # positions of the least one of which a plan is made
    assumed: tuple[str, ...] = ()  # what is not known before the game is solved

    @property
    def largest_tier(self) -> int:
        """Number of positions, or places, of the largest tier."""
        return round(max(tier.positions for tier in self.tiers))

    def list_phases(self, bucket: int) -> list[Phase]:
        """Return the phases of a solve by tasks of about `bucket` positions."""
        bucket = max(bucket, self.largest_tier) if self.whole_tiers else bucket
        return list(self.solve(self.tiers, self.sizes._replace(bucket=bucket)))

    def list_assumptions(self, bucket: int) -> tuple[str, ...]:
        """Return the assumptions about what is not known before the game is solved by such tasks."""
        if self.whole_tiers or not self.growth.repeats or self.largest_tier <= bucket:
            return self.assumed
        many = f"in {self.sizes.levels} levels of a tier in buckets (--levels)"
        return (*self.assumed, f"much happens {many}: in 13 to 42 of others")

    def choose_seconds_per_child(self, kind: str) -> float:
        """Return a core's seconds for a child by the rules, in tasks of a kind."""
        return self.rules.choose_seconds_per_child(kind) if self.rules else 0.0


def measure_workload(
    game: Game, budget: Budget | None = None, known: Sequence[int] | None = None, levels: int = LEVELS
) -> Workload:
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
    list_checked_starts(game)
    return WORKLOADS.choose(game)(game, replace(budget or Budget(), threads=1), known, levels)


def _measure_workload_without_dice(
    game: Game, budget: Budget, known: Sequence[int] | None, levels: int
) -> Workload:
    if has(game, "rank"):
        if known is not None:
            raise BadParameter(f"{game!r}: its perfect index knows its positions: leave out --known")
        return _measure_index_workload(game, budget)
    try:
        return _measure_ply_workload(game, budget, known)
    except LoopFound:
        return measure_cyclic_workload(game, budget, known, levels)


def _measure_ply_workload(game: Game, budget: Budget, known: Sequence[int] | None) -> Workload:
    """Return the workload of play tier by tier of plies; raises `LoopFound` where it is not."""
    program = compile_game(game)
    growth, _ = measure_growth(program, budget)
    if growth.repeats:
        raise LoopFound(f"{game!r}: play comes to the same position after different numbers of moves")
    if known is not None:
        _add_known_tier_sizes(game, growth, known)
    rules = measure_rule_costs(program, budget)
    tiers = [TierCounts(size, size * moves) for size, moves in zip(growth.sizes, growth.moves, strict=True)]
    width = 2 if not game.scored and len(tiers) < MOST_NARROW_TIERS else 4
    solve = partial(yield_ply_phases, compared=not has(game, "tier"))
    return Workload(game, growth, tiers, rules, SolveSizes(BUCKET, width, width, rules.file), solve)


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


def measure_cyclic_workload(
    game: Game, budget: Budget, known: Sequence[int] | None = None, levels: int = LEVELS
) -> Workload:
    """Return the workload of a solve by the game's own tiers: play can cycle, or there are dice."""
    program = compile_game(game)
    made = count_positions_by_tier(program, budget, known)
    sizes = [tier.positions for tier in made.tiers]
    moves = [tier.children / max(1.0, tier.positions) for tier in made.tiers]
    growth = GrowthEstimate(
        sizes, [made.orbit] * len(sizes), moves, made.whole, repeats=True, exact=len(sizes)
    )
    largest = round(max(sizes))
    rules = measure_rule_costs(program, budget, made.largest)
    weighed, assumed = uses_bucket_graphs(game), list[str]()
    if not made.whole:
        assumed.append(
            f"{made.exact:,} classes were counted; other tiers' moves and rounds are taken as theirs"
        )
    assumed += SWEEPS_ASSUMED.choose(game)[rules.measured]
    if weighed and largest > BUCKET:
        assumed.append(
            f"tiers are tasks, as solved with --bucket {largest}: by smaller ones they go by rounds of dice, "
            "or of points on the way, of which no plan is made"
        )
    width = 4 if game.scored else 2
    bytes_of = ANSWER_SIZES.choose(game) or (width, width, rules.file)
    solve = partial(yield_cyclic_phases, weighed=weighed, circles=CIRCLES.choose(game)(game))
    return Workload(
        game,
        growth,
        made.tiers,
        rules,
        SolveSizes(BUCKET, *bytes_of, levels),
        solve,
        weighed,
        largest if weighed else 1,
        tuple(assumed),
    )


def _measure_index_workload(game: Game, budget: Budget) -> Workload:
    """Return the workload of a solve over a perfect index."""
    made = measure_index_costs(compile_game(game), budget)
    moves = [many / max(1.0, size) for many, size in zip(made.moves, made.positions, strict=True)]
    growth = GrowthEstimate(
        made.positions,
        [1.0] * len(moves),
        moves,
        made.counted,
        factor=1 if made.counted else 1.05,
        exact=len(moves),
    )
    seconds, size = sum(made.seconds), made.file * sum(tier.positions for tier in made.tiers) / 1e6
    assumed = (
        f"how many positions are decided is foretold by {made.sampled:,} of the places: "
        f"tiers take {seconds / ROUGH:,.1f} to {seconds * ROUGH:,.1f} core seconds, "
        f"files {size / ROUGH:,.1f} to {size * ROUGH:,.1f} MB",
    )

    def yield_phases(tiers: Sequence[TierCounts], sizes: SolveSizes) -> Iterable[Phase]:
        return yield_index_phases(tiers, made.seconds, sizes)

    sizes = SolveSizes(BUCKET, made.width, made.width, made.file)
    return Workload(game, growth, made.tiers, None, sizes, yield_phases, True, assumed=assumed)


ANSWER_SIZES: Final[ByKind[tuple[int, int, float] | None]] = ByKind(
    "bytes of an answer, of what is known while it is solved, and of its position in a file",
    None,
    dice=(BOUND, 2 * BOUND, FILE_OF_VALUES),
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
WORKLOADS: Final[ByKind[Callable[[Game, Budget, Sequence[int] | None, int], Workload]]] = ByKind(
    "workload of a solve by tasks", _measure_workload_without_dice, dice=measure_cyclic_workload
)
