"""Gobblet gobblers: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.gobblet_gobblers import GobbletGobblers

DEFINITIONS = "the rules on text and the definitions word for word"
PAIRS, THREES = repr(GobbletGobblers(heights=2, copies=1)), repr(GobbletGobblers(heights=1, copies=3))
FACTS = (  # game; quantity, expected
    (PAIRS, "totals", (0, 8_020, 0)),
    (PAIRS, "positions", 8_020),
    (PAIRS, "edges", 94_635),
    (THREES, "value", 0),
    (THREES, "positions", 6_222),
    (THREES, "totals", (4_106, 828, 1_288)),
    (THREES, "longest", 5),
    (THREES, "edges", 71_097),
    (THREES, "finished", 316),
)


def facts() -> Iterator[Fact]:
    """Positions are as their movers see them.

    Two men of a player make no row: there all is drawn, and only the moves over other men are counted. The
    rules are those of boardspace's page on gobblet and of gobblet-gobblers.netlify.app; who
    makes both rows at once has lost, or drawn, by the board game geek thread "Tie or loss?".
    """
    for game, quantity, expected in FACTS:
        yield Fact(game, quantity, expected, DEFINITIONS, "recomputed", "medium")


def twin(game: GobbletGobblers) -> Game:
    """Return the game on text: on each cell a pile of signs, written as the boards of all sizes."""
    return TextGobblers(heights=game.heights, copies=game.copies, tie=game.tie, lifting=game.lifting)


class TextGobblers(Game):
    heights: int
    copies: int
    tie: bool
    lifting: bool

    def start(self) -> str:
        return "\n".join([" ".join(["..."] * self.heights)] * 3)

    def read(self, position: str) -> list[list[str]]:
        """Return for each cell its signs, the largest first."""
        rows = [row.split(" ") for row in position.split("\n")]
        return [[part[column] for part in row] for row in rows for column in range(3)]

    def write(self, cells: list[list[str]]) -> str:
        rows = []
        for row in range(0, 9, 3):
            parts = ["".join(cell[size] for cell in cells[row : row + 3]) for size in range(self.heights)]
            rows.append(" ".join(parts))
        return "\n".join(rows)

    def rows(self, cells: list[list[str]], sign: str) -> bool:
        top = ["".join(cell).replace(".", "")[:1] for cell in cells]
        lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        return any([top[cell] for cell in line] == [sign] * 3 for line in lines)

    def moves(self, position: str) -> list[tuple[int, int | None, int]]:
        cells = self.read(position)
        found: list[tuple[int, int | None, int]] = []
        for size in range(self.heights):
            starts: list[int | None] = []
            if sum(cell[size] == "X" for cell in cells) < self.copies:
                starts.append(None)
            for start in range(9):
                if cells[start][size] == "X" and set(cells[start][:size]) <= {"."}:
                    lifted = [list(cell) for cell in cells]
                    lifted[start][size] = "."
                    if self.lifting or not self.rows(lifted, "O"):
                        starts.append(start)
            for start in starts:
                for end in range(9):
                    if set(cells[end][: size + 1]) <= {"."}:
                        found.append((size, start, end))
        return found

    def play(self, position: str, move: tuple[int, int | None, int]) -> str:
        cells = self.read(position)
        size, start, end = move
        if start is not None:
            cells[start][size] = "."
        cells[end][size] = "X"
        return self.write(cells).translate(str.maketrans("XO", "OX"))

    def outcome(self, position: str) -> int:
        cells = self.read(position)
        mine, theirs = self.rows(cells, "X"), self.rows(cells, "O")
        if mine and theirs:
            return DRAW if self.tie else WIN
        return WIN if mine else LOSS if theirs else UNDECIDED


FAMILY = Family(
    small=(GobbletGobblers(heights=1, copies=3),),
    larger=(
        GobbletGobblers(),
        GobbletGobblers(tie=True),
        GobbletGobblers(lifting=False),
        GobbletGobblers(heights=3, copies=1),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (GobbletGobblers, {"heights": 4}, "heights=4 is too large"),
        (GobbletGobblers, {"copies": 0}, "copies=0 is too small"),
        (GobbletGobblers, {"tie": 2}, "tie=2 is not a yes or no"),
        (GobbletGobblers, {"lifting": None}, "lifting=None is not a yes or no"),
    ),
    unreadable=(
        (
            GobbletGobblers(heights=2),
            "X../.../...",
            "it has not three rows of all sizes: write rows like X.. X..",
        ),
        (GobbletGobblers(heights=1), "X../.Z./...", "'Z' is no cell"),
        (GobbletGobblers(heights=1), "XX./X../...", "X has more than 2 men of a size: take some away"),
    ),
    written=(
        (
            GobbletGobblers(heights=2),
            "O.. .../.O. XX./... ..O",
            "2:b1 2:c1 2:a2 2:c2 2:a3 2:b3 2:c3 a2-b1 a2-c1 a2-c2 a2-a3 a2-b3",
        ),
        (
            GobbletGobblers(heights=2, copies=3, lifting=False),
            "X.. OOO/XX. .../... ...",
            "a2-b1 a2-c1 a2-c2 a2-a3 a2-b3 a2-c3 b2-b1 b2-c1 b2-c2 b2-a3 b2-b3 b2-c3 1:c2 1:a3 1:b3 1:c3",
        ),
    ),
)
