"""A game tree as data, for programs: what `tree --json` prints, vertices within each other.

Values are shown as the tree shows them, A's or the mover's; players are numbered from 1. A tree describes
itself so, and its type is named for the reader alone.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from zermelo.core.notation.result import (
    Count,
    GameInput,
    Names,
    PlayerNumber,
    PositionJson,
    Result,
    ShownText,
    about,
)
from zermelo.solution.game_trees.captions import FLIPPED, CaptionWriter, Viewer
from zermelo.solution.game_trees.tree_edges import Order, as_finite_number
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut
from zermelo.solution.subgame_perfect_play import EveryPayoffs

if TYPE_CHECKING:
    from zermelo.solution.game_trees.game_tree import Tree


class VertexDescription(Result, frozen=True, kw_only=True):
    """A position as play arrives there, with what is below."""

    number: Annotated[Count | None, about("in the order of visiting, from 1; null where a search did not go")]
    move: Annotated[str | None, about("the move that led there; null at the root, and below a throw of dice")]
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    text: ShownText
    mover: Annotated[PlayerNumber, about("the player about to move, numbered from 1")]
    finished: Annotated[bool, about("whether play is over")]
    chance: Annotated[bool, about("whether dice decide there")]
    probability: Annotated[float | None, about("of coming there, where dice decide above")]
    gain: Annotated[float, about("points that the move brought")]
    siblings: Annotated[Count, about("how many symmetric moves it stands for")]
    value: Annotated[
        float | None, about("what it is worth to the player whose values they are; null where not known")
    ]
    remoteness: Annotated[
        Count | None,
        about("plies to the end under best play; null where play need not end, or where it is not known"),
    ]
    payoffs: Annotated[EveryPayoffs | None, about("what subgame-perfect play can bring, each way")]
    bound: Annotated[
        Literal[">=", "<="] | None, about("with --alpha-beta: the true value is at least, or at most, that")
    ]
    between: Annotated[
        tuple[float, float] | None,
        about("with --alpha-beta and chance: the least and the largest that the true value can be"),
    ]
    probed: Annotated[bool, about("whether Star2 looked at one move before it came back for the others")]
    fail_hard: Annotated[float | None, about("with --alpha-beta: what a fail-hard search returns")]
    alpha: Annotated[
        float | None, about("what the search has for sure as it comes there; null for nothing yet")
    ]
    beta: Annotated[float | None, about("what the other side has for sure; null for nothing yet")]
    best: Annotated[bool, about("whether the move is one of the best")]
    ties: Annotated[tuple[Names, ...], about("moves that are equally good, and no other better")]
    cut: Annotated[
        Literal["depth", "shared", "loop", "bound"] | None,
        about("why nothing is below, where there are moves"),
    ]
    cause: Annotated[
        Count | None, about("the number of the vertex that shows the same position, or made the cut")
    ]
    children: Annotated[tuple["VertexDescription", ...], about("the vertices of its moves")]


class TreeDescription(Result, frozen=True, kw_only=True):
    """A game tree."""

    game: GameInput
    kind: Annotated[
        Literal["plain", "alpha-beta", "star1", "star2", "folded", "shared"], about("how it is grown")
    ]
    values: Annotated[Viewer, about("whose values they are: A's, who moves first, or the mover's")]
    merged: Annotated[bool, about("whether symmetric moves are one")]
    order: Annotated[Order, about("of the moves")]
    vertices: Annotated[Count, about("that were visited")]
    leaves: Annotated[Count, about("of these, with nothing below")]
    cuts: Annotated[Count, about("branches that a search did not look at")]
    undecided: Annotated[Count, about("vertices with several moves equally good, and none better")]
    savings: Annotated[Names, about("what a search left out, in sentences")]
    root: Annotated[VertexDescription, about("where it begins")]


def build_tree_description(tree: "Tree") -> TreeDescription:
    """Return a tree as objects, numbers and texts."""
    same = ("kind", "values", "merged", "order", "leaves", "cuts", "undecided", "savings")
    return TreeDescription(
        **{name: getattr(tree, name) for name in same},
        game=repr(tree.game),
        vertices=tree.visited,
        root=_build_vertex_description(tree.root, None, CaptionWriter(tree.game, tree.values)),
    )


def _build_vertex_description(
    vertex: Vertex, above: Vertex | None, captions: CaptionWriter
) -> VertexDescription:
    is_turned = captions.value_for_viewer(vertex.mover, 1) < 0
    low, high = vertex.window or (None, None)
    if is_turned and vertex.window is not None:
        low, high = captions.alpha_beta_window(vertex)
    value, hard = (
        None if each is None else as_finite_number(captions.value_for_viewer(vertex.mover, each))
        for each in (vertex.value, vertex.hard)
    )
    between = None
    if vertex.between is not None:
        least, most = sorted(captions.value_for_viewer(vertex.mover, end) for end in vertex.between)
        between = (float(least), float(most))
    same = ("position", "siblings", "remoteness", "payoffs", "ties", "cause")
    return VertexDescription(
        **{name: getattr(vertex, name) for name in same},
        number=vertex.number or None,
        move=None if above is None or above.is_chance else vertex.name,
        text=captions.game.show(vertex.position),
        mover=vertex.mover + 1,
        finished=vertex.is_finished,
        chance=vertex.is_chance,
        probability=as_finite_number(vertex.probability),
        gain=0 if above is None else captions.value_for_viewer(above.mover, vertex.gain),
        value=value,
        bound=(FLIPPED[vertex.bound] if is_turned else vertex.bound) or None,  # type: ignore[arg-type]
        between=between,
        probed=vertex.is_probed,
        fail_hard=hard,
        alpha=as_finite_number(low),
        beta=as_finite_number(high),
        best=vertex.is_best,
        cut=None if vertex.cut is VertexCut.NONE else vertex.cut.name.lower(),  # type: ignore[arg-type]
        children=tuple(_build_vertex_description(child, vertex, captions) for child in vertex.children),
    )
