"""Random games whose play may come round, small enough for definitions."""

import random
from collections.abc import Iterator

from reference.naive_loopy import Table

from zermelo import Game
from zermelo.cgt.loopy.graphs.loopy_graph import (
    LoopyGraph,
    build_induced_subgraph,
    is_ender,
    is_stopper,
    list_reachable_positions,
    make_loopy_graph,
)

LOOPY = [  # games of the catalogue with values whose play may come round, small ones
    "backsliding_toads_and_frogs('tt.ff')",
    "backsliding_toads_and_frogs('.tf..f')",
    "fox_and_geese(columns=4, rows=3)",
    "fox_and_geese(columns=4, rows=4, reach=2)",
]


def remove_unreachable_positions(graph: LoopyGraph) -> LoopyGraph:
    """Return a graph without the positions that cannot be reached from where play begins, now 0."""
    return build_induced_subgraph(graph, list_reachable_positions(graph, [graph.root]))


def random_graph(chance: random.Random, most: int = 8) -> LoopyGraph:
    """A game of up to so many positions, with an option or so for each player at each."""
    size = chance.randint(1, most)
    share = chance.choice([0.7, 1.0, 1.3, 1.6]) / size
    sides = [[[n for n in range(size) if chance.random() < share] for _ in range(size)] for _ in range(2)]
    return remove_unreachable_positions(make_loopy_graph(*sides))


def random_graphs(count: int, seed: int, most: int = 8) -> Iterator[LoopyGraph]:
    """So many games in which play may come round."""
    chance = random.Random(seed)
    while count:
        graph = random_graph(chance, most)
        if not is_ender(graph):
            count -= 1
            yield graph


def random_stoppers(count: int, seed: int, most: int = 8) -> Iterator[LoopyGraph]:
    """So many stoppers in which play may come round, where one player moves several times in a row."""
    chance = random.Random(seed)
    while count:
        graph = random_graph(chance, most)
        if not is_ender(graph) and is_stopper(graph):
            count -= 1
            yield graph


def table(graph: LoopyGraph) -> Table:
    """The same game for the twin."""
    return {n: (frozenset(graph.lefts[n]), frozenset(graph.rights[n])) for n in range(graph.size)}


class Drawn(Game):
    """A graph as a game: for each position Left's options, a bar and Right's; `;` between positions."""

    graph: str = "0|0"

    def start(self) -> int:
        return 0

    def options(self, position: int, player: int) -> Iterator[int]:
        side = self.graph.split(";")[position].split("|")[player]
        return (int(each) for each in side.split(",") if each)

    def moves(self, position: int) -> Iterator[int]:
        return self.options(position, 0)

    def play(self, position: int, move: int) -> int:
        return move


def drawn(graph: LoopyGraph) -> str:
    """Return a graph as such a game's parameter."""
    sides = (",".join(map(str, side)) for pair in zip(*graph.options_by_player, strict=True) for side in pair)
    return ";".join(f"{left}|{right}" for left, right in zip(*[iter(sides)] * 2, strict=True))
