"""Dots and boxes: known facts, and what is no position."""

from collections.abc import Iterator

from families import RETROGRADE, SELF_PLAY, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.dots_and_boxes import DotsAndBoxes

DOTS_AND_BOXES = (  # columns, rows; value; size, from at most 2 ** (edges + 1) positions
    (1, 1, -1, "small"),
    (2, 1, 0, "small"),
    (3, 1, -1, "small"),
    (4, 1, 0, "small"),
    (5, 1, -1, "medium"),
    (6, 1, 0, "medium"),
    (7, 1, -1, "medium"),
    (8, 1, 0, "large"),
    (2, 2, 2, "small"),
    (3, 2, -2, "medium"),
    (4, 2, 2, "medium"),
    (5, 2, -2, "large"),
    (3, 3, -3, "large"),
)


def facts() -> Iterator[Fact]:
    """The margin of the player who begins; the 2 x 2 board has twelve edges."""
    for columns, rows, margin, size in DOTS_AND_BOXES:
        game = f"dots_and_boxes(columns={columns}, rows={rows})"
        yield Fact(game, "value", margin, RETROGRADE, "recomputed", size)
    game = "dots_and_boxes(columns=2, rows=2)"
    yield Fact(game, "remoteness", 12, SELF_PLAY, "recomputed", "small")
    yield Fact(game, "games", 479_001_600, SELF_PLAY, "recomputed", "small")
    results = (201_415_680, 76_096_512, 201_489_408)
    yield Fact(game, "results", results, SELF_PLAY, "recomputed", "small")


def twin(game: DotsAndBoxes) -> Game:
    """Return the game on text: boxes are looked at one by one before and after."""
    return TextDotsAndBoxes(columns=game.columns, rows=game.rows)


class TextDotsAndBoxes(Game):
    columns: int
    rows: int
    scored = True

    def start(self) -> str:
        across, down = "+" + ".+" * self.columns, " ".join("." * (self.columns + 1))
        return "\n".join([across] + [down, across] * self.rows + ["first"])

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        line = position[:move].count("\n")
        drawn = position[:move] + "-|"[line % 2] + position[move + 1 :]
        if self.boxes(drawn) == self.boxes(position):
            board, mover = drawn.rsplit("\n", 1)
            drawn = board + "\n" + {"first": "second", "second": "first"}[mover]
        return drawn

    def boxes(self, position: str) -> int:
        rows = position.split("\n")
        return sum(
            rows[row - 1][column] == rows[row + 1][column] == "-"
            and rows[row][column - 1] == rows[row][column + 1] == "|"
            for row in range(1, 2 * self.rows, 2)
            for column in range(1, 2 * self.columns, 2)
        )

    def mover(self, position: str) -> int:
        return int(position.endswith("second"))

    def gain(self, position: str, move: int) -> int:
        return self.boxes(self.play(position, move)) - self.boxes(position)

    def outcome(self, position: str) -> int:
        return UNDECIDED if "." in position else 0


FAMILY = Family(
    small=(DotsAndBoxes(columns=2, rows=1),),
    larger=(DotsAndBoxes(columns=3, rows=3),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (DotsAndBoxes, {"columns": 0}, "columns=0 is too small"),
        (DotsAndBoxes, {"rows": 0}, "rows=0 is too small"),
        (DotsAndBoxes, {"columns": 6, "rows": 5}, "a board of 6 x 5 boxes needs"),
        (DotsAndBoxes, {"columns": 2, "rows": 12}, "needs 64 bits"),
    ),
    unreadable=(
        (DotsAndBoxes(1, 1), "", "it does not say who moves"),
        (DotsAndBoxes(1, 1), "+.+/. ./+.+", "it does not say who moves"),
        (DotsAndBoxes(1, 1), "+.+/. ./first", "its size is another"),
        (DotsAndBoxes(1, 1), "+.+/. . ./+.+/first", "its size is another"),
        (DotsAndBoxes(1, 1), "+|+/. ./+.+/second", "cannot stand in line 1"),
        (DotsAndBoxes(1, 1), "+.+/. -/+.+/second", "cannot stand in line 2"),
        (DotsAndBoxes(1, 1), "+.+/.||/+.+/second", "cannot stand in line 2"),
        (DotsAndBoxes(1, 1), "-.+/. ./+.+/second", "cannot stand in line 1"),
        (DotsAndBoxes(1, 1), "+.+/. ./+.+/second", "the other player is to move"),
        (DotsAndBoxes(1, 1), "+-+/. ./+.+/first", "the other player is to move"),
        (DotsAndBoxes(1, 1), "+-+/| |/+-+/first", "the other player is to move"),
    ),
    written=((DotsAndBoxes(1, 1), "+-+/. ./+.+/second", "a2-b2 a1-a2 b1-b2"),),
)
