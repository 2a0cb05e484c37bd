"""Clobber: known facts, and what is no position."""

from collections.abc import Iterator
from typing import Any

from families import BRUTE_FORCE, Fact, size_of
from zermelo.core.game import Game
from zermelo.games.clobber import Clobber

SMALL = (Clobber(columns=3, rows=3, starter="right"),)
LARGER = (Clobber(board="xxo./oxox"), Clobber(columns=6, rows=5))

MCGS = "MCGS docs/MCGS-results.html v1.7 (Grossman 2004 + MCGS 2026)"
CHECKERBOARDS = (  # columns, rows, outcome class, size
    (2, 2, "N", "small"),
    (3, 2, "P", "small"),
    (4, 2, "N", "small"),
    (5, 2, "N", "small"),
    (6, 2, "P", "small"),
    (7, 2, "N", "medium"),
    (8, 2, "N", "medium"),
    (9, 2, "P", "medium"),
    (10, 2, "N", "large"),
    (11, 2, "N", "large"),
    (4, 4, "N", "medium"),
    (5, 4, "N", "large"),
)
BOARDS = (  # board, outcome class
    ("x", "P"),
    ("xox", "N"),
    ("xoxox", "R"),
    ("xoxoxo", "P"),
    ("xoxoxoxoxo", "N"),
    ("xoxoxoxoxox", "R"),
    ("xoxoxoxoxoxo", "N"),
    ("xxo", "L"),
    ("xxoxxo", "L"),
    ("xxoxxoxxo", "L"),
    ("xxoxxoxxoxxo", "L"),
    ("xxoxxoxxoxxoxxo", "L"),
    ("xxoxxoxxoxxoxxoxxo", "L"),
    ("xoo", "R"),
    ("xooo", "R"),
    ("xooooo", "R"),
    ("xxooo", "P"),
    ("xxooooo", "P"),
    ("xxxooo", "P"),
    ("xxxoooo", "P"),
    ("xxxxoooo", "P"),
    ("xxxxooooo", "P"),
    ("xox/oxo", "P"),
    ("xoxo/oxox", "N"),
    ("xox/oxo/xox", "N"),
    ("xoxoo", "N"),
    ("xooxo", "R"),
    ("xxoxo", "N"),
)
OWN_PROGRAM = "a separate program, dictionaries of tuples"
COUNTED = (  # columns, rows, board, starter; value, remoteness, positions, wins, losses
    (4, 3, "", "left", -1, 8, 13_343, 7_678, 5_665),
    (3, 3, "", "left", 1, 5, 761, 413, 348),
    (3, 3, "", "right", 1, 5, 823, 465, 358),
    (5, 2, "", "left", 1, 7, 1_889, 1_086, 803),
    (3, 2, "xxo/o.x", "left", 1, 3, 9, 4, 5),
    (3, 2, "xxo/o.x", "right", -1, 2, 13, 5, 8),
    (7, 1, "", "left", -1, 4, 55, 24, 31),
    (9, 1, "xxoxxoxxo", "right", -1, 4, 110, 55, 55),
)
WINS = {"L": (1, -1), "R": (-1, 1), "N": (1, 1), "P": (-1, -1)}  # where Left starts, where Right does


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""

    def game(columns: int, rows: int, board: str, starter: str) -> str:
        return f"clobber(columns={columns}, rows={rows}, board={board!r}, starter={starter!r})"

    for starter, player in (("left", 0), ("right", 1)):
        for columns, rows, outcome, size in CHECKERBOARDS:
            which = game(columns, rows, "", starter)
            yield Fact(which, "value", WINS[outcome][player], MCGS, "literature", size)
        for board, outcome in BOARDS:
            which = game(
                board.find("/") if "/" in board else len(board), board.count("/") + 1, board, starter
            )
            yield Fact(which, "value", WINS[outcome][player], BRUTE_FORCE, "recomputed", "small")
    for columns, rows, board, starter, value, remoteness, positions, wins, losses in COUNTED:
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", (wins, 0, losses)),
        ):
            which = game(columns, rows, board, starter)
            yield Fact(which, quantity, expected, OWN_PROGRAM, "recomputed", size_of(positions))


def twin(game: Clobber) -> Game:
    """Return the game on text: every stone looks at its four neighbours."""
    return TextClobber(columns=game.columns, rows=game.rows, board=game.board, starter=game.starter)


class TextClobber(Game):
    columns: int
    rows: int
    board: str
    starter: str

    def start(self) -> str:
        even, odd = "xo" * self.columns, "ox" * self.columns
        board = [(odd if row % 2 else even)[: self.columns] for row in range(self.rows)]
        rows = self.board.split("/") if self.board else board
        return "\n".join([*rows, "x to move" if self.starter == "left" else "o to move"])

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        """Yield pairs of places in the text: lines are `columns` + 1 characters apart."""
        board, turn = position.rsplit("\n", 1)
        line = self.columns + 1
        for begin in range(len(board)):
            for end in (begin + 1, begin - 1, begin + line, begin - line):
                if board[begin] == turn[0] and 0 <= end < len(board) and board[end] not in turn[0] + ".\n":
                    yield begin, end

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(position)
        begin, end = move
        signs[begin], signs[end] = ".", signs[begin]
        board, turn = "".join(signs).rsplit("\n", 1)
        return board + "\n" + ("o" if turn[0] == "x" else "x") + turn[1:]

    def mover(self, position: str) -> int:
        return int(position.endswith("o to move"))


REFUSED: tuple[tuple[type[Game], dict[str, Any], str], ...] = (
    (Clobber, {"columns": 0}, "columns=0 is too small"),
    (Clobber, {"rows": 40}, "rows=40 is too large"),
    (Clobber, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
    (Clobber, {"board": "xo" * 16}, "columns=32 is too large"),
    (Clobber, {"board": "xox/ox"}, "has rows of different lengths"),
    (Clobber, {"board": "XO"}, "has the cell 'X': write x, o or ."),
    (Clobber, {"board": 7}, "board=7 is no text"),
    (Clobber, {"starter": "x"}, "starter='x' is no player: give 'left' or 'right'"),
)

UNREADABLE: tuple[tuple[Game, str, str], ...] = (
    (Clobber(3, 2), "xox/oxo", "it does not say who moves"),
    (Clobber(3, 2), "xox/oxo/left to move", "write x to move or o to move"),
    (Clobber(3, 2), "xox/ox/x to move", "write 2 rows of 3"),
    (Clobber(3, 2), "xox/oXo/x to move", "'X' is no cell"),
)

WRITTEN = (
    (Clobber(3, 2), "xox/.xo/x to move", "a1-b1 b2-c2 c1-c2 c1-b1 b2-b1"),
    (Clobber(3, 2), "x.o/.xo/o to move", "c2-b2"),
    (Clobber(board="xx./o.o"), "xx./o.o/x to move", "a1-a2"),
)
