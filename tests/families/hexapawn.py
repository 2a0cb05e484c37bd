"""Hexapawn: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.hexapawn import Hexapawn

HEXAPAWN = (  # columns, rows; value, remoteness, positions, wins, losses, edges, finished
    (3, 3, -1, 6, 135, 55, 80, 162, 65),
    (3, 5, 1, 11, 3_708, 1_662, 2_046, 5_540, 1_179),
    (3, 6, -1, 14, 9_984, 4_613, 5_371, 16_280, 2_600),
    (4, 5, -1, 16, 118_133, 51_631, 66_502, 222_634, 41_572),
    (4, 6, 1, 21, 442_503, 201_832, 240_671, 924_574, 129_908),
    (5, 3, 1, 7, 8_698, 2_679, 6_019, 12_171, 5_548),
    (5, 4, -1, 14, 359_894, 139_794, 220_100, 670_203, 175_762),
    (5, 5, 1, 19, 3_210_411, 1_357_311, 1_853_100, 7_167_318, 1_273_768),
    (6, 4, -1, 16, 5_901_150, 2_174_321, 3_726_829, 12_180_002, 3_150_393),
)


def facts() -> Iterator[Fact]:
    """Positions are those of the board as it lies, with its mover."""
    for columns, rows, value, remoteness, positions, wins, losses, edges, finished in HEXAPAWN:
        game = f"hexapawn(columns={columns}, rows={rows})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", (wins, 0, losses)),
            ("edges", edges),
            ("finished", finished),
        ):
            is_classical = (columns, rows) == (3, 3) and quantity in ("value", "positions")
            confidence = BOTH if is_classical else "recomputed"
            yield Fact(game, quantity, expected, BRUTE_FORCE, confidence, size_of(positions))


def twin(game: Hexapawn) -> Game:
    """Return the game on text: every pawn is tried on its three ways."""
    return TextHexapawn(columns=game.columns, rows=game.rows)


class TextHexapawn(Game):
    columns: int
    rows: int

    def start(self) -> str:
        empty = ["." * self.columns] * (self.rows - 2)
        return "\n".join(["O" * self.columns, *empty, "X" * self.columns, "X to move"])

    def moves(self, position: str) -> Iterator[tuple[int, int, int]]:
        board = position.split("\n")[:-1]
        mine, theirs, down = ("X", "O", -1) if self.mover(position) == 0 else ("O", "X", 1)
        cells = {(row, column): sign for row, text in enumerate(board) for column, sign in enumerate(text)}
        for (row, column), sign in cells.items():
            for aside in (-1, 0, 1) if sign == mine else ():
                if cells.get((row + down, column + aside)) == (theirs if aside else "."):
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
    small=(Hexapawn(columns=3, rows=5),),
    larger=(Hexapawn(columns=5, rows=6),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Hexapawn, {"columns": 0}, "columns=0 is too small"),
        (Hexapawn, {"rows": 1}, "rows=1 is too small"),
        (Hexapawn, {"rows": "3"}, "is not a whole number"),
        (Hexapawn, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
    ),
    unreadable=(
        (Hexapawn(), "", "it does not say who moves"),
        (Hexapawn(), "OOO/.../XXX", "write X to move or O to move in the last line"),
        (Hexapawn(), "OOO/XXX/X to move", "its rows have lengths 3 3: write 3 rows of 3"),
        (Hexapawn(), "OOO/..../XXX/X to move", "its rows have lengths 3 4 3"),
        (Hexapawn(), "OOO/.x./XXX/X to move", "'x' is no cell"),
        (Hexapawn(), "OOO/X../XXX/O to move", "X has 4 pawns: leave at most 3"),
        (Hexapawn(), "OXO/.../X.X/X to move", "play had ended"),
        (Hexapawn(), "O.O/.../XOX/O to move", "play had ended"),
        (Hexapawn(), "OXO/.../.OX/X to move", "play had ended"),
        (Hexapawn(), "XXO/.../..X/O to move", "play had ended"),
    ),
    written=(
        (Hexapawn(), "O.O/XO./.XX/X to move", "c1-c2 c1xb2"),
        (Hexapawn(), "OOO/X../.XX/O to move", "b3-b2 c3-c2 b3xa2"),
    ),
)
