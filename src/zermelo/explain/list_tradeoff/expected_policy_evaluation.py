"""What a list of rules is expected to bring where dice are thrown, or where points come on the way.

The list's player chooses uniformly among the moves that the list allows; where no rule fires, among all
moves. The list is evaluated against

    perfect    one who knows the list, and makes the least of its expectation
    best play  one who makes each of the moves that are best against anybody with the same probability
    random     one who makes any move, each with the same probability
    itself     one who plays by the same list

What a list *costs* is how much more the start is worth than the list is expected to get against the perfect
opponent: nobody can make it cost more. Where dice lead round, expectations are closed in from below and from
above (see `solver.methods.value_iteration`); half the widest gap is a bound of their error, besides rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.chance_guard import Arrays
from zermelo.compiler.kernels.chance_graph_kernels import DECISION, END
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question
from zermelo.explain.kernels.chance_policy_evaluation import build_compute_expected_values, build_count_visits
from zermelo.explain.rule_lists.game_decisions import LARGEST, Bools, Decisions, make_too_large_error
from zermelo.explain.rule_lists.payoff_decisions import WITHIN, build_decisions_of_any_game
from zermelo.solution.arena.position_arena import Arena, check_memory_for
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph
from zermelo.solver.methods.value_iteration import LET_END, solve_values_of_chance_graph, sort_components
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.storage.array_store import ArrayStore

QUICK: Final = 1e-7  # how far a sweep may still go while lists are compared
CLOSE: Final = 1e-13  # how far a sweep may go at last
DIGITS: Final = 9  # after the point, to which they are
SWEEPS: Final = 30  # through a loop, about
PASSES: Final = 1000  # kernels are called for every list that is tried
MOST_EDGES: Final = 1 << 26
NOBODY: Final = np.empty(0, np.bool_)  # replies: the least of all
NOTHING: Final = np.empty(0)  # begun: as far away as can be
Rates = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ExpectationGraph:
    """A game as a graph of decisions and throws, with what each position is worth to its mover.

    graph     the arrays of `compiler.kernels.chance_graph_kernels`
    values    [positions] float64
    moves     [moves of the decisions' arena] int64: their edges in the graph
    """

    decisions: Decisions
    graph: Arrays = field(repr=False)
    values: Rates = field(repr=False)
    moves: npt.NDArray[np.int64] = field(repr=False)
    error_bound: float  # of values

    @cached_property
    def move_losses(self) -> Rates:
        """[moves] float64: what each gives away."""
        _, _, _, children, weights = self.graph
        towards = children[self.moves]
        after = np.where(towards < 0, -self.values[~towards], self.values[towards])
        movers = np.repeat(np.arange(self.decisions.arena.positions), np.diff(self.decisions.arena.bounds))
        return np.asarray(self.values[movers] - weights[self.moves] - after)


def make_expectation_graph(game: Game, budget: Budget) -> ExpectationGraph:
    """Return the graph of a game with dice, or of a game in which points come on the way.

    Raises `MissingCapability` for several players, and for points where play may cycle. Raises `OutOfBudget`
    beyond two million positions, and the errors of solving the game.
    """
    check_question(game, "expected_list")
    return GRAPHS.choose(game)(game, budget)


def _make_dice_graph(game: Game, budget: Budget) -> ExpectationGraph:
    """Return the graph of a game with dice: one position stands for all that are symmetric to it."""
    budget.record_base_memory()
    program = choose_solve_program(game)
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, program, budget, reservation, MOST_EDGES)
        if len(graph.positions) > LARGEST:
            raise make_too_large_error(game)
        graph = reorder_graph(graph, sort_components(graph, LazyKernels(), budget)[0])
        found = solve_values_of_chance_graph(game, graph, budget, remedy=LET_END)
    heads, kinds, _, children, _ = graph.arrays
    positions = [graph.position_at(place) for place in range(len(kinds))]
    widths = np.where(kinds == DECISION, np.diff(heads), 0)
    bounds = np.zeros(len(widths) + 1, np.int64)
    np.cumsum(widths, out=bounds[1:])
    moves = np.flatnonzero(np.repeat(kinds == DECISION, np.diff(heads)))
    towards = children[moves]
    arena = Arena(
        game,
        bounds,
        np.where(towards < 0, 2 * ~towards, 2 * towards + 1).astype(np.int32),
        np.zeros(len(widths), np.int16),
        tuple(graph.starts),
        (0, len(widths)),
        None,
        np.empty(0, np.int64),
        positions,
        {},
    )
    nothing = np.zeros(len(widths), np.int16)
    decisions = Decisions(
        game,
        arena,
        np.arange(len(widths), dtype=np.int32),
        nothing,
        nothing.astype(np.int32) - 1,
        np.zeros(len(moves), np.int16),
        alone=True,
    )
    return ExpectationGraph(decisions, graph.arrays, found.values, moves, found.error_bound)


def reorder_graph(graph: ChanceGraph, order: npt.NDArray[np.int32]) -> ChanceGraph:
    """Return a graph whose places are taken in an order, so that what is near in it is near in memory.

    Of pig to 100 a list takes 1.4 s to price so, and 3.7 s in the order in which positions were found.
    """
    heads, kinds, ends, children, weights = graph.arrays
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    widths = np.diff(heads)[order]
    bounds = np.zeros(len(heads), np.int64)
    np.cumsum(widths, out=bounds[1:])
    edges = np.arange(bounds[-1]) + np.repeat(heads[:-1][order] - bounds[:-1], widths)
    towards = children[edges]
    renumbered = np.where(towards < 0, ~places[~towards], places[towards]).astype(np.int32)
    positions = graph.positions
    taken = (
        [positions[place] for place in order.tolist()] if isinstance(positions, list) else positions[order]
    )
    arrays = (bounds, kinds[order], ends[order], renumbered, weights[edges])
    return ChanceGraph(taken, arrays, places[graph.starts].tolist(), graph.words)


def _make_points_graph(game: Game, budget: Budget) -> ExpectationGraph:
    """Return the graph of a game without dice: its arena, symmetric positions as one."""
    decisions = build_decisions_of_any_game(game, budget)
    arena = decisions.arena
    if arena.has_cycles:
        raise MissingCapability(
            f"{game!r}: play may cycle and points come on the way, and what a list is expected to bring "
            "is asked of games that end: ask for a right list, without its price"
        )
    stays = arena.children & 1 == 1
    signs = np.where(stays, 1, -1)
    kinds = np.where(np.diff(arena.bounds) > 0, DECISION, END).astype(np.int8)
    graph = (
        arena.bounds,
        kinds,
        arena.ends.astype(np.float64),
        np.where(stays, decisions.child_places, ~decisions.child_places).astype(np.int32),
        decisions.kept - signs * decisions.values[decisions.child_places].astype(np.float64),
    )
    return ExpectationGraph(
        decisions, graph, decisions.values.astype(np.float64), np.arange(len(arena.children)), 0.0
    )


class ExpectedPolicyEvaluation:
    """Says what lists of one game are expected to bring, over all that play can reach by any moves."""

    def __init__(self, expectation_graph: ExpectationGraph, sides: Sequence[int], budget: Budget) -> None:
        self.expectation_graph, self.decisions, self.sides, self.budget = (
            expectation_graph,
            expectation_graph.decisions,
            tuple(sides),
            budget,
        )
        positions = self.decisions.arena.positions
        check_memory_for(budget, 8 * 8 * positions, "what a list is expected to bring at all positions")
        self.gradual = LazyKernels()
        graph = ChanceGraph((), expectation_graph.graph, [])
        self.components = sort_components(graph, self.gradual, budget)
        self._table: Rates = np.empty(2 * positions)
        heads, kinds, ends, children, weights = expectation_graph.graph
        towards = np.where(children < 0, 2 * ~children + 1, 2 * children).astype(np.int32)
        self.graph = heads, kinds, ends, towards, weights

    @cached_property
    def all_moves_mask(self) -> Bools:
        """[moves] bool: all of them."""
        return np.ones(len(self.expectation_graph.moves), np.bool_)

    @cached_property
    def decision_places(self) -> npt.NDArray[np.int64]:
        """The classes at which a list may be asked, ascending."""
        return self.decisions.unfinished_places

    @property
    def moves_per_evaluation(self) -> int:
        """How many moves are gone through to price one list."""
        loops = len(self.components[1]) - 1 < self.decisions.arena.positions
        return 2 * (SWEEPS if loops else 1) * len(self.expectation_graph.graph[3])

    def find_start_nodes(self, side: int) -> npt.NDArray[np.int64]:
        """Return the starts of a side as nodes, as many as there are."""
        places = self.decisions.classes[list(self.decisions.arena.starts)].astype(np.int64)
        return np.asarray(2 * places + (side == 0))

    def compute_start_value(self, side: int) -> float:
        """Return what the start is worth to a side, the mean of several."""
        roots = self.find_start_nodes(side)
        return float((self.expectation_graph.values[roots >> 1] * (1 if side == 0 else -1)).mean())

    def compile_kernel(self, build: Any) -> Any:
        """Return the kernel that `build(jit)` makes, to go through the graph once for every list tried."""
        return self.gradual.kernel(build, PASSES * 2 * len(self.expectation_graph.graph[3]))

    def mark_graph_edges(self, moves: Bools) -> Bools:
        """Return [edges of the graph] bool of [moves]; what dice bring is never asked about."""
        edges = np.ones(len(self.expectation_graph.graph[3]), np.bool_)
        edges[self.expectation_graph.moves] = moves
        return edges

    @cached_property
    def best_moves_mask(self) -> Bools:
        """[moves] bool: those that give away nothing."""
        return np.asarray(self.expectation_graph.move_losses <= WITHIN)

    def compute_expectations(self, allowed: Bools, replies: Bools = NOBODY) -> tuple[Rates, float]:
        """Return [2 * positions], what a list brings at every node, and how far from it that may be.

        `replies` [moves] bool are the opponent's moves; if there are none, the opponent plays perfectly.
        """
        low, high = (
            self._fill_expectations(allowed, replies, NOTHING, sign, CLOSE).copy() for sign in (-1.0, 1.0)
        )
        width = np.abs(high - low)
        return (low + high) / 2, float(np.nanmax(width, initial=0)) / 2

    @cached_property
    def _best_expectations(self) -> Rates:
        """[2 * positions]: what best play brings; no list brings more against the perfect opponent."""
        values = self.expectation_graph.values
        return np.stack((-values, values), axis=1).ravel()

    def _compute_expectations_against_perfect(self, allowed: Bools) -> Rates:
        """Return what a list brings against the perfect opponent, or hardly more; it is overwritten."""
        return self._fill_expectations(allowed, NOBODY, self._best_expectations, 1.0, QUICK)

    def _fill_expectations(
        self, allowed: Bools, replies: Bools, begun: Rates, sign: float, close: float
    ) -> Rates:
        """Write and return the table, from one side; the next call overwrites it."""
        told = self.mark_graph_edges(replies) if len(replies) else NOBODY
        expect = self.compile_kernel(build_compute_expected_values)
        edges = self.mark_graph_edges(allowed)
        expect(self.graph, self.components, edges, told, self._table, begun, sign, close)
        return self._table

    def score_allowed_moves(self, allowed: Bools) -> tuple[float, float, float]:
        """Return what a list costs at the start, as less than 0; the mean of its sides."""
        table = self._compute_expectations_against_perfect(allowed)
        got = sum(
            float(table[self.find_start_nodes(side)].mean()) - self.compute_start_value(side)
            for side in self.sides
        )
        return min(0.0, round(got / len(self.sides), DIGITS)) + 0.0, 0.0, 0.0

    def compute_expectations_and_visits(self, allowed: Bools, replies: Bools = NOBODY) -> tuple[Rates, Rates]:
        """Return what a list brings against the perfect opponent at nodes, and how often each is visited.

        Play begins as each of the sides. The opponent is the perfect one, or makes `replies`.
        """
        table = self._compute_expectations_against_perfect(allowed)
        left, visits = np.zeros(len(table)), np.zeros(len(table))
        for side in self.sides:
            roots = self.find_start_nodes(side)
            np.add.at(left, roots, 1 / len(roots) / len(self.sides))
        visit = self.compile_kernel(build_count_visits)
        edges = self.mark_graph_edges(allowed)
        told = self.mark_graph_edges(replies) if len(replies) else NOBODY
        visit(self.graph, self.components, edges, told, table, visits, left)
        return table, visits

    def compute_move_values(self, table: Rates) -> Rates:
        """Return [moves]: what each leads to, made by the list's player, if `table` holds after it."""
        _, _, _, towards, weights = self.graph
        return np.asarray(
            table[towards[self.expectation_graph.moves] ^ 1] + weights[self.expectation_graph.moves]
        )


def remove_arena_measures(features: Sequence[Any]) -> tuple[Any, ...]:
    """Return features that are asked of the rules alone: a graph with dice is no arena."""
    return tuple(replace(feature, at_once=None) for feature in features)


GRAPHS: Final = ByKind("graph of expectations", _make_points_graph, dice=_make_dice_graph)
