"""Players: at each position, moves and their probabilities.

A player is a function from a position to the probability of each move; every move that it may play has one
above 0. Perfect players choose at random among moves that are equally good, in value and in remoteness, so
that games differ; a seeded random generator makes the games repeatable. A fallible player is a model of an
opponent. It plays any move, or errs now and then, or looks a few plies ahead and is unsure of what it sees.
Players that set traps for one of these are in `play.players.trap_players`, and all players have names in
`play.players.player_names`.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.play.matches.match import Match
from zermelo.search.shallow_minimax import check_ply_count, find_shallow_values
from zermelo.solution.on_demand import OnDemandSolution
from zermelo.solution.solution import Solution
from zermelo.verify.policy_certificate import Policy

Player = Callable[[Position], dict[Move, float]]


@dataclass(frozen=True)
class PlayerWithBook:
    """A player who can tell at which positions a book chooses.

    Parameters
    ----------
    play : Player
        The player.
    has_book_moves : callable
        Returns whether the moves at a position are the book's.
    """

    play: Player
    has_book_moves: Callable[[Position], bool]

    def __call__(self, position: Position) -> dict[Move, float]:
        """Return the probability of each move."""
        return self.play(position)


ERROR_RATE = 0.1  # an erring opponent's default probability of playing any move
PLIES = 2  # a shallow one's default number of plies to look ahead
TEMPERATURE = 0.5  # and its default uncertainty: half the usual size of a value
USUAL_GAMES = 20  # games that determine the usual size of a value
USUAL_PLIES = 200  # of each, at most


def perfect_player(solution: Solution) -> Player:
    """Return the player who plays a best move, ties at random: the winner hurries, the loser delays.

    Parameters
    ----------
    solution : Solution
        Solution of the game.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    MissingCapability
        Where the solution keeps values only.
    """
    solution.require_best_moves("perfect play")

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        best = solution.policy(position)
        return dict.fromkeys(best, 1 / len(best))

    if isinstance(solution, OnDemandSolution):
        return PlayerWithBook(compute_move_probabilities, solution.has_book_moves)
    return compute_move_probabilities


def value_keeping_player(solution: Solution) -> Player:
    """Return the player who plays any move that keeps the value, with equal probability.

    The player ignores the lengths of lines, and may never complete a win where play can cycle.

    Parameters
    ----------
    solution : Solution
        Solution of the game.

    Returns
    -------
    Player
        The player.
    """

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        answers = solution.moves(position)
        least = answers[0].answer.value - solution.value_tolerance
        kept = [answer.move for answer in answers if answer.answer.value >= least]
        return dict.fromkeys(kept, 1 / len(kept))

    return compute_move_probabilities


def random_player(game: Game) -> Player:
    """Return the player who plays any move, with equal probability.

    Parameters
    ----------
    game : Game
        Game to play.

    Returns
    -------
    Player
        The player.
    """

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        moves = list_moves(game, as_position(game, position))
        return dict.fromkeys(moves, 1 / len(moves))

    return compute_move_probabilities


def erring_player(solution: Solution, rate: float) -> Player:
    """Return the player who plays any move with probability `rate`, and else a best one.

    Parameters
    ----------
    solution : Solution
        Solution of the game.
    rate : float
        Probability from 0 to 1.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    BadParameter
        Where `rate` is no probability.
    """
    check_error_rate(rate)
    best, any_move = perfect_player(solution), random_player(solution.game)

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        mixed = {move: rate * share for move, share in any_move(position).items()}
        for move, share in best(position).items():
            mixed[move] += (1 - rate) * share
        return {move: share for move, share in mixed.items() if share > 0}

    return compute_move_probabilities


def shallow_player(
    game: Game, plies: int = PLIES, temperature: float = TEMPERATURE, *, guess: bool = True
) -> Player:
    """Return the player who looks a few plies ahead, and prefers moves by how good they seem.

    A move's probability is proportional to exp(value / (temperature * unit)). The value is that of a search
    to the given depth, and the unit is a usual value in this game.

    Parameters
    ----------
    game : Game
        Game to play.
    plies : int, default 2
        Depth of the search; throws of dice count.
    temperature : float, default 0.5
        Near 0 the move that seems best is played, ties at random; a larger one makes other moves more likely.
    guess : bool, default True
        Whether the game's `estimate` is used; else the player sees wins and losses alone.

    Returns
    -------
    Player
        The player.

    Raises
    ------
    BadParameter
        Where `temperature` is not above 0, or `plies` no number of plies.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> {move: round(share, 3) for move, share in shallow_player(Subtraction(heap=9), 1)(3).items()}
    {1: 0.107, 2: 0.107, 3: 0.787}
    """
    check_ply_count(plies)
    check_temperature(temperature)
    warmth = temperature * estimate_value_unit(game, guess=guess)
    return lambda position: softmax(
        find_shallow_values(game, as_position(game, position), plies, guess=guess), warmth
    )


def estimate_value_unit(game: Game, *, guess: bool = True) -> float:
    """Return the usual size of a value in this game: 1 where there are only wins and losses, else an average.

    It is the quadratic mean of the game's estimates, or without estimates of the points in a scored game. The
    sample is 20 random games, the same every time.
    """
    asked: Any = game
    guesses = guess and has(game, "estimate")
    if not (guesses or game.scored):
        return 1.0
    chance, squares = random.Random(1913), []
    for _ in range(USUAL_GAMES):
        match = Match(game)
        while match.result() is None and len(match.played) < USUAL_PLIES:
            if match.throws():
                match.throw(chance)
                continue
            squares += [asked.estimate(match.position) ** 2] if guesses else []
            match.play(chance.choice(match.moves()))
        squares += [] if guesses else [(match.result() or 0) ** 2]
    return max(1.0, math.sqrt(sum(squares) / max(1, len(squares))))


def softmax(values: Mapping[Move, float], temperature: float) -> dict[Move, float]:
    """Return probabilities proportional to exp(value / temperature), without those that round to 0."""
    most = max(values.values())
    weights = {move: math.exp((value - most) / temperature) for move, value in values.items()}
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items() if weight / whole > 0}


def function_player(choose: Callable[[Position], Move]) -> Player:
    """Return the player who plays the one move that a function chooses.

    Parameters
    ----------
    choose : callable
        Function from a position to a move, such as a search with a limit.

    Returns
    -------
    Player
        The player.
    """
    return lambda position: {choose(position): 1.0}


def policy_player(policy: Policy) -> Player:
    """Return the player who plays a policy's moves with equal probability.

    Parameters
    ----------
    policy : callable
        Function from a position to the moves allowed there.

    Returns
    -------
    Player
        The player. It raises `IllegalMove` where the policy allows no move.
    """

    def compute_move_probabilities(position: Position) -> dict[Move, float]:
        allowed = list(dict.fromkeys(policy(position)))
        if not allowed:
            raise IllegalMove(
                f"the policy allows no move at {position!r}: it does not say what to play there"
            )
        return dict.fromkeys(allowed, 1 / len(allowed))

    return compute_move_probabilities


def policy_of(player: Player) -> Policy:
    """Return the policy that allows every move which a player may play.

    Parameters
    ----------
    player : Player
        Function from a position to the probabilities of moves.

    Returns
    -------
    callable
        Function from a position to a list of moves.
    """
    return lambda position: list(player(position))


def check_error_rate(rate: float) -> None:
    """Raise `BadParameter` where `rate` is no probability."""
    if not (isinstance(rate, int | float) and 0 <= rate <= 1):
        raise BadParameter(f"the rate of errors {rate!r} is no probability: give one from 0 to 1")


def check_temperature(temperature: float) -> None:
    """Raise `BadParameter` where `temperature` is no number above 0."""
    if not (isinstance(temperature, int | float) and 0 < temperature < math.inf):
        raise BadParameter(f"temperature {temperature!r} is no number above 0: give for example 0.5")
