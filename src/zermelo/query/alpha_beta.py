"""Alpha-beta drawn: which branches the search does not look at, and whose bound allows it.

Negamax, from left to right, fail-soft. A search below a vertex knows what every ancestor has secured
already, so that a cut can be due to one far above (a deep cut-off): D. E. Knuth and R. W. Moore, *An
analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975). With the best move first everywhere, a
tree of b moves and d plies has b^ceil(d/2) + b^floor(d/2) - 1 leaves that must be looked at.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.query.induction import Branch, Expansion, Known
from zermelo.query.vertex import Arrival, Cut, Numbers, Vertex, arrive


class Bound(NamedTuple):
    """A value that an ancestor has secured, and the ancestor's number."""

    value: float
    holder: int


class Found(NamedTuple):
    """A visited vertex, and the limits between which its true value lies."""

    vertex: Vertex
    low: float
    high: float


class AlphaBeta:
    """One search; `known` gives values where `depth` ends it."""

    def __init__(
        self,
        game: Game,
        expand: Callable[[Position], Expansion],
        known: Mapping[Position, Known],
        depth: int | None,
        numbers: Numbers,
    ) -> None:
        self.game, self.expand, self.known = game, expand, known
        self.depth = math.inf if depth is None else depth
        self.numbers = numbers

    def search(self, root: Arrival) -> Vertex:
        """Return the tree that the search visits below `root`."""
        return self._visit(root, 0, Bound(-math.inf, 0), Bound(math.inf, 0)).vertex

    def _visit(self, arrival: Arrival, depth: int, alpha: Bound, beta: Bound) -> Found:
        """Search below an arrival; its mover has `alpha` for sure, and his opponent allows no `beta`."""
        number = self.numbers.next(depth)
        expansion = self.expand(arrival.position)
        if expansion.end is not None:
            vertex = Vertex(*arrival, number=number, value=expansion.end, is_finished=True)
            return Found(vertex, expansion.end, expansion.end)
        if depth >= self.depth:
            return self._horizon(Vertex(*arrival, number=number, cut=Cut.DEPTH))
        return self._look_on(Vertex(*arrival, number=number), depth, alpha, beta)

    def _look_on(self, vertex: Vertex, depth: int, alpha: Bound, beta: Bound) -> Found:
        """Search the moves of a vertex, one by one, until its mover has more than is allowed."""
        children: list[Vertex] = []
        best = low = high = -math.inf
        chosen = 0
        for branch in self.expand(vertex.position).branches:
            there = arrive(self.game, vertex.position, vertex.mover, branch)
            if best >= beta.value:
                self.numbers.draw()
                children.append(Vertex(*there, cut=Cut.BOUND, cause=beta.holder))
                high = math.inf
                continue
            secured = Bound(best, vertex.number) if best > alpha.value else alpha
            found = self._visit(there, depth + 1, *_window(branch, secured, beta))
            ends = sorted(branch.gain + branch.sign * end for end in (found.low, found.high))
            low, high = max(low, ends[0]), max(high, ends[1])
            assert found.vertex.value is not None
            worth = branch.gain + branch.sign * found.vertex.value
            if worth > best:
                best, chosen = worth, len(children)
            children.append(found.vertex)
        bound = "" if low == high else ">=" if low == best else "<="
        if bound != "<=":  # else no move is known to be better than another
            children[chosen] = replace(children[chosen], is_best=True)
        return Found(replace(vertex, value=int(best), bound=bound, children=tuple(children)), low, high)

    def _horizon(self, vertex: Vertex) -> Found:
        known = self.known.get(vertex.position)
        if known is None:
            raise BadParameter(
                f"alpha-beta has no values at depth {self.depth} of {self.game!r}: too much lies below; "
                "begin at a later position, or leave out --alpha-beta"
            )
        return Found(replace(vertex, value=known.value), known.value, known.value)


def _window(branch: Branch, alpha: Bound, beta: Bound) -> tuple[Bound, Bound]:
    """Return the bounds as the mover after a branch sees them."""
    if branch.sign > 0:
        return Bound(alpha.value - branch.gain, alpha.holder), Bound(beta.value - branch.gain, beta.holder)
    return Bound(branch.gain - beta.value, beta.holder), Bound(branch.gain - alpha.value, alpha.holder)
