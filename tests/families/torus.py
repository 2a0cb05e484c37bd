"""Lines on a torus: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.torus import Torus

SEPARATE = "a separate program, dictionaries of tuples"
PLANE = "Carroll and Dougherty, Tic-Tac-Toe on a Finite Plane (2004): the affine plane of order 3"

BOARDS = (  # columns, rows, line, misere; value, remoteness, positions, totals, edges, finished
    (3, 3, 3, False, 1, 7, 5_194, (3_115, 0, 2_079), 14_787, 1_314),
    (3, 3, 3, True, 1, 8, 5_194, (3_835, 0, 1_359), 14_787, 1_314),
    (4, 2, 3, False, 0, 8, 1_831, (892, 371, 568), 4_832, 386),
    (4, 2, 3, True, 0, 8, 1_831, (648, 1_003, 180), 4_832, 386),
)


def facts() -> Iterator[Fact]:
    """On 3 x 3 the player who begins wins, and nothing can be drawn."""
    game = "torus(columns=3, rows=3, line=3, misere=False)"
    yield Fact(game, "value", 1, PLANE, "literature", "small")
    for columns, rows, line, misere, value, remoteness, positions, totals, edges, finished in BOARDS:
        game = f"torus(columns={columns}, rows={rows}, line={line}, misere={misere})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: Torus) -> Game:
    """Return the game on text: cells looked at one by one, round the edges."""
    return TextTorus(columns=game.columns, rows=game.rows, line=game.line, misere=game.misere)


class TextTorus(Game):
    columns: int
    rows: int
    line: int
    misere: bool

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + sign + position[move + 1 :]

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [
                        ((row + step * down) % self.rows, (column + step * right) % self.columns)
                        for step in range(self.line)
                    ]
                    signs = {rows[place][across] for place, across in cells}
                    if len(set(cells)) == self.line and signs in ({"X"}, {"O"}):
                        return WIN if self.misere else LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(Torus(columns=4, rows=2, line=3),),
    larger=(Torus(columns=4, rows=4, line=4),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Torus, {"columns": 0}, "columns=0 is too small"),
        (Torus, {"line": 0}, "line=0 is too small"),
        (Torus, {"misere": None}, "misere=None is not a yes or no"),
        (Torus, {"columns": 8, "rows": 4}, "needs 64 bits"),
    ),
    unreadable=(
        (Torus(), "X../...", "write 3 rows of 3"),
        (Torus(), "O../.../...", "X has 0 and O has 1"),
        (Torus(), ".X./..X/X.O/", "X has 3 and O has 1"),
        (Torus(), ".X./O.X/XOO", "play had ended"),
    ),
    written=((Torus(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),),
)
