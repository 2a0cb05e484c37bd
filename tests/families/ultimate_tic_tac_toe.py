from families import DEFINITIONS, Family, counted
from families._text_boards import Cell, Text, above, blank, cells_of, has_line, text_of
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines.ultimate_tic_tac_toe import UltimateTicTacToe


class TextUltimateTicTacToe(Text):
    """Fields are cut out of the rows, and lines are walked from every cell."""

    def start(self) -> str:
        row = " ".join(["." * self.game.columns] * self.game.columns)
        return "\n".join([row] * self.game.rows**2 + ["any field"])

    def places(self) -> list[Cell]:
        return list(cells_of(blank(self.game.columns, self.game.rows)))

    def fields(self, position: str) -> dict[Cell, dict[Cell, str]]:
        """Return the signs of each cell of each field."""
        found: dict[Cell, dict[Cell, str]] = {place: {} for place in self.places()}
        for (y, x), sign in cells_of(above(position).replace(" ", "")).items():
            found[y // self.game.rows, x // self.game.columns][y % self.game.rows, x % self.game.columns] = (
                sign
            )
        return found

    def moves(self, position: str) -> list[tuple[Cell, Cell]]:
        last = position.split("\n")[-1]
        return [
            (place, cell)
            for number, (place, field) in enumerate(self.fields(position).items(), 1)
            if last in ("any field", f"field {number}")
            for cell in field
            if field[cell] == "."
        ]

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        place, cell = move
        fields = self.fields(position)
        field = fields[place]
        won = next((sign for sign in field.values() if sign in "xo"), "")
        field[cell] = won or "X"
        if not won and has_line(field, "X", self.game.line):
            for other in field:
                field[other] = "." if self.game.playing_on and field[other] == "." else "x"
        elif not won and "." not in field.values():
            field.update(dict.fromkeys(field, "#"))
        sent = "any field"
        if "." in fields[cell].values():
            sent = f"field {self.places().index(cell) + 1}"
        boards = {place: text_of(field).split("\n") for place, field in fields.items()}
        lines = [
            " ".join(boards[row, column][line] for column in range(self.game.columns))
            for row in range(self.game.rows)
            for line in range(self.game.rows)
        ]
        return "\n".join(lines).translate(str.maketrans("XOxo", "OXox")) + f"\n{sent}"

    def outcome(self, position: str) -> int:
        fields = self.fields(position)
        winners = {
            place: next((sign for sign in field.values() if sign in "xo"), ".")
            for place, field in fields.items()
        }
        if has_line(winners, "o", self.game.line):
            return LOSS
        if any("." in field.values() for field in fields.values()):
            return UNDECIDED
        more = list(winners.values()).count("x") - list(winners.values()).count("o")
        if self.game.majority and more:
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
    # Positions are as their movers see them; what lies in a field that is closed does not count.
    facts=counted("value remoteness positions totals longest edges finished size", DEFINITIONS)(
        (UltimateTicTacToe(3, 1, 2), 0, 7, 940, (56, 860, 24), 7, 1_525, 17, "small"),
        (UltimateTicTacToe(3, 1, 2, playing_on=True), 0, 9, 1_171, (118, 977, 76), 9, 1_761, 29, "small"),
        (UltimateTicTacToe(1, 3, majority=True), 1, 9, 1_019, (160, 754, 105), 9, 1_596, 10, "small"),
        (UltimateTicTacToe(2, 2, 2), 1, 11, 32_457, (19_345, 0, 13_112), 11, 89_668, 1_320, "medium"),
    ),
    twin=TextUltimateTicTacToe,
    refused=(
        (UltimateTicTacToe, {"columns": 4, "rows": 3}, "rows=12 is too large"),
        (UltimateTicTacToe, {"line": 4}, "line=4 is too large: give a whole number from 1 to 3"),
    ),
    unreadable=(
        (ROW, "... ... ...", "it does not say which field: write field 1 or any field"),
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
