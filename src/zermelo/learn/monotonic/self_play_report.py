"""A report on self-play on one game, with our additions: one object to print, draw and dump."""

from typing import Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, InJson, about
from zermelo.learn.evaluation.policy_mistakes import PolicyMistakes, count_mistakes
from zermelo.learn.monotonic.model_improvement import MOST, SelfPlay, run_self_play
from zermelo.learn.monotonic.perfect_limit import SufficientCondition
from zermelo.learn.monotonic.self_play_iteration import LinesOfBothSides
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import fewest_losses_policy, quickest_policy


class SelfPlayReport(SelfPlay, frozen=True, kw_only=True, eq=False):
    """A run, the sufficient condition, the mistakes of its last policy, and other policies' lines of play."""

    condition: Annotated[SufficientCondition, about("is the limit sure to give away nothing")]
    mistakes: PolicyMistakes
    last_phase: Annotated[
        LinesOfBothSides | UnsetType, about("of learning in the last phase of play alone")
    ] = UNSET
    fewest_losses: Annotated[LinesOfBothSides, about("of the best reply to an opponent who loses least")]
    fewest_moves: Annotated[LinesOfBothSides, about("of perfect play that leaves the fewest moves")]

    @property
    def value_losing(self) -> InJson[Count]:
        """Positions at which the last policy gives away value."""
        return self.mistakes.losing

    @property
    def slow_wins(self) -> InJson[Count]:
        """Positions at which it wins slower than it could."""
        return self.mistakes.slow_wins

    @property
    def fewest_lost(self) -> int:
        """The fewest lines that any policy loses on the run's side."""
        return self.fewest_losses.lines_on(self.side).lost

    def __str__(self) -> str:
        policies = {
            "last phase": self.last_phase,
            "fewest losses": self.fewest_losses,
            "fewest moves": self.fewest_moves,
        }
        others = {name: each.sides for name, each in policies.items() if not isinstance(each, UnsetType)}
        names = ("losing", "positions", "slow_wins", "wins")
        losing, positions, slow, wins = (f"{getattr(self.mistakes, name):,}" for name in names)
        lines = (
            f"{self.game!r}: {self.positions:,} positions",
            str(self.parameters),
            "",
            *self.format_table_lines(self.best, others),
            "",
            f"limit       {self.limit_text}",
            f"value       the last policy loses it at {losing} of {positions} positions",
            f"wins        {slow} of {wins} can take more or fewer plies than need be",
            f"for sure    {self.condition}",
        )
        return "\n".join(lines)


def make_self_play_report(
    game: Game,
    parameters: SelfPlayParameters,
    *,
    side: str = "both",
    budget: Budget | None = None,
    most: int = MOST,
    interpreted: bool | None = None,
) -> SelfPlayReport:
    """Run self-play, and compare its policy with others.

    There are three comparisons: a last phase at alpha = 1 (unless alpha is 1), the policy that loses the
    fewest lines of all, and perfect play that wins in the fewest moves.

    Parameters
    ----------
    game : Game
        A game of two players without dice, in which play ends.
    parameters : SelfPlayParameters
        Parameters of self-play.
    side : str
        Player whose best policy is kept: "first", "second" or "both".
    budget : Budget, optional
        Limits of memory, progress and cancellation.
    most : int
        Largest number of iterations.
    interpreted : bool, optional
        Whether rules run as Python; None decides by the size of the game.

    Returns
    -------
    SelfPlayReport
        The run with `condition`, `mistakes` and the lines of the other policies.

    Raises
    ------
    BadParameter, MissingCapability, LoopFound, OutOfBudget, Cancelled
        As `self_play` does.
    """
    budget = budget or Budget()
    run = run_self_play(game, parameters, side=side, budget=budget, most=most, interpreted=interpreted)
    counter = LineCounter(run.arena, budget)
    phase = run.run_last_phase(budget=budget, most=most).last.sides if parameters.alpha < 1 else None
    losses = counter.count_lines_and_find_longest(fewest_losses_policy(run.arena, budget))
    moves = counter.count_lines_and_find_longest(quickest_policy(run.arena, run.arena_values, budget))
    return SelfPlayReport(
        **asdict(run),
        condition=run.sufficient_condition(budget),
        mistakes=count_mistakes(run.last_policy, run.arena_values, budget),
        last_phase=UNSET if phase is None else LinesOfBothSides(first=phase[0], second=phase[1]),
        fewest_losses=LinesOfBothSides(first=losses[0], second=losses[1]),
        fewest_moves=LinesOfBothSides(first=moves[0], second=moves[1]),
    )
