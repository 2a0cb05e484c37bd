"""The whole graph of a game of chance, with its edges: positions decide, roll dice, or are at their end.

Positions are found by the compiled rules, or, where they are no integers or the rules do not compile, by the
interpreter. Both give the same arrays, so values are found by the same kernels; see
`compiler.kernels.chance_graph_kernels`.

A value is that of a position's `mover`, at chance positions too, and it flips along every edge, move or
chance, that leads to a position with another mover.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.guards.chance_guard import (
    Arrays,
    allocate_graph_arrays,
    convert_expansion_to_edges,
)
from zermelo.compiler.guards.checked_rules import CheckedExpansion
from zermelo.compiler.guards.error_reports import raise_status_error
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.rules_soundness import check_symmetric_images
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import build_representative_function, make_class_size_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.compiler.kernels.chance_graph_kernels import (
    END,
    build_expand_graph_kernel,
    build_expand_rank_graph_kernel,
    build_tally_orbits_kernel,
)
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.topological_order import build_rehash_kernel
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.values import ROUNDING
from zermelo.solver.graph.discovery import Exploration
from zermelo.solver.graph.enumeration import list_start_keys
from zermelo.solver.graph.thread_slices import GRAIN
from zermelo.solver.storage.array_store import MemoryReservation

LARGEST = 1 << 30  # places are 32 bits
BYTES_A_SLOT = (
    8 + 2 * 4 + 8 + 1 + 8 + 28 + 4 + 8 + 3 * 8 + 4
)  # found, table, graph, finding components, bounds
BYTES_AN_EDGE = 4 + 8


@dataclass
class ChanceGraph:
    """Every position once: `positions` [n] int64 keys or a list of anything hashable, and `arrays`.

    `starts` are the places of the game's starts, in their order.
    """

    positions: Any
    arrays: Arrays
    starts: list[int]
    words: WordPacking | None = None

    def position_at(self, place: int) -> Any:
        """Return the position at a place."""
        if isinstance(self.positions, list):
            return self.positions[place]
        key = int(self.positions[place])
        return key if self.words is None else self.words.unpack(key)

    @property
    def is_decisive(self) -> bool:
        """Whether every ending is a win or a loss."""
        _, kinds, ends, _, _ = self.arrays
        return bool((np.abs(ends[kinds == END]) == 1).all())


def build_chance_graph(
    game: Game, program: Program | None, budget: Budget, reservation: MemoryReservation, most: int = LARGEST
) -> ChanceGraph:
    """Return the graph: by the compiled rules, or by the interpreter where there is no `program`.

    `most` is as in `build_compiled_chance_graph`; the interpreter knows no limit.
    """
    if program is None:
        return build_interpreted_chance_graph(game, budget)
    return build_compiled_chance_graph(program, budget, reservation, most)


def build_compiled_chance_graph(
    program: Program, budget: Budget, reservation: MemoryReservation, most: int = LARGEST
) -> ChanceGraph:
    """Return the graph that compiled rules give; memory is counted in `reservation`.

    Raises `BadRules` where the rules raise or break the contract, `OutOfBudget`, also where there are more
    than `most` edges.
    """
    check_compiled_program(program)
    return _ChanceWalk(program, budget, reservation).expand_whole_graph(most)


def make_representative_function(game: Game, program: Program | None) -> Callable[[Any], Any]:
    """Return the function from a position to the one that stands for it in the graph.

    This is the least of the symmetric positions. Where compiled rules have a perfect index, it is the
    position of the same rank: symmetric positions have one rank. Morris with 4 pieces has 81 million
    positions and 5 million ranks.
    """
    return build_representative_function(game) if program is None else _choose_walk(game).represent(game)


class _Walk(NamedTuple):
    """How a graph is gone through: what stands for a position, and the kernel that finds the next ones."""

    represent: Callable[[Any], Callable[[Any], Any]]
    kernel: Callable[..., Any]


def _make_representative_by_rank_function(index: Any) -> Callable[[Any], Any]:
    return lambda position: index.unrank(index.rank(position))


_BY_SYMMETRIES: Final = _Walk(build_representative_function, build_expand_graph_kernel)
WALKS_OF_INDEX: Final = ByKind(
    "walk of a perfect index, which has no rank for positions after a throw",
    _Walk(_make_representative_by_rank_function, build_expand_rank_graph_kernel),
    dice=_BY_SYMMETRIES,
)


def _choose_walk(game: Game) -> _Walk:
    return WALKS_OF_INDEX.choose(game) if has(game, "rank") else _BY_SYMMETRIES


class _ChanceWalk:
    """The arrays while they grow."""

    def __init__(self, program: Program, budget: Budget, reservation: MemoryReservation) -> None:
        self.program, self.budget, self.reservation = program, budget, reservation
        self.walk = program.kernel(_choose_walk(program.game).kernel)
        self.rehash = program.shared_kernel(build_rehash_kernel)
        self.stands_for = make_representative_function(program.game, program)
        starts = list_start_keys(program, self.stands_for)
        self.found, self.graph, self.count = starts, allocate_graph_arrays(0, 0), len(starts)
        self._enlarge_arrays(max(1024, 4 * self.count), 1 << 12)

    def expand_whole_graph(self, most: int) -> ChanceGraph:
        begin = 0
        while begin < self.count:
            end = min(self.count, begin + GRAIN)
            with track_kernel_positions(self.program, self.found[begin:end]):
                begin, self.count, status = self.walk(
                    self.found, self.table, self.graph, begin, end, self.count
                )
            self.budget.report("enumerate", begin)
            if self.graph[0][begin] > most:
                raise OutOfBudget(f"{self.program.game!r}: more than {most:,} edges")
            places, edges = len(self.found), len(self.graph[3])
            if status == FULL:
                self._enlarge_arrays(2 * places, edges)
            elif status == MANY and edges - self.graph[0][begin] <= MOST_MOVES:
                self._enlarge_arrays(places, 2 * edges)
            elif status != DONE:
                raise_status_error(self.program.game, self.program.position_of_key(self.found[begin]), status)
        heads, kinds, ends, children, weights = self.graph
        count, edges = self.count, heads[self.count]
        arrays = (heads[: count + 1], kinds[:count], ends[:count], children[:edges], weights[:edges])
        keys = [self.program.key_of_position(self.stands_for(start)) for start in self.program.game.starts()]
        first = {int(key): place for place, key in enumerate(self.found[: len(set(keys))])}
        return ChanceGraph(self.found[:count], arrays, [first[key] for key in keys], self.program.words)

    def _enlarge_arrays(self, places: int, edges: int) -> None:
        if max(places, edges) > LARGEST:
            raise OutOfBudget(f"{self.program.game!r}: more than {LARGEST:,} positions or edges: take less")
        self.reservation.resize(BYTES_A_SLOT * places + BYTES_AN_EDGE * edges)
        heads, kinds, ends, children, weights = self.graph
        if edges > len(children):
            children, weights = _copy_enlarged(children, edges), _copy_enlarged(weights, edges)
        if places > len(kinds):
            heads, kinds, ends = (
                _copy_enlarged(heads, places + 1),
                _copy_enlarged(kinds, places),
                _copy_enlarged(ends, places),
            )
            self.found = _copy_enlarged(self.found, places)
            self.table = np.full(2 * places, EMPTY, np.int32)
            self.rehash(self.table, self.found, self.count)
        self.graph = heads, kinds, ends, children, weights


def _copy_enlarged(array: Any, size: int) -> Any:
    longer = np.zeros(size, array.dtype)
    longer[: len(array)] = array
    return longer


def build_interpreted_chance_graph(game: Game, budget: Budget) -> ChanceGraph:
    """Return the graph by asking the rules themselves: positions are integers or any hashable."""
    starts = list(map(build_representative_function(game), game.starts()))
    walk = Exploration(
        game, starts, known_as=build_representative_function(game) if has(game, "symmetries") else None
    )
    steps = walk.explore_positions(partial(budget.report, "enumerate"))
    arrays = build_chance_arrays((expansion, reached) for _, expansion, reached in steps)
    if has(game, "symmetries"):
        check_symmetric_images(game, walk.nodes)
    return ChanceGraph(walk.nodes, arrays, [walk.numbers[start] for start in starts])


def build_chance_arrays(rows: Iterable[tuple[CheckedExpansion, list[int]]]) -> Arrays:
    """Return the arrays of positions in turn: what the rules say of each, and the places of its children."""
    heads, kinds, ends = [0], [], []
    children: list[int] = []
    weights: list[float] = []
    for expansion, reached in rows:
        kind, end, edges = convert_expansion_to_edges(expansion)
        for where, (weight, _, flips) in zip(reached, edges, strict=True):
            children.append(~where if flips else where)
            weights.append(weight)
        kinds.append(kind)
        ends.append(float(end))
        heads.append(len(children))
    return (
        np.array(heads, np.int64),
        np.array(kinds, np.int8),
        np.array(ends, np.float64),
        np.array(children, np.int32),
        np.array(weights, np.float64),
    )


def count_expected_outcomes(
    game: Game, program: Program | None, graph: ChanceGraph, values: Any
) -> list[int]:
    """Return how many positions their movers expect to win, draw and lose, over whole classes."""
    if program is not None:
        return count_expected_outcomes_of_keys(program, graph.positions, values)
    counts = [0, 0, 0]
    size_of = make_class_size_function(game)
    for position, sign in zip(graph.positions, _compute_signs_of_values(values).tolist(), strict=True):
        counts[1 - sign] += size_of(position)
    return counts


def count_expected_outcomes_of_keys(program: Program, keys: Any, values: Any) -> list[int]:
    """Return the same of keys with their values."""
    totals = np.zeros(3, np.int64)
    program.kernel(build_tally_orbits_kernel)(keys, _compute_signs_of_values(values), totals)
    return [int(total) for total in totals]


def _compute_signs_of_values(values: Any) -> Any:
    return np.where(np.abs(values) < ROUNDING, 0, np.sign(values)).astype(np.int8)
