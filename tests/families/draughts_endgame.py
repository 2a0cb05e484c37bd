"""Endgames of English draughts: known facts, and what is no position.

The published numbers are of positions with exactly so many pieces, or of one material; ours are of all that
an index holds, so they are sums of those.
"""

from itertools import pairwise

from families import BOTH, SEPARATE, Family, bounds, counted, facts_of, size_of
from families._text_boards import DIAGONAL, Cell, blank, cells_of, text_of
from zermelo import Game
from zermelo.games.draughts.draughts_endgame import DraughtsEndgame, DraughtsUpTo

TRICE = "Ed Trice's report, damforum.nl t=2603"
CHINOOK = "Schaeffer et al., Chinook, positions by number of pieces; sums of them"
VALUE_ITERATION = "value iteration, whose counts are Chinook's; sums by number of pieces"
POSITIONS = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774}  # with exactly so many pieces
TOTALS = {  # wins, draws, losses of them
    1: (60, 0, 60),
    2: (2_458, 2_370, 2_144),
    3: (132_846, 8_477, 119_901),  # recomputed
    4: (3_016_033, 1_717_922, 2_358_819),
}


def up_to(pieces: int) -> tuple[int, int, int]:
    """Return the totals of all positions with at most so many pieces."""
    wins, draws, losses = (sum(TOTALS[number][part] for number in range(1, pieces + 1)) for part in range(3))
    return wins, draws, losses


def twin(game: DraughtsEndgame | DraughtsUpTo) -> Game:
    if isinstance(game, DraughtsEndgame):
        return TextDraughts(game.white_men, game.white_kings, game.black_men, game.black_kings)
    most = game.pieces - game.pieces // 2
    return TextDraughts(most, 0, game.pieces - most, 0)


class TextDraughts(Game):
    white_men: int
    white_kings: int
    black_men: int
    black_kings: int

    def start(self) -> str:
        theirs = "o" * self.black_men + "O" * self.black_kings
        mine = "x" * self.white_men + "X" * self.white_kings
        dark = iter(theirs + "." * (32 - len(theirs) - len(mine)) + mine)
        cells = cells_of(blank(8, 8, "_"))
        return text_of({cell: next(dark) if sum(cell) % 2 else sign for cell, sign in cells.items()})

    def moves(self, position: str) -> list[tuple[Cell, ...]]:
        cells = cells_of(position)
        mine = [cell for cell, sign in cells.items() if sign in "xX"]
        captures = [path for cell in mine for path in self.captures(cells, cell)]
        return captures or [path for cell in mine for path in self.steps(cells, cell)]

    def steps(self, cells: dict[Cell, str], cell: Cell) -> list[tuple[Cell, ...]]:
        ends = [(cell[0] + down, cell[1] + across) for down, across in WAYS[cells[cell]]]
        return [(cell, end) for end in ends if cells.get(end) == "."]

    def captures(self, cells: dict[Cell, str], cell: Cell) -> list[tuple[Cell, ...]]:
        """Return the complete captures from a cell, each as the cells that the piece comes to."""
        sign = cells[cell]
        found = []
        for down, across in WAYS[sign]:
            over = (cell[0] + down, cell[1] + across)
            to = (cell[0] + 2 * down, cell[1] + 2 * across)
            if cells.get(over) in ("o", "O") and cells.get(to) == ".":
                crowned = sign == "x" and to[0] == 0
                further = [] if crowned else self.captures(cells | {cell: ".", over: ".", to: sign}, to)
                found += [(cell, *path) for path in further] or [(cell, to)]
        return found

    def play(self, position: str, move: tuple[Cell, ...]) -> str:
        cells = cells_of(position)
        sign, cells[move[0]] = cells[move[0]], "."
        for (row, column), (to_row, to_column) in pairwise(move):
            if abs(to_row - row) == 2:
                cells[(row + to_row) // 2, (column + to_column) // 2] = "."
        cells[move[-1]] = "X" if move[-1][0] == 0 else sign
        return text_of(cells)[::-1].translate(str.maketrans("xXoO", "oOxX"))


WAYS = {"x": ((-1, -1), (-1, 1)), "X": DIAGONAL}

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
    facts=(
        # Numbers of the whole index, whether or not play from the start leads there. Loops are slow for the
        # definitions.
        *(
            fact
            for pieces in POSITIONS
            for game, size in [
                (DraughtsUpTo(pieces), "small" if pieces <= 2 else size_of(sum(up_to(pieces))))
            ]
            for fact in (
                *facts_of(game, CHINOOK, BOTH, size, positions=sum(up_to(pieces))),
                *facts_of(game, VALUE_ITERATION, "recomputed", size, totals=up_to(pieces)),
            )
        ),
        *counted("longest size", SEPARATE)(
            (DraughtsUpTo(1), 1, "small"), (DraughtsUpTo(2), 13, "small"), (DraughtsUpTo(3), 62, "medium")
        ),
        # The 32 of a king left alone, after the last capture, are lost.
        *facts_of(DraughtsEndgame(0, 1), TRICE, BOTH, positions=1_024, totals=(230, 654, 140), longest=11),
        *counted("positions totals longest size", SEPARATE)(
            (DraughtsEndgame(1, 0, 0, 0), 88, (28, 0, 60), 1, "small"),
            (DraughtsEndgame(1, 0, 1, 0), 3_548, (716, 2_370, 462), 13, "small"),
            (DraughtsEndgame(0, 1, 1, 0), 2_788, (614, 1_759, 415), 12, "small"),
            (DraughtsEndgame(), 31_280, (15_488, 2_138, 13_654), 34, "medium"),
            (DraughtsEndgame(0, 2, 1, 0), 59_084, (28_948, 3_959, 26_177), 34, "medium"),
            (DraughtsEndgame(1, 1), 85_992, (42_916, 5_920, 37_156), 48, "medium"),
            (DraughtsEndgame(2, 0, 1, 0), 201_322, (100_966, 10_847, 89_509), 62, "medium"),
        ),
    ),
    twin=twin,
    refused=(
        *bounds(DraughtsUpTo, pieces=(1, 14)),
        (DraughtsEndgame, {"white_men": -1}, "white_men=-1 is too small"),
        (DraughtsEndgame, {"black_kings": 13}, "black_kings=13 is too large"),
        (
            DraughtsEndgame,
            {"white_kings": 0, "black_kings": 0},
            "kings=0 is too small: give a whole number from 1 to 14",
        ),
        (DraughtsEndgame, {"white_men": 12, "black_men": 12}, "kings=27 is too large"),
        (DraughtsEndgame, {"white_kings": 5, "black_kings": 5}, "too many to number: give fewer pieces"),
        (DraughtsUpTo, {"pieces": 6}, "pieces=6 are .* too many to number"),
    ),
    unreadable=(
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
        (MEN, board("_x_o_._."), "a man stands on its last row: write it as a king"),
        (MEN, board(*EMPTY[:7], "o_._._x_"), "a man stands on its last row"),
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
