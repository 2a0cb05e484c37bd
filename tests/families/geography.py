import re

from families import BOTH, BRUTE_FORCE, Family, counted, outcomes
from families._text_boards import Misere, replaced, wrapped
from families.col import joined, size_of_text
from zermelo.games.graphs.geography import Geography

MATCHINGS = "Fraenkel, Scheinerman and Ullman, Undirected edge geography (1993): greatest matchings"
COVERED = (  # graph, first vertex; does every greatest matching cover it?
    *((f"path {n}", first, n % 2 == 0 or first % 2 == 0) for n in range(1, 9) for first in range(1, n + 1)),
    *((f"cycle {n}", 1, n % 2 == 0) for n in range(3, 10)),
    *((f"complete {n}", 1, n % 2 == 0) for n in range(1, 9)),
    *((f"star {n}", 2, n == 1) for n in range(1, 8)),
    *((f"star {n}", 1, True) for n in range(1, 8)),
    ("grid 3x3", 1, False),
    ("grid 3x3", 2, True),
    ("grid 4x3", 1, True),
    ("grid 4x4", 6, True),
)


class TextGeography(Misere):
    """A sign for each vertex and, where edges are taken, one for each edge."""

    def edges(self) -> list[tuple[int, int, bool]]:
        """Return the ends of each edge, and whether it goes one way only, in the order of the text."""
        if ">" not in self.game.graph:
            return sorted((min(pair), max(pair), False) for pair in joined(self.game.graph))
        words = [word for word in self.game.graph.split() if not word.isdigit()]
        ends = [[int(end) - 1 for end in re.split("[->]", word)] for word in words]
        return [(first, last, ">" in word) for word, (first, last) in zip(words, ends, strict=True)]

    def text(self, signs: str, edges: str) -> str:
        board = wrapped(signs, size_of_text(self.game.graph.replace(">", "-"))[1])
        return f"{board}\n{edges}" if self.has_edges() else board

    def read(self, position: str) -> tuple[str, str]:
        """Return the signs of the vertices and of the edges."""
        board, _, edges = position.rpartition("\n") if self.has_edges() else (position, "", "")
        return board.replace("\n", ""), edges

    def start(self) -> str:
        rows, columns = size_of_text(self.game.graph.replace(">", "-"))
        return self.text(replaced("o" * rows * columns, self.game.first - 1, "@"), "+" * len(self.edges()))

    def has_edges(self) -> bool:
        return self.game.taken == "edges" and bool(self.edges())

    def moves(self, position: str) -> list[tuple[int, int]]:
        """Return where the token can go and over which edge."""
        signs, edges = self.read(position)
        found = []
        for edge, (one, other, is_one_way) in enumerate(self.edges()):
            for begin, end in ((one, other), (other, one))[: 1 if is_one_way else 2]:
                is_left = edges[edge] == "+" if self.has_edges() else signs[end] == "o"
                if signs[begin] == "@" and is_left:
                    found.append((end, edge))
        return found

    def play(self, position: str, move: tuple[int, int]) -> str:
        end, edge = move
        signs, edges = self.read(position)
        signs = replaced(signs.replace("@", "." if self.game.taken == "vertices" else "o"), end, "@")
        return self.text(signs, replaced(edges, edge, "."))


FAMILY = Family(
    small=(
        Geography("grid 4x3", first=6),
        Geography("cycle 7", misere=True),
        Geography("1>2 2>3 3-1 3>4 4-1", taken="vertices"),
        Geography("grid 3x2", taken="edges"),
        Geography("1-2 2>3 3>1 3>4 5", first=2, taken="edges"),
        Geography("1>2 2>3 3-1 3>4 4>5 5>4", taken="nothing"),
        Geography("complete 4", taken="nothing"),
    ),
    larger=(Geography("grid 8x7", first=20), Geography("complete 10", taken="edges")),
    facts=(
        # Where vertices are taken by a theorem, else by brute force.
        *counted("value", MATCHINGS, BOTH)(
            *((Geography(graph, first), 1 if is_covered else -1) for graph, first, is_covered in COVERED)
        ),
        *outcomes(Geography, BRUTE_FORCE, starters=())(
            N="path 4, 1, edges; cycle 5, 1, edges; complete 4, 1, edges; complete 5, 1, edges; "
            "grid 3x2, 1, edges; grid 3x2, 2, edges; 1>2 2>3 3>4 4>2 3>5, 1, edges; "
            "1>2 2>3 3-1 3>4, 1, vertices; 1>2 1>3 2>4 3>4 4>5 5>1, 1, vertices; "
            "1>2 2>3 3-1 3>4, 1, nothing; 1>2 2>1 2>3 3>4 4>5, 2, nothing",
            P="path 5, 3, edges; cycle 4, 1, edges; cycle 6, 1, edges; grid 3x3, 1, edges; "
            "grid 3x3, 2, edges; grid 3x3, 5, edges; 1>2 2>3 3>1 1>3, 1, edges; "
            "1>2 2>3 3>4 4>5 5>1 1>3 3>5, 2, vertices; 1>2 2>3, 1, nothing",
            D="path 3, 1, nothing; 1>2 2>3 3>1 3>4 4>5, 1, nothing; 1>2 2>1 2>3 3>4, 1, nothing; "
            "complete 4, 1, nothing",
        ),
    ),
    twin=TextGeography,
    refused=(
        (Geography, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Geography, {"graph": "1>2 2>>3"}, "has '2>>3' in it: write edges like"),
        (Geography, {"graph": "1>2 1-2"}, "goes from 1 to 2 twice"),
        (Geography, {"graph": "complete 12", "taken": "edges"}, "has 66 edges and at most 57 fit"),
        (Geography, {"graph": "grid 8x8"}, "has 64 vertices and at most 57 fit"),
        (Geography, {"first": 10}, "first=10 is too large"),
        (Geography, {"taken": "both"}, "taken='both' is unknown: give 'vertices', 'edges' or 'nothing'"),
    ),
    unreadable=(
        (Geography("path 3"), "ooo", "it has 0 tokens: write one @"),
        (Geography("path 3"), "x@o", "'x' is no vertex"),
        (Geography("path 3", taken="nothing"), ".@o", "'.' is no vertex: write @ or o"),
        (Geography("path 3", taken="edges"), "o@o/+", "it does not say which edges are left"),
    ),
    written=(
        (Geography("path 4"), "o@o.", "1 3"),
        (Geography("grid 3x2"), ".@o/ooo", "c1 b2"),
        (Geography("path 4", taken="edges"), "o@oo/+.+", "1"),
        (Geography("1>2 2>3 3-1", taken="nothing"), "oo@", "1"),
    ),
)
