"""Find zermelo's move at a position: from the solution, or by a search with a time limit.

A game that is solved in the store, or small enough to be solved at once, is played perfectly. Any other game
is searched, until the limit or until it is stopped.
"""

import contextlib
import threading
import time
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zermelo.core.budget import Budget
from zermelo.core.errors import UnknownPosition, ZermeloError
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import Answer
from zermelo.search.kernels.depth_search_kernel import DEEPEST, LEAST_WIN
from zermelo.search.timed_search import MOST_SECONDS, ClockMove, ClockSearch, SearchLimit
from zermelo.solution.solution import Solution
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.runs.solve_game import solve_game

AT_ONCE = 20_000  # positions of a game that is solved before its engine is ready: half a second or so
PAUSE = 0.005  # seconds between two checks of the stop flag
LONGEST_LINE = 64  # moves of a printed line


@dataclass(frozen=True)
class EngineLimit:
    """An engine's limits: seconds, plies and positions, the first one reached counts; None is no limit."""

    seconds: float | None = None
    plies: int | None = None
    positions: int | None = None


@dataclass(frozen=True)
class EngineResult:
    """A move with its depth, its score as engines write it, the positions searched, and a line."""

    move: Move
    depth: int
    score: str
    positions: int
    seconds: float
    line: tuple[Move, ...]
    solved: Answer | None = None  # the solution's answer, where there is one


class StoppableClock:
    """The clock of this machine, which can be stopped: then any time limit has been reached."""

    def __init__(self) -> None:
        self.stop = threading.Event()

    def now(self) -> float:
        """Return the seconds since a fixed moment."""
        return time.perf_counter()

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set, so many seconds have passed, or the clock was stopped."""
        until = self.now() + seconds
        while not self.stop.is_set() and (left := until - self.now()) > 0:
            if done.wait(min(PAUSE, left)):
                return


class EngineSearch:
    """The solution or search by which an engine thinks; `prepare` loads it, and `find_move` uses it.

    `solution` is a solution that is known already. Raises what `ClockSearch` does.
    """

    def __init__(self, game: Game, solution: Solution | None = None, *, interpreted: bool = False) -> None:
        self.game = game
        self.solution = None if solution is None or solution.summary.values_only else solution
        self.interpreted = interpreted
        self.clock = StoppableClock()
        self.search: ClockSearch | None = None
        self._busy = threading.Lock()

    def prepare(self) -> None:
        """Solve the game where that is fast, else load its search."""
        with self._busy:
            if self.solution is None and self.search is None:
                with contextlib.suppress(ZermeloError):  # a game that cannot be solved may still be searched
                    self.solution = solve_if_small(self.game)
            if self.solution is None:
                self._load_search()

    def find_move(self, position: Position, limit: EngineLimit) -> EngineResult:
        """Return a move at a position that is not finished; `clock.stop` ends it, and is not cleared here."""
        self.prepare()
        with self._busy:
            if self.solution is not None:
                with contextlib.suppress(UnknownPosition):  # one that play from the start does not reach
                    return self._look_up_solution(self.solution, position)
            return self._search_position(self._load_search(), position, limit)

    def _load_search(self) -> ClockSearch:
        """Return the search, loaded at the first request."""
        if self.search is None:
            self.search = ClockSearch(self.game, interpreted=self.interpreted, clock=self.clock)
        return self.search

    def _look_up_solution(self, solution: Solution, position: Position) -> EngineResult:
        begun = self.clock.now()
        best = solution.best(position)[0]
        steps = islice(solution.line(position), LONGEST_LINE)
        line = tuple(step.move for step in steps if step.move is not None)
        score = format_answer_score(best.answer)
        depth = best.answer.remoteness or len(line)
        return EngineResult(best.move, depth, score, 1, self.clock.now() - begun, line, best.answer)

    def _search_position(self, search: ClockSearch, position: Position, limit: EngineLimit) -> EngineResult:
        seconds = MOST_SECONDS if limit.seconds is None else min(limit.seconds, MOST_SECONDS)
        plies = None if limit.plies is None else max(1, min(limit.plies, DEEPEST))
        if limit.positions is None:
            found = search.choose(position, SearchLimit(seconds, plies))
            return self._make_result(found, found.positions, found.seconds)
        return self._search_up_to_positions(search, position, SearchLimit(seconds, plies), limit.positions)

    def _search_up_to_positions(
        self, search: ClockSearch, position: Position, limit: SearchLimit, max_positions: int
    ) -> EngineResult:
        """Search a ply deeper each time, until so many positions were searched; finish the last depth."""
        assert limit.seconds is not None
        begun, positions = self.clock.now(), 0
        for plies in range(1, (limit.plies or DEEPEST) + 1):
            left = max(0.0, limit.seconds - (self.clock.now() - begun))
            latest = search.choose(position, SearchLimit(left, plies))
            if plies == 1 or latest.depth >= plies:
                found = latest
            positions += latest.positions
            if (
                positions >= max_positions
                or latest.depth < plies
                or latest.proven
                or self.clock.stop.is_set()
            ):
                break
        return self._make_result(found, positions, self.clock.now() - begun)

    def _make_result(self, found: ClockMove, positions: int, seconds: float) -> EngineResult:
        line = found.line[:LONGEST_LINE]
        return EngineResult(
            found.move,
            found.depth,
            format_search_score(found, points=self.game.scored),
            positions,
            seconds,
            line,
        )


def solve_if_small(game: Game, max_positions: int = AT_ONCE) -> Solution | None:
    """Return a game's solution, None where it has more than `max_positions` positions or cannot be solved."""
    asked: Any = game
    if has(game, "rank") and asked.size > max_positions:
        return None
    walk = Exploration(game, bounded=False)
    for _ in walk.explore_positions():
        if len(walk.nodes) > max_positions:
            return None
    solved = solve_game(game, Budget(), interpreted=True)
    return Solution(game, solved.summary, solved.records, solved.directory)


def format_answer_score(answer: Answer) -> str:
    """Return a solution's answer as engines write it: moves to the end, or a hundred units for each point.

    >>> (
    ...     format_answer_score(Answer(1, 5)),
    ...     format_answer_score(Answer(-1, 4)),
    ...     format_answer_score(Answer(0, 9)),
    ... )
    ('mate 3', 'mate -2', 'cp 0')
    >>> format_answer_score(Answer(-3, 24, scored=True))
    'cp -300'
    """
    if answer.scored or answer.value == 0 or answer.remoteness is None:
        return f"cp {100 * answer.value}"
    return format_mate_score(answer.value, answer.remoteness)


def format_search_score(found: ClockMove, *, points: bool) -> str:
    """Return the score of a search as engines write it; an estimate is in the game's own units."""
    if found.score is None:
        return "cp 0"
    if points:
        return f"cp {100 * found.score}"
    if found.remoteness is not None and abs(found.score) >= LEAST_WIN:
        return format_mate_score(found.score, found.remoteness)
    return f"cp {found.score}"


def format_mate_score(value: int, plies: int) -> str:
    """Return a win or a loss in so many plies, counted in the mover's own moves; a loss is negative."""
    moves = (plies + 1) // 2
    return f"mate {moves if value > 0 else -moves}"
