"""Pentago: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.pentago import Pentago

SEPARATE = "a separate program, dictionaries of tuples"

BOARDS = (  # columns, rows, quadrant, line; value, remoteness, positions, totals, edges, finished
    (2, 1, 2, 3, 1, 5, 2_111, (1_273, 556, 282), 19_756, 254),
    (2, 1, 2, 4, 0, 8, 2_123, (152, 1_963, 8), 22_200, 78),
    (1, 1, 3, 3, 0, 9, 5_478, (2_836, 1_068, 1_574), 29_407, 958),
)


def facts() -> Iterator[Fact]:
    """Small boards. On one quadrant turning changes nothing: it is tic-tac-toe."""
    for columns, rows, quadrant, line, value, remoteness, positions, totals, edges, finished in BOARDS:
        game = f"pentago(columns={columns}, rows={rows}, quadrant={quadrant}, line={line})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: Pentago) -> Game:
    """Return the game on text: quadrants cut out, turned and put back."""
    return TextPentago(columns=game.columns, rows=game.rows, quadrant=game.quadrant, line=game.line)


class TextPentago(Game):
    columns: int
    rows: int
    quadrant: int
    line: int

    def start(self) -> str:
        return "\n".join(["." * (self.columns * self.quadrant)] * (self.rows * self.quadrant))

    def moves(self, position: str) -> list[tuple[int, int, int]]:
        """Return the place of the stone, the quadrant and how many quarter turns clockwise it makes."""
        found = []
        sign = self.sign(position)
        for place, cell in enumerate(position):
            if cell == ".":
                if self.has_line(position[:place] + sign + position[place + 1 :], sign):
                    found.append((place, 0, 0))
                else:
                    quadrants = range(self.columns * self.rows)
                    found += [(place, quadrant, quarters) for quadrant in quadrants for quarters in (1, 3)]
        return found

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        place, number, quarters = move
        position = position[:place] + self.sign(position) + position[place + 1 :]
        rows = [list(row) for row in position.split("\n")]
        top, left = number // self.columns * self.quadrant, number % self.columns * self.quadrant
        part = [row[left : left + self.quadrant] for row in rows[top : top + self.quadrant]]
        for _ in range(quarters):
            part = [list(column) for column in zip(*reversed(part), strict=True)]
        for row, signs in enumerate(part, top):
            rows[row][left : left + self.quadrant] = signs
        return "\n".join("".join(row) for row in rows)

    def outcome(self, position: str) -> int:
        lines = {sign for sign in "XO" if self.has_line(position, sign)}
        if len(lines) == 1:
            return WIN if self.sign(position) in lines else LOSS
        return DRAW if lines or "." not in position else UNDECIDED

    def sign(self, position: str) -> str:
        return "X" if position.count("X") == position.count("O") else "O"

    def has_line(self, position: str, sign: str) -> bool:
        rows = position.split("\n")
        cells = {(row, column): found for row, text in enumerate(rows) for column, found in enumerate(text)}
        return any(
            all(cells.get((row + step * down, column + step * right)) == sign for step in range(self.line))
            for row, column in cells
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )


FAMILY = Family(
    small=(Pentago(columns=2, rows=1, quadrant=2, line=3),),
    larger=(Pentago(),),
    facts=facts,
    twin=twin,
    refused=(
        (Pentago, {"columns": 0}, "columns=0 is too small"),
        (Pentago, {"rows": 0}, "rows=0 is too small"),
        (Pentago, {"quadrant": 1}, "quadrant=1 is too small"),
        (Pentago, {"line": 0}, "line=0 is too small"),
        (Pentago, {"quadrant": 3, "line": 5}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=(
        (Pentago(), "..../..../....", "write 4 rows of 4"),
        (Pentago(), "x.../..../..../....", "'x' is no cell"),
        (Pentago(), "XX../..../..../....", "X has 2 and O has 0"),
    ),
    written=(
        (Pentago(2, 1, 2, 3), "XX.O/OOX.", "c1 d2 1+ d2 1- d2 2+ d2 2-"),
        (Pentago(2, 1, 2, 3), "XOXO/.XO.", "a2 1+ a2 1- a2 2+ a2 2- d2 1+ d2 1- d2 2+ d2 2-"),
    ),
)
