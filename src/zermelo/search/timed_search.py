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
from zermelo.core.requirements import check_question
from zermelo.core.rule_queries import is_finished, list_moves
from zermelo.search.depth_by_depth import DepthByDepth, build_depth_by_depth
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
    """Limit of a search: seconds, depth, or both.

    Parameters
    ----------
    seconds : float, optional
        Seconds by the clock.
    plies : int, optional
        Depth in plies.

    Raises
    ------
    BadParameter
        Neither is given, or one is out of range.
    """

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

    @staticmethod
    def parse_time(text: str | float) -> float:
        """Return the seconds of a time such as "2s", "500ms", "1m" or 2.

        Parameters
        ----------
        text : str or float
            Number with a unit (ms, s, m or h); seconds without one.

        Returns
        -------
        float
            Seconds.

        Raises
        ------
        BadParameter
            It is no time.

        Examples
        --------
        >>> SearchLimit.parse_time("500ms"), SearchLimit.parse_time("1.5m"), SearchLimit.parse_time(3)
        (0.5, 90.0, 3.0)
        """
        found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|h|)\s*", str(text))
        if found is None or isinstance(text, bool):
            raise BadParameter(f"time {text!r} is none: write for example 2s, 500ms or 1m")
        return float(found.group(1)) * SECONDS[found.group(2)]


@dataclass(frozen=True)
class ClockMove:
    """Move that a timed search chose, and what the search knows of it.

    Parameters
    ----------
    move : Move
        The move.
    score : int or None
        To the mover: points in scored games; else the game's estimate, or past `LEAST_WIN` a win or a loss,
        larger the nearer the end is. None for a move from the book.
    depth : int
        Plies of the last search that was finished.
    positions : int
        Positions visited.
    line : tuple
        Moves that the search expects.
    proven : bool
        Whether the rules alone, no estimate, make it a best move. The sign of the score is then that of the
        value; in scored games the score is the value.
    seconds : float
        Time by the clock.
    remoteness : int or None
        Plies to the end of a win or loss, where they are proven too.
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
    """Search of one game for a good move within a limit; kernels and table stay loaded between moves.

    Parameters
    ----------
    game : Game
        Rules.
    memory : int
        Bytes of the transposition table.
    book : callable, optional
        Policy to follow where it knows the position.
    endgame : Endgame, optional
        Solution that ends lines where it knows the position.
    interpreted : bool
        Whether to run the Python rules; also done where they do not compile.
    clock : Clock, optional
        Clock to use instead of the machine's.
    quiescence : bool, default True
        Whether positions that are not `quiet` are searched further where the depth ends.

    Raises
    ------
    MissingCapability
        The game has dice, more than two players, or neither values nor points.
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
        quiescence: bool = True,
    ) -> None:
        check_question(game, "timed_search")
        self.game: Any = game
        self.book = book
        self.clock: Clock = clock or WallClock()
        self.deepening = IterativeDeepening(
            game, memory, endgame, interpreted=interpreted, quiescence=quiescence
        )

    def choose(self, position: Position, limit: SearchLimit) -> ClockMove:
        """Choose a move within a limit.

        Parameters
        ----------
        position : Position
            Unfinished position.
        limit : SearchLimit
            When to stop.

        Returns
        -------
        ClockMove
            The move and what is known of it.

        Raises
        ------
        BadParameter
            Play has ended at the position.
        """
        with pause_garbage_collection():
            return self._choose_move(position, limit)

    def choose_by_depth(self, position: Position, plies: int) -> DepthByDepth:
        """Search to one depth after the other, each without what another left, and return all answers.

        Parameters
        ----------
        position : Position
            Unfinished position.
        plies : int
            The largest depth; fewer are searched where nothing deeper is to be found.

        Returns
        -------
        DepthByDepth
            Move, score, line and cost of each depth.

        Raises
        ------
        BadParameter
            Play has ended at the position, or `plies` is no depth.
        """
        found: list[ClockMove] = []
        for limit in range(1, (SearchLimit(plies=plies).plies or 0) + 1):
            self.deepening.table[:] = 0
            found.append(self.choose(position, SearchLimit(plies=limit)))
            if found[-1].depth < limit or found[-1].remoteness is not None:
                break
        return build_depth_by_depth(
            self.game,
            position,
            found,
            quiescence=self.deepening.quiescence,
            has_quiet=has(self.game, "quiet"),
        )

    def _choose_move(self, position: Position, limit: SearchLimit) -> ClockMove:
        begun = self.clock.now()
        moves = self._list_candidate_moves(position)
        known = self.find_book_move(position)
        if known is not None:
            return ClockMove(known, None, 0, 0, (known,), False, self.clock.now() - begun)
        if limit.seconds == 0:
            return ClockMove(moves[0], None, 0, 0, (moves[0],), False, self.clock.now() - begun)
        forced = len(moves) == 1 and limit.seconds is not None
        run = self.deepening.make_run(position, limit.plies or DEEPEST, forced=forced)
        self._run_search_until_deadline(run, None if limit.seconds is None else begun + limit.seconds)
        if run.error is not None:
            raise self.deepening.convert_to_rules_error(run.error, position)
        found = run.found
        if found.move_index >= len(moves):
            raise BadRules(
                f"{self.game!r}: compiled candidates() and the interpreter's differ at position "
                f"{describe_position(self.game, position)}: integers beyond 63 bits? use --interpreted"
            )
        line = self.deepening.find_expected_line(position, moves[found.move_index], found.depth)
        return ClockMove(
            moves[found.move_index],
            found.score,
            found.depth,
            run.visited_count,
            line,
            found.proven,
            self.clock.now() - begun,
            found.remoteness,
        )

    def _run_search_until_deadline(self, run: DeepeningRun, until: float | None) -> None:
        """Let a search run in a thread until it has ended, or time is over."""
        worker = threading.Thread(target=run.run_until_stopped, daemon=True)
        worker.start()
        try:
            if until is None:
                run.done.wait()
            else:
                self.clock.wait(run.done, until - self.clock.now())
        finally:
            run.stop()
            worker.join()

    def _list_candidate_moves(self, position: Position) -> list[Move]:
        """Return what the kernel chooses among, in the same order; `BadParameter` where there is no move."""
        over = is_finished(self.game, position)
        choices = self.game.candidates if has(self.game, "candidates") else self.game.moves
        moves = [] if over else list(choices(position))
        if not moves:
            where = describe_position(self.game, position)
            raise BadParameter(f"{self.game!r}: play has ended at {where}: give a position with moves")
        return moves

    def find_book_move(self, position: Position) -> Move | None:
        """Return the first move that the book allows.

        Parameters
        ----------
        position : Position
            Unfinished position.

        Returns
        -------
        Move or None
            None where there is no book, or it does not know the position.
        """
        if self.book is None:
            return None
        try:
            allowed = list(self.book(position))
        except UnknownPosition:
            return None
        legal = list_moves(self.game, position)
        return next((move for move in allowed if move in legal), None)
