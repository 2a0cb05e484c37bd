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
    assign_cell_letters,
    replace_cell_labels,
)
from zermelo.boards.abstract_graphs.abstract_graph_sum import GraphSum, Share, glue_graphs, yield_gluings
from zermelo.core.errors import BadParameter


@dataclass(frozen=True)
class AbstractAction:
    """An action of the attacker: a graph whose marks give the changes of its cells.

    Parameters
    ----------
    name : str
        Name of the action.
    graph : AbstractGraph
        Graph with the attacker's action marked.

    Raises
    ------
    BadParameter
        If the graph marks no action, or one of the defender's.

    Examples
    --------
    >>> move = AbstractAction("move", AbstractGraph.parse("step{a=A>. b>A}"))
    >>> str(move.graph_before), str(move.graph_after)
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
    def graph_before(self) -> AbstractGraph:
        """Graph G1, which must be there before the action."""
        return self.graph.without_action()

    @property
    def graph_after(self) -> AbstractGraph:
        """Graph G2, which is there after the action."""
        return self.graph.after_action()

    def undo(self, graph: AbstractGraph, share: Share = 1) -> tuple[AbstractGraph, ...]:
        """Return the graphs, with the action marked, that the action can have turned into a graph.

        This is `out - a` of the thesis. The action put one of the graph's signs. Cells keep their numbers,
        and added cells follow. Marks of the graph itself are dropped.

        Parameters
        ----------
        graph : AbstractGraph
            The graph after the action.
        share : int or mapping of (str, str) to int
            The most cells that two different lines have in common: one number, or one for every two kinds in
            alphabetical order.

        Returns
        -------
        tuple of AbstractGraph
            Isomorphic results once.

        Examples
        --------
        >>> from zermelo.boards.abstract_graphs.abstract_graph import build_full_line
        >>> put = AbstractAction("put", AbstractGraph.parse("a*"))
        >>> move = AbstractAction("move", AbstractGraph.parse("step{a=A>. b>A}"))
        >>> [str(before) for before in put.undo(build_full_line(3))]
        ['{a* b=A c=A}']
        >>> [str(before) for before in move.undo(build_full_line(3))]
        ['{a* b=A c=A}step{a* d=A>.}']
        """
        return tuple(dict.fromkeys(yield_undone_graphs(graph, self, share)))

    def __repr__(self) -> str:
        names = assign_cell_letters(self.graph)
        kinds = {".": "empty", "A": "A", "D": "D"}
        changed = sorted(self.graph.changes_by_action, key=lambda each: names[each[0]])
        taken = " and ".join(f"{names[cell]}-{kinds[self.graph.labels[cell]]}" for cell, _ in changed)
        added = " and ".join(f"{names[cell]}-{kinds[label]}" for cell, label in changed)
        return f"{self.name} = {self.graph}: takes {taken}, adds {added}"


def yield_undone_graphs(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1
) -> Iterator[AbstractGraph]:
    """Yield what `AbstractAction.undo` returns, once for each embedding of the action in the graph."""
    after, does, bare = action.graph_after, action.graph, graph.without_action()
    assert does.action is not None
    for pairs in _yield_action_embeddings(bare, after, does.action, share):
        glued = glue_graphs(bare, after, pairs)
        before = [(glued.second[cell], does.labels[cell]) for cell, _ in does.changes_by_action]
        labels = replace_cell_labels(glued.graph.labels, before)
        yield AbstractGraph(labels, glued.graph.lines, *_map_action_into_sum(does, glued))


def _yield_action_embeddings(
    graph: AbstractGraph, after: AbstractGraph, target: int, share: Share
) -> Iterator[dict[int, int]]:
    """Yield the gluings in which the sign that an action puts is one of the graph's."""
    if len(after.labels) == 1:  # a sign that is put: the gluings of its only cell
        yield from ({target: cell} for cell, label in enumerate(graph.labels) if label == after.labels[0])
        return
    yield from (pairs for pairs in yield_gluings(graph, after, share) if target in pairs)


def _map_action_into_sum(
    does: AbstractGraph, glued: GraphSum
) -> tuple[int | None, tuple[str, ...], str, tuple[Change, ...]]:
    """Return action, kinds, by and also of an action whose cells are moved into a sum."""
    assert does.action is not None
    also = tuple(sorted((glued.second[cell], label) for cell, label in does.also))
    return glued.second[does.action], glued.graph.kinds, does.by, also


def yield_defender_changed_cells(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1, own: Collection[str] = ()
) -> Iterator[set[int]]:
    """Yield the cells of a graph that an action of the defender's may change, for each embedding of it.

    >>> put = AbstractAction("put", AbstractGraph.parse("a*"))
    >>> move = AbstractAction("move", AbstractGraph.parse("step{a=A>. b>A}"))
    >>> list(yield_defender_changed_cells(AbstractGraph.parse("{a=A b c}"), put))
    [{1}, {2}]
    """
    does = action.graph.swap_players(own)
    changed = {cell for cell, _ in does.changes_by_action}
    for pairs in yield_gluings(graph, does.without_action(), share):
        found = {onto for cell, onto in pairs.items() if cell in changed}
        if found:
            yield found


def find_preventing_graphs(
    graph: AbstractGraph, action: AbstractAction, share: Share = 1, own: Collection[str] = ()
) -> tuple[AbstractGraph, ...]:
    """Return the graphs in which an action of the defender's prevents the one marked in a graph.

    The defender changes one of the cells that it would change. Each answer is the graph with what else the
    defender needs, and with the defender's action marked in place of the attacker's; cells keep their
    numbers. None means that the defender has no such action. `own` are the kinds of which each player has
    separate lines.

    >>> put = AbstractAction("put", AbstractGraph.parse("a*"))
    >>> move = AbstractAction("move", AbstractGraph.parse("step{a=A>. b>A}"))
    >>> [str(each) for each in find_preventing_graphs(AbstractGraph.parse("{a* b=A c=A}"), put)]
    ['{a>D b=A c=A}']
    >>> graph = AbstractGraph.parse("{a* b=A c=A}step{a* d=A>.}")
    >>> [str(each) for each in find_preventing_graphs(graph, move)]
    ['{a>D b=A c=A}step{a>D d=A}step{a>D e=D>.}']
    """
    does = action.graph.swap_players(own)
    changed = {cell for cell, _ in does.changes_by_action}
    wanted = {cell for cell, _ in graph.changes_by_action}
    bare, before = graph.without_action(), does.without_action()
    found: dict[AbstractGraph, None] = {}
    for pairs in yield_gluings(bare, before, share):
        if any(cell in changed and onto in wanted for cell, onto in pairs.items()):
            glued = glue_graphs(bare, before, pairs)
            made = AbstractGraph(glued.graph.labels, glued.graph.lines, *_map_action_into_sum(does, glued))
            found.setdefault(made, None)
    return tuple(found)
