"""Iterative deepening: one game's searches to ever greater depths, ready to run.

One depth after the other is searched to its end, each with what the ones before have left in the table, until
it is stopped from outside, the asked depth is reached, or nothing more is to be found. What counts then is
the last depth that was finished, or the broken one where its first move was: that is the move which was best
before, so whatever has been found better since is better indeed.

Rules that do not compile are searched by the interpreter, over numbers (`search.object_numbering`).
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.search_guard import compare_searches
from zermelo.compiler.kernel_binders import Searcher
from zermelo.compiler.kernel_kinds import HOOKED
from zermelo.compiler.kernels import MANY
from zermelo.compiler.kernels.kernel_records import record_to_bytes
from zermelo.compiler.kernels.search_counters import ENOUGH
from zermelo.compiler.kernels.transposition_table import NO_MOVE, new_transposition_table
from zermelo.core.errors import BadRules, CannotCompile, describe_error
from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_errors import must_propagate
from zermelo.core.rule_queries import moves_at
from zermelo.search.endgame_table import Endgame, pack_endgame_arrays, prepare_endgame_probe
from zermelo.search.kernels.depth_search_kernel import (
    DEEPEST,
    GENERATIONS,
    LEAST_WIN,
    DepthSearchTerms,
    build_depth_search_kernel,
)
from zermelo.search.kernels.depth_search_line import (
    SearchLine,
    SearchNotes,
    make_search_line_buffers,
    make_search_notes,
)
from zermelo.search.kernels.endgame_probe import EndgameProbe
from zermelo.search.kernels.principal_variation import build_principal_variation_kernel
from zermelo.search.kernels.score_arithmetic import MOST
from zermelo.search.object_numbering import ObjectNumbers, build_numbered_searcher

ROWS = DEEPEST + 66  # plies of a line: the deepest search, and what is looked into further
ROOM = 64  # moves in a position, at first
GUARD_TABLE = 1 << 16  # bytes


class IterativeDeepening:
    """A game's kernels, loaded, and the table that its searches share.

    Raises `MissingCapability` where the endgame is no game that positions can be asked of.
    """

    def __init__(
        self,
        game: Game,
        memory: int,
        endgame: Endgame | None,
        *,
        interpreted: bool,
        quiescence: bool = True,
    ) -> None:
        self.game: Any = game
        self.memory, self.endgame, self.quiescence = memory, endgame, quiescence
        self.endgame_arrays = pack_endgame_arrays(endgame)
        self.points = game.scored
        self.move_capacity, self.generation = ROOM, 0
        self.key: Callable[[Position], Any] = lambda position: position
        self.move_of: Callable[[Any], Move] = int
        self.numbers: ObjectNumbers | None = None  # of positions and moves, where the interpreter searches
        self._bind_and_warm_kernels(interpreted)

    def make_run(self, position: Position, plies: int, *, forced: bool = False) -> "DeepeningRun":
        """Return a search that is ready to work, `plies` deep at most; `forced` where one move is enough."""
        return DeepeningRun(self, position, plies, forced=forced)

    def age_transposition_table(self) -> None:
        """Let what earlier searches left in the table give way first; clear the table now and then."""
        self.generation += 1
        if self.generation == GENERATIONS:
            self.generation = 0
            self.table[:] = 0  # 3 ms for 64 MiB; a new table took 8 to 160, as the system gives pages slowly
            if self.numbers is not None:
                self.numbers.clear()

    def find_expected_line(self, position: Position, move: Move, most: int) -> tuple[Move, ...]:
        """Return the moves that the table expects after a move, as far as they are legal."""
        line = [move]
        position = self.game.play(position, move)
        found = np.zeros(max(0, most - 1), np.int64)
        count = self.walk(self.key(position), self.table, found)
        for number in found[:count]:
            following = self.move_of(number)
            if following not in moves_at(self.game, position):
                break
            line.append(following)
            position = self.game.play(position, following)
        return tuple(line)

    def convert_to_rules_error(self, error: BaseException, position: Position) -> BaseException:
        """Return the error for what the search of a position raised."""
        if must_propagate(error):
            return error
        where = describe_position(self.game, position)
        return BadRules(
            f"{self.game!r}: the rules raise {describe_error(error)} in the search of position {where}"
        )

    def _bind_and_warm_kernels(self, interpreted: bool) -> None:
        """Bind the kernels and let them run once, so that no clock waits for the compiler."""
        if not interpreted and (own := self._compile_searcher()) is not None:
            try:
                self._bind_kernels(own, native=True)
                self._run_kernels_once()
                return self._compare_with_interpreter(own)
            except BaseException as error:
                if must_propagate(error) and not isinstance(error, CannotCompile):
                    raise
                if not isinstance(error, CannotCompile) and own.convert_numba_error(error) is None:
                    raise self.convert_to_rules_error(error, self._first_start_position()) from error
        own, self.numbers = build_numbered_searcher(self.game)
        self._bind_kernels(own, native=False)
        self.key, self.move_of = self.numbers.get_number_of_position, self.numbers.get_move_of_number
        return self._run_kernels_once()

    def _compile_searcher(self) -> Searcher | None:
        """Return the game's searcher in machine code, None where its rules do not compile."""
        try:
            return compile_game(self.game, HOOKED)
        except CannotCompile:
            return None

    def _bind_kernels(self, own: Searcher, *, native: bool) -> None:
        self.native = native
        self.shape = own.asked.shape
        ending, self.near = prepare_endgame_probe(self.endgame, self.game, native=native)
        self.program = build_depth_search_kernel, self._make_terms(ending)
        self.kernel = own.kernel(*self.program)
        self.walk = own.kernel(build_principal_variation_kernel)
        self.table = new_transposition_table(self.shape, self.memory)

    def _make_terms(self, ending: EndgameProbe | None) -> DepthSearchTerms:
        return DepthSearchTerms(self.points, quiescence=self.quiescence, ending=ending)

    def _run_kernels_once(self) -> None:
        start = self._first_start_position()
        if moves_at(self.game, start):
            run = DeepeningRun(self, start, 1)
            run.run_until_stopped()
            if run.error is not None:
                raise run.error
            self.find_expected_line(start, next(iter(self.game.moves(start))), 1)

    def _compare_with_interpreter(self, own: Searcher) -> None:
        """Compare short searches with the interpreter's."""

        def search_and_dump_notes(search: Any, native: bool, position: Position) -> bytes:
            notes = make_search_notes(native=native)
            line = make_search_line_buffers(ROWS, self.move_capacity, self.shape.words, native=native)
            search(
                position,
                2,
                new_transposition_table(self.shape, GUARD_TABLE),
                line,
                notes,
                self.endgame_arrays,
            )
            return record_to_bytes(notes, SearchNotes)

        def make_interpreted_search() -> Callable[[Position], object]:
            ending, _ = prepare_endgame_probe(self.endgame, self.game, native=False)
            twin = interpret_game(self.game, HOOKED).kernel(
                build_depth_search_kernel, self._make_terms(ending)
            )
            return partial(search_and_dump_notes, twin, False)

        compare_searches(
            own,
            self.program,
            partial(search_and_dump_notes, self.kernel, True),
            make_interpreted_search,
            self.near,
        )

    def _first_start_position(self) -> Position:
        return next(iter(self.game.starts()))


@dataclass(frozen=True)
class DepthResult:
    """What a search to one depth has found: the move's place, its score, and whether that is proven."""

    move_index: int = 0
    score: int | None = None
    depth: int = 0
    proven: bool = False
    remoteness: int | None = None


class DeepeningRun:
    """One search, in a thread: depth after depth until it is stopped or everything is known."""

    def __init__(
        self, search: IterativeDeepening, position: Position, plies: int, *, forced: bool = False
    ) -> None:
        self.search, self.position, self.plies, self.forced = search, position, plies, forced
        self.notes = make_search_notes(native=search.native)
        self.found = DepthResult()
        self.done = threading.Event()
        self.finished = False
        self.error: BaseException | None = None

    @property
    def visited_count(self) -> int:
        """How many positions were visited, each as often as it was."""
        return int(self.notes.nodes)

    def stop(self) -> None:
        """Let the search end at the next position."""
        self.finished = True
        self.notes.stop = ENOUGH

    def run_until_stopped(self) -> None:
        """Search until there is an end; an error is kept for the waiting thread."""
        try:
            self._search_depth_by_depth()
        except BaseException as error:  # which would be lost in this thread
            self.error = error
        finally:
            self.done.set()

    def _search_depth_by_depth(self) -> None:
        self.search.age_transposition_table()  # here, as it takes milliseconds now and then
        self.notes.generation = self.search.generation
        line = self.make_line_buffers()
        key = self.search.key(self.position)
        depth = 1
        while depth <= self.plies and not self.finished:
            self.notes.chosen = self.found.move_index if depth > 1 else NO_MOVE
            search = self.search
            score = int(search.kernel(key, depth, search.table, line, self.notes, search.endgame_arrays))
            if self.notes.stop == MANY:
                line = self._enlarge_line_buffers()
                continue
            whole = self.notes.stop == 0
            if whole or self.notes.finished > 0:
                self.found = self._make_depth_result(
                    score if whole else int(self.notes.chosen_score), depth, whole
                )
            if not whole or self._is_deeper_search_useless(depth):
                return
            self.notes.history[:] >>= 1  # history fades
            depth += 1

    def make_line_buffers(self) -> SearchLine:
        """Return the buffers for a line of play, without killers."""
        search = self.search
        return make_search_line_buffers(ROWS, search.move_capacity, search.shape.words, native=search.native)

    def _enlarge_line_buffers(self) -> SearchLine:
        """Return a line with larger buffers, for the position with the most moves."""
        search = self.search
        if search.move_capacity >= NO_MOVE:
            raise BadRules(
                f"{search.game!r}: a position has more than {NO_MOVE:,} moves: it cannot be searched"
            )
        search.move_capacity = min(2 * search.move_capacity, NO_MOVE)
        self.notes.stop = ENOUGH if self.finished else 0
        return self.make_line_buffers()

    def _make_depth_result(self, score: int, depth: int, whole: bool) -> DepthResult:
        """Return the result of a depth from the notes; the depth was finished, or broken off after a move."""
        decisive = not self.search.points and abs(score) >= LEAST_WIN
        plies = MOST - abs(score)
        proven = (decisive and (whole or score > 0)) or (whole and self.notes.guessed == 0)
        return DepthResult(
            int(self.notes.chosen),
            score,
            depth if whole else depth - 1,
            bool(proven),
            plies if decisive and whole and plies <= depth else None,
        )

    def _is_deeper_search_useless(self, depth: int) -> bool:
        """Return whether a deeper search would find nothing else."""
        return self.forced or self.notes.guessed == 0 or self.found.remoteness is not None
