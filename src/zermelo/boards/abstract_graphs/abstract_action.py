"""Abstract actions, each the difference of two graphs, and those that prevent them: equations 5 and 9.

`a = G1 - G2`: in G1 a cell is empty, say, and in G2 it has the attacker's sign; the action is the edges that
are taken away and those that are added. Both graphs are stored as one graph whose marks give the changes of
its cells. To *undo* an action in a graph is to find G2 in it and to put G1 in its place: that is the thesis's
difference `in = out - a`. A part of G2 that the graph lacks, such as the cell that a sign came from, is
added.

An action of the other player *prevents* one where it changes a cell that this one would change. On
tic-tac-toe the only preventing action puts the defender's sign on the same cell. Where signs are moved the
defender must have one within reach. Where no sign of the defender's can reach the cell, there is no
preventing action, and the backward algorithm has no even rules.
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
    """An action of the attacker: a graph whose marks give the changes of its cells.

    Raises `BadParameter` where the graph marks nothing, or an action of the other player.

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
    """Return the graphs, with the action marked, that an action can have turned into this graph.

    The action put one of the graph's signs. Isomorphic results are returned once. Cells keep their numbers,
    and added cells follow. Marks of the graph itself are dropped. This is `out - a` of the thesis.

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
    """Return action, kinds, by and also of a graph whose action's cells lie at those of a sum."""
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
    """Return the ways in which an action of the defender's prevents the one marked in a graph.

    The defender changes one of the cells that it would change. Each answer is the graph with what else the
    defender needs, and with the defender's action marked in place of the attacker's; cells keep their
    numbers. None means that the defender has no such action. `own` are the kinds of which each player has
    separate lines.

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
