"""A game as it is planned: how large its tiers are, what its rules cost here, and by which tasks it goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from zermelo.cluster.costs import Rules
from zermelo.cluster.index_measuring import Measured, measure_index
from zermelo.cluster.index_sizing import IndexSolve
from zermelo.cluster.loop_counting import Counted, count_tiers
from zermelo.cluster.loop_sizing import LoopSolve, fits
from zermelo.cluster.measuring import measure
from zermelo.cluster.sizing import Phase, Solve, Tier
from zermelo.compiler import compile_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.requirements import refuse_payoffs
from zermelo.graph.growth import Growth, comes_again
from zermelo.solvers.sources import knows_parents
from zermelo.work.index_plans import FILE_OF_VALUES
from zermelo.work.integer_run import MOST_NARROW_TIERS
from zermelo.work.planning import look_at
from zermelo.work.solving import checked_starts


class Phased(Protocol):
    """A solve that might be."""

    @property
    def largest(self) -> int:
        """The positions of the largest task."""

    @property
    def buckets(self) -> int:
        """How many buckets the largest tier has."""

    def phases(self) -> Iterator[Phase]:
        """Yield what is done, in order."""


class Seen(Protocol):
    """A game as it is planned."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def growth(self) -> Growth:
        """Its tiers."""

    @property
    def assumed(self) -> tuple[str, ...]:
        """What nobody knows before it is solved, and how it is taken."""

    @property
    def whole(self) -> bool:
        """Whether tasks are whole tiers, however large the buckets are."""

    def solve(self, bucket: int) -> Phased:
        """Return its solve by tasks of about `bucket` positions."""

    def child(self, kind: str) -> float:
        """Return a core's seconds for a child by its rules, in tasks of a kind."""


def look(game: Game, budget: Budget | None = None, known: Sequence[int] | None = None) -> Seen:
    """Return how a game grows and what its rules cost, by one thread; `known` are positions of its tiers.

    Raises `MissingCapability` for what is not solved by tasks, `OutOfBudget` where nobody knows how many
    positions there are, `BadParameter` where `known` differs from what is counted, `CannotCompile` and
    `BadRules`.
    """
    refuse_payoffs(game, "plans are")
    if has(game, "rank") and not knows_parents(game):
        raise MissingCapability(
            f"{game!r} has a perfect index without parents(): "
            "it is solved on one machine, leave out --cluster"
        )
    budget = replace(budget or Budget(), threads=1)
    checked_starts(game)
    if has(game, "chances"):
        return look_at_loops(game, budget, known)
    if has(game, "rank"):
        if known is not None:
            raise BadParameter(f"{game!r}: its perfect index knows its positions: leave out --known")
        return look_at_index(game, budget)
    try:
        return look_at_plies(game, budget, known)
    except LoopFound:
        return look_at_loops(game, budget, known)


def look_at_loops(game: Game, budget: Budget, known: Sequence[int] | None = None) -> "LoopLook":
    """Return how large the game's own tiers are, in which play comes round or dice are thrown."""
    program = compile_game(game)
    made = count_tiers(program, budget, known)
    sizes = [tier.positions for tier in made.tiers]
    moves = [tier.children / max(1.0, tier.positions) for tier in made.tiers]
    growth = Growth(sizes, [made.orbit] * len(sizes), moves, made.whole, repeats=True, exact=len(sizes))
    return LoopLook(game, growth, made, *measure(program, budget, made.largest))


@dataclass(frozen=True)
class LoopLook:
    """A game in which play comes round, or with dice, by its own tiers."""

    game: Game
    growth: Growth
    made: Counted
    rules: Rules
    file: float  # bytes of a position in the solution's file
    digits: int
    whole: ClassVar[bool] = True

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is taken as it is where it was counted."""
        if self.made.whole:
            return ()
        return (f"{self.made.exact:,} classes were counted, and other tiers' moves are taken as theirs are",)

    def solve(self, bucket: int) -> LoopSolve:
        """Return its solve by tasks of about `bucket` positions."""
        tiers, thrown = self.made.tiers, has(self.game, "chances")
        if not fits(tiers, bucket):
            bucket = round(max(tier.positions for tier in tiers))
        weighed = thrown or has(self.game, "gain")
        width = 4 if self.game.scored else 2
        file = FILE_OF_VALUES if thrown else self.file
        circles = weighed and not thrown and comes_again(self.game)
        return LoopSolve(tiers, bucket, width, file, thrown, weighed, circles)

    def child(self, kind: str) -> float:
        """Return a core's seconds for a child, there or back."""
        return self.rules.backward if kind == "unwind" else self.rules.forward


def look_at_index(game: Game, budget: Budget) -> "IndexLook":
    """Return how large a perfect index is, and what solving it takes."""
    made = measure_index(compile_game(game), budget)
    sizes = [tier.positions for tier in made.tiers]
    moves = [tier.moves / max(1.0, tier.positions) for tier in made.tiers]
    exact = all(tier.counted for tier in made.tiers)
    growth = Growth(sizes, [1.0] * len(sizes), moves, exact, factor=1 if exact else 1.05, exact=len(sizes))
    return IndexLook(game, growth, made)


@dataclass(frozen=True)
class IndexLook:
    """A game with a perfect index that knows its parents, whose tiers are tasks."""

    game: Game
    growth: Growth
    made: Measured
    whole: ClassVar[bool] = True

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is taken as it is in the tiers that were solved here, or usual."""
        how = f"as in tiers of {self.made.solved:,} places that were solved for this plan"
        if not self.made.solved:
            how = "as is usual, as no small tier was there to be solved; 1 to 6 in others"
        return (f"a tier takes {self.made.times:.1f} times what looking at its moves takes, {how}",)

    def solve(self, bucket: int) -> IndexSolve:
        """Return its solve; a task is a tier, however large buckets are."""
        return IndexSolve(self.made.tiers, self.made.width, self.made.file)

    def child(self, kind: str) -> float:
        """Return how many times what looking at its moves takes a tier takes: that is what loads have."""
        return self.made.times


def look_at_plies(game: Game, budget: Budget, known: Sequence[int] | None = None) -> "Look":
    """Return how a game grows whose play is tier by tier in plies; raises `LoopFound` where it is not."""
    program = compile_game(game)
    growth, _ = look_at(program, budget)
    if growth.repeats:
        raise LoopFound(f"{game!r}: play comes to the same position after different numbers of moves")
    if known is not None:
        _told(game, growth, known)
    return Look(game, growth, *measure(program, budget))


def _told(game: Game, growth: Growth, known: Sequence[int]) -> None:
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
class Look:
    """A game that is played tier by tier in plies: how it grows, and what a child of it costs here."""

    game: Game
    growth: Growth
    rules: Rules
    file: float  # bytes of a position in the solution's files
    digits: int  # of a position

    assumed: tuple[str, ...] = ()
    whole: ClassVar[bool] = False

    def solve(self, bucket: int) -> Solve:
        """Return its solve by tasks of about `bucket` positions."""
        growth = self.growth
        tiers = [Tier(size, size * moves) for size, moves in zip(growth.sizes, growth.moves, strict=True)]
        narrow = not self.game.scored and len(tiers) < MOST_NARROW_TIERS
        return Solve(tiers, bucket, 2 if narrow else 4, not has(self.game, "tier"), self.file, self.digits)

    def child(self, kind: str) -> float:
        """Return a core's seconds for a child, there or back."""
        return self.rules.backward if kind == "combine" else self.rules.forward
