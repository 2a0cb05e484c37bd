from families import BOTH, BRUTE_FORCE, SEPARATE, Family, counted, facts_of
from families._text_boards import Cell, Text, cells_of, exchanged, text_of
from families.bobail import runs
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.morris.dao import Dao


class TextDao(Text):
    def start(self) -> str:
        return {3: "XX.\nX.O\n.OO", 4: "X..O\n.XO.\n.OX.\nO..X"}[self.game.size]

    def moves(self, position: str) -> list[tuple[Cell, Cell]]:
        return runs(cells_of(position), "X")

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        begin, end = move
        return exchanged(text_of(cells_of(position) | {begin: ".", end: "X"}))

    def outcome(self, position: str) -> int:
        cells = cells_of(position)
        theirs = {cell for cell, sign in cells.items() if sign == "O"}
        rows, columns = ({cell[axis] for cell in theirs} for axis in (0, 1))
        last = self.game.size - 1
        is_square = len(theirs) == 4 and max(rows) - min(rows) == max(columns) - min(columns) == 1
        corners = [(row, column) for row in (0, last) for column in (0, last)]
        if 1 in (len(rows), len(columns)) or is_square or theirs == set(corners):
            return LOSS
        for row, column in corners if self.game.trap else ():
            inner = 1 if row == 0 else last - 1, 1 if column == 0 else last - 1
            around = {cells[inner], cells[row, inner[1]], cells[inner[0], column]}
            if cells[row, column] == "X" and around == {"O"}:
                return WIN
            if cells[row, column] == "O" and around == {"X"}:
                return LOSS
        return UNDECIDED


FAMILY = Family(
    small=(Dao(size=3),),
    larger=(Dao(), Dao(trap=False)),
    facts=(
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (Dao(size=3), 1, 3, 1_520, (520, 868, 132), 6_936, 148)
        ),
        *facts_of(Dao(), BRUTE_FORCE, BOTH, value=0, positions=884_054),
        *facts_of(Dao(), BRUTE_FORCE, totals=(166_860, 693_566, 23_628), edges=9_756_160, finished=16_600),
        *counted("longest", "literature, as the table of known facts quotes it", "literature", "medium")(
            (Dao(), 11)
        ),
    ),
    twin=TextDao,
    unreadable=(
        (Dao(), "X..O/.XO./.OX./O...", "X has 3 pieces: give both players 4"),
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
