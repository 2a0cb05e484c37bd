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
    """Learn a policy by self-play, and count every line of play exactly after each iteration.

    Parameters
    ----------
    game_or_text : Game or str
        A game of two players without dice, in which play ends, or its name.
    alpha, gamma : float
        Probability of the last policy's move, and discount of rewards, as in `SelfPlayParameters`.
    rewards : tuple of float, or str
        Rewards of a game won, drawn and lost, or a text such as "1/0/-1".
    model, ties, tolerance, seed : str or float or int
        As in `SelfPlayParameters`.
    side : str
        Player by whose lost lines the best iteration is chosen: "first", "second" or "both".
    budget : Budget, optional
        Limits of memory, progress and cancellation.

    Returns
    -------
    SelfPlay
        Every iteration, the best policy and the last one.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.
    MissingCapability
        For dice, or for more than two players.
    LoopFound
        If play can return to an earlier position.
    OutOfBudget, Cancelled
        By the budget.

    References
    ----------
    Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*.

    Examples
    --------
    >>> run = self_play("tic_tac_toe", alpha=0.6)
    >>> print(run.best)
    3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
    """
    from zermelo.learn.monotonic.model_improvement import run_self_play
    from zermelo.learn.self_play_parameters import SelfPlayParameters, as_rewards

    parameters = SelfPlayParameters(alpha, gamma, as_rewards(rewards), model, ties, tolerance, seed)
    return run_self_play(game(game_or_text), parameters, side=side, budget=as_budget(budget))
