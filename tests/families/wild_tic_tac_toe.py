"""Wild tic-tac-toe: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.wild_tic_tac_toe import WildTicTacToe

SEPARATE = "a separate program, dictionaries of tuples"


def facts() -> Iterator[Fact]:
    """The board of 3 x 3 both ways, and smaller ones."""
    game = "wild_tic_tac_toe(columns=3, rows=3, line=3, misere=False)"
    for quantity, expected in (
        ("value", 1),
        ("remoteness", 7),
        ("positions", 18_753),
        ("totals", (10_085, 1_012, 7_656)),
        ("finished", 7_660),
        ("edges", 80_150),
    ):
        yield Fact(game, quantity, expected, BRUTE_FORCE, "recomputed", "small")
    yield Fact(game, "longest", 8, SEPARATE, "recomputed", "small")
    game = game.replace("misere=False", "misere=True")
    for quantity, expected in (("value", 0), ("positions", 18_753), ("totals", (12_136, 4_467, 2_150))):
        yield Fact(game, quantity, expected, BRUTE_FORCE, "recomputed", "small")
    yield Fact(game, "remoteness", 9, SEPARATE, "recomputed", "small")
    for columns, rows, line, misere, value, remoteness, positions, totals in (
        (4, 2, 3, False, 0, 8, 6_461, (3_280, 1_649, 1_532)),
        (3, 2, 2, True, -1, 5, 349, (314, 0, 35)),
    ):
        game = f"wild_tic_tac_toe(columns={columns}, rows={rows}, line={line}, misere={misere})"
        yield Fact(game, "value", value, SEPARATE, "recomputed", "small")
        yield Fact(game, "remoteness", remoteness, SEPARATE, "recomputed", "small")
        yield Fact(game, "positions", positions, SEPARATE, "recomputed", "small")
        yield Fact(game, "totals", totals, SEPARATE, "recomputed", "small")


def twin(game: WildTicTacToe) -> Game:
    """Return the game on text: cells looked at one by one."""
    return TextWild(columns=game.columns, rows=game.rows, line=game.line, misere=game.misere)


class TextWild(Game):
    columns: int
    rows: int
    line: int
    misere: bool

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[tuple[int, str]]:
        return [(place, sign) for place, cell in enumerate(position) if cell == "." for sign in "XO"]

    def play(self, position: str, move: tuple[int, str]) -> str:
        place, sign = move
        return position[:place] + sign + position[place + 1 :]

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        cells = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
        for row, column in cells:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((row + step * down, column + step * right)) for step in range(self.line)]
                if line in (["X"] * self.line, ["O"] * self.line):
                    return WIN if self.misere else LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(WildTicTacToe(columns=4, rows=2, line=3),),
    larger=(WildTicTacToe(columns=4, rows=3),),
    facts=facts,
    twin=twin,
    refused=(
        (WildTicTacToe, {"columns": 0}, "columns=0 is too small"),
        (WildTicTacToe, {"rows": 2.0}, "rows=2.0 is not a whole number"),
        (WildTicTacToe, {"line": 0}, "line=0 is too small"),
        (WildTicTacToe, {"misere": 1}, "misere=1 is not a yes or no"),
        (WildTicTacToe, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=(
        (WildTicTacToe(), "", "write 3 rows of 3"),
        (WildTicTacToe(), "X../...", "write 3 rows of 3"),
        (WildTicTacToe(), "X.. .../.../...", "its rows have lengths 7 3 3: write 3 rows of 3"),
        (WildTicTacToe(), "x../.../...", "'x' is no cell"),
        (WildTicTacToe(), "XXX/OOO/...", "play had ended"),
        (WildTicTacToe(misere=True), "XXX/XXX/...", "play had ended"),
    ),
    written=(
        (WildTicTacToe(), "XX./O.O/XOX", "Xc1 Xb2 Oc1 Ob2"),
        (WildTicTacToe(2, 1), "O.", "Xb1 Ob1"),
    ),
)
