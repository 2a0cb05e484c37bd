from families import SEPARATE, Family, counted
from families._text_boards import Turns, above, cells_of
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.hunt.hare_and_hounds import HareAndHounds

ACROSS = "b1c1 c1d1 a2b2 b2c2 c2d2 d2e2 b3c3 c3d3"
UPRIGHT = "b1b2 b2b3 c1c2 c2c3 d1d2 d2d3"
ASLANT = "a2b1 a2b3 b1c2 b3c2 c2d1 c2d3 d1e2 d3e2"
LINES = f"{ACROSS} {UPRIGHT} {ASLANT}".split()
NEIGHBOURS = {(line[:2], line[2:]) for line in LINES} | {(line[2:], line[:2]) for line in LINES}


class TextHare(Turns):
    """Points are neighbours as the lines of the board say."""

    names = ("hounds", "hare")

    def start(self) -> str:
        return " H..\nH...R\n H..\nhounds to move"

    def points(self, position: str) -> dict[str, str]:
        cells = cells_of(above(position))
        return {f"{'abcde'[column]}{row + 1}": sign for (row, column), sign in cells.items() if sign != " "}

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
        signs = "".join(
            points[f"{column}{row}"] for row in (1, 2, 3) for column in "abcde" if f"{column}{row}" in points
        )
        return self.next_turn(position, f" {signs[:3]}\n{signs[3:8]}\n {signs[8:]}")

    def outcome(self, position: str) -> int:
        points = self.points(position)
        hare = next(point[0] for point, sign in points.items() if sign == "R")
        if all(point[0] > hare for point, sign in points.items() if sign == "H"):
            return WIN if self.mover(position) else LOSS
        return UNDECIDED


FAMILY = Family(
    small=(HareAndHounds(),),
    # Without the rule of ten moves, the hounds win all the same.
    facts=counted("value remoteness longest positions totals edges finished", SEPARATE)(
        (HareAndHounds(), 1, 23, 28, 2_396, (1_094, 543, 759), 8_837, 253)
    ),
    twin=TextHare,
    unreadable=(
        (HareAndHounds(), "H../H...R/hounds to move", "write rows like .../...../..."),
        (HareAndHounds(), "H../H...F/H../hounds to move", "'F' is no cell"),
        (HareAndHounds(), "H../H...R/.../hounds to move", "it has 2 H and 1 R"),
    ),
    written=(
        (HareAndHounds(), "H../H...R/H../hounds to move", "b1-c1 a2-b2 b3-c3 b1-b2 b3-b2 b1-c2 b3-c2"),
        (HareAndHounds(), "..H/..H.R/..H/hare to move", "e2-d2"),
    ),
)
