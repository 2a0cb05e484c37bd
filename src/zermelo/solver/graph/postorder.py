"""Walk a graph in postorder, every node after those that it leads to, for folds from the ends.

The walk has a stack of its own, since lines of play may be longer than Python's recursion limit.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import Any, TypeVar

Node = TypeVar("Node", bound=Hashable)
EdgeType = TypeVar("EdgeType", bound=tuple[Any, ...])  # whose last item is the node that it leads to


class CycleFound(Exception):
    """A node is met below itself; `path` led from the root to where it comes again."""

    def __init__(self, ways: Sequence[Any]) -> None:
        super().__init__(ways)
        self.path = ways


def walk_postorder(
    root: Node,
    convert_expansion_to_edges: Callable[[Node], Sequence[EdgeType]],
    known: Collection[Node],
    same: Callable[[Node], Hashable] = lambda node: node,
) -> Iterator[tuple[Node, Sequence[EdgeType]]]:
    """Yield every node below `root` with its ways, and `root` last, except nodes that are `known`.

    The caller adds each node to `known` before asking for the next. Raises `CycleFound` where a node is met
    below one that is the `same`.

    >>> heights = {}
    >>> for number, ways in walk_postorder(4, lambda n: [(m,) for m in (n - 1, n - 2) if m >= 0], heights):
    ...     heights[number] = max((1 + heights[lower] for lower, in ways), default=0)
    >>> heights
    {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}
    """
    waiting: list[Any] = [(root,)]  # ways to go; None where the last that was begun has all below it
    begun: list[tuple[Node, Sequence[EdgeType], Hashable]] = []
    above: dict[Hashable, Any] = {}  # what is begun, from the root to here, by the way that led there
    while waiting:
        came_by = waiting.pop()
        if came_by is None:
            node, ways, key = begun.pop()
            yield node, ways
            del above[key]
            continue
        node = came_by[-1]
        if node in known:
            continue
        key = same(node)
        if key in above:
            raise CycleFound([*list(above.values())[1:], came_by])
        above[key] = came_by
        ways = convert_expansion_to_edges(node)
        begun.append((node, ways, key))
        waiting.append(None)
        waiting.extend([way for way in ways if way[-1] not in known])
