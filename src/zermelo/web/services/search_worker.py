"""A process beside the server that searches.

Run it as `python -m zermelo.web.services.search_worker`, with tasks on its standard input.

A line of its standard input is an object: `task` a number, `source` names the game as `zermelo.game` reads
it, `start` is the position as `zermelo.core.position_to_json` writes it, and `known` the moves that need no
more. A new line ends the work on the one before, and is answered as soon as that has ended. Results of half a
second of exact search are reported at once. Each other move is first judged by a short search against the
clock, so that all have an estimate soon. Then, in rounds of doubled time, the exact search, which keeps its
table, continues on what is still open, and the search against the clock has a share of each round: first for
the values of all moves, then for the plies to the end.
"""

import contextlib
import json
import math
import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import Any, Final

from zermelo import UNDECIDED, Budget, Game, ZermeloError
from zermelo.core import Cancelled, CannotCompile, LoopFound, describe_error, find_rule_error, has
from zermelo.play import Match
from zermelo.search import ClockMove, ClockSearch, ExactSearch, SearchLimit
from zermelo.solution import build_position_description
from zermelo.web.services.worker_process import (
    discard_prints,
    limit_process,
    load_task_game,
    position_from_json,
    start_compiling_reports,
    write_json_line,
)
from zermelo.web.services.worker_reports import MoveFinding

QUICK: Final = 0.5  # seconds for exact answers, before anything is guessed
FIRST: Final = 0.15  # seconds for each move's first estimate
ROUND: Final = 0.5  # seconds for each open move in the first round; the next has twice as many
CLOCK_SHARE: Final = 0.25  # of a round's time for better estimates, where an exact search goes on too
LONGEST: Final = 600.0
LONGEST_LINE: Final = 40  # moves that are named
ENDING: Final = 2.0  # and to end in when the server is gone
MEMORY: Final = 4 << 30
NICENESS: Final = 5  # games that are solved while their page opens come first


@dataclass
class InterruptibleClock:
    """Clock of `ClockSearch`: its time also ends when the process gets another task."""

    stop: threading.Event

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.perf_counter()

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set, so many seconds have passed, or the work is to stop."""
        until = self.now() + seconds
        while not (done.is_set() or self.stop.is_set()) and self.now() < until:
            done.wait(min(0.05, max(0.0, until - self.now())))


@dataclass
class MoveEstimate:
    """What is known so far of a move, as its mover sees it."""

    name: str
    child: Any
    sign: int  # -1 where the other moves next
    gain: int
    value: int | None = None  # exact
    remoteness: int | None = None
    is_whole: bool = False  # whether the length is known too, where there is one
    score: int | None = None  # an estimate
    depth: int = 0
    line: tuple[str, ...] = ()  # what is expected after it

    def report(self, task: int) -> None:
        """Send it to the server."""
        found = MoveFinding(
            name=self.name,
            value=self.value,
            remoteness=self.remoteness,
            score=self.score,
            depth=self.depth,
            line=self.line,
        )
        write_json_line(task=task, **found.as_json())


@dataclass
class SearchWorker:
    """The searches of one game, kept between positions."""

    game: Game
    stop: threading.Event
    clock: ClockSearch | None = None
    exact: ExactSearch | None = None
    budget: Budget = field(init=False)
    has_loops: bool = False

    def __post_init__(self) -> None:
        self.budget = Budget(listener=self._stop_search_on_interrupt)
        self.budget.memory = min(self.budget.memory, MEMORY)
        self._until, self.seconds = math.inf, 0.0
        self._reported = self._stopped = (
            0  # positions that a slice has reported, and those of slices that ended early
        )

    def analyze_moves_of_position(self, task: dict[str, Any]) -> None:
        """Report all that is found of the moves at a position, until it is exact or the work is to stop."""
        number, where = task["task"], position_from_json(task["start"])
        open_moves = [*self._yield_move_estimates(where)]
        write_json_line(task=number, count=len(open_moves))
        open_moves = [each for each in open_moves if each.name not in task["known"]]
        for each in open_moves:
            if _record_if_terminal(self.game, each):
                each.report(number)
        for each in self._yield_quick_move_estimates(open_moves):
            each.report(number)
        seconds = FIRST
        while not self.stop.is_set() and seconds < LONGEST:
            open_moves = [each for each in open_moves if not each.is_whole]
            if not open_moves:
                break
            for each in [each for each in open_moves if each.value is None] or open_moves:
                if self.stop.is_set():
                    return
                begun = time.monotonic()
                self._search_move(each, seconds)
                each.report(number)
                self.seconds += time.monotonic() - begun
                write_json_line(task=number, nodes=self._count_searched_nodes(), seconds=self.seconds)
            seconds = max(ROUND, 2 * seconds)
        if not self.stop.is_set():
            write_json_line(task=number, over=True)

    def _yield_move_estimates(self, where: Any) -> Iterator[MoveEstimate]:
        match = Match(self.game, [where])
        for move in match.moves():
            child = self.game.play(where, move)
            sign = 1 if match.mover_after(child) == match.mover else -1
            yield MoveEstimate(
                self.game.name(where, move), child, sign, _find_points_of_move(self.game, where, move)
            )

    def _yield_quick_move_estimates(self, moves: list[MoveEstimate]) -> Iterator[MoveEstimate]:
        """Yield the moves that an exact search finds soon, where its machine code is there already."""
        until = time.monotonic() + QUICK
        for move in moves:
            left = until - time.monotonic()
            if self.has_loops or left < 0 or self.stop.is_set() or not self._is_exact_search_compiled():
                return
            if not move.is_whole:
                self._continue_exact_search(move, left)
                if move.value is not None:
                    yield move

    def _is_exact_search_compiled(self) -> bool:
        """Return whether the exact search has its machine code."""
        if self.exact is not None:
            return True
        try:
            return ExactSearch(self.game, interpreted=True, timed=True).is_compiled()
        except CannotCompile:
            return False

    def _search_move(self, move: MoveEstimate, seconds: float) -> None:
        """Search one move for this long: against the clock, then exactly."""
        is_clock_alone = seconds <= FIRST or self.has_loops
        if move.value is None:
            if self.clock is None:
                self.clock = ClockSearch(self.game, clock=InterruptibleClock(self.stop))
            limit = SearchLimit(seconds=min(seconds if is_clock_alone else CLOCK_SHARE * seconds, 5.0))
            chosen = self.clock.choose(move.child, limit)
            _record_search_score(move, chosen, scored=self.game.scored)
            move.line = self._name_moves(move.child, chosen.line)
        if not (move.is_whole or is_clock_alone or self.stop.is_set()):
            self._continue_exact_search(move, seconds)

    def _continue_exact_search(self, move: MoveEstimate, seconds: float) -> None:
        """Continue the exact search of a move: for its value, another time for its length."""
        self._until = math.inf
        self.budget.stop.clear()
        if self.exact is None:
            self.exact = ExactSearch(self.game, self.budget, timed=True)
        self._until, self._reported = time.monotonic() + seconds, 0
        is_valued = move.value is not None
        try:
            with contextlib.suppress(Cancelled):
                if not is_valued:
                    _record_exact_value(move, self.exact.value(move.child), None)
                if is_valued or self.game.scored or move.value == 0:
                    found = self.exact.answer(move.child)
                    _record_exact_value(move, found.value, found.remoteness)
                    move.line = self._name_moves(move.child, self.exact.line(move.child, found))
                    move.is_whole = True
        except LoopFound:
            self.has_loops = True
        self._stopped += max(0, self._reported - self.exact.nodes)  # what was stopped is not counted there

    def _name_moves(self, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
        """Return the names of moves that follow each other from a position."""
        names = []
        for move in moves[:LONGEST_LINE]:
            names.append(self.game.name(position, move))
            position = self.game.play(position, move)
        return tuple(names)

    def _stop_search_on_interrupt(self, progress: Any) -> None:
        """End a slice of the exact search when its time is over, or the work is to stop."""
        self._reported = progress.done
        if self.stop.is_set() or time.monotonic() > self._until:
            self.budget.stop.set()

    def _count_searched_nodes(self) -> int:
        return self._stopped + (0 if self.exact is None else int(self.exact.nodes))


def _find_points_of_move(game: Any, where: Any, move: Any) -> int:
    return int(game.gain(where, move)) if has(game, "gain") else 0


def _record_if_terminal(game: Game, move: MoveEstimate) -> bool:
    """Return whether a move ends the game, and note what it brings."""
    if build_position_description(game, move.child).outcome is None:
        return False
    value = game.outcome(move.child)
    value = game.stuck(move.child) if value == UNDECIDED else value
    move.value, move.remoteness, move.is_whole = move.gain + move.sign * value, 1, True
    return True


def _record_exact_value(move: MoveEstimate, value: int, remoteness: int | None) -> None:
    """Note what a move's child is worth to its mover, and in how many plies."""
    move.value = move.gain + move.sign * value
    move.remoteness = None if remoteness is None else remoteness + 1


def _record_search_score(move: MoveEstimate, chosen: ClockMove, *, scored: bool) -> None:
    """Record what a search against the clock has found of a move's child."""
    if chosen.score is None:
        return
    value = move.sign * chosen.score
    move.score, move.depth = move.gain + value, max(move.depth, chosen.depth + 1)
    if chosen.proven:
        move.value = move.gain + (value if scored else (value > 0) - (value < 0))
        move.remoteness = None if chosen.remoteness is None else chosen.remoteness + 1
        move.is_whole = scored or move.value == 0 or move.remoteness is not None


def main() -> None:
    """Work at the last line that was read, until there is none."""
    warnings.simplefilter("ignore")
    limit_process(None, NICENESS)
    discard_prints()
    stop, tasks = threading.Event(), Queue[dict[str, Any] | None]()

    def read_tasks_from_input() -> None:
        for line in sys.stdin:
            tasks.put(json.loads(line))
            stop.set()
        tasks.put(None)  # the server is gone
        stop.set()
        time.sleep(ENDING)
        os._exit(1)  # rules that loop would keep it going for ever

    threading.Thread(target=read_tasks_from_input, daemon=True).start()
    analyst: SearchWorker | None = None
    at_work = 0  # the number of the task
    start_compiling_reports(lambda *_: write_json_line(task=at_work, compiling=True))
    while (task := _read_latest_task(tasks)) is not None:
        stop.clear()
        at_work = task["task"]
        write_json_line(task=task["task"], begun=True)
        try:
            game = load_task_game(task)
            if analyst is None or analyst.game != game:
                analyst = SearchWorker(game, stop)
            analyst.analyze_moves_of_position(task)
        except ZermeloError as error:
            write_json_line(task=task["task"], error=str(error))
        except BaseException as error:
            if not isinstance(error, Exception) and find_rule_error(error) is None:
                raise
            write_json_line(task=task["task"], error=describe_error(error))


def _read_latest_task(tasks: "Queue[dict[str, Any] | None]") -> dict[str, Any] | None:
    """Return the last task that has come, waiting for one; None where there will be none."""
    task = tasks.get()
    with contextlib.suppress(Empty):
        while task is not None:
            task = tasks.get_nowait()
    return task


if __name__ == "__main__":
    main()
