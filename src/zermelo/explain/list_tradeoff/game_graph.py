"""A game as a graph of decisions and throws, in which lists of rules are followed.

With dice it is the graph of the dice solver. Without dice it is the game's arena, symmetric positions as one:
a graph without throws.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.chance_guard import Arrays
from zermelo.compiler.kernels.chance_graph_kernels import DECISION, END
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question
from zermelo.explain.rule_lists.game_decisions import LARGEST, Decisions, make_too_large_error
from zermelo.explain.rule_lists.payoff_decisions import (
    build_decisions_of_any_game,
    make_arena_of_positions,
    make_decisions_of_mover,
)
from zermelo.solver.graph.chance_graph import build_chance_graph
from zermelo.solver.methods.value_iteration import LET_END, solve_values_of_chance_graph
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.storage.array_store import ArrayStore

MOST_EDGES: Final = 1 << 26
Rates = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class GameGraph:
    """A game's decisions and throws, with what each position is worth to its mover.

    graph     the arrays of `compiler.kernels.chance_graph_kernels`
    values    [positions] float64
    moves     [moves of the decisions' arena] int64: their edges in the graph
    """

    decisions: Decisions
    graph: Arrays = field(repr=False)
    values: Rates = field(repr=False)
    moves: npt.NDArray[np.int64] = field(repr=False)

    @cached_property
    def move_losses(self) -> Rates:
        """[moves] float64: what each gives away."""
        _, _, _, children, weights = self.graph
        towards = children[self.moves]
        after = np.where(towards < 0, -self.values[~towards], self.values[towards])
        movers = np.repeat(np.arange(self.decisions.arena.positions), np.diff(self.decisions.arena.bounds))
        return np.asarray(self.values[movers] - weights[self.moves] - after)


def make_expectation_graph(game: Game, budget: Budget) -> GameGraph:
    """Return the graph of a game with dice, or of a game in which points come on the way.

    Raises `MissingCapability` for several players, and for points where play may cycle. Raises `OutOfBudget`
    beyond two million positions, and the errors of solving the game.
    """
    check_question(game, "expected_list")
    return GRAPHS.choose(game)(game, budget)


def _make_dice_graph(game: Game, budget: Budget) -> GameGraph:
    """Return the graph of a game with dice: one position stands for all that are symmetric to it."""
    budget.record_base_memory()
    program = choose_solve_program(game)
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, program, budget, reservation, MOST_EDGES)
        if len(graph.positions) > LARGEST:
            raise make_too_large_error(game)
        found = solve_values_of_chance_graph(game, graph, budget, remedy=LET_END)
    heads, kinds, _, children, _ = graph.arrays
    positions = [graph.position_at(place) for place in range(len(kinds))]
    widths = np.where(kinds == DECISION, np.diff(heads), 0)
    bounds = np.zeros(len(widths) + 1, np.int64)
    np.cumsum(widths, out=bounds[1:])
    moves = np.flatnonzero(np.repeat(kinds == DECISION, np.diff(heads)))
    towards = children[moves]
    leads = np.where(towards < 0, 2 * ~towards, 2 * towards + 1).astype(np.int32)
    arena = make_arena_of_positions(game, bounds, leads, graph.starts, positions, {})
    classes, nothing = np.arange(len(widths), dtype=np.int32), np.zeros(len(moves), np.int16)
    return GameGraph(make_decisions_of_mover(arena, classes, nothing), graph.arrays, found.values, moves)


def _make_points_graph(game: Game, budget: Budget) -> GameGraph:
    """Return the graph of a game without dice: its arena, symmetric positions as one."""
    decisions = build_decisions_of_any_game(game, budget)
    if decisions.arena.has_cycles:
        raise MissingCapability(
            f"{game!r}: play may cycle and points come on the way, and what a list is expected to bring "
            "is asked of games that end: ask for a right list, without its price"
        )
    return make_graph_of_decisions(decisions)


def make_graph_of_decisions(decisions: Decisions) -> GameGraph:
    """Return the graph of a game without dice, whose decisions are known."""
    arena = decisions.arena
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
    return GameGraph(decisions, graph, decisions.values.astype(np.float64), np.arange(len(arena.children)))


GRAPHS: Final = ByKind("graph of expectations", _make_points_graph, dice=_make_dice_graph)
