"""A report on self-play on one game, with our additions: one object to print, draw and dump."""

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, about
from zermelo.learn.evaluation.policy_mistakes import PolicyMistakes, count_mistakes
from zermelo.learn.monotonic.model_improvement import MOST, SelfPlay, SelfPlaySummary, run_self_play
from zermelo.learn.monotonic.perfect_limit import SufficientCondition
from zermelo.learn.monotonic.self_play_iteration import LinesOfBothSides
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import fewest_losses_policy, quickest_policy
from zermelo.verify.line_counts import PolicyLines

Sides = tuple[PolicyLines, PolicyLines]


class SelfPlayReportSummary(SelfPlaySummary, frozen=True, kw_only=True):
    """Self-play, every line counted after each iteration, and other policies beside it."""

    value_losing: Annotated[Count, about("positions at which the last policy gives away value")]
    slow_wins: Annotated[Count, about("positions at which it wins slower than it could")]
    condition: Annotated[SufficientCondition, about("is the limit sure to give away nothing")]
    last_phase: Annotated[
        LinesOfBothSides | UnsetType, about("of learning in the last phase of play alone")
    ] = UNSET
    fewest_losses: Annotated[
        LinesOfBothSides | UnsetType, about("of the best reply to an opponent who loses least")
    ] = UNSET
    fewest_moves: Annotated[
        LinesOfBothSides | UnsetType, about("of perfect play that leaves the fewest moves")
    ] = UNSET


@dataclass(frozen=True, eq=False)
class SelfPlayReport:
    """A run, the sufficient condition, the mistakes of its last policy, and other policies' lines of play."""

    run: SelfPlay
    condition: SufficientCondition
    mistakes: PolicyMistakes
    comparisons: dict[str, Sides]  # by name: as first and as second player

    @property
    def fewest_lost(self) -> int:
        """The fewest lines that any policy loses on the run's side."""
        first, second = (played.lines.lost for played in self.comparisons["fewest losses"])
        return {"first": first, "second": second, "both": first + second}[self.run.side]

    def chart(self, name: str) -> str:
        """Draw the chart of the run, as SVG, with the fewest lines that any policy loses in its title."""
        return self.run.chart(name, self.fewest_lost)

    def as_result(self) -> SelfPlayReportSummary:
        """Return the report as JSON has it.

        Returns
        -------
        SelfPlayReportSummary
            The run with its mistakes, the condition, and the other policies' lines of play.
        """
        others: dict[str, Any] = {
            name.replace(" ", "_"): LinesOfBothSides(first=first, second=second)
            for name, (first, second) in self.comparisons.items()
        }
        return SelfPlayReportSummary(
            **asdict(self.run.as_result()),
            value_losing=self.mistakes.losing,
            slow_wins=self.mistakes.slow_wins,
            condition=self.condition,
            **others,
        )


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
        `run`, `condition`, `mistakes` and `comparisons`, with `chart(name)` and `as_result()`.

    Raises
    ------
    BadParameter, MissingCapability, LoopFound, OutOfBudget, Cancelled
        As `self_play` does.
    """
    budget = budget or Budget()
    run = run_self_play(game, parameters, side=side, budget=budget, most=most, interpreted=interpreted)
    counter = LineCounter(run.arena, budget)
    comparisons: dict[str, Sides] = {}
    if parameters.alpha < 1:
        comparisons["last phase"] = run.run_last_phase(budget=budget, most=most).last.sides
    comparisons["fewest losses"] = counter.count_lines_and_find_longest(
        fewest_losses_policy(run.arena, budget)
    )
    comparisons["fewest moves"] = counter.count_lines_and_find_longest(
        quickest_policy(run.arena, run.arena_values, budget)
    )
    return SelfPlayReport(
        run,
        run.sufficient_condition(budget),
        count_mistakes(run.last_policy, run.arena_values, budget),
        comparisons,
    )
