"""One position solved by the compiled searcher: negamax with null windows on the exact score.

A null window asks a single question: is the score at least so much? Most moves are cut at once. The value
takes one or two such questions, points a few more, each beginning where the last one pointed (A. Plaat et
al., *Best-first fixed-depth minimax algorithms*, 1996). The length of a won game is found by halving what is
left open: a question for wins within so many plies looks no further than these, which is iterative deepening.
"""

import time
from functools import partial
from typing import Any

from zermelo.core.budget import Budget, peak_memory
from zermelo.core.game import Game, Position
from zermelo.core.values import UNTIMED, Answer, answer_from
from zermelo.kernels.hooks import Shape
from zermelo.kernels.line import new_choices
from zermelo.kernels.negamax import MOST, Question, build_negamax, farther_high, plain
from zermelo.kernels.watch import Watch
from zermelo.search.found import Found
from zermelo.search.proving import prove
from zermelo.search.running import PositionSearch


class ExactSearch(PositionSearch):
    """Exact scores of positions; `timed` asks for the plies to the end too, and points have none."""

    first_question = (-MOST, MOST)

    def __init__(
        self, game: Game, budget: Budget | None = None, *, timed: bool = False, interpreted: bool = False
    ) -> None:
        super().__init__(game, budget, _itself, interpreted=interpreted)
        self.timed = timed and not game.scored
        self.question = Question(timed=self.timed)
        self.kernel = self.searcher.kernel(build_negamax, self.question)
        if not interpreted:
            own = partial(ExactSearch, game, timed=timed, interpreted=True)
            self.guard(own, build_negamax, self.question)

    def make_room(self) -> Any:
        """Return one thread's room for the moves of a line."""
        return new_choices(self.plies, self.moves, native=self.searcher.native)

    def call(self, position: Position, question: Any, room: Any, watch: Watch) -> Any:
        """Return the score; the question is the window."""
        return int(self.kernel(position, *question, self.table, room, watch))

    def score(self, position: Position, alpha: int, beta: int) -> int:
        """Return the score of a position: exact between `alpha` and `beta`, else a bound (fail-soft)."""
        return int(self.ask(position, (alpha, beta)))

    def holds(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether a position's score is at least (`bound` 1) or at most (-1) `limit`."""
        window = (limit - 1, limit) if bound > 0 else (limit, limit + 1)
        return bound * self.score(position, *window) >= bound * limit

    def surely(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether the same is found without searching long."""
        window = (limit - 1, limit) if bound > 0 else (limit, limit + 1)
        score = self.ask_quickly(position, window)
        return score is not None and bound * score >= bound * limit

    def score_of(self, answer: Answer) -> int:
        """Return the score that an answer stands for."""
        if not self.timed or answer.remoteness is None:
            return answer.value
        return answer.value * (MOST - answer.remoteness)

    def value(self, position: Position) -> int:
        """Return the mover's value, points where the game is scored."""
        if self.game.scored:
            return self._points(position)
        if self.score(position, 0, 1) > 0:
            return 1
        return -1 if self.score(position, -1, 0) < 0 else 0

    def _points(self, position: Position) -> int:
        low, high = -MOST, MOST
        points = 0
        while low < high:
            asked = max(points, low + 1)
            points = self.score(position, asked - 1, asked)
            if points < asked:
                high = points
            else:
                low = points
        return points

    def answer(self, position: Position) -> Answer:
        """Return the value, and with `timed` the plies to the end of a win or loss."""
        if not self.timed:
            return answer_from(self.value(position), UNTIMED, self.game.scored)
        score = self.score(position, 0, 1)
        if score <= 0:
            score = self.score(position, -1, 0)
        if score == 0:
            return answer_from(0, UNTIMED, False)
        sign = 1 if score > 0 else -1
        nearest, farthest = 0, MOST - abs(score)  # it ends within `farthest` plies, and not before `nearest`
        while nearest < farthest:
            middle = (nearest + farthest) // 2
            limit = MOST - middle
            window = (limit - 1, limit) if sign > 0 else (-limit, 1 - limit)
            score = sign * self.score(position, *window)
            if score >= limit:
                farthest = MOST - score
            else:
                nearest = middle + 1
        return Answer(sign, farthest)


def _itself(shape: Shape) -> Shape:
    return shape


def find_exact(
    game: Game,
    position: Position | None = None,
    budget: Budget | None = None,
    *,
    timed: bool = False,
    interpreted: bool = False,
    proof: bool = False,
) -> Found:
    """Solve one position (default: the start) by the compiled searcher, and return what was found.

    >>> from zermelo.games import TicTacToe
    >>> find_exact(TicTacToe()).answer
    draw
    """
    where = next(iter(game.starts())) if position is None else position
    search = ExactSearch(game, budget, timed=timed, interpreted=interpreted)
    began = time.perf_counter()
    answer = search.answer(where)
    seconds, nodes = time.perf_counter() - began, search.nodes
    line = search.line(where, search.score_of(answer), farther_high if search.timed else plain)
    grounds = prove(search, where, answer, budget=search.budget) if proof else None
    return Found(repr(game), "alpha_beta", answer, line, nodes, seconds, peak_memory(), grounds)
