"""Fjords: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family
from families.col import TextColouring
from zermelo.core.game import Game
from zermelo.games.fjords import Fjords

OUTCOMES = (  # graph, colours; who wins: left, right, the next player, the previous one
    ("path 1", "l", "L"),
    ("path 2", "lr", "N"),
    ("path 3", "l.r", "P"),
    ("path 3", "lrl", "N"),
    ("path 4", "l..r", "N"),
    ("path 5", "l...r", "P"),
    ("path 6", "l....r", "N"),
    ("path 7", "l.....r", "P"),
    ("path 7", "l..r..l", "N"),
    ("path 5", "l..", "L"),
    ("cycle 6", "l..r..", "P"),
    ("cycle 7", "l..r...", "N"),
    ("star 4", ".lrrl", "P"),
    ("star 4", "l...r", "N"),
    ("complete 5", "l...r", "N"),
    ("complete 4", "lr..", "N"),
    ("grid 3x2", "l....r", "N"),
    ("grid 3x3", "l.......r", "P"),
    ("grid 3x3", "l.r......", "P"),
    ("grid 4x3", "l..........r", "N"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for graph, colours, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"fjords(graph={graph!r}, starter={starter!r}, misere=False, colours={colours!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: Fjords) -> Game:
    """Return the game on text: a sign for each vertex, which neighbours look at."""
    return TextFjords(
        graph=game.graph, starter=game.starter, misere=game.misere, shut="theirs", colours=game.colours
    )


class TextFjords(TextColouring):
    """The twin of snort, in which nobody colours a vertex that both may."""

    colours: str

    def start(self) -> str:
        *rows, turn = super().start().split("\n")
        signs = iter((self.colours * sum(map(len, rows))).upper())
        return "\n".join(["".join(next(signs) for _ in row) for row in rows] + [turn])

    def moves(self, position: str) -> list[int]:
        tints = "".join(position.split("\n")[:-1])
        return [vertex for vertex in super().moves(position) if tints[vertex] != "."]


FAMILY = Family(
    small=(
        Fjords(graph="grid 3x3", colours="l.......r"),
        Fjords(graph="cycle 8", colours="l..r....", starter="right"),
        Fjords(graph="star 5", colours=".lrl.r", misere=True),
        Fjords(graph="1-2 2-3 3-1 3-4 4-5 6", colours="l...r."),
    ),
    larger=(Fjords(graph="grid 6x5", colours="l....r..."), Fjords(graph="path 31", colours="l.....r...")),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Fjords, {"graph": "tree 5"}, "graph='tree 5' has 'tree' in it"),
        (Fjords, {"colours": "lxr"}, "colours='lxr' are none: write one of l, r and ."),
        (Fjords, {"colours": "l....r"}, "are more than 5 vertices"),
        (Fjords, {"starter": "blue"}, "starter='blue' is no player"),
    ),
    unreadable=(
        (Fjords(), "L...R", "it does not say who moves"),
        (Fjords(), "L..R/left to move", "write 1 rows of 5 characters"),
        (Fjords(), "L...l/left to move", "'l' is no vertex"),
    ),
    written=(
        (Fjords(), "L.R.#/left to move", "1"),
        (Fjords(), "LR.RR/right to move", "2 4 5"),
        (Fjords(graph="grid 3x2", colours="l....r"), "L../R.L/left to move", "a1 c2"),
    ),
)
