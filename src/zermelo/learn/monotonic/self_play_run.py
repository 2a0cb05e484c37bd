"""Run self-play on a game, by the algorithm of Sundar, Vasam and Joseph."""

from typing import TYPE_CHECKING

from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.games.game_lookup import game

if TYPE_CHECKING:
    from zermelo.learn.monotonic.model_improvement import SelfPlay


def self_play(
    game_or_text: Game | str,
    *,
    alpha: float = 0.9,
    gamma: float = 0.9,
    rewards: tuple[float, float, float] | str = (1.0, 0.0, -1.0),
    model: str = "uniform",
    ties: str = "first",
    tolerance: float = 1e-12,
    seed: int = 0,
    side: str = "both",
    budget: Budget | None = None,
) -> "SelfPlay":
    """Learn a policy by self-play, every iteration counted exactly; see `learn.monotonic.model_improvement`.

    The parameters are described in `learn.self_play_parameters`: alpha and gamma are probabilities and
    discounts up to 1, `rewards` those of a game won, drawn and lost, or a text such as 1/0/-1. The policy
    kept is that of the iteration that loses the fewest lines as the player `side`, "first" or "second", or on
    "both" sides. Raises `BadParameter`, `MissingCapability` for dice and more players, `LoopFound` where play
    need not end, `OutOfBudget`, `Cancelled`.

    >>> run = self_play("tic_tac_toe", alpha=0.6)
    >>> print(run.best)
    3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
    """
    from zermelo.learn.monotonic.model_improvement import run_self_play
    from zermelo.learn.self_play_parameters import SelfPlayParameters, as_rewards

    parameters = SelfPlayParameters(alpha, gamma, as_rewards(rewards), model, ties, tolerance, seed)
    return run_self_play(game(game_or_text), parameters, side=side, budget=as_budget(budget))
