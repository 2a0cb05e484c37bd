"""Graphs with one-way edges, named by a text: as in `_graph_colouring`, or edges some of which are arcs.

    1-2 2>3 3>1     from 1 to 2 and back, from 2 to 3, from 3 to 1

Two arcs, 1>2 2>1, are two; an edge, 1-2, is one, whichever way it is gone.
"""

import re
from dataclasses import dataclass

from zermelo.core.errors import BadParameter
from zermelo.games.graphs._named_graph import NamedGraph, read_graph


@dataclass(frozen=True)
class DirectedGraph:
    """The text, the graph without directions, and the ways: from where, to where, over which edge."""

    text: str
    named_graph: NamedGraph
    ways: tuple[tuple[int, int, int], ...]
    edges: int


def read_directed_graph(text: object, most_vertices: int, most_edges: int | None = None) -> DirectedGraph:
    """Return what `text` names.

    Raises `BadParameter` for what names none, and for more vertices or edges than are allowed.

    >>> read_directed_graph("1-2 2>3", 9, 9).ways
    ((0, 1, 0), (1, 0, 0), (1, 2, 1))
    """
    if not isinstance(text, str) or ">" not in text:
        shape = read_graph(text, most_vertices)
        named, pairs = shape.text, sorted(shape.edges)
        both = [(first, last, True) for first, last in pairs]
    else:
        words = text.split()
        for word in words:
            if not re.fullmatch(r"\d{1,4}([->]\d{1,4})?", word):
                raise BadParameter(f"graph={text!r} has {word!r} in it: write edges like '1-2 2>3 3>1'")
        shape = read_graph(text.replace(">", "-"), most_vertices)
        found = dict.fromkeys(_read_arc(word) for word in words if not word.isdigit())
        named = " ".join(dict.fromkeys(words))
        both = list(found)
    if most_edges is not None and len(both) > most_edges:
        raise BadParameter(f"graph={text!r} has {len(both)} edges and at most {most_edges} fit a position")
    ways = []
    for edge, (first, last, is_both) in enumerate(both):
        ways.append((first, last, edge))
        if is_both:
            ways.append((last, first, edge))
    for begin, to in {way[:2] for way in ways}:
        if sum(way[:2] == (begin, to) for way in ways) > 1:
            raise BadParameter(f"graph={text!r} goes from {begin + 1} to {to + 1} twice: leave one out")
    return DirectedGraph(named, shape, tuple(sorted(ways)), len(both))


def _read_arc(word: str) -> tuple[int, int, bool]:
    """Return the ends of an edge, from 0, and whether it goes both ways."""
    first, last = (int(end) - 1 for end in re.split("[->]", word))
    return (first, last, False) if ">" in word else (min(first, last), max(first, last), True)
