from collections.abc import Iterator
from functools import cache
from itertools import product

from support.grids import images_of_text

from families import BOTH, SEPARATE, Family, counted, facts_of
from families._text_boards import Cell, Text, cells_of, exchanged, text_of
from zermelo.games.blockade.l_game import LGame

WINNING_WAYS = "Berlekamp, Conway and Guy, Winning Ways; a separate program, dictionaries of tuples"


class TextL(Text):
    def starts(self) -> list[str]:
        places = ((0, 0), (3, 3), (1, 0), (2, 3), (2, 0), (1, 3), (3, 0), (0, 3))[: self.game.neutrals]
        return images_of_text(text_of(cells_of(".XX.\n.OX.\n.OX.\n.OO.") | dict.fromkeys(places, "N")))

    def moves(self, position: str) -> Iterator[tuple[frozenset[Cell], Cell | None, Cell | None]]:
        """Yield the L's new cells, and a neutral piece's cells before and after, if it moves."""
        cells = cells_of(position)
        mine = frozenset(cell for cell in cells if cells[cell] == "X")
        for place in all_places():
            if place != mine and all(cells[cell] in ".X" for cell in place):
                yield place, None, None
                for begin, end in product(cells, repeat=2):
                    if cells[begin] == "N" and cells[end] in ".X" and end not in place:
                        yield place, begin, end

    def play(self, position: str, move: tuple[frozenset[Cell], Cell | None, Cell | None]) -> str:
        place, begin, end = move
        cells = cells_of(position.replace("X", "."))
        if begin and end:
            cells |= {begin: ".", end: "N"}
        return exchanged(text_of(cells | dict.fromkeys(place, "X")))


@cache
def all_places() -> set[frozenset[Cell]]:
    """Return each L: three cells in a row or column, and one beside an end of them."""
    found = set()
    for row, column, down in product(range(4), range(4), (0, 1)):
        stem = [(row + step * down, column + step * (1 - down)) for step in range(3)]
        for end, side in product((stem[0], stem[2]), (-1, 1)):
            cells = [*stem, (end[0] + side * (1 - down), end[1] + side * down)]
            if all(0 <= part < 4 for cell in cells for part in cell):
                found.add(frozenset(cells))
    return found


FAMILY = Family(
    small=(LGame(neutrals=7),),
    larger=(LGame(),),
    facts=(
        # Positions are boards as their movers see them, neutral pieces alike, and a turned board is another.
        # Of the 2,296 classes 29 are lost, 15 of them at once. Two pieces are called "medium" for the
        # definitions' sake: a position has 89 moves.
        *facts_of(LGame(), WINNING_WAYS, BOTH, "medium", value=0, classes=2_296),
        *counted("positions totals edges finished longest", SEPARATE, size="medium")(
            (LGame(), 18_368, (8_048, 10_088, 232), 1_632_800, 120, 9)
        ),
        *counted("value remoteness positions classes totals edges finished", SEPARATE)(
            (LGame(7), 1, 1, 2_176, 272, (560, 0, 1_616), 4_480, 1_616)
        ),
    ),
    twin=TextL,
    refused=(
        (LGame, {"neutrals": -1}, "neutrals=-1 is too small"),
        (LGame, {"neutrals": 9}, "neutrals=9 is too large"),
    ),
    unreadable=(
        (LGame(), "NXXX/.O../.OX./.OON", "X is no L"),
        (LGame(), "NXX./.OX./.OX./..ON", "O is no L"),
        (LGame(), "NXX./.OX./.OX./.OO.", "it has 1 neutral pieces: write 2 N"),
    ),
    written=(
        (
            LGame(neutrals=7),
            "NXX./NOXN/NOXN/NOON",
            " ".join(
                [
                    "c1 d1 c2 c3",
                    *(f"c1 d1 c2 c3, {each}-b1" for each in ("a1", "a2", "d2", "a3", "d3", "a4", "d4")),
                ]
            ),
        ),
    ),
)
