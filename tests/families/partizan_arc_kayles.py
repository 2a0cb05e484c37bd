"""Partizan arc kayles: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms
from families.col import joined, size_of_text
from zermelo.core.game import Game
from zermelo.games.partizan_arc_kayles import PartizanArcKayles

OUTCOMES = (  # graph, colours; who wins: left, right, the next player, the previous one
    ("path 2", "l", "L"),
    ("path 3", "lr", "N"),
    ("path 4", "llr", "L"),
    ("path 4", "lr", "N"),
    ("path 5", "lr", "N"),
    ("path 6", "lr", "L"),
    ("path 7", "lr", "N"),
    ("path 8", "lre", "L"),
    ("cycle 4", "lr", "P"),
    ("cycle 5", "lr", "L"),
    ("cycle 6", "llr", "L"),
    ("star 3", "lrr", "N"),
    ("complete 4", "lr", "P"),
    ("complete 5", "lre", "P"),
    ("grid 3x2", "lr", "N"),
    ("grid 3x3", "lr", "L"),
    ("grid 3x3", "lre", "N"),
    ("grid 4x3", "llr", "L"),
)
CANONICAL = known_forms(
    """
    partizan_arc_kayles(graph='path 4', colours='llr', starter='left')  -  1/2  -  -
    partizan_arc_kayles(graph='1-2 2-3 3-4 4-5 5-6 5-8 6-7 8-9 9-10 10-11 10-13 11-12', colours='lrlrlrleerll', starter='left')  -  {3*|2*||3/2,3/2*|1/2*}  -  -
    """
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for graph, colours, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"partizan_arc_kayles(graph={graph!r}, colours={colours!r}, starter={starter!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: PartizanArcKayles) -> Game:
    """Return the game on text: o for each vertex that stands, and a list of the pairs that are joined."""
    return TextArcs(graph=game.graph, colours=game.colours, starter=game.starter)


class TextArcs(Game):
    graph: str
    colours: str
    starter: str

    def start(self) -> str:
        rows, columns = size_of_text(self.graph)
        return "\n".join([*["o" * columns] * rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[tuple[int, ...]]:
        signs = "".join(position.split("\n")[:-1])
        pairs = sorted(tuple(sorted(pair)) for pair in joined(self.graph))
        colours = self.colours * (len(pairs) + 1)
        return [
            pair
            for pair, colour in zip(pairs, colours, strict=False)
            if colour in ("le", "re")[self.mover(position)] and all(signs[end] == "o" for end in pair)
        ]

    def play(self, position: str, move: tuple[int, ...]) -> str:
        *rows, turn = position.split("\n")
        numbers = iter(range(len(position)))
        rows = ["".join("." if next(numbers) in move else sign for sign in row) for row in rows]
        return "\n".join([*rows, "right to move" if turn == "left to move" else "left to move"])


FAMILY = Family(
    small=(
        PartizanArcKayles("grid 3x3"),
        PartizanArcKayles("path 8", "llrre", starter="right"),
        PartizanArcKayles("1-2 2-3 3-1 3-4 4-5 6", "lrlle"),
    ),
    larger=(PartizanArcKayles("grid 8x7", "lrr"), PartizanArcKayles("complete 20", "lre")),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (PartizanArcKayles, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (PartizanArcKayles, {"graph": "grid 9x7"}, "has 63 vertices and at most 62 fit"),
        (PartizanArcKayles, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and e"),
        (PartizanArcKayles, {"colours": "lrlrl"}, "are more than 4 edges"),
        (PartizanArcKayles, {"starter": "blue"}, "starter='blue' is no player"),
    ),
    unreadable=(
        (PartizanArcKayles("path 3"), "ooo", "it does not say who moves"),
        (PartizanArcKayles("path 3"), "oo/left to move", "write 1 rows of 3 characters"),
        (PartizanArcKayles("path 3"), "oxo/left to move", "'x' is no vertex"),
    ),
    written=(
        (PartizanArcKayles("path 5"), "ooooo/left to move", "1-2 3-4"),
        (PartizanArcKayles("path 5"), "o.ooo/right to move", "4-5"),
        (PartizanArcKayles("grid 3x2", "lre"), "ooo/o.o/right to move", "a1-a2 b1-c1 c1-c2"),
    ),
)
