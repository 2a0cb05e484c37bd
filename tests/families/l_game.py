"""The L game: known facts, and what is no position."""

from collections.abc import Iterator
from itertools import product

from support.grids import images_of_text

from families import BOTH, Fact, Family
from zermelo.core.game import Game
from zermelo.games.l_game import LGame

SEPARATE = "a separate program, dictionaries of tuples"
WINNING_WAYS = "Berlekamp, Conway and Guy, Winning Ways; a separate program, dictionaries of tuples"
L_GAME = (  # neutral pieces; quantity, expected, source, confidence
    (2, "value", 0, WINNING_WAYS, BOTH),
    (2, "classes", 2_296, WINNING_WAYS, BOTH),
    (2, "positions", 18_368, SEPARATE, "recomputed"),
    (2, "totals", (8_048, 10_088, 232), SEPARATE, "recomputed"),
    (2, "edges", 1_632_800, SEPARATE, "recomputed"),
    (2, "finished", 120, SEPARATE, "recomputed"),
    (2, "longest", 9, SEPARATE, "recomputed"),
    (7, "value", 1, SEPARATE, "recomputed"),
    (7, "remoteness", 1, SEPARATE, "recomputed"),
    (7, "positions", 2_176, SEPARATE, "recomputed"),
    (7, "classes", 272, SEPARATE, "recomputed"),
    (7, "totals", (560, 0, 1_616), SEPARATE, "recomputed"),
    (7, "edges", 4_480, SEPARATE, "recomputed"),
    (7, "finished", 1_616, SEPARATE, "recomputed"),
)


def facts() -> Iterator[Fact]:
    """Positions are boards as their movers see them, neutral pieces alike, and a turned board is another.

    Of the 2,296 classes 29 are lost, 15 of them at once. Two pieces are called "medium" for the definitions'
    sake: a position has 89 moves.
    """
    for neutrals, quantity, expected, source, confidence in L_GAME:
        size = "medium" if neutrals == 2 else "small"
        yield Fact(f"l_game(neutrals={neutrals})", quantity, expected, source, confidence, size)


def twin(game: LGame) -> Game:
    """Return the game on text: any four free cells are tried as an L."""
    return TextL(neutrals=game.neutrals)


class TextL(Game):
    neutrals: int

    def starts(self) -> Iterator[str]:
        rows = [list(row) for row in (".XX.", ".OX.", ".OX.", ".OO.")]
        for row, column in ((0, 0), (3, 3), (1, 0), (2, 3), (2, 0), (1, 3), (3, 0), (0, 3))[: self.neutrals]:
            rows[row][column] = "N"
        yield from images_of_text("\n".join("".join(row) for row in rows))

    def moves(self, position: str) -> Iterator[tuple[frozenset[int], int, int]]:
        """Yield the L's new cells, and a neutral piece's cells before and after (the same where it stays)."""
        cells = position.replace("\n", "")
        mine = frozenset(cell for cell in range(16) if cells[cell] == "X")
        for place in all_places():
            if place != mine and all(cells[cell] in ".X" for cell in place):
                yield place, 0, 0
                for begin, end in product(range(16), repeat=2):
                    if cells[begin] == "N" and cells[end] in ".X" and end not in place:
                        yield place, begin, end

    def play(self, position: str, move: tuple[frozenset[int], int, int]) -> str:
        place, begin, end = move
        cells = list(position.replace("\n", "").replace("X", "."))
        if begin != end:
            cells[begin], cells[end] = ".", "N"
        for cell in place:
            cells[cell] = "X"
        text = "".join(cells).translate(str.maketrans("XO", "OX"))
        return "\n".join(text[row : row + 4] for row in range(0, 16, 4))


def all_places() -> set[frozenset[int]]:
    """Return each L: three cells in a row or column, and one beside an end of them."""
    found = set()
    for row, column, down in product(range(4), range(4), (0, 1)):
        stem = [(row + step * down, column + step * (1 - down)) for step in range(3)]
        for end, side in product((stem[0], stem[2]), (-1, 1)):
            cells = [*stem, (end[0] + side * (1 - down), end[1] + side * down)]
            if all(0 <= part < 4 for cell in cells for part in cell):
                found.add(frozenset(4 * row + column for row, column in cells))
    return found


FAMILY = Family(
    small=(LGame(neutrals=7),),
    larger=(LGame(),),
    facts=facts,
    twin=twin,
    refused=(
        (LGame, {"neutrals": -1}, "neutrals=-1 is too small"),
        (LGame, {"neutrals": 9}, "neutrals=9 is too large"),
    ),
    unreadable=(
        (LGame(), "", "write 4 rows of 4"),
        (LGame(), "NXX./.OX./.OX./.OOM", "'M' is no cell"),
        (LGame(), "NXXX/.O../.OX./.OON", "X is no L"),
        (LGame(), "NXX./.OX./.OX./..ON", "O is no L"),
        (LGame(), "NXX./.OX./.OX./.OO.", "it has 1 neutral pieces: write 2 N"),
    ),
    written=(
        (
            LGame(neutrals=7),
            "NXX./NOXN/NOXN/NOON",
            "c1d1c2c3 c1d1c2c3 a1-b1 c1d1c2c3 a2-b1 c1d1c2c3 d2-b1 c1d1c2c3 a3-b1 c1d1c2c3 d3-b1 c1d1c2c3 a4-b1 "
            "c1d1c2c3 d4-b1",
        ),
    ),
)
