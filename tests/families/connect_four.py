"""Connect Four: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, SPECIFICATION, STEININGER, TROMP, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED
from zermelo.games.connect_four import ConnectFour

CONNECT_FOUR = (  # columns, rows; positions
    (1, 2, 3),
    (1, 5, 6),
    (1, 6, 7),
    (1, 7, 8),
    (1, 8, 9),
    (2, 1, 5),
    (2, 3, 58),
    (2, 4, 179),
    (2, 5, 537),
    (2, 6, 1_571),
    (2, 7, 4_587),
    (2, 8, 13_343),
    (3, 1, 13),
    (3, 3, 869),
    (3, 4, 6_000),
    (3, 6, 235_781),
    (3, 7, 1_417_322),
    (3, 8, 8_424_616),
    (4, 1, 35),
    (4, 2, 741),
    (4, 7, 135_385_909),
    (4, 8, 1_104_642_469),
    (5, 4, 3_945_711),
    (5, 6, 1_044_334_437),
    (6, 2, 29_737),
    (6, 4, 94_910_577),
    (7, 1, 750),
    (8, 1, 2_118),
    (8, 2, 1_216_721),
    (8, 3, 362_940_958),
)


def facts() -> Iterator[Fact]:
    """Four in a row with gravity; a position whose last disc made four is a loss for its mover."""

    def game(columns: int, rows: int) -> str:
        return f"connect_four(columns={columns}, rows={rows}, line=4)"

    for columns, rows, positions in CONNECT_FOUR:
        confidence = BOTH if (columns, rows) in ((5, 4), (6, 4)) else "literature"
        yield Fact(game(columns, rows), "positions", positions, TROMP, confidence, size_of(positions))
    yield Fact(game(4, 4), "positions", 161_029, SPECIFICATION, "specification", "medium")
    yield Fact(game(5, 5), "positions", 69_763_700, SPECIFICATION, "specification", "large")
    yield Fact(game(5, 4), "value", 0, STEININGER, BOTH, "medium")
    yield Fact(game(5, 4), "remoteness", 20, STEININGER, "literature", "medium")
    totals = (1_390_516, 1_303_636, 1_251_559)
    yield Fact(game(5, 4), "totals", totals, BRUTE_FORCE, "recomputed", "medium")
    for columns, rows in ((4, 7), (4, 8), (5, 6)):  # full boards: drawn
        yield Fact(game(columns, rows), "value", 0, STEININGER, "literature", "large")
        yield Fact(game(columns, rows), "remoteness", columns * rows, STEININGER, "literature", "large")
    yield Fact(game(6, 4), "value", -1, STEININGER, BOTH, "large")
    yield Fact(game(6, 4), "remoteness", 24, STEININGER, "literature", "large")
    totals = (38_913_621, 18_361_279, 37_635_677)
    yield Fact(game(6, 4), "totals", totals, BRUTE_FORCE, "recomputed", "large")


def twin(game: ConnectFour) -> Game:
    """Return the game on text: discs fall row by row."""
    return TextConnectFour(columns=game.columns, rows=game.rows, line=game.line)


class TextConnectFour(Game):
    columns: int
    rows: int
    line: int

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[int]:
        return [column for column in range(self.columns) if position[column] == "."]

    def play(self, position: str, move: int) -> str:
        rows = position.split("\n")
        sign = "X" if position.count("X") == position.count("O") else "O"
        lowest = max(row for row in range(self.rows) if rows[row][move] == ".")
        rows[lowest] = rows[lowest][:move] + sign + rows[lowest][move + 1 :]
        return "\n".join(rows)

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        cells = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
        for row, column in cells:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((row + step * down, column + step * right)) for step in range(self.line)]
                if line in (["X"] * self.line, ["O"] * self.line):
                    return LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(ConnectFour(columns=3, rows=4, line=3),),
    larger=(ConnectFour(),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (ConnectFour, {"columns": 0}, "columns=0 is too small"),
        (ConnectFour, {"rows": 0}, "rows=0 is too small"),
        (ConnectFour, {"line": 0}, "line=0 is too small"),
        (ConnectFour, {"columns": 8, "rows": 8}, "a board of 8 x 8 needs 72 bits"),
        (ConnectFour, {"columns": 8, "rows": 7}, "needs 64 bits"),
    ),
    unreadable=(
        (ConnectFour(), "", "write 6 rows of 7"),
        (ConnectFour(3, 3), "X../.../...", "a disc floats in column 1"),
        (ConnectFour(3, 3), ".../.O./..X", "a disc floats in column 2"),
        (ConnectFour(3, 3), ".../.../XX.", "X has 2 and O has 0"),
        (ConnectFour(3, 3), ".../.../X?.", r"'\?' is no cell"),
        (ConnectFour(3, 3), ".../.../X.", "write 3 rows of 3"),
        (ConnectFour(3, 3, 3), "OOO/XXX/XXO", "play had ended"),
        (ConnectFour(4, 3, 3), "O.../OXOX/XXXO", "play had ended"),
        (ConnectFour(4, 4, 3), "..../..../OOO./XXX.", "play had ended"),
        (ConnectFour(4, 3, 2), ".O../.O.X/OX.X", "play had ended"),
    ),
    written=((ConnectFour(3, 3, 3), "X../O.X/XOO", "2 3"),),
)
