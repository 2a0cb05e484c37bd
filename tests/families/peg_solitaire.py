from families import BOTH, Family, bounds, counted, facts_of
from families._text_boards import STRAIGHT, Cell, Puzzle, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.peg_solitaire import (
    EnglishSolitaire,
    EuropeanSolitaire,
    PegSolitaire,
    TriangleSolitaire,
)

BELL = "G. I. Bell, Solving triangular peg solitaire, Journal of Integer Sequences 11 (2008)"
CENTRAL = "E. Bergholt, The Game of Solitaire (1920): the central game can be solved"
ROW = "pegs side by side and a hole: by hand"
SQUARE = PegSolitaire(board="oooo/oooo/o.oo/oooo", last="")
HOLES = [f"{column}{row + 1}" for row in range(5) for column in "abcde"[: row + 1]]


class TextPegs(Puzzle):
    def starts(self) -> list[str]:
        return [self.game.show(start) for start in self.game.starts()]

    def moves(self, position: str) -> list[tuple[Cell, Cell, Cell]]:
        cells = cells_of(position)
        lines = [
            ((row, column), (row + down, column + right), (row + 2 * down, column + 2 * right))
            for row, column in cells
            for down, right in (*STRAIGHT, *((1, 1), (-1, -1))[: 2 * self.game.has_slanted_rows])
        ]
        return [line for line in lines if [cells.get(cell) for cell in line] == ["o", "o", "."]]

    def play(self, position: str, move: tuple[Cell, Cell, Cell]) -> str:
        return text_of(cells_of(position) | dict(zip(move, "..o", strict=True)))

    def outcome(self, position: str) -> int:
        pegs = [cell for cell, sign in cells_of(position).items() if sign == "o"]
        names = [f"{chr(ord('a') + column)}{row + 1}" for row, column in pegs]
        return WIN if len(pegs) == 1 and self.game.final_hole_name in ("", names[0]) else UNDECIDED


FAMILY = Family(
    small=(PegSolitaire(), TriangleSolitaire(side=4, empty="a2"), PegSolitaire(board="oo./o#o/.oo", last="")),
    larger=(EnglishSolitaire(), EuropeanSolitaire(), SQUARE),
    facts=(
        # The triangle can be solved from every hole; small triangles from none of some.
        *counted("value remoteness", BELL, BOTH)(*((TriangleSolitaire(empty=hole), 1, 13) for hole in HOLES)),
        *counted("value", BELL, BOTH)(
            (TriangleSolitaire(side=3), 0),
            (TriangleSolitaire("a2", side=3), 0),
            (TriangleSolitaire(side=4), 0),
            (TriangleSolitaire("a2", side=4), 1),
            (TriangleSolitaire("b3", side=4), 0),
        ),
        *counted("value", ROW, BOTH)(
            (PegSolitaire("oo.", ""), 1),
            (PegSolitaire("o.o", ""), 0),
            (PegSolitaire("oo.oo", ""), 0),
            (PegSolitaire("oo.o", ""), 1),
            (PegSolitaire("oooo.", ""), 0),
        ),
        *facts_of(PegSolitaire(), "the Latin cross: independent brute force", BOTH, remoteness=5),
        *facts_of(EnglishSolitaire(), CENTRAL, BOTH, "searched", value=1),
    ),
    twin=TextPegs,
    refused=(
        *bounds(TriangleSolitaire, side=(2, 10)),
        (PegSolitaire, {"board": ""}, "board='' is no board"),
        (PegSolitaire, {"board": "oo?"}, "has the sign '?'"),
        (PegSolitaire, {"board": "...", "last": ""}, "has no peg"),
        (
            PegSolitaire,
            {"board": "oo.", "last": "d1"},
            "last='d1' is no hole of the board: holes are a1, b1, c1",
        ),
        (EnglishSolitaire, {"empty": "a1"}, "empty='a1' is no hole of the board"),
    ),
    unreadable=(
        (TriangleSolitaire(side=3), "o/ox/ooo", "'x' is no hole"),
        (PegSolitaire(board="oo.#", last=""), "oo..", "'.' is no hole"),
    ),
    written=(
        (PegSolitaire(board="oo.", last=""), " oo. ", "a1-c1"),
        (TriangleSolitaire(side=3), "./oo/ooo", "a3-a1 c3-a1"),
    ),
)
