from functools import partial

from families import BRUTE_FORCE, SELF_PLAY, Family, by_class, counted, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from families.cram import TextDominoes
from zermelo.games.dominoes.domineering import Domineering

WIDE = (  # positions of two words
    Domineering(columns=8, rows=8),
    Domineering(columns=7, rows=9, starter="horizontal"),
    Domineering(columns=62, rows=2),
    Domineering(columns=10, rows=8, misere=True),
)
OUTCOMES = {  # who wins: Left (vertical), Right, the next player, the previous one; by the size of the game
    "small": by_class(
        L="1, 2; 5, 2; 1, 4; 3, 4; 5, 4; 1, 5; 3, 5; 3, 6; 1, 7; 3, 7; 1, 8; 2, 8; 1, 9; "
        "1, 10; 1, 11; 1, 12; 1, 13; 1, 15; 1, 16",
        R="5, 1; 6, 1; 7, 1; 9, 1; 10, 1; 11, 1; 14, 1; 4, 2; 7, 3; 4, 5; 2, 9",
        N="2, 2; 3, 2; 6, 2; 11, 2; 2, 3; 3, 3; 2, 6; 2, 10; 2, 11",
        P="1, 1",
    ),
    "medium": by_class(
        L="3, 8; 2, 12; 7, 4; 3, 9; 3, 10; 2, 16",
        R="8, 3; 9, 3; 10, 3; 16, 2",
        N="6, 4; 4, 6; 14, 2; 15, 2; 2, 15",
        P="13, 2; 2, 13",
    ),
    "large": by_class(L="4, 8", R="8, 4"),
    "searched": by_class(L="7, 6; 6, 8; 7, 9", R="6, 7; 9, 7", N="6, 6; 8, 8"),
}
OUTCOMES_MISERE = by_class(
    L="2, 1; 3, 1; 5, 1; 7, 1; 8, 1; 5, 3; 2, 5",
    R="1, 2; 5, 2; 1, 3; 2, 3; 1, 5; 3, 5; 1, 6",
    N="4, 2; 7, 2; 8, 2; 6, 3; 2, 4; 4, 4; 3, 6",
    P="6, 2; 4, 3; 5, 4; 2, 6",
)
STARTERS = ("vertical", "horizontal")

OBSEQUI = "Obsequi (Bullock), either player beginning"


class TextDomineering(LeftOrRight, TextDominoes):
    names = STARTERS

    def moves(self, position: str) -> list[tuple[int, int]]:
        return self.free(above(position), 1 if self.mover(position) else self.game.columns + 1)

    def play(self, position: str, move: tuple[int, int]) -> str:
        return self.next_turn(position, self.covered(above(position), move))


NEARLY_FULL = "########/########/#####.##/#####..#/#####..#/######.#/.#######/.#######"


FAMILY = Family(
    small=(Domineering(columns=5, rows=3, starter="horizontal"), Domineering(misere=True)),
    larger=(Domineering(columns=8, rows=7), Domineering(columns=1, rows=62), *WIDE),
    facts=(
        *(
            fact
            for size, rows in OUTCOMES.items()
            for fact in outcomes(Domineering, OBSEQUI, size=size, starters=STARTERS)(rows)
        ),
        *outcomes(partial(Domineering, misere=True), BRUTE_FORCE, starters=STARTERS)(OUTCOMES_MISERE),
        *counted("value remoteness positions games results", SELF_PLAY)(
            (Domineering(), 1, 7, 2_443, 25_092, (11_088, 0, 14_004)),
            (Domineering(5, 5), -1, 12, 455_317, 838_927_872, (331_689_600, 0, 507_238_272)),
        ),
    ),
    twin=TextDomineering,
    canonical=known_forms(
        """
        domineering(columns=1, rows=1, starter='vertical', misere=False)  -  0  P  0 -1 0 0
        domineering(columns=5, rows=1, starter='vertical', misere=False)  -  -2  R  -2 -1 -2 -2
        domineering(columns=6, rows=1, starter='vertical', misere=False)  -  -3  R  -3 -1 -3 -3
        domineering(columns=7, rows=1, starter='vertical', misere=False)  -  -3  R  -3 -1 -3 -3
        domineering(columns=9, rows=1, starter='vertical', misere=False)  -  -4  R  -4 -1 -4 -4
        domineering(columns=10, rows=1, starter='vertical', misere=False)  -  -5  R  -5 -1 -5 -5
        domineering(columns=11, rows=1, starter='vertical', misere=False)  -  -5  R  -5 -1 -5 -5
        domineering(columns=14, rows=1, starter='vertical', misere=False)  -  -7  R  -7 -1 -7 -7
        domineering(columns=1, rows=2, starter='vertical', misere=False)  -  1  L  1 -1 1 1
        domineering(columns=2, rows=2, starter='vertical', misere=False)  -  {1|-1}  N  0 1 1 -1
        domineering(columns=3, rows=2, starter='vertical', misere=False)  -  {2|-1/2}  N  3/4 5/4 2 -1/2
        domineering(columns=4, rows=2, starter='vertical', misere=False)  -  {{2|0}|0}  R  0 0 0 0
        domineering(columns=5, rows=2, starter='vertical', misere=False)  -  1/2  L  1/2 -1/2 1/2 1/2
        domineering(columns=6, rows=2, starter='vertical', misere=False)  -  {{{3|1}|1}|-1}  N  0 1 1 -1
        domineering(columns=11, rows=2, starter='vertical', misere=False)  -  {{{7/2|3/2}|{1|-1/2}}|-1}  N  3/16 19/16 1 -1
        domineering(columns=2, rows=3, starter='vertical', misere=False)  -  {1/2|-2}  N  -3/4 5/4 1/2 -2
        domineering(columns=3, rows=3, starter='vertical', misere=False)  -  {1|-1}  N  0 1 1 -1
        domineering(columns=1, rows=4, starter='vertical', misere=False)  -  2  L  2 -1 2 2
        domineering(columns=3, rows=4, starter='vertical', misere=False)  -  3/2  L  3/2 -1/2 3/2 3/2
        domineering(columns=5, rows=4, starter='vertical', misere=False)  -  1  L  1 -1 1 1
        domineering(columns=1, rows=5, starter='vertical', misere=False)  -  2  L  2 -1 2 2
        domineering(columns=3, rows=5, starter='vertical', misere=False)  -  1  L  1 -1 1 1
        domineering(columns=2, rows=6, starter='vertical', misere=False)  -  {1|{-1|{-1|-3}}}  N  0 1 1 -1
        domineering(columns=3, rows=6, starter='vertical', misere=False)  -  {7/2|1}  L  9/4 5/4 7/2 1
        domineering(columns=1, rows=7, starter='vertical', misere=False)  -  3  L  3 -1 3 3
        domineering(columns=1, rows=8, starter='vertical', misere=False)  -  4  L  4 -1 4 4
        domineering(columns=2, rows=8, starter='vertical', misere=False)  -  {{2|1/2}|{0|{-2|{-2|-4}}}}  L  1/8 9/8 1/2 0
        """
    ),
    refused=(
        (Domineering, {"columns": 0}, "columns=0 is too small"),
        (Domineering, {"columns": 63}, "columns=63 is too large"),
        (Domineering, {"rows": 63}, "rows=63 is too large"),
    ),
    unreadable=((Domineering(columns=2, rows=2), "../../left to move", "it does not say who moves"),),
    written=(
        (Domineering(columns=3, rows=2), ".../.## / vertical to move", "a1-a2"),
        (Domineering(columns=3, rows=2), ".../.##/horizontal to move", "a1-b1 b1-c1"),
        (Domineering(columns=8, rows=8), NEARLY_FULL + "/vertical to move", "f3-f4 f4-f5 g4-g5 g5-g6 a7-a8"),
        (Domineering(columns=8, rows=8), NEARLY_FULL + "/horizontal to move", "f4-g4 f5-g5"),
    ),
    slow_forms=tuple(
        f"domineering(columns={columns}, rows={rows}," for columns, rows in ((11, 2), (3, 6), (5, 4))
    ),
)
