"""Players of different strength against each other: how often each wins, exactly or by sampling.

What happens between two players who draw their moves by lot is an expectation over the game's positions:
in small games it is computed, in larger ones estimated by playing; so it is where play may go round in a
circle, and there a game is broken off after a while, and drawn. Three kinds of player are matched: the
perfect one, one who errs now and then (any move at all with a small probability), and a random one.
"""

import contextlib
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import LoopFound
from zermelo.core.game import Move, Position, has
from zermelo.core.values import UNDECIDED
from zermelo.graph.classes import representative
from zermelo.play.match import Match
from zermelo.play.players import ERROR_RATE
from zermelo.query.solution import MoveAnswer, Solution

KINDS = ("perfect", "erring", "random")
EXACT = 20_000  # records up to which rates are computed
GAMES = 200  # sampled for each pair of players
LONGEST = 200  # plies from which on a game is broken off that has gone round in a circle

Rates = npt.NDArray[np.float64]


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


def _computed(solution: Solution, error_rate: float) -> Tournament:
    """Fold expectations over all positions: a row for the mover's kind, a column for the other's.

    Raises `LoopFound` where play can return to a position.
    """
    game = solution.game
    canonical = representative(game)
    known: dict[Position, Rates] = {}  # [mover's kind, other's kind, (win, draw, loss, plies, points)]
    root = canonical(next(iter(game.starts())))
    stack = [root]
    way: set[Position] = set()  # from the root to the position at hand
    while stack:
        position = stack[-1]
        if position in known:
            stack.pop()
            continue
        answers = solution.moves(position)
        children = [canonical(game.play(position, answer.move)) for answer in answers]
        missing = [child for child in children if child not in known]
        if missing:
            way.add(position)
            if not way.isdisjoint(missing):
                raise LoopFound(f"{game!r}: play can return to a position")
            stack += missing
            continue
        known[position] = _expected(
            solution, position, answers, [known[child] for child in children], error_rate
        )
        way.discard(position)
        stack.pop()
    rates = known[root]
    endless = np.zeros((len(KINDS), len(KINDS)))
    return Tournament(rates[:, :, :3], rates[:, :, 3], rates[:, :, 4], None, error_rate, endless)


def _expected(
    solution: Solution,
    position: Position,
    answers: list[MoveAnswer],
    children: list[Rates],
    error_rate: float,
) -> Rates:
    rates = np.zeros((len(KINDS), len(KINDS), 5))
    if not answers:
        value = solution.value(position).value
        rates[:, :, 1 - (value > 0) + (value < 0)] = 1
        rates[:, :, 4] = value
        return rates
    odds = shares(answers, error_rate)
    for place, (answer, child) in enumerate(zip(answers, children, strict=True)):
        if _passes_the_turn(solution.game, position, answer.move):
            child = child.transpose(1, 0, 2)[:, :, (2, 1, 0, 3, 4)] * (1, 1, 1, 1, -1)
        rates += odds[:, place, None, None] * child
    rates[:, :, 3] += 1
    return rates


def _passes_the_turn(game: Any, position: Position, move: Move) -> bool:
    return not has(game, "mover") or game.mover(position) != game.mover(game.play(position, move))


def _sampled(solution: Solution, games: int, error_rate: float, seed: int) -> Tournament:
    chance = random.Random(seed)
    results = np.zeros((len(KINDS), len(KINDS), 3))
    plies, points, endless = np.zeros((3, len(KINDS), len(KINDS)))
    known: dict[Position, tuple[list[Move], Rates]] = {}
    for first in range(len(KINDS)):
        for second in range(len(KINDS)):
            for _ in range(games):
                match = _played(solution, (first, second), error_rate, chance, known)
                result = match.result()
                if result is None:
                    result = 0
                    endless[first, second] += 1 / games
                results[first, second, 1 - (result > 0) + (result < 0)] += 1 / games
                plies[first, second] += (len(match.positions) - 1) / games
                points[first, second] += result / games
    return Tournament(results, plies, points, games, error_rate, endless)


def _played(
    solution: Solution,
    kinds: tuple[int, int],
    error_rate: float,
    chance: random.Random,
    known: dict[Position, tuple[list[Move], Rates]],
) -> Match:
    """Play one game between two kinds of player; one that has gone round is broken off after a while."""
    game = solution.game
    match = Match(game, [next(iter(game.starts()))])
    met: set[Position] = set()
    while game.outcome(match.position) == UNDECIDED:
        met.add(match.position)
        if LONGEST <= len(match.made) >= len(met):  # a position has come again
            break
        if match.position not in known:
            answers = solution.moves(match.position)
            odds = shares(answers, error_rate) if answers else np.zeros((len(KINDS), 0))
            known[match.position] = [answer.move for answer in answers], odds
        moves, odds = known[match.position]
        if not moves:
            break
        match.play(chance.choices(moves, odds[kinds[match.mover]])[0])
    return match
