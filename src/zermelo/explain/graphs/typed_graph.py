"""The typed form of abstract graphs, as the thesis has them: vertices for lines, for cells and for signs.

A line's vertex has an edge to each of its cells, and a cell's vertex one to its sign, which is of the kind A,
D or empty. Each cell has a sign of its own, so that what tells cells apart is their kind of sign and their
lines. The action is a mark on a cell.

Sum and difference are defined here over again, on vertices and edges: the sum is the amalgam of two graphs
over a common part, a part of each with vertices of the same kinds and the same edges between them. They mean
the same as those of `abstract_graph` and `graph_sum`, which count with masks and are meant to be fast; the
tests compare them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from zermelo.explain.graphs.abstract_graph import ATTACKER, EMPTY, LABELS, AbstractGraph

LINE, CELL = "line", "cell"
SIGNS = {"sign A": ATTACKER, "sign D": "D", "empty": EMPTY}
KIND_OF = {label: kind for kind, label in SIGNS.items()}


@dataclass(frozen=True)
class TypedGraph:
    """Vertices 0, 1, 2, ... with their kinds, "line", "cell", "sign A", "sign D" or "empty", and edges.

    An edge is (low, high). `action` is the cell that is marked, or None. Graphs are equal here if they are
    the same, vertex by vertex.
    """

    kinds: tuple[str, ...]
    edges: frozenset[tuple[int, int]]
    action: int | None = None

    def of_kind(self, *kinds: str) -> tuple[int, ...]:
        """Return the vertices of some kinds, ascending."""
        return tuple(vertex for vertex, kind in enumerate(self.kinds) if kind in kinds)

    def neighbours(self, vertex: int, *kinds: str) -> frozenset[int]:
        """Return the vertices of some kinds that a vertex has an edge to."""
        ends = (sum(edge) - vertex for edge in self.edges if vertex in edge)
        return frozenset(other for other in ends if self.kinds[other] in kinds)

    def sign_of(self, cell: int) -> int:
        """Return the vertex of a cell's sign."""
        (sign,) = self.neighbours(cell, *SIGNS)
        return sign


def typed(graph: AbstractGraph) -> TypedGraph:
    """Return the typed form: lines first, then cells, then their signs.

    >>> from zermelo.explain.graphs.abstract_graph import abstract_graph
    >>> form = typed(abstract_graph("{a* b=A}"))
    >>> form.kinds, sorted(form.edges), form.action
    (('line', 'cell', 'cell', 'empty', 'sign A'), [(0, 1), (0, 2), (1, 3), (2, 4)], 1)
    """
    lines, cells = len(graph.lines), len(graph.labels)
    kinds = (LINE,) * lines + (CELL,) * cells + tuple(KIND_OF[label] for label in graph.labels)
    edges = {
        (place, lines + cell)
        for place, line in enumerate(graph.lines)
        for cell in range(cells)
        if line >> cell & 1
    }
    edges |= {(lines + cell, lines + cells + cell) for cell in range(cells)}
    return TypedGraph(kinds, frozenset(edges), None if graph.action is None else lines + graph.action)


def untyped(form: TypedGraph) -> AbstractGraph:
    """Return the abstract graph of a typed form.

    >>> from zermelo.explain.graphs.abstract_graph import abstract_graph
    >>> str(untyped(typed(abstract_graph("{a* b=A c}{a* d=D e}"))))
    '{a* b=A c}{a* d=D e}'
    """
    cells = form.of_kind(CELL)
    labels = "".join(SIGNS[form.kinds[form.sign_of(cell)]] for cell in cells)
    lines = tuple(
        sum(1 << cells.index(cell) for cell in form.neighbours(line, CELL)) for line in form.of_kind(LINE)
    )
    assert set(labels) <= set(LABELS)
    return AbstractGraph(labels, lines, None if form.action is None else cells.index(form.action))


def typed_difference(form: TypedGraph) -> tuple[TypedGraph, ...]:
    """Return the graphs with one of the attacker's signs replaced by an empty one, whose cell is marked."""
    found = []
    for cell in form.of_kind(CELL):
        sign = form.sign_of(cell)
        if SIGNS[form.kinds[sign]] == ATTACKER:
            kinds = (*form.kinds[:sign], KIND_OF[EMPTY], *form.kinds[sign + 1 :])
            found.append(TypedGraph(kinds, form.edges, cell))
    return tuple(found)


def typed_sum(first: TypedGraph, second: TypedGraph, share: int = 1) -> Iterator[TypedGraph]:
    """Yield every amalgam of two graphs, isomorphic ones again and again; actions are not kept.

    A common part is said by its cells: their signs are then in it, and the lines whose cells all are.
    """
    cells, others = first.of_kind(CELL), second.of_kind(CELL)
    for count in range(min(len(cells), len(others)) + 1):
        for moved in combinations(others, count):
            for onto in permutations(cells, count):
                amalgam = _amalgam(first, second, dict(zip(moved, onto, strict=True)))
                if amalgam is not None and _keeps_apart(amalgam, share):
                    yield amalgam


def _amalgam(first: TypedGraph, second: TypedGraph, common: dict[int, int]) -> TypedGraph | None:
    """Return the union with a common part kept once, or None where its signs are of different kinds."""
    onto = dict(common)
    for cell, other in common.items():
        sign, its = second.sign_of(cell), first.sign_of(other)
        if second.kinds[sign] != first.kinds[its]:
            return None
        onto[sign] = its
    for line in second.of_kind(LINE):
        on_it = second.neighbours(line, CELL)
        if on_it <= common.keys():
            same = frozenset(common[cell] for cell in on_it)
            onto.update((line, its) for its in first.of_kind(LINE) if first.neighbours(its, CELL) == same)
    kinds = list(first.kinds)
    for vertex, kind in enumerate(second.kinds):
        if vertex not in onto:
            onto[vertex] = len(kinds)
            kinds.append(kind)
    moved = {(min(onto[one], onto[two]), max(onto[one], onto[two])) for one, two in second.edges}
    return TypedGraph(tuple(kinds), first.edges | moved)


def _keeps_apart(form: TypedGraph, share: int) -> bool:
    """Return whether no two lines have more cells in common than lines of the board may."""
    lines = [form.neighbours(line, CELL) for line in form.of_kind(LINE)]
    return all(len(one & two) <= share for one, two in combinations(lines, 2))
