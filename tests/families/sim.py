from itertools import combinations

from families import SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import Lining
from zermelo.games.graphs.sim import Sim

MEAD = "Mead, Rosa and Huang, The game of SIM: a winning strategy for the second player (1974)"


class TextSim(Lining):
    """A line is a triangle."""

    def start(self) -> str:
        last = self.game.vertices - 1
        return "\n".join(" " * vertex + "." * (last - vertex) for vertex in range(last))

    def is_misere(self) -> bool:
        return True

    def has_line(self, position: str, sign: str) -> bool:
        rows = position.split("\n")
        return any(
            {rows[first][second - 1], rows[first][third - 1], rows[second][third - 1]} == {sign}
            for first, second, third in combinations(range(self.game.vertices), 3)
        )


FAMILY = Family(
    small=(Sim(vertices=4),),
    larger=(Sim(),),
    facts=(
        *facts_of(Sim(), MEAD, "literature", "medium", value=-1),
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (Sim(4), 0, 6, 263, (52, 199, 12), 564, 28),
            (Sim(5), 0, 10, 14_953, (9_720, 2_213, 3_020), 47_340, 3_172),
            (Sim(), -1, 15, 2_230_702, (1_722_240, 0, 508_462), 8_562_585, 880_680),
        ),
    ),
    twin=TextSim,
    refused=(*bounds(Sim, vertices=(2, 8)),),
    unreadable=(
        (Sim(4), "x../../.", "'x' is no edge"),
        (Sim(4), "XX./../.", "X has 2 and O has 0"),
        (Sim(4), "XXO/XO/O", "play had ended"),
        (Sim(5), "XXXO/XXO/OO/O", "play had ended"),
    ),
    written=(
        (Sim(4), "XO./../X", "2-3 1-4 2-4"),
        (Sim(), "XO..O\n X..X\n  ...\n   ..\n    .", "1-4 2-4 3-4 1-5 2-5 3-5 4-5 3-6 4-6 5-6"),
    ),
)
