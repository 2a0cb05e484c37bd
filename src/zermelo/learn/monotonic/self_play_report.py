"""A report on self-play on one game, with our additions: one object to print, draw and dump."""

from dataclasses import dataclass
from typing import Any

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.learn.evaluation.policy_mistakes import PolicyMistakes, count_mistakes
from zermelo.learn.monotonic.model_improvement import MOST, SelfPlay, last_phase, run_self_play
from zermelo.learn.monotonic.perfect_limit import SufficientCondition, sufficient_condition
from zermelo.learn.monotonic.self_play_chart import lines_chart
from zermelo.learn.monotonic.self_play_iteration import sides_as_json
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.solution.arena.arena_policies import LineCounter
from zermelo.solution.arena.arena_values import fewest_losses_policy, quickest_policy
from zermelo.verify.line_counts import PolicyLines

Sides = tuple[PolicyLines, PolicyLines]


@dataclass(frozen=True, eq=False)
class SelfPlayReport:
    """A run, the sufficient condition, the faults of its last policy, and other policies' lines of play."""

    run: SelfPlay
    condition: SufficientCondition
    faults: PolicyMistakes
    besides: dict[str, Sides]  # by name: as first and as second player

    @property
    def least(self) -> int:
        """The fewest lines that any policy loses on the run's side."""
        first, second = (played.lines.lost for played in self.besides["fewest losses"])
        return {"first": first, "second": second, "both": first + second}[self.run.side]

    def chart(self, name: str) -> str:
        """Return the chart of the run's side as SVG, `name` being the game's; see `lines_chart`."""
        run = self.run
        settings = str(run.parameters)
        return lines_chart(run.iterations, name=name, side=run.side, settings=settings, least=self.least)

    def as_json(self) -> dict[str, Any]:
        """Return what `selfplay --json` prints."""
        return {
            **self.run.as_json(),
            "value_losing": self.faults.losing,
            "slow_wins": self.faults.slow_wins,
            "condition": self.condition.as_json(),
            **{name.replace(" ", "_"): sides_as_json(sides) for name, sides in self.besides.items()},
        }


def make_self_play_report(
    game: Game,
    parameters: SelfPlayParameters,
    *,
    side: str = "both",
    budget: Budget | None = None,
    most: int = MOST,
    interpreted: bool | None = None,
) -> SelfPlayReport:
    """Run self-play and its comparisons; raises what `run_self_play` raises.

    There are three comparisons: a last phase at alpha = 1 (unless alpha is 1), the policy that loses the
    fewest lines of all, and perfect play that wins in the fewest moves.
    """
    budget = budget or Budget()
    run = run_self_play(game, parameters, side=side, budget=budget, most=most, interpreted=interpreted)
    counter = LineCounter(run.arena, budget)
    besides: dict[str, Sides] = {}
    if parameters.alpha < 1:
        besides["last phase"] = last_phase(run, budget=budget, most=most).last.sides
    besides["fewest losses"] = counter.play(fewest_losses_policy(run.arena, budget))
    besides["fewest moves"] = counter.play(quickest_policy(run.arena, run.worth, budget))
    return SelfPlayReport(
        run,
        sufficient_condition(run.arena, parameters, budget),
        count_mistakes(run.last_policy, run.worth, budget),
        besides,
    )
