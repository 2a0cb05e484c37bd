from families import SEPARATE, Family, bounds, counted
from families._text_boards import Lining, blank
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines.pentago import Pentago


class TextPentago(Lining):
    """Quadrants are cut out, turned and put back."""

    def start(self) -> str:
        return blank(self.game.columns * self.game.quadrant, self.game.rows * self.game.quadrant)

    def moves(self, position: str) -> list[tuple[int, int, int]]:
        """Return the place of the stone, the quadrant and how many quarter turns clockwise it makes."""
        found = []
        quadrants = range(self.game.columns * self.game.rows)
        for place in super().moves(position):
            if self.has_line(super().play(position, place), self.sign(position)):
                found.append((place, 0, 0))
            else:
                found += [(place, quadrant, quarters) for quadrant in quadrants for quarters in (1, 3)]
        return found

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        place, number, quarters = move
        rows = [list(row) for row in super().play(position, place).split("\n")]
        top, left = (
            number // self.game.columns * self.game.quadrant,
            number % self.game.columns * self.game.quadrant,
        )
        part = [row[left : left + self.game.quadrant] for row in rows[top : top + self.game.quadrant]]
        for _ in range(quarters):
            part = [list(column) for column in zip(*reversed(part), strict=True)]
        for row, signs in enumerate(part, top):
            rows[row][left : left + self.game.quadrant] = signs
        return "\n".join("".join(row) for row in rows)

    def outcome(self, position: str) -> int:
        lines = {sign for sign in "XO" if self.has_line(position, sign)}
        if len(lines) == 1:
            return WIN if self.sign(position) in lines else LOSS
        return DRAW if lines or "." not in position else UNDECIDED

    def sign(self, position: str) -> str:
        return "X" if position.count("X") == position.count("O") else "O"


FAMILY = Family(
    small=(Pentago(columns=2, rows=1, quadrant=2, line=3),),
    larger=(Pentago(),),
    # On one quadrant turning changes nothing: it is tic-tac-toe.
    facts=counted("value remoteness positions totals edges finished", SEPARATE)(
        (Pentago(2, 1, 2, 3), 1, 5, 2_111, (1_273, 556, 282), 19_756, 254),
        (Pentago(2, 1), 0, 8, 2_123, (152, 1_963, 8), 22_200, 78),
        (Pentago(1, 1, 3, 3), 0, 9, 5_478, (2_836, 1_068, 1_574), 29_407, 958),
    ),
    twin=TextPentago,
    refused=(
        *bounds(Pentago, columns=(1, 63), rows=(1, 63), quadrant=(2, 63), line=(1, 63)),
        (Pentago, {"quadrant": 3, "line": 5}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=(
        (Pentago(), "x.../..../..../....", "'x' is no cell"),
        (Pentago(), "XX../..../..../....", "X has 2 and O has 0"),
    ),
    written=(
        (Pentago(2, 1, 2, 3), "XX.O/OOX.", "c1 d2 1+ d2 1- d2 2+ d2 2-"),
        (Pentago(2, 1, 2, 3), "XOXO/.XO.", "a2 1+ a2 1- a2 2+ a2 2- d2 1+ d2 1- d2 2+ d2 2-"),
    ),
)
