from families import BOTH, Family, bounds, facts_of, size_of
from families._text_boards import Cell, Puzzle, beside, blank, cells_of, text_of
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.lights_out import LightsOut

ALL_ON = "OEIS A075464: the fewest presses that put out all lights of n x n"
SOLVABLE = "OEIS A159257: the dimension of what changes nothing on n x n, here 0 0 0 4 2"
FIVE = "M. Anderson and T. Feil, Turning lights out with linear algebra (1998); at most 15 presses"


class TextLights(Puzzle):
    def start(self) -> str:
        return blank(self.game.columns, self.game.rows, "O")

    def moves(self, position: str) -> list[Cell]:
        return list(cells_of(position))

    def play(self, position: str, move: Cell) -> str:
        changed = [move, *beside(move)]
        cells = cells_of(position).items()
        return text_of(
            {cell: {"O": ".", ".": "O"}[sign] if cell in changed else sign for cell, sign in cells}
        )

    def outcome(self, position: str) -> int:
        return UNDECIDED if "O" in position else WIN


FAMILY = Family(
    small=(LightsOut(), LightsOut(columns=4, rows=1)),
    larger=(LightsOut(columns=4, rows=4),),
    facts=(
        # Squares: what all lights take, and how many sets of lights can be put out.
        *(
            fact
            for side, fewest, nullity in ((1, 1, 0), (2, 4, 0), (3, 5, 0), (4, 4, 4), (5, 15, 2))
            for game, sets in [(LightsOut(side, side), 2 ** (side * side))]
            for fact in (
                *facts_of(game, ALL_ON, BOTH, size_of(sets), remoteness=fewest),
                *facts_of(game, SOLVABLE, BOTH, positions=sets, wins=sets // 2**nullity),
            )
        ),
        *facts_of(LightsOut(5, 5), FIVE, BOTH, "large", longest=15),
        *facts_of(LightsOut(4, 4), FIVE, size="medium", longest=7),
    ),
    twin=TextLights,
    refused=(
        *bounds(LightsOut, columns=(1, 63), rows=(1, 63)),
        (LightsOut, {"columns": 8, "rows": 8}, "a board of 8 x 8 needs 65 bits"),
    ),
    unreadable=((LightsOut(), "OOO/.X./...", "'X' is no cell"),),
    written=((LightsOut(columns=2, rows=2), "O./.O", "a1 b1 a2 b2"),),
)
