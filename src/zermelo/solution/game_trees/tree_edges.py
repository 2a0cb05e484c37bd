"""The edges below a vertex of a drawn tree: ordered moves or throws of dice, with equal ones merged.

Symmetric moves lead to positions of one class with one mover, and so to the same tree: where they are merged
the first of them stands for all, and probabilities of throws are added. Andrew W. Moore's tutorial slides on
game-tree search draw trees so.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import repeat
from typing import Any, Final, Literal, NamedTuple

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedMove, rule_errors_at
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.solution.game_trees.tree_induction import KnownValue, compute_branch_value

Order = Literal["given", "best", "worst"]
ORDERS: Final = ("given", "best", "worst")
COARSEST: Final = 1_000  # the largest denominator of a probability that is written as a fraction
NEAR: Final = 1e-9


class TreeEdge(NamedTuple):
    """A branch as it is drawn: with its probability where dice decide, and the siblings it stands for."""

    branch: CheckedMove
    probability: float | None = None
    siblings: int = 1


class EdgeArrangement:
    """Which edges of a position are drawn, and in which order: as "given", "best" or "worst" first."""

    def __init__(
        self,
        game: Game,
        known: Mapping[Position, KnownValue],
        order: Order = "given",
        *,
        merged: bool = False,
    ) -> None:
        self.game, self.known, self.order = game, known, order
        self.class_of = make_representative_function(game) if merged else None
        self.counts: dict[tuple[Position, Any], int] = {}  # of (position, move): siblings, for `branches`

    def list_edges(self, position: Position, expansion: CheckedExpansion) -> list[TreeEdge]:
        """Return the edges of a position."""
        if expansion.probabilities is None:
            return self._merge_equivalent_edges(self._sort_edges(list(map(TreeEdge, expansion.branches))))
        signs = expansion.signs or repeat(-1)
        rows = zip(expansion.children, signs, expansion.probabilities, strict=False)
        return self._merge_equivalent_edges(
            [TreeEdge(CheckedMove(None, child, sign, 0), chance) for child, sign, chance in rows]
        )

    def order_branches(self, position: Position, branches: list[CheckedMove]) -> list[CheckedMove]:
        """Return the branches of a position that a search looks at, in the order of `list_edges`."""
        edges = self._merge_equivalent_edges(self._sort_edges(list(map(TreeEdge, branches))))
        self.counts |= {(position, edge.branch.move): edge.siblings for edge in edges if edge.siblings > 1}
        return [edge.branch for edge in edges]

    def _sort_edges(self, edges: list[TreeEdge]) -> list[TreeEdge]:
        if self.order == "given":
            return edges
        values = []
        for edge in edges:
            if edge.branch.child not in self.known:
                raise BadParameter(
                    f"the {self.order} moves of {self.game!r} are not known, as too much lies below: "
                    "begin at a later position, or leave out --order"
                )
            values.append(compute_branch_value(edge.branch, self.known[edge.branch.child]).value)
        places = sorted(range(len(edges)), key=values.__getitem__, reverse=self.order == "best")
        return [edges[place] for place in places]

    def _merge_equivalent_edges(self, edges: list[TreeEdge]) -> list[TreeEdge]:
        if self.class_of is None:
            return edges
        found: dict[Any, TreeEdge] = {}
        for edge in edges:
            key = self.class_of(edge.branch.child), edge.branch.sign, edge.branch.gain
            first = found.setdefault(key, edge)
            if first is not edge:
                together = None if edge.probability is None else edge.probability + (first.probability or 0)
                found[key] = TreeEdge(first.branch, together, first.siblings + edge.siblings)
        return list(found.values())


def make_representative_function(game: Any) -> Callable[[Position], Position]:
    """Return the function from a position to the least of its class that has the same mover."""
    if not (has(game, "mover") and has(game, "symmetries")):
        find_least_image = build_representative_function(game)
    else:

        def find_least_image(position: Position) -> Position:
            mover = game.mover(position)
            return min(
                image for image in (position, *game.symmetries(position)) if game.mover(image) == mover
            )

    def find_least_image_checked(position: Position) -> Position:
        with rule_errors_at(game, position):
            return find_least_image(position)

    return find_least_image_checked


def as_finite_number(value: Any) -> float | None:
    """Return a number as JSON has it: a fraction as a float, None for one without bound.

    >>> as_finite_number(3), as_finite_number(Fraction(1, 4)), as_finite_number(float("-inf"))
    (3, 0.25, None)
    """
    if value is None or (isinstance(value, float) and math.isinf(value)):
        return None
    return float(value) if isinstance(value, Fraction) else value


def format_number(value: Any) -> str:
    """Return a number as a person writes it: a fraction as a decimal where few places are enough.

    >>> (
    ...     format_number(3),
    ...     format_number(Fraction(1, 4)),
    ...     format_number(Fraction(1, 3)),
    ...     format_number(0.1 + 0.2),
    ... )
    ('3', '0.25', '1/3', '0.3')
    >>> format_number(float("-inf"))
    '-∞'
    """
    if value in (float("inf"), -float("inf")):
        return "∞" if value > 0 else "-∞"
    if isinstance(value, Fraction):
        is_short = (10**6) % value.denominator == 0
        return f"{float(value):.6f}".rstrip("0").rstrip(".") if is_short else str(value)
    if isinstance(value, float):
        return f"{0.0 if abs(value) < NEAR else value:.6g}"
    return str(value)


def format_probability(probability: float) -> str:
    """Return a probability as a fraction where it is one of few parts.

    >>> format_probability(1 / 6), format_probability(0.123456789)
    ('1/6', '0.1235')
    """
    found = Fraction(probability).limit_denominator(COARSEST)
    return str(found) if abs(float(found) - probability) < NEAR else f"{probability:.4g}"


def check_edge_order(order: str) -> None:
    """Raise `BadParameter` for an order that there is not."""
    if order not in ORDERS:
        raise BadParameter(f"the order {order!r} is unknown: choose one of {', '.join(ORDERS)}")
