"""Nogo and impartial nogo: known facts, and what is no position."""

from collections.abc import Iterator

from families import WINS, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.nogo import ImpartialNogo, Nogo

MCGS = "MCGS docs/MCGS-results.html v1.7 (Grossman 2004 + MCGS 2026)"
OUTCOMES = (  # columns, rows, outcome class; size, None where only sums reach that far
    (3, 3, "N", "small"),
    (4, 3, "P", "medium"),
    (5, 3, "N", "searched"),
    (6, 3, "N", "searched"),
    (7, 3, "N", None),
    (8, 3, "N", None),
    (9, 3, "N", None),
    (4, 4, "P", "searched"),
    (5, 4, "N", None),
    (6, 4, "N", None),
    (5, 5, "N", None),
)
ROW_NIMBERS = (0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0)  # of 1, 2, ... cells
NIMBERS = (  # columns, rows, nimber; size, None where only sums reach that far
    (2, 2, 1, "small"),
    (3, 2, 1, "small"),
    (4, 2, 0, "small"),
    (5, 2, 0, "medium"),
    (6, 2, 0, "medium"),
    (7, 2, 0, "medium"),
    (8, 2, 1, None),
    (9, 2, 1, None),
    (4, 4, 0, None),
    (5, 4, 0, None),
    (6, 4, 0, None),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's; and nimbers.

    Those tell which rule impartial nogo has: with one colour alone, a row of 5 would have the nimber 0.
    """
    for columns, rows, outcome, size in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"nogo(columns={columns}, rows={rows}, starter={starter!r}, misere=False)"
            if size is not None:
                yield Fact(game, "value", value, MCGS, "literature", size)
    for columns, rows, nimber, size in NIMBERS:
        if size is not None:
            game = f"impartial_nogo(columns={columns}, rows={rows}, misere=False)"
            yield Fact(game, "nimber", nimber, MCGS, "literature", size)
    for cells, nimber in enumerate(ROW_NIMBERS[:14], 1):
        game = f"impartial_nogo(columns={cells}, rows=1, misere=False)"
        size = "small" if cells < 9 else "medium"  # the definitions take long beyond
        yield Fact(game, "nimber", nimber, MCGS, "literature", size)


def twin(game: Nogo | ImpartialNogo) -> Game:
    """Return the game on text: every group is walked through and asked for a free cell."""
    if isinstance(game, ImpartialNogo):
        return TextImpartialNogo(columns=game.columns, rows=game.rows, misere=game.misere)
    return TextNogo(columns=game.columns, rows=game.rows, starter=game.starter, misere=game.misere)


def is_quiet(board: str) -> bool:
    """Return whether every group of the text has a free cell beside it."""
    line = board.index("\n") + 1 if "\n" in board else len(board) + 1

    def beside(place: int) -> list[int]:
        near = (place - 1, place + 1, place - line, place + line)
        return [other for other in near if 0 <= other < len(board)]

    for first, colour in enumerate(board):
        group, waiting = {first}, [first]
        while waiting and colour in "xo":
            for other in beside(waiting.pop()):
                if board[other] == colour and other not in group:
                    group.add(other)
                    waiting.append(other)
        if colour in "xo" and not any(board[other] == "." for place in group for other in beside(place)):
            return False
    return True


def placed(board: str, sign: str) -> list[str]:
    """Return the boards with one more stone of this sign."""
    boards = (board[:place] + sign + board[place + 1 :] for place, found in enumerate(board) if found == ".")
    return [after for after in boards if is_quiet(after)]


class TextNogo(Game):
    columns: int
    rows: int
    starter: str
    misere: bool

    def start(self) -> str:
        return "\n".join([*["." * self.columns] * self.rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[str]:
        return placed(position.rsplit("\n", 1)[0], "xo"[self.mover(position)])

    def play(self, position: str, move: str) -> str:
        return f"{move}\n{'left' if self.mover(position) else 'right'} to move"

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


class TextImpartialNogo(Game):
    columns: int
    rows: int
    misere: bool

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[str]:
        return placed(position, "x") + placed(position, "o")

    def play(self, position: str, move: str) -> str:
        return move

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(
        Nogo(columns=4, rows=2, starter="right"),
        Nogo(columns=2, rows=3, misere=True),
        ImpartialNogo(columns=3, rows=2),
        ImpartialNogo(columns=7, rows=1, misere=True),
    ),
    larger=(Nogo(columns=5, rows=6), Nogo(columns=31, rows=1, misere=True), ImpartialNogo(columns=6, rows=5)),
    facts=facts,
    twin=twin,
    refused=(
        (Nogo, {"columns": 0}, "columns=0 is too small"),
        (Nogo, {"rows": "3"}, "rows='3' is not a whole number"),
        (Nogo, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Nogo, {"starter": "black"}, "starter='black' is no player: give 'left' or 'right'"),
        (Nogo, {"misere": 1}, "misere=1 is not a yes or no"),
        (ImpartialNogo, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
        (ImpartialNogo, {"misere": "yes"}, "misere='yes' is not a yes or no"),
    ),
    unreadable=(
        (Nogo(columns=3, rows=2), ".../...", "it does not say who moves"),
        (Nogo(columns=3, rows=2), ".../.../x to move", "write left to move or right to move"),
        (Nogo(columns=3, rows=2), ".../../left to move", "write 2 rows of 3"),
        (Nogo(columns=3, rows=2), "..X/.../left to move", "'X' is no cell"),
        (Nogo(columns=3, rows=2), "ox./x../left to move", "the group at a1 has no free cell beside it"),
        (Nogo(columns=3, rows=2), "..#/.#x/left to move", "the group at c2 has no free cell"),
        (ImpartialNogo(columns=3, rows=1), "xxx", "the group at a1 has no free cell"),
    ),
    written=(
        (Nogo(columns=3, rows=2), "x../.../left to move", "b1 c1 a2 b2 c2"),
        (Nogo(columns=3, rows=2), "x.o/.../right to move", "b1 a2 b2 c2"),
        (Nogo(columns=3, rows=2), "x.o/xx./left to move", "b1 c2"),
        (Nogo(columns=3, rows=1), "x.#/left to move", ""),
        (ImpartialNogo(columns=3, rows=1), "x..", "x b1 x c1 o c1"),
    ),
)
