"""Notakto: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import WIN
from zermelo.games.notakto import Notakto

SEPARATE = "a separate program, dictionaries of tuples"
PLAMBECK = (
    "Plambeck and Whitehead, The Secrets of Notakto (2013): the misere quotient, c and c^3 win and c^2 loses"
)

BOARDS = (  # columns, rows, line, boards; value, remoteness, positions, totals, edges
    (3, 3, 3, 1, 1, 6, 231, (158, 0, 73), 977),
    (2, 3, 2, 2, 1, 4, 144, (104, 0, 40), 576),
    (3, 2, 3, 2, -1, 9, 2_500, (1_846, 0, 654), 15_900),
    (3, 3, 3, 2, -1, 11, 53_361, (42_813, 0, 10_548), 451_374),
    (4, 4, 4, 1, -1, 13, 38_155, (26_845, 0, 11_310), 298_698),
)


def facts() -> Iterator[Fact]:
    """Who begins wins on one board of 3 x 3 in the middle, and on three boards, and loses on two."""
    for boards, value, size in ((1, 1, "small"), (2, -1, "medium"), (3, 1, "large")):
        game = f"notakto(columns=3, rows=3, line=3, boards={boards})"
        yield Fact(game, "value", value, PLAMBECK, "literature", size)
    game = "notakto(columns=3, rows=3, line=3, boards=1)"
    yield Fact(game, "winning_moves", ("b2",), PLAMBECK, "literature", "small")
    for columns, rows, line, boards, value, remoteness, positions, totals, edges in BOARDS:
        game = f"notakto(columns={columns}, rows={rows}, line={line}, boards={boards})"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", 1),
        ):
            yield Fact(game, quantity, expected, SEPARATE, "recomputed", size_of(positions))


def twin(game: Notakto) -> Game:
    """Return the game on text: the boards side by side, a dead one all X."""
    return TextNotakto(columns=game.columns, rows=game.rows, line=game.line, boards=game.boards)


class TextNotakto(Game):
    columns: int
    rows: int
    line: int
    boards: int

    def start(self) -> str:
        return "\n".join([" ".join(["." * self.columns] * self.boards)] * self.rows)

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        marked = position[:move] + "X" + position[move + 1 :]
        parts = [row.split(" ") for row in marked.split("\n")]
        for board in range(self.boards):
            cells = {
                (row, column)
                for row in range(self.rows)
                for column in range(self.columns)
                if parts[row][board][column] == "X"
            }
            if self.is_dead(cells):
                for row in range(self.rows):
                    parts[row][board] = "X" * self.columns
        return "\n".join(" ".join(row) for row in parts)

    def is_dead(self, cells: set[tuple[int, int]]) -> bool:
        return any(
            all((row + step * down, column + step * right) in cells for step in range(self.line))
            for row, column in cells
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    def stuck(self, position: str) -> int:
        return WIN


FAMILY = Family(
    small=(Notakto(columns=3, rows=2, line=3, boards=2),),
    larger=(Notakto(columns=4, rows=3, line=3),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Notakto, {"columns": 0}, "columns=0 is too small"),
        (Notakto, {"rows": 64}, "rows=64 is too large"),
        (Notakto, {"boards": 0}, "boards=0 is too small"),
        (Notakto, {"line": 4}, "line=4 does not fit on a board of 3 x 3"),
        (Notakto, {"boards": 8}, "boards=8 of 3 x 3 needs 72 bits"),
    ),
    unreadable=(
        (Notakto(), "", "write 3 rows of 3"),
        (Notakto(), "X../.../....", "write 3 rows of 3"),
        (Notakto(), "X../.O./...", "'O' is no cell"),
        (Notakto(), "X.. .../... .../... ...", "its rows have lengths 7 7 7: write 3 rows of 3"),
        (Notakto(boards=2), "X../.../...", "it has not 2 boards"),
    ),
    written=(
        (Notakto(), "X../.X./X..", "b1 c1 a2 c2 b3 c3"),
        (Notakto(boards=2), "XXX XX./... .../... X.X", "2c1 2a2 2b2 2c2 2b3"),
        (Notakto(), "X../X../X..", ""),
    ),
    slow_facts=("notakto(columns=4, rows=4",),
)
