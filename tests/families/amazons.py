"""Amazons: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.amazons import Amazons

CGSUITE = "aaron-siegel/cgsuite test suite (Game*Test.scala), v2.1 snapshot 2024-01"
CANONICAL = known_forms(
    """
    amazons(setup='x.../o...', columns=4, rows=2, starter='left')  -  +-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}  -  -
    """
)


def facts() -> Iterator[Fact]:
    """The form's left options are its right ones turned round, so the next player wins."""
    for starter in ("left", "right"):
        game = f"amazons(setup='x.../o...', columns=4, rows=2, starter={starter!r})"
        yield Fact(game, "value", 1, CGSUITE, "literature", "small")


def twin(game: Amazons) -> Game:
    """Return the game on text: a queen's steps one by one, twice."""
    return TextAmazons(columns=game.columns, rows=game.rows, setup=game.setup, starter=game.starter)


class TextAmazons(Game):
    columns: int
    rows: int
    setup: str
    starter: str

    def start(self) -> str:
        rows = self.setup.split("/")
        if not self.setup:
            rows = ["." * self.columns] * self.rows
            rows[0], rows[-1] = "x" + rows[0][1:], "o" + rows[-1][1:]
        return "\n".join([*rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def reached(self, board: str, begin: int) -> Iterator[int]:
        """Yield the places that a queen reaches: lines are `columns` + 1 characters apart."""
        line = self.columns + 1
        for step in (1, -1, line, -line, line + 1, line - 1, -line + 1, -line - 1):
            place = begin + step
            while 0 <= place < len(board) and board[place] == ".":
                yield place
                place += step

    def moves(self, position: str) -> Iterator[tuple[int, int, int]]:
        board = position.rsplit("\n", 1)[0]
        for begin, sign in enumerate(board):
            if sign == "xo"[self.mover(position)]:
                lifted = board[:begin] + "." + board[begin + 1 :]
                for end in self.reached(board, begin):
                    for arrow in self.reached(lifted, end):
                        yield begin, end, arrow

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        begin, end, arrow = move
        board, last = position.rsplit("\n", 1)
        signs = list(board)
        signs[begin], signs[end] = ".", signs[begin]
        signs[arrow] = "#"
        return "".join(signs) + ("\nright to move" if last == "left to move" else "\nleft to move")


FAMILY = Family(
    small=(Amazons("x../..o"), Amazons("x.#/.#o/..x", starter="right")),
    larger=(Amazons(columns=6, rows=5), Amazons("..x./x.../...o/.o..")),
    facts=facts,
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (Amazons, {"columns": 0}, "columns=0 is too small"),
        (Amazons, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Amazons, {"setup": "x../o."}, "has rows of different lengths"),
        (Amazons, {"setup": "x..X"}, "has the cell 'X': write x, o, # or ."),
        (Amazons, {"setup": 7}, "setup=7 is no text"),
        (Amazons, {"starter": "x"}, "starter='x' is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (Amazons("x../..o"), "x../..o", "it does not say who moves"),
        (Amazons("x../..o"), "x../..o/x to move", "write left to move or right to move"),
        (Amazons("x../..o"), "x../..o./left to move", "write 2 rows of 3 characters"),
        (Amazons("x../..o"), "x../..q/left to move", "'q' is no cell"),
    ),
    written=(
        (Amazons("x.o"), "x.o/left to move", "a1-b1/a1"),
        (Amazons("x.#/##o"), "x.#/##o/right to move", "c2-b1/c2"),
        (Amazons("x..#"), "x..#/left to move", "a1-b1/a1 a1-b1/c1 a1-c1/a1 a1-c1/b1"),
    ),
)
