"""The whole graph of a game of chance, with its edges: positions decide, roll dice, or are at their end.

Positions are found by the compiled rules, or, where they are no integers or the rules do not compile, by the
interpreter. Both give the same arrays, so values are found by the same kernels; see `kernels.chances`.

A value is that of a position's `mover`, at chance positions too, and it flips along every edge, move or
chance, that leads to a position with another mover.
"""

import random
from collections.abc import Hashable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NoReturn

import numpy as np

from zermelo.compiler import Program
from zermelo.compiler.words import Words
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, MissingCapability, OutOfBudget, ZermeloError, said_by
from zermelo.core.game import Game, has
from zermelo.core.values import LARGEST_VALUE, ROUNDING, UNDECIDED
from zermelo.graph.classes import class_size, representative
from zermelo.graph.enumeration import start_keys
from zermelo.graph.faults import all_of, raise_fault, say_position
from zermelo.graph.slices import GRAIN
from zermelo.graph.whereabouts import at_work
from zermelo.kernels import DONE, FULL, MANY, MOST_MOVES, RANGE, VALUE
from zermelo.kernels.chances import CHANCE, DECISION, END, SUM_WITHIN, UNEVEN, build_count_orbits, build_walk
from zermelo.kernels.forward import EMPTY
from zermelo.kernels.ordering import build_rehash
from zermelo.storage.shelf import Reservation

LARGEST = 1 << 30  # places are 32 bits
BYTES_A_PLACE = (
    8 + 2 * 4 + 8 + 1 + 8 + 28 + 4 + 8 + 3 * 8 + 4
)  # found, table, graph, finding components, bounds
BYTES_AN_EDGE = 4 + 8
REPORT = 1 << 12  # positions between two reports
PLAYS, PLIES, ROOM = 8, 100, 4096  # of the guard

Arrays = tuple[Any, Any, Any, Any, Any]  # heads, kinds, ends, children, weights


@dataclass
class ChanceGraph:
    """Every position once: `positions` [n] int64 keys or a list of anything hashable, and `arrays`.

    `starts` are the places of the game's starts, in their order.
    """

    positions: Any
    arrays: Arrays
    starts: list[int]
    words: Words | None = None

    def position(self, place: int) -> Any:
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


def refuse_chances(game: Game, wish: str) -> None:
    """Raise `MissingCapability` where the game has dice; `wish` says what is for games without."""
    if has(game, "chances"):
        raise MissingCapability(
            f"{game!r} has chances: {wish} for games without dice; such games are for solve, value, verify "
            "and check"
        )


def is_chance(game: Any, position: Any) -> bool:
    """Return whether dice decide at a position where play is not over."""
    return has(game, "chances") and any(True for _ in game.chances(position))


def check_movers(game: Game) -> None:
    """Raise `BadRules` where a game of chance does not say who moves, at every position."""
    if not has(game, "mover"):
        raise BadRules(f"{game!r}: chances() is defined without mover(): add def mover(self, position)")


def walk(game: Game, program: Program | None, budget: Budget, reservation: Reservation) -> ChanceGraph:
    """Return the graph: by the compiled rules, or by the interpreter where there is no `program`."""
    return walk_plainly(game, budget) if program is None else walk_program(program, budget, reservation)


def walk_program(program: Program, budget: Budget, reservation: Reservation) -> ChanceGraph:
    """Return the graph that compiled rules give; memory is counted in `reservation`.

    Raises `BadRules` where the rules raise or break the contract, `OutOfBudget`.
    """
    guard_chances(program)
    starts = start_keys(program)
    return _Walk(program, budget, reservation, starts).run()


class _Walk:
    """The arrays while they grow."""

    def __init__(self, program: Program, budget: Budget, reservation: Reservation, starts: Any) -> None:
        self.program, self.budget, self.reservation = program, budget, reservation
        self.walk = program.kernel(build_walk)
        self.rehash = program.shared_kernel(build_rehash)
        self.count = len(starts)
        self.found = np.empty(0, np.int64)
        self.graph = _empty_arrays(0, 0)
        self._grow(max(1024, 4 * self.count), 1 << 12)
        self.found[: self.count] = starts
        self.rehash(self.table, self.found, self.count)

    def run(self) -> ChanceGraph:
        begin = 0
        while begin < self.count:
            end = min(self.count, begin + GRAIN)
            with at_work(self.program, self.found[begin:end]):
                begin, self.count, status = self.walk(
                    self.found, self.table, self.graph, begin, end, self.count
                )
            self.budget.report("enumerate", begin)
            places, edges = len(self.found), len(self.graph[3])
            if status == FULL:
                self._grow(2 * places, edges)
                self.rehash(self.table, self.found, self.count)
            elif status == MANY and edges - self.graph[0][begin] <= MOST_MOVES:
                self._grow(places, 2 * edges)
                self.rehash(self.table, self.found, self.count)
            elif status != DONE:
                raise_chance_fault(self.program.game, self.program.position(self.found[begin]), status)
        heads, kinds, ends, children, weights = self.graph
        count, edges = self.count, heads[self.count]
        arrays = (heads[: count + 1], kinds[:count], ends[:count], children[:edges], weights[:edges])
        canonical = representative(self.program.game)
        keys = [self.program.key(canonical(start)) for start in self.program.game.starts()]
        first = {int(key): place for place, key in enumerate(self.found[: len(set(keys))])}
        return ChanceGraph(self.found[:count], arrays, [first[key] for key in keys], self.program.words)

    def _grow(self, places: int, edges: int) -> None:
        if max(places, edges) > LARGEST:
            raise OutOfBudget(f"{self.program.game!r}: more than {LARGEST:,} positions or edges: take less")
        self.reservation.set(BYTES_A_PLACE * places + BYTES_AN_EDGE * edges)
        self.found = _longer(self.found, places)
        longer = _empty_arrays(places, edges)
        for mine, old in zip(longer, self.graph, strict=True):
            mine[: len(old)] = old
        self.graph = longer
        self.table = np.full(2 * places, EMPTY, np.int32)


def _longer(array: Any, size: int) -> Any:
    longer = np.zeros(size, array.dtype)
    longer[: len(array)] = array
    return longer


def walk_plainly(game: Game, budget: Budget) -> ChanceGraph:
    """Return the graph by asking the rules themselves: positions are integers or any hashable."""
    canonical = representative(game)
    starts = [canonical(start) for start in game.starts()]
    index: dict[Hashable, int] = {}
    for start in starts:
        index.setdefault(start, len(index))
    positions = list(index)
    heads, kinds, ends = [0], [], []
    children: list[int] = []
    weights: list[float] = []
    for place, position in enumerate(positions):  # grows while it is walked
        if place % REPORT == 0:
            budget.report("enumerate", place)
        kind, end, edges = ask(game, position)
        for weight, child, flips in edges:
            least = canonical(child)
            where = index.setdefault(least, len(positions))
            if where == len(positions):
                positions.append(least)
            children.append(~where if flips else where)
            weights.append(weight)
        kinds.append(kind)
        ends.append(float(end))
        heads.append(len(children))
    arrays = (
        np.array(heads, np.int64),
        np.array(kinds, np.int8),
        np.array(ends, np.float64),
        np.array(children, np.int32),
        np.array(weights, np.float64),
    )
    return ChanceGraph(positions, arrays, [index[start] for start in starts])


def totals_of(game: Game, program: Program | None, graph: ChanceGraph, values: Any) -> list[int]:
    """Return how many positions their movers expect to win, draw and lose, over whole classes."""
    signs = np.where(np.abs(values) < ROUNDING, 0, np.sign(values)).astype(np.int8)
    if program is not None:
        totals = np.zeros(3, np.int64)
        program.kernel(build_count_orbits)(graph.positions, signs, totals)
        return [int(total) for total in totals]
    counts = [0, 0, 0]
    size_of = class_size(game)
    for position, sign in zip(graph.positions, signs.tolist(), strict=True):
        counts[1 - sign] += size_of(position)
    return counts


Edge = tuple[float, Any, bool]  # probability or points, the position it leads to, does the mover change?


def ask(game: Any, position: Any) -> tuple[int, int, list[Edge]]:
    """Return (kind, what an end is worth, edges) of one position, asked of the rules themselves.

    Raises `BadRules` where they raise or break the contract.
    """
    try:
        return _ask(game, position)
    except ZermeloError:
        raise
    except Exception as error:
        where = say_position(game, position)
        raise BadRules(f"{game!r}: the rules raise {said_by(error)} at position {where}") from error


def _ask(game: Any, position: Any) -> tuple[int, int, list[Edge]]:
    value = game.outcome(position)
    edges: list[Edge] = []
    if value == UNDECIDED:
        mover = game.mover(position) if has(game, "mover") else None  # then every edge passes the turn
        thrown = all_of(game, "chances", game.chances(position), position) if has(game, "chances") else ()
        for probability, child in thrown:
            edges.append((float(probability), child, mover is None or game.mover(child) != mover))
        if edges:
            total = sum(weight for weight, _, _ in edges)
            if not (all(weight > 0 for weight, _, _ in edges) and abs(total - 1) <= SUM_WITHIN):
                raise_chance_fault(game, position, UNEVEN)
            return CHANCE, 0, _in_range(game, position, edges)
        for move in game.moves(position):
            child = game.play(position, move)
            points = game.gain(position, move) if has(game, "gain") else 0
            _check_value(game, position, points)
            edges.append((float(points), child, mover is None or game.mover(child) != mover))
            if len(edges) > MOST_MOVES:
                raise_fault(game, position, MANY)
        if edges:
            return DECISION, 0, _in_range(game, position, edges)
        value = game.stuck(position)
    _check_value(game, position, value)
    return END, int(value), []


def _check_value(game: Game, position: Any, value: Any) -> None:
    if value is None or not -LARGEST_VALUE <= value <= LARGEST_VALUE or value != int(value):
        raise_fault(game, position, VALUE)


def _in_range(game: Game, position: Any, edges: list[Edge]) -> list[Edge]:
    if isinstance(position, int):
        for _, child, _ in edges:
            if not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
                raise_chance_fault(game, position, RANGE)
    return edges


def raise_chance_fault(game: Any, position: Any, status: int) -> NoReturn:
    """Raise what `status` means at `position`, where it may be one of chance."""
    where = f"position {say_position(game, position)}"
    chances = [] if game.outcome(position) != UNDECIDED else list(game.chances(position))
    if status == UNEVEN:
        total = sum(probability for probability, _ in chances)
        raise BadRules(
            f"{game!r}: the probabilities of chances() at {where} sum to {total:.12g}: "
            "yield positive ones that sum to 1"
        )
    if status == RANGE and chances:
        raise BadRules(
            f"{game!r}: chances() at {where} leave the range: positions are integers, 0 <= p < 2**63"
        )
    raise_fault(game, position, status)


def guard_chances(program: Program, seed: int = 1913) -> None:
    """Raise `BadRules` at the first position of random play where compiled and own rules differ."""
    fact = f"guarded-chances-{[program.key(start) for start in program.game.starts()][:4]}"
    if program.recall(fact):
        return
    chance = random.Random(seed)
    starts = [program.key(start) for start in program.game.starts()]
    for _ in range(PLAYS):
        key = chance.choice(starts)
        for _ in range(PLIES):
            children = compare_chances(program, key)
            if not children:
                break
            key = chance.choice(children)
    program.remember(fact)


def compare_chances(program: Program, key: int) -> list[int]:
    """Return the keys that a position's edges lead to; raise `BadRules` where compiled rules have others."""
    canonical, position = representative(program.game), program.position(key)
    kind, end, edges = ask(program.game, position)
    own = [(program.key(canonical(child)), flips, weight) for weight, child, flips in edges]
    with at_work(program, [key]):
        found = _look(program, key)
    if found != (kind, end, own) and len(own) <= ROOM:
        where = say_position(program.game, position)
        raise BadRules(
            f"{program.game!r}: compiled rules and the interpreter differ at position {where}: "
            "integers beyond 63 bits? use --interpreted"
        )
    return [child for child, _, _ in own]


def _look(program: Program, key: int) -> tuple[int, float, list[tuple[int, bool, float]]]:
    """Return the kind, the end and the edges of one position, as compiled rules have them."""
    found, table = np.full(2 * ROOM, key, np.int64), np.full(4 * ROOM, EMPTY, np.int32)
    program.shared_kernel(build_rehash)(table, found, 1)
    graph = _empty_arrays(1, ROOM)
    program.kernel(build_walk)(found, table, graph, 0, 1, 1)
    heads, kinds, ends, children, weights = (array.tolist() for array in graph)
    edges = [
        (int(found[child if child >= 0 else ~child]), child < 0, weight)
        for child, weight in zip(children[: heads[1]], weights[: heads[1]], strict=True)
    ]
    return kinds[0], ends[0], edges


def _empty_arrays(places: int, edges: int) -> Arrays:
    return (
        np.zeros(places + 1, np.int64),
        np.zeros(places, np.int8),
        np.zeros(places, np.float64),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
    )
