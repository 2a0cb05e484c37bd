from families import BRUTE_FORCE, Family, bounds, counted, outcomes
from families._text_boards import Text
from zermelo.games.heaps.euclid import Euclid

LOST = {  # the smaller number: the larger ones up to 12 with which the mover loses
    2: (3,),
    3: (4,),
    4: (5, 6),
    5: (6, 7, 8),
    6: (7, 8, 9),
    7: (8, 9, 10, 11),
    8: (9, 10, 11, 12),
    9: (10, 11, 12),
    10: (11, 12),
    11: (12,),
}


class TextEuclid(Text):
    def start(self) -> str:
        return f"{min(self.game.a, self.game.b)} {max(self.game.a, self.game.b)}"

    def moves(self, position: str) -> list[int]:
        smaller, larger = map(int, position.split())
        return list(range(smaller, larger + 1, smaller)) if smaller else []

    def play(self, position: str, move: int) -> str:
        smaller, larger = map(int, position.split())
        return " ".join(map(str, sorted((smaller, larger - move))))


FAMILY = Family(
    small=(Euclid(a=7, b=500),),
    larger=(),  # however large, it is soon over
    facts=(
        *counted("value", BRUTE_FORCE)(
            *(
                (Euclid(a, b), -1 if b in LOST.get(a, ()) else 1)
                for b in range(1, 13)
                for a in range(1, b + 1)
            )
        ),
        *outcomes(
            Euclid, "Cole and Davie 1969: the mover wins beyond the golden ratio", "literature", starters=()
        )(N="100, 162; 500, 1", P="12, 17; 17, 12; 100, 161"),
    ),
    twin=TextEuclid,
    refused=(*bounds(Euclid, a=(1, 1_000_000), b=(1, 1_000_000)),),
    unreadable=(
        (Euclid(), "", "it has 0 numbers, not two: write it like '12 17'"),
        (Euclid(), "12", "it has 1 numbers, not two"),
        (Euclid(), "4 6", "all of play has the greatest common divisor 1"),
        (Euclid(), "12 19", "play began with 12 and 17"),
        (Euclid(), "0 0", "greatest common divisor 1"),
        (Euclid(), "5 -12", "'-12' is no number"),
    ),
    written=((Euclid(), "12, 5", "5 from 12 10 from 12"),),
)
