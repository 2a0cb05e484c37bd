"""Nimbers by search, with `cgt.kernels.nimber_search_kernel` and a table kept between questions.

A search begins with a small table and a limit of positions. A search that exceeds the limit takes more memory
and begins again, with the results so far. Before a game's compiled search is trusted, its first steps are
repeated by the interpreter, and the tables must be the same.
"""

from collections.abc import Callable
from typing import Any

from zermelo.cgt.impartial.impartial_check import check_impartial, check_one_line_of_play
from zermelo.cgt.kernels.nimber_search_kernel import (
    ANY,
    KEY,
    NimberSearchLine,
    SymmetryFolding,
    build_nimber_search_kernel,
    make_nimber_search_line,
)
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.search_guard import compare_searches, yield_trial_positions
from zermelo.compiler.guards.splitter_guard import load_splitter
from zermelo.compiler.kernels import FAR, MANY, RANGE, VALUE
from zermelo.compiler.kernels.search_counters import (
    SearchCounters,
    find_missing_capacity,
    new_search_counters,
    stop_searches,
)
from zermelo.compiler.kernels.transposition_table import build_copy_table_kernel, new_transposition_table
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, LoopFound, describe_error
from zermelo.core.game import Game, Position, has
from zermelo.core.rule_errors import must_propagate
from zermelo.core.system.deep_threads import run_with_deep_stacks
from zermelo.core.values import UNDECIDED

PLIES, MOVES = 64, 64  # initial capacity
MOST_PLIES = 4096  # no line is longer, as each ply takes some of the stack
STACK = 256 << 20  # bytes of the search's thread: only what is used is taken
MOST_MOVES = 1 << 16  # as many as fit in a rank
# Tables, in bytes, and the positions before a search takes the next one and begins again.
TABLES = ((1 << 22, 1 << 17), (1 << 28, 1 << 23), (1 << 31, 1 << 26), (1 << 37, 0))
GUARD_LIMIT = 60  # positions that each of these visits
NORMAL = 24  # parts whose images are tried


class NimberSearch:
    """Search for the nimbers of one game's positions, with a table that is kept between questions.

    Parameters
    ----------
    game : Game
        Rules of an impartial game.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, default False
        Whether the rules are run as Python instead of compiled.

    Attributes
    ----------
    nodes : int
        Number of questions that the table did not settle.

    Raises
    ------
    MissingCapability
        If the game is not impartial.
    CannotCompile
        If positions do not fit in one key.

    Examples
    --------
    >>> from zermelo.games.dominoes.cram import Cram
    >>> search = NimberSearch(Cram(columns=4, rows=3), interpreted=True)
    >>> search.nimber(0), search.has_nimber(0, 2)
    (1, False)
    """

    def __init__(self, game: Game, budget: Budget | None = None, *, interpreted: bool = False) -> None:
        check_impartial(game)
        self.game, self.budget = game, budget or Budget()
        self.splitter = load_splitter(game, interpreted=interpreted)
        self.folding = SymmetryFolding(not _are_parts_already_folded(game))
        self.kernel = self.splitter.kernel(build_nimber_search_kernel, self.folding)
        self.table_stage = 0
        self.table = new_transposition_table(KEY, TABLES[0][0])
        self.nodes = 0
        self.plies, self.moves = PLIES, MOVES
        self.line: NimberSearchLine | None = None
        self._compare_with_interpreter()

    def nimber(self, position: Position) -> int:
        """Return the nimber of a position.

        Parameters
        ----------
        position : position
            The position.

        Returns
        -------
        int
            Its nimber.

        Raises
        ------
        BadRules
            If play does not end in the loss of the player to move.
        LoopFound
            If play may cycle.
        """
        return int(self._search_nimber(position, ANY))

    def has_nimber(self, position: Position, nimber: int) -> bool:
        """Return whether a position has this nimber, which is often less work than to find the nimber.

        Parameters
        ----------
        position : position
            The position.
        nimber : int
            The nimber.

        Returns
        -------
        bool
            Whether it is the position's.
        """
        return bool(self._search_nimber(position, nimber))

    def _search_nimber(self, position: Position, target: int) -> int:
        key = self.splitter.key_of_position(position)
        if key < 0:
            raise BadRules(
                f"{self.game!r}: position {describe_position(self.game, position)} needs more "
                "bits than random "
                "play from the start does: begin the game there"
            )
        while True:
            found, status = self._run_kernel(key, target, TABLES[self.table_stage][1])
            if found is not None:
                self._check_one_line_of_play(position)
                return found
            if status == 0:
                self._enlarge_table()
            else:
                self._enlarge_buffers_or_raise(position, status)

    def _check_one_line_of_play(self, position: Position) -> None:
        try:
            check_one_line_of_play(self.game, position)
        except BaseException as error:
            if must_propagate(error):
                raise
            where = describe_position(self.game, position)
            raise BadRules(f"{self.game!r}: the rules raise {describe_error(error)} below {where}") from error

    def _run_kernel(self, key: int, target: int, limit: int) -> tuple[int | None, int]:
        """Return the answer, None where the kernel stopped before, and what it lacked: 0, a larger table."""
        if self.line is None:
            self.line = make_nimber_search_line(self.plies, self.moves)
        watch = new_search_counters(native=self.splitter.native, limit=limit)

        def call_kernel() -> tuple[int, bool]:
            answer = int(self.kernel(key, target, self.table, self.line, watch))
            return answer, bool(watch.stop == 0)

        try:
            if self.table_stage == 0 and self.plies == PLIES:
                answer, is_whole = call_kernel()  # too short to be worth a thread
                self.budget.report("search", self.nodes)
            else:
                answer, is_whole = self._run_interruptibly(call_kernel, watch)
        except BaseException as error:
            if must_propagate(error):
                raise
            where = describe_position(self.game, self.splitter.position_of_key(key))
            raise BadRules(f"{self.game!r}: the rules raise {describe_error(error)} below {where}") from error
        self.nodes += int(watch.nodes)
        return (answer if is_whole else None), find_missing_capacity([watch])

    def _run_interruptibly(
        self, task: Callable[[], tuple[int, bool]], watch: SearchCounters
    ) -> tuple[int, bool]:
        """Return what the kernel's `task` returns, run in a thread with a deep stack. Raises `Cancelled`."""
        answers: list[tuple[int, bool]] = []

        def store_task_result() -> None:
            answers.append(task())

        def report_progress() -> None:
            self.budget.report("search", self.nodes + int(watch.nodes))

        def stop_search() -> None:
            stop_searches([watch])

        run_with_deep_stacks(
            [store_task_result], report_progress, stop_search, stack=STACK, calls=8 * MOST_PLIES
        )
        return answers[0]

    def _enlarge_table(self) -> None:
        """Take a larger table; where there is none, the search goes on in the one it has."""
        self.table_stage += 1
        if self.table_stage < len(TABLES):
            most = max(TABLES[0][0], self.budget.array_memory // 2)
            size = min(TABLES[self.table_stage][0], most)
            if size == most:
                self.table_stage = len(TABLES) - 1
            smaller, self.table = self.table, new_transposition_table(KEY, size)
            build_copy_table_kernel(KEY, PlainJit())(smaller, self.table)

    def _enlarge_buffers_or_raise(self, position: Position, status: int) -> None:
        """Make more of what a kernel did not find enough of, or say why there is no more."""
        where = describe_position(self.game, position)
        if status == VALUE:
            raise BadRules(
                f"{self.game!r}: no nimber at position {where}: nimbers are of normal play, where having no "
                "move loses; play from there ends otherwise: misere play has values of its own"
            )
        if status == RANGE:
            raise BadRules(
                f"{self.game!r}: play() or parts() below {where} leaves the range of positions: "
                "0 <= p < 2**63"
            )
        if status == FAR and self.plies >= MOST_PLIES:
            raise LoopFound(
                f"{self.game!r}: lines of play from {where} are longer than {MOST_PLIES:,} plies, or "
                "cycle: there are no nimbers where play need not end"
            )
        if status == MANY and self.moves >= MOST_MOVES:
            raise BadRules(
                f"{self.game!r}: a position below {where} has over {MOST_MOVES:,} moves or parts: "
                "do they end?"
            )
        if status == FAR:
            self.plies = min(8 * self.plies, MOST_PLIES)
        else:
            self.moves = min(4 * self.moves, MOST_MOVES)
        self.line = None

    def _compare_with_interpreter(self) -> None:
        """Compare the first steps of compiled searches with the interpreter's: the tables must be the same.

        Raises `BadRules`.
        """
        if not self.splitter.native:
            return

        def make_interpreted_search() -> Callable[[Position], object]:
            return NimberSearch(self.game, self.budget, interpreted=True)._trace_short_search

        kernel = build_nimber_search_kernel, self.folding
        if compare_searches(self.splitter, kernel, self._trace_short_search, make_interpreted_search):
            self.table[:] = 0
            self.nodes = 0

    def _trace_short_search(self, position: Position) -> object:
        """Return what a short search from a position finds and notes."""
        self.table[:] = 0
        found, status = self._run_kernel(self.splitter.key_of_position(position), ANY, GUARD_LIMIT)
        while status in (FAR, MANY) and max(self.plies, self.moves) < MOST_PLIES:
            self._enlarge_buffers_or_raise(position, status)
            self.table[:] = 0
            found, status = self._run_kernel(self.splitter.key_of_position(position), ANY, GUARD_LIMIT)
        return found, status, self.table.tobytes()


def _are_parts_already_folded(game: Game) -> bool:
    """Return whether symmetries add nothing to `parts`, which then makes one form of all images already.

    Tried at some parts of random play. Where it is not so elsewhere, components are searched more than once,
    and the answers are the same.
    """
    if not has(game, "symmetries"):
        return True
    if not has(game, "parts"):
        return False
    rules: Any = game
    tried = 0
    for position in yield_trial_positions(game):
        for part in rules.parts(position) if game.outcome(position) == UNDECIDED else ():
            if any(list(rules.parts(image)) != [part] for image in rules.symmetries(part)):
                return False
            tried += 1
            if tried == NORMAL:
                return True
    return tried > 0
