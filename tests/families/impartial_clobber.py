from families import BOTH, BRUTE_FORCE, Family, counted, size_of
from families._text_boards import Misere, moved
from families.clobber import TextStones
from zermelo.games.capture.impartial_clobber import ImpartialClobber

OCTAL = (0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1)  # of 0.6, the heaps from 1 on
OFFICERS = "the octal game 0.6, officers: Winning Ways, chapter 4"
ROWS = enumerate((0, 1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2), 1)  # cells, nimber
SETUPS = {"xxo": 2, "xxoxxo": 0, "xxoxxoxxo": 5, "xooxxo": 1, "xx/oo": 0, "xxo/o.x": 0}


class TextImpartialClobber(Misere, TextStones):
    """Either player moves stones of both signs."""

    def moves(self, position: str) -> list[tuple[int, int]]:
        taken = ("xo", "xo") if self.game.cannibals else ("o", "x")
        return self.captures(position, "x", taken[0]) + self.captures(position, "o", taken[1])

    def play(self, position: str, move: tuple[int, int]) -> str:
        return moved(position, *move)


FAMILY = Family(
    small=(
        ImpartialClobber(columns=3, rows=3),
        ImpartialClobber("xo.x/ox.o", cannibals=True),
        ImpartialClobber("xxoxoxx", misere=True),
    ),
    larger=(ImpartialClobber(columns=6, rows=5), ImpartialClobber("x" * 31, cannibals=True)),
    # Rows of cannibals are heaps of an octal game.
    facts=(
        *counted("nimber size", BRUTE_FORCE)(
            *(
                (ImpartialClobber(columns=cells, rows=1), nimber, size_of(4**cells // 3))
                for cells, nimber in ROWS
            )
        ),
        *counted("nimber", BRUTE_FORCE)(
            *((ImpartialClobber(columns=columns, rows=2), 0) for columns in (2, 3, 4)),
            *((ImpartialClobber(setup), nimber) for setup, nimber in SETUPS.items()),
            *((ImpartialClobber(columns=columns, rows=2, cannibals=True), 0) for columns in (2, 3, 4)),
        ),
        *counted("nimber size", BRUTE_FORCE)(
            (ImpartialClobber(columns=5, rows=2), 0, "medium"),
            (ImpartialClobber(columns=6, rows=2), 0, "medium"),
            (ImpartialClobber(columns=7, rows=2), 1, "large"),
            (ImpartialClobber(columns=8, rows=2), 0, "large"),
            (ImpartialClobber(columns=3), 1, "medium"),
            (ImpartialClobber(), 0, "medium"),
            (ImpartialClobber(columns=5), 1, "large"),
            (ImpartialClobber(columns=3, cannibals=True), 2, "medium"),
            (ImpartialClobber(columns=5, rows=2, cannibals=True), 0, "medium"),
        ),
        *counted("nimber", OFFICERS, BOTH)(
            *(
                (ImpartialClobber("x" * stones, cannibals=True), nimber)
                for stones, nimber in enumerate(OCTAL, 1)
            )
        ),
    ),
    twin=TextImpartialClobber,
    refused=(
        (ImpartialClobber, {"columns": 0}, "columns=0 is too small"),
        (ImpartialClobber, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
        (ImpartialClobber, {"setup": "xox/ox"}, "has rows of different lengths"),
        (ImpartialClobber, {"setup": "XO"}, "has the cell 'X': write x, o or ."),
    ),
    unreadable=((ImpartialClobber(columns=3, rows=1), "xo#", "'#' is no cell"),),
    written=(
        (ImpartialClobber(columns=3, rows=2), "xx./.ox", "b1-b2 b2-c2 b2-b1 c2-b2"),
        (ImpartialClobber(columns=3, rows=1, cannibals=True), "xx.", "a1-b1 b1-a1"),
    ),
)
