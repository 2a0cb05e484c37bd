"""Win rates of players of different strength against each other, exact or sampled.

The result between two players who move at random is an expectation over the game's positions. It is computed
where the positions can be kept with their moves (`compute_graph_win_rates`). Else it is estimated by playing,
in kernels where the rules compile (`play_random_games`). Where play may cycle, a game is stopped after a
number of plies and drawn. Three kinds of player are matched: a perfect one, an erring one (any move with a
small probability, else a perfect one), and a random one.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Move, Position
from zermelo.play.kernels.match_expectations import DRAWN, LOST, PLIES, POINTS, WON
from zermelo.play.matches.match import LONGEST, Match
from zermelo.play.players.basic_players import ERROR_RATE, Player
from zermelo.play.win_rates.graph_win_rates import GraphWinRates, Rates, compute_graph_win_rates
from zermelo.play.win_rates.random_playouts import PlayoutCounts, play_random_games
from zermelo.solution.solution import MoveAnswer, Solution

KINDS = ("perfect", "erring", "random")
MoveOdds = Callable[[Position], tuple[list[Move], Rates]]  # the moves, and their probabilities: [kind, move]
GAMES = 200  # sampled games for each pair of players, where rates are not computed
COMPILED = 10_000  # the same number, where kernels play the games


class FirstMoveRates(NamedTuple):
    """The win and loss rates of the player who makes a first move, where both players err."""

    move: Move
    wins: float
    losses: float

    @property
    def score(self) -> float:
        """Wins and half the draws."""
        return (1 + self.wins - self.losses) / 2


@dataclass(frozen=True)
class Tournament:
    """Every kind as first player against every kind as second.

    `results` [first kind, second kind, (first wins, draw, second wins)] are probabilities, `plies` [first
    kind, second kind] mean lengths, `points` the first player's mean points in scored games. `games` is the
    number sampled for each pair, None where the rates are exact. `endless` [first kind, second kind] are the
    shares of games that were stopped: they end with the points so far (draws, where moves bring none), and
    their plies so far count in `plies`. `first_moves` are the rates of each first move, in the rules' order,
    where rates are exact.
    """

    results: Rates
    plies: Rates
    points: Rates
    games: int | None
    error_rate: float
    endless: Rates
    first_moves: tuple["FirstMoveRates", ...] = ()

    @property
    def margin(self) -> float:
        """Two standard errors of a rate, at most; 0 where rates are exact."""
        return 0.0 if self.games is None else 1 / float(np.sqrt(self.games))


def play_tournament(
    solution: Solution,
    *,
    games: int | None = None,
    error_rate: float = ERROR_RATE,
    seed: int = 1913,
    budget: Budget | None = None,
) -> Tournament:
    """Return the results of the three kinds of player against each other from the start of a solved game.

    They are exact where all positions that play can reach are kept with their moves (some millions). Else, or
    where `games` are requested, they come from so many games for each pair: by default 10,000 on compiled
    rules, where the answers fit in memory, else 200 on the rules themselves.
    """
    budget = as_budget(budget)
    exact = compute_graph_win_rates(solution, error_rate, budget) if games is None else None
    if exact is not None:
        return _make_tournament_from_graph(exact, error_rate)
    played = play_random_games(
        solution, error_rate, budget, games=COMPILED if games is None else games, seed=seed
    )
    if played is not None:
        return _make_tournament_from_playouts(played, error_rate)
    return _sample_tournament(solution, GAMES if games is None else games, error_rate, seed)


def _make_tournament_from_playouts(played: PlayoutCounts, error_rate: float) -> Tournament:
    points, plies, over = (played.found[:, :, :, column] for column in range(3))
    results = np.stack(
        [(points > 0).mean(axis=2), (points == 0).mean(axis=2), (points < 0).mean(axis=2)], axis=2
    )
    return Tournament(
        results, plies.mean(axis=2), points.mean(axis=2), played.games, error_rate, 1 - over.mean(axis=2)
    )


def _make_tournament_from_graph(found: GraphWinRates, error_rate: float) -> Tournament:
    root = found.root
    results = root[:, :, [WON, DRAWN, LOST]].copy()
    endless = np.maximum(0.0, 1 - results.sum(axis=2)) if found.goes_round else np.zeros(results.shape[:2])
    results[:, :, 1] += endless  # stopped, and drawn
    first = [FirstMoveRates(move, float(r[1, 1, WON]), float(r[1, 1, LOST])) for move, r in found.first]
    return Tournament(results, root[:, :, PLIES], root[:, :, POINTS], None, error_rate, endless, tuple(first))


def compute_move_probabilities_by_kind(answers: list[MoveAnswer], error_rate: float) -> Rates:
    """Return the probability of each move for each kind, [kind, move]; `answers` are best first."""
    best = np.array([answer.answer == answers[0].answer for answer in answers], float)
    perfect, anything = best / best.sum(), np.full(len(answers), 1 / len(answers))
    return np.array([perfect, (1 - error_rate) * perfect + error_rate * anything, anything])


def _make_solution_probability_function(solution: Solution, error_rate: float) -> MoveOdds:
    """Return the move probabilities of the three kinds; each position's are computed once."""
    known: dict[Position, tuple[list[Move], Rates]] = {}

    def compute_move_probabilities(position: Position) -> tuple[list[Move], Rates]:
        if position not in known:
            answers = solution.moves(position)
            likely = (
                compute_move_probabilities_by_kind(answers, error_rate)
                if answers
                else np.zeros((len(KINDS), 0))
            )
            known[position] = [answer.move for answer in answers], likely
        return known[position]

    return compute_move_probabilities


def _sample_tournament(solution: Solution, games: int, error_rate: float, seed: int) -> Tournament:
    chance = random.Random(seed)
    results = np.zeros((len(KINDS), len(KINDS), 3))
    plies, points, endless = np.zeros((3, len(KINDS), len(KINDS)))
    odds = _make_solution_probability_function(solution, error_rate)
    players = [_make_player_of_kind(odds, kind) for kind in range(len(KINDS))]
    for first in range(len(KINDS)):
        for second in range(len(KINDS)):
            for _ in range(games):
                match = Match(solution.game)
                match.play_out((players[first], players[second]), chance, LONGEST)
                result = match.result()
                if result is None:
                    result = match.lead  # endless play brings no more points
                    endless[first, second] += 1 / games
                results[first, second, 1 - (result > 0) + (result < 0)] += 1 / games
                plies[first, second] += len(match.played) / games
                points[first, second] += result / games
    return Tournament(results, plies, points, games, error_rate, endless)


def _make_player_of_kind(odds: MoveOdds, kind: int) -> Player:
    def compute_probabilities_of_kind(position: Position) -> dict[Move, float]:
        moves, rates = odds(position)
        return dict(zip(moves, rates[kind], strict=True))

    return compute_probabilities_of_kind
