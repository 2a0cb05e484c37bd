"""Peg solitaire: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family
from zermelo import UNDECIDED, WIN, PuzzleForOne
from zermelo.games.peg_solitaire import (
    EnglishSolitaire,
    EuropeanSolitaire,
    PegSolitaire,
    TriangleSolitaire,
    _Pegs,
)

BELL = "G. I. Bell, Solving triangular peg solitaire, Journal of Integer Sequences 11 (2008)"
CENTRAL = "E. Bergholt, The Game of Solitaire (1920): the central game can be solved"
ROW = "pegs side by side and a hole: by hand"
SQUARE = PegSolitaire(board="oooo/oooo/o.oo/oooo", last="")
HOLES = [f"{column}{row + 1}" for row in range(5) for column in "abcde"[: row + 1]]


def facts() -> Iterator[Fact]:
    """The triangle can be solved from every hole; small triangles from none of some."""
    for hole in HOLES:
        game = repr(TriangleSolitaire(empty=hole))
        yield Fact(game, "value", 1, BELL, BOTH, "small")
        yield Fact(game, "remoteness", 13, BELL, BOTH, "small")
    for side, empty, value in ((3, "a1", 0), (3, "a2", 0), (4, "a1", 0), (4, "a2", 1), (4, "b3", 0)):
        game = repr(TriangleSolitaire(side=side, empty=empty))
        yield Fact(game, "value", value, BELL, BOTH, "small")
    for board, value in (("oo.", 1), ("o.o", 0), ("oo.oo", 0), ("oo.o", 1), ("oooo.", 0)):
        yield Fact(repr(PegSolitaire(board=board, last="")), "value", value, ROW, BOTH, "small")
    yield Fact(repr(PegSolitaire()), "remoteness", 5, "the Latin cross: " + BRUTE_FORCE, BOTH, "small")
    yield Fact(repr(EnglishSolitaire()), "value", 1, CENTRAL, BOTH, "searched")


def twin(game: _Pegs) -> PuzzleForOne:
    """Return the game on text: three holes in a line are looked at, one line after the other."""
    starts = tuple(game.show(position) for position in game.starts())
    return TextPegs(boards=starts, last=game.final, slants=game.slants)


class TextPegs(PuzzleForOne):
    boards: tuple[str, ...]
    last: str
    slants: bool

    def start(self) -> str:
        return self.boards[0]

    def starts(self) -> Iterator[str]:
        yield from self.boards

    def moves(self, position: str) -> list[tuple[int, int, int, int]]:
        rows = position.splitlines()

        def sign(row: int, column: int) -> str:
            return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "#"

        steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + [(1, 1), (-1, -1)] * self.slants
        return [
            (row, column, down, right)
            for row in range(len(rows))
            for column in range(len(rows[row]))
            for down, right in steps
            if [sign(row + far * down, column + far * right) for far in range(3)] == ["o", "o", "."]
        ]

    def play(self, position: str, move: tuple[int, int, int, int]) -> str:
        rows = [list(row) for row in position.splitlines()]
        row, column, down, right = move
        for far, sign in enumerate("..o"):
            rows[row + far * down][column + far * right] = sign
        return "\n".join("".join(row) for row in rows)

    def outcome(self, position: str) -> int:
        if position.count("o") != 1:
            return UNDECIDED
        rows = position.splitlines()
        row = next(row for row, signs in enumerate(rows) if "o" in signs)
        name = f"{chr(ord('a') + rows[row].index('o'))}{row + 1}"
        return WIN if self.last in ("", name) else UNDECIDED


FAMILY = Family(
    small=(PegSolitaire(), TriangleSolitaire(side=4, empty="a2"), PegSolitaire(board="oo./o#o/.oo", last="")),
    larger=(EnglishSolitaire(), EuropeanSolitaire(), SQUARE),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (PegSolitaire, {"board": ""}, "board='' is no board"),
        (PegSolitaire, {"board": "oo?"}, "has the sign '?'"),
        (PegSolitaire, {"board": "...", "last": ""}, "has no peg"),
        (
            PegSolitaire,
            {"board": "oo.", "last": "d1"},
            "last='d1' is no hole of the board: holes are a1, b1, c1",
        ),
        (PegSolitaire, {"slanted": 1}, "slanted=1 is not a yes or no"),
        (EnglishSolitaire, {"empty": "a1"}, "empty='a1' is no hole of the board"),
        (TriangleSolitaire, {"side": 11}, "side=11 is too large"),
    ),
    unreadable=(
        (TriangleSolitaire(side=3), "o/oo", "its rows have lengths 1 2"),
        (TriangleSolitaire(side=3), "o/ox/ooo", "'x' is no hole"),
        (PegSolitaire(board="oo.#", last=""), "oo..", "'.' is no hole"),
    ),
    written=(
        (PegSolitaire(board="oo.", last=""), " oo. ", "a1-c1"),
        (TriangleSolitaire(side=3), "./oo/ooo", "a3-a1 c3-a1"),
    ),
)
