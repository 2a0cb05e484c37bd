"""Konane: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.games.konane import Konane

OWN_PROGRAM = "a separate program, dictionaries of tuples"
COUNTED = (  # columns, rows, board, starter; value, remoteness, positions, wins, losses
    (4, 4, "", "left", -1, 4, 455, 250, 205),
    (5, 4, "", "left", -1, 8, 4_667, 2_512, 2_155),
    (5, 4, "", "right", 1, 5, 8_976, 5_051, 3_925),
    (4, 5, "", "left", -1, 4, 13_645, 7_374, 6_271),
    (3, 3, "", "left", -1, 0, 1, 0, 1),
    (8, 1, "", "left", -1, 2, 5, 2, 3),
    (1, 8, "", "left", -1, 2, 5, 2, 3),
    (6, 2, "", "right", -1, 2, 5, 2, 3),
    (7, 1, "xo.xoxo", "right", 1, 1, 2, 1, 1),
    (5, 3, "xox.o/o.xox/xoxo.", "left", 1, 5, 8, 4, 4),
)


def facts() -> Iterator[Fact]:
    """No published count is of this start: all are recomputed."""
    for columns, rows, board, starter, value, remoteness, positions, wins, losses in COUNTED:
        game = f"konane(setup={board!r}, columns={columns}, rows={rows}, starter={starter!r})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", (wins, 0, losses)),
        ):
            yield Fact(game, quantity, expected, OWN_PROGRAM, "recomputed", size_of(positions))


def twin(game: Konane) -> Game:
    """Return the game on text: every stone jumps as far as it can, in four directions."""
    return TextKonane(columns=game.columns, rows=game.rows, setup=game.setup, starter=game.starter)


class TextKonane(Game):
    columns: int
    rows: int
    setup: str
    starter: str

    def start(self) -> str:
        even, odd = "xo" * self.columns, "ox" * self.columns
        board = [list((odd if row % 2 else even)[: self.columns]) for row in range(self.rows)]
        row, column = (self.rows - 1) // 2, (self.columns - 1) // 2
        board[row][column] = "."
        if self.columns > 1:
            board[row][column + 1] = "."
        elif self.rows > 1:
            board[row + 1][column] = "."
        rows = self.setup.split("/") if self.setup else ["".join(signs) for signs in board]
        return "\n".join([*rows, "x to move" if self.starter == "left" else "o to move"])

    def moves(self, position: str) -> Iterator[tuple[int, ...]]:
        """Yield the places of the text that a stone touches: lines are `columns` + 1 characters apart."""
        board, turn = position.rsplit("\n", 1)
        signs = dict(enumerate(board))
        other = "o" if turn[0] == "x" else "x"
        for begin, sign in signs.items():
            for step in (1, -1, self.columns + 1, -self.columns - 1) if sign == turn[0] else ():
                way: tuple[int, ...] = (begin,)
                while signs.get(way[-1] + step) == other and signs.get(way[-1] + 2 * step) == ".":
                    way = (*way, way[-1] + step, way[-1] + 2 * step)
                    yield way

    def play(self, position: str, move: tuple[int, ...]) -> str:
        signs = list(position)
        signs[move[0]], signs[move[-1]] = ".", signs[move[0]]
        for place in move[1:-1]:
            signs[place] = "."
        board, turn = "".join(signs).rsplit("\n", 1)
        return board + "\n" + ("o" if turn[0] == "x" else "x") + turn[1:]

    def mover(self, position: str) -> int:
        return int(position.endswith("o to move"))


FAMILY = Family(
    small=(Konane(columns=5, rows=4),),
    larger=(Konane(columns=5, rows=5, starter="right"), Konane(columns=6, rows=5)),
    facts=facts,
    twin=twin,
    refused=(
        (Konane, {"columns": 0}, "columns=0 is too small"),
        (Konane, {"rows": 40}, "rows=40 is too large"),
        (Konane, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Konane, {"setup": "xo" * 16}, "columns=32 is too large"),
        (Konane, {"setup": "xox/ox"}, "has rows of different lengths"),
        (Konane, {"setup": "XO"}, "has the cell 'X': write x, o or ."),
        (Konane, {"setup": 7}, "setup=7 is no text"),
        (Konane, {"starter": "x"}, "starter='x' is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (Konane(columns=3, rows=2), "xox/oxo", "it does not say who moves"),
        (Konane(columns=3, rows=2), "xox/oxo/left to move", "write x to move or o to move"),
        (Konane(columns=3, rows=2), "xox/ox/x to move", "write 2 rows of 3"),
        (Konane(columns=3, rows=2), "xox/oXo/x to move", "'X' is no cell"),
    ),
    written=(
        (Konane(setup="xo.xo.x"), "xo.xo.x/x to move", "a1-c1 d1-f1"),
        (Konane(setup="xo.o./o..../.xoxo"), "xo.o./o..../.xoxo/x to move", "a1-c1 a1-e1 a1-a3"),
        (Konane(), "xoxo/o..x/xoxo/oxox/x to move", "b4-b2"),
    ),
)
