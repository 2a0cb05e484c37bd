"""Players: at each position, which moves with which probabilities.

A player is a function from a position to the probability of each move; every one that he plays has one above
0. Perfect players draw lots among moves that are equally good, value and remoteness both, so that games
differ; a seeded source of lots makes them repeat. A fallible player is a model of an opponent: one who plays
anything, who errs now and then, or who looks a few plies ahead and is not sure of what he sees. Who sets
traps for one of these stands in `play.players.trap_players`, and all of them have names in
`play.players.player_names`.
"""

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.play.matches.match import Match
from zermelo.search.shallow_minimax import check_plies, shallow_values
from zermelo.solution.solution import Solution
from zermelo.verify.policy_certificate import Policy

Player = Callable[[Position], dict[Move, float]]

ERROR_RATE = 0.1  # how often an erring opponent plays any move, unless told
PLIES = 2  # what a shallow one looks ahead, unless told
TEMPERATURE = 0.5  # and how unsure he is: half of what a value usually is
USUAL_GAMES = 20  # that tell how large a value usually is
USUAL_PLIES = 200  # of each, at most


def perfect_player(solution: Solution) -> Player:
    """Return the player who plays a best move, ties by lot: the winner hurries, the loser delays.

    Raises `MissingCapability` where the solution keeps values only.
    """
    if not has(solution.game, "chances"):
        solution.check_timed("perfect play")

    def shares(position: Position) -> dict[Move, float]:
        best = solution.policy(position)
        return dict.fromkeys(best, 1 / len(best))

    return shares


def value_keeping_player(solution: Solution) -> Player:
    """Return the player who plays any move that keeps the value, each as likely: he does not look at lengths.

    He may never bring a win home where play can go round in a circle.
    """

    def shares(position: Position) -> dict[Move, float]:
        answers = solution.moves(position)
        least = answers[0].answer.value - solution.slack
        kept = [answer.move for answer in answers if answer.answer.value >= least]
        return dict.fromkeys(kept, 1 / len(kept))

    return shares


def random_player(game: Game) -> Player:
    """Return the player who plays any move, each as likely."""

    def shares(position: Position) -> dict[Move, float]:
        moves = list_moves(game, as_position(game, position))
        return dict.fromkeys(moves, 1 / len(moves))

    return shares


def erring_player(solution: Solution, rate: float) -> Player:
    """Return the player who plays any move at all with probability `rate`, and else a best one.

    Raises `BadParameter` where `rate` is no probability.
    """
    check_rate(rate)
    best, any_move = perfect_player(solution), random_player(solution.game)

    def shares(position: Position) -> dict[Move, float]:
        mixed = {move: rate * share for move, share in any_move(position).items()}
        for move, share in best(position).items():
            mixed[move] += (1 - rate) * share
        return {move: share for move, share in mixed.items() if share > 0}

    return shares


def shallow_player(
    game: Game, plies: int = PLIES, temperature: float = TEMPERATURE, *, guess: bool = True
) -> Player:
    """Return the player who looks `plies` plies ahead, and plays a move as likely as it seems good to him.

    A move's probability is proportional to exp(value / (temperature * unit)), the value being that of a
    search of so many plies (`search.shallow_minimax`), and the unit what is usual in this game (`unit_of`).
    Near 0 he always plays what seems best, ties by lot; the larger, the more often something else. Without
    `guess` he does not ask the game's `estimate`, and sees wins and losses alone. Raises `BadParameter` where
    it is no temperature above 0, or `plies` no number of plies.

    >>> from zermelo.games import Subtraction
    >>> {move: round(share, 3) for move, share in shallow_player(Subtraction(heap=9), 1)(3).items()}
    {1: 0.107, 2: 0.107, 3: 0.787}
    """
    check_plies(plies)
    check_temperature(temperature)
    warmth = temperature * unit_of(game, guess=guess)
    return lambda position: softmax(
        shallow_values(game, as_position(game, position), plies, guess=guess), warmth
    )


def unit_of(game: Game, *, guess: bool = True) -> float:
    """Return how large a value is in this game: 1 where there are only wins and losses, else an average.

    It is the quadratic mean of the game's estimates, or of the points in a scored game without, in 20 games
    at random, which are the same every time.
    """
    asked: Any = game
    guesses = guess and has(game, "estimate")
    if not (guesses or game.scored):
        return 1.0
    chance, squares = random.Random(1913), []
    for _ in range(USUAL_GAMES):
        match = Match(game)
        while match.result() is None and len(match.made) < USUAL_PLIES:
            squares += [asked.estimate(match.position) ** 2] if guesses else []
            match.play(chance.choice(match.moves()))
        squares += [] if guesses else [(match.result() or 0) ** 2]
    return max(1.0, math.sqrt(sum(squares) / max(1, len(squares))))


def softmax(values: Mapping[Move, float], temperature: float) -> dict[Move, float]:
    """Return probabilities proportional to exp(value / temperature), those left out that come to 0."""
    most = max(values.values())
    weights = {move: math.exp((value - most) / temperature) for move, value in values.items()}
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items() if weight / whole > 0}


def function_player(choose: Callable[[Position], Move]) -> Player:
    """Return the player who plays the one move that a function chooses: a search with a limit, say."""
    return lambda position: {choose(position): 1.0}


def policy_player(policy: Policy) -> Player:
    """Return the player who plays what a policy allows, each move as likely.

    He raises `IllegalMove` where it allows none, as a list does where no rule fires.
    """

    def shares(position: Position) -> dict[Move, float]:
        allowed = list(dict.fromkeys(policy(position)))
        if not allowed:
            raise IllegalMove(
                f"the policy allows no move at {position!r}: it does not say what to play there"
            )
        return dict.fromkeys(allowed, 1 / len(allowed))

    return shares


def policy_of(player: Player) -> Policy:
    """Return the policy that allows every move which the player may play."""
    return lambda position: list(player(position))


def check_rate(rate: float) -> None:
    """Raise `BadParameter` where `rate` is no probability."""
    if not (isinstance(rate, int | float) and 0 <= rate <= 1):
        raise BadParameter(f"the rate of errors {rate!r} is no probability: give one from 0 to 1")


def check_temperature(temperature: float) -> None:
    """Raise `BadParameter` where `temperature` is no number above 0."""
    if not (isinstance(temperature, int | float) and 0 < temperature < math.inf):
        raise BadParameter(f"temperature {temperature!r} is no number above 0: give for example 0.5")


def sample_move(
    player: Player, position: Position, chance: random.Random, *, match: Match | None = None
) -> Move:
    """Return one move of `player`, drawn with his probabilities.

    A player who has `follow` is told of the `match` that has come to the position.
    """
    follow = getattr(player, "follow", None)
    if follow is not None and match is not None:
        follow(match)
    shares = player(position)
    return chance.choices(list(shares), list(shares.values()))[0]
