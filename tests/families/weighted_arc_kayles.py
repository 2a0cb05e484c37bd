"""Weighted arc kayles: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from families.col import joined, size_of_text
from families.node_kayles import DAWSONS_KAYLES, KAYLES
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.weighted_arc_kayles import WeightedArcKayles

KNOWN = (  # graph, counters, nimber, positions
    ("path 2", (3, 5), 1, 4),
    ("path 3", (1, 1, 1), 1, 3),
    ("path 3", (2, 3, 1), 1, 6),
    ("path 3", (2, 2, 2), 0, 6),
    ("path 4", (1, 1, 1, 1), 2, 5),
    ("path 4", (2, 2, 2, 2), 0, 14),
    ("path 4", (1, 3, 3, 1), 0, 13),
    ("path 5", (2, 1, 3, 1, 2), 0, 9),
    ("path 6", (1, 2, 3, 3, 2, 1), 0, 70),
    ("cycle 3", (3, 3, 3), 0, 23),
    ("cycle 4", (2, 2, 2, 2), 0, 19),
    ("cycle 5", (2, 2, 2, 2, 2), 0, 57),
    ("star 4", (3, 2, 2, 1, 1), 1, 23),
    ("complete 4", (3, 2, 2, 1), 2, 30),
    ("grid 3x2", (1, 2, 1, 2, 1, 2), 1, 29),
    ("grid 3x3", (1, 1, 1, 1, 2, 1, 1, 1, 1), 0, 126),
)


def facts() -> Iterator[Fact]:
    """Nimbers; with one counter on every vertex of a path the game is Dawson's kayles."""
    for graph, counters, nimber, positions in KNOWN:
        game = f"weighted_arc_kayles(graph={graph!r}, counters={counters!r}, misere=False)"
        yield Fact(game, "nimber", nimber, BRUTE_FORCE, "recomputed", "small")
        yield Fact(game, "positions", positions, BRUTE_FORCE, "recomputed", "small")
    for size in range(1, 13):
        game = f"weighted_arc_kayles(graph='path {size}', counters=(1,), misere=False)"
        yield Fact(game, "nimber", KAYLES[size], DAWSONS_KAYLES, "literature", "small")


def twin(game: WeightedArcKayles) -> Game:
    """Return the game on text: a number for each vertex, and a list of the pairs that are joined."""
    return TextWeighted(graph=game.graph, counters=game.counters, misere=game.misere)


class TextWeighted(Game):
    graph: str
    counters: tuple[int, ...]
    misere: bool

    def start(self) -> str:
        rows, columns = size_of_text(self.graph)
        counts = (self.counters * (rows * columns))[: rows * columns]
        return self.text([str(count) for count in counts])

    def text(self, counts: list[str]) -> str:
        columns = size_of_text(self.graph)[1]
        return "\n".join(" ".join(counts[at : at + columns]) for at in range(0, len(counts), columns))

    def moves(self, position: str) -> list[set[int]]:
        counts = position.split()
        return sorted(
            (pair for pair in joined(self.graph) if all(counts[n] != "0" for n in pair)), key=sorted
        )

    def play(self, position: str, move: set[int]) -> str:
        counts = enumerate(position.split())
        return self.text([str(int(count) - (n in move)) for n, count in counts])

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(
        WeightedArcKayles("grid 3x2", counters=(1, 3, 2)),
        WeightedArcKayles("cycle 5", misere=True),
        WeightedArcKayles("1-2 2-3 3-1 3-4 4-5 6", counters=(3, 2, 0, 1, 2, 5)),
    ),
    larger=(WeightedArcKayles("grid 5x4", counters=(7, 3)), WeightedArcKayles("complete 9", counters=(100,))),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (WeightedArcKayles, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (WeightedArcKayles, {"graph": "grid 8x8"}, "has 64 vertices and at most 63 fit"),
        (WeightedArcKayles, {"graph": "path 22", "counters": (7,)}, "needs 66 bits a position"),
        (WeightedArcKayles, {"counters": ()}, "is not a tuple of whole numbers"),
        (WeightedArcKayles, {"counters": (1, -1)}, "=-1 is too small"),
        (WeightedArcKayles, {"counters": (1,) * 6}, "are more than 5 vertices"),
        (WeightedArcKayles, {"misere": 1}, "misere=1 is not a yes or no"),
    ),
    unreadable=(
        (WeightedArcKayles("path 3"), "1 2", "it has 2 numbers: write 1 rows of 3 numbers"),
        (
            WeightedArcKayles("path 3"),
            "1 2 3",
            "'3' is no number of counters here: write a number from 0 to 2",
        ),
        (WeightedArcKayles("path 3"), "1 x 1", "'x' is no number of counters here"),
    ),
    written=(
        (WeightedArcKayles("path 5"), "1 2 0 1 1", "1-2 4-5"),
        (WeightedArcKayles("grid 2x2"), "1 2 / 0 1", "a1-b1 b1-b2"),
    ),
)
