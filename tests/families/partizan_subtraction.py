from functools import partial

from families import BRUTE_FORCE, Family, bounds, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from zermelo.games.heaps.partizan_subtraction import PartizanSubtraction

OUTCOMES = "PLNNLLLLLLLLLLLL"  # of the heaps of 0, 1, 2, ... with the game's own numbers


class TextHeap(LeftOrRight):
    def board(self) -> str:
        return str(self.game.heap)

    def moves(self, position: str) -> list[int]:
        numbers = self.game.right if self.mover(position) else self.game.left
        return [number for number in numbers if int(above(position)) >= number]

    def play(self, position: str, move: int) -> str:
        return self.next_turn(position, str(int(above(position)) - move))


FAMILY = Family(
    small=(PartizanSubtraction(30), PartizanSubtraction(25, left=(2, 5), right=(1,), starter="right")),
    larger=(PartizanSubtraction(10**12, left=(1, 7, 10**9), right=(2, 10**9)),),
    facts=outcomes(partial(PartizanSubtraction, left=(1, 3), right=(2, 3)), BRUTE_FORCE)(
        (((heap,), outcome) for heap, outcome in enumerate(OUTCOMES))
    ),
    twin=TextHeap,
    canonical=known_forms(
        """
        partizan_subtraction(heap=6, left=(1, 3), right=(2, 3), starter='left')  -  {1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}  -  -
        """
    ),
    refused=(
        *bounds(PartizanSubtraction, heap=(0, 1_000_000_000_000)),
        (PartizanSubtraction, {"left": (0,)}, r"left\[0\]=0 is too small"),
        (PartizanSubtraction, {"right": (3, 1)}, r"is not in ascending order: write right=\(1, 3\)"),
    ),
    unreadable=(
        (PartizanSubtraction(6), "7/left to move", "write one from 0 to 6"),
        (PartizanSubtraction(6), "six/left to move", "it is no number of stones"),
    ),
    written=(
        (PartizanSubtraction(6), "5/left to move", "1 3"),
        (PartizanSubtraction(6), "2/right to move", "2"),
    ),
)
