"""Alpha-beta drawn: the vertices that `search.exact.textbook_alpha_beta` visits, and its cuts.

Nothing is searched here: a listener hears of every step and keeps what a picture needs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.compiler.guards.checked_rules import CheckedMove
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.search.exact.textbook_alpha_beta import Cutoff, Outcomes, VertexResult, VertexVisit, alpha_beta
from zermelo.solution.game_trees.tree_edges import EdgeArrangement, TreeEdge
from zermelo.solution.game_trees.tree_vertex import (
    Vertex,
    VertexArrival,
    VertexCut,
    VertexNumbers,
    make_arrival_by_edge,
)


def build_alpha_beta_tree(
    game: Game,
    root: VertexArrival,
    arrangement: EdgeArrangement,
    numbers: VertexNumbers,
    *,
    depth: int | None,
    outcomes: Outcomes | None,
) -> Vertex:
    """Return the tree that the search visits below `root`; true values stand where `depth` ends it."""

    def look_up_value(position: Position) -> Any:
        if position not in arrangement.known:
            raise BadParameter(
                f"alpha-beta has no values at depth {depth} of {game!r}: too much lies below; "
                "begin at a later position, or leave out --alpha-beta"
            )
        return arrangement.known[position].value

    drawing = _AlphaBetaTreeBuilder(game, root, arrangement, numbers)
    alpha_beta(
        game,
        root.position,
        outcomes=outcomes,
        depth=depth,
        guess=look_up_value,
        arrange=arrangement.order_branches,
        listener=drawing,
        whole=False,
    )
    assert drawing.whole is not None
    return drawing.whole


@dataclass
class _OpenVertex:
    """A vertex that the search is below of, and its branches so far."""

    vertex: Vertex
    children: list[Vertex] = field(default_factory=list)


class _AlphaBetaTreeBuilder:
    """What a listener has heard of so far."""

    def __init__(
        self, game: Game, root: VertexArrival, arrangement: EdgeArrangement, numbers: VertexNumbers
    ) -> None:
        self.game, self.root, self.arrangement, self.numbers = game, root, arrangement, numbers
        self.way: list[_OpenVertex] = []
        self.whole: Vertex | None = None

    def enter(self, vertex: VertexVisit, branch: CheckedMove | None) -> None:
        """Open a vertex."""
        number = self.numbers.next_number(vertex.depth)
        assert number == vertex.number, "what is drawn is what was visited"
        arrival = self.root if branch is None else self._make_arrival(branch)
        window = vertex.alpha, vertex.beta
        self.way.append(_OpenVertex(Vertex(*arrival, number=number, window=window)))

    def cut(self, cutoff: Cutoff, branches: Iterable[CheckedMove]) -> None:
        """Add the branches that are cut."""
        cause = cutoff.ancestor.number if cutoff.ancestor is not None else None
        for branch in branches:
            self.numbers.add_unnumbered()
            cut = Vertex(*self._make_arrival(branch), cut=VertexCut.BOUND, cause=cause)
            self.way[-1].children.append(cut)

    def leave(self, vertex: VertexVisit, value: VertexResult) -> None:
        """Close a vertex, and hang it below the one above."""
        opened = self.way.pop()
        bound = "" if value.low == value.high else ">=" if value.low == value.value else "<="
        if value.best is not None and bound != "<=":  # else no move is known to be better than another
            opened.children[value.best] = replace(opened.children[value.best], is_best=True)
        whole = replace(
            opened.vertex,
            value=value.value,
            bound=bound,
            hard=value.hard,
            is_finished=value.best is None and not value.is_guess,
            cut=VertexCut.DEPTH if value.is_guess else VertexCut.NONE,
            children=tuple(opened.children),
        )
        if self.way:
            self.way[-1].children.append(whole)
        else:
            self.whole = whole

    def _make_arrival(self, branch: CheckedMove) -> VertexArrival:
        above = self.way[-1].vertex
        siblings = self.arrangement.counts.get((above.position, branch.move), 1)
        return make_arrival_by_edge(
            self.game, above.position, above.mover, TreeEdge(branch, siblings=siblings)
        )
