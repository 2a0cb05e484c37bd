from typing import Any

from families import BOTH, SEPARATE, Family, facts_of
from families._text_boards import Rectangle, cells_of, exchanged, has_line, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.morris.teeko import Teeko

STEELE = "Guy Steele 1998; independent retrograde analysis of a perfect index"
# The published counts are of all boards with so many stones; `tests/games/test_teeko.py` counts ours so. Those with
# fewer than eight are all reachable, as are those with eight but 263,340 where the mover has a pattern already:
# play had ended before.
TOTALS = (  # stones; boards that their movers win, draw and lose
    (8, (25_606_338, 42_347_231, 7_493_341)),
    (7, (6_399_076, 9_498_120, 927_304)),
    (6, (1_025_052, 2_291_620, 225_328)),
    (5, (189_292, 326_430, 15_578)),
    (4, (19_822, 53_258, 2_820)),
    (3, (1_970, 4_750, 180)),
    (2, (152, 448, 0)),
    (1, (0, 25, 0)),
    (0, (0, 1, 0)),
)
CLASSES = 12_063_947  # of boards up to symmetry, found by play


class TextTeeko(Rectangle):
    def moves(self, position: str) -> list[tuple[Any, Any]]:
        cells = cells_of(position)
        mine, free = ([cell for cell, sign in cells.items() if sign == wanted] for wanted in "X.")
        if len(mine) < 4:
            return [(None, cell) for cell in free]
        return [
            (begin, end)
            for begin in mine
            for end in free
            if max(abs(begin[0] - end[0]), abs(begin[1] - end[1])) == 1
        ]

    def play(self, position: str, move: tuple[Any, Any]) -> str:
        begin, end = move
        lifted = {begin: "."} if begin else {}
        return exchanged(text_of(cells_of(position) | lifted | {end: "X"}))

    def outcome(self, position: str) -> int:
        cells = cells_of(position)
        squares = [
            [(row + down, column + right) for down in (0, side) for right in (0, side)]
            for row, column in cells
            for side in range(1, max(self.game.columns, self.game.rows) if self.game.advanced else 2)
        ]
        is_square = any(all(cells.get(cell) == "O" for cell in square) for square in squares)
        return LOSS if is_square or has_line(cells, "O", 4) else UNDECIDED


FAMILY = Family(
    small=(Teeko(columns=3, rows=3),),
    larger=(Teeko(), Teeko(advanced=True), Teeko(advanced=True, columns=4, rows=3)),
    # Positions are boards as their movers see them, symmetric ones counted once.
    facts=(
        *facts_of(Teeko(columns=3, rows=3), SEPARATE, value=0, remoteness=None, finished=80, longest=7),
        *facts_of(Teeko(), STEELE, BOTH, "large", value=0),
        *facts_of(Teeko(), "the engine, when it knew no index of it", positions=12_063_947),
    ),
    twin=TextTeeko,
    refused=(
        (Teeko, {"columns": 2}, "columns=2 is too small"),
        (Teeko, {"rows": 2}, "rows=2 is too small"),
        (Teeko, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
    ),
    unreadable=(
        (Teeko(columns=3, rows=3), "X../.../...", "X is to move, so X has as many as O or one less"),
        (Teeko(columns=3, rows=3), "O../.O./...", "X has 0 stones and O has 2"),
        (Teeko(columns=3, rows=3), "OXO/XOX/OXO", "leave at most 4 each"),
        (Teeko(columns=3, rows=3), "XXO/XX./OOO", "X has won already"),
    ),
    written=(
        (Teeko(columns=3, rows=3), ".O./.../...", "a1 c1 a2 b2 c2 a3 b3 c3"),
        (Teeko(columns=3, rows=3), "XOX/OXO/XO.", "b2-c3"),
        (Teeko(columns=3, rows=3), "OXO/XO./OXX", "c3-c2 b1-c2 b3-c2"),
    ),
)
