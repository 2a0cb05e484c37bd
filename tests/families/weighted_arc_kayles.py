from families import BRUTE_FORCE, Family, counted
from families._text_boards import Misere
from families.col import joined, size_of_text
from families.node_kayles import DAWSONS_KAYLES, KAYLES
from zermelo.games.graphs.weighted_arc_kayles import WeightedArcKayles


class TextWeighted(Misere):
    def start(self) -> str:
        rows, columns = size_of_text(self.game.graph)
        return self.text([str(count) for count in (self.game.counters * (rows * columns))[: rows * columns]])

    def text(self, counts: list[str]) -> str:
        columns = size_of_text(self.game.graph)[1]
        return "\n".join(" ".join(counts[at : at + columns]) for at in range(0, len(counts), columns))

    def moves(self, position: str) -> list[set[int]]:
        counts = position.split()
        return [pair for pair in joined(self.game.graph) if all(counts[vertex] != "0" for vertex in pair)]

    def play(self, position: str, move: set[int]) -> str:
        counts = enumerate(position.split())
        return self.text([str(int(count) - (vertex in move)) for vertex, count in counts])


FAMILY = Family(
    small=(
        WeightedArcKayles("grid 3x2", counters=(1, 3, 2)),
        WeightedArcKayles("cycle 5", misere=True),
        WeightedArcKayles("1-2 2-3 3-1 3-4 4-5 6", counters=(3, 2, 0, 1, 2, 5)),
    ),
    larger=(WeightedArcKayles("grid 5x4", counters=(7, 3)), WeightedArcKayles("complete 9", counters=(100,))),
    facts=(
        *counted("nimber positions", BRUTE_FORCE)(
            (WeightedArcKayles("path 2", counters=(3, 5)), 1, 4),
            (WeightedArcKayles("path 3", counters=(1, 1, 1)), 1, 3),
            (WeightedArcKayles("path 3", counters=(2, 3, 1)), 1, 6),
            (WeightedArcKayles("path 3", counters=(2, 2, 2)), 0, 6),
            (WeightedArcKayles("path 4", counters=(1, 1, 1, 1)), 2, 5),
            (WeightedArcKayles("path 4", counters=(2, 2, 2, 2)), 0, 14),
            (WeightedArcKayles("path 4", counters=(1, 3, 3, 1)), 0, 13),
            (WeightedArcKayles(counters=(2, 1, 3, 1, 2)), 0, 9),
            (WeightedArcKayles("path 6", counters=(1, 2, 3, 3, 2, 1)), 0, 70),
            (WeightedArcKayles("cycle 3", counters=(3, 3, 3)), 0, 23),
            (WeightedArcKayles("cycle 4", counters=(2, 2, 2, 2)), 0, 19),
            (WeightedArcKayles("cycle 5", counters=(2, 2, 2, 2, 2)), 0, 57),
            (WeightedArcKayles("star 4", counters=(3, 2, 2, 1, 1)), 1, 23),
            (WeightedArcKayles("complete 4", counters=(3, 2, 2, 1)), 2, 30),
            (WeightedArcKayles("grid 3x2", counters=(1, 2, 1, 2, 1, 2)), 1, 29),
            (WeightedArcKayles("grid 3x3", counters=(1, 1, 1, 1, 2, 1, 1, 1, 1)), 0, 126),
        ),
        # With one counter on every vertex of a path the game is Dawson's kayles.
        *counted("nimber", DAWSONS_KAYLES, "literature")(
            *((WeightedArcKayles(f"path {size}", counters=(1,)), KAYLES[size]) for size in range(1, 13))
        ),
    ),
    twin=TextWeighted,
    refused=(
        (WeightedArcKayles, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (WeightedArcKayles, {"graph": "grid 8x8"}, "has 64 vertices and at most 63 fit"),
        (WeightedArcKayles, {"graph": "path 22", "counters": (7,)}, "needs 66 bits a position"),
        (WeightedArcKayles, {"counters": (1, -1)}, "=-1 is too small"),
        (WeightedArcKayles, {"counters": (1,) * 6}, "are more than 5 vertices"),
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
