"""What a list of rules comes to: a fixed policy against an opponent, as a Markov chain with rewards.

The list's player chooses uniformly among the moves that the list allows; where no rule fires, among all
moves. The opponent draws replies, each with the same probability, or knows the list and chooses what brings
most. Rewards are what ends are worth, and points on the way. Expectations are computed in doubles, by
backward induction over all positions that can occur.

Where play may cycle, or dice lead round, positions that lead to each other are priced together, by bounds
from below and from above that close in on their values (see `explain.kernels.policy_loops`). Half of the
distance that is left between the bounds is a bound of the error, besides rounding.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernels.chance_graph_kernels import (
    DECISION,
    build_find_components_kernel,
)
from zermelo.core.budget import Budget
from zermelo.explain.kernels.policy_evaluation_kernel import (
    build_count_visits,
    build_evaluate_acyclic_policy,
    build_evaluate_policy,
    build_policy_graph,
)
from zermelo.explain.kernels.policy_loops import CHOSEN, DRAWN, LoopWorkspace, PolicyGraph
from zermelo.explain.list_tradeoff.game_graph import GameGraph, Rates
from zermelo.explain.rule_lists.game_decisions import Bools
from zermelo.solution.arena.position_arena import check_memory_for

PASSES: Final = 1000  # kernels are called for every list that is tried
NOTHING: Final = np.empty(0)
SIDE_NAMES: Final = ("first", "second")  # of sides 0 and 1
Nodes = npt.NDArray[np.int32]


class FollowedList(NamedTuple):
    """What comes about when a list is followed: nodes with their edges, and the order to price them in."""

    nodes: Nodes  # of the game: places in roles, see `explain.kernels.policy_evaluation_kernel`
    graph: PolicyGraph
    components: tuple[Any, Any]  # (order, bounds)

    def draw_replies(self) -> "FollowedList":
        """Return the same for an opponent who draws replies, each as likely."""
        kinds = np.where(self.graph.kinds == CHOSEN, np.int8(DRAWN), self.graph.kinds)
        return self._replace(graph=self.graph._replace(kinds=kinds))


class PolicyEvaluation:
    """Evaluates lists of one game; its subclasses say by which objective lists are compared."""

    exhaustive = False  # whether all lists of so many rules are tried where that is not too much work

    def __init__(self, game_graph: GameGraph, sides: Sequence[int], budget: Budget | None = None) -> None:
        self.game_graph, self.decisions = game_graph, game_graph.decisions
        self.sides, self.budget = tuple(sides), budget or Budget()
        heads, kinds, ends, children, weights = game_graph.graph
        positions = len(kinds)
        check_memory_for(
            budget, 128 * positions + 24 * len(children), "what a list is worth at all positions"
        )
        towards = np.where(children < 0, 2 * ~children + 1, 2 * children).astype(np.int32)
        self.graph = heads, kinds, towards, weights
        self.is_weighted = bool(weights.any())
        self.ends = np.stack((ends, -ends), axis=1).ravel()  # [nodes] float64: what ends bring the opponent
        self.node_kinds = np.repeat(kinds, 2)
        self.node_kinds[(self.node_kinds == DECISION) & (np.arange(2 * positions) & 1 == 0)] = CHOSEN
        self.roots = {side: self._find_start_nodes(side) for side in self.sides}
        self.has_cycles = self.decisions.arena.has_cycles  # of moves alone
        self.steps = 0  # how many edges of loops, and of what leads to them, were looked at

    def _find_start_nodes(self, side: int) -> npt.NDArray[np.int64]:
        """Return the starts of a side as nodes, as many as there are."""
        places = self.decisions.classes[list(self.decisions.arena.starts)].astype(np.int64)
        return np.asarray(2 * places + (side == 0))

    def list_nodes(self) -> Nodes:
        """Return the nodes at which lists are evaluated, ascending."""
        return np.arange(len(self.node_kinds), dtype=np.int32)

    @cached_property
    def _sorted_nodes(self) -> tuple[Nodes, Any]:
        """The same, every node after what its moves lead to whatever a list allows, and where parts begin."""
        nodes = self.list_nodes()
        order, bounds = self._sort_nodes(self._restrict(self.all_moves_mask, self.all_moves_mask, nodes))
        return nodes[order], bounds

    @property
    def nodes(self) -> Nodes:
        """[nodes] int32: those at which lists are evaluated, near in memory where they are near in play."""
        return self._sorted_nodes[0]

    @cached_property
    def all_moves_mask(self) -> Bools:
        """[moves] bool: all of them."""
        return np.ones(len(self.game_graph.moves), np.bool_)

    @cached_property
    def decision_places(self) -> npt.NDArray[np.int64]:
        """The classes at which a list may be asked, ascending."""
        return self.decisions.unfinished_places

    def follow_list(
        self, allowed: Bools, replies: Bools | None = None, nodes: Nodes | None = None
    ) -> FollowedList:
        """Return what a list lets come about; the next call overwrites its edges.

        `allowed` [moves] are its moves and `replies` [moves] the opponent's, by default all. All that comes
        about from `nodes` is among them.
        """
        every = self.nodes  # sorted before the arrays are filled that sorting fills
        asked = every if nodes is None else nodes
        graph = self._restrict(allowed, self.all_moves_mask if replies is None else replies, asked)
        return FollowedList(asked, graph, self._sort_nodes(graph) if self.has_cycles else self._order)

    def _restrict(self, allowed: Bools, replies: Bools, nodes: Nodes) -> PolicyGraph:
        """Return the edges of some nodes, in arrays that the next call overwrites."""
        self._node_indexes[nodes] = np.arange(len(nodes), dtype=np.int32)
        heads, children, weights = self._edge_arrays
        graph = PolicyGraph(heads[: len(nodes) + 1], children, weights, self.node_kinds[nodes])
        restrict = self.compile_kernel(build_policy_graph)
        edges = self._mark_graph_edges(allowed), self._mark_graph_edges(replies)
        restrict(self.graph, *edges, nodes, self._node_indexes, graph)
        return graph

    def _mark_graph_edges(self, moves: Bools) -> Bools:
        """Return [edges of the graph] bool of [moves]; what dice bring is never asked about."""
        if len(self.game_graph.moves) == len(self.graph[2]):
            return moves
        edges = np.ones(len(self.graph[2]), np.bool_)
        edges[self.game_graph.moves] = moves
        return edges

    @cached_property
    def _node_indexes(self) -> Nodes:
        """[nodes of the game]: which of the nodes that are followed each is; of others it says nothing."""
        return np.full(len(self.node_kinds), -1, np.int32)

    @cached_property
    def _edge_arrays(self) -> tuple[Any, Any, Any]:
        nodes = self.list_nodes()
        moves = int(np.diff(self.graph[0])[nodes >> 1].sum())
        weights = np.empty(moves if self.is_weighted else 0)
        return np.zeros(len(nodes) + 1, np.int64), np.empty(moves, np.int32), weights

    @cached_property
    def _order(self) -> tuple[Any, Any]:
        nodes, bounds = self._sorted_nodes
        return np.arange(len(nodes), dtype=np.int32), bounds

    def _sort_nodes(self, graph: PolicyGraph) -> tuple[Any, Any]:
        """Return the order of what leads to each other, and where each part of it begins."""
        nodes = len(graph.kinds)
        order, bounds = np.empty(nodes, np.int32), np.empty(nodes + 1, np.int64)
        find_components = self.compile_kernel(build_find_components_kernel)
        count = find_components(graph.heads, graph.children, order, bounds, _allocate_component_work(nodes))
        return order, bounds[: count + 1]

    @cached_property
    def has_loops(self) -> bool:
        """Whether play may come to a position again, by moves or by dice."""
        if self.has_cycles:
            return True
        heads, _, towards, _ = self.graph
        stays = towards >> 1 == np.repeat(np.arange(len(heads) - 1), np.diff(heads))
        nodes, bounds = self._sorted_nodes
        return len(nodes) >= len(bounds) or bool(stays.any())

    @cached_property
    def _loop_workspace(self) -> LoopWorkspace:
        nodes = len(self.nodes)
        numbers, labels, groups, order = np.full((4, nodes), -1, np.int32)
        bounds, heads = np.zeros((2, nodes + 1), np.int64)
        before, kept = np.zeros((2, nodes))
        stays, children = np.zeros(nodes, np.int8), np.empty(len(self._edge_arrays[1]), np.int32)
        work = _allocate_component_work(nodes)
        return LoopWorkspace(
            numbers, labels, groups, order, bounds, stays, before, kept, heads, children, work
        )

    def compute_bounds(
        self,
        followed: FollowedList,
        ends: Rates,
        near: tuple[float, float],
        *,
        endless: float = 0.0,
        begun: Rates = NOTHING,
    ) -> tuple[Rates, Rates]:
        """Return (low, high), [nodes followed] each: what the opponent gets lies between.

        `ends` [nodes] is what each end brings the opponent, `endless` what play brings that never ends. In
        loops bounds come as near as the first of `near`, or until no sweep moves one by more than the second.
        With `begun` [nodes], which is below what they bring, they are closed in from there alone.
        """
        low = ends[followed.nodes]
        if not self.has_loops:
            evaluate = self.compile_kernel(build_evaluate_acyclic_policy)
            evaluate(followed.graph, followed.components[0], low)
            return low, low
        high = low[:0] if len(begun) else low.copy()
        evaluate, room = self.compile_kernel(build_evaluate_policy), self._loop_workspace
        self.steps += int(
            evaluate(followed.graph, followed.components, (low, high), begun, endless, near, room)
        )
        return low, low if len(begun) else high

    def count_visits(self, followed: FollowedList, table: Rates) -> Rates:
        """Return [nodes followed]: how often play comes there that begins as each of the sides.

        An opponent who chooses makes the most of `table`.
        """
        left, visits = np.zeros(len(table)), np.zeros(len(table))
        for roots in self.roots.values():
            np.add.at(left, self._node_indexes[roots], 1 / len(roots) / len(self.sides))
        visit = self.compile_kernel(build_count_visits)
        visit(followed.graph, followed.components, table, visits, left)
        return visits

    def compile_kernel(self, build: Any) -> Any:
        """Return the kernel that `build(jit)` makes, to go through the graph once for every list tried."""
        return self.decisions.arena.gradual.kernel(build, PASSES * 2 * len(self.graph[2]))

    def score_allowed_moves(self, allowed: Bools) -> tuple[float, float, float]:
        """Return what a list is worth by what it allows, the most important first; the first is 0 at most."""
        raise NotImplementedError

    @property
    def moves_per_evaluation(self) -> int:
        """How many moves are gone through to price one list."""
        raise NotImplementedError


def _allocate_component_work(nodes: int) -> tuple[Any, ...]:
    """Return what `find_components` works with."""
    return (*np.empty((5, nodes), np.int32), np.empty(nodes, np.int64))
