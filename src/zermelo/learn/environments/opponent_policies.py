"""Opponents for learning: at each position, moves and their probabilities.

An opponent is a function from a position to the probability of each move that it may play; the players of
`zermelo.play` are such functions too. The model of Algorithm 1 is one: it prefers the moves of a policy.
"""

from collections.abc import Callable, Mapping

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import list_moves
from zermelo.learn.game_walk import EnumeratedGame
from zermelo.verify.policy_certificate import Policy

Opponent = Callable[[Position], Mapping[Move, float]]


def uniform_opponent(game: Game) -> Opponent:
    """Return the opponent who plays any move, with equal probability.

    >>> from zermelo.games import Subtraction
    >>> uniform_opponent(Subtraction())(2)
    {1: 0.5, 2: 0.5}
    """

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        moves = list_moves(game, position)
        return dict.fromkeys(moves, 1 / len(moves))

    return compute_move_probabilities


def noisy_policy_opponent(game: Game, policy: Policy, alpha: float) -> Opponent:
    """Return the model that plays the moves of `policy` with probability `alpha`, the rest evenly spread.

    Several moves of the policy share alpha evenly; where it allows all moves, all are equally likely. Raises
    `BadParameter` where alpha is no probability; the model raises `IllegalMove` where the policy allows no
    move, or one that the rules do not.

    >>> from zermelo.games import Subtraction
    >>> noisy_policy_opponent(Subtraction(), lambda position: [1], 0.9)(3)
    {1: 0.9, 2: 0.04999999999999999, 3: 0.04999999999999999}
    """
    if not 0 <= alpha <= 1:
        raise BadParameter(f"alpha={alpha!r} is no probability: take 0.5 < alpha <= 1")

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        moves = list_moves(game, position)
        allowed = set(policy(position))
        if not allowed or not allowed <= set(moves):
            where = describe_position(game, position)
            raise IllegalMove(f"{game!r}: the policy allows no move, or none of the rules', at {where}")
        others = len(moves) - len(allowed)
        if others == 0:
            return dict.fromkeys(moves, 1 / len(moves))
        own, other = alpha / len(allowed), (1 - alpha) / others
        return {move: own if move in allowed else other for move in moves if move in allowed or other > 0}

    return compute_move_probabilities


def random_opponent(walk: EnumeratedGame, seed: int) -> Opponent:
    """Return the opponent whose probabilities are drawn once per position, evenly from 0 to 1, normalised."""
    lots = np.random.default_rng(seed)
    known: dict[Position, dict[Move, float]] = {}
    for position, steps in zip(walk.positions, walk.steps, strict=True):
        if steps:
            weights = 1 - lots.random(len(steps))  # greater than 0
            shares = (float(weight) for weight in weights / weights.sum())
            known[position] = dict(zip((step.move for step in steps), shares, strict=True))
    return known.__getitem__


def cached_opponent(opponent: Opponent) -> Opponent:
    """Return the same opponent, asked only once about each position."""
    known: dict[Position, Mapping[Move, float]] = {}

    def look_up_move_probabilities(position: Position) -> Mapping[Move, float]:
        if position not in known:
            known[position] = opponent(position)
        return known[position]

    return look_up_move_probabilities


def draw_move(shares: Mapping[Move, float], lot: float) -> Move:
    """Return the move selected by a random number `lot` from 0 to 1; shares need not sum to 1.

    Raises `IllegalMove` where no share is above 0.

    >>> draw_move({"a": 0.25, "b": 0.75}, 0.2), draw_move({"a": 0.25, "b": 0.75}, 0.3)
    ('a', 'b')
    """
    likely = [(move, share) for move, share in shares.items() if share > 0]
    if not likely:
        raise IllegalMove(
            f"the opponent plays nothing ({dict(shares)!r}): give each move that the opponent plays a share"
        )
    left = lot * sum(share for _, share in likely)
    for move, share in likely:
        left -= share
        if left < 0:
            return move
    return likely[-1][0]  # a rounding error is left
