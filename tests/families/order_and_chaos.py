"""Order and Chaos: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.order_and_chaos import OrderAndChaos

SEPARATE = "a separate program, dictionaries of tuples"

BOARDS = (  # columns, rows, line; value, remoteness, positions, totals, edges, finished
    (3, 2, 2, 1, 3, 349, (177, 0, 172), 644, 262),
    (3, 2, 3, -1, 6, 725, (480, 0, 245), 2_700, 136),
    (4, 2, 3, -1, 8, 6_461, (4_404, 0, 2_057), 29_536, 1_520),
    (4, 2, 4, -1, 8, 6_557, (3_852, 0, 2_705), 34_128, 512),
    (3, 3, 3, 1, 5, 18_753, (9_659, 0, 9_094), 80_150, 7_660),
)


def facts() -> Iterator[Fact]:
    """Small boards; Order wins on 3 x 3."""
    for columns, rows, line, value, remoteness, positions, totals, edges, finished in BOARDS:
        game = f"order_and_chaos(columns={columns}, rows={rows}, line={line})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", size_of(positions))


def twin(game: OrderAndChaos) -> Game:
    """Return the game on text: cells looked at one by one."""
    return TextOrder(columns=game.columns, rows=game.rows, line=game.line)


class TextOrder(Game):
    columns: int
    rows: int
    line: int

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[tuple[int, str]]:
        return [(place, sign) for place, cell in enumerate(position) if cell == "." for sign in "XO"]

    def play(self, position: str, move: tuple[int, str]) -> str:
        place, sign = move
        return position[:place] + sign + position[place + 1 :]

    def outcome(self, position: str) -> int:
        winner = self.winner(position)
        if winner is None:
            return UNDECIDED
        mover = "Chaos" if (position.count("X") + position.count("O")) % 2 else "Order"
        return WIN if mover == winner else LOSS

    def winner(self, position: str) -> str | None:
        rows = position.split("\n")
        cells = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
        for row, column in cells:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((row + step * down, column + step * right)) for step in range(self.line)]
                if line in (["X"] * self.line, ["O"] * self.line):
                    return "Order"
        return None if "." in position else "Chaos"


FAMILY = Family(
    small=(OrderAndChaos(columns=3, rows=2, line=3),),
    larger=(OrderAndChaos(),),
    facts=facts,
    twin=twin,
    refused=(
        (OrderAndChaos, {"columns": 0}, "columns=0 is too small"),
        (OrderAndChaos, {"rows": "4"}, "rows='4' is not a whole number"),
        (OrderAndChaos, {"line": 64}, "line=64 is too large"),
        (OrderAndChaos, {"columns": 6, "rows": 6, "line": 5}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=(
        (OrderAndChaos(), "X.../..../....", "write 4 rows of 4"),
        (OrderAndChaos(), "X.../..../..../...Y", "'Y' is no cell"),
        (OrderAndChaos(), "XXXX/OOOO/..../....", "play had ended"),
    ),
    written=(
        (OrderAndChaos(3, 2, 3), "X.O/OXX", "Xb1 Ob1"),
        (OrderAndChaos(2, 2, 3), "XO/O.", "Xb2 Ob2"),
    ),
)
