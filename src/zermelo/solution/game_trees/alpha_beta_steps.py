"""Alpha-beta step by step, for a class: what each vertex returned, what was cut, and whose bound cut it.

A step is a vertex that the search leaves. Each cut states Moore's general rule: a vertex is not visited if a
player surely has something as good at an ancestor. All numbers are A's: alpha is what A has for sure, beta
what B need not exceed. At a vertex they begin with the values of the arriving search, and close in while it
looks at the moves.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.solution.game_trees.captions import FLIPPED, PLAYERS, CaptionWriter
from zermelo.solution.game_trees.tree_edges import format_number
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut


@dataclass(frozen=True)
class AlphaBetaStep:
    """A vertex that is left: the text of the step, and the numbers of all vertices left by then."""

    vertex: Vertex
    told: str
    done: frozenset[int]

    @property
    def latest_vertex_number(self) -> int:
        """The largest number that has been given by then."""
        return max(self.done)


def yield_search_steps(
    root: Vertex, teller: CaptionWriter, vertex_text: Callable[[Vertex], str]
) -> Iterator[AlphaBetaStep]:
    """Yield the steps of a search that has been drawn; `vertex_text` is a vertex's position on one line."""
    everyone = {vertex.number: vertex for vertex in root.walk() if vertex.number}
    done: set[int] = set()
    for count, vertex in enumerate(_walk_in_postorder(root), 1):
        done.add(vertex.number)
        where = f"step {count}: #{vertex.number}, {vertex_text(vertex)}"
        told = _describe_step(vertex, teller, everyone)
        yield AlphaBetaStep(vertex, f"{where}{told}", frozenset(done))


def compute_window_after_children(
    vertex: Vertex, teller: CaptionWriter, done: Collection[int]
) -> tuple[Any, Any]:
    """Return alpha and beta at a vertex when the children with these numbers have been left."""
    alpha, beta = teller.alpha_beta_window(vertex)
    for child in vertex.children:
        if child.number in done and not vertex.is_chance:  # a throw waits for all that it may bring
            brought = _compute_value_through_child(vertex, child)
            alpha, beta = (max(alpha, brought), beta) if vertex.mover == 0 else (alpha, min(beta, brought))
    return alpha, beta


def _walk_in_postorder(vertex: Vertex) -> Iterator[Vertex]:
    """Yield the vertices in the order in which the search leaves them."""
    for child in vertex.children:
        if child.number:
            yield from _walk_in_postorder(child)
    yield vertex


def _compute_value_through_child(vertex: Vertex, child: Vertex) -> Any:
    """Return what a child that was looked at brings A, points on the way to it included."""
    gain = -child.gain if vertex.mover else child.gain
    return gain + (-child.value if child.mover else child.value)


def _describe_step(vertex: Vertex, teller: CaptionWriter, everyone: dict[int, Vertex]) -> str:
    value = teller.format_value_with_bound(vertex, vertex.value, vertex.bound)
    if not vertex.children:
        return f": {'over, ' if vertex.is_finished else ''}worth {value}"
    alpha, beta = teller.alpha_beta_window(vertex)
    who = "chance" if vertex.is_chance else f"{PLAYERS[vertex.mover]} moves"
    parts = [f", {who}, α {format_number(alpha)} β {format_number(beta)}"]
    for child in vertex.children:
        if child.number:
            parts.append(_describe_child(vertex, child, alpha, beta))
        if child.number and not vertex.is_chance:
            brought = _compute_value_through_child(vertex, child)
            alpha, beta = (max(alpha, brought), beta) if vertex.mover == 0 else (alpha, min(beta, brought))
    cut = [child for child in vertex.children if child.cut is VertexCut.BOUND]
    if cut:
        parts.append(_describe_cutoff(vertex, cut, alpha, beta, everyone))
    hard = value if vertex.hard is None else teller.format_value_with_bound(vertex, vertex.hard)
    parts.append(f"returns {value}" + (f"; a fail-hard search returns {hard}" if hard != value else ""))
    return f"{parts[0]}: {'; '.join(parts[1:])}"


def _describe_child(vertex: Vertex, child: Vertex, alpha: Any, beta: Any) -> str:
    brought = _compute_value_through_child(vertex, child)
    bound = FLIPPED[child.bound] if child.mover else child.bound
    told = f"{child.name} brings {f'{bound} {format_number(brought)}'.strip()}"
    if vertex.is_chance:
        return told
    if vertex.mover == 0 and brought > alpha:
        return f"{told}, so α = {format_number(brought)}"
    if vertex.mover == 1 and brought < beta:
        return f"{told}, so β = {format_number(brought)}"
    return told


def _describe_cutoff(
    vertex: Vertex, cut: list[Vertex], alpha: Any, beta: Any, everyone: dict[int, Vertex]
) -> str:
    names = " and ".join(child.name for child in cut)
    if vertex.is_chance:
        return _describe_chance_cutoff(vertex, names, cut[0].cause, alpha, beta)
    mine, other = PLAYERS[vertex.mover], PLAYERS[1 - vertex.mover]
    sign = "β ≤ α" if vertex.mover else "α ≥ β"
    if cut[0].cause is None:
        return f"cut {names}, as {mine} cannot get more than {format_number(beta if vertex.mover else alpha)}"
    ancestor = everyone[cut[0].cause]
    has = format_number(alpha if vertex.mover else beta)
    got = format_number(beta if vertex.mover else alpha)
    deep = "" if any(child is vertex for child in ancestor.children) else ", an ancestor further up"
    sure = f"{other} has {has} for sure at #{ancestor.number}{deep}"
    if _has_throw_between(ancestor, vertex):
        sure = f"{other}, who has something for sure at #{ancestor.number}, needs better than {has} here"
    return f"{sign}: cut {names}, as {mine} gets {got} here and {sure}"


def _has_throw_between(ancestor: Vertex, vertex: Vertex) -> bool:
    """Return whether chance decides somewhere on the way from one vertex down to another."""
    way = next(child for child in reversed(ancestor.children) if 0 < child.number <= vertex.number)
    return way is not vertex and (way.is_chance or _has_throw_between(way, vertex))


def _describe_chance_cutoff(vertex: Vertex, names: str, cause: int | None, alpha: Any, beta: Any) -> str:
    least, most = sorted(-end if vertex.mover else end for end in vertex.between or ())
    who, limit, mean, sign, end = "B", "least", least, "≥ β", beta
    if most - alpha < beta - least:
        who, limit, mean, sign, end = "A", "largest", most, "≤ α", alpha
    sure = "no mean is beyond that" if cause is None else f"{who} has as much for sure by #{cause}"
    return (
        f"{format_number(mean)} {sign}: cut {names}, as even with the {limit} outcome there the mean is "
        f"{format_number(mean)}, against {format_number(end)}, and {sure}"
    )
