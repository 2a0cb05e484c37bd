from families import Family, bounds, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from zermelo.games.heaps.partizan_euclid import PartizanEuclid

CGSUITE = "aaron-siegel/cgsuite test suite (Game*Test.scala), v2.1 snapshot 2024-01"


class TextPair(LeftOrRight):
    """The larger number is brought below or above zero by the smaller."""

    def board(self) -> str:
        return f"{max(self.game.a, self.game.b)} {min(self.game.a, self.game.b)}"

    def moves(self, position: str) -> list[int]:
        larger, smaller = map(int, above(position).split())
        below = larger % smaller if smaller else 0
        return [] if below == 0 else [smaller - below if self.mover(position) else below]

    def play(self, position: str, move: int) -> str:
        return self.next_turn(position, f"{above(position).split()[1]} {move}")


FAMILY = Family(
    small=(PartizanEuclid(89, 34), PartizanEuclid(100, 99, starter="right")),
    larger=(),  # every start leads to a few positions, as divisions do
    facts=outcomes(PartizanEuclid, CGSUITE, "literature")(
        L="8, 6; 8, 7", R="8, 3", P="8, 0; 8, 1; 8, 2; 8, 4; 8, 5; 8, 8"
    ),
    twin=TextPair,
    canonical=known_forms(
        """
        partizan_euclid(a=8, b=0, starter='left')  -  0  -  -
        partizan_euclid(a=8, b=1, starter='left')  -  0  -  -
        partizan_euclid(a=8, b=2, starter='left')  -  0  -  -
        partizan_euclid(a=8, b=3, starter='left')  -  v  -  -
        partizan_euclid(a=8, b=4, starter='left')  -  0  -  -
        partizan_euclid(a=8, b=5, starter='left')  -  0  -  -
        partizan_euclid(a=8, b=6, starter='left')  -  ^  -  -
        partizan_euclid(a=8, b=7, starter='left')  -  ^5  -  -
        partizan_euclid(a=8, b=8, starter='left')  -  0  -  -
        """
    ),
    refused=(*bounds(PartizanEuclid, a=(0, 1_000_000_000), b=(0, 1_000_000_000)),),
    unreadable=(
        (PartizanEuclid(8, 3), "8/left to move", "it has 1 numbers, not two"),
        (PartizanEuclid(8, 3), "9 3/left to move", "play began with 8 and 3"),
        (PartizanEuclid(8, 3), "8 x/left to move", "'x' is no number of stones"),
    ),
    written=(
        (PartizanEuclid(8, 3), "3 8/left to move", "2"),
        (PartizanEuclid(8, 3), "8 3/right to move", "1"),
    ),
)
