"""Ultimate tic-tac-toe: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.ultimate_tic_tac_toe import UltimateTicTacToe

DEFINITIONS = "the rules on text and the definitions word for word"
QUANTITIES = "value", "remoteness", "positions", "totals", "longest", "edges", "finished"
FACTS = (  # game, what the definitions say of it, size
    (UltimateTicTacToe(3, 1, 2), (0, 7, 940, (56, 860, 24), 7, 1_525, 17), "small"),
    (
        UltimateTicTacToe(3, 1, 2, playing_on=True),
        (0, 9, 1_171, (118, 977, 76), 9, 1_761, 29),
        "small",
    ),
    (
        UltimateTicTacToe(1, 3, 3, majority=True),
        (1, 9, 1_019, (160, 754, 105), 9, 1_596, 10),
        "small",
    ),
    (UltimateTicTacToe(2, 2, 2), (1, 11, 32_457, (19_345, 0, 13_112), 11, 89_668, 1_320), "medium"),
)


def facts() -> Iterator[Fact]:
    """Positions are as their movers see them; what lies in a field that is closed does not count."""
    for game, numbers, size in FACTS:
        for quantity, expected in zip(QUANTITIES, numbers, strict=True):
            yield Fact(repr(game), quantity, expected, DEFINITIONS, "recomputed", size)


def twin(game: UltimateTicTacToe) -> Game:
    """Return the game on text: fields are cut out of the rows, and lines are walked from every cell."""
    return TextUltimateTicTacToe(
        columns=game.columns,
        rows=game.rows,
        line=game.line,
        playing_on=game.playing_on,
        majority=game.majority,
    )


Cell = tuple[int, int]  # a row and a column


class TextUltimateTicTacToe(Game):
    columns: int
    rows: int
    line: int
    playing_on: bool
    majority: bool

    def start(self) -> str:
        row = " ".join(["." * self.columns] * self.columns)
        return "\n".join([row] * self.rows**2 + ["any field"])

    def places(self) -> list[Cell]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def fields(self, position: str) -> dict[Cell, dict[Cell, str]]:
        """Return the signs of each cell of each field."""
        found: dict[Cell, dict[Cell, str]] = {place: {} for place in self.places()}
        for y, line in enumerate(position.split("\n")[:-1]):
            for x, part in enumerate(line.split(" ")):
                for column, sign in enumerate(part):
                    found[y // self.rows, x][y % self.rows, column] = sign
        return found

    def has_line(self, signs: dict[Cell, str], wanted: str) -> bool:
        for row, column in signs:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * step, column + right * step) for step in range(self.line)]
                if all(signs.get(cell) == wanted for cell in line):
                    return True
        return False

    def moves(self, position: str) -> list[tuple[Cell, Cell]]:
        last = position.split("\n")[-1]
        found = []
        for number, (place, field) in enumerate(self.fields(position).items(), 1):
            if last in ("any field", f"field {number}"):
                found += [(place, cell) for cell in field if field[cell] == "."]
        return found

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        place, cell = move
        fields = self.fields(position)
        field = fields[place]
        won = next((sign for sign in field.values() if sign in "xo"), "")
        field[cell] = won or "X"
        if not won and self.has_line(field, "X"):
            for other in field:
                field[other] = "." if self.playing_on and field[other] == "." else "x"
        elif not won and "." not in field.values():
            field.update(dict.fromkeys(field, "#"))
        sent = "any field"
        if "." in fields[cell].values():
            sent = f"field {self.places().index(cell) + 1}"
        lines = []
        for y in range(self.rows**2):
            parts = [
                "".join(fields[y // self.rows, x][y % self.rows, column] for column in range(self.columns))
                for x in range(self.columns)
            ]
            lines.append(" ".join(parts))
        return "\n".join(lines).translate(str.maketrans("XOxo", "OXox")) + f"\n{sent}"

    def outcome(self, position: str) -> int:
        fields = self.fields(position)
        winners = {
            place: next((sign for sign in field.values() if sign in "xo"), ".")
            for place, field in fields.items()
        }
        if self.has_line(winners, "o"):
            return LOSS
        if any("." in field.values() for field in fields.values()):
            return UNDECIDED
        more = list(winners.values()).count("x") - list(winners.values()).count("o")
        if self.majority and more:
            return WIN if more > 0 else LOSS
        return DRAW


ROW = UltimateTicTacToe(3, 1, 2)
FAMILY = Family(
    small=(
        ROW,
        UltimateTicTacToe(3, 1, 2, playing_on=True),
        UltimateTicTacToe(1, 3, 3, majority=True),
        UltimateTicTacToe(2, 1, 1),
    ),
    larger=(
        UltimateTicTacToe(),
        UltimateTicTacToe(playing_on=True),
        UltimateTicTacToe(2, 2, 2, playing_on=True),
        UltimateTicTacToe(3, 2, 2, majority=True),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (UltimateTicTacToe, {"columns": 4, "rows": 3}, "rows=12 is too large"),
        (UltimateTicTacToe, {"line": 4}, "line=4 is too large: give a whole number from 1 to 3"),
        (UltimateTicTacToe, {"playing_on": 1}, "playing_on=1 is not a yes or no"),
    ),
    unreadable=(
        (ROW, "... ... ...", "it does not say which field: write field 1 or any field"),
        (ROW, "... ...//any field", "write 1 row of 9"),
        (
            ROW,
            "XX. ... .../any field",
            "no field is like XX., its cells in a row: write x or o where it is won",
        ),
        (ROW, "xx. ... .../any field", "no field is like xx."),
        (ROW, "xxx ... .../field 1", "nobody can play in field 1: write any field"),
    ),
    written=(
        (ROW, "X.. .O. .../field 2", "d1 f1"),
        (ROW, "xxx .O. ###/any field", "d1 f1"),
        (UltimateTicTacToe(3, 1, 2, playing_on=True), "xx. .O. .../field 1", "c1"),
        (UltimateTicTacToe(2, 2, 2), "X. ../.. ../.. O./.. ../field 2", "c1 d1 c2 d2"),
    ),
)
