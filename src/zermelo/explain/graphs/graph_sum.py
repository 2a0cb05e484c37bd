"""The sum of two abstract graphs: both at once, in every way in which they can have cells in common.

The thesis writes G u H - G n H and means the amalgam, the common part kept once. A way of glueing is a set of
pairs of a cell of G and an equally labelled cell of H that become one cell. Lines whose cells coincide become
one line; two that stay different have at most `share` cells in common, as lines of the board do.

The marks of actions are left out: a sum is what stands on the board after a move, and both actions are empty
cells there like others.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.explain.graphs.abstract_graph import AbstractGraph, canonical_form, cell_names, said_cell


@dataclass(frozen=True)
class GraphSum:
    """A sum, and where its summands lie in it.

    `first` and `second` give for each cell of a summand its cell in the sum. The first's keep their numbers.
    """

    graph: AbstractGraph
    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def common(self) -> tuple[int, ...]:
        """The cells that belong to both summands."""
        return tuple(sorted(set(self.first) & set(self.second)))

    def __str__(self) -> str:
        names = cell_names(self.graph)
        shared = ", ".join(said_cell(self.graph, cell, names) for cell in self.common)
        return f"{self.graph}, glued at {shared}" if shared else f"{self.graph}, not glued"


def graph_sum(first: AbstractGraph, second: AbstractGraph, share: int = 1) -> tuple[GraphSum, ...]:
    """Return all sums of two graphs, those that differ by more than an isomorphism.

    An isomorphism of sums maps cells of the first summand to such cells, and of the second to such.

    >>> from zermelo.explain.graphs.abstract_graph import abstract_graph
    >>> line = abstract_graph("{a* b=A c=A}")
    >>> for each in graph_sum(line, line): print(each)
    {a=A b=A c}{d=A e=A f}, not glued
    {a=A b=A c}{a=A d=A e}, glued at a=A
    {a b=A c=A}{a d=A e=A}, glued at a
    {a=A b=A c}, glued at c, a=A, b=A
    """
    found: dict[object, GraphSum] = {}
    for pairs in _ways(first, second, share):
        glued = _glued(first, second, pairs)
        colours = [
            4 * colour + 2 * (cell in glued.first) + (cell in glued.second)
            for cell, colour in enumerate(glued.graph.colours)
        ]
        found.setdefault(canonical_form(colours, glued.graph.lines)[0], glued)
    return tuple(sorted(found.values(), key=lambda each: len(each.common)))


def _ways(first: AbstractGraph, second: AbstractGraph, share: int) -> Iterator[dict[int, int]]:
    """Yield {cell of the second: cell of the first} for every way of glueing that lines allow."""
    met: dict[
        tuple[int, int], int
    ] = {}  # cells that a line of the second has in common with one of the first
    partner: dict[int, int] = {}

    def place(cell: int, taken: int) -> Iterator[dict[int, int]]:
        if cell == len(second.labels):
            if all(count <= share or count == first.length == second.length for count in met.values()):
                yield dict(partner)
            return
        yield from place(cell + 1, taken)
        mine = [number for number, line in enumerate(second.lines) if line >> cell & 1]
        for other, label in enumerate(first.labels):
            if taken >> other & 1 or label != second.labels[cell]:
                continue
            theirs = [number for number, line in enumerate(first.lines) if line >> other & 1]
            pairs = [(one, two) for one in mine for two in theirs]
            for pair in pairs:
                met[pair] = met.get(pair, 0) + 1
            partner[cell] = other
            if all(met[pair] <= share or _may_merge(first, second, pair, cell, partner) for pair in pairs):
                yield from place(cell + 1, taken | 1 << other)
            del partner[cell]
            for pair in pairs:
                met[pair] -= 1

    return place(0, 0)


def _may_merge(
    first: AbstractGraph, second: AbstractGraph, pair: tuple[int, int], last: int, partner: dict[int, int]
) -> bool:
    """Return whether two lines can still become one: no cell up to the last was left out."""
    mine, theirs = second.lines[pair[0]], first.lines[pair[1]]
    placed = (cell for cell in range(last + 1) if mine >> cell & 1)
    return all(cell in partner and theirs >> partner[cell] & 1 for cell in placed)


def _glued(first: AbstractGraph, second: AbstractGraph, pairs: dict[int, int]) -> GraphSum:
    labels = first.labels
    where = []
    for cell, label in enumerate(second.labels):
        if cell in pairs:
            where.append(pairs[cell])
        else:
            where.append(len(labels))
            labels += label
    moved = (sum(1 << where[cell] for cell in range(len(where)) if line >> cell & 1) for line in second.lines)
    lines = tuple(dict.fromkeys((*first.lines, *moved)))
    return GraphSum(AbstractGraph(labels, lines), tuple(range(len(first.labels))), tuple(where))
