"""Cutthroat: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family
from families.col import joined, size_of_text
from zermelo.core.game import Game
from zermelo.games.cutthroat import Cutthroat

OUTCOMES = (  # graph, colours; who wins: left, right, the next player, the previous one
    ("path 2", "lr", "N"),
    ("path 3", "lr", "R"),
    ("path 3", "lrr", "N"),
    ("path 4", "lr", "N"),
    ("path 4", "lrrl", "P"),
    ("path 5", "lr", "N"),
    ("path 6", "lr", "P"),
    ("path 7", "lr", "N"),
    ("path 8", "lr", "N"),
    ("path 9", "lr", "L"),
    ("path 10", "lr", "N"),
    ("path 11", "lr", "R"),
    ("path 6", "llr", "N"),
    ("path 5", "lle", "N"),
    ("cycle 4", "lr", "N"),
    ("cycle 5", "lr", "N"),
    ("cycle 6", "llr", "R"),
    ("star 3", "lrrr", "L"),
    ("star 4", "lrrll", "L"),
    ("star 5", "rllllr", "R"),
    ("complete 3", "lr", "R"),
    ("complete 4", "lr", "N"),
    ("complete 5", "lr", "R"),
    ("complete 4", "lrrr", "L"),
    ("complete 5", "lrrrr", "L"),
    ("complete 4", "lre", "N"),
    ("grid 3x2", "lr", "N"),
    ("grid 3x3", "lr", "N"),
    ("grid 4x2", "lrrl", "P"),
    ("grid 3x3", "lre", "R"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for graph, colours, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"cutthroat(graph={graph!r}, colours={colours!r}, starter={starter!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: Cutthroat) -> Game:
    """Return the game on text: the colours, and a list of the pairs that are joined."""
    return TextCutthroat(graph=game.graph, colours=game.colours, starter=game.starter)


class TextCutthroat(Game):
    graph: str
    colours: str
    starter: str

    def start(self) -> str:
        rows, columns = size_of_text(self.graph)
        signs = (self.colours * (rows * columns))[: rows * columns]
        return self.left(signs) + f"\n{self.starter} to move"

    def left(self, signs: str) -> str:
        """Return the rows without what hangs together in one colour: groups of vertices grow pair by pair."""
        group = {vertex: {vertex} for vertex, sign in enumerate(signs) if sign != "."}
        for first, last in joined(self.graph):
            if first in group and last in group:
                both = group[first] | group[last]
                group |= dict.fromkeys(both, both)
        text = "".join(
            sign if len({signs[other] for other in group.get(vertex, ())}) > 1 else "."
            for vertex, sign in enumerate(signs)
        )
        columns = size_of_text(self.graph)[1]
        return "\n".join(text[begin : begin + columns] for begin in range(0, len(text), columns))

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[int]:
        own = ("le", "re")[self.mover(position)]
        signs = "".join(position.split("\n")[:-1])
        return [vertex for vertex, sign in enumerate(signs) if sign in own]

    def play(self, position: str, vertex: int) -> str:
        signs = "".join(position.split("\n")[:-1])
        after = self.left(signs[:vertex] + "." + signs[vertex + 1 :])
        return f"{after}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(
        Cutthroat("grid 3x3"),
        Cutthroat("path 8", "llrre", starter="right"),
        Cutthroat("1-2 2-3 3-1 3-4 4-5 6", "lrlle"),
    ),
    larger=(Cutthroat("grid 8x7", "lrr"), Cutthroat("complete 20", "lre")),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Cutthroat, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Cutthroat, {"graph": "grid 9x7"}, "has 63 vertices and at most 62 fit"),
        (Cutthroat, {"colours": ""}, "colours='' are none"),
        (Cutthroat, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and e"),
        (Cutthroat, {"colours": "lrlrlr"}, "are more than 5 vertices"),
        (Cutthroat, {"starter": "blue"}, "starter='blue' is no player"),
    ),
    unreadable=(
        (Cutthroat("path 3"), "lrl", "it does not say who moves"),
        (Cutthroat("path 3"), "lr/left to move", "write 1 rows of 3 characters"),
        (Cutthroat("path 3"), "lrr/left to move", "vertex 3 is no r: write l or . there"),
        (Cutthroat("path 3"), "lrx/left to move", "'x' is no vertex"),
        (Cutthroat("path 3"), "l.l/left to move", "some hang together in one colour"),
    ),
    written=(
        (Cutthroat("path 5"), "lr.rl/left to move", "1 5"),
        (Cutthroat("grid 3x2", "lre"), ".r. / lre / right to move", "b1 b2 c2"),
    ),
)
