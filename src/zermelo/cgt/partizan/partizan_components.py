"""Components of positions, found by a game's rules, and both players' options of each component.

A component is looked at once, whichever position it came from. The interpreter looks at the first thousand,
as most games that people write down have no more; then rules are compiled. Positions are keys, of 63 bits.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.cgt.kernels.component_kernels import (
    FOUND_LACKS,
    PIECES_LACK,
    ComponentProgress,
    build_explore_components_kernels,
    build_explore_whole_positions_kernels,
    make_empty_components,
)
from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.splitter_guard import load_splitter
from zermelo.compiler.kernel_binders import Splitter, shared_kernel
from zermelo.compiler.kernel_kinds import SPLIT
from zermelo.compiler.kernels import DONE, FULL, RANGE
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.kernel_records import copy_record_for_kernels
from zermelo.compiler.kernels.topological_order import build_rehash_kernel
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, CannotCompile, OutOfBudget
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import get_position_types

LEAST: Final = 1 << 24  # bytes that a graph may take in any case
CAPACITY: Final = 1 << 10  # components at first
STRIDE: Final = 1 << 12  # components looked at between two looks at the budget
SMALL: Final = 1000  # components up to which the interpreter is faster: about 0.1 s, and compiled rules that
# are kept from an earlier process take 0.2 s to be found again, others a second or two
RECALLED: Final = 1 << 14  # parts whose least symmetric image the interpreter need not ask for again


class ComponentExplorer:
    """A game's components, kept between questions; where `whole`, positions are not taken apart.

    Raises `CannotCompile` where positions are no keys.
    """

    def __init__(self, game: Game, *, interpreted: bool = False, whole: bool = False) -> None:
        self.game = game
        self.stays_interpreted = interpreted
        self.build = build_explore_whole_positions_kernels if whole else build_explore_components_kernels
        self.graph, self.progress = make_empty_components(CAPACITY), ComponentProgress()
        if not get_position_types(game).have_one_shape():
            raise CannotCompile(f"{game!r}: positions are of different lengths or types")
        self._bind_splitter(interpret_game(game, SPLIT))

    def _bind_splitter(self, splits: Splitter) -> None:
        self.splitter = splits
        self.progress = copy_record_for_kernels(self.progress, ComponentProgress, native=splits.native)
        kernels: Any  # two
        if splits.native:
            kernels = splits.kernel(self.build)
        else:
            recalled = lru_cache(RECALLED)(splits.asked.canonical)  # most parts are met many times
            kernels = self.build(splits.asked._replace(canonical=recalled), splits.jit)
        self.explore, self.admit = kernels
        self.rehash = shared_kernel(build_rehash_kernel) if splits.native else build_rehash_kernel(PlainJit())

    @property
    def component_count(self) -> int:
        """The number of components found."""
        return int(self.progress.found)

    def find_components_of_position(self, position: Position, budget: Budget) -> list[int]:
        """Return the components of a position, by their places. Raises `BadRules`, `OutOfBudget`."""
        key = self.splitter.key_of_position(position)
        if key < 0:
            raise BadRules(f"{self.game!r}: position {position!r} does not fit a word of 63 bits")
        while True:
            progress = self.progress
            count = self.admit(self.graph, progress, key)
            if progress.status == DONE:
                begin = int(progress.pieces)
                return self.graph.pieces[begin : begin + count].tolist()  # type: ignore[no-any-return]
            self._enlarge_buffers_or_raise(key, budget)

    def explore_all_components(self, budget: Budget, most: int | None = None) -> None:
        """Find every component below those found. Raises `BadRules`, `OutOfBudget`, `Cancelled`.

        Once there are more than `most`, it stops.
        """
        progress = self.progress
        while progress.explored < progress.found and (most is None or progress.found <= most):
            budget.report("components", int(progress.explored), int(progress.found))
            is_slow = not self.splitter.native and not self.stays_interpreted
            if is_slow and progress.explored >= SMALL:
                self._bind_splitter(load_splitter(self.game))
                progress = self.progress
                self.stays_interpreted = not self.splitter.native
                continue
            stride = STRIDE if self.splitter.native else SMALL
            self.explore(self.graph, progress, SMALL if is_slow else int(progress.explored) + stride)
            if progress.status != DONE:
                self._enlarge_buffers_or_raise(int(self.graph.found[progress.explored]), budget)

    def get_component_at_place(self, place: int) -> Position:
        """Return the component at a place."""
        return self.splitter.position_of_key(int(self.graph.found[place]))

    def forget_components_after(self, known: int) -> None:
        """Forget all components but the first ones, below which nothing else lies."""
        graph, progress = self.graph, self.progress
        options = int(graph.heads[known - 1, 2]) if known else 0
        progress.found = progress.explored = known
        progress.options = options
        progress.pieces = graph.runs[options]
        graph.table[:] = EMPTY
        self.rehash(graph.table, graph.found, known)

    def _enlarge_buffers_or_raise(self, key: int, budget: Budget) -> None:
        """Enlarge the arrays for a kernel, or raise the error that it met at a position."""
        progress, graph = self.progress, self.graph
        if progress.status != FULL:
            where = describe_position(self.game, self.splitter.position_of_key(key))
            if progress.status == RANGE:
                raise BadRules(f"{self.game!r}: an option or part of {where} outgrew its bits")
            raise BadRules(
                f"{self.game!r}: at {where} or one move on, the game does not end by the loss of who cannot "
                "move: canonical forms are of games that the last mover wins"
            )
        if (held := sum(array.nbytes for array in graph)) > max(LEAST, budget.array_memory // 2):
            raise OutOfBudget(
                f"{self.game!r}: {self.component_count:,} components take {held >> 20:,} MB and need more "
                "than the memory given: give more with memory, or take a smaller position"
            )
        if progress.lacking == FOUND_LACKS:
            size, found = 2 * len(graph.found), int(progress.found)
            self.graph = graph._replace(
                found=_copy_array_enlarged(graph.found, size),
                heads=_copy_array_enlarged(graph.heads, size),
                table=np.full(4 * size, EMPTY, np.int32),
            )
            self.rehash(self.graph.table, self.graph.found, found)
        elif progress.lacking == PIECES_LACK:
            self.graph = graph._replace(pieces=_copy_array_enlarged(graph.pieces, 2 * len(graph.pieces)))
        else:
            self.graph = graph._replace(runs=_copy_array_enlarged(graph.runs, 2 * len(graph.runs)))


def _copy_array_enlarged(array: np.ndarray, size: int) -> np.ndarray:
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
