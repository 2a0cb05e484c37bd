from typing import Any

from families import BOTH, BRUTE_FORCE, SEPARATE, Family, counted, facts_of
from families._text_boards import Cell, Text, blank, cells_of, exchanged, has_line, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.morris.three_mens_morris import Achi, Picaria, Tapatan, ThreeMensMorris

FOLKLORE = "folklore; Wikipedia, Three men's morris: the player who begins wins, in the centre only"


class TextMorris(Text):
    def start(self) -> str:
        return blank(3, 3)

    def moves(self, position: str) -> list[Any]:
        cells = cells_of(position)
        mine, free = ([cell for cell, sign in cells.items() if sign == wanted] for wanted in "X.")
        if len(mine) < (4 if isinstance(self.game, Achi) else 3):
            return [(cell,) for cell in free]
        moves: list[Any] = [(cell, other) for cell in mine for other in free if self.joined(cell, other)]
        return moves or [()] * getattr(self.game, "passing", False)

    def joined(self, cell: Cell, other: Cell) -> bool:
        far = sorted((abs(cell[0] - other[0]), abs(cell[1] - other[1])))
        if far == [0, 1] or getattr(self.game, "flying", False):
            return True
        is_drawn = isinstance(self.game, Tapatan) or getattr(self.game, "diagonals", False)
        return far == [1, 1] and (isinstance(self.game, Picaria) or (is_drawn and (1, 1) in (cell, other)))

    def play(self, position: str, move: tuple[Cell, ...]) -> str:
        after = dict(zip(move[::-1], "X.", strict=False))
        return exchanged(text_of(cells_of(position) | after))

    def outcome(self, position: str) -> int:
        return LOSS if has_line(cells_of(position), "O", 3) else UNDECIDED


FAMILY = Family(
    small=(ThreeMensMorris(), Tapatan(), Picaria(), Achi(passing=True)),
    larger=(ThreeMensMorris(flying=True), ThreeMensMorris(diagonals=True), Achi()),
    # The board is that of the mover; where the value is 0, play goes on for ever and has no remoteness.
    facts=(
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (ThreeMensMorris(), 1, 9, 3_870, (2_121, 980, 769), 14_573, 268),
            (ThreeMensMorris(diagonals=True), 1, 9, 3_870, (2_161, 936, 773), 15_973, 268),
            (Tapatan(), 1, 9, 3_870, (2_161, 936, 773), 15_973, 268),
            (Achi(passing=True), 1, 11, 5_400, (3_403, 0, 1_997), 16_381, 880),
        ),
        *counted("value remoteness positions totals edges finished", BRUTE_FORCE)(
            (ThreeMensMorris(flying=True), 0, None, 3_870, (2_278, 772, 820), 22_785, 268),
            (Picaria(), 0, None, 3_870, (2_046, 1_228, 596), 17_317, 268),
            (Achi(diagonals=False), 1, 11, 5_400, (3_402, 0, 1_998), 16_241, 909),
            (Achi(), 1, 11, 5_400, (3_403, 0, 1_997), 16_373, 888),
        ),
        *facts_of(ThreeMensMorris(), FOLKLORE, BOTH, value=1, winning_moves=("b2",)),
    ),
    twin=TextMorris,
    unreadable=(
        (ThreeMensMorris(), "x../.O./...", "'x' is no cell"),
        (ThreeMensMorris(), "X../.../...", "X has 1 and O has 0: X is to move"),
        (ThreeMensMorris(), "OO./.../...", "X has 0 and O has 2: X is to move"),
        (ThreeMensMorris(), "XX./OO./XXO", "X has 4 and O has 3: leave each at most 3"),
        (ThreeMensMorris(), "XXX/OO./..O", "play had ended before O moved"),
        (Achi(), "XOX/OXO/OXO", "X has 4 and O has 5: leave each at most 4"),
    ),
    written=(
        (ThreeMensMorris(), "O../.../...", "b1 c1 a2 b2 c2 a3 b3 c3"),
        (ThreeMensMorris(), "XO./.X./XOO", "b2-c2 a1-a2 b2-a2 a3-a2"),
        (Tapatan(), "XO./.X./XOO", "b2-c2 a1-a2 b2-a2 a3-a2 b2-c1"),
        (Picaria(), ".XO/X.O/XO.", "a2-b2 b1-b2 b1-a1 a2-a1 a3-b2"),
        (
            ThreeMensMorris(flying=True),
            "XO./.X./XOO",
            "a1-c1 a1-a2 a1-c2 b2-c1 b2-a2 b2-c2 a3-c1 a3-a2 a3-c2",
        ),
        (Achi(), "X.O/OXX/XOO", "a1-b1 b2-b1"),
        (Achi(passing=True), ".OX/OOX/XXO", "pass"),
    ),
)
