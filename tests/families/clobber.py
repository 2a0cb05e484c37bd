from collections.abc import Iterator
from functools import partial

from families import BRUTE_FORCE, SEPARATE, Family, counted, known_forms, outcomes
from families._text_boards import AROUND, DIAGONAL, STRAIGHT, LeftOrRight, Rectangle, above, moved
from zermelo.games.capture.clobber import Clobber

MCGS = "MCGS docs/MCGS-results.html v1.7 (Grossman 2004 + MCGS 2026)"


class TextStones(Rectangle):
    def board(self) -> str:
        lines = [("xo" * self.game.columns)[row % 2 :][: self.game.columns] for row in range(self.game.rows)]
        return "\n".join(self.game.setup.split("/") if self.game.setup else lines)

    def reached(self, board: str, begin: int) -> Iterator[int]:
        """Yield the places that a stone comes to: lines are `columns` + 1 characters apart."""
        line, piece = self.game.columns + 1, getattr(self.game, "piece", "wazir")
        ways = {"wazir": STRAIGHT, "rook": STRAIGHT, "ferz": DIAGONAL, "bishop": DIAGONAL}.get(piece, AROUND)
        if piece == "knight":
            ways = tuple((down, right) for down in LEAPS for right in LEAPS if abs(down) != abs(right))
        for down, right in ways:
            end = begin + down * line + right
            while piece in ("rook", "bishop", "queen") and 0 <= end < len(board) and board[end] == ".":
                end += down * line + right
            if 0 <= end < len(board) and (end // line - begin // line == down or piece != "knight"):
                yield end

    def captures(self, board: str, mine: str, taken: str) -> list[tuple[int, int]]:
        """Return from where to where a stone of one sign goes, to a cell with one of others."""
        stones = [place for place, sign in enumerate(board) if sign == mine]
        return [(begin, end) for begin in stones for end in self.reached(board, begin) if board[end] in taken]


class TextClobber(LeftOrRight, TextStones):
    names = ("x", "o")

    def moves(self, position: str) -> list[tuple[int, int]]:
        mine = self.mover(position)
        return self.captures(above(position), "xo"[mine], "ox"[mine])

    def play(self, position: str, move: tuple[int, int]) -> str:
        return self.next_turn(position, moved(above(position), *move))


LEAPS = (-2, -1, 1, 2)


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
        Clobber("xxoo/ooxx/xxoo", piece="bishop"),
    ),
    facts=(
        *outcomes(partial(Clobber, ""), MCGS, "literature")(N="2, 2; 4, 2; 5, 2", P="3, 2; 6, 2"),
        *outcomes(partial(Clobber, ""), MCGS, "literature", "medium")(N="7, 2; 8, 2; 4, 4", P="9, 2"),
        *outcomes(partial(Clobber, ""), MCGS, "literature", "large")(N="10, 2; 11, 2; 5, 4"),
        *outcomes(Clobber, BRUTE_FORCE)(
            L="xxo; xxoxxo; xxoxxoxxo; xxoxxoxxoxxo; xxoxxoxxoxxoxxo; xxoxxoxxoxxoxxoxxo",
            R="xoxox; xoxoxoxoxox; xoo; xooo; xooooo; xooxo",
            N="xox; xoxoxoxoxo; xoxoxoxoxoxo; xoxo/oxox; xox/oxo/xox; xoxoo; xxoxo",
            P="x; xoxoxo; xxooo; xxooooo; xxxooo; xxxoooo; xxxxoooo; xxxxooooo; xox/oxo",
        ),
        *counted("value remoteness positions totals", SEPARATE)(
            (Clobber(), -1, 8, 13_343, (7_678, 0, 5_665)),
            (Clobber(columns=3), 1, 5, 761, (413, 0, 348)),
            (Clobber(columns=3, starter="right"), 1, 5, 823, (465, 0, 358)),
            (Clobber(columns=5, rows=2), 1, 7, 1_889, (1_086, 0, 803)),
            (Clobber("xxo/o.x", 3, 2), 1, 3, 9, (4, 0, 5)),
            (Clobber("xxo/o.x", 3, 2, "right"), -1, 2, 13, (5, 0, 8)),
            (Clobber(columns=7, rows=1), -1, 4, 55, (24, 0, 31)),
            (Clobber("xxoxxoxxo", 9, 1, "right"), -1, 4, 110, (55, 0, 55)),
        ),
    ),
    twin=TextClobber,
    canonical=known_forms(
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
    ),
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
            "piece='pawn' is unknown: give 'wazir', 'ferz', 'king', 'knight', 'rook', 'bishop' or 'queen'",
        ),
    ),
    unreadable=(
        (Clobber(columns=3, rows=2), "xox/oxo/left to move", "write x to move or o to move"),
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
