"""Maximal end components: where one player can make play cycle for ever, whatever chance does.

De Alfaro, *Formal verification of probabilistic systems*, 1997.
"""

from typing import Any, NamedTuple

from zermelo.core.game import Move
from zermelo.learn.evaluation.policy_grade import yield_strongly_connected_components


class ChanceEdge(NamedTuple):
    """An edge from one vertex to another: its probability, the player's points, and the move."""

    child: int
    probability: float  # 0 where the opponent chooses
    gain: int
    move: Move | None  # None for a throw


def find_end_components(
    component: set[int], edges: list[list[ChanceEdge]], chooses: list[bool]
) -> list[set[int]]:
    """Return the largest parts of a component in which the opponent can make play cycle for ever.

    No chance event leads out of such a part, and from each vertex in it the opponent can reach every other.
    """
    parts, found = [component], []
    while parts:
        part = parts.pop()
        kept = set(part)
        while leaving := {
            vertex
            for vertex in kept
            if not (any if chooses[vertex] else all)(edge.child in kept for edge in edges[vertex])
        }:
            kept -= leaving
        split: list[set[int]] = []
        known: dict[Any, Any] = {}

        def inside(vertex: Any, kept: set[int] = kept) -> list[Any]:
            return [edge.child for edge in edges[vertex] if edge.child in kept]

        for vertex in sorted(kept):
            for together in yield_strongly_connected_components(vertex, inside, known):  # type: ignore[arg-type]
                known.update(dict.fromkeys(together, 0))
                split.append(set(together))  # type: ignore[arg-type]
        if len(split) == 1 and kept == part:
            found.append(part)
        else:
            parts += [each for each in split if len(each) > 1 or _has_edge_to_itself(next(iter(each)), edges)]
    return found


def _has_edge_to_itself(vertex: int, edges: list[list[ChanceEdge]]) -> bool:
    """Return whether a vertex leads to itself."""
    return any(edge.child == vertex for edge in edges[vertex])
