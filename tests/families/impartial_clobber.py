"""Impartial clobber: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games.impartial_clobber import ImpartialClobber

CHECKERBOARDS = (  # columns, rows, nimber
    *((columns, 1, nimber) for columns, nimber in enumerate((0, 1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2), 1)),
    (2, 2, 0),
    (3, 2, 0),
    (4, 2, 0),
    (5, 2, 0),
    (6, 2, 0),
    (7, 2, 1),
    (8, 2, 0),
    (3, 3, 1),
    (4, 3, 0),
    (5, 3, 1),
)
BOARDS = (("xxo", 2), ("xxoxxo", 0), ("xxoxxoxxo", 5), ("xooxxo", 1), ("xx/oo", 0), ("xxo/o.x", 0))
CANNIBALS = ((2, 2, 0), (3, 2, 0), (4, 2, 0), (3, 3, 2), (5, 2, 0))
OCTAL = (0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1)  # of 0.6, the heaps from 1 on
OFFICERS = "the octal game 0.6, officers: Winning Ways, chapter 4"


def facts() -> Iterator[Fact]:
    """Nimbers by brute force, and those of rows of cannibals, which are heaps of an octal game."""

    def game(columns: int, rows: int, setup: str = "", cannibals: bool = False) -> str:
        sizes = f"columns={columns}, rows={rows}"
        return f"impartial_clobber(setup={setup!r}, {sizes}, cannibals={cannibals}, misere=False)"

    for columns, rows, nimber in CHECKERBOARDS:
        size = size_of(4 ** (columns * rows) // 3)
        yield Fact(game(columns, rows), "nimber", nimber, BRUTE_FORCE, "recomputed", size)
    for setup, nimber in BOARDS:
        sizes = len(setup.split("/")[0]), setup.count("/") + 1
        yield Fact(game(*sizes, setup), "nimber", nimber, BRUTE_FORCE, "recomputed", "small")
    for columns, rows, nimber in CANNIBALS:
        which = game(columns, rows, cannibals=True)
        yield Fact(which, "nimber", nimber, BRUTE_FORCE, "recomputed", size_of(4 ** (columns * rows) // 3))
    for stones, nimber in enumerate(OCTAL, 1):
        which = game(stones, 1, "x" * stones, cannibals=True)
        yield Fact(which, "nimber", nimber, OFFICERS, "literature and recomputed", "small")


def twin(game: ImpartialClobber) -> Game:
    """Return the game on text: every stone looks around itself."""
    names = ("columns", "rows", "setup", "cannibals", "misere")
    return TextClobber(**{name: getattr(game, name) for name in names})


class TextClobber(Game):
    columns: int
    rows: int
    setup: str
    cannibals: bool
    misere: bool

    def start(self) -> str:
        even, odd = "xo" * self.columns, "ox" * self.columns
        board = [(odd if row % 2 else even)[: self.columns] for row in range(self.rows)]
        return "\n".join(self.setup.split("/") if self.setup else board)

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        """Yield pairs of places in the text: lines are `columns` + 1 characters apart."""
        line = self.columns + 1
        for begin, sign in enumerate(position):
            for end in (begin + 1, begin + line, begin - 1, begin - line) if sign in "xo" else ():
                there = position[end] if 0 <= end < len(position) else "\n"
                if there in "xo" and (self.cannibals or there != sign):
                    yield begin, end

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(position)
        begin, end = move
        signs[begin], signs[end] = ".", signs[begin]
        return "".join(signs)

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS


FAMILY = Family(
    small=(
        ImpartialClobber(columns=3, rows=3),
        ImpartialClobber("xo.x/ox.o", cannibals=True),
        ImpartialClobber("xxoxoxx", misere=True),
    ),
    larger=(ImpartialClobber(columns=6, rows=5), ImpartialClobber("x" * 31, cannibals=True)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (ImpartialClobber, {"columns": 0}, "columns=0 is too small"),
        (ImpartialClobber, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
        (ImpartialClobber, {"setup": "xox/ox"}, "has rows of different lengths"),
        (ImpartialClobber, {"setup": "XO"}, "has the cell 'X': write x, o or ."),
        (ImpartialClobber, {"cannibals": 1}, "cannibals=1 is not a yes or no"),
        (ImpartialClobber, {"misere": "no"}, "misere='no' is not a yes or no"),
    ),
    unreadable=(
        (ImpartialClobber(columns=3, rows=2), "xox", "write 2 rows of 3 characters"),
        (ImpartialClobber(columns=3, rows=1), "xo#", "'#' is no cell"),
    ),
    written=(
        (ImpartialClobber(columns=3, rows=2), "xx./.ox", "b1-b2 b2-c2 b2-b1 c2-b2"),
        (ImpartialClobber(columns=3, rows=1, cannibals=True), "xx.", "a1-b1 b1-a1"),
    ),
)
