"""Fox and hounds: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.fox_and_hounds import FoxAndHounds

SEPARATE = "a separate program, dictionaries of tuples"
BOARDS = (  # columns, rows; value, remoteness, positions, wins, losses, edges, finished; source
    (4, 4, -1, 8, 102, 50, 52, 138, 27, SEPARATE),
    (6, 5, -1, 16, 4_136, 2_093, 2_043, 9_664, 636, SEPARATE),
    (6, 6, 1, 24, 9_622, 4_895, 4_727, 24_963, 1_235, SEPARATE),
    (8, 8, -1, 44, 841_742, 423_594, 418_148, 3_122_853, 79_414, BRUTE_FORCE),
)


def facts() -> Iterator[Fact]:
    """Positions are those of the board as it lies, with its mover.

    The fox of the published counts begins on the third dark cell of the last row, on a board whose upper left
    cell is dark: on ours, its mirror image, that is the second.
    """
    for columns, rows, value, remoteness, positions, wins, losses, edges, finished, source in BOARDS:
        game = f"fox_and_hounds(columns={columns}, rows={rows})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", (wins, 0, losses)),
            ("edges", edges),
            ("finished", finished),
        ):
            known = source == BRUTE_FORCE and quantity in ("value", "positions")
            yield Fact(game, quantity, expected, source, BOTH if known else "recomputed", size_of(positions))


def twin(game: FoxAndHounds) -> Game:
    """Return the game on text: every animal is tried on its ways."""
    return TextFox(columns=game.columns, rows=game.rows)


class TextFox(Game):
    columns: int
    rows: int

    def start(self) -> str:
        rows = [["."] * self.columns for _ in range(self.rows)]
        for column in range(1, self.columns, 2):
            rows[0][column] = "H"
        dark = [column for column in range(self.columns) if (self.rows - 1 + column) % 2 == 1]
        rows[-1][dark[(len(dark) - 1) // 2]] = "F"
        return "\n".join(["".join(row) for row in rows] + ["fox to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("hounds to move"))

    def cells(self, position: str) -> dict[tuple[int, int], str]:
        rows = position.split("\n")[:-1]
        return {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}

    def moves(self, position: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        cells = self.cells(position)
        sign, ways = ("H", (1,)) if self.mover(position) else ("F", (-1, 1))
        ends = (
            (cell, (cell[0] + down, cell[1] + right)) for cell in cells for down in ways for right in (-1, 1)
        )
        return [(begin, end) for begin, end in ends if cells[begin] == sign and cells.get(end) == "."]

    def play(self, position: str, move: tuple[tuple[int, int], tuple[int, int]]) -> str:
        begin, end = move
        cells = self.cells(position)
        cells[begin], cells[end] = ".", cells[begin]
        rows = ["".join(cells[row, column] for column in range(self.columns)) for row in range(self.rows)]
        return "\n".join([*rows, "fox to move" if self.mover(position) else "hounds to move"])

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        fox = next(row for row, text in enumerate(rows) if "F" in text)
        if fox > 0 and any("H" in text for text in rows[: fox + 1]):
            return UNDECIDED
        return LOSS if self.mover(position) else WIN


FAMILY = Family(
    small=(FoxAndHounds(columns=6, rows=5),),
    larger=(FoxAndHounds(), FoxAndHounds(columns=10, rows=10)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (FoxAndHounds, {"columns": 0}, "columns=0 is too small"),
        (FoxAndHounds, {"columns": 7}, "columns=7 is odd"),
        (FoxAndHounds, {"rows": 2}, "rows=2 is too small"),
        (FoxAndHounds, {"rows": 8.0}, "is not a whole number"),
        (FoxAndHounds, {"columns": 12, "rows": 12}, "a board of 12 x 12 needs 80 bits"),
    ),
    unreadable=(
        (FoxAndHounds(4, 4), ".H.H/..../..../F...", "it does not say who moves"),
        (FoxAndHounds(4, 4), ".H.H/..../F.../fox to move", "write 4 rows of 4"),
        (FoxAndHounds(4, 4), ".H.D/..../..../F.../fox to move", "'D' is no cell"),
        (FoxAndHounds(4, 4), "H..H/..../..../F.../fox to move", "an animal stands on a light cell"),
        (FoxAndHounds(4, 4), ".H../..../..../F.../fox to move", "it has 1 F and 1 H: write one F and 2 H"),
        (FoxAndHounds(4, 4), ".H.H/..../..../F.F./fox to move", "it has 2 F and 2 H"),
    ),
    written=(
        (FoxAndHounds(4, 4), ".H.H/..../..../F.../fox to move", "a1-b2"),
        (FoxAndHounds(4, 4), ".H.H/..F./..../..../hounds to move", "b4-a3"),
    ),
)
