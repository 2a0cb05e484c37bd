"""Search results of positions whose game is not solved: pages ask for them, a process finds them.

One position is searched at a time: the one that was asked for last. Results of the others are kept for a
while, and their search continues when a page asks again. The review of a line searches its positions one
after another from the end, each for some seconds. A process that nobody waits for is ended. So is a
process that does not take up its task, because it may be within rules that loop; another takes its place.
What a game's book knows is there at once.
"""

import contextlib
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo import Game, ZermeloError
from zermelo.core import can_ask, position_to_json
from zermelo.games import GivenFiles
from zermelo.solution import OnDemandSolution, open_on_demand
from zermelo.web.services.explorer_jobs import NO_FILES
from zermelo.web.services.worker_process import CLOSING, WorkerProcess
from zermelo.web.services.worker_reports import MoveFinding, SearchStatus

MOST_KEPT: Final = 500  # positions
MOST_MOVES: Final = 20_000  # of them together
MOST_BOOKS: Final = 50  # games whose books are kept open
ANALYST: Final = "zermelo.web.services.search_worker"
FORGOTTEN: Final = 20.0  # seconds without a request after which a search is ended
REVIEWED: Final = 3.0  # seconds of search of each position of a line, once each move has an estimate
LONGEST_REVIEWED: Final = 12.0  # and where some have none
TAKEN_UP: Final = 20.0  # seconds in which a process turns from one position to the next
MOST_ATTEMPTS: Final = 3  # processes that a position is given to, where they end too early
WATCHED: Final = 0.5  # seconds between two looks at a process


@dataclass(eq=False)
class PositionAnalysis:
    """What is known of a position's moves by name, and how far the search is."""

    number: int
    source: str
    position: Any
    scored: bool
    moves: dict[str, MoveFinding] = field(default_factory=dict)
    nodes: int = 0  # positions visited
    seconds: float = 0.0  # of searching them
    count: int = 0  # moves that there are, 0 where that is not known yet
    heard: float = 0.0  # when the process has last reported something
    searched: float = 0.0  # seconds that its search has taken
    is_compiling: bool = False
    attempts: int = 0  # processes that ended while they were at it
    over: bool = False
    error: str = ""
    asked: float = field(default_factory=time.monotonic)

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return not (self.over or self.error)

    @property
    def is_review_due(self) -> bool:
        """Whether the review of a line is to search it, or to go on with that."""
        longest = REVIEWED if 0 < self.count <= len(self.moves) else LONGEST_REVIEWED
        return self.is_running and self.searched < longest

    @property
    def estimate(self) -> tuple[int, int] | None:
        """What the position is worth to its mover by the best estimate, and its depth; None without one."""
        open_moves = [
            (each.score, each.depth)
            for each in self.moves.values()
            if each.score is not None and each.value is None
        ]
        exact = [
            (each.value, 0)
            for each in self.moves.values()
            if each.value is not None and (self.scored or each.value == 0)
        ]
        return (max(open_moves + exact)[0], max(depth for _, depth in open_moves)) if open_moves else None

    def count_moves(self, moves: int) -> SearchStatus:
        """Return how far the search is, of so many moves."""
        estimates = [each for each in self.moves.values() if each.value is None and each.score is not None]
        return SearchStatus(
            going=self.is_running,
            exact=len(self.exact_moves),
            moves=moves,
            nodes=self.nodes,
            error=self.error or None,
            is_compiling=self.is_compiling,
            depths=tuple(each.depth for each in estimates),
            seconds=self.seconds,
        )

    @property
    def exact_moves(self) -> dict[str, MoveFinding]:
        """The moves whose values are known exactly."""
        return {name: move for name, move in self.moves.items() if move.value is not None}

    @property
    def fully_analyzed_moves(self) -> list[str]:
        """The moves of which nothing more is to be found: those of wins and losses with their length."""
        return [
            name
            for name, move in self.moves.items()
            if move.value is not None and (self.scored or move.value == 0 or move.remoteness is not None)
        ]


class AnalysisCache:
    """Positions that are or were searched."""

    def __init__(self, store: Path, access: GivenFiles = NO_FILES) -> None:
        self.store, self.access = store, access  # where books are, and what games may open
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Game, Any], PositionAnalysis] = OrderedDict()  # a game as its file is
        self._current: PositionAnalysis | None = None
        self._line: list[PositionAnalysis] = []  # under review: first the one at work, where it is
        self._books: OrderedDict[Game, OnDemandSolution | None] = OrderedDict()
        self._process: WorkerProcess | None = None
        self._numbers = 0
        self._is_taken_up = False  # whether the process has taken up its last task
        self._due = math.inf  # until when it must be

    def find_or_start_analysis(
        self, game: Game, source: str, position: Any, *, begin: bool = True
    ) -> PositionAnalysis | None:
        """Return what is known, and start the search; None where such games are not searched.

        Where the search is not to `begin`, return what the game's book knows, None where that is nothing.
        """
        if not can_ask(game, "timed_search"):
            return None
        with self._lock:
            found = self._find_or_make_analysis(game, source, position, is_wanted=begin)
            if found is not None and begin and found.is_running and self._current is not found:
                self._start_analysis(found)
            return found

    def find_or_start_review(
        self, game: Game, source: str, positions: Sequence[Any]
    ) -> dict[int, PositionAnalysis]:
        """Return what is known of the positions of a line by ply; search those that need it from the end.

        A line of more than half of what is kept has none of its first positions reviewed.
        """
        if not can_ask(game, "timed_search"):
            return {}
        found: dict[int, PositionAnalysis] = {}
        with self._lock:
            for ply in reversed(range(len(positions))):
                made = self._find_or_make_analysis(game, source, positions[ply])
                assert made is not None
                found[ply] = made
                moves = sum(len(each.moves) for each in found.values())
                if 2 * len(found) >= MOST_KEPT or 2 * moves >= MOST_MOVES:
                    break
            self._line = [each for each in found.values() if each.is_review_due]
            if self._current not in self._line:
                self._start_next_of_line()
            else:
                self._line.remove(self._current)
                self._line.insert(0, self._current)
        return found

    def _start_next_of_line(self) -> None:
        """Start the search of the next position of a line; the process has nothing to do where none is."""
        if self._line:
            self._start_analysis(self._line[0])

    def _find_or_make_analysis(
        self, game: Game, source: str, position: Any, *, is_wanted: bool = True
    ) -> PositionAnalysis | None:
        """Return what is kept of a position, else what the book knows; None if not wanted without a book."""
        found = self._kept.get((game, position))
        if found is None:
            moves = self._find_moves_in_book(game, position)
            if not (moves or is_wanted):
                return None
            self._numbers += 1
            found = PositionAnalysis(self._numbers, source, position, game.scored, moves)
            self._kept[game, position] = found
            if moves:
                found.count = sum(1 for _ in game.moves(position))
                found.over = found.count == len(moves)
            while len(self._kept) > MOST_KEPT or (
                sum(len(each.moves) for each in self._kept.values()) > MOST_MOVES and len(self._kept) > 1
            ):
                self._kept.popitem(last=False)
        self._kept.move_to_end((game, position))
        found.asked = time.monotonic()
        return found

    def _find_moves_in_book(self, game: Game, position: Any) -> dict[str, MoveFinding]:
        """Return the moves that the game's book knows, by name."""
        if game not in self._books:
            with contextlib.suppress(ZermeloError):  # there is none, or it is damaged: then all is searched
                self._books[game] = open_on_demand(game, store=self.store)
            self._books.setdefault(game, None)
            if len(self._books) > MOST_BOOKS:
                self._books.popitem(last=False)
        book = self._books[game]
        known = [] if book is None else book.moves_without_search(position)
        return {
            str(each.name): MoveFinding(
                name=str(each.name),
                value=int(each.answer.value),
                remoteness=each.answer.remoteness,
                score=None,
                depth=0,
                line=tuple(_yield_line_in_book(book, game.play(position, each.move))),
            )
            for each in known
        }

    def close(self) -> None:
        """End the process."""
        with self._lock:
            process, self._process, self._current = self._process, None, None
        if process is not None:
            process.end_process(CLOSING)
            self._hearing.join()

    def _start_analysis(self, analysis: PositionAnalysis) -> None:
        """Start the search of a position, in place of the one before."""
        self._is_taken_up, self._due = False, time.monotonic() + TAKEN_UP
        if self._process is None or not self._process.is_running:
            self._due = math.inf  # it begins with nothing, and may take long to begin
            self._process = WorkerProcess(ANALYST, self.access)
            self._hearing = threading.Thread(
                target=self._record_process_reports, args=(self._process,), daemon=True
            )
            self._hearing.start()
            threading.Thread(target=self._stop_idle_process, args=(self._process,), daemon=True).start()
        self._current = analysis
        told = {
            "source": analysis.source,
            "start": position_to_json(analysis.position),
            "known": analysis.fully_analyzed_moves,
        }
        try:
            self._process.send_message(task=analysis.number, **told)
        except OSError:
            self._current = None

    def _record_process_reports(self, process: WorkerProcess) -> None:
        """Record what a process reports."""
        while (said := process.read_message()) is not None:
            with self._lock:
                current = self._current
                if current is None or process is not self._process:
                    continue
                if said.get("task") == current.number:
                    self._is_taken_up = True
                    _record_estimate(current, said)
                    if self._line and self._line[0] is current and not current.is_review_due:
                        self._line.pop(0)
                        self._start_next_of_line()
        with self._lock:
            if process is self._process:
                current, self._process, self._current = self._current, None, None
                process.terminate_process()
                if current is not None and current.is_running:
                    current.attempts += 1  # the next request begins it again
                    if current.attempts >= MOST_ATTEMPTS:
                        current.error = (
                            f"its process has ended {MOST_ATTEMPTS} times, as where memory runs out; close "
                            "other programs, then start the explorer again"
                        )

    def _stop_idle_process(self, process: WorkerProcess) -> None:
        """End a process when nobody waits for it, or when it does not take up its task."""
        while True:
            time.sleep(WATCHED)
            with self._lock:
                if process is not self._process:
                    return
                now, current = time.monotonic(), self._current
                is_forgotten = current is None or now - current.asked > FORGOTTEN
                if is_forgotten or (now > self._due and not self._is_taken_up):
                    self._process = self._current = None
                    process.terminate_process()
                    if current is not None and not is_forgotten:
                        self._start_analysis(current)
                    return


def _yield_line_in_book(book: OnDemandSolution | None, position: Any) -> Iterator[str]:
    """Yield the names of best moves from a position, as far as a book goes."""
    while book is not None and (known := book.moves_without_search(position)):
        yield str(known[0].name)
        position = book.game.play(position, known[0].move)


def _record_estimate(analysis: PositionAnalysis, report: dict[str, Any]) -> None:
    """Record a line about this position, where it has something new."""
    analysis.is_compiling, now = "compiling" in report, time.monotonic()
    if not (analysis.is_compiling or "begun" in report):
        analysis.searched += now - analysis.heard
    analysis.heard = now
    if "name" in report:
        found = {name: report[name] for name in MoveFinding.__struct_fields__}
        analysis.moves[report["name"]] = MoveFinding(**found | {"line": tuple(report["line"])})
    elif "nodes" in report:
        analysis.nodes, analysis.seconds = report["nodes"], report["seconds"]
    elif "count" in report:
        analysis.count = report["count"]
    elif "over" in report:
        analysis.over = True
    elif "error" in report:
        analysis.error = report["error"]
