from functools import partial

from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Misere
from zermelo.games.heaps.wythoff import Wythoff

NIMBERS = (  # [a][b]: of the heaps a and b
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
    (1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9, 13, 14, 12, 16, 17, 15, 19, 20, 18),
    (2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10, 14, 12, 13, 17, 15, 16, 20, 18, 19),
    (3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8, 7, 15, 11, 16, 18, 14, 13, 21, 17, 22),
    (4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13, 12, 11, 16, 15, 10, 19, 18, 17, 14, 21),
    (5, 3, 4, 0, 6, 8, 10, 1, 2, 7, 12, 14, 9, 15, 17, 13, 18, 11, 16, 21, 23),
    (6, 7, 8, 1, 9, 10, 3, 4, 5, 13, 0, 2, 16, 17, 18, 12, 20, 14, 15, 11, 24),
    (7, 8, 6, 9, 0, 1, 4, 5, 3, 14, 15, 13, 17, 2, 10, 19, 21, 12, 22, 16, 25),
    (8, 6, 7, 10, 1, 2, 5, 3, 4, 15, 16, 17, 18, 0, 9, 14, 12, 19, 23, 24, 26),
    (9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 17, 6, 19, 5, 1, 0, 2, 3, 4, 22, 27),
    (10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28),
)
LOST_MISERE = ((0, 1), (2, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20))  # up to 20


class TextWythoff(Misere):
    """The two heaps as numbers; from both go numbers that are less than `apart` from each other."""

    apart: int

    def start(self) -> str:
        return f"{self.game.a} {self.game.b}"

    def moves(self, position: str) -> list[tuple[int, int]]:
        a, b = map(int, position.split())
        takings = [(first, second) for first in range(a + 1) for second in range(b + 1)]
        return [one for one in takings if any(one) and (0 in one or abs(one[0] - one[1]) < self.apart)]

    def play(self, position: str, move: tuple[int, int]) -> str:
        a, b = map(int, position.split())
        return f"{a - move[0]} {b - move[1]}"


FAMILY = Family(
    small=(Wythoff(a=6, b=6, misere=True), Wythoff(a=3, b=7)),
    larger=(Wythoff(a=40, b=60),),
    facts=(
        *counted("nimber", BRUTE_FORCE)(
            *((Wythoff(a, b), nimber) for a, row in enumerate(NIMBERS) for b, nimber in enumerate(row))
        ),
        *counted("value", BRUTE_FORCE)(
            *(
                (Wythoff(*pair, misere=True), -1 if pair in LOST_MISERE else 1)
                for pair in {(a, b) for b in range(11) for a in range(b + 1)}.union(LOST_MISERE)
            )
        ),
        *counted("value", "Wythoff 1907", "literature")((Wythoff(6, 10), -1)),
    ),
    twin=partial(TextWythoff, apart=1),
    refused=(*bounds(Wythoff, a=(0, 1_000_000), b=(0, 1_000_000)),),
    unreadable=(
        (Wythoff(), "", "it has 0 heaps, not two: write it like '6 10'"),
        (Wythoff(), "1 2 3", "it has 3 heaps, not two"),
        (Wythoff(), "7 7", "play began with 6 and 10"),
        (Wythoff(), "0 11", "play began with 6 and 10"),
        (Wythoff(), "3 -1", "'-1' is no number of stones"),
    ),
    written=((Wythoff(), "(2, 1)", "1 from heap 1 2 from heap 1 1 from heap 2 1 from both"),),
)
