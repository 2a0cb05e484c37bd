from functools import partial
from itertools import combinations

from families import Family, known_forms, outcome_facts
from families._text_boards import LeftOrRight, Misere, above, blank, wrapped
from zermelo.games.graphs.col import Col

CANONICAL = known_forms(
    """
    col(graph='path 1', starter='left', misere=False)  -  *  N  0 0 0 0
    col(graph='path 2', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 4', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 5', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 6', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 7', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 8', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='path 9', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='cycle 3', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='cycle 4', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='star 2', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='star 4', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='star 5', starter='left', misere=False)  -  *  N  0 0 0 0
    col(graph='complete 2', starter='left', misere=False)  -  0  P  0 -1 0 0
    col(graph='complete 3', starter='left', misere=False)  -  0  P  0 -1 0 0
    """
)


class TextColouring(LeftOrRight, Misere):
    """Col and snort: `shut` says to whom the neighbours of a vertex are shut, "mine" or "theirs"."""

    shut: str

    def board(self) -> str:
        rows, columns = size_of_text(self.game.graph)
        return blank(columns, rows)

    def moves(self, position: str) -> list[int]:
        tints = above(position).replace("\n", "")
        return [vertex for vertex, tint in enumerate(tints) if tint in ("L.", "R.")[self.mover(position)]]

    def play(self, position: str, move: int) -> str:
        mine, theirs = "LR" if self.mover(position) == 0 else "RL"
        gone, open_to = (mine, theirs) if self.shut == "mine" else (theirs, mine)
        tints = list(above(position).replace("\n", ""))
        tints[move] = "#"
        for pair in joined(self.game.graph):
            if move in pair:
                (other,) = pair - {move}
                tints[other] = {".": open_to, gone: "#"}.get(tints[other], tints[other])
        return self.next_turn(position, wrapped("".join(tints), size_of_text(self.game.graph)[1]))


def size_of_text(graph: str) -> tuple[int, int]:
    """Return the rows and columns of the text."""
    kind, _, size = graph.partition(" ")
    if kind == "grid":
        columns, rows = map(int, size.split("x"))
        return rows, columns
    if kind in ("path", "cycle", "complete"):
        return 1, int(size)
    if kind == "star":
        return 1, int(size) + 1
    return 1, max(int(number) for number in graph.replace("-", " ").split())


def joined(graph: str) -> list[set[int]]:
    """Return the pairs of vertices that are joined."""
    rows, columns = size_of_text(graph)
    pairs = list(combinations(range(rows * columns), 2))
    kind = graph.partition(" ")[0]
    if kind == "grid":
        near = [
            (a, b) for a, b in pairs if abs(a // columns - b // columns) + abs(a % columns - b % columns) == 1
        ]
    elif kind == "path":
        near = [(a, b) for a, b in pairs if b == a + 1]
    elif kind == "cycle":
        near = [(a, b) for a, b in pairs if b - a in (1, columns - 1)]
    elif kind == "star":
        near = [(a, b) for a, b in pairs if a == 0]
    elif kind == "complete":
        near = pairs
    else:
        words = [word.split("-") for word in graph.split() if "-" in word]
        near = [(int(first) - 1, int(last) - 1) for first, last in words]
    return [set(pair) for pair in near]


FAMILY = Family(
    small=(
        Col(graph="grid 3x3"),
        Col(graph="cycle 7", starter="right"),
        Col(graph="star 5", misere=True),
        Col(graph="1-2 2-3 3-1 3-4 5"),
    ),
    larger=(Col(graph="grid 6x5"), Col(graph="path 31", misere=True), Col(graph="star 30")),
    facts=outcome_facts(CANONICAL),
    twin=partial(TextColouring, shut="mine"),
    canonical=CANONICAL,
    refused=(
        (Col, {"graph": ""}, "graph='' is no graph: write 'path 5'"),
        (Col, {"graph": 5}, "graph=5 is no text: give one like graph='path 5'"),
        (Col, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Col, {"graph": "path 0"}, "graph='path 0' is too small: a path begins with path 1"),
        (Col, {"graph": "cycle 2"}, "a cycle begins with cycle 3"),
        (Col, {"graph": "grid 0x3"}, "graph='grid 0x3' has no vertices"),
        (Col, {"graph": "grid 8x4"}, "graph='grid 8x4' has 32 vertices and at most 31 fit"),
        (Col, {"graph": "star 31"}, "has 32 vertices"),
        (Col, {"graph": "1-2-3"}, "has '1-2-3' in it"),
        (Col, {"graph": "0-1"}, "has '0-1' in it"),
        (Col, {"graph": "1-2 3-3"}, "joins 3 to itself"),
        (Col, {"graph": "1-2 4-5"}, "goes to vertex 5 and has no vertex 3"),
        (Col, {"graph": "1-40"}, "has 40 vertices"),
    ),
    unreadable=((Col(graph="path 3"), "... / blue to move", "write left to move or right to move"),),
    written=(
        (Col(graph="path 5"), ".LR#./left to move", "1 2 5"),
        (Col(graph="path 5"), ".LR#./right to move", "1 3 5"),
        (Col(graph="grid 3x2"), ".L#/RR./right to move", "a1 a2 b2 c2"),
    ),
)
