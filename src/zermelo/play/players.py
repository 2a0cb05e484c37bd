"""Players: at each position, which moves with which probabilities.

A player is a function from a position to the probability of each move; every one that he plays has one
above 0. Perfect players draw lots among moves that are equally good, value and remoteness both, so that
games differ; a seeded source of lots makes them repeat.
"""

import random
from collections.abc import Callable

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.query.solution import Solution

Player = Callable[[Position], dict[Move, float]]

OPPONENTS = ("perfect", "random", "erring")
ERROR_RATE = 0.1  # how often an erring opponent plays any move, unless told


def perfect(solution: Solution) -> Player:
    """Return the player who plays a best move, ties by lot: the winner hurries, the loser delays.

    Raises `MissingCapability` where the solution keeps values only.
    """
    solution.check_timed("perfect play")

    def shares(position: Position) -> dict[Move, float]:
        best = solution.policy(position)
        return dict.fromkeys(best, 1 / len(best))

    return shares


def at_random(game: Game) -> Player:
    """Return the player who plays any move, each as likely."""

    def shares(position: Position) -> dict[Move, float]:
        moves = list(game.moves(position))
        return dict.fromkeys(moves, 1 / len(moves))

    return shares


def erring(solution: Solution, rate: float) -> Player:
    """Return the player who plays any move at all with probability `rate`, and else a best one.

    Raises `BadParameter` where `rate` is no probability.
    """
    check_rate(rate)
    best, any_move = perfect(solution), at_random(solution.game)

    def shares(position: Position) -> dict[Move, float]:
        mixed = {move: rate * share for move, share in any_move(position).items()}
        for move, share in best(position).items():
            mixed[move] += (1 - rate) * share
        return {move: share for move, share in mixed.items() if share > 0}

    return shares


def check_rate(rate: float) -> None:
    """Raise `BadParameter` where `rate` is no probability."""
    if not 0 <= rate <= 1:
        raise BadParameter(f"the rate of errors {rate!r} is no probability: give one from 0 to 1")


def opponent(kind: str, solution: Solution, rate: float = ERROR_RATE) -> Player:
    """Return the player called `kind`, one of `OPPONENTS`; `rate` is how often an erring one errs.

    Raises `BadParameter` for another name.
    """
    if kind == "perfect":
        return perfect(solution)
    if kind == "random":
        return at_random(solution.game)
    if kind == "erring":
        return erring(solution, rate)
    raise BadParameter(f"opponent {kind!r} is unknown: choose one of {', '.join(OPPONENTS)}")


def draw_move(player: Player, position: Position, chance: random.Random) -> Move:
    """Return one move of `player`, drawn with his probabilities."""
    shares = player(position)
    return chance.choices(list(shares), list(shares.values()))[0]
