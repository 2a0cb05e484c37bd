"""Sim: known facts, and what is no position."""

from collections.abc import Iterator
from itertools import combinations

from families import Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import DRAW, UNDECIDED, WIN
from zermelo.games.sim import Sim

SEPARATE = "a separate program, dictionaries of tuples"
MEAD = "Mead, Rosa and Huang, The game of SIM: a winning strategy for the second player (1974)"

GRAPHS = (  # vertices; value, remoteness, positions, totals, edges, finished
    (4, 0, 6, 263, (52, 199, 12), 564, 28),
    (5, 0, 10, 14_953, (9_720, 2_213, 3_020), 47_340, 3_172),
    (6, -1, 15, 2_230_702, (1_722_240, 0, 508_462), 8_562_585, 880_680),
)


def facts() -> Iterator[Fact]:
    """Six vertices are won by the second player."""
    yield Fact("sim(vertices=6)", "value", -1, MEAD, "literature", "medium")
    for vertices, value, remoteness, positions, totals, edges, finished in GRAPHS:
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(
                f"sim(vertices={vertices})", quantity, expected, SEPARATE, "recomputed", size_of(positions)
            )


def twin(game: Sim) -> Game:
    """Return the game on text: triangles looked at one by one."""
    return TextSim(vertices=game.vertices)


class TextSim(Game):
    vertices: int

    def start(self) -> str:
        return "\n".join(
            " " * vertex + "." * (self.vertices - 1 - vertex) for vertex in range(self.vertices - 1)
        )

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + sign + position[move + 1 :]

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        for first, second, third in combinations(range(self.vertices), 3):
            signs = {rows[first][second - 1], rows[first][third - 1], rows[second][third - 1]}
            if signs in ({"X"}, {"O"}):
                return WIN
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(Sim(vertices=4),),
    larger=(Sim(),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Sim, {"vertices": 1}, "vertices=1 is too small"),
        (Sim, {"vertices": 9}, "vertices=9 is too large"),
        (Sim, {"vertices": "6"}, "vertices='6' is not a whole number"),
    ),
    unreadable=(
        (Sim(), "", "write rows of 5, 4, 3, 2, 1 characters"),
        (Sim(), "...../..../.../..", "write rows of 5, 4, 3, 2, 1 characters"),
        (Sim(4), "..../.../..", "write rows of 3, 2, 1 characters"),
        (Sim(4), "x../../.", "'x' is no edge"),
        (Sim(4), "XX./../.", "X has 2 and O has 0"),
        (Sim(4), "XXO/XO/O", "play had ended"),
        (Sim(5), "XXXO/XXO/OO/O", "play had ended"),
    ),
    written=(
        (Sim(4), "XO./../X", "2-3 1-4 2-4"),
        (Sim(), "XO..O\n X..X\n  ...\n   ..\n    .", "1-4 2-4 3-4 1-5 2-5 3-5 4-5 3-6 4-6 5-6"),
    ),
)
