"""The method `alpha_beta`: one position's exact score, by null windows put to the compiled negamax.

The search answers one window at a time; which to ask is what the drivers of `search.exact.null_windows` are
for. The value takes one or two, points a few more, by MTD(f) from a guess of 0, and the length of a won game
is found by halving what is left open.
"""

from functools import partial
from typing import Any

from zermelo.compiler.kernels.search_counters import SearchCounters
from zermelo.compiler.kernels.search_hooks import PositionShape
from zermelo.core.budget import Budget
from zermelo.core.game import Game, Position
from zermelo.core.values import Answer
from zermelo.search.endgame_table import Endgame, endgame_for_kernel, kernel_endgame
from zermelo.search.exact.null_windows import bisect_score, mtd_f, solve_outcome
from zermelo.search.kernel_search import PositionSearch
from zermelo.search.kernels.negamax import build_negamax, new_branches
from zermelo.search.kernels.score_arithmetic import MOST, ScoreQuestion
from zermelo.solver.records.two_bit_values import refuse_untimed


class ExactSearch(PositionSearch):
    """Exact scores of positions; `timed` asks for the plies to the end too, and points have none.

    A solution, `endgame`, ends lines where it knows the position; raises `MissingCapability` where it is of
    another game, and where it keeps values only and plies are asked for.

    >>> from zermelo.games import TicTacToe
    >>> ExactSearch(TicTacToe(), interpreted=True).answer(0)
    draw
    """

    first_question = (-MOST, MOST)

    def __init__(
        self,
        game: Game,
        budget: Budget | None = None,
        *,
        timed: bool = False,
        endgame: Endgame | None = None,
        interpreted: bool = False,
    ) -> None:
        super().__init__(game, budget, _itself, interpreted=interpreted)
        self.timed = timed and not game.scored
        if self.timed and endgame is not None and endgame.shift == 0:
            raise refuse_untimed(game, "a search for plies into the endgame")
        self.held = kernel_endgame(endgame)
        ending, near = endgame_for_kernel(endgame, game, native=self.searcher.native)
        self.program = build_negamax, ScoreQuestion(timed=self.timed, ending=ending)
        self.kernel = self.searcher.kernel(*self.program)
        if not interpreted:
            self.guard(partial(ExactSearch, game, timed=timed, endgame=endgame, interpreted=True), near)

    def make_room(self) -> Any:
        """Return one thread's buffers for the moves of a line."""
        return new_branches(self.shape, self.plies, self.moves, native=self.searcher.native)

    def call(self, position: Position, question: Any, room: Any, watch: SearchCounters) -> Any:
        """Return the score; the question is the window."""
        return int(self.kernel(position, *question, self.table, room, watch, self.held))

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

    def value(self, position: Position) -> int:
        """Return the mover's value, points where the game is scored."""
        ask = partial(self.score, position)
        return mtd_f(ask, -MOST, MOST, 0) if self.game.scored else solve_outcome(ask)

    def answer(self, position: Position) -> Answer:
        """Return the value, and with `timed` the plies to the end of a win or loss."""
        score = bisect_score(partial(self.score, position)) if self.timed else self.value(position)
        return self.answer_of(score)


def _itself(shape: PositionShape) -> PositionShape:
    return shape
