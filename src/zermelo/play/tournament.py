"""Players of different strength against each other: how often each wins, exactly or by sampling.

What happens between two players who draw their moves by lot is an expectation over the game's positions:
in small games it is computed, in larger ones estimated by playing; so it is where play may go round in a
circle, and there a game is broken off after a while, and drawn. Three kinds of player are matched: the
perfect one, one who errs now and then (any move at all with a small probability), and a random one.
"""

import contextlib
import random
from dataclasses import dataclass

import numpy as np

from zermelo.core.errors import LoopFound
from zermelo.core.game import Move, Position, has
from zermelo.play.contest import LONGEST, play_out
from zermelo.play.expectation import PLIES, POINTS, Odds, Rates, expectations
from zermelo.play.match import Match
from zermelo.play.players import ERROR_RATE, Player
from zermelo.query.solution import MoveAnswer, Solution
from zermelo.trust.classes import representative

KINDS = ("perfect", "erring", "random")
EXACT = 20_000  # records up to which rates are computed
GAMES = 200  # sampled for each pair of players


@dataclass(frozen=True)
class Tournament:
    """Every kind as first player against every kind as second.

    `results` [first kind, second kind, (first wins, draw, second wins)] are probabilities, `plies` [first
    kind, second kind] mean lengths, `points` the first player's mean points in scored games. `games` is how
    many were sampled for each pair, None where the rates are exact. `endless` [first kind, second kind] are
    the shares of games that were broken off: they are draws, and count in `plies` as far as they went.
    """

    results: Rates
    plies: Rates
    points: Rates
    games: int | None
    error_rate: float
    endless: Rates

    @property
    def margin(self) -> float:
        """Two standard errors of a rate, at most; 0 where rates are exact."""
        return 0.0 if self.games is None else 1 / float(np.sqrt(self.games))


def tournament(
    solution: Solution, *, games: int = GAMES, error_rate: float = ERROR_RATE, seed: int = 1913
) -> Tournament:
    """Return how the three kinds of player do against each other from the start of a solved game.

    Exact for solutions of up to 20,000 records (points that moves bring at once are sampled all the same, and
    so is play that can go round in a circle), else from `games` games for each pair.
    """
    if solution.summary.solved <= EXACT and not has(solution.game, "gain"):
        with contextlib.suppress(LoopFound):
            return _computed(solution, error_rate)
    return _sampled(solution, games, error_rate, seed)


def shares(answers: list[MoveAnswer], error_rate: float) -> Rates:
    """Return the probability of each move for each kind, [kind, move]; `answers` are best first."""
    best = np.array([answer.answer == answers[0].answer for answer in answers], float)
    perfect, anything = best / best.sum(), np.full(len(answers), 1 / len(answers))
    return np.array([perfect, (1 - error_rate) * perfect + error_rate * anything, anything])


def _odds(solution: Solution, error_rate: float) -> Odds:
    """Return the odds of the three kinds; each position's are found once."""
    known: dict[Position, tuple[list[Move], Rates]] = {}

    def odds(position: Position) -> tuple[list[Move], Rates]:
        if position not in known:
            answers = solution.moves(position)
            likely = shares(answers, error_rate) if answers else np.zeros((len(KINDS), 0))
            known[position] = [answer.move for answer in answers], likely
        return known[position]

    return odds


def _computed(solution: Solution, error_rate: float) -> Tournament:
    """Fold expectations over all positions; raises `LoopFound` where play can return to one."""
    game = solution.game
    canonical = representative(game)
    root = next(iter(game.starts()))
    rates = expectations(game, _odds(solution, error_rate), root, canonical=canonical)[canonical(root)]
    endless = np.zeros((len(KINDS), len(KINDS)))
    return Tournament(rates[:, :, :3], rates[:, :, PLIES], rates[:, :, POINTS], None, error_rate, endless)


def _sampled(solution: Solution, games: int, error_rate: float, seed: int) -> Tournament:
    chance = random.Random(seed)
    results = np.zeros((len(KINDS), len(KINDS), 3))
    plies, points, endless = np.zeros((3, len(KINDS), len(KINDS)))
    odds = _odds(solution, error_rate)
    players = [_player(odds, kind) for kind in range(len(KINDS))]
    for first in range(len(KINDS)):
        for second in range(len(KINDS)):
            for _ in range(games):
                match = Match(solution.game)
                play_out(match, (players[first], players[second]), chance, LONGEST)
                result = match.result()
                if result is None:
                    result = 0
                    endless[first, second] += 1 / games
                results[first, second, 1 - (result > 0) + (result < 0)] += 1 / games
                plies[first, second] += len(match.made) / games
                points[first, second] += result / games
    return Tournament(results, plies, points, games, error_rate, endless)


def _player(odds: Odds, kind: int) -> Player:
    def likely(position: Position) -> dict[Move, float]:
        moves, rates = odds(position)
        return dict(zip(moves, rates[kind], strict=True))

    return likely
