"""Breakthrough: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, SPECIFICATION, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.breakthrough import Breakthrough

ALPHA_BETA = "independent alpha-beta with a table"
BREAKTHROUGH = (  # columns, rows; value, remoteness, positions, wins, losses, edges, finished
    (2, 4, -1, 8, 646, 256, 390, 906, 302),
    (2, 5, -1, 10, 11_287, 4_928, 6_359, 22_572, 4_269),
    (3, 4, -1, 12, 55_152, 19_807, 35_345, 112_354, 31_446),
    (3, 5, -1, 18, 2_418_400, 945_115, 1_473_285, 7_236_094, 1_212_576),
)


def facts() -> Iterator[Fact]:
    """Positions are those of the board as it lies, with its mover."""

    def game(columns: int, rows: int) -> str:
        return f"breakthrough(columns={columns}, rows={rows})"

    for columns, rows, value, remoteness, positions, wins, losses, edges, finished in BREAKTHROUGH:
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", (wins, 0, losses)),
            ("edges", edges),
            ("finished", finished),
        ):
            size = size_of(positions)
            yield Fact(game(columns, rows), quantity, expected, BRUTE_FORCE, "recomputed", size)
    for columns, rows, value in ((4, 4, -1), (4, 5, -1), (6, 4, -1), (3, 7, -1), (3, 8, 1)):
        size = "medium" if rows == columns else "searched"
        yield Fact(game(columns, rows), "value", value, ALPHA_BETA, "recomputed", size)
    yield Fact(game(5, 5), "value", -1, SPECIFICATION, "specification", "searched")


def twin(game: Breakthrough) -> Game:
    """Return the game on text: every pawn is tried on its three ways."""
    return TextBreakthrough(columns=game.columns, rows=game.rows)


class TextBreakthrough(Game):
    columns: int
    rows: int

    def start(self) -> str:
        empty = ["." * self.columns] * (self.rows - 4)
        return "\n".join(["O" * self.columns] * 2 + empty + ["X" * self.columns] * 2 + ["X to move"])

    def moves(self, position: str) -> Iterator[tuple[int, int, int]]:
        board = position.split("\n")[:-1]
        mine, theirs, down = ("X", "O", -1) if self.mover(position) == 0 else ("O", "X", 1)
        cells = {(row, column): sign for row, text in enumerate(board) for column, sign in enumerate(text)}
        for (row, column), sign in cells.items():
            for aside in (-1, 0, 1) if sign == mine else ():
                end = cells.get((row + down, column + aside))
                if end == "." or (end == theirs and aside != 0):
                    yield row, column, aside

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        row, column, aside = move
        board = [list(text) for text in position.split("\n")[:-1]]
        down, turn = (-1, "O to move") if self.mover(position) == 0 else (1, "X to move")
        board[row + down][column + aside] = board[row][column]
        board[row][column] = "."
        return "\n".join(["".join(text) for text in board] + [turn])

    def outcome(self, position: str) -> int:
        board = position.split("\n")[:-1]
        return LOSS if "X" in board[0] or "O" in board[-1] else UNDECIDED

    def mover(self, position: str) -> int:
        return int(position.endswith("O to move"))


FAMILY = Family(
    small=(Breakthrough(columns=2, rows=4),),
    larger=(Breakthrough(), Breakthrough(columns=5, rows=6)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Breakthrough, {"columns": 0}, "columns=0 is too small"),
        (Breakthrough, {"rows": 3}, "rows=3 is too small"),
        (Breakthrough, {"rows": True}, "is not a whole number"),
        (Breakthrough, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 73 bits"),
    ),
    unreadable=(
        (Breakthrough(2, 4), "OO/OO/XX/XX", "it does not say who moves"),
        (Breakthrough(2, 4), "OO/OO/XX/XX/white to move", "write X to move or O to move"),
        (Breakthrough(2, 4), "OO/XX/XX/X to move", "its rows have lengths 2 2 2: write 4 rows of 2"),
        (Breakthrough(2, 4), "OO/OO/XX/X?/X to move", r"'\?' is no cell"),
        (Breakthrough(2, 4), ".O/OO/OO/XX/X to move", "O has 5 pawns: leave at most 4"),
        (Breakthrough(2, 4), "OX/OO/X./XX/X to move", "play had ended"),
        (Breakthrough(2, 4), "OX/../../XO/O to move", "play had ended"),
        (Breakthrough(2, 4), "XX/../../XX/O to move", "play had ended"),
    ),
    written=(
        (Breakthrough(3, 4), "OOO/O.O/XX./.XX/X to move", "b2-b3 c1-c2 b2xa3 a2-b3 b2xc3 b1-c2"),
        (Breakthrough(2, 4), "OO/OO/XX/XX/O to move", "b3xa2 a3xb2"),
    ),
)
