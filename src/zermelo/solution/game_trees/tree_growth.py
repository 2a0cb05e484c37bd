"""The growth of a game tree: each vertex with all that is drawn below it, from left to right."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules
from zermelo.core.game import Game, Position
from zermelo.solution.game_trees.tree_edges import EdgeArrangement, make_representative_function
from zermelo.solution.game_trees.tree_vertex import (
    Vertex,
    VertexArrival,
    VertexCut,
    VertexNumbers,
    make_arrival_by_edge,
)
from zermelo.solution.game_trees.vertex_value import VertexValuer


class TreeGrowth:
    """A tree while it grows: with `shared` each position is expanded once, or each class where they merge."""

    def __init__(
        self,
        game: Game,
        graph: dict[Any, CheckedExpansion],
        judging: VertexValuer,
        arrangement: EdgeArrangement,
        numbers: VertexNumbers,
        *,
        depth: int | None,
        shared: bool,
    ) -> None:
        self.game, self.graph, self.judging, self.arrangement = game, graph, judging, arrangement
        self.depth, self.numbers = depth, numbers
        self.rules = CheckedRules(game, whole=False)
        merged = shared and arrangement.class_of is not None
        self.known_as: Callable[[Position], Position] = (
            make_representative_function(game) if merged else lambda position: position
        )
        self.expanded: dict[tuple[Position, int], int] | None = {} if shared else None
        self.way: dict[tuple[Position, int], int] = {}  # from the root to where it grows

    def expand_position(self, position: Position) -> CheckedExpansion:
        """Return what the rules say of a position, asked once."""
        if position not in self.graph:
            self.graph[position] = self.rules.expand(position)
        return self.graph[position]

    def grow_vertex(self, arrival: VertexArrival, depth: int, is_best: bool) -> Vertex:
        """Return the vertex that an arrival leads to, with all that is drawn below it."""
        position = arrival.position
        expansion = self.expand_position(position)
        vertex = Vertex(
            *arrival,
            number=self.numbers.next_number(depth),
            **self.judging.find_vertex_value(position, expansion)._asdict(),
            is_finished=expansion.end is not None,
            is_chance=expansion.probabilities is not None,
            is_best=is_best,
        )
        key = self.known_as(position), arrival.mover
        if self.expanded is not None and key in self.expanded:
            return replace(vertex, cut=VertexCut.SHARED, cause=self.expanded[key])
        above = self.way.get(key)
        if above is not None:
            return replace(vertex, cut=VertexCut.LOOP, cause=above)
        if depth == self.depth and expansion.children:
            return replace(vertex, cut=VertexCut.DEPTH)
        if self.expanded is not None:
            self.expanded[key] = vertex.number
        self.way[key] = vertex.number
        vertex = self._add_children(vertex, expansion, depth)
        del self.way[key]
        return vertex

    def _add_children(self, vertex: Vertex, expansion: CheckedExpansion, depth: int) -> Vertex:
        edges = self.arrangement.list_edges(vertex.position, expansion)
        branches = [] if vertex.is_chance else [edge.branch for edge in edges]
        best = self.judging.mark_best_branches(vertex.position, branches) or [False] * len(edges)
        children = tuple(
            self.grow_vertex(
                make_arrival_by_edge(self.game, vertex.position, vertex.mover, edge), depth + 1, is_best
            )
            for edge, is_best in zip(edges, best, strict=True)
        )
        ties = self.judging.find_tied_branches(vertex.position, branches)
        named = tuple(tuple(children[place].name for place in places) for places in ties)
        return replace(vertex, children=children, ties=named)
