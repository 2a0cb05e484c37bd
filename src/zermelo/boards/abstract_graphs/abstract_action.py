"""Abstract actions, each the difference of two graphs, and those that prevent them: equations 5 and 9.

`a = G1 - G2`: in G1 a cell is empty, say, and in G2 it has the attacker's sign; the action is the edges that
are taken away and those that are added. Both graphs are kept as one whose marks say what becomes of its
cells. To *undo* an action in a graph is to find G2 in it and to put G1 in its place: that is the thesis's
difference `in = out - a`. What G2 has and the graph has not, a cell that a sign came from, comes in.

An action of the other player *prevents* one where it changes a cell that this one would change. On
tic-tac-toe there is one way, his sign on the same cell. Where signs are moved he must have one within reach;
where nothing of his can reach the cell, there is none, and the backward algorithm has no even rules.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zermelo.boards.abstract_graphs.abstract_graph import (
    ATTACKER,
    AbstractGraph,
    Change,
    cell_names,
    relabelled,
)
from zermelo.boards.abstract_graphs.abstract_graph_sum import GraphSum, Share, glue_graphs, gluings
from zermelo.core.errors import BadParameter


@dataclass(frozen=True)
class AbstractAction:
    """What a player may do: a graph whose marks say what becomes of its cells, as the attacker does it.

    Raises `BadParameter` where the graph marks nothing, or what the other player would do.

    >>> from zermelo.boards.abstract_graphs.abstract_graph import abstract_graph
    >>> move = AbstractAction("move", abstract_graph("step{a=A>. b>A}"))
    >>> str(move.before), str(move.after)
    ('step{a=A b}', 'step{a=A b}')
    >>> move
    move = step{a* b=A>.}: takes a-empty and b-A, adds a-A and b-empty
    """

    name: str
    graph: AbstractGraph

    def __post_init__(self) -> None:
        if self.graph.action is None or self.graph.by != ATTACKER:
            raise BadParameter(
                f"action {self.name!r} = {self.graph} gives nobody a sign of the attacker's: mark "
                "one cell with * or >A"
            )

    @property
    def before(self) -> AbstractGraph:
        """G1: what has to be there."""
        return self.graph.without_action()

    @property
    def after(self) -> AbstractGraph:
        """G2: what is there afterwards."""
        return self.graph.played()

    def __repr__(self) -> str:
        names = cell_names(self.graph)
        kinds = {".": "empty", "A": "A", "D": "D"}
        changed = sorted(self.graph.changes, key=lambda each: names[each[0]])
        taken = " and ".join(f"{names[cell]}-{kinds[self.graph.labels[cell]]}" for cell, _ in changed)
        added = " and ".join(f"{names[cell]}-{kinds[label]}" for cell, label in changed)
        return f"{self.name} = {self.graph}: takes {taken}, adds {added}"


def undo_action(graph: AbstractGraph, action: AbstractAction, share: Share = 1) -> tuple[AbstractGraph, ...]:
    """Return what a graph can have been before an action that put one of its signs there, the action marked.

    Different ones only. Cells keep their numbers, those that come in follow. No mark of the graph itself is
    kept. That is `out - a` of the thesis.

    >>> from zermelo.boards.abstract_graphs.abstract_graph import abstract_graph, full_line
    >>> put = AbstractAction("put", abstract_graph("a*"))
    >>> move = AbstractAction("move", abstract_graph("step{a=A>. b>A}"))
    >>> [str(before) for before in undo_action(full_line(3), put)]
    ['{a* b=A c=A}']
    >>> [str(before) for before in undo_action(full_line(3), move)]
    ['{a* b=A c=A}step{a* d=A>.}']
    """
    return tuple(dict.fromkeys(undo_embeddings(graph, action, share)))


def undo_embeddings(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1
) -> Iterator[AbstractGraph]:
    """Yield the same for every way of finding the action in the graph, isomorphic graphs again and again."""
    after, does, bare = action.after, action.graph, graph.without_action()
    assert does.action is not None
    for pairs in _embeddings_of(bare, after, does.action, share):
        glued = glue_graphs(bare, after, pairs)
        before = [(glued.second[cell], does.labels[cell]) for cell, _ in does.changes]
        labels = relabelled(glued.graph.labels, before)
        yield AbstractGraph(labels, glued.graph.lines, *_marks(does, glued))


def _embeddings_of(
    graph: AbstractGraph, after: AbstractGraph, target: int, share: Share
) -> Iterator[dict[int, int]]:
    """Yield the ways of glueing in which the sign that an action puts is one of the graph's."""
    if len(after.labels) == 1:  # a sign that is put: of all ways, those that glue its only cell
        yield from ({target: cell} for cell, label in enumerate(graph.labels) if label == after.labels[0])
        return
    yield from (pairs for pairs in gluings(graph, after, share) if target in pairs)


def _marks(
    does: AbstractGraph, glued: GraphSum
) -> tuple[int | None, tuple[str, ...], str, tuple[Change, ...]]:
    """Return action, kinds, by and also of a graph in which an action's cells lie where the sum says."""
    assert does.action is not None
    also = tuple(sorted((glued.second[cell], label) for cell, label in does.also))
    return glued.second[does.action], glued.graph.kinds, does.by, also


def changed_by_defender(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1, own: Collection[str] = ()
) -> Iterator[set[int]]:
    """Yield the cells of a graph that an action of the defender's may change, for every way of laying it.

    >>> from zermelo.boards.abstract_graphs.abstract_graph import abstract_graph
    >>> put = AbstractAction("put", abstract_graph("a*"))
    >>> move = AbstractAction("move", abstract_graph("step{a=A>. b>A}"))
    >>> list(changed_by_defender(abstract_graph("{a=A b c}"), put))
    [{1}, {2}]
    """
    does = action.graph.for_the_other(own)
    changed = {cell for cell, _ in does.changes}
    for pairs in gluings(graph, does.without_action(), share):
        found = {onto for cell, onto in pairs.items() if cell in changed}
        if found:
            yield found


def preventions(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1, own: Collection[str] = ()
) -> tuple[AbstractGraph, ...]:
    """Return the ways in which the defender, by an action of his, prevents the one marked in a graph.

    He changes one of the cells that it would change. Each answer is the graph with what else he needs, his
    action marked in place of the attacker's; cells keep their numbers. None means that he cannot. `own` are
    the kinds of which each player has lines of his own.

    >>> from zermelo.boards.abstract_graphs.abstract_graph import abstract_graph
    >>> put = AbstractAction("put", abstract_graph("a*"))
    >>> move = AbstractAction("move", abstract_graph("step{a=A>. b>A}"))
    >>> [str(way) for way in preventions(abstract_graph("{a* b=A c=A}"), put)]
    ['{a>D b=A c=A}']
    >>> [str(way) for way in preventions(abstract_graph("{a* b=A c=A}step{a* d=A>.}"), move)]
    ['{a>D b=A c=A}step{a>D d=A}step{a>D e=D>.}']
    """
    does = action.graph.for_the_other(own)
    changed = {cell for cell, _ in does.changes}
    wanted = {cell for cell, _ in graph.changes}
    bare, before = graph.without_action(), does.without_action()
    found: dict[AbstractGraph, None] = {}
    for pairs in gluings(bare, before, share):
        if any(cell in changed and onto in wanted for cell, onto in pairs.items()):
            glued = glue_graphs(bare, before, pairs)
            made = AbstractGraph(glued.graph.labels, glued.graph.lines, *_marks(does, glued))
            found.setdefault(made, None)
    return tuple(found)
