"""A searching kernel at work: in one thread or several, with a table, counted, and stopped on request.

Kernels release the global lock, so this thread waits, reports and stops them. What their buffers lack, more
plies or more moves, they say, and are called again with more. A search begins with a small table and a limit
of positions; only one that goes past it takes a larger one, and all threads. It begins again then, but what
it knows goes along into the larger table.
"""

import functools
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.search_guard import compare_searches, has_passed_comparison
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_kinds import HOOKED
from zermelo.compiler.kernels import FAR, MANY, VALUE
from zermelo.compiler.kernels.search_counters import (
    SearchCounters,
    count_nodes,
    find_missing_capacity,
    new_search_counters,
    stop_searches,
)
from zermelo.compiler.kernels.search_hooks import PositionShape
from zermelo.compiler.kernels.transposition_table import build_copy_table_kernel, new_transposition_table
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, CannotCompile, LoopFound, ZermeloError, describe_error
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import check_question
from zermelo.core.rule_errors import must_propagate
from zermelo.core.rule_queries import answer_from_record, is_finished, keeps_turn, points_of_move
from zermelo.core.system.deep_threads import run_with_deep_stacks
from zermelo.core.values import LARGEST_VALUE, UNTIMED, Answer
from zermelo.search.kernels.score_arithmetic import MOST, high_limit_one_ply_later
from zermelo.search.object_numbering import ObjectNumbers, build_numbered_searcher
from zermelo.search.search_methods import METHODS

PLIES = 256  # length of the first buffer for a line of play
MOST_PLIES = 4096  # no line is longer, as each ply takes some of the machine's stack
MOVES = 64  # length of the first buffer for the moves of a position
MOST_MOVES = 4096
STACK = 64 << 20  # bytes of a thread's stack: 4,096 plies of a position of several words
# Tables, in bytes, and the positions before a search takes the next one and begins again: clearing two
# gigabytes took up to four seconds, which most searches do not.
TABLES = ((1 << 22, 1 << 17), (1 << 24, 1 << 19), (1 << 26, 1 << 21), (1 << 28, 1 << 26), (1 << 31, 0))
FIRST_LIMIT = 1 << 18
GUARD_LIMIT = 150  # positions that each of them visits
METHODS_FOR_LOOPS = " or ".join(
    each.name for each in METHODS.own.values() if each.loops
)  # for play that may cycle
TOGETHER = 30  # plies from the root in which threads look out for each other


class PositionSearch:
    """A search of a game's positions: the table and buffers that a kernel needs, kept between questions.

    `ask(position, question)` calls the kernel. Raises `MissingCapability` for dice or several players,
    `CannotCompile` where the rules are for the interpreter and `interpreted` is not said; in answering
    `LoopFound`, `BadRules`, `Cancelled`.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget | None,
        shape_of: Callable[[PositionShape], PositionShape],
        *,
        interpreted: bool,
    ) -> None:
        check_question(game, "search")
        self.game, self.budget = game, budget or Budget()
        self.numbers: ObjectNumbers | None = None
        try:
            self.searcher = interpret_game(game, HOOKED) if interpreted else compile_game(game, HOOKED)
        except CannotCompile:
            if not interpreted:
                raise
            self.searcher, self.numbers = build_numbered_searcher(game)
        self.threads = self.budget.threads if self.searcher.native else 1
        self.representative = build_representative_function(game)
        self.shape = shape_of(self.searcher.asked.shape)
        self.table_stage = 0
        self.table = new_transposition_table(self.shape, TABLES[0][0])
        self.copy_table = build_copy_table_kernel(self.shape, PlainJit())
        self.nodes = 0
        self.plies, self.moves = PLIES, MOVES
        self.buffers: list[Any] = []

    program: tuple[Any, ...]  # the builder of the kernel that it runs, and its options
    timed: bool = False  # whether scores hold the plies to the end, too
    first_question: ClassVar[Any] = None  # what the guard asks
    remedy: ClassVar[str] = (
        f"use --method {METHODS_FOR_LOOPS}, or solve the whole game"  # where lines do not end
    )

    def compare_with_interpreter(
        self, make_reference: Callable[[], "PositionSearch"], further_starts: Iterable[Position] = ()
    ) -> None:
        """Compare the first steps of compiled searches with the interpreter's: the tables must be the same.

        `make_reference` makes the same search interpreted; it begins at the `further_starts`, too. Raises
        `BadRules`.
        """

        def make_interpreted_search() -> Callable[[Position], object]:
            twin = make_reference()
            if twin.numbers is not None:
                raise CannotCompile(
                    f"{self.game!r}: positions are tuples of different lengths or types, which machine code "
                    "does not search: use --interpreted"
                )
            return twin._run_short_search_for_comparison

        if compare_searches(
            self.searcher,
            self.program,
            self._run_short_search_for_comparison,
            make_interpreted_search,
            further_starts,
        ):
            self.table[:] = 0
        else:  # loaded before any clock runs
            self._run_kernel(next(iter(self.game.starts())), self.first_question, 1, 1)
            self.nodes = 0

    def _run_short_search_for_comparison(self, position: Position) -> object:
        """Return what a short search from a position notes."""
        self.table[:] = 0
        self._run_kernel(position, self.first_question, 1, GUARD_LIMIT)
        noted = self.nodes, self.table.tobytes()
        self.nodes = 0
        return noted

    def is_compiled(self) -> bool:
        """Return whether there is machine code of the same search, compared with the interpreter's before."""
        try:
            return has_passed_comparison(compile_game(self.game, HOOKED), self.program)
        except CannotCompile:
            return False

    def _allocate_buffers(self) -> Any:
        """Return one thread's buffers for `plies` and `moves`."""
        raise NotImplementedError

    def _call_kernel(self, position: Position, question: Any, buffers: Any, counters: SearchCounters) -> Any:
        """Call the kernel."""
        raise NotImplementedError

    def answer(self, position: Position) -> Answer:
        """Return the answer at a position, which is what a method is."""
        raise NotImplementedError

    def convert_answer_to_score(self, answer: Answer) -> int:
        """Return the score that an answer stands for."""
        if not self.timed or answer.remoteness is None:
            return answer.value
        return answer.value * (MOST - answer.remoteness)

    def convert_score_to_answer(self, score: int) -> Answer:
        """Return the answer that a score stands for: what `convert_answer_to_score` makes a score of."""
        if not self.timed or score == 0:
            return answer_from_record(self.game, score, UNTIMED)
        return answer_from_record(self.game, 1 if score > 0 else -1, MOST - abs(score))

    def proves_bound_quickly(self, position: Position, own: bool, bound: int, limit: int) -> bool:
        """Return whether a position's score is at least (`bound` 1) or at most (-1) `limit`, found quickly.

        `own` says that who moves there is who moved where the search began.
        """
        raise NotImplementedError

    def line(self, position: Position, answer: Answer) -> tuple[Move, ...]:
        """Return best play from a position with this answer, as far as it is found without searching long.

        A line ends where a position repeats.
        """
        game: Any = self.game
        score = self.convert_answer_to_score(answer)
        line: list[Move] = []
        seen = set()
        own = True
        while not is_finished(game, position) and (position, own) not in seen:
            seen.add((position, own))
            for move in game.moves(position):
                child = game.play(position, move)
                sign, whose = (1, own) if keeps_turn(game, position, child) else (-1, not own)
                rest = score - points_of_move(game, position, move)
                least = (
                    high_limit_one_ply_later(rest) if self.timed and rest else rest
                )  # one ply nearer to the end
                if self.proves_bound_quickly(child, whose, sign, sign * least):
                    break
            else:
                break
            line.append(move)
            position, own, score = child, whose, sign * least
        return tuple(line)

    def run_kernel(self, position: Position, question: Any) -> Any:
        """Return the kernel's answer, however long it takes."""
        found = self.run_kernel_quickly(position, question)
        is_full = self.table_stage == 0
        while found is None:
            if is_full:
                self.table_stage += 1
                smaller, self.table = (
                    self.table,
                    new_transposition_table(self.shape, self._table_size_in_bytes()),
                )
                self.copy_table(smaller, self.table)
            found, status = self._run_kernel(position, question, self.threads, TABLES[self.table_stage][1])
            self.enlarge_buffers_or_raise(position, status)
            is_full = status == 0 and self.table_stage + 1 < len(TABLES)
        return found

    def run_kernel_quickly(self, position: Position, question: Any, limit: int = FIRST_LIMIT) -> Any:
        """Return the kernel's answer, None where that takes more than `limit` positions."""
        while True:
            found, status = self._run_kernel(position, question, 1, limit)
            if found is not None or status == 0:
                return found
            self.enlarge_buffers_or_raise(position, status)

    def _table_size_in_bytes(self) -> int:
        return max(TABLES[0][0], min(TABLES[self.table_stage][0], self.budget.array_memory // 2))

    def enlarge_buffers_or_raise(self, position: Position, status: int) -> None:
        """Enlarge the buffer that was too small for a kernel, or raise an error where that is impossible."""
        where = describe_position(self.game, position)
        if status == VALUE:
            raise BadRules(
                f"{self.game!r}: a value below {where} is none: WIN, DRAW or LOSS, or points up "
                f"to {LARGEST_VALUE:,}"
            )
        if status == FAR and self.plies >= MOST_PLIES:
            raise LoopFound(
                f"{self.game!r}: lines of play from {where} are longer than {MOST_PLIES:,} plies, or "
                f"cycle: {self.remedy}"
            )
        if status == MANY and self.moves >= MOST_MOVES:
            raise BadRules(
                f"{self.game!r}: a position below {where} has over {MOST_MOVES:,} moves: do they end?"
            )
        if status == FAR:
            self.plies = min(4 * self.plies, MOST_PLIES)
        elif status == MANY:
            self.moves = min(4 * self.moves, MOST_MOVES)
        if status:
            self.buffers = []

    def _run_kernel(self, position: Position, question: Any, threads: int, limit: int) -> tuple[Any, int]:
        """Return the answer of the first thread that has one, or None, and what a kernel lacked."""
        while len(self.buffers) < threads:
            self.buffers.append(self._allocate_buffers())
        together = TOGETHER if threads > 1 else 0
        here = self.representative(position)
        native, folds = self.searcher.native, self.count_symmetry_plies(here)
        watches = tuple(
            new_search_counters(native=native, limit=limit, together=together, folds=folds)
            for _ in range(threads)
        )

        root = here if self.numbers is None else self.numbers.get_number_of_position(here)

        def run_kernel_in_thread(thread: int) -> Any:
            return self._call_kernel(root, question, self.buffers[thread], watches[thread])

        try:
            if 0 < limit <= FIRST_LIMIT and self.plies == PLIES and self.searcher.native:
                found = run_kernel_in_thread(0)  # too short to be worth a thread
                found = None if watches[0].stop else found
                self.budget.report("search", self.nodes)
            else:
                found = run_in_threads(run_kernel_in_thread, watches, self.budget, self.nodes)
        except BaseException as error:
            if must_propagate(error):
                raise
            raise self.convert_to_rules_error(error, position) from error
        self.nodes += count_nodes(watches)
        return found, find_missing_capacity(watches)

    def convert_to_rules_error(self, error: BaseException, position: Position) -> ZermeloError:
        """Return what the rules raised below a position as an error of ours."""
        refused = self.searcher.convert_numba_error(error)
        where = describe_position(self.game, position)
        return refused or BadRules(f"{self.game!r}: the rules raise {describe_error(error)} below {where}")

    def count_symmetry_plies(self, root: Position) -> int:
        """Return the plies from a root in which symmetric positions are worth making one."""
        game: Any = self.game
        lasting = has(game, "lasting") and game.lasting
        return 0 if lasting and [*game.symmetries(root)].count(root) == 1 else MOST_PLIES


def run_in_threads(
    task: Callable[[int], Any], counters: tuple[SearchCounters, ...], budget: Budget, visited_before: int = 0
) -> Any:
    """Run `task(thread)` for each of the counters until one has an answer; return it, None where none has.

    `visited_before` counts positions visited earlier, for the progress. Raises `Cancelled`, and what a task
    raises.
    """
    answers: list[Any] = []

    def stop_all_threads() -> None:
        stop_searches(counters)

    def run_task_in_thread(thread: int) -> None:
        try:
            answer = task(thread)
            if counters[thread].stop == 0:
                answers.append(answer)
        finally:
            stop_all_threads()

    def report_progress() -> None:
        budget.report("search", visited_before + count_nodes(counters))

    tasks = [functools.partial(run_task_in_thread, thread) for thread in range(len(counters))]
    run_with_deep_stacks(tasks, report_progress, stop_all_threads, stack=STACK, calls=4 * MOST_PLIES)
    return answers[0] if answers else None
