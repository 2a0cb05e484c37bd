"""Bagh chal: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.bagh_chal import BaghChal

DEFINITIONS = "the rules on text and the definitions word for word"


# All by the twin; totals, the start's value, and its remoteness, None where play has no end.
COUNTED = (
    (BaghChal(goats=3, captures=1), (797, 2_142, 810), 0, None),
    (BaghChal(columns=4, rows=2, tigers=1, goats=5), (1_617, 0, 1_400), 1, 11),
    (BaghChal(columns=2, rows=3, tigers=4, goats=2, captures=1), (7, 0, 8), 1, 3),
    (BaghChal(tigers=3, goats=3), (3_085, 0, 4_058), -1, 12),
    (BaghChal(tigers=1, goats=4, captures=1), (536, 1_947, 524), 0, None),
    (BaghChal(), (5_330, 7_132, 3_988), 1, 15),
)


def facts() -> Iterator[Fact]:
    """Positions tell who is to move, and how many goats are in hand."""
    for game, totals, value, remoteness in COUNTED:
        size = "small" if sum(totals) < 1_000 else "medium"  # loops are slow for the definitions
        yield Fact(repr(game), "positions", sum(totals), DEFINITIONS, "recomputed", size)
        yield Fact(repr(game), "totals", totals, DEFINITIONS, "recomputed", size)
        yield Fact(repr(game), "value", value, DEFINITIONS, "recomputed", size)
        if remoteness is not None:
            yield Fact(repr(game), "remoteness", remoteness, DEFINITIONS, "recomputed", size)


def twin(game: BaghChal) -> Game:
    """Return the game on text: points are (row, column), and whether a line joins two is asked of both."""
    return TextBaghChal(
        columns=game.columns,
        rows=game.rows,
        tigers=game.tigers,
        goats=game.goats,
        captures=game.captures,
    )


Point = tuple[int, int]
Turn = tuple[Point | None, Point]  # from where, or from the hand, and to where


class TextBaghChal(Game):
    columns: int
    rows: int
    tigers: int
    goats: int
    captures: int

    def start(self) -> str:
        bottom, right = self.rows - 1, self.columns - 1
        corners = [(0, 0), (bottom, right), (0, right), (bottom, 0)][: self.tigers]
        return self.text(dict.fromkeys(corners, "T"), self.goats, "goats")

    def text(self, men: dict[Point, str], in_hand: int, mover: str) -> str:
        board = [
            "".join(men.get((row, column), ".") for column in range(self.columns)) for row in range(self.rows)
        ]
        return "\n".join([*board, f"{in_hand} goats in hand", f"{mover} to move"])

    def read(self, position: str) -> tuple[dict[Point, str], int, str]:
        """Return what stands on each point, how many goats are in hand, and who is to move."""
        *board, counted, turn = position.split("\n")
        men = {(row, column): sign for row, line in enumerate(board) for column, sign in enumerate(line)}
        return men, int(counted.split()[0]), turn.split()[0]

    def is_joined(self, one: Point, other: Point) -> bool:
        """Whether a line leads from a point to another that is next to it; aslant, from every second one."""
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        if down + right == 1:
            return True
        return down == right == 1 and sum(one) % 2 == 0

    def mover(self, position: str) -> int:
        return int(position.endswith("tigers to move"))

    def moves(self, position: str) -> list[Turn]:
        men, in_hand, mover = self.read(position)
        free = [point for point, sign in men.items() if sign == "."]
        if mover == "goats" and in_hand > 0:
            return [(None, point) for point in free]
        found: list[Turn] = []
        for start, sign in men.items():
            if sign != {"goats": "G", "tigers": "T"}[mover]:
                continue
            for end in free:
                if self.is_joined(start, end) or (mover == "tigers" and self.jumped(men, start, end)):
                    found.append((start, end))
        return found

    def jumped(self, men: dict[Point, str], start: Point, end: Point) -> Point | None:
        """Return the goat that lies in the middle of a straight line of two steps, None where there is none."""
        down, right = end[0] - start[0], end[1] - start[1]
        middle = (start[0] + down // 2, start[1] + right // 2)
        is_two_steps = {abs(down), abs(right)} <= {0, 2} and self.is_joined(start, middle)
        return middle if is_two_steps and men[middle] == "G" else None

    def play(self, position: str, move: Turn) -> str:
        men, in_hand, mover = self.read(position)
        start, end = move
        if start is None:
            return self.text(men | {end: "G"}, in_hand - 1, "tigers")
        goat = None if self.is_joined(start, end) else self.jumped(men, start, end)
        if goat is not None:
            men[goat] = "."
        men |= {start: ".", end: men[start]}
        return self.text(men, in_hand, "goats" if mover == "tigers" else "tigers")

    def outcome(self, position: str) -> int:
        men, in_hand, mover = self.read(position)
        lost = self.goats - in_hand - list(men.values()).count("G")
        if lost < self.captures:
            return UNDECIDED
        return LOSS if mover == "goats" else WIN


FAMILY = Family(
    small=(
        BaghChal(goats=2),
        BaghChal(columns=4, rows=2, tigers=1, goats=3, captures=1),
        BaghChal(columns=2, rows=3, tigers=4, goats=2, captures=1),
    ),
    larger=(BaghChal(columns=5, rows=5, tigers=4, goats=20, captures=5), BaghChal(columns=4, rows=4)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (BaghChal, {"columns": 6}, "columns=6 is too large"),
        (BaghChal, {"rows": 1}, "rows=1 is too small"),
        (BaghChal, {"tigers": 5}, "tigers=5 is too large"),
        (BaghChal, {"goats": 8}, "goats=8 is too large: give a whole number from 1 to 7"),
        (BaghChal, {"captures": 7}, "captures=7 is too large"),
    ),
    unreadable=(
        (BaghChal(), "", "it does not say how many goats are to come: write 6 goats in hand"),
        (BaghChal(), "T../.../..T/six goats in hand/goats to move", "it does not say how many goats"),
        (BaghChal(), "T../.../..T/6 goats in hand", "it does not say how many goats are to come"),
        (BaghChal(), "T../.../..T/6 goats in hand/G to move", "it does not say who moves"),
        (BaghChal(), "T../.../.../6 goats in hand/goats to move", "it has 1 tigers: write 2"),
        (
            BaghChal(),
            "T../.../..T/3 goats in hand/goats to move",
            "0 goats stand and 3 are in hand: give 4 to 6",
        ),
        (BaghChal(), "TG./.../..T/6 goats in hand/goats to move", "1 goats stand and 6 are in hand"),
    ),
    written=(
        (BaghChal(), "TGG/GGG/..T/1 goats in hand/goats to move", "a3 b3"),
        (BaghChal(), "TGG/GGG/G.T/0 goats in hand/tigers to move", "c3-b3"),
        (BaghChal(), "TG./.../..T/5 goats in hand/tigers to move", "a1-a2 c3-b3 c3-c2 a1-b2 c3-b2 a1-c1"),
        (BaghChal(goats=3), ".TG/.../..T/0 goats in hand/goats to move", "c1-c2 c1-b2"),
    ),
)
