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
from zermelo.search.endgame_table import Endgame, pack_endgame_arrays, prepare_endgame_probe
from zermelo.search.exact.null_windows import find_outcome_by_null_windows, find_score_by_bisection, mtd_f
from zermelo.search.kernel_search import PositionSearch
from zermelo.search.kernels.negamax import build_negamax_kernel, make_negamax_move_buffer
from zermelo.search.kernels.score_arithmetic import MOST, ScoreQuestion
from zermelo.solver.records.two_bit_values import make_values_only_error


class ExactSearch(PositionSearch):
    """Alpha-beta search for exact values of positions, with null windows and a transposition table.

    Parameters
    ----------
    game : Game
        Rules.
    budget : Budget, optional
        Limits of memory and threads, and the listener for progress.
    timed : bool
        Whether to find the plies to the end too; ignored in scored games.
    endgame : Endgame, optional
        Solution that ends lines where it knows the position.
    interpreted : bool
        Whether to run the Python rules instead of compiled ones.

    Raises
    ------
    MissingCapability
        The game has dice or several players, or `endgame` does not fit.

    Examples
    --------
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
        super().__init__(game, budget, _return_position_shape, interpreted=interpreted)
        self.timed = timed and not game.scored
        if self.timed and endgame is not None and endgame.shift == 0:
            raise make_values_only_error(game, "a search for plies into the endgame")
        self.endgame_arrays = pack_endgame_arrays(endgame)
        ending, near = prepare_endgame_probe(endgame, game, native=self.searcher.native)
        self.program = build_negamax_kernel, ScoreQuestion(timed=self.timed, ending=ending)
        self.kernel = self.searcher.kernel(*self.program)
        if not interpreted:
            self.compare_with_interpreter(
                partial(ExactSearch, game, timed=timed, endgame=endgame, interpreted=True), near
            )

    def _allocate_buffers(self) -> Any:
        """Return one thread's buffers for the moves of a line."""
        return make_negamax_move_buffer(self.shape, self.plies, self.moves, native=self.searcher.native)

    def _call_kernel(self, position: Position, question: Any, buffers: Any, counters: SearchCounters) -> Any:
        """Return the score; the question is the window."""
        return int(self.kernel(position, *question, self.table, buffers, counters, self.endgame_arrays))

    def score(self, position: Position, alpha: int, beta: int) -> int:
        """Search a position within a window.

        Parameters
        ----------
        position : Position
            Position to search.
        alpha : int
            Lower end of the window.
        beta : int
            Upper end of the window.

        Returns
        -------
        int
            Score to the player to move: exact inside the window, else a bound (fail-soft).
        """
        return int(self.run_kernel(position, (alpha, beta)))

    def proves_bound(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether a position's score is on one side of a limit.

        Parameters
        ----------
        position : Position
            Position to search.
        own : bool
            Whether the player to move is the one who moved at the root; not needed here.
        bound : int
            1 for "at least `limit`", -1 for "at most".
        limit : int
            Score.

        Returns
        -------
        bool
            Whether the bound holds.
        """
        window = (limit - 1, limit) if bound > 0 else (limit, limit + 1)
        return bound * self.score(position, *window) >= bound * limit

    def proves_bound_quickly(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether a short search proves a bound.

        Parameters
        ----------
        position : Position
            Position to search.
        own : bool
            Whether the player to move is the one who moved at the root; not needed here.
        bound : int
            1 for "at least `limit`", -1 for "at most".
        limit : int
            Score.

        Returns
        -------
        bool
            Whether the bound holds; False also where the search would take long.
        """
        window = (limit - 1, limit) if bound > 0 else (limit, limit + 1)
        score = self.run_kernel_quickly(position, window)
        return score is not None and bound * score >= bound * limit

    def value(self, position: Position) -> int:
        """Find the value of a position.

        Parameters
        ----------
        position : Position
            Position to search.

        Returns
        -------
        int
            1, 0 or -1 to the player to move; points where the game is scored.
        """
        ask = partial(self.score, position)
        return mtd_f(ask, -MOST, MOST, 0) if self.game.scored else find_outcome_by_null_windows(ask)

    def answer(self, position: Position) -> Answer:
        """Find the answer at a position.

        Parameters
        ----------
        position : Position
            Position to search.

        Returns
        -------
        Answer
            Value, with the plies to the end of a win or loss where the search is `timed`.
        """
        score = find_score_by_bisection(partial(self.score, position)) if self.timed else self.value(position)
        return self.convert_score_to_answer(score)


def _return_position_shape(shape: PositionShape) -> PositionShape:
    return shape
