from collections.abc import Iterator

from families import Family, known_forms, outcomes
from families._text_boards import AROUND, LeftOrRight, Rectangle, above, moved, replaced
from zermelo.games.blockade.amazons import Amazons

CGSUITE = "aaron-siegel/cgsuite test suite (Game*Test.scala), v2.1 snapshot 2024-01"


class TextAmazons(LeftOrRight, Rectangle):
    def board(self) -> str:
        rows = self.game.setup.split("/")
        if not self.game.setup:
            rows = ["." * self.game.columns] * self.game.rows
            rows[0], rows[-1] = "x" + rows[0][1:], "o" + rows[-1][1:]
        return "\n".join(rows)

    def reached(self, board: str, begin: int) -> Iterator[int]:
        """Yield the places that a queen reaches: lines are `columns` + 1 characters apart."""
        for down, right in AROUND:
            step = down * (self.game.columns + 1) + right
            place = begin + step
            while 0 <= place < len(board) and board[place] == ".":
                yield place
                place += step

    def moves(self, position: str) -> Iterator[tuple[int, int, int]]:
        board = above(position)
        for begin, sign in enumerate(board):
            if sign == "xo"[self.mover(position)]:
                lifted = replaced(board, begin, ".")
                for end in self.reached(board, begin):
                    for arrow in self.reached(lifted, end):
                        yield begin, end, arrow

    def play(self, position: str, move: tuple[int, int, int]) -> str:
        begin, end, arrow = move
        return self.next_turn(position, replaced(moved(above(position), begin, end), arrow, "#"))


FAMILY = Family(
    small=(Amazons("x../..o"), Amazons("x.#/.#o/..x", starter="right")),
    larger=(Amazons(columns=6, rows=5), Amazons("..x./x.../...o/.o..")),
    # The form's left options are its right ones turned round, so the next player wins.
    facts=outcomes(Amazons, CGSUITE, "literature")(N="x.../o..."),
    twin=TextAmazons,
    canonical=known_forms(
        """
        amazons(setup='x.../o...', columns=4, rows=2, starter='left')  -  +-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}  -  -
        """
    ),
    refused=(
        (Amazons, {"columns": 0}, "columns=0 is too small"),
        (Amazons, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (Amazons, {"setup": "x../o."}, "has rows of different lengths"),
        (Amazons, {"setup": "x..X"}, "has the cell 'X': write x, o, # or ."),
        (Amazons, {"setup": 7}, "setup=7 is no text"),
    ),
    unreadable=((Amazons("x../..o"), "x../..o/x to move", "write left to move or right to move"),),
    written=(
        (Amazons("x.o"), "x.o/left to move", "a1-b1/a1"),
        (Amazons("x.#/##o"), "x.#/##o/right to move", "c2-b1/c2"),
        (Amazons("x..#"), "x..#/left to move", "a1-b1/a1 a1-b1/c1 a1-c1/a1 a1-c1/b1"),
    ),
)
