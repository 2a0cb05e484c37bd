from families import BOTH, SEPARATE, Family, counted, facts_of
from families._text_boards import AROUND, Cell, Text, above, cells_of, exchanged, text_of
from zermelo import UNDECIDED
from zermelo.games.territory.othello import Othello

# Lines of 1, 2, 3, ... moves from the start: literature.
LINES = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)  # 8 x 8


class TextOthello(Text):
    """X is the mover, and every free cell is tried in every direction."""

    scored = True

    def start(self) -> str:
        side, edge = "." * (self.game.columns // 2 - 1), ["." * self.game.columns] * (self.game.rows // 2 - 1)
        return "\n".join([*edge, side + "OX" + side, side + "XO" + side, *edge, "X to move"])

    def moves(self, position: str) -> list[Cell | None]:
        """Return the cells where a disc may be put, or None: pass."""
        cells = cells_of(above(position))
        return [cell for cell in cells if self.turned(cells, cell)] or [None]

    def turned(self, cells: dict[Cell, str], cell: Cell) -> list[Cell]:
        found: list[Cell] = []
        for down, right in AROUND if cells[cell] == "." else ():
            line = []
            row, column = cell[0] + down, cell[1] + right
            while cells.get((row, column)) == "O":
                line.append((row, column))
                row, column = row + down, column + right
            if cells.get((row, column)) == "X":
                found += line
        return found

    def play(self, position: str, move: Cell | None) -> str:
        cells = cells_of(above(position))
        put = dict.fromkeys([move, *self.turned(cells, move)], "X") if move else {}
        return f"{exchanged(text_of(cells | put))}\nX to move"

    def outcome(self, position: str) -> int:
        board = above(position)
        if any(self.moves(f"{seen}\nX to move") != [None] for seen in (board, exchanged(board))):
            return UNDECIDED
        return board.count("X") - board.count("O")


FAMILY = Family(
    small=(Othello(columns=4, rows=2),),  # 4 x 4 is the next in size, and 2 x n ends after two moves
    larger=(Othello(columns=4, rows=4), Othello(columns=6, rows=6), Othello(columns=8, rows=8)),
    # The margin of the player who begins: 4 x 4 is lost by 3 to 11.
    facts=(
        *counted("value remoteness positions totals", SEPARATE)(
            (Othello(4, 2), 0, 2, 5, (0, 5, 0)),
            (Othello(2, 4), 0, 2, 5, (0, 5, 0)),
            (Othello(6, 2), 0, 2, 5, (0, 5, 0)),
            (Othello(10, 2), 0, 2, 5, (0, 5, 0)),
        ),
        *facts_of(Othello(2, 2), SEPARATE, positions=1),
        *counted("value", "Joel Feinstein, 6 x 6 Othello is solved (1993)", "literature", "searched")(
            (Othello(6, 6), -4)
        ),
        *counted("value", "classical; a separate program, dictionaries of tuples", BOTH, "medium")(
            (Othello(), -8)
        ),
        *facts_of(Othello(), SEPARATE, remoteness=10, positions=58_533, totals=(28_308, 4_653, 25_572)),
    ),
    twin=TextOthello,
    refused=(
        (Othello, {"columns": 0}, "columns=0 is too small"),
        (Othello, {"columns": 5}, "columns=5 is odd"),
        (Othello, {"rows": 3}, "rows=3 is odd"),
        (Othello, {"columns": 8, "rows": 10}, "rows=80 is too large: give a whole number from 4 to 63"),
    ),
    unreadable=(
        (Othello(), "..../.OX./.XO./..../black to move", "write X to move or O to move"),
        (Othello(), "..../.OX./.X../..../X to move", "discs are never taken off the board"),
    ),
    written=(
        (Othello(), "..../.OX./.XO./..../X to move", "b1 a2 d3 c4"),
        (Othello(), "..../.XO./.OX./..../O to move", "b1 a2 d3 c4"),
        (Othello(), "OXX./.OX./.XO./..../X to move", "a2 a3 d3 c4"),
        (Othello(), "XXX./XOO./XOO./XXX./O to move", "pass"),
    ),
)
