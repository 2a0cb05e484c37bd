"""Endgames of English draughts: known facts, and what is no position.

The published numbers are of positions with exactly so many pieces, or of one material; ours are of all that
an index holds, so they are sums of those.
"""

from collections.abc import Iterator
from math import comb
from typing import Any

from families import BOTH, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.games.draughts_endgame import DraughtsEndgame, DraughtsUpTo

CHINOOK = "Schaeffer et al., Chinook, positions by number of pieces; sums of them"
TRICE = "Ed Trice's report, damforum.nl t=2603"
VALUE_ITERATION = "value iteration, whose counts are Chinook's; sums by number of pieces"
OWN_PROGRAM = "a separate program, dictionaries of tuples"
POSITIONS = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232}  # with exactly so many pieces
TOTALS = {  # wins, draws, losses of them
    1: (60, 0, 60),
    2: (2_458, 2_370, 2_144),
    3: (132_846, 8_477, 119_901),  # recomputed
    4: (3_016_033, 1_717_922, 2_358_819),
}
TWO_KINGS = (14_846, 34, 0)  # wins, draws, losses of two kings against one, the two to move; recomputed twice
ONE_KING = (230, 654, 108)  # of one against one

ENDGAMES = (  # white men and kings, black men and kings; totals, longest
    ((0, 1, 0, 1), (230, 654, 140), 11),  # the 32 of a king left alone, after the last capture, are lost
    ((1, 0, 0, 0), (28, 0, 60), 1),
    ((1, 0, 1, 0), (716, 2_370, 462), 13),
    ((0, 1, 1, 0), (614, 1_759, 415), 12),
    ((0, 2, 0, 1), (15_488, 2_138, 13_654), 34),
    ((0, 2, 1, 0), (28_948, 3_959, 26_177), 34),
    ((1, 1, 0, 1), (42_916, 5_920, 37_156), 48),
    ((2, 0, 1, 0), (100_966, 10_847, 89_509), 62),
)


def facts() -> Iterator[Fact]:
    """Numbers of the whole index, whether or not play from the start leads there."""
    for pieces in POSITIONS:
        game = f"draughts_up_to(pieces={pieces})"
        every = sum(POSITIONS[number] for number in range(1, pieces + 1))
        size = "small" if pieces <= 2 else size_of(every)
        if pieces <= 4:
            yield Fact(game, "positions", every, CHINOOK, BOTH, size)
            totals = tuple(map(sum, zip(*(TOTALS[number] for number in range(1, pieces + 1)), strict=True)))
            yield Fact(game, "totals", totals, VALUE_ITERATION, "recomputed", size)
    for pieces, longest in ((1, 1), (2, 13), (3, 62)):
        size = "small" if pieces <= 2 else "medium"
        yield Fact(f"draughts_up_to(pieces={pieces})", "longest", longest, OWN_PROGRAM, "recomputed", size)
    for material, totals, longest in ENDGAMES:
        game = repr(DraughtsEndgame(*material))
        size = "small" if sum(totals) <= 5_000 else "medium"  # loops are slow for the definitions
        both = material == (0, 1, 0, 1)
        source, confidence = (TRICE, BOTH) if both else (OWN_PROGRAM, "recomputed")
        yield Fact(game, "positions", sum(totals), source, confidence, size)
        yield Fact(game, "totals", totals, source, confidence, size)
        yield Fact(game, "longest", longest, source, confidence, size)


def whole_table(game: DraughtsEndgame | DraughtsUpTo, values: dict[int, int]) -> None:
    """Assert what is known of the parts of a whole table, values by position."""
    totals: dict[Any, list[int]] = {}
    for position, value in values.items():
        text = game.show(position)
        material = tuple(text.count(sign) for sign in "xXoO")
        for part in (sum(material), material):
            totals.setdefault(part, [0, 0, 0])[1 - value] += 1
    if isinstance(game, DraughtsUpTo):
        for pieces in range(1, game.pieces + 1):
            assert tuple(totals[pieces]) == TOTALS[pieces]
    for part, expected in (((0, 2, 0, 1), TWO_KINGS), ((0, 1, 0, 1), ONE_KING)):
        if part in totals:
            assert tuple(totals[part]) == expected


def positions_of(men: int, kings: int, their_men: int, their_kings: int) -> int:
    """Return how many positions have these pieces, by arranging each kind in turn."""
    total = 0
    for lowest in range(min(4, men) + 1):
        mine = comb(4, lowest) * comb(24, men - lowest)
        total += mine * comb(28 - (men - lowest), their_men)
    free = 32 - men - their_men
    return total * comb(free, kings) * comb(free - kings, their_kings)


def twin(game: DraughtsEndgame | DraughtsUpTo) -> Game:
    """Return the game on text: boards are rows of signs, and captures are followed jump by jump."""
    if isinstance(game, DraughtsUpTo):
        most = game.pieces - game.pieces // 2
        material = (most, 0, game.pieces - most, 0)
    else:
        material = (game.white_men, game.white_kings, game.black_men, game.black_kings)
    return TextDraughts(*material)


UP = ((-1, -1), (-1, 1))
DOWN = ((1, -1), (1, 1))
Board = list[list[str]]


class TextDraughts(Game):
    white_men: int
    white_kings: int
    black_men: int
    black_kings: int

    def start(self) -> str:
        signs = "o" * self.black_men + "O" * self.black_kings
        mine = "x" * self.white_men + "X" * self.white_kings
        signs = signs + "." * (32 - len(signs) - len(mine)) + mine
        rows = []
        for row in range(8):
            dark = signs[4 * row : 4 * row + 4]
            rows.append("".join(f"_{sign}" if row % 2 == 0 else f"{sign}_" for sign in dark))
        return "\n".join(rows)

    def moves(self, position: str) -> list[tuple[tuple[int, int], ...]]:
        board = [list(row) for row in position.split("\n")]
        mine = [(row, column) for row in range(8) for column in range(8) if board[row][column] in "xX"]
        captures = [path for cell in mine for path in self.captures(board, cell)]
        return captures or [path for cell in mine for path in self.steps(board, cell)]

    def steps(self, board: Board, cell: tuple[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
        for down, across in UP if board[cell[0]][cell[1]] == "x" else UP + DOWN:
            to = (cell[0] + down, cell[1] + across)
            if sign_at(board, to) == ".":
                yield (cell, to)

    def captures(self, board: Board, cell: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
        """Return the complete captures from a cell, each as the cells that the piece comes to."""
        sign = board[cell[0]][cell[1]]
        found = []
        for down, across in UP if sign == "x" else UP + DOWN:
            over = (cell[0] + down, cell[1] + across)
            to = (cell[0] + 2 * down, cell[1] + 2 * across)
            if sign_at(board, over) in ("o", "O") and sign_at(board, to) == ".":
                after = [row[:] for row in board]
                after[cell[0]][cell[1]] = after[over[0]][over[1]] = "."
                after[to[0]][to[1]] = sign
                crowned = sign == "x" and to[0] == 0
                further = [] if crowned else self.captures(after, to)
                found += [(cell, *path) for path in further] or [(cell, to)]
        return found

    def play(self, position: str, move: tuple[tuple[int, int], ...]) -> str:
        board = [list(row) for row in position.split("\n")]
        row, column = move[0]
        sign, board[row][column] = board[row][column], "."
        for (row, column), (to_row, to_column) in zip(move, move[1:], strict=False):
            if abs(to_row - row) == 2:
                board[(row + to_row) // 2][(column + to_column) // 2] = "."
        row, column = move[-1]
        board[row][column] = "X" if row == 0 else sign
        turned = "\n".join("".join(row[::-1]) for row in board[::-1])
        return turned.translate(str.maketrans("xXoO", "oOxX"))


def sign_at(board: Board, cell: tuple[int, int]) -> str:
    row, column = cell
    return board[row][column] if 0 <= row < 8 and 0 <= column < 8 else "outside"


EMPTY = ("_._._._.", "._._._._") * 4


def board(*rows: str) -> str:
    """Return the text of a board whose rows from the top are these, the lower ones empty."""
    return "/".join([*rows, *EMPTY[len(rows) :]])


KINGS = DraughtsEndgame(white_men=0, white_kings=1, black_men=0, black_kings=1)
MEN = DraughtsEndgame(white_men=1, white_kings=0, black_men=3, black_kings=0)


FAMILY = Family(
    small=(DraughtsEndgame(white_men=1, white_kings=0, black_men=1, black_kings=0), DraughtsUpTo(pieces=1)),
    larger=(
        DraughtsUpTo(pieces=4),
        DraughtsEndgame(white_men=0, white_kings=3, black_men=3, black_kings=0),
        DraughtsEndgame(white_men=5, white_kings=0, black_men=0, black_kings=1),
    ),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (DraughtsEndgame, {"white_men": -1}, "white_men=-1 is too small"),
        (DraughtsEndgame, {"black_kings": 13}, "black_kings=13 is too large"),
        (DraughtsEndgame, {"white_kings": 0, "black_kings": 0}, "are 0 pieces: give from 1 to 14"),
        (DraughtsEndgame, {"white_men": 12, "black_men": 12}, "are 27 pieces"),
        (DraughtsEndgame, {"white_kings": 5, "black_kings": 5}, "too many to number: give fewer pieces"),
        (DraughtsUpTo, {"pieces": 0}, "pieces=0 is too small"),
        (DraughtsUpTo, {"pieces": 6}, "pieces=6 are .* too many to number"),
    ),
    unreadable=(
        (KINGS, "", "its size is another: write eight rows of eight"),
        (KINGS, board("_X_O_._"), "its size is another"),
        (KINGS, board("XO_._._."), "'X' cannot stand in row 1, column 1: write _ there"),
        (KINGS, board("_X_Q_._."), "'Q' cannot stand in row 1, column 4: write x, X, o, O or . there"),
        (KINGS, board("_X_O_X_."), "it has 0 men and 2 kings against 0 men and 1 king:"),
        (KINGS, board("_._._._.", "x_._._O_"), "it has 1 man and 0 kings against 0 men and 1 king:"),
        (
            KINGS,
            board("_X_._._."),
            "0 men and 1 king against 0 men and 0 kings",
        ),  # who took them is not to move
        (MEN, board("_x_o_._."), "a man stands on his last row: write him as a king"),
        (MEN, board(*EMPTY[:7], "o_._._x_"), "a man stands on his last row"),
    ),
    written=(
        (KINGS, board("_X_._._O"), "1-5 1-6"),
        (KINGS, board("_X_._._.", "._O_._._"), "1x10"),
        (MEN, board(*EMPTY[:2], "_._o_._.", "._._x_._"), "15x6"),
        (MEN, board(*EMPTY[:2], "_o_o_._.", "._x_._._"), "14x5 14x7"),
        (MEN, board(EMPTY[0], "._o_o_._", EMPTY[0], "._o_._._", "_._x_._."), "18x9x2"),
        (  # round and back to its square, either way
            DraughtsUpTo(pieces=5),
            board(EMPTY[0], "._o_o_._", EMPTY[0], "._o_o_._", "_._X_._."),
            "18x9x2x11x18 18x11x2x9x18",
        ),
    ),
    slow_facts=("draughts_up_to(pieces=2)",),
)
