"""The typed form of abstract graphs, as the thesis has them: vertices for lines, for cells and for signs.

A line's vertex has an edge to each of its cells, and a cell's vertex one to its sign. Signs are *repeated*,
each cell with a sign of its own, an "empty" one where it has none, or *shared* as the thesis draws them: one
vertex for all signs of the attacker, one for the defender's, and no edge from an empty cell. Any vertex may
stand alone, a line or a sign too. The action is a mark on a cell.

Sum and difference are defined here over again, on vertices and edges: the sum is the amalgam of two graphs
over a common part, a part of each with vertices of the same kinds and the same edges between them; the
difference takes the edges of one graph out of the other, where they are found. They mean the same as those of
`boards.abstract_graphs.abstract_graph_sum` and `boards.abstract_graphs.abstract_action`, which count with
masks and are meant to be fast; the tests compare them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from zermelo.boards.abstract_graphs.abstract_graph import ATTACKER, DEFENDER, EMPTY, LABELS, AbstractGraph
from zermelo.core.errors import BadParameter

CELL = "cell"
SIGNS = {"sign A": ATTACKER, "sign D": DEFENDER, "empty": EMPTY}
KIND_OF = {label: kind for kind, label in SIGNS.items()}
REPEATED, SHARED = "repeated", "shared"


@dataclass(frozen=True)
class TypedGraph:
    """Vertices 0, 1, 2, ... with their kinds, and edges.

    Graphs are equal here if they are the same, vertex by vertex.

    Parameters
    ----------
    kinds : tuple of str
        Kind of each vertex: "cell", "sign A", "sign D", "empty", any other name for a kind of line.
    edges : frozenset of (int, int)
        Edges as (lower vertex, higher vertex).
    action : int, optional
        The cell that is marked.

    Examples
    --------
    >>> TypedGraph(("line", "cell", "sign A")).edges  # figure 1 of the thesis: three vertices, each alone
    frozenset()
    """

    kinds: tuple[str, ...]
    edges: frozenset[tuple[int, int]] = frozenset()
    action: int | None = None

    def list_vertices_of_kind(self, *kinds: str) -> tuple[int, ...]:
        """Return the vertices of some kinds.

        Parameters
        ----------
        *kinds : str
            Kinds to look for.

        Returns
        -------
        tuple of int
            Vertices, ascending.
        """
        return tuple(vertex for vertex, kind in enumerate(self.kinds) if kind in kinds)

    def line_vertices(self) -> tuple[int, ...]:
        """Return the vertices of lines of any kind.

        Returns
        -------
        tuple of int
            Vertices, ascending.
        """
        return tuple(vertex for vertex, kind in enumerate(self.kinds) if kind != CELL and kind not in SIGNS)

    def neighbours(self, vertex: int, *kinds: str) -> frozenset[int]:
        """Return the neighbours of a vertex that are of some kinds.

        Parameters
        ----------
        vertex : int
            The vertex.
        *kinds : str
            Kinds to look for.

        Returns
        -------
        frozenset of int
            Vertices.
        """
        ends = (sum(edge) - vertex for edge in self.edges if vertex in edge)
        return frozenset(other for other in ends if self.kinds[other] in kinds)

    def cell_label(self, cell: int) -> str:
        """Return the label of a cell.

        Parameters
        ----------
        cell : int
            Vertex of the cell.

        Returns
        -------
        str
            Label of its sign: "A", "D", or "." without one.
        """
        return next((SIGNS[self.kinds[sign]] for sign in self.neighbours(cell, *SIGNS)), EMPTY)

    @classmethod
    def from_abstract(cls, graph: AbstractGraph, signs: str = REPEATED) -> "TypedGraph":
        """Return the typed form of an abstract graph: lines first, then cells, then signs.

        Parameters
        ----------
        graph : AbstractGraph
            The graph.
        signs : str
            "repeated" gives each cell its own sign, "shared" one vertex to all signs of a player.

        Returns
        -------
        TypedGraph
            The same graph as vertices and edges.

        Examples
        --------
        >>> form = TypedGraph.from_abstract(AbstractGraph.parse("{a* b=A}"))
        >>> form.kinds, sorted(form.edges), form.action
        (('line', 'cell', 'cell', 'empty', 'sign A'), [(0, 1), (0, 2), (1, 3), (2, 4)], 1)
        >>> form = TypedGraph.from_abstract(AbstractGraph.parse("{a=A b=A c}"), "shared")
        >>> form.kinds, sorted(form.edges)
        (('line', 'cell', 'cell', 'cell', 'sign A'), [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4)])
        """
        lines, cells = len(graph.lines), len(graph.labels)
        edges = {
            (place, lines + cell)
            for place, line in enumerate(graph.lines)
            for cell in range(cells)
            if line >> cell & 1
        }
        if signs == REPEATED:
            stand = graph.labels
            edges |= {(lines + cell, lines + cells + cell) for cell in range(cells)}
        else:
            stand = "".join(label for label in (ATTACKER, DEFENDER) if label in graph.labels)
            edges |= {
                (lines + cell, lines + cells + stand.index(label))
                for cell, label in enumerate(graph.labels)
                if label in stand
            }
        kinds = (*graph.kinds, *(CELL,) * cells, *(KIND_OF[label] for label in stand))
        return cls(kinds, frozenset(edges), None if graph.action is None else lines + graph.action)

    def to_abstract(self) -> AbstractGraph:
        """Return the abstract graph of a typed form, repeated or shared.

        Returns
        -------
        AbstractGraph
            The graph; its cells are in the order of their vertices.

        Raises
        ------
        BadParameter
            If a line or a sign has no cell.

        Examples
        --------
        >>> graph = AbstractGraph.parse("{a* b=A c}{a* d=D e}")
        >>> str(TypedGraph.from_abstract(graph, "shared").to_abstract())
        '{a* b=A c}{a* d=D e}'
        """
        cells = self.list_vertices_of_kind(CELL)
        for vertex in (*self.line_vertices(), *self.list_vertices_of_kind(*SIGNS)):
            if not self.neighbours(vertex, CELL):
                raise BadParameter(
                    f"the {self.kinds[vertex]} of vertex {vertex} stands alone: join it to a cell"
                )
        labels = "".join(map(self.cell_label, cells))
        lines = tuple(
            sum(1 << cells.index(cell) for cell in self.neighbours(line, CELL))
            for line in self.line_vertices()
        )
        kinds = tuple(self.kinds[line] for line in self.line_vertices())
        assert set(labels) <= set(LABELS)
        return AbstractGraph(labels, lines, None if self.action is None else cells.index(self.action), kinds)

    def differences(self, other: "TypedGraph") -> Iterator["TypedGraph"]:
        """Yield E1 - E2: this graph without the edges of another, for each embedding of the other.

        An embedding maps vertices to vertices of the same kinds and edges to edges. All vertices stay.

        Parameters
        ----------
        other : TypedGraph
            The graph to find and to take out.

        Yields
        ------
        TypedGraph
            One difference, isomorphic ones repeatedly.

        Examples
        --------
        >>> line = TypedGraph(("line", "cell", "cell", "cell", "sign A"),
        ...     frozenset({(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)}))       # figure 8
        >>> one = TypedGraph(("cell", "sign A"), frozenset({(0, 1)}))              # figure 9
        >>> [len(each.edges) for each in line.differences(one)]                    # figure 10, three times
        [5, 5, 5]
        """
        for onto in permutations(range(len(self.kinds)), len(other.kinds)):
            if any(self.kinds[where] != kind for where, kind in zip(onto, other.kinds, strict=True)):
                continue
            gone = {(min(onto[a], onto[b]), max(onto[a], onto[b])) for a, b in other.edges}
            if gone <= self.edges:
                yield TypedGraph(self.kinds, self.edges - gone, self.action)

    def sums(self, other: "TypedGraph", share: int = 1) -> Iterator["TypedGraph"]:
        """Yield every amalgam of two graphs; actions are dropped.

        A common part is given by its cells; it has their signs, and the lines whose cells are all in it. A
        line or a sign that stands alone may be any of its kind.

        Parameters
        ----------
        other : TypedGraph
            The second graph.
        share : int
            The most cells that two lines have in common.

        Yields
        ------
        TypedGraph
            One sum, isomorphic ones repeatedly.

        Examples
        --------
        >>> alone = TypedGraph(("line",))
        >>> [each.kinds for each in alone.sums(alone)]
        [('line', 'line'), ('line',)]
        """
        cells, others = self.list_vertices_of_kind(CELL), other.list_vertices_of_kind(CELL)
        for count in range(min(len(cells), len(others)) + 1):
            for moved in combinations(others, count):
                for onto in permutations(cells, count):
                    for common in _yield_identified_lone_vertices(
                        self, other, dict(zip(moved, onto, strict=True))
                    ):
                        amalgam = _build_amalgam(self, other, common)
                        if amalgam is not None and _obeys_share_limit(amalgam, share):
                            yield amalgam


def _yield_identified_lone_vertices(
    first: TypedGraph, second: TypedGraph, common: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Yield a common part with vertices of the second that stand alone identified, or not, in every way."""
    alone = [
        vertex
        for vertex, kind in enumerate(second.kinds)
        if kind != CELL and not any(vertex in edge for edge in second.edges)
    ]
    ways = [(None, *first.list_vertices_of_kind(second.kinds[vertex])) for vertex in alone]
    for chosen in product(*ways):
        onto = [where for where in chosen if where is not None]
        if len(set(onto)) == len(onto):
            pairs = {vertex: where for vertex, where in zip(alone, chosen, strict=True) if where is not None}
            yield common | pairs


def _build_amalgam(first: TypedGraph, second: TypedGraph, common: dict[int, int]) -> TypedGraph | None:
    """Return the union with a common part kept once, or None where its signs are of different kinds."""
    onto = dict(common)
    for cell, other in common.items():
        if second.kinds[cell] != CELL:
            continue
        if second.cell_label(cell) != first.cell_label(other):
            return None
        signs, its = second.neighbours(cell, *SIGNS), first.neighbours(other, *SIGNS)
        onto.update(zip(signs, its, strict=True))
    for line in second.line_vertices():
        on_it = second.neighbours(line, CELL)
        if on_it and on_it <= common.keys():
            same = frozenset(common[cell] for cell in on_it)
            onto.update(
                (line, its)
                for its in first.list_vertices_of_kind(second.kinds[line])
                if first.neighbours(its, CELL) == same
            )
    kinds = list(first.kinds)
    for vertex, kind in enumerate(second.kinds):
        if vertex not in onto:
            onto[vertex] = len(kinds)
            kinds.append(kind)
    moved = {(min(onto[one], onto[two]), max(onto[one], onto[two])) for one, two in second.edges}
    return TypedGraph(tuple(kinds), first.edges | moved)


def _obeys_share_limit(form: TypedGraph, share: int) -> bool:
    """Return whether no two lines have more cells in common than lines of the board may."""
    lines = [form.neighbours(line, CELL) for line in form.line_vertices()]
    return all(len(one & two) <= share for one, two in combinations(lines, 2))
