"""Backward induction in one depth-first walk, for games whose positions lie in no tiers of plies.

Where ways of different length lead to one position (stones, nim), or plies are many and each has few
positions, work by tiers costs more for each tier than for its positions. One walk finds all positions and
their answers, by one thread and in memory. It ends without a result where play can cycle, and where a game is
large: others are faster then. A long thin game, with a way down that is long beside the number of its
positions, is walked on.
"""

from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.compiler.kernels.chance_graph_kernels import LOOP
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.compiler.kernels.topological_order import build_rehash_kernel
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.depth_first_pass import NEW, build_depth_first_kernel
from zermelo.solver.kernels.position_folds import LONG, LONG_VALUE, SCORE, WIDE
from zermelo.solver.methods.backward_induction import Answers, FoldQuestion
from zermelo.solver.sorted_keys.key_directory import Keys
from zermelo.solver.storage.array_store import ArrayStore

LARGEST = 1 << 22  # positions; of a long thin game as many as memory and 32-bit indexes allow
THIN = 8  # positions for each on the stack, in a long thin game
SHOWN = 1_000  # positions that show whether a game is one for the walk
MOVES = 4_000  # of those together
LONG_LINE = 256  # plies of those, in a long thin game
STEPS = 1 << 19  # positions expanded between two reports
BYTES_A_SLOT = 8 + 4 + 8 + 4  # key, answer, table at half load, stack


class WalkedPositions(NamedTuple):
    """All positions of a game, `keys` [n] int64 sorted by `mix`, and their `answers` [n]."""

    keys: Keys
    answers: Answers


def lacks_short_tiers(game: Game) -> bool:
    """Return whether a game's first positions lie in no tiers of plies, or in many of few positions each.

    A game that gives its tiers has those.
    """
    if has(game, "tier"):
        return False
    walk = Exploration(game, known_as=build_representative_function(game))
    plies, made = [0] * len(walk.nodes), 0
    for number, _, children in walk.explore_positions():
        ply = plies[number] + 1
        plies += [ply] * (len(walk.nodes) - len(plies))
        made += len(children)
        if any(plies[child] != ply for child in children):
            return True
        if number == SHOWN or made > MOVES:
            break
    return plies[-1] >= LONG_LINE


def solve_depth_first(
    program: Program, array_store: ArrayStore, workers: Workers, most: int | None = None
) -> tuple[WalkedPositions, FoldQuestion] | None:
    """Return every position with its answer, and the question that these answer.

    None where play can cycle, or the game is large and not long, or has more than `most` positions. Raises
    `BadRules` where the rules break the contract.
    """
    scored = program.game.scored
    question = FoldQuestion(SCORE, WIDE) if scored else FoldQuestion(LONG_VALUE, LONG)
    try:
        with array_store.reserve(0) as reservation:
            walk = _Walk(program, question, reservation)
            while walk.depth:
                if not walk.take_steps(workers) or (most is not None and walk.count > most):
                    return None
            keys, answers = walk.found[: walk.count], walk.answers[: walk.count]
            order = np.argsort(mix_array(keys), kind="stable")
            return WalkedPositions(keys[order], answers[order]), question
    except OutOfBudget:
        return None


class _Walk:
    """The arrays of a walk, which grow with it."""

    def __init__(self, program: Program, question: FoldQuestion, reservation: Any) -> None:
        self.program, self.question, self.reservation = program, question, reservation
        self.step = program.kernel(build_depth_first_kernel, question.fold)
        self.found = list_start_keys(program)
        self.count = self.depth = self.deepest = len(self.found)
        self.answers, self.stack = np.full(self.count, NEW, np.int32), np.arange(self.count, dtype=np.int32)
        self._allocate_work(1 << 10)
        self._grow(max(1 << 12, 4 * self.count))

    def take_steps(self, workers: Workers) -> bool:
        """Walk on for some positions; return whether the game is still one for the walk."""
        arrays = self.found, self.answers, self.table, self.stack
        with track_kernel_positions(self.program, self.found):
            self.count, self.depth, status = self.step(
                arrays, self.work, self.count, self.depth, STEPS, self.question.parameter
            )
        self.deepest = max(self.deepest, self.depth)
        workers.budget.report("solve", self.count)
        if status == LOOP:
            return False
        if status == MANY and len(self.work[0]) < MOST_MOVES:
            self._allocate_work(8 * len(self.work[0]))
        elif status == FULL:
            if self.count > LARGEST and self.deepest * THIN < self.count:
                return False
            self._grow(2 * len(self.found))
        elif status != DONE:
            where = self.program.position_of_key(self.found[self.stack[self.depth - 1]])
            raise_status_error(self.program.game, where, status, self.question.fold.misfit)
        return True

    def _allocate_work(self, room: int) -> None:
        self.work = (
            np.empty(room, np.int64),
            np.empty(room, np.int64),
            np.empty(room, np.int8),
            np.empty(room, np.int32),
        )

    def _grow(self, room: int) -> None:
        """Make room for so many positions; free places hold one too, as rules may be asked about them."""
        self.reservation.resize(2 * BYTES_A_SLOT * room)
        self.found = _enlarge(self.found, room, self.found[0])
        self.answers, self.stack = _enlarge(self.answers, room, NEW), _enlarge(self.stack, room, 0)
        self.table = np.full(2 * room, EMPTY, np.int32)
        self.program.shared_kernel(build_rehash_kernel)(self.table, self.found, self.count)


def _enlarge(array: Any, room: int, blank: int) -> Any:
    return np.concatenate([array, np.full(room - len(array), blank, array.dtype)])
