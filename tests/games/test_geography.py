"""Geography and matchings: Fraenkel, Scheinerman and Ullman's theorem on random graphs."""

import random
from itertools import combinations

import pytest
from reference import naive

from zermelo.core.values import LOSS, WIN
from zermelo.games.graphs.geography import Geography

Edges = list[tuple[int, int]]


def greatest_matching(edges: Edges, without: int = 0) -> int:
    """Return how many edges have no end in common, at most, of those that miss a vertex."""
    free = [edge for edge in edges if without not in edge]
    for size in range(len(free), 0, -1):
        for some in combinations(free, size):
            if len({end for edge in some for end in edge}) == 2 * size:
                return size
    return 0


@pytest.mark.parametrize("seed", range(30))
def test_the_mover_wins_where_every_greatest_matching_covers_the_token(seed: int) -> None:
    """A vertex is in every greatest matching just where leaving it out makes them smaller."""
    chance = random.Random(seed)
    pairs = list(combinations(range(1, 7), 2))
    edges = sorted(chance.sample(pairs, chance.randint(1, 9)))
    alone = [str(vertex) for vertex in range(1, 7) if not any(vertex in edge for edge in edges)]
    graph = " ".join([*(f"{first}-{last}" for first, last in edges), *alone])
    for vertex in range(1, 7):
        game = Geography(graph, first=vertex)
        is_covered = greatest_matching(edges, without=vertex) < greatest_matching(edges)
        assert naive.solve(game)[game.start()][0] == (WIN if is_covered else LOSS)
