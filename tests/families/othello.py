"""Othello: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.games.othello import Othello

# Lines of 1, 2, 3, ... moves from the start: literature.
LINES = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)  # 8 x 8

OWN_PROGRAM = "a separate program, dictionaries of tuples"


def facts() -> Iterator[Fact]:
    """The margin of the player who begins: 4 x 4 is lost by 3 to 11."""
    for columns, rows in ((4, 2), (2, 4), (6, 2), (10, 2)):
        game = f"othello(columns={columns}, rows={rows})"
        for quantity, given in (("value", 0), ("remoteness", 2), ("positions", 5), ("totals", (0, 5, 0))):
            yield Fact(game, quantity, given, OWN_PROGRAM, "recomputed", "small")
    game = "othello(columns=2, rows=2)"
    yield Fact(game, "positions", 1, OWN_PROGRAM, "recomputed", "small")
    source = "Joel Feinstein, 6 x 6 Othello is solved (1993)"
    yield Fact("othello(columns=6, rows=6)", "value", -4, source, "literature", "searched")
    game = "othello(columns=4, rows=4)"
    yield Fact(game, "value", -8, f"classical; {OWN_PROGRAM}", BOTH, "medium")
    for quantity, expected in (
        ("remoteness", 10),
        ("positions", 58_533),
        ("totals", (28_308, 4_653, 25_572)),
    ):
        yield Fact(game, quantity, expected, OWN_PROGRAM, "recomputed", "medium")


def twin(game: Othello) -> Game:
    """Return the game on text: X is the mover, and every free cell is tried in every direction."""
    return TextOthello(columns=game.columns, rows=game.rows)


class TextOthello(Game):
    columns: int
    rows: int
    scored = True

    def start(self) -> str:
        side, edge = "." * (self.columns // 2 - 1), ["." * self.columns] * (self.rows // 2 - 1)
        return "\n".join([*edge, side + "OX" + side, side + "XO" + side, *edge, "X to move"])

    def moves(self, position: str) -> list[tuple[int, int]]:
        """Return the cells where a disc may be put, or one that is not on the board: pass."""
        found = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return [cell for cell in found if self.turned(position, cell)] or [(-1, -1)]

    def turned(self, position: str, cell: tuple[int, int]) -> list[tuple[int, int]]:
        rows = position.split("\n")[:-1]
        signs = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
        found: list[tuple[int, int]] = []
        for down in (-1, 0, 1) if signs.get(cell) == "." else ():
            for right in (-1, 0, 1):
                line = []
                row, column = cell[0] + down, cell[1] + right
                while signs.get((row, column)) == "O":
                    line.append((row, column))
                    row, column = row + down, column + right
                if signs.get((row, column)) == "X":
                    found += line
        return found

    def play(self, position: str, move: tuple[int, int]) -> str:
        rows = [list(text) for text in position.split("\n")[:-1]]
        if move != (-1, -1):
            for row, column in [move, *self.turned(position, move)]:
                rows[row][column] = "X"
        return self.swapped("\n".join("".join(row) for row in rows) + "\nX to move")

    def swapped(self, position: str) -> str:
        board, turn = position.rsplit("\n", 1)
        return board.translate(str.maketrans("XO", "OX")) + "\n" + turn

    def outcome(self, position: str) -> int:
        if self.moves(position) != [(-1, -1)] or self.moves(self.swapped(position)) != [(-1, -1)]:
            return UNDECIDED
        board = position.rsplit("\n", 1)[0]
        return board.count("X") - board.count("O")


FAMILY = Family(
    small=(Othello(columns=4, rows=2),),  # 4 x 4 is the next in size, and 2 x n ends after two moves
    larger=(Othello(columns=4, rows=4), Othello(columns=6, rows=6), Othello(columns=8, rows=8)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Othello, {"columns": 0}, "columns=0 is too small"),
        (Othello, {"columns": 5}, "columns=5 is odd"),
        (Othello, {"rows": 3}, "rows=3 is odd"),
        (Othello, {"rows": 4.0}, "is not a whole number"),
        (Othello, {"columns": 8, "rows": 10}, "a board of 8 x 10 has 80 cells"),
    ),
    unreadable=(
        (Othello(), "..../.OX./.XO./....", "it does not say who moves"),
        (Othello(), "..../.OX./.XO./..../black to move", "write X to move or O to move"),
        (Othello(), "..../.OX./.XO./X to move", "write 4 rows of 4"),
        (Othello(), "..../.OX./.XO./..?./X to move", r"'\?' is no cell"),
        (Othello(), "..../.OX./.X../..../X to move", "discs are never taken off the board"),
    ),
    written=(
        (Othello(), "..../.OX./.XO./..../X to move", "b1 a2 d3 c4"),
        (Othello(), "..../.XO./.OX./..../O to move", "b1 a2 d3 c4"),
        (Othello(), "OXX./.OX./.XO./..../X to move", "a2 a3 d3 c4"),
        (Othello(), "XXX./XOO./XOO./XXX./O to move", "pass"),
    ),
)
