"""A move within a time limit: iterative deepening in a thread, and a clock beside it.

The kernel runs without Python's lock, and the waiting thread sets a flag when time is over. Measured: from
the flag to the answer it takes less than a millisecond.
"""

import contextlib
import gc
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, BadRules, UnknownPosition
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import check_two_players
from zermelo.core.rule_queries import is_finished, list_moves
from zermelo.search.endgame_table import Endgame
from zermelo.search.iterative_deepening import DeepeningRun, IterativeDeepening
from zermelo.search.kernels.depth_search_kernel import DEEPEST
from zermelo.verify.policy_certificate import Policy

MEMORY = 64 << 20  # bytes of the table, unless given
MOST_SECONDS = 1e7
SECONDS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


@contextlib.contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Let Python's garbage wait: with a compiler in memory, collecting all of it takes 50 ms."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Clock(Protocol):
    """A clock, which tests can replace."""

    def now(self) -> float:
        """Return the seconds since some moment."""

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set or so many seconds have passed."""


class WallClock:
    """The time of this machine."""

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.perf_counter()

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set or so many seconds have passed."""
        done.wait(max(0.0, seconds))


@dataclass(frozen=True)
class SearchLimit:
    """When a search ends: after so many seconds, or with a depth of so many plies; one of them at least."""

    seconds: float | None = None
    plies: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.plies is None:
            raise BadParameter("a search without a limit would not end: give seconds or plies")
        if self.seconds is not None and not (
            isinstance(self.seconds, int | float) and 0 <= self.seconds <= MOST_SECONDS
        ):
            raise BadParameter(f"a limit of {self.seconds!r} seconds is none: give a number of 0 or more")
        if self.plies is not None and not (type(self.plies) is int and 1 <= self.plies <= DEEPEST):
            raise BadParameter(f"plies {self.plies!r} cannot be searched: give a number from 1 to {DEEPEST}")


def parse_time(text: str | float) -> float:
    """Return the seconds of a time such as "2s", "500ms", "1m" or 2.

    >>> parse_time("500ms"), parse_time("1.5m"), parse_time("2"), parse_time(3)
    (0.5, 90.0, 2.0, 3.0)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|h|)\s*", str(text))
    if found is None or isinstance(text, bool):
        raise BadParameter(f"time {text!r} is none: write for example 2s, 500ms or 1m")
    return float(found.group(1)) * SECONDS[found.group(2)]


@dataclass(frozen=True)
class ClockMove:
    """A move, and what the search knows of it.

    `score` is the mover's: points in scored games; else the game's guess, or past `LEAST_WIN` a win or a
    loss, the larger the nearer the end is; None for a move from the book. `proven` says that the rules alone,
    no guess, make it a best move and the sign of the score the value's, in scored games the score the value;
    `remoteness` the plies to the end where a win or loss is as near as that. `depth` counts plies of the last
    search that was finished, `positions` those that were visited in all, and `line` are the moves that the
    search expects.
    """

    move: Move
    score: int | None
    depth: int
    positions: int
    line: tuple[Move, ...]
    proven: bool
    seconds: float
    remoteness: int | None = None


class ClockSearch:
    """A search of one game that is ready to be asked: its kernels are loaded, its table is kept.

    Raises `MissingCapability` for games of chance, of more players, or without a value. Where the rules do
    not compile it is the interpreter's, slower and otherwise the same.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int = MEMORY,
        book: Policy | None = None,
        endgame: Endgame | None = None,
        interpreted: bool = False,
        clock: Clock | None = None,
    ) -> None:
        check_two_players(game, "searches against the clock are")
        self.game: Any = game
        self.book = book
        self.clock: Clock = clock or WallClock()
        self.deepening = IterativeDeepening(game, memory, endgame, interpreted=interpreted)

    def choose(self, position: Position, limit: SearchLimit) -> ClockMove:
        """Return a move at a position that goes on, within the limit; `BadParameter` at another."""
        with pause_garbage_collection():
            return self._choose(position, limit)

    def _choose(self, position: Position, limit: SearchLimit) -> ClockMove:
        begun = self.clock.now()
        moves = self._candidates(position)
        known = self._booked(position)
        if known is not None:
            return ClockMove(known, None, 0, 0, (known,), False, self.clock.now() - begun)
        if limit.seconds == 0:
            return ClockMove(moves[0], None, 0, 0, (moves[0],), False, self.clock.now() - begun)
        forced = len(moves) == 1 and limit.seconds is not None
        run = self.deepening.run(position, limit.plies or DEEPEST, forced=forced)
        self._let_run(run, None if limit.seconds is None else begun + limit.seconds)
        if run.error is not None:
            raise self.deepening.explained(run.error, position)
        found = run.found
        if found.place >= len(moves):
            raise BadRules(
                f"{self.game!r}: compiled candidates() and the interpreter's differ at position "
                f"{describe_position(self.game, position)}: integers beyond 63 bits? use --interpreted"
            )
        line = self.deepening.line(position, moves[found.place], found.depth)
        return ClockMove(
            moves[found.place],
            found.score,
            found.depth,
            run.positions,
            line,
            found.proven,
            self.clock.now() - begun,
            found.remoteness,
        )

    def _let_run(self, run: DeepeningRun, until: float | None) -> None:
        """Let a search run in a thread until it has ended, or time is over."""
        worker = threading.Thread(target=run.work, daemon=True)
        worker.start()
        try:
            if until is None:
                run.done.wait()
            else:
                self.clock.wait(run.done, until - self.clock.now())
        finally:
            run.stop()
            worker.join()

    def _candidates(self, position: Position) -> list[Move]:
        """Return what the kernel chooses among, in the same order; `BadParameter` where there is no move."""
        over = is_finished(self.game, position)
        choices = self.game.candidates if has(self.game, "candidates") else self.game.moves
        moves = [] if over else list(choices(position))
        if not moves:
            where = describe_position(self.game, position)
            raise BadParameter(f"{self.game!r}: play has ended at {where}: give a position with moves")
        return moves

    def _booked(self, position: Position) -> Move | None:
        """Return the first move that the book allows here, None where it does not know the position."""
        if self.book is None:
            return None
        try:
            allowed = list(self.book(position))
        except UnknownPosition:
            return None
        legal = list_moves(self.game, position)
        return next((move for move in allowed if move in legal), None)
