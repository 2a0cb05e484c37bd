"""Every position with its moves, numbered: the graph to ask many questions of, one after the other.

The tiers of `enumeration` and `ordering` make each move anew for every fold. Here moves are made once and
kept, 4 bytes each (see `solution.kernels.arena_kernels`), and the rules are not asked again: an iteration of
self-play on tic-tac-toe of 4 x 4, 51.6 million moves, then takes 0.2 to 0.4 s. Positions are numbered tier by
tier, and within a tier in ascending order, which keeps the children of neighbours close together: in the
order of `mix` the same iteration took 3.5 times as long. Moves lead to larger numbers. The
exception is an arena of a game in which play may cycle: there all positions are one tier.

Symmetric positions are kept apart, as policies may treat them differently.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, FULL, MANY, MOST_MOVES
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget, measure_resident_memory
from zermelo.core.errors import BadRules, LoopFound, OutOfBudget, UnknownPosition
from zermelo.core.game import Game, Position
from zermelo.solution.kernels.arena_kernels import build_link_children
from zermelo.solver.graph.closure import Closure
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.graph.longest_path_tiers import build_tiers_by_longest_path
from zermelo.solver.graph.loop_detection import make_loop_error
from zermelo.solver.graph.thread_slices import Workers, allocate_move_arrays, split_into_spans
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.slot_lookup import BLOCK
from zermelo.solver.sorted_keys.key_directory import Keys, make_key_directory
from zermelo.solver.storage.array_store import ArrayStore

MOST_POSITIONS = 1 << 30  # numbers are 31 bits, with one bit for the next mover
MOST_CHOICES = (1 << 15) - 1  # moves of one position, as policies hold them
ROOM = 1 << 20  # moves, at first
GRAIN = 1 << 20  # positions in a slice: about a tenth of a second
BYTES_A_POSITION = 8 + 8 + 2 + 8  # key, where its moves begin, its end, and how many moves it has
LOOKUPS = (
    1 << 14
)  # into tiers, one after the other, to find positions: after so many all keys are put in order


@dataclass(frozen=True, eq=False)
class Arena:
    """All positions of a game, numbered 0, 1, 2, ..., with their moves in arrays; `arena_of` makes one.

    Parameters
    ----------
    game : Game
        Rules of the game.
    bounds : int64 [positions + 1]
        The moves of position p are numbers `bounds[p]` to `bounds[p + 1]`, in the game's order.
    children : int32 [moves]
        Twice the number of the position that each move leads to, plus 1 where the turn stays.
    ends : int16 [positions]
        Value of a position without moves, to its mover.
    starts : tuple of int
        Numbers of the starting positions.
    tiers : tuple of int
        Number at which each tier begins, and where the last one ends.
    program : Program or None
        Compiled rules, None where the interpreter made the arena.
    keys : int64 [positions]
        Encoded positions, ascending in each tier; empty without a program.
    others : sequence
        The positions, where there is no program.
    numbers : dict
        Their numbers.
    gradual : LazyKernels
        Decides whether kernels are compiled.
    has_cycles : bool, default False
        Whether play may cycle; then moves lead to smaller numbers, too.
    """

    game: Game
    bounds: npt.NDArray[np.int64]
    children: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int16]
    starts: tuple[int, ...]
    tiers: tuple[int, ...]  # where each tier begins, and where the last one ends
    program: Program | None = field(repr=False)
    keys: Keys = field(repr=False)  # [positions] int64, ascending in each tier; none without a program
    others: Sequence[Hashable] = field(repr=False)  # the positions, where there is no program
    numbers: dict[Hashable, int] = field(repr=False)  # and their numbers
    gradual: LazyKernels = field(repr=False, default_factory=LazyKernels)  # decides how kernels go through it
    has_cycles: bool = False  # whether play may cycle; then moves lead to smaller numbers, too

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return len(self.ends)

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """What kernels want: bounds, children, ends."""
        return self.bounds, self.children, self.ends

    @property
    def nbytes(self) -> int:
        """Bytes that the arrays take."""
        return sum(array.nbytes for array in (*self.arrays, self.keys))

    def prepare_kernel(self, build: Callable[..., Any], passes: int = 1) -> Callable[..., Any]:
        """Return a kernel, compiled if that pays.

        Parameters
        ----------
        build : callable
            Function that makes the kernel: `build(jit)`.
        passes : int, default 1
            How often the kernel will go through the arena.

        Returns
        -------
        callable
            The kernel.
        """
        return self.gradual.kernel(build, passes * (self.positions + len(self.children)))

    def list_slices(self) -> list[tuple[int, int]]:
        """Return the runs of positions that a kernel processes at once.

        Returns
        -------
        list of (int, int)
            Begin and end of each, ascending.
        """
        return split_into_spans(self.positions, GRAIN)

    def position_at(self, number: int) -> Position:
        """Return the position of a number.

        Parameters
        ----------
        number : int
            From 0 to `positions` - 1.

        Returns
        -------
        position
            The position.
        """
        return (
            self.others[number]
            if self.program is None
            else self.program.position_of_key(int(self.keys[number]))
        )

    def find_number(self, position: Position) -> int:
        """Return the number of a position.

        Parameters
        ----------
        position : position
            Position of the game.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        UnknownPosition
            Where play cannot reach it.
        """
        try:
            found = (
                self.numbers.get(position) if self.program is None else self._find_number_or_none(position)
            )
        except TypeError:  # it has no hash
            found = None
        if found is None:
            raise UnknownPosition(
                f"{describe_position(self.game, position)} is not a position that {self.game!r} can reach"
            )
        return found

    @cached_property
    def _lookup_counter(self) -> "count[int]":
        """How many positions have been looked for."""
        return count()

    @cached_property
    def _order_by_key(self) -> npt.NDArray[np.int64]:
        return np.argsort(self.keys)

    def _find_number_or_none(self, position: Position) -> int | None:
        assert self.program is not None
        try:
            key = self.program.key_of_position(position)
        except (TypeError, ValueError, OverflowError):
            return None
        tiers = len(self.tiers) - 1
        if tiers > 1 and next(self._lookup_counter) * tiers > LOOKUPS:
            place = int(np.searchsorted(self.keys, key, sorter=self._order_by_key))
            number = int(self._order_by_key[min(place, len(self._order_by_key) - 1)])
            return number if self.keys[number] == key else None
        for tier in range(tiers):
            begin, end = self.tiers[tier : tier + 2]
            place = begin + int(np.searchsorted(self.keys[begin:end], key))
            if place < end and self.keys[place] == key:
                return place
        return None


def run_kernel_backwards(
    arena: Arena, kernel: Callable[..., Any], *arrays: Any, budget: Budget | None = None, phase: str = "solve"
) -> None:
    """Call kernel(arena, begin, end, *arrays) on slices from the last position to the first."""
    budget = budget or Budget()
    for begin, end in reversed(arena.list_slices()):
        kernel(arena.arrays, begin, end, *arrays)
        budget.report(phase, arena.positions - begin, arena.positions)


def check_memory_for(budget: Budget | None, amount: int, purpose: str) -> None:
    """Raise `OutOfBudget` where `purpose` takes more bytes than there are beside what the process holds."""
    if budget is not None and (held := measure_resident_memory()) + amount > budget.memory:
        raise OutOfBudget(
            f"memory {budget.memory >> 20:,} MB is too little: {purpose} takes {amount >> 20:,} MB "
            f"beside {held >> 20:,} MB already held: raise --memory, or take a smaller game"
        )


def make_compiled_arena(program: Program, budget: Budget, *, allow_cycles: bool = False) -> Arena:
    """Return the arena of a program that is not `by_class`.

    With `allow_cycles`, play may cycle. Raises `BadRules` where the rules break the contract, `LoopFound`,
    `OutOfBudget`, `Cancelled`.
    """
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        graph = enumerate_tiers(program, array_store, workers)
        if graph is None:
            array_store.clear()
            try:
                graph = build_tiers_by_longest_path(program, array_store, workers)
            except LoopFound:
                if not allow_cycles:
                    raise
                array_store.clear()
                return _make_cyclic_arena(
                    program, Closure(program, array_store, workers).find_all_positions(), array_store, workers
                )
        if graph.position_count > MOST_POSITIONS:
            raise _make_too_many_positions_error(program, graph.position_count)
        return _ArenaAssembly(graph, workers).build_arena()


def _make_cyclic_arena(program: Program, keys: Keys, array_store: ArrayStore, workers: Workers) -> Arena:
    """Return the arena of all positions of a game in which play cycles."""
    if len(keys) > MOST_POSITIONS:
        raise _make_too_many_positions_error(program, len(keys))
    array_store.put("keys", keys)
    array_store.put("members-0", np.arange(len(keys)))
    graph = TieredGraph(program, array_store, [len(keys)], ordered=True)
    return replace(_ArenaAssembly(graph, workers).build_arena(), has_cycles=True)


def _make_too_many_positions_error(program: Program, positions: int) -> OutOfBudget:
    return OutOfBudget(
        f"{program.game!r}: of {positions:,} positions only {MOST_POSITIONS:,} could be kept "
        "with their moves: take a smaller game"
    )


class _ArenaAssembly:
    """A graph's moves on their way into arrays, the last tier first."""

    def __init__(self, graph: TieredGraph, workers: Workers) -> None:
        self.graph, self.workers, self.program = graph, workers, graph.program
        sizes = graph.sizes
        self.tiers = (0, *(int(end) for end in np.cumsum(sizes)))
        self.kernel = self.program.kernel(build_link_children)
        self.room = 64 * BLOCK

    def build_arena(self) -> Arena:
        """Return the arena."""
        graph, positions = self.graph, self.graph.position_count
        check_memory_for(self.workers.budget, BYTES_A_POSITION * positions, "keeping all positions")
        keys: Keys = np.empty(positions, np.int64)
        ends = np.zeros(positions, np.int16)
        pieces: list[Any] = []
        widths: list[Any] = []
        later = self._index_later_tier(np.empty(0, np.int64), np.empty(0, np.int32))
        if graph.ordered:
            later = self._number_all_positions()
        for tier in range(len(graph.sizes) - 1, -1, -1):
            begin, end = self.tiers[tier : tier + 2]
            mine = graph.get_keys_of_tier(tier)
            order = np.argsort(mine, kind="stable")
            keys[begin:end] = mine[order]
            bounds, children = self._link_children(keys[begin:end], later, ends[begin:end])
            pieces.append(children)
            widths.append(np.diff(bounds))
            if not graph.ordered:
                numbers = np.empty(end - begin, np.int32)
                numbers[order] = np.arange(begin, end, dtype=np.int32)
                later = self._index_later_tier(mine, numbers)
            self.workers.budget.report("keep the moves", positions - begin, positions)
        bounds = np.zeros(positions + 1, np.int64)
        np.cumsum(np.concatenate(widths[::-1]), out=bounds[1:])
        check_memory_for(self.workers.budget, 4 * int(bounds[-1]), "joining the moves")
        children = _join_children_of_tiers(pieces, int(bounds[-1]))
        gradual = LazyKernels(compiled=self.program.native)
        arena = Arena(
            self.program.game, bounds, children, ends, (), self.tiers, self.program, keys, (), {}, gradual
        )
        check_move_counts(arena)
        return replace(arena, starts=tuple(dict.fromkeys(map(arena.find_number, self.program.game.starts()))))

    def _number_all_positions(self) -> Any:
        """Return the table of all positions of an ordered graph, with their numbers."""
        everything: Keys = self.graph.array_store.get("keys")
        numbers = np.empty(len(everything), np.int32)
        for tier in range(len(self.graph.sizes)):
            members = self.graph.get_key_indices_of_tier(tier)
            order = np.argsort(everything[members], kind="stable")
            numbers[members[order]] = np.arange(*self.tiers[tier : tier + 2], dtype=np.int32)
        return self._index_later_tier(everything, numbers)

    def _index_later_tier(self, keys: Keys, numbers: Any) -> Any:
        return keys, numbers, *make_key_directory(self.program, keys, self.workers)

    def _link_children(self, parents: Keys, later: Any, ends: Any) -> tuple[Any, Any]:
        """Return the bounds and the children of a tier's positions, whose `ends` are written."""
        bounds = np.zeros(len(parents) + 1, np.int64)
        room = max(ROOM, 4 * len(parents))
        check_memory_for(self.workers.budget, 4 * room, "keeping the moves of a tier")
        children = np.empty(room, np.int32)
        around = np.empty(BLOCK + 1, np.int64)
        begin = made = 0
        while begin < len(parents):
            with track_kernel_positions(self.program, parents[begin:]):
                begin, made, status = self.kernel(
                    parents,
                    begin,
                    len(parents),
                    later,
                    allocate_move_arrays(self.room, np.int32),
                    around,
                    (bounds, children, ends),
                    made,
                )
            if status == FULL:
                self.workers.budget.report("keep the moves", begin)
                check_memory_for(self.workers.budget, 8 * len(children), "keeping the moves of a tier")
                larger = np.empty(2 * len(children), np.int32)
                larger[:made] = children[:made]
                children = larger
            elif status == MANY and self.room < MOST_MOVES:
                self.room *= 8
            elif status != DONE:
                raise_status_error(self.program.game, self.program.position_of_key(parents[begin]), status)
        return bounds, children[:made].copy()


def _join_children_of_tiers(pieces: list[Any], total: int) -> Any:
    """Return the tiers' children, the first tier's first; `pieces`, the last tier's first, is used up."""
    children = np.empty(total, np.int32)
    made = 0
    while pieces:
        piece = pieces.pop()
        children[made : made + len(piece)] = piece
        made += len(piece)
    return children


def make_interpreted_arena(
    game: Game, budget: Budget, most: int | None = None, *, allow_cycles: bool = False
) -> Arena:
    """Return the arena of a game by asking its own rules, with dictionaries.

    Raises as `make_compiled_arena` does, and `TooMany` where there are more than `most` positions.
    """
    graph = build_hashable_graph(game, budget, by_class=False, most=most)
    if graph.loop and not allow_cycles:
        raise make_loop_error(game, [graph.positions[place] for place in graph.loop])
    order = graph.order or range(len(graph.positions))
    number_of = {place: number for number, place in enumerate(order)}
    bounds = np.zeros(len(order) + 1, np.int64)
    np.cumsum([len(graph.children[place]) for place in order], out=bounds[1:])
    children = np.fromiter(
        (
            2 * number_of[child] + (graph.signs is not None and graph.signs[place][each] == 1)
            for place in order
            for each, child in enumerate(graph.children[place])
        ),
        np.int32,
        int(bounds[-1]),
    )
    ends = np.zeros(len(order), np.int16)
    for place, value in graph.ends.items():
        ends[number_of[place]] = value
    positions = [graph.positions[place] for place in order]
    arena = Arena(
        game,
        bounds,
        children,
        ends,
        tuple(dict.fromkeys(number_of[graph.index[start]] for start in game.starts())),
        (0, len(positions)),
        None,
        np.empty(0, np.int64),
        positions,
        {position: number for number, position in enumerate(positions)},
        has_cycles=bool(graph.loop),
    )
    check_move_counts(arena)
    return arena


def check_move_counts(arena: Arena) -> None:
    """Raise `BadRules` where a position has more moves than a policy can distinguish."""
    widths = np.diff(arena.bounds)
    if len(widths) and int(widths.max()) > MOST_CHOICES:
        where = describe_position(arena.game, arena.position_at(int(widths.argmax())))
        raise BadRules(
            f"{arena.game!r}: {int(widths.max()):,} moves at {where} are more than the {MOST_CHOICES:,} that "
            "a policy can tell apart: take a smaller game"
        )
