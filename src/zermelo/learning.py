"""Learning: self-play that improves its own model of the opponent, deep and exact, and how it is judged.

A run keeps every iteration, counted exactly; its policy is one that `zermelo.policies` certifies and saves.
`OPTIMISERS` has the ways to train a network, by name.
"""

from typing import TYPE_CHECKING

from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.naming import game

if TYPE_CHECKING:
    from zermelo.learn.as_arrays import Encoding as Encoding
    from zermelo.learn.as_arrays import make_encoding as make_encoding
    from zermelo.learn.batches import GameBatch as GameBatch
    from zermelo.learn.batches import Turn as Turn
    from zermelo.learn.charts import lines_chart as lines_chart
    from zermelo.learn.conditions import Condition as Condition
    from zermelo.learn.conditions import sufficient_condition as sufficient_condition
    from zermelo.learn.datasets import SolvedItem as SolvedItem
    from zermelo.learn.datasets import SolvedPositions as SolvedPositions
    from zermelo.learn.datasets import SolvedStream as SolvedStream
    from zermelo.learn.environments import GameEnvironment as GameEnvironment
    from zermelo.learn.exploit import Exploited as Exploited
    from zermelo.learn.exploit import Reply as Reply
    from zermelo.learn.exploit import exploit as exploit
    from zermelo.learn.grading import Grade as Grade
    from zermelo.learn.grading import grade as grade
    from zermelo.learn.iteration import Iteration as Iteration
    from zermelo.learn.literal import Literal as Literal
    from zermelo.learn.literal import literal as literal
    from zermelo.learn.mistakes import Faults as Faults
    from zermelo.learn.mistakes import faults_of as faults_of
    from zermelo.learn.parameters import Parameters as Parameters
    from zermelo.learn.parameters import Rewards as Rewards
    from zermelo.learn.parameters import read_rewards as read_rewards
    from zermelo.learn.report import SelfPlayReport as SelfPlayReport
    from zermelo.learn.report import report_on as report_on
    from zermelo.learn.scheme import algorithm_scheme as algorithm_scheme
    from zermelo.learn.self_play import SelfPlay as SelfPlay
    from zermelo.learn.self_play import last_phase as last_phase
    from zermelo.learn.self_play import limit_policy as limit_policy
    from zermelo.learn.training import OPTIMISERS as OPTIMISERS
    from zermelo.learn.training import DeepSelfPlay as DeepSelfPlay
    from zermelo.learn.training import train as train
    from zermelo.learn.turns import GameTurns as GameTurns
    from zermelo.learn.vectors import GameVectors as GameVectors
    from zermelo.learn.vectors import vector_environment as vector_environment
    from zermelo.learn.written_datasets import Written as Written
    from zermelo.learn.written_datasets import write_dataset as write_dataset
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "learn.as_arrays": ("Encoding", "make_encoding"),
            "learn.batches": ("GameBatch", "Turn"),
            "learn.charts": ("lines_chart",),
            "learn.conditions": ("Condition", "sufficient_condition"),
            "learn.datasets": ("SolvedItem", "SolvedPositions", "SolvedStream"),
            "learn.environments": ("GameEnvironment",),
            "learn.exploit": ("Exploited", "Reply", "exploit"),
            "learn.grading": ("Grade", "grade"),
            "learn.iteration": ("Iteration",),
            "learn.literal": ("Literal", "literal"),
            "learn.mistakes": ("Faults", "faults_of"),
            "learn.parameters": ("Parameters", "Rewards", "read_rewards"),
            "learn.report": ("SelfPlayReport", "report_on"),
            "learn.scheme": ("algorithm_scheme",),
            "learn.self_play": ("SelfPlay", "last_phase", "limit_policy"),
            "learn.training": ("OPTIMISERS", "DeepSelfPlay", "train"),
            "learn.turns": ("GameTurns",),
            "learn.vectors": ("GameVectors", "vector_environment"),
            "learn.written_datasets": ("Written", "write_dataset"),
        },
        ("self_play",),
    )


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
    """Learn a policy by self-play, every iteration counted exactly; see `learn.self_play`.

    What may vary is told in `learn.parameters`: alpha and gamma are probabilities and discounts up to 1,
    `rewards` those of a game won, drawn and lost, or a text such as 1/0/-1. The policy kept is that of the
    iteration that loses the fewest lines as the player `side`, "first" or "second", or on "both" sides.
    Raises `BadParameter`, `MissingCapability` for dice and more players, `LoopFound` where play need not end,
    `OutOfBudget`, `Cancelled`.

    >>> run = self_play("tic_tac_toe", alpha=0.6)
    >>> print(run.best)
    3: 14 changed; first 72 won, 4 drawn, 0 lost; second 378 won, 79 drawn, 0 lost
    """
    from zermelo.learn.parameters import Parameters, as_rewards
    from zermelo.learn.self_play import run_self_play

    parameters = Parameters(alpha, gamma, as_rewards(rewards), model, ties, tolerance, seed)
    return run_self_play(game(game_or_text), parameters, side=side, budget=as_budget(budget))
