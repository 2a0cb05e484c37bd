"""Actions on abstract graphs once more, slow and obvious: every map of cells to cells is tried.

A graph here is a dictionary of cells to labels, a list of lines (kind, set of cells), and a dictionary of cells to what the
action makes of them. Isomorphism is told by networkx.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

import networkx as nx

from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph


class Loose(NamedTuple):
    labels: dict[Any, str]
    lines: frozenset[tuple[str, frozenset[Any]]]
    makes: dict[Any, str]


def loose(graph: AbstractGraph) -> Loose:
    """Return an `AbstractGraph` as dictionaries and sets."""
    cells = range(len(graph.labels))
    lines = frozenset(
        (kind, frozenset(cell for cell in cells if line >> cell & 1))
        for kind, line in zip(graph.kinds, graph.lines, strict=True)
    )
    return Loose(dict(enumerate(graph.labels)), lines, dict(graph.changes_by_action))


def same(one: Loose, two: Loose) -> bool:
    """Return whether networkx finds an isomorphism."""
    made = []
    for graph in (one, two):
        plain = nx.Graph()
        for cell, label in graph.labels.items():
            plain.add_node(("cell", cell), what=(label, graph.makes.get(cell)))
        for line in graph.lines:
            plain.add_node(("line", line), what=line[0])
            plain.add_edges_from((("line", line), ("cell", cell)) for cell in line[1])
        made.append(plain)
    return nx.is_isomorphic(*made, node_match=lambda first, second: first["what"] == second["what"])


def classes(graphs: Any) -> list[Loose]:
    found: list[Loose] = []
    for graph in graphs:
        if not any(same(graph, known) for known in found):
            found.append(graph)
    return found


def same_classes(one: list[Loose], two: list[Loose]) -> bool:
    return len(one) == len(two) and all(any(same(each, other) for other in two) for each in one)


def laid_over(
    graph: Loose, part: Loose, share: dict[tuple[str, str], int]
) -> Iterator[tuple[Loose, dict[Any, Any]]]:
    """Yield every union in which cells of the part are cells of the graph with the same label, or new ones."""
    inner = list(part.labels)
    new = [("new", cell) for cell in inner]
    for onto in permutations([*graph.labels, *new], len(inner)):
        where = dict(zip(inner, onto, strict=True))
        if any(place in new and place != ("new", cell) for cell, place in where.items()):
            continue  # a new cell has one name
        if any(
            where[cell] in graph.labels and graph.labels[where[cell]] != part.labels[cell] for cell in inner
        ):
            continue
        labels = graph.labels | {where[cell]: part.labels[cell] for cell in inner}
        lines = graph.lines | {(kind, frozenset(where[cell] for cell in line)) for kind, line in part.lines}
        if all(
            len(one[1] & two[1]) <= share.get((min(one[0], two[0]), max(one[0], two[0])), 1)
            for one in lines
            for two in lines
            if one != two
        ):
            yield Loose(labels, lines, {}), where


def undone(graph: Loose, action: Loose, share: dict[tuple[str, str], int]) -> list[Loose]:
    """Return what can have been before an action that put a sign which is the graph's."""
    after = Loose(action.labels | action.makes, action.lines, {})
    (target,) = (cell for cell, label in action.makes.items() if label == "A")
    found = []
    for union, where in laid_over(graph, after, share):
        if where[target] in graph.labels:
            labels = union.labels | {where[cell]: action.labels[cell] for cell in action.makes}
            found.append(
                Loose(labels, union.lines, {where[cell]: made for cell, made in action.makes.items()})
            )
    return classes(found)


def preventions(graph: Loose, action: Loose, share: dict[tuple[str, str], int]) -> list[Loose]:
    """Return the ways in which the defender, by this action, changes a cell that the graph's action would change."""
    swapped = {".": ".", "A": "D", "D": "A"}
    before = Loose({cell: swapped[label] for cell, label in action.labels.items()}, action.lines, {})
    found = []
    for union, where in laid_over(Loose(graph.labels, graph.lines, {}), before, share):
        makes = {where[cell]: swapped[made] for cell, made in action.makes.items()}
        if makes.keys() & graph.makes.keys():
            found.append(Loose(union.labels, union.lines, makes))
    return classes(found)
