"""Fission: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family
from zermelo.core.game import Game
from zermelo.games.fission import Fission

OUTCOMES = (  # setup; who wins: left, right, the next player, the previous one
    ("x", "P"),
    ("x.", "P"),
    ("../x.", "P"),
    (".x.", "R"),
    (".../.x./...", "P"),
    ("..../.x../....", "P"),
    ("..../.x../..../....", "P"),
    ("..../..x./..../#..#", "P"),
    ("...../..x../...../.....", "P"),
    ("...../...../..x../...../.....", "P"),
    ("..x../...../...../..x..", "R"),
    (".x.../...../...x.", "R"),
    (".../.x./.../...", "P"),
    ("..../.xx./....", "P"),
    (".../.x./.x./...", "P"),
    ("#.../.x../..../....", "N"),
    ("......./...x.../.......", "R"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for setup, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            sizes = f"columns={setup.find('/') if '/' in setup else len(setup)}, rows={setup.count('/') + 1}"
            game = f"fission(setup={setup!r}, {sizes}, starter={starter!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: Fission) -> Game:
    """Return the game on text: each stone looks at the two cells that it would come to."""
    return TextFission(columns=game.columns, rows=game.rows, setup=game.setup, starter=game.starter)


class TextFission(Game):
    columns: int
    rows: int
    setup: str
    starter: str

    def start(self) -> str:
        rows = self.setup.split("/") if self.setup else ["." * self.columns] * self.rows
        if not self.setup:
            middle, row = (self.columns - 1) // 2, (self.rows - 1) // 2
            rows[row] = "." * middle + "x" + "." * (self.columns - 1 - middle)
        return "\n".join([*rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[tuple[int, int, int]]:
        """Return places in the text: the stone's, and those of both halves."""
        board = position.rpartition("\n")[0]
        step = 1 if self.mover(position) else self.columns + 1
        return [
            (place - step, place, place + step)
            for place in range(step, len(board) - step)
            if board[place - step] + board[place] + board[place + step] == ".x."
        ]

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        signs = list(position.rpartition("\n")[0])
        for place, sign in zip(move, "x.x", strict=True):
            signs[place] = sign
        return f"{''.join(signs)}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(Fission(), Fission("..../.x../..../#..#", starter="right"), Fission(".x../..../..x./....")),
    larger=(Fission(columns=8, rows=7),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Fission, {"columns": 0}, "columns=0 is too small"),
        (Fission, {"columns": 9, "rows": 7}, "a board of 9 x 7 needs 64 bits"),
        (Fission, {"setup": "xo"}, "has the cell 'o': write x, # or ."),
        (Fission, {"starter": "up"}, "starter='up' is no player"),
    ),
    unreadable=(
        (Fission("x.#"), "x.#", "it does not say who moves"),
        (Fission("x.#"), "x../left to move", "other cells are blocked"),
        (Fission("x.#"), "xo#/left to move", "'o' is no cell"),
    ),
    written=(
        (Fission(".../.x./..."), ".../.x./.../left to move", "b2"),
        (Fission(".../.x./..."), "..x/.x./.../right to move", "b2"),
    ),
)
