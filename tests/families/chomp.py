from math import comb

from families import BRUTE_FORCE, Family, bounds, counted, outcomes
from families._text_boards import Cell, Rectangle, blank, cells_of, replaced, text_of
from zermelo.games.cakes.chomp import Chomp

STEALING = "strategy stealing: Gale 1974"
LOST = {
    1: 1,
    2: 3,
    3: 5,
    4: 7,
    6: 13,
    9: 25,
    12: 39,
    15: 56,
    18: 76,
}  # columns of a bar of three rows: lost positions


class TextChomp(Rectangle):
    def start(self) -> str:
        return replaced(blank(self.game.columns, self.game.rows, "#"), 0, "P")

    def moves(self, position: str) -> list[Cell]:
        return [cell for cell, sign in cells_of(position).items() if sign == "#"]

    def play(self, position: str, move: Cell) -> str:
        cells = cells_of(position)
        eaten = [(row, column) for row, column in cells if row >= move[0] and column >= move[1]]
        return text_of(cells | dict.fromkeys(eaten, "."))


FAMILY = Family(
    small=(Chomp(columns=4, rows=4), Chomp(columns=5, rows=3)),
    larger=(Chomp(columns=10, rows=8),),
    facts=(
        *outcomes(Chomp, STEALING, "literature", starters=())(
            N="2, 1; 1, 7; 3, 2; 4, 4; 7, 3; 7, 6; 10, 5; 20, 3", P="1, 1"
        ),
        *counted("totals", BRUTE_FORCE)(
            *(
                (Chomp(columns, 3), (comb(columns + 3, 3) - 1 - lost, 0, lost))
                for columns, lost in LOST.items()
            )
        ),
        # Two first bites win, which is rare.
        *counted("winning_moves", BRUTE_FORCE, size="medium")((Chomp(10, 8), ("f5", "i4"))),
        *counted("winning_moves", "classical: squares and bars of two rows by symmetry", "literature")(
            (Chomp(2, 2), ("b2",)), (Chomp(5, 5), ("b2",)), (Chomp(7, 2), ("g2",))
        ),
    ),
    twin=TextChomp,
    refused=(
        *bounds(Chomp, columns=(1, 1_000), rows=(1, 63)),
        (Chomp, {"columns": 8, "rows": 16}, "a bar of 8 x 16 needs 64 bits"),
    ),
    unreadable=(
        (Chomp(columns=3, rows=2), ".../...", "the poisoned square is eaten"),
        (Chomp(columns=3, rows=2), "P.#/...", "the row 'P.#' has gaps"),
        (Chomp(columns=3, rows=2), "P##/#P.", "the row '#P.' has gaps"),
        (Chomp(columns=3, rows=2), "P../##.", "a row is longer than the one above"),
    ),
    written=((Chomp(columns=4, rows=3), "P#../##../#...", "b1 a2 b2 a3"),),
)
