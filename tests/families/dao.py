"""Dao: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.dao import Dao

SEPARATE = "a separate program, dictionaries of tuples"
DAO = (  # size; quantity, expected, source, confidence, size
    (3, "value", 1, SEPARATE, "recomputed", "small"),
    (3, "remoteness", 3, SEPARATE, "recomputed", "small"),
    (3, "positions", 1_520, SEPARATE, "recomputed", "small"),
    (3, "totals", (520, 868, 132), SEPARATE, "recomputed", "small"),
    (3, "edges", 6_936, SEPARATE, "recomputed", "small"),
    (3, "finished", 148, SEPARATE, "recomputed", "small"),
    (4, "value", 0, BRUTE_FORCE, BOTH, "medium"),
    (4, "positions", 884_054, BRUTE_FORCE, BOTH, "medium"),
    (4, "totals", (166_860, 693_566, 23_628), BRUTE_FORCE, "recomputed", "medium"),
    (4, "edges", 9_756_160, BRUTE_FORCE, "recomputed", "medium"),
    (4, "finished", 16_600, BRUTE_FORCE, "recomputed", "medium"),
    (4, "longest", 11, "literature, as the table of known facts quotes it", "literature", "medium"),
)


def facts() -> Iterator[Fact]:
    """Positions are boards as their movers see them."""
    for size, quantity, expected, source, confidence, large in DAO:
        yield Fact(f"dao(trap=True, size={size})", quantity, expected, source, confidence, large)


def twin(game: Dao) -> Game:
    """Return the game on text: a man is pushed on until something is in its way."""
    return TextDao(trap=game.trap, size=game.size)


class TextDao(Game):
    trap: bool
    size: int

    def start(self) -> str:
        return {3: "XX.\nX.O\n.OO", 4: "X..O\n.XO.\n.OX.\nO..X"}[self.size]

    def cells(self, position: str) -> dict[tuple[int, int], str]:
        rows = position.split("\n")
        return {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}

    def moves(self, position: str) -> list[tuple[int, int, int, int]]:
        cells = self.cells(position)
        found = []
        for (row, column), sign in cells.items():
            for down, right in ((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if (d, r) != (0, 0)):
                length = 0
                while cells.get((row + (length + 1) * down, column + (length + 1) * right)) == ".":
                    length += 1
                if sign == "X" and length > 0:
                    found.append((row, column, row + length * down, column + length * right))
        return found

    def play(self, position: str, move: tuple[int, int, int, int]) -> str:
        row, column, last_row, last_column = move
        cells = self.cells(position) | {(row, column): ".", (last_row, last_column): "X"}
        rows = ("".join(cells[row, column] for column in range(self.size)) for row in range(self.size))
        return "\n".join(rows).translate(str.maketrans("XO", "OX"))

    def outcome(self, position: str) -> int:
        cells = self.cells(position)
        theirs = {cell for cell, sign in cells.items() if sign == "O"}
        rows, columns = ({cell[axis] for cell in theirs} for axis in (0, 1))
        last = self.size - 1
        is_square = len(theirs) == 4 and max(rows) - min(rows) == max(columns) - min(columns) == 1
        corners = [(row, column) for row in (0, last) for column in (0, last)]
        if 1 in (len(rows), len(columns)) or is_square or theirs == set(corners):
            return LOSS
        for row, column in corners if self.trap else ():
            beside = 1 if row == 0 else last - 1, 1 if column == 0 else last - 1
            around = {cells[beside], cells[row, beside[1]], cells[beside[0], column]}
            if cells[row, column] == "X" and around == {"O"}:
                return WIN
            if cells[row, column] == "O" and around == {"X"}:
                return LOSS
        return UNDECIDED


FAMILY = Family(
    small=(Dao(size=3),),
    larger=(Dao(), Dao(trap=False)),
    facts=tuple(facts()),
    twin=twin,
    refused=((Dao, {"trap": 1}, "trap=1 is not a yes or no"),),
    unreadable=(
        (Dao(), "", "write 4 rows of 4"),
        (Dao(), "X..O/.XO./.OX./O..Z", "'Z' is no cell"),
        (Dao(), "X..O/.XO./.OX./O...", "X has 3 men: give both players 4"),
        (Dao(), "XXXX/O.../.O../OO..", "X has won already"),
    ),
    written=(
        (
            Dao(),
            "X..O/.XO./.OX./O..X",
            "c3-d3 a1-c1 c3-c4 a1-a3 b2-a2 d4-b4 b2-b1 d4-d2 b2-a3 c3-b4 b2-c1 c3-d2",
        ),
        (Dao(size=3), "XX./X.O/.OO", "b1-c1 a2-b2 b1-b2 a2-a3 a1-b2"),
    ),
)
