"""Hare and hounds: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.hare_and_hounds import HareAndHounds

SEPARATE = "a separate program, dictionaries of tuples"


def facts() -> Iterator[Fact]:
    """Without the rule of ten moves, the hounds win all the same."""
    for quantity, expected in (
        ("value", 1),
        ("remoteness", 23),
        ("longest", 28),
        ("positions", 2_396),
        ("totals", (1_094, 543, 759)),
        ("edges", 8_837),
        ("finished", 253),
    ):
        yield Fact("hare_and_hounds()", quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: HareAndHounds) -> Game:
    """Return the game on text: points are places in it, and are neighbours as the lines of the board say."""
    return TextHare()


ACROSS = "b1c1 c1d1 a2b2 b2c2 c2d2 d2e2 b3c3 c3d3"
UPRIGHT = "b1b2 b2b3 c1c2 c2c3 d1d2 d2d3"
ASLANT = "a2b1 a2b3 b1c2 b3c2 c2d1 c2d3 d1e2 d3e2"
LINES = f"{ACROSS} {UPRIGHT} {ASLANT}".split()
NEIGHBOURS = {(line[:2], line[2:]) for line in LINES} | {(line[2:], line[:2]) for line in LINES}


class TextHare(Game):
    def start(self) -> str:
        return " H..\nH...R\n H..\nhounds to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("hare to move"))

    def points(self, position: str) -> dict[str, str]:
        rows = position.split("\n")[:3]
        return {
            f"{'abcde'[column]}{row + 1}": sign
            for row, text in enumerate(rows)
            for column, sign in enumerate(text)
            if sign != " "
        }

    def moves(self, position: str) -> list[tuple[str, str]]:
        points = self.points(position)
        free = [(begin, end) for begin, end in NEIGHBOURS if points[end] == "."]
        if self.mover(position):
            return [(begin, end) for begin, end in free if points[begin] == "R"]
        return [(begin, end) for begin, end in free if points[begin] == "H" and begin[0] <= end[0]]

    def play(self, position: str, move: tuple[str, str]) -> str:
        begin, end = move
        points = self.points(position)
        points[begin], points[end] = ".", points[begin]
        rows = [
            " " + "".join(points[f"{column}1"] for column in "bcd"),
            "".join(points[f"{column}2"] for column in "abcde"),
            " " + "".join(points[f"{column}3"] for column in "bcd"),
        ]
        return "\n".join([*rows, "hounds to move" if self.mover(position) else "hare to move"])

    def outcome(self, position: str) -> int:
        points = self.points(position)
        hare = next(point[0] for point, sign in points.items() if sign == "R")
        if all(point[0] > hare for point, sign in points.items() if sign == "H"):
            return WIN if self.mover(position) else LOSS
        return UNDECIDED


FAMILY = Family(
    small=(HareAndHounds(),),
    facts=tuple(facts()),
    twin=twin,
    unreadable=(
        (HareAndHounds(), "H../H...R/H..", "it does not say who moves"),
        (HareAndHounds(), "H../H...R/hounds to move", "write rows like .../...../..."),
        (HareAndHounds(), "H../H...F/H../hounds to move", "'F' is no cell"),
        (HareAndHounds(), "H../H...R/.../hounds to move", "it has 2 H and 1 R"),
    ),
    written=(
        (HareAndHounds(), "H../H...R/H../hounds to move", "b1-c1 a2-b2 b3-c3 b1-b2 b3-b2 b1-c2 b3-c2"),
        (HareAndHounds(), "..H/..H.R/..H/hare to move", "e2-d2"),
    ),
)
