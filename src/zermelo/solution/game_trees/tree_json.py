"""A game tree as data, for programs: what `tree --json` prints, vertices within each other.

Values are shown as the tree shows them, A's or the mover's; players are numbered from 1. A tree tells itself
so, and its type is named for the reader alone.
"""

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from zermelo.core.notation.position_input import position_to_json
from zermelo.solution.game_trees.captions import FLIPPED, CaptionWriter
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut

if TYPE_CHECKING:
    from zermelo.solution.game_trees.game_tree import Tree

CUTS: Final = {
    VertexCut.NONE: None,
    VertexCut.DEPTH: "depth",
    VertexCut.SHARED: "shared",
    VertexCut.LOOP: "loop",
    VertexCut.BOUND: "bound",
}


def tree_as_json(tree: "Tree") -> dict[str, Any]:
    """Return a tree as objects, numbers and texts."""
    teller = CaptionWriter(tree.game, tree.values)
    return {
        "game": repr(tree.game),
        "kind": tree.kind,
        "values": tree.values,
        "merged": tree.merged,
        "order": tree.order,
        "vertices": tree.visited,
        "leaves": tree.leaves,
        "cuts": tree.cuts,
        "undecided": tree.undecided,
        "savings": list(tree.savings),
        "root": _vertex_as_json(tree.root, None, teller),
    }


def _vertex_as_json(vertex: Vertex, above: Vertex | None, teller: CaptionWriter) -> dict[str, Any]:
    is_turned = teller.value_for_viewer(vertex.mover, 1) < 0
    low, high = vertex.window or (None, None)
    if is_turned and vertex.window is not None:
        low, high = teller.alpha_beta_window(vertex)
    return {
        "number": vertex.number or None,
        "move": None if above is None or above.is_chance else vertex.name,
        "position": position_to_json(vertex.position),
        "text": teller.game.show(vertex.position),
        "mover": vertex.mover + 1,
        "finished": vertex.is_finished,
        "chance": vertex.is_chance,
        "probability": _as_json_number(vertex.probability),
        "gain": 0 if above is None else teller.value_for_viewer(above.mover, vertex.gain),
        "siblings": vertex.siblings,
        "value": None
        if vertex.value is None
        else _as_json_number(teller.value_for_viewer(vertex.mover, vertex.value)),
        "remoteness": vertex.remoteness,
        "payoffs": None if vertex.payoffs is None else [position_to_json(each) for each in vertex.payoffs],
        "bound": (FLIPPED[vertex.bound] if is_turned else vertex.bound) or None,
        "fail_hard": None
        if vertex.hard is None
        else _as_json_number(teller.value_for_viewer(vertex.mover, vertex.hard)),
        "alpha": _as_json_number(low),
        "beta": _as_json_number(high),
        "best": vertex.is_best,
        "ties": [list(names) for names in vertex.ties],
        "cut": CUTS[vertex.cut],
        "cause": vertex.cause,
        "children": [_vertex_as_json(child, vertex, teller) for child in vertex.children],
    }


def _as_json_number(value: Any) -> Any:
    """Return a number as JSON has it: a fraction as a float, None for one without bound."""
    if value is None or (isinstance(value, float) and math.isinf(value)):
        return None
    return float(value) if isinstance(value, Fraction) else value
