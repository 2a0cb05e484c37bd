"""Star1 and Star2 drawn: the vertices that `search.exact.expectiminimax` visits below throws, and its cuts.

Nothing is searched here: a listener hears of every step. What it adds is between which numbers the true value
of each vertex lies, and whose bound made a cut. A bound goes down through a throw: an outcome is cut because
of what a player has for sure at a decision further up.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from zermelo.compiler.guards.chance_guard import Edge
from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.search.exact.expectiminimax import (
    CERTAIN,
    DrawnSearch,
    ExpectationResult,
    Limits,
    StarListener,
    star1,
    star2,
)
from zermelo.solution.game_trees.tree_edges import NEAR, EdgeArrangement, TreeEdge
from zermelo.solution.game_trees.tree_induction import KnownValue, find_first_mover
from zermelo.solution.game_trees.tree_vertex import (
    Vertex,
    VertexArrival,
    VertexCut,
    VertexNumbers,
    make_arrival_by_edge,
)

STARS: Final = {"star1": star1, "star2": star2}


def find_value_limits(game: Game, position: Position, known: Mapping[Any, KnownValue]) -> Limits:
    """Return numbers that the value of no position passes, counted for the mover of `position`."""
    if not game.scored:
        return CERTAIN
    first = find_first_mover(game, position)
    values = [
        float(each.value if find_first_mover(game, key) == first else -each.value)
        for key, each in known.items()
    ]
    least, largest = min(values, default=0.0), max(values, default=0.0)
    return (least, largest) if least < largest else (least - 1, largest + 1)


class StarTreeSearch:
    """The searches of one tree: its edges in the order in which they are drawn, and its limits."""

    def __init__(
        self,
        game: Game,
        graph: dict[Any, CheckedExpansion],
        arrangement: EdgeArrangement,
        depth: int | None,
        limits: Limits,
    ) -> None:
        self.game, self.graph, self.arrangement = game, graph, arrangement
        self.depth, self.limits = depth, limits
        self.rules = CheckedRules(game, whole=False)
        self.drawn_edges: dict[Position, tuple[list[TreeEdge], list[Edge]]] = {}

    def run(self, name: str, position: Position, listener: StarListener | None = None) -> ExpectationResult:
        """Run a search by its name."""
        return STARS[name](
            self.game,
            position,
            depth=self.depth,
            guess=self._look_up_value,
            limits=self.limits,
            drawn=DrawnSearch(self._expand, listener),
        )

    def expand_position(self, position: Position) -> CheckedExpansion:
        """Return what the rules say of a position, asked once."""
        if position not in self.graph:
            self.graph[position] = self.rules.expand(position)
        return self.graph[position]

    def list_edges(self, position: Position) -> tuple[list[TreeEdge], list[Edge]]:
        """Return the edges of a position as they are drawn, and as they are searched."""
        if position not in self.drawn_edges:
            edges = self.arrangement.list_edges(position, self.expand_position(position))
            searched: list[Edge] = [
                (
                    float(edge.branch.gain if edge.probability is None else edge.probability),
                    edge.branch.child,
                    edge.branch.sign < 0,
                )
                for edge in edges
            ]
            self.drawn_edges[position] = edges, searched
        return self.drawn_edges[position]

    def _expand(self, position: Position) -> tuple[int, Any, list[Edge]]:
        expansion = self.expand_position(position)
        if expansion.end is not None:
            return END, expansion.end, []
        kind = DECISION if expansion.probabilities is None else CHANCE
        return kind, 0, self.list_edges(position)[1]

    def _look_up_value(self, position: Position) -> float:
        known = self.arrangement.known
        if position not in known:
            raise BadParameter(
                f"the search has no values at depth {self.depth} of {self.game!r}: too much lies below; "
                "begin at a later position, or leave out --alpha-beta"
            )
        return float(known[position].value)


def build_star_tree(name: str, search: StarTreeSearch, root: VertexArrival, numbers: VertexNumbers) -> Vertex:
    """Return the tree that "star1" or "star2" visits below `root`; true values stand where the depth ends."""
    drawing = _StarTreeBuilder(search, root, numbers)
    search.run(name, root.position, drawing)
    assert drawing.whole is not None
    return drawing.whole


@dataclass
class _OpenVertex:
    """A vertex that the search is below of or has left for now, its place, and its children by theirs.

    `holders` are the numbers of the vertices where its alpha and its beta are sure, None for the limits.
    """

    vertex: Vertex
    place: int = 0
    holders: tuple[int | None, int | None] = (None, None)
    children: dict[int, Vertex] = field(default_factory=dict)
    paused: dict[int, "_OpenVertex"] = field(default_factory=dict)


class _StarTreeBuilder:
    """What a listener has heard of so far."""

    def __init__(self, search: StarTreeSearch, root: VertexArrival, numbers: VertexNumbers) -> None:
        self.search, self.root, self.numbers = search, root, numbers
        self.way: list[_OpenVertex] = []
        self.whole: Vertex | None = None

    def enter(self, position: Position, edge: Edge | None, alpha: float, beta: float) -> None:
        """Open a vertex."""
        number = self.numbers.next_number(len(self.way))
        opened = _OpenVertex(Vertex(*self.root))
        if edge is not None:
            above = self.way[-1]
            place = self._find_place(above, edge)
            holders = self._find_holders(above, flips=edge[2])
            opened = _OpenVertex(Vertex(*self._make_arrival(above.vertex, place)), place, holders)
        expansion = self.search.expand_position(position)
        opened.vertex = replace(
            opened.vertex,
            number=number,
            window=(alpha, beta),
            is_finished=expansion.end is not None,
            is_chance=expansion.probabilities is not None,
        )
        self.way.append(opened)

    def pause(self, value: float) -> None:
        """Leave a vertex of which one move has been probed."""
        opened = self.way.pop()
        opened.vertex = replace(opened.vertex, value=value, is_probed=True)
        self.way[-1].paused[opened.place] = opened

    def resume(self, edge: Edge, alpha: float, beta: float) -> None:
        """Open a vertex again that was left."""
        opened = self.way[-1].paused.pop(self._find_place(self.way[-1], edge))
        opened.vertex = replace(opened.vertex, window=(alpha, beta))
        self.way.append(opened)

    def leave(self, value: float) -> None:
        """Close a vertex, and hang it below the one above."""
        opened = self.way.pop()
        opened.vertex = replace(opened.vertex, value=value)
        alpha, _ = opened.vertex.window or (0, 0)
        failed_low = opened.vertex.is_chance and value <= alpha
        whole = self._close_vertex(opened, opened.holders[0 if failed_low else 1])
        if self.way:
            self.way[-1].children[opened.place] = whole
        else:
            self.whole = whole

    def _close_vertex(self, opened: _OpenVertex, cause: int | None) -> Vertex:
        """Return a vertex with its children; what is missing has been cut because of `cause`."""
        vertex = opened.vertex
        for place, left in opened.paused.items():
            opened.children[place] = self._close_vertex(left, cause)
        if not opened.children:
            cut = VertexCut.NONE if vertex.is_finished else VertexCut.DEPTH
            return replace(vertex, between=(vertex.value, vertex.value), cut=cut)
        edges, _ = self.search.list_edges(vertex.position)
        between = self._find_interval(vertex, edges, opened.children)
        low, high = between
        bound = "" if high - low < NEAR else ">=" if vertex.value - low < NEAR else "<="
        children = []
        for place in range(len(edges)):
            if place not in opened.children:
                self.numbers.add_unnumbered()
                arrival = self._make_arrival(vertex, place)
                children.append(Vertex(*arrival, cut=VertexCut.BOUND, cause=cause))
                continue
            children.append(opened.children[place])
        brought = [
            None if child.value is None else edge.branch.gain + edge.branch.sign * child.value
            for edge, child in zip(edges, children, strict=True)
        ]
        if bound != "<=" and not vertex.is_chance:  # else no move is known to be better than another
            best = brought.index(vertex.value)
            children[best] = replace(children[best], is_best=True)
        return replace(vertex, between=between, bound=bound, children=tuple(children))

    def _find_interval(
        self, vertex: Vertex, edges: Sequence[TreeEdge], children: Mapping[int, Vertex]
    ) -> tuple[float, float]:
        """Return between which numbers the true value lies, by what is known of the children."""
        least, most = self.search.limits
        if vertex.mover != self.root.mover:
            least, most = -most, -least
        rows = []
        for place, edge in enumerate(edges):
            sign, gain = edge.branch.sign, edge.branch.gain
            if place in children:
                low, high = sorted(gain + sign * end for end in children[place].between or ())
            elif vertex.is_chance:
                low, high = least, most
            else:  # what is left out may be worth anything
                low, high = -math.inf, most
            rows.append((edge.probability or 0.0, low, high))
        if vertex.is_chance:
            return sum(part * low for part, low, _ in rows), sum(part * high for part, _, high in rows)
        return max(low for _, low, _ in rows), max(high for _, _, high in rows)

    def _find_holders(self, above: _OpenVertex, *, flips: bool) -> tuple[int | None, int | None]:
        """Return where alpha and beta of the next child are sure."""
        alpha, beta = above.holders
        if not above.vertex.is_chance and above.children and above.vertex.window is not None:
            edges, _ = self.search.list_edges(above.vertex.position)
            low, _ = self._find_interval(above.vertex, edges, above.children)
            if low >= above.vertex.window[0]:
                alpha = above.vertex.number
        return (beta, alpha) if flips else (alpha, beta)

    def _find_place(self, above: _OpenVertex, edge: Edge) -> int:
        _, searched = self.search.list_edges(above.vertex.position)
        return next(place for place, each in enumerate(searched) if each is edge)

    def _make_arrival(self, above: Vertex, place: int) -> VertexArrival:
        edges, _ = self.search.list_edges(above.position)
        return make_arrival_by_edge(self.search.game, above.position, above.mover, edges[place])
