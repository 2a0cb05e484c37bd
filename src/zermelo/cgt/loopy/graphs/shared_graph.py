"""Several graphs in one, with common parts stored once, and the structure of groups of positions.

A group of positions that lead to each other is compared after all else that they lead to has numbers. Its
*look* lists each position that plays differently from the others once, in the order of colours, with the
numbers that it leads to. Two groups with the same look play alike, however their positions were numbered.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    Side,
    find_graph_components,
    list_reachable_positions,
    make_loopy_graph,
    number_equivalence_classes,
)


class GroupStructure(NamedTuple):
    """Both players' options of a group's positions: such a position, or from their number on an exit."""

    options: tuple[tuple[Side, Side], ...]
    exits: tuple[int, ...]  # the numbers of what the group leads to

    @property
    def position_count(self) -> int:
        """How many positions of the group play differently."""
        return len(self.options)


def find_group_structure(
    group: Sequence[int], options: Callable[[int], tuple[Side, Side]], numbers: Mapping[int, int]
) -> tuple[GroupStructure, list[int]]:
    """Return what a group looks like, and which of the structure's positions each of its own is.

    `numbers` has all other positions that the group leads to.
    """
    inside = {position: n for n, position in enumerate(group)}
    pairs = [options(position) for position in group]
    outside = {numbers[each] for pair in pairs for side in pair for each in side if each not in inside}
    exits = tuple(sorted(outside))
    if len(group) == 1 and group[0] not in pairs[0][0] + pairs[0][1]:
        number_of = {number: 1 + n for n, number in enumerate(exits)}
        left, right = (tuple(sorted({number_of[numbers[each]] for each in side})) for side in pairs[0])
        return GroupStructure(((left, right),), exits), [0]
    number_of = {number: len(group) + n for n, number in enumerate(exits)}
    lefts, rights = (
        [
            [inside[each] if each in inside else number_of[numbers[each]] for each in pair[player]]
            for pair in pairs
        ]
        for player in (0, 1)
    )
    ends: list[list[int]] = [[] for _ in exits]
    graph = make_loopy_graph(lefts + ends, rights + ends)
    colour = number_equivalence_classes(graph, [0] * len(group) + [1 + n for n in range(len(exits))])
    first = {colour[n]: n for n in reversed(range(len(group)))}
    found = (
        tuple(tuple(sorted({colour[each] for each in side[first[n]]})) for side in graph.options_by_player)
        for n in range(len(first))
    )
    return GroupStructure(tuple((left, right) for left, right in found), exits), colour[: len(group)]


class SharedGraph:
    """A graph that grows by the graphs put into it; nothing is in it twice."""

    def __init__(self) -> None:
        self.lefts: list[Side] = []
        self.rights: list[Side] = []
        self.found: dict[GroupStructure, int] = {}  # where the positions of a look begin

    def add_graph(self, graph: LoopyGraph) -> int:
        """Return where the root of a graph is, which is put in if it is new."""
        numbers: dict[int, int] = {}
        for group in find_graph_components(graph):
            structure, places = find_group_structure(
                group, lambda n: (graph.lefts[n], graph.rights[n]), numbers
            )
            begin = self._add_group(structure)
            numbers.update((each, begin + place) for each, place in zip(group, places, strict=True))
        return numbers[graph.root]

    def _add_group(self, structure: GroupStructure) -> int:
        if structure not in self.found:
            begin = self.found[structure] = len(self.lefts)
            for left, right in place_structure_options(
                structure, range(begin, begin + structure.position_count), structure.exits
            ):
                self.lefts.append(left)
                self.rights.append(right)
        return self.found[structure]

    def build_group_graph(self, structure: GroupStructure, exits: Sequence[int]) -> LoopyGraph:
        """Return the graph of a structure's positions, which come first; it leads to `exits`."""
        below = list_reachable_positions(LoopyGraph(tuple(self.lefts), tuple(self.rights)), exits)
        number = {place: structure.position_count + n for n, place in enumerate(below)}
        pairs = place_structure_options(
            structure, range(structure.position_count), [number[place] for place in exits]
        )
        lefts, rights = (
            [pair[player] for pair in pairs] + [[number[option] for option in side[place]] for place in below]
            for player, side in ((0, self.lefts), (1, self.rights))
        )
        return make_loopy_graph(lefts, rights)


def place_structure_options(
    structure: GroupStructure, own_places: Sequence[int], exits: Sequence[int]
) -> list[tuple[Side, Side]]:
    """Return the options of a structure's positions where these and its exits have such places."""
    places = [*own_places, *exits]
    return [
        (tuple(places[option] for option in left), tuple(places[option] for option in right))
        for left, right in structure.options
    ]
