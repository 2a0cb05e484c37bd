"""A policy from a network: at each position of the game the move that the network prefers.

The network is evaluated at thousands of positions at once, from the movers' side. Of the legal moves the one
with the largest output is taken: the most probable move of an actor, the most valued one of a Q-network.
Outputs of illegal moves are ignored, also where the network was trained without masks. Of equal outputs the
least number is taken. So the policy is a table, and its results can be counted exactly.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import MissingCapability, UnknownPosition
from zermelo.core.game import Move, Position
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.game_walk import EnumeratedGame
from zermelo.verify.policy_certificate import Policy

Preferences = Callable[[npt.NDArray[np.float32]], npt.NDArray[Any]]  # [rows, width] -> [rows, choices]
Choices = npt.NDArray[np.int32]  # [positions]: the index of its move, -1 where there is none

ROWS = 1 << 13  # positions at which a network is evaluated at once


def make_preference_function(learner: Any) -> Preferences:
    """Return the preferences of a stable-baselines3 or sb3-contrib learner, as a function of observations.

    Raises `MissingCapability` where it has neither a Q-network nor a distribution over numbered moves.
    """
    import torch

    policy = learner.policy
    if not (hasattr(policy, "q_net") or hasattr(policy, "get_distribution")):
        raise MissingCapability(
            f"{type(learner).__name__} has no preferences among numbered moves: "
            "take A2C, PPO, DQN or MaskablePPO"
        )

    def compute_preferences(seen: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
        policy.set_training_mode(False)
        with torch.no_grad():
            rows = torch.as_tensor(seen, device=learner.device)
            if hasattr(policy, "q_net"):
                outputs = policy.q_net(rows)
            else:
                outputs = policy.get_distribution(rows).distribution.logits
            return np.asarray(outputs.cpu().numpy())

    return compute_preferences


def choose_preferred_moves(prefer: Preferences, encoding: GameEncoding, walk: EnumeratedGame) -> Choices:
    """Return the index of the preferred move among the steps of each position, -1 where there is none.

    >>> from zermelo.games import Subtraction
    >>> from zermelo.learn.encoding.game_encoding import make_enumerated_encoding
    >>> from zermelo.learn.game_walk import enumerate_game
    >>> walk = enumerate_game(Subtraction(heap=3), 100, "this shows")
    >>> prefer = lambda seen: np.tile([0.1, 0.9, 0.5], (len(seen), 1))  # take two, else three, else one
    >>> walk.positions, choose_preferred_moves(prefer, make_enumerated_encoding(walk), walk)
    ([3, 2, 1, 0], array([ 1,  1,  0, -1], dtype=int32))
    """
    chosen = np.full(len(walk.positions), -1, np.int32)
    numbers = walk.numbers_with_moves
    for begin in range(0, len(numbers), ROWS):
        batch = numbers[begin : begin + ROWS]
        outputs = prefer(encoding.observer.observe_all([walk.positions[number] for number in batch]))
        for number, row in zip(batch, outputs, strict=True):
            known = [place for place, _ in encoding.numbered_moves(walk.positions[number])]
            order = np.lexsort((known, -row[known]))  # the largest output, then the least number
            chosen[number] = order[0]
    return chosen


def make_table_policy(walk: EnumeratedGame, chosen: Choices) -> Policy:
    """Return the policy that plays the chosen moves; it raises `UnknownPosition` elsewhere."""

    def list_chosen_move(position: Position) -> list[Move]:
        number = walk.numbers.get(position)
        if number is None or chosen[number] < 0:
            raise UnknownPosition(
                f"{describe_position(walk.game, position)} is no position of {walk.game!r} with "
                "a move to choose"
            )
        return [walk.steps[number][chosen[number]].move]

    return list_chosen_move
