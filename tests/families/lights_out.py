"""Lights out: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, Fact, Family, size_of
from zermelo import UNDECIDED, WIN, PuzzleForOne
from zermelo.games.lights_out import LightsOut

ALL_ON = "OEIS A075464: the fewest presses that put out all lights of n x n"
SOLVABLE = "OEIS A159257: the dimension of what changes nothing on n x n, here 0 0 0 4 2"
FIVE = "M. Anderson and T. Feil, Turning lights out with linear algebra (1998); at most 15 presses"
FEWEST = (1, 4, 5, 4, 15)  # for 1 x 1, 2 x 2, ...
NULLITY = (0, 0, 0, 4, 2)


def facts() -> Iterator[Fact]:
    """Squares: what all lights take, and how many sets of lights can be put out."""
    for side, (fewest, nullity) in enumerate(zip(FEWEST, NULLITY, strict=True), 1):
        game, cells = repr(LightsOut(columns=side, rows=side)), side * side
        yield Fact(game, "remoteness", fewest, ALL_ON, BOTH, size_of(2**cells))
        yield Fact(game, "positions", 2**cells, SOLVABLE, BOTH, size_of(2**cells))
        yield Fact(game, "wins", 2 ** (cells - nullity), SOLVABLE, BOTH, size_of(2**cells))
    yield Fact(repr(LightsOut(columns=5, rows=5)), "longest", 15, FIVE, BOTH, "large")
    yield Fact(repr(LightsOut(columns=4, rows=4)), "longest", 7, FIVE, "recomputed", "medium")


def twin(game: LightsOut) -> PuzzleForOne:
    """Return the game on text: the sign pressed and its neighbours change."""
    return TextLights(columns=game.columns, rows=game.rows)


class TextLights(PuzzleForOne):
    columns: int
    rows: int

    def start(self) -> str:
        return "\n".join(["O" * self.columns] * self.rows)

    def moves(self, position: str) -> list[tuple[int, int]]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        rows = [list(row) for row in position.splitlines()]
        for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            row, column = move[0] + down, move[1] + right
            if 0 <= row < self.rows and 0 <= column < self.columns:
                rows[row][column] = "." if rows[row][column] == "O" else "O"
        return "\n".join("".join(row) for row in rows)

    def outcome(self, position: str) -> int:
        return UNDECIDED if "O" in position else WIN


FAMILY = Family(
    small=(LightsOut(), LightsOut(columns=4, rows=1)),
    larger=(LightsOut(columns=4, rows=4),),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (LightsOut, {"columns": 0}, "columns=0 is too small"),
        (LightsOut, {"columns": 8, "rows": 8}, "a board of 8 x 8 needs 65 bits"),
    ),
    unreadable=(
        (LightsOut(), "OO/..", "its rows have lengths 2 2"),
        (LightsOut(), "OOO/.X./...", "'X' is no cell"),
    ),
    written=((LightsOut(columns=2, rows=2), "O./.O", "a1 b1 a2 b2"),),
)
