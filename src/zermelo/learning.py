"""Learning: self-play that improves its own model of the opponent, and rules of play found by machines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.naming import game

if TYPE_CHECKING:
    from zermelo.explain.graphs.derivation import Derivation
    from zermelo.explain.lists.explanation import Explanation
    from zermelo.explain.lists.vocabulary.own import Asked
    from zermelo.learn.self_play import SelfPlay

__all__ = ["derive_rules", "find_rules", "self_play"]


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
    budget: Budget | None = None,
) -> "SelfPlay":
    """Learn a policy by self-play, every iteration counted exactly; see `learn.self_play`.

    What may vary is told in `learn.parameters`: alpha and gamma are probabilities and discounts up to 1,
    `rewards` those of a game won, drawn and lost, or a text such as 1/0/-1. Raises `BadParameter`,
    `MissingCapability` for dice and more players, `LoopFound` where play need not end, `OutOfBudget`,
    `Cancelled`.

    >>> run = self_play("tic_tac_toe", alpha=0.6)
    >>> print(run.best)
    3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
    """
    from zermelo.learn.parameters import Parameters, as_rewards
    from zermelo.learn.self_play import run_self_play

    parameters = Parameters(alpha, gamma, as_rewards(rewards), model, ties, tolerance, seed)
    return run_self_play(game(game_or_text), parameters, budget=as_budget(budget))


def find_rules(
    game_or_text: Game | str,
    *,
    side: str = "both",
    method: str = "sat",
    goal: str = "start",
    most: int = 8,
    pairs: bool = True,
    own: "Sequence[Asked]" = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> "Explanation":
    """Return the shortest list of rules that plays a game rightly, certified.

    `side` is first, second or both; `method` sat, list or greedy; `goal` start (what can come about when the
    list is followed) or always; `most` the most rules; `own` functions of (game, position, move) that rules
    may speak of beside the `families` of known words. Raises `BadParameter`, `LoopFound`,
    `MissingCapability`, `MissingExtra`, `OutOfBudget`, `CheckFailed` should a list not hold. Source:
    `explain.lists.explanation`.

    >>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
    1  leaves nim-sum 0
    2  any move
    """
    from zermelo.explain.lists.explanation import find_rules as find

    return find(
        game(game_or_text),
        side=side,
        method=method,
        goal=goal,
        most=most,
        pairs=pairs,
        own=own,
        families=families,
        budget=budget,
    )


def derive_rules(
    game_or_text: Game | str,
    *,
    sound: bool = False,
    against: str = "first",
    stop: str | None = None,
    last: int | None = None,
    budget: Budget | None = None,
) -> "Derivation":
    """Return the rules that the backward algorithm of Iklassov's thesis derives for a game of lines.

    `against` is "first" or "any", `stop` "explained" or "new", `last` the number of the last attack: see
    `explain.graphs.backward`. Raises `MissingCapability` for games without lines or with gravity,
    `BadParameter`, `Cancelled`.

    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 3]
    """
    from zermelo.explain.graphs.backward import backward

    which = game(game_or_text)
    return backward(which, sound=sound, against=against, stop=stop, last=last, budget=budget)
