"""What a solve on a cluster will take, before it runs: hours, bytes and money, from a simulation of its tasks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zermelo.cluster.costs import Rules, seconds_of
from zermelo.cluster.sizing import Load, Solve, Tier
from zermelo.compiler import compile_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.requirements import refuse_payoffs
from zermelo.graph.growth import Growth
from zermelo.work.integer_run import MOST_NARROW_TIERS
from zermelo.work.planning import look_at
from zermelo.work.solving import checked_starts


@dataclass(frozen=True)
class Look:
    """A game as it is planned: how it grows, and what a child of it costs here."""

    game: Game
    growth: Growth
    rules: Rules

    def solve(self, bucket: int, *, parted: bool = False) -> Solve:
        """Return its solve by tasks of about `bucket` positions."""
        growth = self.growth
        tiers = [Tier(size, size * moves) for size, moves in zip(growth.sizes, growth.moves, strict=True)]
        narrow = not self.game.scored and len(tiers) < MOST_NARROW_TIERS
        return Solve(tiers, bucket, 2 if narrow else 4, not has(self.game, "tier"), parted)

    def cost(self, kind: str, load: Load) -> float:
        """Return a core's seconds of a task."""
        return seconds_of(kind, load, self.rules)


def look(game: Game, budget: Budget | None = None, known: Sequence[int] | None = None) -> Look:
    """Return how a game grows and what its rules cost, by one thread; `known` are positions of its tiers.

    Raises `MissingCapability` and `LoopFound` for what is not solved by tasks, `BadParameter` where `known`
    differs from what is counted, `CannotCompile`, `BadRules`.
    """
    refuse_payoffs(game, "plans are")
    for capability, is_what in (("chances", "dice"), ("rank", "a perfect index")):
        if has(game, capability):
            raise MissingCapability(
                f"{game!r} has {is_what}: it is solved on one machine, leave out --cluster"
            )
    checked_starts(game)
    budget = replace(budget or Budget(), threads=1)
    growth, back = look_at(compile_game(game), budget)
    if growth.repeats:
        raise LoopFound(
            f"{game!r}: play comes to the same position after different numbers of moves: such a game is "
            "solved on one machine, leave out --cluster"
        )
    if known is not None:
        _told(game, growth, known)
    return Look(game, growth, Rules(growth.cost, back.cost))


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
