"""Exact scores of many positions, by all threads with one table: a free thread takes the next position.

What the search of one position finds shortens that of its neighbours, so they are given in an order that
keeps these together.
"""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from zermelo.compiler.kernels.search_counters import (
    ENOUGH,
    SearchCounters,
    new_search_counters,
    stop_searches,
)
from zermelo.compiler.kernels.transposition_table import new_transposition_table
from zermelo.core.budget import Budget
from zermelo.core.game import Game, Position
from zermelo.core.rule_errors import must_propagate
from zermelo.core.system.deep_threads import run_with_deep_stacks
from zermelo.search.exact.alpha_beta import ExactSearch
from zermelo.search.exact.null_windows import find_score_by_bisection, mtd_f
from zermelo.search.kernel_search import MOST_PLIES, STACK
from zermelo.search.kernels.score_arithmetic import MOST

TABLE = 1 << 31  # bytes of the table at most


class ParallelSearch(ExactSearch):
    """Exact scores of positions of one game, with the plies to the end where no points are counted.

    >>> from zermelo.games import Subtraction
    >>> search = ParallelSearch(Subtraction(heap=9), interpreted=True)
    >>> to_answer = search.convert_score_to_answer
    >>> search.score_all_positions([3, 4], lambda where, score: print(where, to_answer(score)), lambda: None)
    3 win in 1
    4 loss in 2
    """

    def __init__(self, game: Game, budget: Budget | None = None, *, interpreted: bool = False) -> None:
        super().__init__(game, budget, timed=True, interpreted=interpreted)
        if not interpreted:
            self.table = new_transposition_table(self.shape, min(TABLE, self.budget.array_memory // 2))
        self._lock = threading.Lock()
        self._ended = False

    def score_all_positions(
        self,
        positions: Iterable[Position],
        on_found: Callable[[Position, int], object],
        on_progress: Callable[[], None],
    ) -> None:
        """Call `found(position, score)` for each of the positions, by one thread at a time, in any order.

        `on_progress` is called again and again meanwhile, and ends the work by raising.
        Raises what `answer` does.
        """
        rest = iter(positions)
        watches = [new_search_counters(native=self.searcher.native) for _ in range(self.threads)]
        self._ended = False

        def stop_all_threads() -> None:
            self._ended = True
            stop_searches(watches)

        def score_positions_in_thread(watch: SearchCounters) -> None:
            room = self._allocate_buffers()
            try:
                while not self._ended:
                    with self._lock:
                        position = next(rest, None)
                    if position is None:
                        return
                    score, room = self._score_position(position, room, watch)
                    if score is None:
                        return
                    with self._lock:
                        on_found(position, score)
            except BaseException:
                stop_all_threads()
                raise

        tasks = [partial(score_positions_in_thread, watch) for watch in watches]
        run_with_deep_stacks(tasks, on_progress, stop_all_threads, stack=STACK, calls=4 * MOST_PLIES)

    def _score_position(
        self, position: Position, buffers: Any, counters: SearchCounters
    ) -> tuple[int | None, Any]:
        """Return a position's score, None where the work was ended, and the buffers, which may have grown."""
        counters.folds = self.count_symmetry_plies(position)

        def search_window(alpha: int, beta: int) -> int:
            found = self._call_kernel(position, (alpha, beta), buffers, counters)
            if counters.stop != 0:
                raise _Stopped
            return int(found)

        while not self._ended:
            try:
                return find_score_by_bisection(search_window) if self.timed else mtd_f(
                    search_window, -MOST, MOST, 0
                ), buffers
            except _Stopped:
                if counters.stop == ENOUGH:
                    break
                with self._lock:
                    self.enlarge_buffers_or_raise(position, int(counters.stop))
                    buffers, counters.stop = self._allocate_buffers(), 0
                continue
            except BaseException as error:
                if must_propagate(error):
                    raise
                raise self.convert_to_rules_error(error, position) from error
        return None, buffers


class _Stopped(Exception):  # it is no error
    """A kernel has ended before it had an answer."""
