from families import BRUTE_FORCE, Family, bounds, counted
from families._text_boards import Text
from zermelo.games.heaps.mem import Mem

NIMBERS = (  # of the heaps from 0 on
    *(0, 1, 2, 1, 2, 3, 4, 3, 2, 4, 3, 5, 4, 5, 6, 3, 6, 5, 4, 6, 7),
    *(5, 7, 8, 4, 6, 7, 8, 5, 8, 7, 8, 6, 8, 9, 5, 7, 8, 9, 8, 6),
)


class TextMem(Text):
    """The stones and the least that may be taken."""

    def start(self) -> str:
        return f"{self.game.heap}, take at least 1"

    def moves(self, position: str) -> list[int]:
        stones, least = position.split(", take at least ")
        return [taken for taken in range(1, self.game.heap + 1) if int(least) <= taken <= int(stones)]

    def play(self, position: str, move: int) -> str:
        left = int(position.split(",")[0]) - move
        return f"{left}, take at least {move if move <= left else left + 1}"


FAMILY = Family(
    small=(Mem(heap=40),),
    larger=(Mem(heap=1_000),),
    facts=(
        # The nimber of 10 is the tests' of CGSuite 2.2, too. The first player takes all.
        *counted("nimber", BRUTE_FORCE)(*((Mem(heap), nimber) for heap, nimber in enumerate(NIMBERS))),
        *counted("value", "by the definition")(
            *((Mem(heap), 1 if heap else -1) for heap in range(len(NIMBERS)))
        ),
    ),
    twin=TextMem,
    refused=(*bounds(Mem, heap=(0, 1_000_000)),),
    unreadable=(
        (Mem(), "", "it has 0 numbers, not two: write it like '20, take at least 1'"),
        (Mem(), "20 2", "no play from 20 asks for 2 there"),
        (Mem(), "18, take at least 3", "no play from 20 asks for 3 there"),
        (Mem(), "18, take at least 0", "no play from 20 asks for 0 there"),
        (Mem(), "4, take at least 6", "no play from 20 asks for 6 there"),
        (Mem(), "21 1", "no play from 20 asks for 1 there"),
    ),
    written=((Mem(), "12 8", "8 9 10 11 12"), (Mem(), "4, take at least 5", "")),
)
