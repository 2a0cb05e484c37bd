"""Abstract graphs once more, slow and obvious: networkx tells what is isomorphic, and everything is enumerated.

A graph here is (labels, lines, action) with lines as frozensets of cells.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

import networkx as nx

Where = tuple[frozenset[int], ...]


class Plain(NamedTuple):
    """A label for each cell, lines as sets of cells, the action or None, and for each cell a colour besides."""

    labels: str
    lines: Where
    action: int | None = None
    colours: tuple[int, ...] = ()


def plain(graph: Any) -> Plain:
    """Return an `AbstractGraph` as sets."""
    cells = range(len(graph.labels))
    lines = tuple(frozenset(cell for cell in cells if line >> cell & 1) for line in graph.lines)
    return Plain(graph.labels, lines, graph.action)


def incidences(graph: Plain) -> Any:
    """Return the graph of lines and cells, with what each vertex is."""
    made = nx.Graph()
    for cell, label in enumerate(graph.labels):
        colour = graph.colours[cell] if graph.colours else 0
        made.add_node(("cell", cell), what=(label, cell == graph.action, colour))
    for number, line in enumerate(graph.lines):
        made.add_node(("line", number), what="line")
        made.add_edges_from((("line", number), ("cell", cell)) for cell in line)
    return made


def isomorphic(one: Plain, two: Plain) -> bool:
    """Return whether networkx finds an isomorphism."""
    return nx.is_isomorphic(
        incidences(one), incidences(two), node_match=lambda first, second: first["what"] == second["what"]
    )


def classes(graphs: Any) -> list[Plain]:
    """Return one graph of each class of isomorphic ones."""
    found: list[Plain] = []
    for graph in graphs:
        if not any(isomorphic(graph, known) for known in found):
            found.append(graph)
    return found


def same_classes(one: list[Plain], two: list[Plain]) -> bool:
    """Return whether two lists of different graphs are the same up to isomorphism."""
    return len(one) == len(two) and all(any(isomorphic(each, other) for other in two) for each in one)


def sums(one: Plain, two: Plain, share: int) -> Iterator[tuple[Plain, frozenset[int]]]:
    """Yield every sum and its common cells: all partial identifications, those filtered that are none."""
    for count in range(min(len(one.labels), len(two.labels)) + 1):
        for chosen in combinations(range(len(two.labels)), count):
            for onto in permutations(range(len(one.labels)), count):
                found = _identified(one, two, dict(zip(chosen, onto, strict=True)))
                if found is not None and all(len(a & b) <= share for a, b in combinations(found.lines, 2)):
                    yield found, frozenset(onto)


def _identified(one: Plain, two: Plain, same: dict[int, int]) -> Plain | None:
    if any(two.labels[cell] != one.labels[other] for cell, other in same.items()):
        return None
    labels, names = list(one.labels), {}
    colours = [1] * len(labels)
    for cell, label in enumerate(two.labels):
        if cell in same:
            names[cell] = same[cell]
            colours[same[cell]] = 3
        else:
            names[cell] = len(labels)
            labels.append(label)
            colours.append(2)
    lines = set(one.lines) | {frozenset(names[cell] for cell in line) for line in two.lines}
    return Plain("".join(labels), tuple(lines), None, tuple(colours))


def uncoloured(graph: Plain) -> Plain:
    """Return a graph without its cells' colours."""
    return graph._replace(colours=())


def differences(graph: Plain) -> Iterator[tuple[int, Plain]]:
    """Yield (cell, the graph with the cell's sign taken back)."""
    for cell, label in enumerate(graph.labels):
        if label == "A":
            labels = graph.labels[:cell] + "." + graph.labels[cell + 1 :]
            yield cell, Plain(labels, graph.lines, cell)


def realisations(board: Where, graph: Plain) -> set[tuple[Any, ...]]:
    """Return {(lines, cells with labels, action)} over all injections of cells that map lines to lines."""
    on_board = sorted(set().union(*board))
    found = set()
    for images in permutations(on_board, len(graph.labels)):
        lines = [frozenset(images[cell] for cell in line) for line in graph.lines]
        if all(line in board for line in lines):
            action = None if graph.action is None else images[graph.action]
            found.add((frozenset(lines), frozenset(zip(images, graph.labels, strict=True)), action))
    return found


def is_realisable(board: Where, graph: Plain) -> bool:
    """Return whether some of the board's lines have the incidences of the graph's."""
    bare = graph._replace(labels="." * len(graph.labels), action=None, colours=())
    for lines in combinations(board, len(graph.lines)):
        cells = sorted(set().union(*lines))
        if len(cells) == len(graph.labels):
            named = tuple(frozenset(cells.index(cell) for cell in line) for line in lines)
            if isomorphic(bare, Plain("." * len(cells), named)):
                return True
    return False


def contains(graph: Plain, smaller: Plain) -> bool:
    """Return whether some of a graph's lines make up the smaller one, actions left aside."""
    for lines in combinations(graph.lines, len(smaller.lines)):
        cells = sorted(set().union(*lines))
        named = tuple(frozenset(cells.index(cell) for cell in line) for line in lines)
        part = Plain("".join(graph.labels[cell] for cell in cells), named)
        if isomorphic(part, smaller._replace(action=None)):
            return True
    return False


def backward(board: Where, share: int, last: int, *, sound: bool) -> list[list[Plain]]:
    """Return the inputs of each layer, up to the attack `last` or an empty one."""
    length = len(board[0])
    line = (frozenset(range(length)),)
    first = Plain("." + "A" * (length - 1), line, 0)
    layers = [[first]]
    while layers[-1] and 2 * len(layers) + 1 <= last:
        earlier = [graph for layer in layers for graph in layer]
        new: list[Plain] = []
        for base in layers[-1]:
            for summed, common in sums(base, first, share):
                for cell, graph in differences(uncoloured(summed)):
                    if cell not in common or len(graph.lines) < 2:
                        continue
                    if sound and any(summed.labels[each] == "." for each in common):
                        continue
                    if any(isomorphic(graph, known) for known in earlier + new):
                        continue
                    if not is_realisable(board, graph):
                        continue
                    if sound and any(contains(graph, known) for known in earlier):
                        continue
                    new.append(graph)
        layers.append(new)
    return layers
