"""Clobber: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms, size_of
from zermelo.core.game import Game
from zermelo.games.clobber import Clobber

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
CANONICAL = known_forms(
    """
    clobber(setup='x', columns=1, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xox', columns=3, rows=1, starter='left', piece='wazir')  -  *  N  0 0 0 0
    clobber(setup='xoxox', columns=5, rows=1, starter='left', piece='wazir')  -  {*|v}  R  0 0 0 0
    clobber(setup='xoxoxo', columns=6, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xoxoxoxoxo', columns=10, rows=1, starter='left', piece='wazir')  -  {^,{*,0|v},{0|^,{*,^|*,v}},{^2*|v,{*,^|*,v}}|v,{^,{*,^|*,v}|v2*},{^|*,0},{v,{*,^|*,v}|0}}  N  0 0 0 0
    clobber(setup='xoxoxoxoxox', columns=11, rows=1, starter='left', piece='wazir')  -  {{{0,^*|0,v*},{^*,^2|0,^*,{0,^*|0,v*}}|{*,v,{*,^|*,v}|v,v2*}},{{^*,^2|0,^*,{0,^*|0,v*}},{^|*}|{*|v},{0,v*,{0,^*|0,v*}|v*,v2}}|{{0,v*,{0,^*|0,v*}|v*,v2},{v*,{0,^*|0,v*}|0}|0}}  R  0 0 0 0
    clobber(setup='xoxoxoxoxoxo', columns=12, rows=1, starter='left', piece='wazir')  -  {0,^*|0,v*}  N  0 0 0 0
    clobber(setup='xxo', columns=3, rows=1, starter='left', piece='wazir')  -  ^  L  0 0 0 0
    clobber(setup='xxoxxo', columns=6, rows=1, starter='left', piece='wazir')  -  ^  L  0 0 0 0
    clobber(setup='xxoxxoxxo', columns=9, rows=1, starter='left', piece='wazir')  -  ^2  L  0 0 0 0
    clobber(setup='xxoxxoxxoxxo', columns=12, rows=1, starter='left', piece='wazir')  -  ^2  L  0 0 0 0
    clobber(setup='xxoxxoxxoxxoxxo', columns=15, rows=1, starter='left', piece='wazir')  -  ^3  L  0 0 0 0
    clobber(setup='xxoxxoxxoxxoxxoxxo', columns=18, rows=1, starter='left', piece='wazir')  -  ^3  L  0 0 0 0
    clobber(setup='xoo', columns=3, rows=1, starter='left', piece='wazir')  -  v  R  0 0 0 0
    clobber(setup='xooo', columns=4, rows=1, starter='left', piece='wazir')  -  v2*  R  0 0 0 0
    clobber(setup='xooooo', columns=6, rows=1, starter='left', piece='wazir')  -  v4*  R  0 0 0 0
    clobber(setup='xxooo', columns=5, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xxooooo', columns=7, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xxxooo', columns=6, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xxxoooo', columns=7, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xxxxoooo', columns=8, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xxxxooooo', columns=9, rows=1, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xox/oxo', columns=3, rows=2, starter='left', piece='wazir')  -  0  P  0 -1 0 0
    clobber(setup='xoxo/oxox', columns=4, rows=2, starter='left', piece='wazir')  -  *  N  0 0 0 0
    clobber(setup='xox/oxo/xox', columns=3, rows=3, starter='left', piece='wazir')  -  *  N  0 0 0 0
    clobber(setup='xoxoo', columns=5, rows=1, starter='left', piece='wazir')  -  *  N  0 0 0 0
    clobber(setup='xooxo', columns=5, rows=1, starter='left', piece='wazir')  -  {*,v|v2*}  R  0 0 0 0
    clobber(setup='xxoxo', columns=5, rows=1, starter='left', piece='wazir')  -  *  N  0 0 0 0
    clobber(setup='xox/ox.', columns=3, rows=2, starter='left', piece='wazir')  -  {^^*|*,v}  -  -
    clobber(setup='xoxo/oox./xxx.', columns=4, rows=3, starter='left', piece='ferz')  -  {0,v*|vv}  -  -
    clobber(setup='xox/ox.', columns=3, rows=2, starter='left', piece='king')  -  {^^*|*,v[2]}  -  -
    clobber(setup='xox/ox.', columns=3, rows=2, starter='left', piece='rook')  -  {^^*|0,*}  -  -
    clobber(setup='xox/ox.', columns=3, rows=2, starter='left', piece='queen')  -  ^  -  -
    """
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""

    def game(columns: int, rows: int, board: str, starter: str) -> str:
        size = f"columns={columns}, rows={rows}"
        return f"clobber(setup={board!r}, {size}, starter={starter!r}, piece='wazir')"

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
    """Return the game on text: every stone looks around itself."""
    return TextClobber(
        columns=game.columns, rows=game.rows, setup=game.setup, starter=game.starter, piece=game.piece
    )


class TextClobber(Game):
    columns: int
    rows: int
    setup: str
    starter: str
    piece: str

    def start(self) -> str:
        even, odd = "xo" * self.columns, "ox" * self.columns
        board = [(odd if row % 2 else even)[: self.columns] for row in range(self.rows)]
        rows = self.setup.split("/") if self.setup else board
        return "\n".join([*rows, "x to move" if self.starter == "left" else "o to move"])

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        """Yield pairs of places in the text: lines are `columns` + 1 characters apart."""
        board, turn = position.rsplit("\n", 1)
        line = self.columns + 1
        across, aslant = [1, -1, line, -line], [line + 1, line - 1, 1 - line, -1 - line]
        steps = {"wazir": across, "rook": across, "ferz": aslant, "bishop": aslant}.get(
            self.piece, across + aslant
        )
        if self.piece == "knight":
            steps = sorted({a * line + b for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2)})
        for begin in range(len(board)):
            for step in steps if board[begin] == turn[0] else ():
                end = begin + step
                if self.piece == "knight" and not is_leap(divmod(begin, line), divmod(end, line)):
                    continue
                while (
                    self.piece in ("rook", "bishop", "queen") and 0 <= end < len(board) and board[end] == "."
                ):
                    end += step
                if 0 <= end < len(board) and board[end] not in turn[0] + ".\n":
                    yield begin, end

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(position)
        begin, end = move
        signs[begin], signs[end] = ".", signs[begin]
        board, turn = "".join(signs).rsplit("\n", 1)
        return board + "\n" + ("o" if turn[0] == "x" else "x") + turn[1:]

    def mover(self, position: str) -> int:
        return int(position.endswith("o to move"))


def is_leap(begin: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether a knight goes from one row and column to the other."""
    return {abs(before - after) for before, after in zip(begin, end, strict=True)} == {1, 2}


FAMILY = Family(
    small=(
        Clobber(columns=3, rows=3, starter="right"),
        Clobber("xo.x/ox.o/x..x", piece="king"),
        Clobber("xoxo/ox.x/oxo.", piece="knight", starter="right"),
        Clobber("xox./oxx./oo.x", piece="ferz"),
    ),
    larger=(
        Clobber("xxo./oxox"),
        Clobber(columns=6, rows=5),
        Clobber("xo.x/ox.o/x.ox", piece="rook"),
        Clobber("xo.x/ox.o/x.ox", piece="queen"),
        Clobber(columns=5, rows=5, piece="knight"),
        Clobber("xo.x/ox.o/x.ox", piece="bishop"),
    ),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (Clobber, {"columns": 0}, "columns=0 is too small"),
        (Clobber, {"rows": 40}, "rows=40 is too large"),
        (Clobber, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Clobber, {"setup": "xo" * 16}, "columns=32 is too large"),
        (Clobber, {"setup": "xox/ox"}, "has rows of different lengths"),
        (Clobber, {"setup": "XO"}, "has the cell 'X': write x, o or ."),
        (Clobber, {"setup": 7}, "setup=7 is no text"),
        (
            Clobber,
            {"piece": "pawn"},
            "piece='pawn' is no piece: give one of wazir, ferz, king, knight, rook, bishop, queen",
        ),
        (Clobber, {"starter": "x"}, "starter='x' is no player: give 'left' or 'right'"),
    ),
    unreadable=(
        (Clobber(columns=3, rows=2), "xox/oxo", "it does not say who moves"),
        (Clobber(columns=3, rows=2), "xox/oxo/left to move", "write x to move or o to move"),
        (Clobber(columns=3, rows=2), "xox/ox/x to move", "write 2 rows of 3"),
        (Clobber(columns=3, rows=2), "xox/oXo/x to move", "'X' is no cell"),
    ),
    written=(
        (Clobber(columns=3, rows=2), "xox/.xo/x to move", "a1-b1 b2-c2 c1-c2 c1-b1 b2-b1"),
        (Clobber(columns=3, rows=2), "x.o/.xo/o to move", "c2-b2"),
        (Clobber("xx.|o.o"), "xx./o.o/x to move", "a1-a2"),
        (Clobber("x.o/.ox", piece="rook"), "x.o/.ox/x to move", "a1-c1 c2-b2 c2-c1"),
        (Clobber("x.o/.xo", piece="knight"), "x.o/.xo/x to move", "a1-c2"),
        (Clobber("x.o/.ox", piece="king"), "x.o/.ox/x to move", "c2-b2 c2-c1 a1-b2"),
    ),
)
