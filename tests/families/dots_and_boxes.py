from families import RETROGRADE, SELF_PLAY, Family, bounds, counted
from families._text_boards import Placing, above, replaced
from zermelo import UNDECIDED
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes


class TextDotsAndBoxes(Placing):
    scored = True

    def start(self) -> str:
        across, down = "+" + ".+" * self.game.columns, " ".join("." * (self.game.columns + 1))
        return "\n".join([across] + [down, across] * self.game.rows + ["first"])

    def play(self, position: str, move: int) -> str:
        drawn = replaced(position, move, "-|"[position[:move].count("\n") % 2])
        if self.boxes(drawn) > self.boxes(position):
            return drawn
        return f"{above(drawn)}\n{'first' if self.mover(position) else 'second'}"

    def boxes(self, position: str) -> int:
        rows = position.split("\n")
        return sum(
            rows[row - 1][column] == rows[row + 1][column] == "-"
            and rows[row][column - 1] == rows[row][column + 1] == "|"
            for row in range(1, 2 * self.game.rows, 2)
            for column in range(1, 2 * self.game.columns, 2)
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
    # The margin of the player who begins. Sizes are from at most 2 ** (edges + 1) positions.
    facts=(
        *counted("value size", RETROGRADE)(
            (DotsAndBoxes(1, 1), -1, "small"),
            (DotsAndBoxes(2, 1), 0, "small"),
            (DotsAndBoxes(3, 1), -1, "small"),
            (DotsAndBoxes(4, 1), 0, "small"),
            (DotsAndBoxes(5, 1), -1, "medium"),
            (DotsAndBoxes(6, 1), 0, "medium"),
            (DotsAndBoxes(7, 1), -1, "medium"),
            (DotsAndBoxes(8, 1), 0, "large"),
            (DotsAndBoxes(), 2, "small"),
            (DotsAndBoxes(3, 2), -2, "medium"),
            (DotsAndBoxes(4, 2), 2, "medium"),
            (DotsAndBoxes(5, 2), -2, "large"),
            (DotsAndBoxes(3, 3), -3, "large"),
        ),
        *counted("remoteness games results", SELF_PLAY)(
            (DotsAndBoxes(), 12, 479_001_600, (201_415_680, 76_096_512, 201_489_408))
        ),
    ),
    twin=TextDotsAndBoxes,
    refused=(
        *bounds(DotsAndBoxes, columns=(1, 63), rows=(1, 63)),
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
