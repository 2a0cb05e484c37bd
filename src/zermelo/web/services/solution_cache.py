"""Cache of solutions: the solution of a game where there is one, else the work on it.

Solutions are opened in the store and kept open, a few at a time; a lookup reads what it needs of their files.
A store may change underneath: then the solution is opened again. Where there is a store by URL, it is looked
into first; work is done in the other alone.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

import zermelo
from zermelo import Game, Solution, ZermeloError
from zermelo.core import ByKind, MissingSolution
from zermelo.games import GivenFiles
from zermelo.solution import Equilibria
from zermelo.solver import source_of
from zermelo.web.services.explorer_jobs import NO_FILES, ExplorerJob, ExplorerJobs

MOST_OPEN: Final = 24
MOST_REFUSED: Final = 1_000
AT_ONCE: Final = 0.3  # seconds that a page waits for a game that needs no compiling
MOST_CACHED: Final = 5_000  # answers of one solution
_CACHED: "WeakKeyDictionary[Solution, dict[Any, Any]]" = WeakKeyDictionary()
_LOCK: Final = threading.Lock()


@dataclass(frozen=True)
class GameStatus:
    """The status of a game: one of `solution` and `equilibria`, or the job that may bring it."""

    game: Game
    source: str
    solution: Solution | None = None
    equilibria: Equilibria | None = None
    job: ExplorerJob | None = None
    refused: str = ""  # why no work was begun


class SolutionCache:
    """Solutions by game, and the work on those that are not there."""

    def __init__(self, store: Path, solved_at: str | None = None, access: GivenFiles = NO_FILES) -> None:
        self.store, self.solved_at, self.jobs = store, solved_at, ExplorerJobs(store, access)
        self._open: OrderedDict[str, Solution | Equilibria] = OrderedDict()
        self._refused: dict[str, str] = {}  # why a solution could not be opened
        self._lock = threading.Lock()

    def find_game_status(self, game: Game, *, start_work: bool = True, wait: float = AT_ONCE) -> GameStatus:
        """Return what is known of a game; unless it is solved, or `start_work` is false, start work."""
        source = source_of(game)
        held = self._find_open_solution(game, source)
        if held is not None:
            return _make_status(game, source, held)
        return FINDERS.choose(game)(self, game, source, start_work=start_work, wait=wait)

    def find_equilibria(self, game: Game, source: str, **_: Any) -> GameStatus:
        """Return what is known of a game with payoffs, which are computed."""
        held = self._keep_if_found(source, game.equilibria)
        refused = "" if held is not None else self._refused[source]
        return replace(_make_status(game, source, held), refused=refused)

    def find_solution(self, game: Game, source: str, *, start_work: bool, wait: float) -> GameStatus:
        """Return what is known of a game whose solution is stored, or is being found."""
        held: Solution | Equilibria | None = None
        if self.solved_at is not None:
            try:
                held = self._cache_solution(source, zermelo.open(game, self.solved_at))
            except MissingSolution:
                pass
            except ZermeloError as error:
                return GameStatus(game, source, refused=str(error))
        if held is None:
            held = self._open_solution(game, source)
        if held is None and start_work:
            job = self.jobs.plan_or_solve(source, game)
            if job.state == "solved":  # and the solution is gone since
                job = self.jobs.plan_or_solve(source, game, again=True)
            if job.tried.wait(wait) and job.state == "solved":
                held = self._open_solution(game, source)
                if held is None:  # as where rules cannot be followed: solving again would not help
                    job.state, job.error = "failed", self._refused.get(source, "its solution is gone again")
        return _make_status(game, source, held, self.jobs.find_job(source))

    def close_solution(self, source: str) -> None:
        """Close a solution: its files are no longer what they were."""
        with self._lock:
            self._open.pop(source, None)

    def _find_open_solution(self, game: Game, source: str) -> Solution | Equilibria | None:
        """Return a solution that is open, None where it is of other rules than the game's file has now."""
        with self._lock:
            found = self._open.get(source)
            if found is not None:
                self._open.move_to_end(source)
        if found is None:
            return None
        is_gone = isinstance(found, Solution) and found.directory is not None and not found.directory.is_dir()
        if is_gone or found.game != game:
            self.close_solution(source)
            return None
        return found

    def _open_solution(self, game: Game, source: str) -> Solution | Equilibria | None:
        return self._keep_if_found(source, lambda: zermelo.open(game, self.store))

    def _keep_if_found(
        self, source: str, find: Callable[[], Solution | Equilibria]
    ) -> Solution | Equilibria | None:
        """Return what is found, and keep it open; None where there is nothing yet."""
        try:
            found = find()
        except ZermeloError as error:
            if len(self._refused) > MOST_REFUSED:
                self._refused.clear()
            self._refused[source] = str(error)
            return None
        return self._cache_solution(source, found)

    def _cache_solution(self, source: str, solution: Solution | Equilibria) -> Solution | Equilibria:
        with self._lock:
            self._refused.pop(source, None)
            self._open[source] = solution
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return solution


def call_solution_method_cached(solution: Solution, method: str, *position: Any, **options: Any) -> Any:
    """Return what a method of a solution returns; it is cached as long as the solution is kept."""
    return compute_once(
        solution, (method, *position), lambda: getattr(solution, method)(*position, **options)
    )


def compute_once(solution: Solution, key: tuple[Any, ...], compute: Callable[[], Any]) -> Any:
    """Return what is computed from a solution, cached as long as it is kept; it may not hold the solution."""
    with _LOCK:
        cached = _CACHED.setdefault(solution, {})
        found = cached.get(key)
    if found is None:
        found = compute()
        with _LOCK:
            if len(cached) >= MOST_CACHED:
                cached.clear()
            cached[key] = found
    return found


def _make_status(
    game: Game, source: str, held: Solution | Equilibria | None, job: ExplorerJob | None = None
) -> GameStatus:
    if isinstance(held, Solution):
        return GameStatus(game, source, solution=held)
    return GameStatus(game, source, equilibria=held, job=None if held is not None else job)


FINDERS: Final = ByKind(
    "what the explorer knows of a game", SolutionCache.find_solution, payoffs=SolutionCache.find_equilibria
)
