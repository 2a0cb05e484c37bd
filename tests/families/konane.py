from collections.abc import Iterator

from families import SEPARATE, Family, bounds, counted
from families._text_boards import LeftOrRight, Rectangle, above, cells_of, text_of
from zermelo.games.capture.konane import Konane


class TextKonane(LeftOrRight, Rectangle):
    """Every stone jumps as far as it can, in four directions."""

    names = ("x", "o")

    def board(self) -> str:
        if self.game.setup:
            return self.game.setup.replace("/", "\n")
        cells = {cell: "ox"[sum(cell) % 2 == 0] for cell in cells_of(super().board())}
        row, column = (self.game.rows - 1) // 2, (self.game.columns - 1) // 2
        cells[row, column] = "."
        if self.game.columns > 1:
            cells[row, column + 1] = "."
        elif self.game.rows > 1:
            cells[row + 1, column] = "."
        return text_of(cells)

    def moves(self, position: str) -> Iterator[tuple[int, ...]]:
        """Yield the places of the text that a stone touches: lines are `columns` + 1 characters apart."""
        signs = dict(enumerate(above(position)))
        mine, other = "xo" if self.mover(position) == 0 else "ox"
        for begin, sign in signs.items():
            for step in (1, -1, self.game.columns + 1, -self.game.columns - 1) if sign == mine else ():
                way: tuple[int, ...] = (begin,)
                while signs.get(way[-1] + step) == other and signs.get(way[-1] + 2 * step) == ".":
                    way = (*way, way[-1] + step, way[-1] + 2 * step)
                    yield way

    def play(self, position: str, move: tuple[int, ...]) -> str:
        board = above(position)
        signs = dict(enumerate(board)) | dict.fromkeys(move, ".") | {move[-1]: board[move[0]]}
        return self.next_turn(position, "".join(signs.values()))


FAMILY = Family(
    small=(Konane(columns=5, rows=4),),
    larger=(Konane(columns=5, rows=5, starter="right"), Konane(columns=6, rows=5)),
    # No published count is of this start.
    facts=counted("value remoteness positions totals", SEPARATE)(
        (Konane(), -1, 4, 455, (250, 0, 205)),
        (Konane(columns=5), -1, 8, 4_667, (2_512, 0, 2_155)),
        (Konane(columns=5, starter="right"), 1, 5, 8_976, (5_051, 0, 3_925)),
        (Konane(rows=5), -1, 4, 13_645, (7_374, 0, 6_271)),
        (Konane(columns=3, rows=3), -1, 0, 1, (0, 0, 1)),
        (Konane(columns=8, rows=1), -1, 2, 5, (2, 0, 3)),
        (Konane(columns=1, rows=8), -1, 2, 5, (2, 0, 3)),
        (Konane(columns=6, rows=2, starter="right"), -1, 2, 5, (2, 0, 3)),
        (Konane("xo.xoxo", 7, 1, "right"), 1, 1, 2, (1, 0, 1)),
        (Konane("xox.o/o.xox/xoxo.", 5, 3), 1, 5, 8, (4, 0, 4)),
    ),
    twin=TextKonane,
    refused=(
        *bounds(Konane, columns=(1, 31), rows=(1, 31)),
        (Konane, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Konane, {"setup": "xo" * 16}, "columns=32 is too large"),
        (Konane, {"setup": "xox/ox"}, "has rows of different lengths"),
        (Konane, {"setup": "XO"}, "has the cell 'X': write x, o or ."),
        (Konane, {"setup": 7}, "setup=7 is no text"),
    ),
    unreadable=(
        (Konane(columns=3, rows=2), "xox/oxo/left to move", "write x to move or o to move"),
        (Konane(columns=3, rows=2), "xox/oXo/x to move", "'X' is no cell"),
    ),
    written=(
        (Konane(setup="xo.xo.x"), "xo.xo.x/x to move", "a1-c1 d1-f1"),
        (Konane(setup="xo.o./o..../.xoxo"), "xo.o./o..../.xoxo/x to move", "a1-c1 a1-e1 a1-a3"),
        (Konane(), "xoxo/o..x/xoxo/oxox/x to move", "b4-b2"),
    ),
)
