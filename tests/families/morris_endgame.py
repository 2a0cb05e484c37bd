from typing import Any

from families import Family, bounds, counted, facts_of
from families._text_boards import above, cells_of, text_of
from families.nine_mens_morris import TextMorris
from zermelo.games.morris.morris_endgame import MorrisEndgame

SEPARATE = "a separate program, tuples of points, values to a fixed point"


BURNSIDE = "Burnside's count of orbits, by the cycles of the symmetries"


class TextEndgame(TextMorris):
    """Nine men's morris with nothing in hand."""

    def start(self) -> str:
        """Return X's men on the first points, O's on the next, round the squares from the outermost."""
        cells = cells_of(self.picture())
        signs = iter("X" * self.game.men + "O" * self.game.men)
        for ring in range(self.game.rings):
            low, middle, high = ring, self.game.rings, 2 * self.game.rings - ring
            upper = [(low, low), (low, middle), (low, high), (middle, high)]
            for cell in [*upper, (high, high), (high, middle), (high, low), (middle, low)]:
                cells[cell] = next(signs, ".")
        return text_of(cells)

    def moves(self, position: str) -> Any:
        return super().moves(f"{position}\n0 and 0 in hand")

    def play(self, position: str, move: Any) -> str:
        return above(super().play(f"{position}\n0 and 0 in hand", move))

    def outcome(self, position: str) -> int:
        return super().outcome(f"{position}\n0 and 0 in hand")


ONE = MorrisEndgame(men=4, rings=1)


FAMILY = Family(
    small=(MorrisEndgame(men=3, rings=1), MorrisEndgame(men=4, rings=1, flying=False)),
    larger=(MorrisEndgame(), MorrisEndgame(men=6, rings=2), MorrisEndgame(men=5, flying=False)),
    # Numbers of the whole index. "medium" at least: the definitions count symmetric positions apart.
    facts=(
        *counted("positions totals", SEPARATE, size="medium")(
            (MorrisEndgame(3, 1), 152, (30, 45, 77)),
            (MorrisEndgame(3, 1, flying=False), 152, (33, 10, 109)),
            (MorrisEndgame(4, 1), 301, (54, 83, 164)),
            (MorrisEndgame(4, 1, flying=False), 301, (75, 10, 216)),
        ),
        *counted("longest", SEPARATE)(
            (MorrisEndgame(3, 1), 3),
            (MorrisEndgame(3, 1, flying=False), 8),
            (MorrisEndgame(4, 1), 5),
            (MorrisEndgame(4, 1, flying=False), 8),
        ),
        *counted("positions totals longest", SEPARATE, size="medium")(
            (MorrisEndgame(3, 2), 12_896, (5_322, 4_537, 3_037), 9),
            (MorrisEndgame(3, 2, flying=False), 12_896, (4_464, 3_714, 4_718), 15),
        ),
        *facts_of(MorrisEndgame(3), BURNSIDE, positions=196_724),
        *facts_of(MorrisEndgame(), BURNSIDE, positions=5_070_685),
    ),
    twin=TextEndgame,
    refused=(
        *bounds(MorrisEndgame, rings=(1, 3)),
        (MorrisEndgame, {"men": 2}, "men=2 is too small"),
        (MorrisEndgame, {"men": 10}, "men=10 is too large: give a whole number from 3 to 9"),
        (MorrisEndgame, {"men": 5, "rings": 1}, "men=5 is too large"),
    ),
    unreadable=(
        (ONE, "XXX/OOO/...", "'O' stands where no point is"),
        (ONE, "XXx/O O/O..", "'x' is no point"),
        (ONE, "X../O O/O..", "X has 1: give it from 2 to 4 pieces"),
        (ONE, "XX./O O/...", "O has 2: give it from 3 to 4 pieces"),
        (ONE, "XXX/X O/XOO", "X has 5: give it from 2 to 4 pieces"),
    ),
    written=(
        (ONE, "XX./O ./OXO", "a3-c3 a3-c2 b3-c3 b3-c2 b1-c3xc1 b1-c3xa1 b1-c3xa2 b1-c2"),
        (MorrisEndgame(men=4, rings=1, flying=False), "XX./X O/.OO", "b3-c3 a2-a1"),
    ),
)
