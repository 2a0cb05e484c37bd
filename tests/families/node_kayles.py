from families import BRUTE_FORCE, Family, facts_of, size_of
from families._text_boards import Misere, Text, blank, wrapped
from families.col import joined, size_of_text
from zermelo.games.graphs.node_kayles import ArcKayles, NodeKayles

LATTICES = (
    "Brown, Daugherty, Fiorini, Maldonado, Manzano-Ruiz, Rainville, Waechter and Wong, Nimber sequences of "
    "node-kayles games, Journal of Integer Sequences 23 (2020); OEIS A316632"
)
DAWSONS_CHESS = "Guy and Smith, The G-values of various games (1956); OEIS A002187"
DAWSONS_KAYLES = "Guy and Smith, The G-values of various games (1956); the tests of CGSuite 2.1"
CRAM = "cram on the same grid: Lemoine and Viennot, Nimbers are inevitable (2010)"
PETERSEN = "1-2 1-5 1-6 2-3 2-7 3-4 3-8 4-5 4-9 5-10 6-8 6-9 7-9 7-10 8-10"
CUBE = "1-2 1-3 1-5 2-4 2-6 3-4 3-7 4-8 5-6 5-7 6-8 7-8"
CHESS = (0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3)
KAYLES = (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3)
NODE = (  # graph, nimber, positions, source
    *((f"path {n}", CHESS[n], 1 << n, DAWSONS_CHESS) for n in range(1, 15)),
    *((f"grid {n}x3", nimber, 1 << 3 * n, LATTICES) for n, nimber in enumerate((2, 1, 1, 0, 3), 1)),
    *((f"grid {n}x2", n % 2, 1 << 2 * n, LATTICES) for n in range(1, 8)),
    *((f"grid {n}x4", 0, 1 << 4 * n, LATTICES) for n in (1, 2, 3)),
    *((f"complete {n}", 1, 2, "by the definition") for n in (1, 4, 30)),
    *((f"cycle {n}", int(n in (3, 7, 11)), 1 << n, BRUTE_FORCE) for n in range(3, 13)),
    (PETERSEN, 1, 1 << 10, BRUTE_FORCE),
    (CUBE, 0, 1 << 8, BRUTE_FORCE),
)
ARC = (
    *((f"path {n}", KAYLES[n], 1 << n, DAWSONS_KAYLES) for n in range(1, 15)),
    *((f"grid {n}x3", nimber, 1 << 3 * n, CRAM) for n, nimber in ((3, 0), (4, 1))),
    ("grid 4x4", 0, 1 << 15, CRAM),
    *((f"star {n}", 1, n + 1, "by the definition") for n in (1, 4, 30)),
    *((f"cycle {n}", int(n in (3, 7, 11)), 1 << n, BRUTE_FORCE) for n in range(3, 13)),
    (PETERSEN, 0, 1 << 10, BRUTE_FORCE),
    (CUBE, 0, 1 << 8, BRUTE_FORCE),
)


class TextStanding(Text):
    """o for each vertex that stands, and a list of the pairs that are joined."""

    def board(self) -> str:
        rows, columns = size_of_text(self.game.graph)
        return blank(columns, rows, "o")

    def standing(self, board: str) -> set[int]:
        return {vertex for vertex, sign in enumerate(board.replace("\n", "")) if sign == "o"}

    def without(self, board: str, taken: set[int]) -> str:
        signs = enumerate(board.replace("\n", ""))
        return wrapped(
            "".join("." if vertex in taken else sign for vertex, sign in signs),
            size_of_text(self.game.graph)[1],
        )


class TextKayles(TextStanding, Misere):
    """Both games: a move takes a vertex and all beside it, or, where two are `taken`, both of a pair."""

    taken: int

    def start(self) -> str:
        return self.board()

    def moves(self, position: str) -> list[set[int]]:
        standing, pairs = self.standing(position), joined(self.game.graph)
        if self.taken == 2:
            return [pair for pair in pairs if pair <= standing]
        return [{vertex}.union(*(pair for pair in pairs if vertex in pair)) for vertex in standing]

    def play(self, position: str, move: set[int]) -> str:
        return self.without(position, move)


FAMILY = Family(
    small=(
        NodeKayles(graph="grid 4x3"),
        NodeKayles(graph="cycle 9", misere=True),
        NodeKayles(graph="1-2 2-3 3-1 3-4 4-5 6"),
        ArcKayles(graph="grid 3x3"),
        ArcKayles(graph="star 5", misere=True),
        ArcKayles(graph="1-2 2-3 3-1 3-4 4-5 5-6 7"),
    ),
    larger=(NodeKayles(graph="grid 9x7"), ArcKayles(graph="cycle 40"), ArcKayles(graph="complete 20")),
    facts=tuple(
        fact
        for kind, table in ((NodeKayles, NODE), (ArcKayles, ARC))
        for graph, nimber, most, source in table
        for fact in facts_of(
            kind(graph),
            source,
            "recomputed" if source == BRUTE_FORCE else "literature",
            size_of(most),
            nimber=nimber,
        )
    ),
    twin=lambda game: TextKayles(game, taken=2 if isinstance(game, ArcKayles) else 1),
    refused=(
        (NodeKayles, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (NodeKayles, {"graph": "grid 8x8"}, "has 64 vertices and at most 63 fit"),
        (ArcKayles, {"graph": "1-2 3-3"}, "joins 3 to itself"),
    ),
    unreadable=((ArcKayles(graph="path 3"), "oxo", "'x' is no vertex: write o or ."),),
    written=(
        (NodeKayles(graph="path 5"), "o.oo.", "1 3 4"),
        (NodeKayles(graph="grid 3x2"), "oo./..o", "a1 b1 c2"),
        (ArcKayles(graph="path 5"), "oo.oo", "1-2 4-5"),
        (ArcKayles(graph="grid 2x2"), "oo/.o", "a1-b1 b1-b2"),
    ),
)
