"""The sum of two abstract graphs: both at once, in every way in which they can have cells in common.

The thesis writes G u H - G n H and means the amalgam, the common part kept once. A way of glueing is a set of
pairs of a cell of G and an equally labelled cell of H that become one cell. Lines of one kind whose cells
coincide become one line; two that stay different have at most as many cells in common as lines of their kinds
have on the board.

The marks of actions are left out: a sum is what stands on the board after a move, and both actions are empty
cells there like others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zermelo.boards.abstract_graphs.abstract_graph import (
    AbstractGraph,
    assign_cell_letters,
    compute_canonical_form,
    format_cell_with_changes,
)

Share = int | Mapping[tuple[str, str], int]  # most cells in common, of all kinds or of two in their order


@dataclass(frozen=True)
class GraphSum:
    """A sum, and where its summands lie in it.

    `first` and `second` give for each cell of a summand its cell in the sum. The first's keep their numbers.
    `lines_of_second` counts the lines of the second summand.
    """

    graph: AbstractGraph
    first: tuple[int, ...]
    second: tuple[int, ...]
    lines_of_second: int

    @property
    def common_cells(self) -> tuple[int, ...]:
        """The cells that belong to both summands."""
        return tuple(sorted(set(self.first) & set(self.second)))

    @property
    def are_summands_identical(self) -> bool:
        """Whether both summands are one and the same graph: glued at all their cells and lines."""
        return sorted(self.first) == sorted(self.second) and self.lines_of_second == len(self.graph.lines)

    def __str__(self) -> str:
        names = assign_cell_letters(self.graph)
        shared = ", ".join(format_cell_with_changes(self.graph, cell, names) for cell in self.common_cells)
        return f"{self.graph}, glued at {shared}" if shared else f"{self.graph}, not glued"


def graph_sums(first: AbstractGraph, second: AbstractGraph, share: Share = 1) -> tuple[GraphSum, ...]:
    """Return all sums of two graphs, isomorphic sums once.

    An isomorphism of sums maps cells of the first graph to cells of the first, and of the second to such.

    Parameters
    ----------
    first, second : AbstractGraph
        The summands; their actions are ignored.
    share : int or mapping of (str, str) to int
        The most cells that two different lines have in common: one number, or one for every two kinds in
        alphabetical order.

    Returns
    -------
    tuple of GraphSum
        Sums with few common cells first.

    Examples
    --------
    >>> line = AbstractGraph.parse("{a* b=A c=A}")
    >>> for each in graph_sums(line, line): print(each)
    {a=A b=A c}{d=A e=A f}, not glued
    {a=A b=A c}{a=A d=A e}, glued at a=A
    {a b=A c=A}{a d=A e=A}, glued at a
    {a=A b=A c}, glued at c, a=A, b=A
    """
    found: dict[object, GraphSum] = {}
    for pairs in yield_gluings(first, second, share):
        glued = glue_graphs(first, second, pairs)
        colours = [
            4 * colour + 2 * (cell in glued.first) + (cell in glued.second)
            for cell, colour in enumerate(glued.graph.cell_colours)
        ]
        found.setdefault(compute_canonical_form(colours, glued.graph.lines, glued.graph.kinds)[0], glued)
    return tuple(sorted(found.values(), key=lambda each: len(each.common_cells)))


def find_shared_cells_limit(share: Share, one: str, two: str) -> int:
    """Return the most cells that two different lines of some kinds have in common.

    >>> find_shared_cells_limit({("line", "square"): 2}, "square", "line")
    2
    """
    return share if isinstance(share, int) else share.get((min(one, two), max(one, two)), 1)


def yield_gluings(first: AbstractGraph, second: AbstractGraph, share: Share) -> Iterator[dict[int, int]]:
    """Yield {cell of the second: cell of the first} for every way of glueing that lines allow."""
    met: dict[
        tuple[int, int], int
    ] = {}  # cells that a line of the second has in common with one of the first
    partner: dict[int, int] = {}

    def obeys_share_limit(pair: tuple[int, int]) -> bool:
        return met[pair] <= find_shared_cells_limit(share, second.kinds[pair[0]], first.kinds[pair[1]])

    def are_merged_lines(pair: tuple[int, int]) -> bool:
        return (
            _have_same_kind_and_length(first, second, pair) and met[pair] == second.lines[pair[0]].bit_count()
        )

    def yield_extended_gluings(cell: int, taken: int) -> Iterator[dict[int, int]]:
        if cell == len(second.labels):
            if all(obeys_share_limit(pair) or are_merged_lines(pair) for pair in met):
                yield dict(partner)
            return
        yield from yield_extended_gluings(cell + 1, taken)
        mine = [number for number, line in enumerate(second.lines) if line >> cell & 1]
        for other, label in enumerate(first.labels):
            if taken >> other & 1 or label != second.labels[cell]:
                continue
            theirs = [number for number, line in enumerate(first.lines) if line >> other & 1]
            pairs = [(one, two) for one in mine for two in theirs]
            for pair in pairs:
                met[pair] = met.get(pair, 0) + 1
            partner[cell] = other
            if all(
                obeys_share_limit(pair) or _can_lines_still_merge(first, second, pair, cell, partner)
                for pair in pairs
            ):
                yield from yield_extended_gluings(cell + 1, taken | 1 << other)
            del partner[cell]
            for pair in pairs:
                met[pair] -= 1

    return yield_extended_gluings(0, 0)


def _have_same_kind_and_length(first: AbstractGraph, second: AbstractGraph, pair: tuple[int, int]) -> bool:
    """Return whether two lines, one of the second and one of the first, are of one kind and length."""
    mine, theirs = pair
    return (
        second.kinds[mine] == first.kinds[theirs]
        and second.lines[mine].bit_count() == first.lines[theirs].bit_count()
    )


def _can_lines_still_merge(
    first: AbstractGraph, second: AbstractGraph, pair: tuple[int, int], last: int, partner: dict[int, int]
) -> bool:
    """Return whether two lines can still become one: no cell up to the last was left out."""
    mine, theirs = second.lines[pair[0]], first.lines[pair[1]]
    placed = (cell for cell in range(last + 1) if mine >> cell & 1)
    return _have_same_kind_and_length(first, second, pair) and all(
        cell in partner and theirs >> partner[cell] & 1 for cell in placed
    )


def glue_graphs(first: AbstractGraph, second: AbstractGraph, pairs: Mapping[int, int]) -> GraphSum:
    """Return the sum by one way of glueing."""
    labels = first.labels
    where = []
    for cell, label in enumerate(second.labels):
        if cell in pairs:
            where.append(pairs[cell])
        else:
            where.append(len(labels))
            labels += label
    moved = (
        (kind, sum(1 << where[cell] for cell in range(len(where)) if line >> cell & 1))
        for kind, line in zip(second.kinds, second.lines, strict=True)
    )
    both = tuple(dict.fromkeys((*zip(first.kinds, first.lines, strict=True), *moved)))
    graph = AbstractGraph(labels, tuple(line for _, line in both), kinds=tuple(kind for kind, _ in both))
    return GraphSum(graph, tuple(range(len(first.labels))), tuple(where), len(second.lines))
