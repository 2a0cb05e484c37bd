"""Self-play on one game with all that we add to it: one object to print, draw and dump."""

from dataclasses import asdict, dataclass
from typing import Any

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.drawing.curves import Curve, curves
from zermelo.learn.conditions import Condition, sufficient_condition
from zermelo.learn.mistakes import Faults, faults_of
from zermelo.learn.parameters import Parameters
from zermelo.learn.self_play import MOST, SelfPlay, last_phase, run_self_play, sides_as_json
from zermelo.policy.choices import LineCounter
from zermelo.policy.lines import Lines
from zermelo.solvers.arena import fewest_losses, quickest

Sides = tuple[Lines, Lines]


@dataclass(frozen=True, eq=False)
class SelfPlayReport:
    """A run, the sufficient condition, the faults of its last policy, and other policies' lines of play."""

    run: SelfPlay
    condition: Condition
    faults: Faults
    besides: dict[str, Sides]  # by name: as first and as second player

    def as_json(self) -> dict[str, Any]:
        """Return what `selfplay --json` prints."""
        chosen = self.run.parameters
        return {
            **self.run.as_json(),
            "parameters": {**asdict(chosen), "rewards": list(chosen.rewards)},
            "value_losing": self.faults.losing,
            "slow_wins": self.faults.slow_wins,
            "condition": self.condition.as_json(),
            **{name.replace(" ", "_"): sides_as_json(*sides) for name, sides in self.besides.items()},
        }


def report_on(
    game: Game,
    parameters: Parameters,
    *,
    budget: Budget | None = None,
    most: int = MOST,
    interpreted: bool | None = None,
) -> SelfPlayReport:
    """Run self-play and everything beside it; raises as `run_self_play` does.

    Beside it stand a last phase at alpha = 1 (unless alpha is 1), the policy that loses the fewest lines of
    all, and perfect play that wins in the fewest moves.
    """
    budget = budget or Budget()
    run = run_self_play(game, parameters, budget=budget, most=most, interpreted=interpreted)
    counter = LineCounter(run.arena, budget)
    besides: dict[str, Sides] = {}
    if parameters.alpha < 1:
        last = last_phase(run, budget=budget, most=most).last
        besides["last phase"] = last.first, last.second
    besides["fewest losses"] = counter.count(fewest_losses(run.arena, budget))
    besides["fewest moves"] = counter.count(quickest(run.arena, run.worth, budget))
    return SelfPlayReport(
        run,
        sufficient_condition(run.arena, parameters, budget),
        faults_of(run.last_policy, run.worth, budget),
        besides,
    )


def losses_chart(run: SelfPlay, title: str | None = None) -> str:
    """Return a chart of the lines lost after each iteration, as SVG; `MissingExtra` without matplotlib."""
    numbers = [each.number for each in run.iterations]
    return curves(
        title or f"{run.game!r}, alpha {run.parameters.alpha:g}, gamma {run.parameters.gamma:g}",
        [
            Curve("as first player", numbers, [each.first.lost for each in run.iterations]),
            Curve("as second player", numbers, [each.second.lost for each in run.iterations]),
        ],
        across="iteration",
        upwards="lines lost",
    )
