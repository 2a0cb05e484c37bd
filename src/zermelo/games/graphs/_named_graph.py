"""Graphs that are named by a text: paths, cycles, stars, complete graphs, grids, or edges one by one.

    path 5        1 - 2 - 3 - 4 - 5            star 4       1 in the middle, 2 to 5 around it
    cycle 6       a path whose ends are joined complete 4   each joined to each
    grid 4x3      4 columns, 3 rows            1-2 2-3 4    edges, and vertices that stand alone

Vertices are numbered from 1 where people read them and from 0 inside. Those of a grid are numbered by rows
from the top, and read like cells: a1 is the upper left one.
"""

import re
from dataclasses import dataclass
from itertools import combinations

from zermelo.core.errors import BadParameter

Edges = frozenset[tuple[int, int]]  # pairs of vertices, the lesser one first

KINDS = {  # name -> the least size
    "path": 1,
    "cycle": 3,
    "star": 1,
    "complete": 1,
}
WRITE = "write 'path 5', 'cycle 6', 'star 4', 'complete 4', 'grid 4x3', or edges like '1-2 2-3 3-1'"


@dataclass(frozen=True)
class NamedGraph:
    """A graph without loops: its name, the pairs that are joined, and the rectangle it lies in.

    `columns` and `rows` are the grid's; a path is a grid of one row, and so is any other graph in text.
    """

    text: str
    vertex_count: int
    edges: Edges
    columns: int
    rows: int
    kind: str

    @property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        """Where each vertex goes, for each of the symmetries of a path, a cycle or a grid.

        Of other graphs only the identity is here: stars and complete graphs have too many to be listed.
        """
        count = self.vertex_count
        if self.kind == "cycle":
            return tuple(
                tuple((first + way * vertex) % count for vertex in range(count))
                for way in (1, -1)
                for first in range(count)
            )
        if self.kind not in ("path", "grid"):
            return (tuple(range(count)),)
        found: dict[tuple[int, ...], None] = {}
        for mirrored in (False, True):
            for flipped in (False, True):
                for transposed in (False, True)[: 1 + (self.columns == self.rows)]:
                    image = []
                    for vertex in range(count):
                        row, column = divmod(vertex, self.columns)
                        row = self.rows - 1 - row if flipped else row
                        column = self.columns - 1 - column if mirrored else column
                        row, column = (column, row) if transposed else (row, column)
                        image.append(row * self.columns + column)
                    found[tuple(image)] = None
        return tuple(found)

    @property
    def neighbours(self) -> tuple[int, ...]:
        """For each vertex the vertices that it is joined to, one bit each."""
        masks = [0] * self.vertex_count
        for first, second in self.edges:
            masks[first] |= 1 << second
            masks[second] |= 1 << first
        return tuple(masks)


def read_graph(text: object, most: int) -> NamedGraph:
    """Return the graph that `text` names.

    Raises `BadParameter` for what names none, and for more than `most` vertices.

    >>> read_graph("cycle 3", 31).neighbours
    (6, 5, 3)
    >>> read_graph("2-1  1-3", 31).text
    '1-2 1-3'
    """
    if not isinstance(text, str) or not text.split():
        raise BadParameter(f"graph={text!r} is no graph: {WRITE}")
    words = text.split()
    named = re.fullmatch(r"([a-z]+) (\d+)", " ".join(words))
    grid = re.fullmatch(r"grid (\d+)x(\d+)", " ".join(words))
    if grid:
        return _build_grid_graph(" ".join(words), int(grid[1]), int(grid[2]), most)
    if named and named[1] in KINDS:
        return _build_graph_of_kind(named[1], int(named[2]), most)
    return _build_graph_of_edges(text, words, most)


def _build_grid_graph(text: str, columns: int, rows: int, most: int) -> NamedGraph:
    if columns < 1 or rows < 1:
        raise BadParameter(f"graph={text!r} has no vertices: write for example 'grid 4x3'")
    _check_vertex_count(text, columns * rows, most)
    edges = set()
    for vertex in range(columns * rows):
        if vertex % columns < columns - 1:
            edges.add((vertex, vertex + 1))
        if vertex + columns < columns * rows:
            edges.add((vertex, vertex + columns))
    return NamedGraph(text, columns * rows, frozenset(edges), columns, rows, "grid")


def _build_graph_of_kind(kind: str, size: int, most: int) -> NamedGraph:
    text = f"{kind} {size}"
    if size < KINDS[kind]:
        raise BadParameter(f"graph={text!r} is too small: a {kind} begins with {kind} {KINDS[kind]}")
    count = size + 1 if kind == "star" else size
    _check_vertex_count(text, count, most)
    edges = {(vertex, vertex + 1) for vertex in range(count - 1)}
    if kind == "cycle":
        edges.add((0, count - 1))
    elif kind == "star":
        edges = {(0, leaf) for leaf in range(1, count)}
    elif kind == "complete":
        edges = set(combinations(range(count), 2))
    return NamedGraph(text, count, frozenset(edges), count, 1, kind)


def _build_graph_of_edges(text: str, words: list[str], most: int) -> NamedGraph:
    edges, alone = set(), set()
    for word in words:
        ends = word.split("-")
        if not all(re.fullmatch(r"[1-9]\d{0,3}", end) for end in ends) or len(ends) > 2:
            raise BadParameter(f"graph={text!r} has {word!r} in it: {WRITE}")
        first, last = sorted((int(ends[0]), int(ends[-1])))
        if len(ends) == 1:
            alone.add(first - 1)
        elif first == last:
            raise BadParameter(f"graph={text!r} joins {first} to itself: leave {word!r} out")
        else:
            edges.add((first - 1, last - 1))
    named = alone | {vertex for edge in edges for vertex in edge}
    count = max(named) + 1
    _check_vertex_count(text, count, most)
    for vertex in range(count):
        if vertex not in named:
            raise BadParameter(
                f"graph={text!r} goes to vertex {count} and has no vertex {vertex + 1}: "
                "number them without gaps, and write one that stands alone by itself"
            )
    joined = {vertex for edge in edges for vertex in edge}
    words = [f"{first + 1}-{last + 1}" for first, last in sorted(edges)]
    words += [str(vertex + 1) for vertex in sorted(alone - joined)]
    return NamedGraph(" ".join(words), count, frozenset(edges), count, 1, "edges")


def _check_vertex_count(text: str, vertices: int, most: int) -> None:
    if vertices > most:
        raise BadParameter(
            f"graph={text!r} has {vertices} vertices and at most {most} fit a position: take fewer"
        )


def check_colours(colours: str, known: str, example: str, most: int, what: str) -> None:
    """Raise `BadParameter` unless colours are a text of the known ones, for at most so many of something."""
    if not colours or set(colours) - set(known):
        signs = f"{', '.join(known[:-1])} and {known[-1]}"
        raise BadParameter(f"colours={colours!r} are none: write one of {signs} like {example!r}")
    if len(colours) > most:
        raise BadParameter(f"colours={colours!r} are more than {most} {what}: write one for each")
